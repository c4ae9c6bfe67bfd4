"""The published figures of baccarat, worked out again: every bet, eight and six decks; and a rule page's "1賠2" explained.

Run it with Puntobanco installed: python examples/published_figures.py. It needs nothing else, and takes less than a second. Every
figure is exact, from whole numbers, and rounded once when it is printed. Exit status 1 when any differs from what was published.
"""

import sys
from fractions import Fraction

from puntobanco.analysis.composition import full_shoe
from puntobanco.analysis.odds import odds_of
from puntobanco.game.bets import PAYS, Bet, Case
from puntobanco.game.rules import Outcome

# House edges in percent. Eight decks: as published. Six decks: as a script counted them that knows nothing of Puntobanco
# (golden/odds.json), and the main bets are published too.
PUBLISHED = {
    "player":               ("1.235081", "1.237415"),
    "banker":               ("1.057906", "1.055849"),
    "banker_no_commission": ("1.458104", "1.454808"),
    "tie":                  ("14.359629", "14.438160"),
    "player_pair":          ("10.361446", "11.254019"),
    "banker_pair":          ("10.361446", "11.254019"),
    "either_pair":          ("13.709877", "14.536481"),
    "perfect_pair":         ("13.029391", "17.071609"),
    "player_natural":       ("14.754402", "14.741529"),
    "banker_natural":       ("14.754402", "14.741529"),
    "player_dragon":        ("2.651675", "2.667513"),
    "banker_dragon":        ("9.373074", "9.388930"),
    "lucky_six":            ("16.683572", "16.716333"),
    "lucky_six_two":        ("14.332546", "14.354668"),
    "lucky_six_three":      ("15.253317", "15.302513"),
}

# How often each side wins, in percent.
PUBLISHED_OUTCOMES = {
    "player": ("44.6247", "44.6279"),
    "banker": ("45.8597", "45.8653"),
    "tie":    ("9.5156", "9.5069"),
}

HIGHEST_RETURN = "98.94"  # what the page with "1賠2" names as the most that any bet gives back, in percent

def percent(share, places):
    """Round an exact share once."""
    return f"{float(100 * share):.{places}f}"

def compare(title, published, found):
    """Print each figure beside the published one; say how many differ."""
    wrong = 0
    print(f"{title:<24}{'8 decks':>12}{'published':>12}{'6 decks':>12}{'published':>12}")
    for name, figures in published.items():
        cells = [cell for ours, theirs in zip(found[name], figures, strict=True) for cell in (ours, theirs)]
        differs = cells[0] != cells[1] or cells[2] != cells[3]
        print(f"{name:<24}" + "".join(f"{cell:>12}" for cell in cells) + ("  DIFFERS" if differs else ""))
        wrong += differs
    print()
    return wrong

def with_six_paying(odds, pays):
    """What Banker without commission gives back on average if a win with 6 points pays this, for one staked."""
    six = sum(ways for (player, banker), ways in odds.by_points.items() if banker == 6 and player < 6)
    wins, ties = odds.outcomes[Outcome.BANKER], odds.outcomes[Outcome.TIE]
    return Fraction(2 * (wins - six) + ties, odds.total) + Fraction(six, odds.total) * (1 + pays)

def explain(odds):
    """Why "1賠2" for a Banker's win with 6 can only mean one for two. Returns 1 if it does not come out so."""
    half = Fraction(*PAYS[Bet.BANKER_NO_COMMISSION][Case.SIX])
    readings = {"2 for 1": Fraction(2), "1 for 2": Fraction(1, 2)}
    print('A rule page says that Banker without commission pays "1賠2" when he wins with 6 points. It can be read two ways:')
    for reading, pays in readings.items():
        print(f"  {reading}: the bet gives back {percent(with_six_paying(odds, pays), 4)} % of what is staked")
    best = max(odds.returns(bet).rtp for bet in Bet)
    print(f"The page also says that no bet gives back more than {HIGHEST_RETURN} %: Banker with commission, {percent(best, 4)} %.")
    print("Paid 2 for 1 the bet would beat that by far, and give back more than is staked; paid 1 for 2 it stays below.")
    print("Another page says 0.5 to 1 in so many words. So the figures stand the wrong way round, and 0.5:1 is what holds here.")
    holds = (
        percent(best, 2) == HIGHEST_RETURN
        and with_six_paying(odds, readings["2 for 1"]) > 1 > best > with_six_paying(odds, readings["1 for 2"])
        and with_six_paying(odds, half) == odds.returns(Bet.BANKER_NO_COMMISSION).rtp
        and half == readings["1 for 2"]
    )
    return 0 if holds else 1

def main():
    """Compare, explain, and return the exit status."""
    both = [odds_of(full_shoe(decks)) for decks in (8, 6)]
    edges = {bet.value: [percent(odds.returns(bet).house_edge, 6) for odds in both] for bet in Bet}
    outcomes = {side.value: [percent(Fraction(odds.outcomes[side], odds.total), 4) for odds in both] for side in Outcome}
    wrong = compare("house edge, %", PUBLISHED, edges) + compare("wins, %", PUBLISHED_OUTCOMES, outcomes)
    wrong += explain(both[0])
    print(f"\n{'all figures agree' if not wrong else f'{wrong} DIFFER'}")
    return 1 if wrong else 0

if __name__ == "__main__":
    sys.exit(main())
