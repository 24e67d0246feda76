"""Tests of the measuring helper and of the trips put to graph libraries: `pytest benches/test_slices.py`."""

from __future__ import annotations

from itertools import count

import pytest

from benches.peers.networks import NETWORKS, build, full_network
from benches.slices import Measure, Workload, WrongAnswerError, compare, ratio


def test_compare_takes_turns_and_counts_units() -> None:
    order: list[str] = []

    def make(name: str) -> Workload:
        def run(n: int) -> int:
            order.append(name)
            return 3 * n

        return Workload(run, {"ply": 10, "listed": 40}, 3)

    ticks = count()
    found = compare({"a": make("a"), "b": make("b")}, rounds=4, slice_ms=1000, clock=lambda: float(next(ticks)))
    assert order[-8:] == ["a", "b", "b", "a", "a", "b", "b", "a"]
    assert {len(m.seconds) for m in found.values()} == {4}
    assert found["a"].median("ply") == pytest.approx(4 * found["a"].median("listed"))
    assert found["a"].unit == "ply"


def test_a_wrong_answer_is_an_error() -> None:
    with pytest.raises(WrongAnswerError, match="wrong: 1 repeats answered 2"):
        compare({"wrong": Workload(lambda n: n + 1, {"ply": 1}, 1)}, rounds=1, slice_ms=0.1)
    with pytest.raises(WrongAnswerError):
        Workload(lambda n: 0, {"ply": 1}, lambda n, got: got > n).check("test", 3, 3)
    with pytest.raises(ValueError, match="rounds"):
        compare({}, rounds=0)
    with pytest.raises(ValueError, match="no work"):
        compare({"idle": Workload(lambda n: 0, {"ply": 1}, 0)}, slice_ms=1, clock=lambda: 0.0)
    assert compare({}) == {}


def test_ratio_of_medians_and_of_pairs() -> None:
    slow_clock = Measure("a", 1, {"ply": 1}, (1.0, 2.0, 2.0))
    other = Measure("b", 1, {"ply": 2}, (6.0, 12.0, 12.0))
    found = ratio(slow_clock, other)
    assert [found.of_medians, found.of_pairs] == pytest.approx([3, 3])
    assert other.per_second() == pytest.approx(2 / 12)
    assert list(slow_clock.quartiles()) == pytest.approx([1.5e9, 2e9])


def test_a_trip_by_hand() -> None:
    # Line 0 runs 1-2-3-4, line 1 runs 5-2-6-4: from 1 to 4 one rides line 0 for 3 minutes, from 5 to 3 one changes.
    network = build([[1, 2, 3, 4], [5, 2, 6, 4]], [([1], [4]), ([5], [3]), ([2], [4])])
    assert network.nodes == 8
    assert [(trip.minutes, trip.lines) for trip in network.trips] == [(3, 0b01), (5, 0b11), (2, 0b11)]


@pytest.mark.parametrize(("name", "per_line"), NETWORKS.items())
def test_full_networks(name: str, per_line: int) -> None:
    network = full_network(per_line)
    assert name == f"{network.nodes} nodes"
    assert len(network.trips) == 7
    assert len({trip.answer for trip in network.trips}) > 3
