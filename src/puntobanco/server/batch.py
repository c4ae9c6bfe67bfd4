"""How a dealer's waiting commands become one batch to store: decided one after the other, each seen by the next.

Pure apart from its arguments; runs inside the store's transaction.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from puntobanco.bank.cashier import Posting, post
from puntobanco.bank.ledger import changes, player_account
from puntobanco.bank.staff_store import StaffAct
from puntobanco.bank.store import Batch, CommandKey, Recall, StoredAnswer
from puntobanco.server.staff.told import told
from puntobanco.table import commands as co, machine
from puntobanco.table.commands import Code, Command, Rejection
from puntobanco.table.events import Event
from puntobanco.table.state import TableState

Reply = Callable[[Rejection | None], None]

_answers = msgspec.json.Decoder(Rejection | None)
_body = msgspec.json.Encoder()


class Waiting(NamedTuple):
    """A command that waits to be decided. Those of players and staff have a key and want a reply; the table's own have neither.

    ``at_ms`` is when it arrived: a bet that came in time is in time, however long the commit before it took. ``barred`` is what the
    command is refused with, unless it was answered before. ``act`` is kept with what a command of staff does.
    """

    command: Command
    at_ms: int
    key: CommandKey | None = None
    digest: bytes = b""
    reply: Reply | None = None
    barred: Rejection | None = None
    act: StaffAct | None = None


class Decided(NamedTuple):
    """A decided batch: what to store, the state it leads to, and the answer to each command, in their order.

    ``repeated`` are the players who were given an earlier answer again, or asked for what is so already: what followed from it
    they may have been told before it.
    """

    batch: Batch
    state: TableState | None
    answers: list[Rejection | None]
    repeated: frozenset[str] = frozenset()


def digest_of(table: int, command: co.PlayerCommand | co.StaffCommand) -> bytes:
    """A digest of a command's table and body, to tell a repeated command from another one under the same id."""
    return hashlib.blake2b(_body.encode((table, type(command).__name__, command)), digest_size=16).digest()


def decide(state: TableState | None, waiting: Sequence[Waiting], recall: Recall, now_ms: int) -> Decided:
    """Decide the waiting commands in their order.

    A command whose id was answered before gets that answer again and does nothing; with another body it is refused.
    """
    events: list[Event] = []
    postings: list[Posting] = []
    answers: list[Rejection | None] = []
    acts: list[StaffAct] = []
    known, balances = dict(recall.answers), dict(recall.balances)
    fresh: dict[CommandKey, StoredAnswer] = {}
    repeated: set[str] = set()
    for item in waiting:
        if item.key is not None and (earlier := known.get(item.key)):
            answers.append(_again(earlier, item.digest))
            repeated.add(item.key.account)
            continue
        balance_cents = balances.get(player_account(item.key.account), 0) if item.key else 0
        decision = item.barred or machine.decide(state, item.command, item.at_ms, balance_cents=balance_cents)
        refusal = decision if isinstance(decision, Rejection) else None
        if item.act is not None and decision and not isinstance(decision, Rejection):  # what was so already, nobody has done
            acts.append(told(item.act, state, decision))
        for event in [] if isinstance(decision, Rejection) else decision:
            state = machine.evolve(state, event)
            posting = post(event, state)
            events.append(event)
            postings.append(posting)
            for account, change in changes(posting.transfers).items():
                balances[account] = balances.get(account, 0) + change
        answers.append(refusal)
        if item.key is not None:
            if decision == []:
                repeated.add(item.key.account)  # it was so already: what one has is told all the same
            known[item.key] = fresh[item.key] = StoredAnswer(item.digest, _body.encode(refusal), refused=refusal is not None)
    batch = Batch(events=tuple(events), postings=tuple(postings), answers=fresh, at_ms=now_ms, acts=tuple(acts))
    return Decided(batch, state, answers, frozenset(repeated))


def _again(earlier: StoredAnswer, digest: bytes) -> Rejection | None:
    return _answers.decode(earlier.answer) if earlier.digest == digest else Rejection(code=Code.COMMAND_ID_REUSED)
