"""Bots that don't look ahead: random, and greedy."""

from __future__ import annotations

import random
from typing import Any

from metrocore.action import Action
from metromania.game import Game


class RandomBot:
    """Any legal action, each as likely. The same seed chooses alike everywhere."""

    def __init__(self, *, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def __call__(self, game: Game) -> Action:
        return self._random.choice(game.legal_actions)


class GreedyBot:
    """The best immediate gain: what the own score would be if building ended after the action.

    Station points count halfway between what the lines then complete leave of them (RULES 7.1) and the whole, so that
    both a station and a completed line are a gain; a destination marker on the board counts half of the guilt that it
    may save (RULES 7.3). Of equal actions any, each as likely.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._gain = ""

    def __call__(self, game: Game) -> Action:
        player = game.current_player
        assert player is not None  # a host asks the player whose action is next
        before, after = _standing(game, player), {}
        for action in game.legal_actions:
            game.push(action)
            after[action] = _standing(game, player)
            game.pop()
        best = max(after.values())
        self._gain = f"gains {best - before:+g} at once"
        return self._random.choice([action for action, value in after.items() if value == best])

    def explain(self) -> str:
        return self._gain


def _standing(game: Game, player: int) -> float:
    data: dict[str, Any] = game.report_data()
    total, whole, kept = (data[key][player] for key in ("totals", "station_points", "line_points"))
    placed = sum(owner == player and place >= 0 for owner, place in zip(game.owners, game.places, strict=True))
    return float(total + (whole - kept) / 2 + 3 * placed)
