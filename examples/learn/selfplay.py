"""Many games of two at once, played by searches whose leaves the network values in common batches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metromania import Game
from metromania.search import Evaluator, Result, Search, run_together


@dataclass
class Example:
    """A position to learn from: what its search found, and how the game came out for the seat to act."""

    game: Game  # without history
    policy: NDArray[np.float16]
    value: float  # of the search
    outcome: float = 0.5


@dataclass(frozen=True)
class Settings:
    """How self-play searches.

    The first ``opening`` actions of a game are drawn by their visits, for variety. The first ``warm_up`` games are
    played with random rollouts for values, which is cheaper than to begin with a network that knows nothing.
    """

    warm_up: int = 600
    warm_up_simulations: int = 400
    games: int = 64
    simulations: int = 32
    in_flight: int = 4
    c: float = 1.5
    fpu: float = 0.2
    opening: int = 40
    trust: float = 30.0  # an action whose value is 0.1 higher is to be chosen e ** 3 times as often


def outcome(game: Game) -> float:
    """How a finished game came out for seat 0, in 0..1: half by who won, half by how many points it was ahead."""
    data = game.report_data()
    ahead = data["totals"][0] - data["totals"][1]
    return 0.5 * (0 in data["winners"]) / len(data["winners"]) + 0.5 / (1 + math.exp(-ahead / 8))


def better_policy(result: Result, trust: float) -> NDArray[np.float16]:
    """The priors, corrected by the values found: prior * exp(trust * (value - root's value)); (320,).

    More is learnt from so few simulations than from their visits (Danihelka et al. 2022, "completed Q-values").
    """
    assert result.value is not None
    made = np.zeros(320)
    for row in result.actions:
        gain = 0.0 if row.value is None else row.value[result.player] - result.value[result.player]
        made[row.action.id] = (row.prior + 1e-4) * math.exp(trust * gain)
    return (made / made.sum()).astype(np.float16)


def play(evaluate: Evaluator, settings: Settings, seed: int) -> Iterator[list[Example]]:
    """Games without end, each on a random city: yields the examples of each as it is over."""
    rng = np.random.default_rng(seed)
    games = [Game.new(2, seed=int(rng.integers(2**63))) for _ in range(settings.games)]
    played: list[list[Example]] = [[] for _ in games]
    over = 0
    while True:
        warm = over >= settings.warm_up
        for i, result in enumerate(_search(games, evaluate if warm else None, settings, rng)):
            game = games[i]
            visits = result.policy().astype(np.float64)
            policy = better_policy(result, settings.trust) if warm else visits.astype(np.float16)
            assert result.value is not None
            played[i].append(Example(game.copy(stack=False), policy, result.value[result.player]))
            early = len(played[i]) <= settings.opening
            game.push(int(rng.choice(len(visits), p=visits / visits.sum())) if early else result.best)
            if game.is_over:
                over += 1
                won = outcome(game)
                for example in played[i]:
                    example.outcome = won if example.game.current_player == 0 else 1 - won
                yield played[i]
                games[i], played[i] = Game.new(2, seed=int(rng.integers(2**63))), []


def _search(
    games: list[Game], evaluate: Evaluator | None, settings: Settings, rng: np.random.Generator
) -> list[Result]:
    options: dict[str, Any] = {"policy": "puct", "utility": "win_share"}
    if evaluate is None:
        searches = [Search(game, seed=int(rng.integers(2**63)), **options) for game in games]
        return [search.run(settings.warm_up_simulations) for search in searches]
    options |= {"evaluator": evaluate, "observations": "uint8", "in_flight": settings.in_flight}
    options |= {"c": settings.c, "fpu": settings.fpu, "max_nodes": 4 * settings.simulations}
    return run_together([Search(game, **options) for game in games], settings.simulations)
