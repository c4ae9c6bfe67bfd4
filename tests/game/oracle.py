"""A slow oracle of sections 1 to 3, written from the rule text and using nothing of the package.

Cards are texts such as "9H". It is meant to be read beside ``docs/rules.md``, not to be quick.
"""

from fractions import Fraction


def points_of(card: str) -> int:
    """Rule 1.2."""
    if card[0] == "A":
        return 1
    if card[0] in "TJQK":
        return 0
    return int(card[0])


def hand(cards: list[str]) -> int:
    """Rule 1.3."""
    return int(str(sum(points_of(card) for card in cards))[-1])


def banker_draws(banker: int, third: int) -> bool:
    """Rule 2.5, row by row."""
    if banker in (0, 1, 2):
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return third in (2, 3, 4, 5, 6, 7)
    if banker == 5:
        return third in (4, 5, 6, 7)
    if banker == 6:
        return third in (6, 7)
    return False


def deal(shoe: list[str]) -> tuple[list[str], list[str]]:
    """Rules 2.1 to 2.6."""
    player, banker, rest = [shoe[0], shoe[2]], [shoe[1], shoe[3]], shoe[4:]
    if hand(player) in (8, 9) or hand(banker) in (8, 9):
        return player, banker
    before = hand(banker)
    if hand(player) <= 5:
        third = rest.pop(0)
        player.append(third)
        if banker_draws(before, points_of(third)):
            banker.append(rest.pop(0))
    elif before <= 5:
        banker.append(rest.pop(0))
    return player, banker


def profit(bet: str, player: list[str], banker: list[str]) -> Fraction:
    """What one unit on a bet wins (or loses) on a coup: rules 3.1 and 3.3, bet by bet."""
    p, b = hand(player), hand(banker)
    p_natural, b_natural = hand(player[:2]) >= 8, hand(banker[:2]) >= 8
    p_pair, b_pair = player[0][0] == player[1][0], banker[0][0] == banker[1][0]
    perfect = player[0] == player[1] or banker[0] == banker[1]
    half, lost = Fraction(1, 2), Fraction(-1)
    if bet == "player":
        return Fraction((p > b) - (p < b))
    if bet == "banker":
        return Fraction(95, 100) if b > p else Fraction(-1 if p > b else 0)
    if bet == "banker_no_commission":
        if b > p:
            return half if b == 6 else Fraction(1)
        return Fraction(-1 if p > b else 0)
    if bet == "player_dragon":
        return dragon(p, b, p_natural, p_natural and b_natural)
    if bet == "banker_dragon":
        return dragon(b, p, b_natural, p_natural and b_natural)
    six = b == 6 and p < 6
    wins = {
        "tie": (p == b, Fraction(8)),
        "player_pair": (p_pair, Fraction(11)),
        "banker_pair": (b_pair, Fraction(11)),
        "either_pair": (p_pair or b_pair, Fraction(5)),
        "perfect_pair": (perfect, Fraction(25)),
        "player_natural": (p_natural, Fraction(7, 2)),
        "banker_natural": (b_natural, Fraction(7, 2)),
        "lucky_six": (six, Fraction(12 if len(banker) == 2 else 20)),
        "lucky_six_two": (six and len(banker) == 2, Fraction(22)),
        "lucky_six_three": (six and len(banker) == 3, Fraction(50)),
    }
    won, pays = wins[bet]
    return pays if won else lost


def dragon(own: int, other: int, natural: bool, both: bool) -> Fraction:
    """Rule 3.3."""
    if own == other:
        return Fraction(0 if both else -1)
    if own < other:
        return Fraction(-1)
    if natural:
        return Fraction(1)
    return Fraction({4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}.get(own - other, -1))
