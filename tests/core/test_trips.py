"""Fastest trips by bit sets (find_trip) and by relaxing until nothing improves (slow_minutes): the same."""

from collections import Counter
from random import Random

import pytest

from metrocore import _probe
from metrocore.lattice import triangle_corners
from metromania import Game
from tests.core.walks import walk

TRIPS = range(7)


def check_trips(game: Game, minutes: Counter[int]) -> None:
    """The seven trips as they stand, three ways."""
    for trip, told in enumerate(game.trips_data()):
        both = _probe.trip_minutes(game, trip)
        if both is None:
            assert told["minutes"] is None
            continue
        fast, slow = both
        assert fast == slow, (game.position(), trip)
        assert told["minutes"] == (None if fast < 0 else fast)
        minutes[fast] += 1


def test_all_trips_of_many_games() -> None:
    minutes: Counter[int] = Counter()
    for seed in range(80):
        for step, game in enumerate(walk(seed)):
            if game.is_over or step % 12 == 11:
                check_trips(game, minutes)
    assert sum(minutes[m] for m in minutes if m > 0) > 100
    assert max(minutes) >= 9  # two changes and more were among them


def test_between_any_two_places() -> None:
    """From the corners of any space to those of any other, over the networks that games end with."""
    minutes: Counter[int] = Counter()
    for seed in range(40):
        rng = Random(seed)
        *_, game = walk(seed)
        served = [t for t in range(150) if set(triangle_corners[t]) & set(game.station_vertices)]
        for _ in range(60 if served else 0):
            start, goal = (triangle_corners[rng.choice(served)] for _ in range(2))
            fast, slow = _probe.minutes_between(game, start, goal)
            assert fast == slow, (game.position(), start, goal)
            minutes[fast] += 1
    assert sum(minutes[m] for m in minutes if m > 0) > 500
    assert minutes[-1] > 100
    assert max(minutes) > 12


def test_many_starts_and_goals() -> None:
    for seed in range(40):
        rng = Random(seed)
        *_, game = walk(seed)
        for size in (1, 3, 10, 40):
            start, goal = rng.sample(range(91), size), rng.sample(range(91), size)
            fast, slow = _probe.minutes_between(game, start, goal)
            assert fast == slow, (game.position(), start, goal)


def test_no_vertices_have_no_route() -> None:
    *_, game = walk(1)
    assert _probe.minutes_between(game, [], range(91)) == (-1, -1)
    assert _probe.minutes_between(game, range(91), []) == (-1, -1)


def test_long_ways() -> None:
    """Boards with many starts, eagerly dug: from the first stations to the last, with up to six changes."""
    minutes = Counter[int]()
    for seed in range(1, 60, 2):
        *_, game = walk(seed, "many")
        for v in game.station_vertices[:6]:
            for w in game.station_vertices[-6:]:
                fast, slow = _probe.minutes_between(game, [v], [w])
                assert fast == slow
                minutes[fast] += 1
    assert max(minutes) >= 16


@pytest.mark.parametrize("trip", [-1, 7])
def test_probe_refuses_other_trips(trip: int) -> None:
    with pytest.raises(ValueError, match="trip must be"):
        _probe.trip_minutes(Game.new(seed=1), trip)
