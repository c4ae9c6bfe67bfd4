"""``puntobanco odds``: the exact odds of every bet of a house, for a full shoe or what is left of one."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
import typer
from msgspec import UNSET, Meta, UnsetType

from puntobanco import house_files
from puntobanco.analysis.composition import DECKS_MOST, full_shoe
from puntobanco.analysis.engine import Engine
from puntobanco.analysis.odds import odds_of
from puntobanco.cli import odds_table
from puntobanco.cli.compiling import told_of_compiling
from puntobanco.cli.jsonlines import WrongLine, answer_lines, check_keys, check_text
from puntobanco.cli.odds_document import Bets, OddsDocument, document
from puntobanco.cli.record_files import text_of
from puntobanco.cli.streams import print_json
from puntobanco.errors import BadRecord, BadSettings, ImpossibleCard, PuntobancoError, TooFewCards, UnknownCard
from puntobanco.game.bets import Bet, Combination
from puntobanco.game.cards import Card, parse_card, parse_cards
from puntobanco.game.felt import Felt
from puntobanco.game.house import HouseRules

app = typer.Typer(add_completion=False)

FILE_BYTES_MOST = 1 << 20
"""The largest file of removed cards that is read. A whole shoe of twelve decks is 2 KB."""

CODES: dict[type[PuntobancoError], str] = {
    BadRecord: "malformed",
    UnknownCard: "unknown_card",
    ImpossibleCard: "impossible_card",
    TooFewCards: "too_few_cards",
}
"""What a wrong line of ``--batch`` is answered with, in the order in which it is checked."""


class GivenShoe(msgspec.Struct, gc=False):
    """A line of ``--batch``. What is left out is as the options say, or nothing."""

    decks: Annotated[int, Meta(ge=1, le=DECKS_MOST)] | UnsetType = UNSET
    removed: list[str] | UnsetType = UNSET


_decode = msgspec.json.Decoder(GivenShoe).decode


@app.command()
def odds_command(
    house: Annotated[str, typer.Option(help="The house: its name, or the path of a .toml file.")],
    decks: Annotated[int | None, typer.Option(min=1, max=DECKS_MOST, help="Decks of the full shoe (else the house's).")] = None,
    removed: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Cards that are out of the shoe, separated by blanks or commas.")
    ] = None,
    removed_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="The same from a file, such as replay reads; # begins a comment.")
    ] = None,
    bets: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these bets; also twin and triple. Else every bet of the house.")
    ] = None,
    removal: Annotated[bool, typer.Option("--removal", help="Also what removing a card of each rank does to each bet.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help='Shoes from stdin, one {"decks": 8, "removed": ["9H"]} a line; one document a line.')
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """The exact return, edge, chances and deviation of every bet. Nothing is sampled: docs/odds.md says how."""
    rules = house_files.load(house)
    wanted = _bets(rules, bets)
    answer = Answerer(decks or rules.decks, wanted, removal)
    if batch:
        if removed is not None or removed_file is not None:
            raise BadSettings("--batch reads from stdin what is removed: leave out --removed and --removed-file")
        if answer_lines(answer.line):
            raise typer.Exit(1)
        return
    gone = _removed(removed, removed_file)
    with _told_of(removed_file or "--removed"):
        found = answer.shoe(gone)
    if as_json:
        print_json(found)
    else:
        odds_table.show(found)


class Answerer:
    """Answers shoes, of so many decks where they do not say it themselves, with the odds of these bets."""

    def __init__(self, decks: int, bets: Bets, removal: bool = False) -> None:
        self._decks = decks
        self._bets = bets
        self._removal = removal
        self._count = Engine(compiling=told_of_compiling)

    def shoe(self, removed: Sequence[Card], decks: int | None = None) -> OddsDocument:
        """The odds of a shoe without these cards. Raises `ImpossibleCard`, `TooFewCards`."""
        decks = decks or self._decks
        odds = odds_of(full_shoe(decks).without(removed), count=self._count)
        return document(odds, decks=decks, bets=self._bets, removal=self._removal)

    def line(self, line: bytes, number: int) -> OddsDocument | WrongLine:
        """What a line of ``--batch`` is answered with."""
        try:
            given = read_line(line)
            removed = [] if given.removed is UNSET else [parse_card(text) for text in given.removed]
            return self.shoe(removed, None if given.decks is UNSET else given.decks)
        except PuntobancoError as error:
            return WrongLine(CODES[type(error)], str(error), number)


def read_line(line: bytes) -> GivenShoe:
    """Read a line of ``--batch``. Raises `BadRecord` where it is malformed, as with a key that comes twice."""
    check_text(line)
    try:
        given = _decode(line)
        if line.count(b":") != (given.decks is not UNSET) + (given.removed is not UNSET):
            check_keys(line)
    except msgspec.DecodeError as error:
        raise BadRecord(str(error)) from None
    except RecursionError:
        raise BadRecord("nested too deeply") from None
    return given


def _bets(rules: HouseRules, names: str | None) -> Bets:
    if names is None:
        return rules.offered
    wanted = dict.fromkeys(name.strip() for name in names.split(","))
    with _told_of("--bets"):
        Felt(rules).check_names(wanted.keys())
    return [Combination(name) if name in set(Combination) else Bet(name) for name in wanted]


def _removed(cards: str | None, path: str | None) -> list[Card]:
    if path is None:
        with _told_of("--removed"):
            return parse_cards(cards or "")
    if cards is not None:
        raise BadSettings("--removed and --removed-file are two ways to say the same: give one")
    found: list[Card] = []
    for number, line in enumerate(text_of(path, FILE_BYTES_MOST).split("\n"), 1):
        with _told_of(f"{path}:{number}"):
            found += parse_cards(line.partition("#")[0].replace("|", " "))
    return found


@contextlib.contextmanager
def _told_of(where: str) -> Iterator[None]:
    """Let the message of what is wrong begin with where it was given."""
    try:
        yield
    except PuntobancoError as error:
        raise type(error)(f"{where}: {error}") from None
