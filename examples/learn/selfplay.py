"""Many games of two at once, played by searches whose leaves the network values in common batches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrocore.search.evaluate import estimates
from metromania import Game
from metromania.search import Evaluator, Result, Search, run_together

NOTHING = np.zeros(22, np.float32)


@dataclass
class Example:
    """A position to learn from: what its search found, and how the game went on for the seat to act."""

    game: Game  # without history
    policy: NDArray[np.float16]
    value: float  # of the search; then what is to be learnt, in 0..1
    told: NDArray[np.float32]  # how the game ended, see `ending`


@dataclass(frozen=True)
class Settings:
    """How self-play searches.

    The first ``warm_up`` games are played by PUCT with equal priors and the static evaluation, which costs less than a
    network that knows nothing. The first ``opening`` actions of a game are drawn by their visits to the power of
    ``keen``, for variety.
    """

    warm_up: int = 2000
    warm_up_simulations: int = 800
    games: int = 64
    simulations: int = 64
    in_flight: int = 4
    c: float = 1.5
    fpu: float = 0.1
    opening: int = 16
    keen: float = 2.0
    trust: float = 20.0  # an action whose value is 0.1 higher is to be chosen e ** 2 times as often
    outlook: float = 0.9  # of the value to learn, what lies at the next position; the rest is the search's


def estimates_of(game: Game) -> NDArray[np.float32]:
    """What ``Search`` tells an evaluator of the position beside its observation: (2, 4)."""
    return np.array(estimates(game, game.current_player), np.float32)


def outcome(game: Game) -> float:
    """How a finished game came out for seat 0, in 0..1: half by who won, half by how many points it was ahead."""
    data = game.report_data()
    ahead = data["totals"][0] - data["totals"][1]
    return 0.5 * (0 in data["winners"]) / len(data["winners"]) + 0.5 / (1 + math.exp(-ahead / 8))


def ending(game: Game, seat: int) -> NDArray[np.float32]:
    """How a finished game ended, told from a seat: (22,), mostly in -1..1.

    Points of both, their points for stations, for each of seven trips, and whether each line is complete.
    """
    data = game.report_data()
    seats = (seat, 1 - seat)
    told = [data["totals"][p] / 20 for p in seats] + [data["station_points"][p] / 10 for p in seats]
    told += [trip["points"][p] / 6 for trip in data["trips"] for p in seats]
    return np.array(told + [game.complete(2 * p + line) for p in seats for line in (0, 1)], np.float32)


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


def look_back(examples: list[Example], game: Game, outlook: float) -> None:
    """Once a game is over, make its examples' values what is to be learnt: of the searches that followed, the later the
    less, and the outcome (Sutton 1988, TD(lambda))."""
    told = ending(game, 0), ending(game, 1)
    value = outcome(game)  # for seat 0
    for example in reversed(examples):
        seat = example.game.current_player
        assert seat is not None
        found = example.value if seat == 0 else 1 - example.value
        value = outlook * value + (1 - outlook) * found
        example.value = value if seat == 0 else 1 - value
        example.told = told[seat]


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
            keen = result.policy().astype(np.float64) ** settings.keen
            keen /= keen.sum()
            policy = better_policy(result, settings.trust) if warm else keen.astype(np.float16)
            assert result.value is not None
            played[i].append(Example(game.copy(stack=False), policy, result.value[result.player], NOTHING))
            early = len(played[i]) <= settings.opening
            game.push(int(rng.choice(len(keen), p=keen)) if early else result.best)
            if game.is_over:
                over += 1
                look_back(played[i], game, settings.outlook)
                yield played[i]
                games[i], played[i] = Game.new(2, seed=int(rng.integers(2**63))), []


def _search(
    games: list[Game], evaluate: Evaluator | None, settings: Settings, rng: np.random.Generator
) -> list[Result]:
    options: dict[str, Any] = {"policy": "puct", "utility": "win_share"}
    if evaluate is None:
        options |= {"rollout": "static", "max_nodes": 2 * settings.warm_up_simulations}
        searches = [Search(game, seed=int(rng.integers(2**63)), **options) for game in games]
        return [search.run(settings.warm_up_simulations) for search in searches]
    options |= {"evaluator": evaluate, "observations": "uint8", "estimates": True, "in_flight": settings.in_flight}
    options |= {"c": settings.c, "fpu": settings.fpu, "max_nodes": 4 * settings.simulations}
    return run_together([Search(game, **options) for game in games], settings.simulations)
