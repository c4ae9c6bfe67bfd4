"""One record of all that a house may vary, read from TOML and checked. Not its tables (``server.settings``).

Code never asks which house it is, only what its rules say. File texts are arguments: this module opens nothing.
"""

import difflib
import enum
import functools
import math
import tomllib
import typing
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from puntobanco.errors import BadHouse
from puntobanco.game.bets import BANKER_KINDS, MAIN_SPOTS, PARTS, BankerBets, Bet, Combination, spot_of, unit_of
from puntobanco.game.cards import DECK_CARDS
from puntobanco.game.good_roads import GoodRoad

Faults = list[tuple[str, str]]
Cents = Annotated[int, Meta(ge=1, le=10**15)]
Seconds = Annotated[float, Meta(gt=0, le=600)]

CUT_CARD_LEAST = 12
"""The fewest cards behind the cut card, when none are burned before a round (rule 6.3)."""

LAST_ROUND_CARDS = 11
"""Cards that may still be needed once the cut card has been met: a round under way, and one more (rule 6.3)."""


class BurnRule(enum.StrEnum):
    """How a house burns at the start of a shoe, where it is no fixed number (rule 6.4)."""

    NONE = "none"
    DECKS = "decks"
    FIRST_CARD = "first_card"


class CutBy(enum.StrEnum):
    """Who cuts the shuffled shoe (rule 6.2)."""

    DEALER = "dealer"
    PLAYER = "player"


class Faces(enum.StrEnum):
    """How the cards of a round fall."""

    UP = "up"
    DOWN = "down"
    DOWN_WHERE_SQUEEZED = "down_where_squeezed"


class DealtBy(enum.StrEnum):
    """Who deals: the software from a shoe that can be proved, or a person with real cards, who enters them at the desk."""

    SOFTWARE = "software"
    HAND = "hand"


class LastRound(enum.StrEnum):
    """Which round of a shoe is the last (rule 6.6)."""

    CUT_CARD = "cut_card"
    ONE_MORE = "one_more"


class TiePolicy(enum.StrEnum):
    """What a tie does with Player and Banker money (rule 8.1)."""

    PUSH = "push"
    CARRY = "carry"
    CARRY_LOCKED = "carry_locked"


class Squeeze(enum.StrEnum):
    """Who opens cards dealt face down (rule 8.3)."""

    NONE = "none"
    HIGHEST_BETTOR = "highest_bettor"
    HIGHEST_SEATED = "highest_seated"


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Every setting of rule 9, checked, who deals, and which good roads are told of its tables.

    Amounts are integer cents, times are seconds; ``None`` is "none" in TOML.
    Without bets a table that is dealt by hand is a scoreboard.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,31}$(?!\n)")]  # $ alone lets a last line feed through
    decks: Annotated[int, Meta(ge=6, le=12)]
    bets: tuple[Bet, ...]
    combinations: tuple[Combination, ...]
    banker_bets: BankerBets
    stake_unit_cents: Cents
    main_minimum_cents: Cents
    main_maximum_cents: Cents
    side_minimum_cents: Cents
    side_maximum_cents: Cents
    differential_cents: Cents | None
    differential_player_cents: Cents | None
    banker_in_multiples: bool
    burn: Annotated[int, Meta(ge=1, le=52)] | BurnRule
    burn_after_error: Annotated[int, Meta(ge=0, le=10)]
    burn_each_round: Annotated[int, Meta(ge=0, le=10)]
    cut_by: CutBy
    cut_card_least: int
    cut_card_most: int
    faces: Faces
    last_round: LastRound
    demonstration_rounds: Annotated[int, Meta(ge=0, le=3)]
    continuous_shuffler: bool
    shuffle_every_round: bool
    closes_early: bool
    tie_policy: TiePolicy
    squeeze: Squeeze
    squeeze_seconds: Seconds | None
    seats: Annotated[int, Meta(ge=0, le=14)]
    betting_seconds: Seconds
    card_seconds: Seconds
    result_seconds: Seconds
    shuffle_seconds: Seconds
    card_proof: bool
    chat: bool
    dealt_by: DealtBy = DealtBy.SOFTWARE
    good_roads: tuple[GoodRoad, ...] = tuple(GoodRoad)

    @property
    def by_hand(self) -> bool:
        """Whether a person deals real cards here."""
        return self.dealt_by is DealtBy.HAND

    @property
    def offered(self) -> tuple[Bet, ...]:
        """The bets that may be laid here, in the order of rule 3.1, with the Banker kinds of ``banker_bets``."""
        return _offered(self)

    def limits(self, spot: Bet) -> tuple[int, int]:
        """Minimum and maximum, in cents, of a player's total on a spot in one round (rule 4.1).

        Where Banker totals are multiples of the minimum (rule 4.4), Banker's maximum is the last multiple that fits.
        """
        if spot in MAIN_SPOTS:
            minimum, maximum = self.main_minimum_cents, self.main_maximum_cents
            rest = maximum % minimum if spot is Bet.BANKER and self.banker_in_multiples else 0
            return minimum, maximum - rest
        return self.side_minimum_cents, self.side_maximum_cents

    @property
    def shuffles_each_round(self) -> bool:
        """Whether each round has a pack shuffled for it alone; a shoe number is then a session of rounds (rule 6.5)."""
        return self.continuous_shuffler or self.shuffle_every_round

    @property
    def unit_least(self) -> int:
        """The stake unit must be a multiple of this many cents, so that nothing is ever rounded (rule 3.6)."""
        return math.lcm(1, *(unit_of(bet) for bet in self.offered))


