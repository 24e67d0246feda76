"""Bit sets and seeded numbers, against Python's own."""

from collections import Counter
from random import Random

import pytest

from metrocore import _probe


def test_bit_helpers() -> None:
    rng = Random(1)
    for size in (1, 3, 32, 33, 64):
        for _ in range(200):
            x = rng.getrandbits(size) | 1 << rng.randrange(min(size, 32))
            lower = x & 0xFFFFFFFF
            assert _probe.bit_facts(x) == ((x & -x).bit_length() - 1, lower.bit_length() - 1, x.bit_count())


def test_words_are_those_of_splitmix64() -> None:
    """The sequence from state 1234567 that implementations of SplitMix64 agree on."""
    assert _probe.random_words(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_streams_are_the_same_on_every_platform() -> None:
    assert _probe.random_numbers(0, 0, 1000, 6) == [522, 286, 949, 176, 367, 247]
    assert _probe.random_numbers(2**64 - 1, 7, 2**32 - 1, 3) == [78130284, 3098750321, 1257090993]


def test_streams_differ_by_seed_and_index() -> None:
    streams = {
        tuple(_probe.random_numbers(seed, index, 2**32 - 1, 4))
        for seed in (0, 1, 2, 2**32, 2**63, 2**64 - 1)
        for index in (0, 1, 2, 1000, 2**32, 2**64 - 1)
    }
    assert len(streams) == 36


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 320])
def test_numbers_below_are_even(n: int) -> None:
    drawn = Counter(_probe.random_numbers(5, n, n, 1000 * n))
    assert set(drawn) == set(range(n))
    # Each number's count has mean 1000 and standard deviation below 32.
    assert all(840 < times < 1160 for times in drawn.values())


def test_numbers_below_a_large_bound_reject_what_would_bias_them() -> None:
    """Of 3 * 2**30 possible numbers, those in each third come up equally often."""
    thirds = Counter(number >> 30 for number in _probe.random_numbers(1, 1, 3 << 30, 30_000))
    assert set(thirds) == {0, 1, 2}
    assert all(9_600 < times < 10_400 for times in thirds.values())
