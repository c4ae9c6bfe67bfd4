"""The results of recorded shoes, from the files that hold them: what ``puntobanco roads --from`` draws. Opens no file."""

from collections.abc import Iterable, Mapping, Sequence, Sized

from puntobanco.errors import BadRecord
from puntobanco.game.cards import quoted
from puntobanco.game.record import COLUMNS, Kind, RecordedHands, cells_of, hand_at, kind_of, outcome_at, titled
from puntobanco.game.roads import check_length, parse_results
from puntobanco.game.rules import Outcome, outcome_of

Shoe = list[Outcome]
"""The results of one shoe, in order."""

SHOES_MOST = 100_000
"""The most shoes of one file: a table has about twenty a day."""

SHOE_COLUMNS = ("table", "shoe")
"""Columns that part the shoes of one table of rounds from each other, where they are there."""


def results_of_lines(lines: Iterable[str], *, name: str = "record") -> list[Shoe]:
    """Read a line of results for each shoe, an empty line being an empty shoe; lines that begin with ``#`` are passed over.

    Raises `BadRecord`, naming ``name``, line and value.
    """
    shoes: list[Shoe] = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            where = f"{name}:{number}"
            try:
                shoes.append(parse_results(line))
            except BadRecord as error:
                raise BadRecord(f"{where}: {error}") from None
            _check_shoes(shoes, where)
    return shoes


def _check_shoes(shoes: Sized, where: str) -> None:
    if len(shoes) > SHOES_MOST:
        raise BadRecord(f"{where}: more than {SHOES_MOST} shoes in one file")


def results_of_rows(rows: Iterable[tuple[int, Sequence[str]]], *, name: str = "record") -> list[Shoe]:
    """Read a table of rounds with the column ``outcome``, or both hands, of which the outcome follows where none is recorded.

    Voided and demonstration rounds of an exported table are left out. A column ``shoe``, and ``table`` beside it, parts several
    shoes, in the order in which they begin; rounds of a shoe are its own wherever they stand, as where two tables are written down
    in turn. Raises `BadRecord`, naming ``name``, line and value.
    """
    columns, told = titled(rows, name, (*COLUMNS, *SHOE_COLUMNS))
    if "outcome" not in columns and not {"player", "banker"} <= set(columns):
        raise BadRecord(f"{name}:{told.line}: neither outcome nor player and banker is a column of {quoted(','.join(columns))}")
    cells = ((f"{name}:{line}", cells_of(columns, row)) for line, row in told.rows)
    shoes: dict[tuple[str, ...], Shoe] = {}
    for where, row in cells:
        shoe = shoes.setdefault(tuple(row.get(column, "").strip() for column in SHOE_COLUMNS), [])
        _check_shoes(shoes, name)
        if kind_of(row) is Kind.COUNTED:
            shoe.append(_told(row, where))
            check_length(shoe, where)
    return list(shoes.values()) or [[]]


def results_of_hands(hands: Iterable[RecordedHands], *, name: str = "record") -> Shoe:
    """The results of the rounds that count of one shoe. Raises `BadRecord` where they are too many, or one tells no outcome."""
    counted = [_outcome(one, f"{name}: round {number}") for number, one in enumerate(hands, 1) if one.kind is Kind.COUNTED]
    check_length(counted, name)
    return counted


def _told(cells: Mapping[str, str], where: str) -> Outcome:
    outcome = outcome_at(cells.get("outcome", ""), where)
    if outcome is not None:
        return outcome
    player, banker = (hand_at(cells.get(side, "").replace(",", " ").split(), where) for side in ("player", "banker"))
    return _outcome(RecordedHands(player, banker, None), where)


def _outcome(one: RecordedHands, where: str) -> Outcome:
    if one.outcome is not None:
        return one.outcome
    if not (one.player and one.banker):
        raise BadRecord(f"{where}: a round without an outcome, and not both of its hands to tell it by")
    player, banker = (sum(card.points for card in hand) % 10 for hand in (one.player, one.banker))
    return outcome_of(player, banker)
