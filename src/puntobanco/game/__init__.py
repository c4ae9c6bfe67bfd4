"""The rules of baccarat as plain values: cards, coups, bets, houses, shoes and their proofs. Pure: no clock, randomness or I/O."""
