"""A sequential test between two bots: ends as soon as the answer is clear, with stated chances of error.

Wald's sequential probability ratio test for the mean of a bounded observation whose distribution is not known: here
the part of a board's wins that the first bot gets, over all tables and seat rotations, 1/2 on average for equal bots.
The likelihood ratio is that of the most likely distributions with the mean of either hypothesis, given what was seen
(empirical likelihood, Owen 1988; as a generalised SPRT, Van den Bergh 2019). Nothing is assumed about draws, or about
how the games of a board hang together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from .results import Outcome
from .tournament import ArenaError, Tournament

Decision = Literal["low", "high"]

_GHOST = 1e-3  # as if 0 and 1 had each been seen so many times: then either mean is possible from the first board on
_HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Sprt:
    """The hypotheses: the first bot's mean part of the wins is ``low``, or is ``high``.

    ``alpha``: the chance of deciding for ``high`` when ``low`` is true; ``beta`` the other way round.
    Raises ``ArenaError`` unless 0 < low < high < 1 and both chances are in (0, 0.5).
    """

    low: float = 0.5
    high: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise ArenaError("expected 0 < low < high < 1", "sprt")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ArenaError("expected chances of error between 0 and 0.5", "sprt")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which it decides for low, and for high."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, seen: Mapping[float, int]) -> float:
        """The log likelihood ratio of high to low; ``seen`` counts the observations, each in 0..1, by value."""
        weights: dict[float, float] = {0.0: _GHOST, 1.0: _GHOST}
        for value, count in seen.items():
            weights[value] = weights.get(value, 0.0) + count
        tilts = [_tilt(weights, mean) for mean in (self.low, self.high)]
        return sum(
            weight * (math.log1p(tilts[0] * (value - self.low)) - math.log1p(tilts[1] * (value - self.high)))
            for value, weight in weights.items()
        )

    def decision(self, seen: Mapping[float, int]) -> Decision | None:
        """What is clear by now, if anything is."""
        least, most = self.bounds
        ratio = self.log_ratio(seen)
        return "high" if ratio >= most else "low" if ratio <= least else None


@dataclass(frozen=True, slots=True)
class SprtResult:
    """Where a test stands: ``decision`` is None while it is open; ``boards`` were looked at, from the first on."""

    low: float
    high: float
    alpha: float
    beta: float
    boards: int
    mean: float | None
    log_ratio: float
    decision: Decision | None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class SprtRun:
    """The test along a tournament of two bots, which takes whole boards in their order.

    A board that is finished early waits for those before it: else short games would be looked at first.
    """

    def __init__(self, test: Sprt, tournament: Tournament) -> None:
        if len(tournament.bots) != 2 or tournament.gauntlet:
            raise ArenaError("a sequential test is between two bots that meet on equal terms", "sprt")
        self._test, self._size = test, len(tournament.seatings())
        self._waiting: dict[int, list[Outcome]] = {}
        self._seen: Counter[float] = Counter()
        self.boards = 0
        self.decision: Decision | None = None

    def add(self, outcomes: Iterable[Outcome]) -> Decision | None:
        """Take more games; returns the decision once it has fallen, which no later game changes."""
        for outcome in outcomes:
            self._waiting.setdefault(outcome.job.board, []).append(outcome)
        while self.decision is None and len(self._waiting.get(self.boards, ())) == self._size:
            self._seen[_part(self._waiting.pop(self.boards))] += 1
            self.boards += 1
            self.decision = self._test.decision(self._seen)
        return self.decision

    def result(self) -> SprtResult:
        """Where the test stands."""
        count = sum(self._seen.values())
        mean = sum(value * times for value, times in self._seen.items()) / count if count else None
        test = self._test
        ratio = test.log_ratio(self._seen)
        return SprtResult(test.low, test.high, test.alpha, test.beta, self.boards, mean, ratio, self.decision)


def _part(outcomes: list[Outcome]) -> float:
    """The first bot's part of the wins of a board; a game without a winner counts half."""
    parts = []
    for outcome in outcomes:
        seats = outcome.job.seats
        own = sum(outcome.share(seat) for seat, bot in enumerate(seats) if bot == 0)
        parts.append(own if outcome.winners else 0.5)
    return round(sum(parts) / len(parts), 9)


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """Lagrange's multiplier: the likeliest distribution with this mean has parts weight / (1 + tilt * (value - mean)).

    It is where the mean of (value - mean) / (1 + tilt * (value - mean)) is 0; that falls as the tilt grows.
    """
    low, high = -1 / (1 - mean), 1 / mean  # values 0 and 1 are among the weights
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = sum(weight * (value - mean) / (1 + middle * (value - mean)) for value, weight in weights.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
