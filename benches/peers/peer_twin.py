"""The reference twin (tests/reference), the same game in plain Python from the rules alone: play, copy, leaves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benches.slices import Workload
from tests.reference.boards import random_record
from tests.reference.play import RefGame

UNLIKE = (
    "The same game, written in plain Python straight from the rules to be right and nothing else: it computes afresh what the "
    "core keeps. It cannot undo; its actions are texts. What it shows is what the core gains by that."
)
SEED = 1


def begin() -> RefGame:
    """A game before its first action."""
    return RefGame(random_record(SEED, "standard") | {"actions": []})


def record() -> tuple[list[str], list[int]]:
    """Play one random game: the chosen actions, and how many were listed."""
    game, rng = begin(), Random(SEED)
    chosen: list[str] = []
    listed: list[int] = []
    while not game.is_over:
        actions = game.legal()
        chosen.append(rng.choice(actions))
        listed.append(len(actions))
        game.apply(chosen[-1])
    return chosen, listed


def middle() -> RefGame:
    """Half-way through that game."""
    game = begin()
    chosen, _ = record()
    for action in chosen[: len(chosen) // 2]:
        game.apply(action)
    return game


def play() -> dict[str, Workload]:
    """List and apply along a recorded game."""
    chosen, counts = record()
    first = begin()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            game = first.copy()
            for action in chosen:
                total += len(game.legal())
                game.apply(action)
        return total

    return {"play": Workload(run, {"ply": len(chosen), "listed": sum(counts)}, sum(counts))}


def clone() -> dict[str, Workload]:
    """Copy a mid-game position."""
    game = middle()

    def run(n: int) -> int:
        return sum(len(game.copy().stations) for _ in range(n))

    return {"copy": Workload(run, {"clone": 1}, len(game.stations))}


def perft() -> dict[str, Workload]:
    """Leaves two plies below a mid-game position."""
    game = middle()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for action in game.legal():
                after = game.copy()
                after.apply(action)
                total += len(after.legal())
        return total

    leaves = run(1)
    return {"copy and apply": Workload(run, {"leaf": leaves}, leaves)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {"play": play, "clone": clone, "perft": perft}
