"""How often something may be done: a burst at once, then as fast as it fills again."""

from unittest import mock

from puntobanco.server.rates import TokenBucket


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
