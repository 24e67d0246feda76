"""Two searches against each other, on random cities, each city played twice with the seats changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from metromania import Game
from metromania.search import Search, run_together


@dataclass
class Player:
    """A search with its options (those of ``metromania.search.Search``), and its simulations for an action.

    ``alone``: an evaluator sees the leaves of one game at a time, not those of all games in common batches.
    """

    simulations: int
    options: dict[str, Any]
    alone: bool = False
    seconds: float = field(default=0.0, init=False)  # of the processor, used so far
    done: int = field(default=0, init=False)  # simulations so far
    actions: int = field(default=0, init=False)  # chosen so far

    @property
    def rate(self) -> float:
        """Simulations a second of processor time."""
        return self.done / self.seconds

    def forget(self) -> None:
        """Begin to count anew."""
        self.seconds, self.done, self.actions = 0.0, 0, 0

    def choose(self, games: list[Game], seed: int) -> list[int]:
        """An action for each game."""
        begun = time.process_time()
        searches = [
            Search(game, seed=seed + i, max_nodes=2 * self.simulations + 64, **self.options)
            for i, game in enumerate(games)
        ]
        if "evaluator" in self.options and not self.alone:
            results = run_together(searches, self.simulations)
        else:
            results = [search.run(self.simulations) for search in searches]
        self.seconds += time.process_time() - begun
        self.actions += len(games)
        self.done += sum(result.simulations for result in results)
        return [result.best.id for result in results]


@dataclass(frozen=True)
class Outcome:
    """The first player's win share and margin in points, each with the half-width of its 95% interval."""

    pairs: int
    share: float
    share_error: float
    margin: float
    margin_error: float

    def __str__(self) -> str:
        return (
            f"wins {self.share:.1%} +- {self.share_error:.1%}, margin {self.margin:+.1f} +- {self.margin_error:.1f} "
            f"points ({self.pairs} pairs of games)"
        )


def play_match(a: Player, b: Player, pairs: int, seed: int, report: Callable[[str], None] | None = None) -> Outcome:
    """All games side by side. The interval is the normal one over pairs, which are independent."""
    cities = [Game.new(2, seed=seed * 1_000_003 + i) for i in range(pairs)]
    games = [game.copy() for game in cities for _ in range(2)]  # in every other game b has seat 0
    ply = 0
    while not all(game.is_over for game in games):
        for seat, player in enumerate((a, b)):
            waiting = [
                game for i, game in enumerate(games) if game.current_player is not None
                and (game.current_player + i) % 2 == seat
            ]  # fmt: skip
            if waiting:
                for game, action in zip(waiting, player.choose(waiting, seed * 7919 + 100_000 * ply), strict=True):
                    game.push(action)
            ply += 1
        if report:
            report(f"{sum(game.is_over for game in games)} of {len(games)} games over")
    shares, margins = np.empty(len(games)), np.empty(len(games))
    for i, game in enumerate(games):
        data = game.report_data()
        mine = i % 2
        shares[i] = (mine in data["winners"]) / len(data["winners"])
        margins[i] = data["totals"][mine] - data["totals"][1 - mine]
    share, margin = (x.reshape(pairs, 2).mean(1) for x in (shares, margins))
    half = 1.96 / np.sqrt(pairs)
    return Outcome(pairs, share.mean(), half * share.std(ddof=1), margin.mean(), half * margin.std(ddof=1))
