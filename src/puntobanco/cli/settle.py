"""``puntobanco settle``: bets on rounds, one JSON line each, settled; a wrong line is answered in its place."""

from typing import Annotated, Any

import msgspec
import typer
from msgspec import UNSET, Meta, UnsetType

from puntobanco import house_files
from puntobanco.cli.jsonlines import WrongLine, answer_lines, check_keys, check_text
from puntobanco.errors import (
    BadRecord,
    BadStake,
    BetNotOffered,
    IllegalDraw,
    ImpossibleCard,
    PuntobancoError,
    RoundCapPassed,
    UnknownBet,
    UnknownCard,
)
from puntobanco.game.bets import BankerBets, Bet, BetSettlement, facts_of, settle
from puntobanco.game.cards import parse_card
from puntobanco.game.felt import Felt
from puntobanco.game.house import HouseRules, changed
from puntobanco.game.rules import Outcome, check
from puntobanco.game.shoe import check_copies

app = typer.Typer(add_completion=False)

CODES: dict[type[PuntobancoError], str] = {
    BadRecord: "malformed",
    UnknownCard: "unknown_card",
    ImpossibleCard: "impossible_card",
    IllegalDraw: "illegal_draw",
    UnknownBet: "unknown_bet",
    BetNotOffered: "bet_not_offered",
    BadStake: "bad_stake",
    RoundCapPassed: "round_cap",
}
"""What a wrong line is answered with, in the order in which it is checked."""


class GivenRound(msgspec.Struct, gc=False):
    """A line of input. Stakes are looked at later: a wrong one is no malformed line."""

    player: list[str]
    banker: list[str]
    bets: dict[str, Any]
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class _GivenRaw(msgspec.Struct, gc=False):
    player: list[str]
    banker: list[str]
    bets: dict[str, msgspec.Raw]
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class SettledRound(msgspec.Struct, gc=False):
    """A line of output, in cents. ``natural`` and ``perfect_pair`` tell of either hand, ``margin`` is absolute."""

    outcome: Outcome
    player_points: int
    banker_points: int
    natural: bool
    player_pair: bool
    banker_pair: bool
    perfect_pair: bool
    margin: int
    bets: dict[Bet, BetSettlement]
    stake: int
    returned: int
    commission: int
    net: int


_decode = msgspec.json.Decoder(GivenRound).decode
_decode_raw = msgspec.json.Decoder(_GivenRaw).decode


class Settler:
    """Settles lines by the rules of one house; ``decks`` only bounds how often a card may come."""

    def __init__(self, rules: HouseRules, decks: int | None = None) -> None:
        self._felt = Felt(rules)
        self._decks = decks or rules.decks

    def answer(self, line: bytes, number: int) -> SettledRound | WrongLine:
        """What a line of input is answered with."""
        try:
            return self.settle(line)
        except PuntobancoError as error:
            return WrongLine(CODES[type(error)], str(error), number)

    def settle(self, line: bytes) -> SettledRound:
        """Settle a line. Raises one of the errors in `CODES`, the first that fits."""
        try:
            return self._settled(read_line(line))
        except RecursionError:  # in reading, or in showing a stake that is no stake
            raise BadRecord("nested too deeply") from None

    def _settled(self, given: GivenRound) -> SettledRound:
        player, banker = [parse_card(text) for text in given.player], [parse_card(text) for text in given.banker]
        check_copies(player + banker, self._decks)
        coup = check(player, banker)
        stakes = self._felt.lay(given.bets, round_number=None if given.round is UNSET else given.round)
        facts, settled = facts_of(coup), settle(coup, stakes)
        return SettledRound(
            facts.outcome,
            facts.player_points,
            facts.banker_points,
            facts.player_natural or facts.banker_natural,
            facts.player_pair,
            facts.banker_pair,
            facts.perfect_pair,
            abs(facts.player_points - facts.banker_points),
            settled.bets,
            settled.stake,
            settled.returned,
            settled.commission,
            settled.net,
        )


def read_line(line: bytes) -> GivenRound:
    """Read a line of input. Raises `BadRecord` where it is malformed, as with a key that comes twice, or `RecursionError`."""
    check_text(line)
    try:
        given = _decode(line)
    except msgspec.ValidationError as error:
        # A number beyond what any number type holds is a stake like any other that cannot be taken.
        if "$.bets[...]" not in str(error):
            raise BadRecord(str(error)) from None
        given = _read_raw(line)
    except msgspec.DecodeError as error:
        raise BadRecord(str(error)) from None
    # Every key is followed by a colon, so only a line with more of them than keys can have a key twice.
    if line.count(b":") != len(given.bets) + (3 if given.round is UNSET else 4):
        check_keys(line)
    return given


def _read_raw(line: bytes) -> GivenRound:
    try:
        given = _decode_raw(line)
    except msgspec.DecodeError as error:
        raise BadRecord(str(error)) from None
    bets = {name: _stake(bytes(raw)) for name, raw in given.bets.items()}
    return GivenRound(given.player, given.banker, bets, given.round)


def _stake(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return raw.decode()


@app.command()
def settle_command(
    house: Annotated[str, typer.Option(help="The house: its name, or the path of a .toml file.")],
    decks: Annotated[
        int | None, typer.Option(min=1, max=12, help="Decks in the shoe; only bounds how often a card may come.")
    ] = None,
    banker_bets: Annotated[
        BankerBets | None, typer.Option(help="Which kinds of Banker bet are taken, whatever the house says.")
    ] = None,
) -> None:
    """Settle bets on rounds. One JSON object a line comes in on stdin and one goes out on stdout, in the same order."""
    rules = house_files.load(house)
    if banker_bets is not None:
        rules = changed(rules, {"banker_bets": banker_bets}, name=house)
    if answer_lines(Settler(rules, decks).answer):
        raise typer.Exit(1)