@functools.lru_cache(maxsize=256)
def _offered(rules: HouseRules) -> tuple[Bet, ...]:
    # Asked at every bet, the same for every table of a house.
    kinds = BANKER_KINDS[rules.banker_bets] if Bet.BANKER in rules.bets else frozenset()
    return tuple(bet for bet in Bet if bet in kinds or (spot_of(bet) is not Bet.BANKER and bet in rules.bets))


def parse(text: str, *, name: str = "house") -> HouseRules:
    """Read a house from the text of its TOML file. Raises `BadHouse` with every fault; ``name`` stands in its message."""
    try:
        settings = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, and numbers of more digits than Python reads
        raise BadHouse(name, [("file", f"is not TOML: {error}")]) from None
    except RecursionError:
        raise BadHouse(name, [("file", "is not TOML of a house: its values are nested too deeply")]) from None
    return from_settings(settings, name=name)


def from_settings(settings: Mapping[str, object], *, name: str = "house") -> HouseRules:
    """Make a house of plain settings by key. Raises `BadHouse` with every fault."""
    values, faults = _typed(settings)
    if faults:
        raise BadHouse(name, faults)
    rules = HouseRules(**values)
    faults = [fault for check in _CHECKS for fault in check(rules)]
    if faults:
        raise BadHouse(name, faults)
    return rules


def to_settings(rules: HouseRules) -> dict[str, Any]:
    """The plain settings of a house by key, such that ``from_settings(to_settings(rules)) == rules``."""
    plain: dict[str, Any] = msgspec.to_builtins(rules)
    return {key: "none" if value is None else value for key, value in plain.items()}


def to_toml(rules: HouseRules) -> str:
    """The house as the text of a TOML file, such that ``parse(to_toml(rules)) == rules``."""
    return "".join(f"{key} = {_toml_value(value)}\n" for key, value in to_settings(rules).items())


def _toml_value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() else repr(value)
        case list() | tuple():
            return f"[{', '.join(map(_toml_value, value))}]"
        case _:
            return f'"{value}"'


def changed(rules: HouseRules, settings: Mapping[str, object], *, name: str = "house") -> HouseRules:
    """The same house with some settings changed. Raises `BadHouse` with every fault."""
    return from_settings({**to_settings(rules), **settings}, name=name)


def _typed(settings: Mapping[str, object]) -> tuple[dict[str, Any], Faults]:
    """Each setting in its own type; every unknown, missing or mistyped key is a fault."""
    described = msgspec.structs.fields(HouseRules)
    fields = {field.name: field.type for field in described}
    needed = {field.name for field in described if field.required}
    faults: Faults = [(key, _unknown(key, list(fields))) for key in settings if key not in fields]
    values: dict[str, Any] = {}
    for key, kind in fields.items():
        if key not in settings:
            if key in needed:
                faults.append((key, "is missing"))
            continue
        value = settings[key]
        try:
            nullable = type(None) in typing.get_args(kind)
            values[key] = msgspec.convert(None if nullable and value == "none" else value, kind)
        except msgspec.ValidationError:
            faults.append((key, f"is {_shown(value)}; write {_wanted(msgspec.inspect.type_info(kind))}"))
    return values, faults


