"""What a test reads of a shoe's record."""

from typing import Any


def secret_in(record: Any) -> str | None:
    """The secret that a record gives away, in hex; None before the shoe has ended."""
    last = str(record["log"][-1]["text"]).split("\n")
    return last[-1].removeprefix("secret ") if last[0] == "ended" else None


def opened_in(record: Any) -> list[Any]:
    """All cards of a record that are open, in the order of its rounds and hands."""
    burns = [record["burn"], *(one["burn"] for one in record["rounds"])]
    shown = [burn["shown"] for burn in burns if burn and burn["shown"]]
    return shown + [card for one in record["rounds"] for hand in ("player", "banker") for card in one[hand]]
