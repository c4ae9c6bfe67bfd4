"""The server's time never goes back."""

from puntobanco.server.clock import Clock

HOUR_MS = 3_600_000


def test_time_goes_on_from_what_was_stored_when_the_machine_was_set_back() -> None:
    clock = Clock()
    stored_ms = clock.now_ms() + HOUR_MS
    clock.not_before(stored_ms)
    assert stored_ms <= clock.now_ms() < stored_ms + 1_000


def test_what_was_stored_in_the_past_changes_nothing() -> None:
    clock = Clock()
    before_ms = clock.now_ms()
    clock.not_before(before_ms - HOUR_MS)
    assert before_ms <= clock.now_ms() < before_ms + 1_000
