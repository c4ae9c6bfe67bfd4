"""The transition table: total, exact, and every way in it is really gone."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from puntobanco.game.cards import Card
from puntobanco.game.proof import Entry, Share
from puntobanco.game.rules import Outcome, Side
from puntobanco.table import acts, commands as co, events as ev
from puntobanco.table.commands import Code, Rejection
from puntobanco.table.dealing import PAUSE_AFTER_MS
from puntobanco.table.events import Event
from puntobanco.table.machine import TRANSITIONS, decide, evolve, fold
from puntobanco.table.state import Phase, Seating, TableState
from tests.table.by_hand import ByHand, hand_rules
from tests.table.driven import Driven, betting, rules

KINDS: tuple[type[Event], ...] = get_args(Event)

EVERYWHERE = {
    ev.PresenceChanged,
    ev.RulesChanged,
    ev.SeatTaken,
    ev.SeatFreed,
    ev.SeatLineChanged,
    ev.SeatFundsChanged,
    ev.DealerCame,
}

NATURAL = "9H 2S KD 4C"


def state_in(phase: Phase) -> TableState:
    """A table in a phase, mid-shoe where it can be."""
    if phase is Phase.PAUSED:
        return Driven(present=False).state
    table = betting(NATURAL) if phase not in (Phase.SHUFFLING, Phase.BURNING) else Driven()
    if phase is Phase.SUSPENDED:
        table.do(co.Suspend(reason="a fault"))
    return table.go_to(phase)


def event_of(kind: type[Event]) -> Event:
    """An event of a kind that a table under way can take in, where its phase lets it."""
    table = betting(NATURAL)
    table.bet("ann", "player", 500)
    table.go_to(Phase.RESULT)
    for event in table.events:
        if type(event) is kind:
            return event
    entry = Entry("an entry", "0" * 128)
    result = ev.RoundResult(
        round=1, outcome=Outcome.TIE, player_points=1, banker_points=1, natural=False, player_pair=False, banker_pair=False
    )
    others: dict[type[Event], Event] = {
        ev.RulesChanged: ev.RulesChanged(at_ms=1, rules=rules("chips")),
        ev.BettingExtended: ev.BettingExtended(at_ms=1, closes_ms=2),
        ev.BetReduced: ev.BetReduced(at_ms=1, account="ann", bet=table.state.rules.bets[0], amount_cents=500, total_cents=500),
        ev.RoundShuffled: ev.RoundShuffled(
            at_ms=1, round=2, demonstration=0, hashes=(), root="", last=False, due_ms=2, entry=entry
        ),
        ev.CardsBurned: ev.CardsBurned(at_ms=1, shown=None, shown_card=None, face_down=6, due_ms=2),
        ev.DemonstrationOpened: ev.DemonstrationOpened(at_ms=1, number=1, due_ms=2),
        ev.DemonstrationEnded: ev.DemonstrationEnded(at_ms=1, result=result, due_ms=2),
        ev.RoundBurned: ev.RoundBurned(at_ms=1, face_down=1, cut_card=False, due_ms=2),
        ev.RoundSettled: ev.RoundSettled(at_ms=1, result=result, due_ms=2),
        ev.ShareSealed: ev.ShareSealed(at_ms=1, account="ann", player="a", seal="0"),
        ev.ShareOpened: ev.ShareOpened(at_ms=1, account="ann", player="a", share=Share(random="0")),
        ev.SharesFailed: ev.SharesFailed(at_ms=1, missing=("a",), due_ms=2, entry=entry),
        ev.ShuffleExtended: ev.ShuffleExtended(at_ms=1, stage_due_ms=2, due_ms=3),
        ev.StakesReturned: ev.StakesReturned(at_ms=1, stakes={}),
        ev.RoundVoided: ev.RoundVoided(at_ms=1, reason="a fault", due_ms=2),
        ev.TablePaused: ev.TablePaused(at_ms=1),
        ev.RoundSuspended: ev.RoundSuspended(at_ms=1, reason="a fault"),
        ev.RoundResumed: ev.RoundResumed(at_ms=1, due_ms=2),
        ev.ShoeClosed: ev.ShoeClosed(at_ms=1, shoe=1, end=ev.ShoeEnd.NEVER_OPENED, secret=None),
        ev.SeatTaken: ev.SeatTaken(at_ms=1, seat=1, account="bob", name="Bob", left=None, able=True),
        ev.SeatFreed: ev.SeatFreed(at_ms=1, seat=2, account="ann", reason=ev.SeatEnd.LEFT),
        ev.SeatLineChanged: ev.SeatLineChanged(at_ms=1, seat=2, connected=False),
        ev.SeatFundsChanged: ev.SeatFundsChanged(at_ms=1, seat=2, able=False),
        ev.SatOut: ev.SatOut(at_ms=1, account="ann"),
        ev.DealerCame: ev.DealerCame(at_ms=1, staff="Dora"),
        ev.CardLaid: ev.CardLaid(at_ms=1, side=Side.PLAYER, number=1, cut_card=False, due_ms=2),
        ev.SqueezeBegan: ev.SqueezeBegan(at_ms=1, account="ann", number=1, due_ms=2),
        ev.CardBent: ev.CardBent(at_ms=1, account="ann", number=1),
        ev.SqueezeEnded: ev.SqueezeEnded(at_ms=1, account="ann", number=1, reason=ev.SqueezeEnd.TIME),
        ev.CardOpened: ev.CardOpened(at_ms=1, side=Side.PLAYER, number=1, card=Card("9H"), text="H-9-0", due_ms=2),
    }
    return others.get(kind) or act_of(kind)


def act_of(kind: type[Event]) -> Event:
    """An act at the desk of a table with real cards."""
    who: dict[str, Any] = {"at_ms": 1, "staff": "Dora", "reason": "a slip"}
    card, wrong = Card("9H"), Card("8H")
    made: dict[type[Event], Event] = {
        ev.ShoeWithdrawn: ev.ShoeWithdrawn(**who, replaced=True),
        ev.CutCardShown: ev.CutCardShown(**who, last_round=1),
        ev.CardCorrected: ev.CardCorrected(**who, number=1, side=Side.PLAYER, was=wrong, card=card),
        ev.CardTakenBack: ev.CardTakenBack(**who, number=1, side=Side.PLAYER, card=card),
        ev.ErrorBurned: ev.ErrorBurned(**who, face_down=3),
        ev.CardExposed: ev.CardExposed(**who, card=card),
    }
    return made[kind]


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("kind", KINDS)
def test_an_event_leads_where_the_table_of_transitions_says_or_fails(phase: Phase, kind: type[Event]) -> None:
    state, event = state_in(phase), event_of(kind)
    if kind in (ev.RoundSettled, ev.DemonstrationEnded):  # only a complete coup can be settled
        state = replace(state, coup=betting(NATURAL).go_to(Phase.RESULT).coup)
    if kind is ev.CardDealt:
        assert isinstance(event, ev.CardDealt)
        assert event.side is Side.PLAYER
    if kind in (ev.SeatFreed, ev.SeatLineChanged, ev.SeatFundsChanged):  # somebody sits there
        state = replace(state, seating=Seating(seats={2: ev.Seat(account="ann", name="Ann")}))
    if kind is ev.CardOpened:  # it lies face down
        laid = event_of(ev.CardLaid)
        assert isinstance(laid, ev.CardLaid)
        state = replace(state, laid=(laid,))
    wanted = TRANSITIONS[phase].get(kind)
    if kind in EVERYWHERE:
        wanted = phase
    if kind is ev.RoundResumed and phase is Phase.SUSPENDED:
        wanted = Phase.BETTING
    if wanted is None:
        with pytest.raises(AssertionError):
            evolve(state, event)
    else:
        after = evolve(state, event)
        assert after.phase is wanted
        assert kind is ev.ShuffleStarted or after.version == state.version + 1


def test_the_table_of_transitions_names_every_phase() -> None:
    assert set(TRANSITIONS) == set(Phase)


def rounds_with_a_suspension() -> Driven:
    table = betting(NATURAL)
    table.bet("ann", "player", 500)
    table.take_back("ann", "player", 500)
    table.now_ms = (table.state.due_ms or 0) - 1
    table.do(co.Recover())
    table.do(co.Tick(present=True))
    table.do(co.Suspend(reason="a fault"))
    table.do(co.Resume())
    table.go_to(Phase.DEALING)
    table.do(co.Suspend(reason="a fault"))
    table.do(co.Resume())
    table.play_round()
    table.play_round()
    return table


def voided(*, suspended: bool, closed: bool) -> Driven:
    table = betting(NATURAL)
    if closed:
        table.go_to(Phase.DEALING)
    if suspended:
        table.do(co.Suspend(reason="a fault"))
    table.do(co.VoidRound(reason="a fault", shoe_lost=closed))
    return table


def deserted_at(phase: Phase) -> Driven:
    table = Driven()
    table.go_to(phase)
    table.wait()
    table.do(co.Tick(present=False))
    table.now_ms += PAUSE_AFTER_MS
    while table.phase is not Phase.PAUSED:
        table.step()
    table.do(co.Tick(present=True))
    return table


def closed_early(phase: Phase, *, deserted: bool = False) -> Driven:
    table = Driven()
    table.go_to(Phase.BETTING if phase is Phase.PAUSED else phase)
    if deserted or phase is Phase.PAUSED:
        table.do(co.Tick(present=False))
        table.now_ms += PAUSE_AFTER_MS
    while table.phase is not phase:
        table.step()
    table.do(co.CloseShoe(secret=None))
    return table


def returned_after_a_tie(phase: Phase) -> Driven:
    table = betting("2S 3H 5D 4C", rules(burn="none", tie_policy="carry"))
    table.bet("ann", "player", 500)
    table.go_to(Phase.RESULT)
    if phase is Phase.PAUSED:
        table.do(co.Tick(present=False))
        table.now_ms += PAUSE_AFTER_MS
        table.step()
    table.do(co.ReturnStakes())
    return table


def shared() -> Driven:
    table = Driven(rules("macau"))
    table.step()
    share = table.seal("ann", cut_place=100)
    table.do(co.Recover())
    table.step()
    table.now_ms += 1_000_000
    table.do(co.Recover())
    table.step()
    table.step()
    assert isinstance(table.seal("ann"), Rejection)
    table.step()
    assert not isinstance(share, Rejection)
    return table


def shared_and_opened() -> Driven:
    table = Driven(rules("macau"))
    table.step()
    share = table.seal("ann")
    table.step()
    assert not isinstance(share, Rejection)
    table.do(table.opening("ann", share))
    table.go_to(Phase.BETTING)
    return table


def sat_out() -> Driven:
    table = betting(NATURAL, rules("chips", burn="none"))
    table.do(co.Sit(account="ann", name="Ann", seat=3))
    table.do(co.SitOut(account="ann", shoe=1, round=1))
    return table


def acts_everywhere() -> Iterator[Driven]:
    """Every act at the desk in every phase that takes it."""
    table = ByHand(hand_rules("live"))
    table.supervisor = "Sam"
    table.ready()
    correct = acts.CorrectCard(number=1, card="3C", reason="misread")
    take_back = acts.TakeCardBack(number=1, reason="not dealt")
    for act in (correct, take_back):
        table.must(act)
    table.enter("2C")
    _acts_of_every_phase(table)
    table.open_round()
    _acts_of_every_phase(table)
    table.do(co.Suspend(reason="a fault"))
    _acts_of_every_phase(table)
    table.do(co.Resume())
    table.close_betting()
    table.deal("9H 2S")
    _acts_of_every_phase(table)
    table.correct(-1, "3S")
    table.take_card_back()
    table.do(co.Suspend(reason="a fault"))
    table.correct(-1, "8H")
    table.take_card_back()
    table.do(co.Resume())
    table.deal(NATURAL)
    table.settle()
    _acts_of_every_phase(table)
    table.new_shoe(reason="damaged", replaced=True)
    yield table
    early = ByHand().ready()
    early.new_shoe(reason="a guest asked for it")
    yield early


def _acts_of_every_phase(table: ByHand) -> None:
    for answer in (table.cut_card(), table.cut_card(out=False, reason="it was not it"), table.burn(1)):
        assert not isinstance(answer, Rejection), answer
    table.must(acts.NoteExposed(card="KS", reason="it lay face up"))


def squeezed() -> Driven:
    table = betting(NATURAL, rules("macau", burn="none"))
    table.do(co.Sit(account="ann", name="Ann", seat=3))
    table.bet("ann", "player", 10_000)
    table.go_to(Phase.DEALING)
    for _ in range(5):  # four cards are laid, then the first squeeze begins
        table.step()
    table.do(co.BendCard(account="ann", shoe=1, round=1, number=1))
    table.do(co.OpenCard(account="ann", shoe=1, round=1, number=1))
    for _ in range(2):
        table.step()
    table.do(co.Suspend(reason="a fault"))
    table.do(co.LeaveSeat(account="ann"))
    return table


def everything_that_tables_do() -> Iterator[Driven]:
    yield from acts_everywhere()
    yield squeezed()
    yield shared()
    yield shared_and_opened()
    yield sat_out()
    yield returned_after_a_tie(Phase.RESULT)
    yield returned_after_a_tie(Phase.PAUSED)
    yield rounds_with_a_suspension()
    for suspended in (False, True):
        for closed in (False, True):
            yield voided(suspended=suspended, closed=closed)
    for phase in (Phase.BURNING, Phase.RESULT):
        yield deserted_at(phase)
    announced = Driven()
    announced.step()
    announced.do(co.CloseShoe(secret=None))
    yield announced
    for phase in (Phase.BURNING, Phase.RESULT, Phase.PAUSED):
        yield closed_early(phase)
        yield closed_early(phase, deserted=True)
    shoe = Driven(rules(burn_each_round=1, demonstration_rounds=2))
    shoe.play_shoe()
    yield shoe
    session = Driven(rules(shuffle_every_round=True))
    session.play_round()
    session.step()
    yield session
    demonstrating = Driven(rules(demonstration_rounds=1))
    demonstrating.go_to(Phase.BURNING)
    demonstrating.do(co.Tick(present=False))
    demonstrating.now_ms += PAUSE_AFTER_MS
    demonstrating.go_to(Phase.PAUSED)
    demonstrating.do(co.Tick(present=True))
    yield demonstrating


def test_every_way_in_the_table_of_transitions_is_gone_by_some_table() -> None:
    gone = set()
    for table in everything_that_tables_do():
        state = evolve(None, table.events[0])
        for event in table.events[1:]:
            after = evolve(state, event)
            gone.add((state.phase, type(event), after.phase))
            state = after
    listed = {(phase, kind, to) for phase, ways in TRANSITIONS.items() for kind, to in ways.items()}
    assert listed - gone == set()


def test_an_open_table_is_not_opened_again() -> None:
    table = Driven()
    with pytest.raises(AssertionError):
        evolve(table.state, table.events[0])


def test_a_fold_begins_with_the_opening_or_a_shuffle() -> None:
    table = Driven()
    table.play_shoe()
    starts = [place for place, event in enumerate(table.events) if isinstance(event, ev.ShuffleStarted | ev.TableOpened)]
    assert len(starts) == 3
    for start in starts:
        assert fold(table.events[start:], first_version=start + 1) == table.state
    with pytest.raises(AssertionError):
        fold(table.events[1:])


def test_the_same_rules_again_change_nothing_and_others_wait_for_the_end_of_the_shoe() -> None:
    table = Driven()
    assert table.do(co.Open(number=1, rules=table.state.rules)) == []
    table.go_to(Phase.BURNING)
    assert table.ask(co.Open(number=1, rules=rules("chips"))) == Rejection(code=Code.WRONG_PHASE)
    idle = Driven(present=False)
    assert [type(event) for event in idle.do(co.Open(number=1, rules=rules("chips")))] == [ev.RulesChanged]
    assert idle.state.rules.name == "chips"


def test_only_open_is_for_a_table_that_is_not_there() -> None:
    with pytest.raises(AssertionError):
        decide(None, co.Tick(present=True), 0)
