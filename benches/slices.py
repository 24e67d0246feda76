"""Measure workloads beside each other in short alternating slices, for machines whose clock speed wanders.

A core that flips between two speeds every few seconds makes any two long measurements incomparable. So each
workload runs for a slice of some 30 ms, all workloads take turns, and the order turns by one each round. A
workload's figure is the median over its slices; two workloads are compared by the ratio of their medians and by
the median of the ratios of slices of the same round, which lie within a fraction of a second of each other. When
the two ratios disagree by more than a few per cent, the run was too short or the machine too busy.

On a busy machine a slice also holds the time given to others; `clock=time.process_time` leaves that out, and counts
all threads of the process.

The garbage collector is off inside a slice, as in `timeit`, and runs between rounds. Every slice's answer is checked.
"""

from __future__ import annotations

import gc
import math
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter

__all__ = ["Comparison", "Measure", "Workload", "WrongAnswerError", "compare", "ratio"]


Clock = Callable[[], float]
MOST_REPEATS = 10**9


class WrongAnswerError(AssertionError):
    """A workload gave another answer than the one it must give."""


@dataclass(frozen=True, slots=True)
class Workload:
    """Something to time: `run(n)` does the work `n` times over and returns the sum of its answers.

    `units` says what one repeat holds, e.g. `{"ply": 110, "listed": 7260}`; its first entry is the main unit.
    `answer` is what one repeat must answer (so `run(n)` must return `n * answer`), or a test of `(n, got)`.
    """

    run: Callable[[int], int]
    units: Mapping[str, float]
    answer: int | Callable[[int, int], bool]

    def check(self, name: str, n: int, got: int) -> None:
        """Raise `WrongAnswerError` unless `got` is the answer to `n` repeats."""
        right = got == n * self.answer if isinstance(self.answer, int) else self.answer(n, got)
        if not right:
            raise WrongAnswerError(f"{name}: {n} repeats answered {got}, expected {self.answer}")


@dataclass(frozen=True, slots=True)
class Measure:
    """What one workload took: seconds a repeat, one figure a round."""

    name: str
    repeats: int
    units: Mapping[str, float]
    seconds: tuple[float, ...]

    @property
    def unit(self) -> str:
        """The main unit's name."""
        return next(iter(self.units))

    def per_unit(self, unit: str | None = None) -> list[float]:
        """Nanoseconds a unit, one figure a round."""
        count = self.units[unit or self.unit]
        return [s * 1e9 / count for s in self.seconds]

    def median(self, unit: str | None = None) -> float:
        """Median nanoseconds a unit."""
        return statistics.median(self.per_unit(unit))

    def quartiles(self, unit: str | None = None) -> tuple[float, float]:
        """The lower and upper quartile of nanoseconds a unit."""
        figures = self.per_unit(unit)
        if len(figures) < 2:
            return figures[0], figures[0]
        low, _, high = statistics.quantiles(figures, n=4, method="inclusive")
        return low, high

    def per_second(self, unit: str | None = None) -> float:
        """Units a second, from the median."""
        return 1e9 / self.median(unit)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many times as long `other` takes as `base`, unit for unit."""

    base: str
    other: str
    of_medians: float
    of_pairs: float


def ratio(base: Measure, other: Measure, unit: str | None = None, other_unit: str | None = None) -> Comparison:
    """Compare two measures of one `compare` run: above 1, `base` is the faster."""
    ours, theirs = base.per_unit(unit), other.per_unit(other_unit or unit)
    pairs = statistics.median(b / a for a, b in zip(ours, theirs, strict=True))
    return Comparison(base.name, other.name, statistics.median(theirs) / statistics.median(ours), pairs)


def _slice(name: str, workload: Workload, n: int, clock: Clock = perf_counter) -> float:
    """Run one slice of `n` repeats, check its answer, return its seconds."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        got = workload.run(n)
        seconds = clock() - start
    finally:
        if collecting:
            gc.enable()
    workload.check(name, n, got)
    return seconds


def calibrate(name: str, workload: Workload, slice_ms: float, clock: Clock = perf_counter) -> int:
    """Find how many repeats fill a slice (also the warm-up)."""
    target, n = slice_ms / 1000, 1
    while (seconds := _slice(name, workload, n, clock)) < target / 3:
        if n > MOST_REPEATS:
            raise ValueError(f"{name}: {n} repeats take {seconds} s: this does no work that can be timed")
        n = max(2 * n, math.floor(n * min(target / max(seconds, 1e-7), 64)))
    return max(1, round(n * target / seconds))


def compare(
    workloads: Mapping[str, Workload], *, rounds: int = 15, slice_ms: float = 30.0, clock: Clock = perf_counter
) -> dict[str, Measure]:
    """Measure every workload in `rounds` slices of about `slice_ms`, taking turns.

    A workload whose single repeat is longer than a slice gets a slice of one repeat.
    """
    if rounds < 1:
        raise ValueError(f"rounds: {rounds} is not at least 1")
    names = list(workloads)
    if not names:
        return {}
    repeats = {name: calibrate(name, workloads[name], slice_ms, clock) for name in names}
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        gc.collect()
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            seconds[name].append(_slice(name, workloads[name], repeats[name], clock) / repeats[name])
    return {name: Measure(name, repeats[name], workloads[name].units, tuple(seconds[name])) for name in names}
