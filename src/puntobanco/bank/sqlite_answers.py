"""The answers to commands in SQLite: an append-only table, and in memory where each of them stands.

What must hold: no answer to an accepted command is forgotten while its round can be under way, whatever else is asked meanwhile,
because the command would be taken again. So accepted ones go by their age alone. Nothing but a lack of room could break that;
then the store takes no more commands rather than forgets one.

Refusals move no money and can be had for nothing. They go by their age too, and beyond that each player's own go by their number,
so that a flood of refused commands makes room for itself: nobody can have another player's answers forgotten. What a player's
oldest refusals were, after hundreds of newer ones within minutes, is asked by no client that waits for its answers.

An index in the database by player and command would make every commit write a page for each player who bets, more than all else
together. One process serves the file, so the index can be its own. It may name answers that were rolled back, therefore
what it finds is looked up and compared; it never misses one. Used by the writer's thread alone.
"""

import sqlite3
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping

import msgspec

from puntobanco.bank.limits import (
    ANSWERS_KEPT_MAX,
    ANSWERS_KEPT_MS,
    ANSWERS_PRUNED_PER_ANSWER,
    REFUSALS_KEPT_PER_PLAYER,
)
from puntobanco.bank.store import BrokenBooks, CommandKey, StoredAnswer, StoreFailed

_LOAD = "SELECT account, command_id, number, at_ms FROM answers ORDER BY number"
_FIND = "SELECT digest, answer FROM answers WHERE number = ? AND account = ? AND command_id = ?"
_ADD = "INSERT INTO answers (number, account, command_id, digest, answer, at_ms) VALUES (?, ?, ?, ?, ?, ?)"
_FORGET_UP_TO = "DELETE FROM answers WHERE number <= ?"
_FORGET = "DELETE FROM answers WHERE number = ?"


class _Place(msgspec.Struct, frozen=True, gc=False):
    """Where an answer stands. Refusals that were loaded at the start count as accepted: they are kept for their full time."""

    number: int
    at_ms: int
    refused: bool


class Answers:
    """The answers that are kept, oldest first. Numbers only grow, also over what was rolled back."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._places: OrderedDict[CommandKey, _Place] = OrderedDict()
        self._refusals: dict[str, deque[tuple[CommandKey, int]]] = {}
        for account, command_id, number, at_ms in connection.execute(_LOAD):
            key = CommandKey(account, command_id)
            self._places[key] = _Place(number, at_ms, False)
            self._places.move_to_end(key)
        self._last = max((place.number for place in self._places.values()), default=0)

    def find(self, connection: sqlite3.Connection, keys: Iterable[CommandKey]) -> dict[CommandKey, StoredAnswer]:
        """The answers to those of the commands that have one."""
        found = {}
        for key in keys:
            place = self._places.get(key)
            row = place and connection.execute(_FIND, (place.number, key.account, key.command_id)).fetchone()
            if place and row:
                found[key] = StoredAnswer(row[0], row[1], refused=place.refused)
        return found

    def keep(self, connection: sqlite3.Connection, answers: Mapping[CommandKey, StoredAnswer], at_ms: int) -> None:
        """Add answers, and forget a few of the oldest where they are too old, and a player's refusals where they are too many.

        Raises `BrokenBooks` for a second answer to a command, `StoreFailed` where there is no room for more.
        """
        if again := self.find(connection, answers):
            raise BrokenBooks(f"{next(iter(again))} was answered before")
        self._forget_old(connection, at_ms - ANSWERS_KEPT_MS, ANSWERS_PRUNED_PER_ANSWER * len(answers))
        if len(self._places) + len(answers) > ANSWERS_KEPT_MAX:
            raise StoreFailed(f"{len(self._places)} commands were answered in the last minutes, and there is no room for more")
        rows, too_many = [], []
        for key, kept in answers.items():
            self._last += 1
            self._places.pop(key, None)  # rolled back: it goes to the end of the line
            self._places[key] = _Place(self._last, at_ms, kept.refused)
            rows.append((self._last, key.account, key.command_id, kept.digest, kept.answer, at_ms))
            if kept.refused:
                too_many += self._add_refusal(key, self._last)
        connection.executemany(_ADD, rows)
        if too_many:
            connection.executemany(_FORGET, [(number,) for number in too_many])

    def _add_refusal(self, key: CommandKey, number: int) -> list[int]:
        """Put a refusal behind the player's others; the numbers of those that go for it."""
        own = self._refusals.setdefault(key.account, deque())
        own.append((key, number))
        gone = []
        while len(own) > REFUSALS_KEPT_PER_PLAYER:
            oldest, stood = own.popleft()
            place = self._places.get(oldest)
            if place is not None and place.number == stood:
                del self._places[oldest]
            gone.append(stood)
        return gone

    def _forget_old(self, connection: sqlite3.Connection, before_ms: int, count: int) -> None:
        last = None
        while count and self._places:
            key, place = next(iter(self._places.items()))
            if place.at_ms >= before_ms:
                break
            del self._places[key]
            if place.refused:
                self._forget_refusals(key.account, place.number)
            last = place.number
            count -= 1
        if last is not None:
            connection.execute(_FORGET_UP_TO, (last,))

    def _forget_refusals(self, account: str, last: int) -> None:
        """Take a player's refusals up to a number off the list; no list is left of a player who has none."""
        own = self._refusals.get(account, deque())
        while own and own[0][1] <= last:
            own.popleft()
        if not own:
            self._refusals.pop(account, None)