def _shown(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # Python writes out no integer of more than 4,300 digits
        return "a number too long to show"


def _wanted(kind: msgspec.inspect.Type) -> str:
    """What a setting of this type may be, in words."""
    match kind:
        case msgspec.inspect.UnionType(types=kinds):
            return " or ".join(map(_wanted, kinds))
        case msgspec.inspect.IntType(ge=least, le=most):
            return "a whole number" if least is None else f"a whole number from {least} to {most}"
        case msgspec.inspect.FloatType(le=most):
            return f"a number above 0, at most {most}"
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.EnumType(cls=names):
            return "one of " + ", ".join(f'"{name.value}"' for name in names)
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"a list, each {_wanted(item)}"
        case msgspec.inspect.NoneType():
            return '"none"'
        case _:
            return "a name of lower-case letters, digits, - and _ that begins with a letter, at most 32 long"


def _unknown(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    return f"is no setting of a house; did you mean {near[0]}?" if near else "is no setting of a house"


def _check_bets(rules: HouseRules) -> Faults:
    faults: Faults = []
    if not rules.bets and not rules.by_hand:
        faults.append(("bets", 'is empty: without bets a table is a scoreboard, and needs dealt_by = "hand"'))
    if len(set(rules.bets)) < len(rules.bets):
        faults.append(("bets", "names a bet twice"))
    if Bet.BANKER_NO_COMMISSION in rules.bets:
        faults.append(("bets", 'names banker_no_commission: write "banker", and its kinds with banker_bets'))
    if len(set(rules.combinations)) < len(rules.combinations):
        faults.append(("combinations", "names a combination twice"))
    for combination in rules.combinations:
        missing = [str(part) for part in PARTS[combination] if part not in rules.bets]
        if missing:
            faults.append(("combinations", f"{combination} needs {' and '.join(missing)} among the bets"))
    return faults


def _check_good_roads(rules: HouseRules) -> Faults:
    twice = len(set(rules.good_roads)) < len(rules.good_roads)
    return [("good_roads", "names a good road twice")] if twice else []


def _check_money(rules: HouseRules) -> Faults:
    faults: Faults = []
    unit, least = rules.stake_unit_cents, rules.unit_least
    if unit % least:
        faults.append(("stake_unit_cents", f"{unit} would need rounding: a multiple of {least} pays every bet in whole cents"))
    for kind in ("main", "side"):
        minimum, maximum = getattr(rules, f"{kind}_minimum_cents"), getattr(rules, f"{kind}_maximum_cents")
        for key, amount in ((f"{kind}_minimum_cents", minimum), (f"{kind}_maximum_cents", maximum)):
            if amount % unit:
                faults.append((key, f"{amount} is no multiple of the stake unit, {unit}"))
        if minimum > maximum:
            faults.append((f"{kind}_minimum_cents", f"{minimum} is over {kind}_maximum_cents, {maximum}"))
    for key in ("differential_cents", "differential_player_cents"):
        limit = getattr(rules, key)
        if limit is not None and limit < rules.main_minimum_cents:
            faults.append((key, f"{limit} is under main_minimum_cents: no first bet would fit"))
    return faults


def _check_shoe(rules: HouseRules) -> Faults:
    faults: Faults = []
    least = max(CUT_CARD_LEAST, LAST_ROUND_CARDS + rules.burn_each_round)
    most = rules.decks * DECK_CARDS // 2
    if not rules.continuous_shuffler and rules.cut_card_least < least:
        faults.append(("cut_card_least", f"{rules.cut_card_least} is too few: the last rounds may need {least} cards"))
    if rules.cut_card_least > rules.cut_card_most:
        faults.append(("cut_card_least", f"{rules.cut_card_least} is over cut_card_most, {rules.cut_card_most}"))
    if rules.cut_card_most > most:
        faults.append(("cut_card_most", f"{rules.cut_card_most} is more than half the shoe, {most}"))
    if rules.continuous_shuffler:
        faults += [(key, "goes with no continuous shuffler") for key, wrong in _shuffler_conflicts(rules) if wrong]
    return faults


def _shuffler_conflicts(rules: HouseRules) -> list[tuple[str, bool]]:
    return [
        ("burn", rules.burn is not BurnRule.NONE),
        ("burn_each_round", rules.burn_each_round > 0),
        ("shuffle_every_round", rules.shuffle_every_round),
        ("faces", rules.faces is not Faces.UP),
    ]


def _check_squeeze(rules: HouseRules) -> Faults:
    faults: Faults = []
    squeezed = rules.squeeze is not Squeeze.NONE
    if squeezed and rules.squeeze_seconds is None:
        faults.append(("squeeze_seconds", "is none, but the cards are squeezed"))
    if squeezed and rules.faces is Faces.UP:
        faults.append(("faces", "is up, but the cards are squeezed"))
    if rules.squeeze is Squeeze.HIGHEST_SEATED and not rules.seats:
        faults.append(("seats", "is 0, but a seated bettor squeezes"))
    return faults


def _check_hand(rules: HouseRules) -> Faults:
    """A dealer with real cards has neither machine, and shuffles when a new shoe is brought."""
    shuffling = ("continuous_shuffler", "shuffle_every_round")
    wrong = [key for key in shuffling if getattr(rules, key)] if rules.by_hand else []
    return [(key, "goes with no table dealt by hand: its dealer brings a new shoe instead") for key in wrong]


_CHECKS: tuple[Callable[[HouseRules], Faults], ...] = (
    _check_bets,
    _check_good_roads,
    _check_money,
    _check_shoe,
    _check_squeeze,
    _check_hand,
)
