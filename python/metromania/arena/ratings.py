"""Ratings by OpenSkill's Plackett-Luce model, for any number of players; ties are equal."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from .results import Outcome


def rate(bots: int, outcomes: Sequence[Outcome]) -> list[tuple[float, float]]:
    """Mu and sigma of each bot after the games, in the order given.

    A bot that sits at a table more than once gets the mean of what each of its seats would have got. Games of a bot
    against itself alone say nothing. Raises ``ImportError`` where openskill is missing.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [(float(model.mu), float(model.sigma))] * bots
    for outcome in outcomes:
        seats = outcome.job.seats
        if len(set(seats)) == 1:
            continue
        teams = [[model.rating(*ratings[bot])] for bot in seats]
        rated = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])]
        for bot in set(seats):
            own = [rating for who, rating in zip(seats, rated, strict=True) if who == bot]
            ratings[bot] = (
                statistics.fmean(rating.mu for rating in own),
                statistics.fmean(rating.sigma for rating in own),
            )
    return ratings
