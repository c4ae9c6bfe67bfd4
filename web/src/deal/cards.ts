// Cards as the server names them: rank, then suit ("TH" is the ten of hearts).
import type { Card, CardView } from "../protocol.gen";

export type Suit = "S" | "H" | "D" | "C";
export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";

export const SUITS: readonly Suit[] = ["S", "H", "D", "C"];
export const RANKS: readonly Rank[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

export function rankOf(card: Card): Rank {
  return card[0] as Rank;
}

export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

export function pointsOf(card: Card): number {
  const rank = rankOf(card);
  return rank === "A" ? 1 : Number.parseInt(rank, 10) || 0;
}

/** The points of the cards that lie open so far; null before the first. */
export function handPoints(cards: readonly CardView[]): number | null {
  if (cards.length === 0) return null;
  return cards.reduce((sum, { card }) => sum + pointsOf(card), 0) % 10;
}

/** A natural: eight or nine points on the first two cards. */
export function isNatural(cards: readonly CardView[]): boolean {
  return cards.length === 2 && (handPoints(cards) ?? 0) >= 8;
}
