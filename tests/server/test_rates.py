"""How often something may be done: a burst at once, then as fast as it fills again."""

from unittest import mock

from puntobanco.server.rates import Rates, TokenBucket


def test_a_bucket_says_how_long_to_wait_and_when_it_is_as_good_as_new() -> None:
    with mock.patch("time.monotonic", return_value=100.0) as now:
        bucket = TokenBucket(0.5, 2)
        assert (bucket.full, bucket.wait_s) == (True, 0)
        assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
        assert (bucket.full, bucket.wait_s) == (False, 2)
        now.return_value = 101.0
        assert (bucket.take(), bucket.wait_s) == (False, 1)
        now.return_value = 102.0
        assert (bucket.wait_s, bucket.take()) == (0, True)
        now.return_value = 110.0
        assert bucket.full


def test_rates_at_their_bound_let_go_of_who_is_as_good_as_new_and_look_once_a_second() -> None:
    with mock.patch("time.monotonic", return_value=100.0) as now:
        rates = Rates(1.0, 2, most=3)
        for key in range(3):
            assert rates.of(key).take()
        with mock.patch.object(Rates, "_forget", autospec=True, side_effect=Rates._forget) as looked:
            rates.of(0)
            assert not looked.called, "who is known needs no room"
        assert rates.of("new") is rates.of("new")
        assert len(rates) == 4, "nobody is forgotten whose rate is not full"
        now.return_value = 101.0
        rates.of("newer")
        assert len(rates) == 1


def test_new_ones_at_the_bound_do_not_each_look_through_all() -> None:
    full = mock.PropertyMock(return_value=False)
    with mock.patch.object(TokenBucket, "full", full), mock.patch("time.monotonic", return_value=100.0):
        rates = Rates(1.0, 2, most=100)
        for key in range(1_000):
            rates.of(key).take()
    assert full.call_count <= 100
