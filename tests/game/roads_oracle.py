"""A slow oracle of the roads, written from their rule text (``docs/roads.md``) and using nothing of the package.

Results are letters, marks "R" and "B". Every mark is worked out anew from the whole shoe before it; nothing is carried on.
"""

from itertools import groupby

Place = tuple[int, int]


def streaks(results: str) -> list[str]:
    """The streaks, each as the letters of its wins: "BB", "P"."""
    return ["".join(group) for _, group in groupby(results.replace("T", ""))]


def mark(results: str, back: int) -> str:
    """The mark that the last result adds to a derived road, "" if none: the rule's two cases, word by word."""
    if not results or results[-1] == "T":
        return ""
    lengths = [len(streak) for streak in streaks(results)]
    newest, wins = len(lengths) - 1, lengths[-1]
    if wins == 1:
        if newest - 1 - back < 0:
            return ""
        return "R" if lengths[newest - 1] == lengths[newest - 1 - back] else "B"
    if newest - back < 0:
        return ""
    return "B" if wins == lengths[newest - back] + 1 else "R"


def derived(results: str, back: int) -> str:
    """All marks of a derived road, oldest first."""
    return "".join(mark(results[:end], back) for end in range(1, len(results) + 1))


def asked(results: str, winner: str) -> str:
    """The three ask marks, big eye boy first; "-" where there is none."""
    return "".join(mark(results + winner, back) or "-" for back in (1, 2, 3))


def drawn(marks: str, rows: int = 6) -> list[Place]:
    """Where marks lie, as column and row: every streak is drawn whole before the next."""
    grid: list[Place] = []
    start = -1
    for streak in ("".join(group) for _, group in groupby(marks)):
        start = next(column for column in range(start + 1, len(marks) + start + 2) if (column, 0) not in grid)
        floor = next((row for row in range(1, rows) if (start, row) in grid), rows)
        down = [(start, row) for row in range(min(floor, len(streak)))]
        right = [(start + step, floor - 1) for step in range(1, len(streak) - floor + 1)]
        grid += down + right
    return grid


def ties(results: str) -> list[int]:
    """The ties on each cell of the big road."""
    counts = [len(part) for part in results.replace("P", "B").split("B")]
    after = counts[1:]
    return [counts[0] + after[0], *after[1:]] if after else []
