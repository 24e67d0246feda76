"""What the games of a tournament say of each bot: shares of wins, ranks, scores, with 95 per cent intervals.

The games on one board hang together, so boards are what is drawn by chance: intervals take each board's mean as one
observation. Shares of wins have the interval of Wilson (1927) for as many games as the boards are worth: it is sound
for shares near 0 and 1 too. Means of ranks and scores have Student's.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .ratings import rate
from .results import Outcome
from .tournament import Tournament

LEVEL = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's results. ``games`` counts games at which it sat, ``seats`` its seats in them; all means are by seat.

    ``win_share``: a shared win counts as a part; bots that are equal have ``1 / players``. ``score`` is the mean over
    games that were played out, None if there is none. ``rating`` and ``rating_sigma`` are OpenSkill's. ``seconds`` an
    action are as the arena measured them. ``faults``: games lost by each kind of misbehaviour.
    """

    name: str
    games: int
    seats: int
    win_share: float
    win_share_interval: Interval
    rank: float
    rank_interval: Interval | None
    score: float | None
    score_interval: Interval | None
    rating: float
    rating_sigma: float
    seconds: float
    faults: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def standings(tournament: Tournament, outcomes: Iterable[Outcome]) -> list[Standing]:
    """The bots by their share of wins, best first. Does not depend on the order of the outcomes.

    Raises ``ImportError`` where openskill or scipy is missing (the extra ``arena``).
    """
    import scipy.stats  # here, so that its absence is told at once  # noqa: F401

    ordered = sorted(outcomes, key=lambda outcome: outcome.job.index)
    ratings = rate(len(tournament.bots), ordered)
    made = [_standing(tournament, bot, ordered, ratings[bot]) for bot in range(len(tournament.bots))]
    return sorted(made, key=lambda standing: (-standing.win_share, -standing.rating))


def _standing(tournament: Tournament, bot: int, outcomes: Sequence[Outcome], rating: tuple[float, float]) -> Standing:
    shares, ranks, scores = (defaultdict[int, list[float]](list) for _ in range(3))
    faults: dict[str, int] = {}
    games, seconds, actions = 0, 0.0, 0
    for outcome in outcomes:
        games += bot in outcome.job.seats
        for seat, who in enumerate(outcome.job.seats):
            if who == bot:
                shares[outcome.job.board].append(outcome.share(seat))
                ranks[outcome.job.board].append(outcome.ranks[seat])
                if outcome.totals is not None:
                    scores[outcome.job.board].append(outcome.totals[seat])
                seconds += outcome.seconds[seat]
                actions += outcome.actions[seat]
        for seat, kind, _ in outcome.faults:
            if outcome.job.seats[seat] == bot:
                faults[kind] = faults.get(kind, 0) + 1
    return Standing(
        name=tournament.bots[bot].label,
        games=games,
        seats=sum(map(len, shares.values())),
        win_share=_mean(shares) or 0.0,
        win_share_interval=share_interval(shares),
        rank=_mean(ranks) or 0.0,
        rank_interval=mean_interval(ranks, 1.0, tournament.players),
        score=_mean(scores),
        score_interval=mean_interval(scores),
        rating=rating[0],
        rating_sigma=rating[1],
        seconds=seconds / actions if actions else 0.0,
        faults=faults,
    )


def share_interval(boards: Mapping[int, Sequence[float]]) -> Interval:
    """Wilson's interval of a share, the observations of a board being worth fewer where they hang together."""
    values = [value for board in boards.values() for value in board]
    if not values:
        return 0.0, 1.0
    share, count = statistics.fmean(values), len(values) / _design_effect(boards)
    z2 = statistics.NormalDist().inv_cdf((1 + LEVEL) / 2) ** 2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    reach = math.sqrt(z2 * (share * (1 - share) / count + z2 / (4 * count * count))) / (1 + z2 / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_interval(
    boards: Mapping[int, Sequence[float]], least: float = -math.inf, most: float = math.inf
) -> Interval | None:
    """Student's interval of a mean over the means of boards, within what it can be; None with fewer than two boards."""
    means = [statistics.fmean(board) for board in boards.values() if board]
    if len(means) < 2:
        return None
    from scipy.stats import t

    middle, spread = statistics.fmean(means), statistics.stdev(means) / math.sqrt(len(means))
    reach = float(t.ppf((1 + LEVEL) / 2, len(means) - 1)) * spread
    return max(least, middle - reach), min(most, middle + reach)


def _design_effect(boards: Mapping[int, Sequence[float]]) -> float:
    """How much wider boards' means vary than they would if all observations were independent; never below 1."""
    values = [value for board in boards.values() for value in board]
    if len(boards) < 2 or len(values) == len(boards):
        return 1.0
    spread = statistics.pvariance(values)
    if spread == 0:
        return 1.0
    expected = spread * len(boards) / len(values)
    return max(1.0, statistics.variance([statistics.fmean(board) for board in boards.values()]) / expected)


def _mean(boards: Mapping[int, Sequence[float]]) -> float | None:
    values = [value for board in boards.values() for value in board]
    return statistics.fmean(values) if values else None
