"""The answers to commands in SQLite: an append-only table, and in memory where each of them stands.

An index in the database by player and command would make every commit write a page for each player who bets, more than all else
together. One process serves the file, so the index can be its own. It may name answers that were rolled back, therefore
what it finds is looked up and compared; it never misses one. Used by the writer's thread alone.
"""

import itertools
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from puntobanco.bank.limits import ANSWERS_KEPT_MAX, ANSWERS_KEPT_MS, ANSWERS_PRUNED_PER_ANSWER
from puntobanco.bank.store import BrokenBooks, CommandKey, StoredAnswer

_LOAD = "SELECT account, command_id, number, at_ms FROM answers ORDER BY number"
_FIND = "SELECT digest, answer FROM answers WHERE number = ? AND account = ? AND command_id = ?"
_ADD = "INSERT INTO answers (number, account, command_id, digest, answer, at_ms) VALUES (?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM answers WHERE number <= ?"


class _Place(NamedTuple):
    number: int
    at_ms: int


class Answers:
    """The answers that are kept, oldest first. Numbers only grow, also over what was rolled back."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._places: dict[CommandKey, _Place] = {}
        for account, command_id, number, at_ms in connection.execute(_LOAD):
            self._places[CommandKey(account, command_id)] = _Place(number, at_ms)
        self._last = max((place.number for place in self._places.values()), default=0)

    def find(self, connection: sqlite3.Connection, keys: Iterable[CommandKey]) -> dict[CommandKey, StoredAnswer]:
        """The answers to those of the commands that have one."""
        found = {}
        for key in keys:
            place = self._places.get(key)
            row = place and connection.execute(_FIND, (place.number, key.account, key.command_id)).fetchone()
            if row:
                found[key] = StoredAnswer(*row)
        return found

    def keep(self, connection: sqlite3.Connection, answers: Mapping[CommandKey, StoredAnswer], at_ms: int) -> None:
        """Add answers, and forget a few of the oldest where they are too old or too many. Raises `BrokenBooks` for a second one."""
        if again := self.find(connection, answers):
            raise BrokenBooks(f"{next(iter(again))} was answered before")
        rows = []
        for key, kept in answers.items():
            self._last += 1
            self._places.pop(key, None)  # rolled back: it goes to the end of the line
            self._places[key] = _Place(self._last, at_ms)
            rows.append((self._last, key.account, key.command_id, kept.digest, kept.answer, at_ms))
        connection.executemany(_ADD, rows)
        self._forget(connection, at_ms - ANSWERS_KEPT_MS, ANSWERS_PRUNED_PER_ANSWER * len(answers))

    def _forget(self, connection: sqlite3.Connection, before_ms: int, count: int) -> None:
        last = None
        for key, place in list(itertools.islice(self._places.items(), count)):
            if place.at_ms >= before_ms and len(self._places) <= ANSWERS_KEPT_MAX:
                break
            del self._places[key]
            last = place.number
        if last is not None:
            connection.execute(_FORGET, (last,))
