"""OpenSpiel's board games: play, clone, child states and leaves from Python, and its own C++ rollouts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from statistics import mean
from typing import Any

import pyspiel

from benches.slices import Workload

UNLIKE = (
    "Connection games: one kind of move (a stone on an empty cell), two players, no set-up, no scoring, but some 40 to "
    "110 actions to list a ply; quoridor lists few but searches a path for each wall. They cannot undo: `child` clones "
    "and applies."
)
GAMES = {
    "hex(11)": "hex(board_size=11)",
    "y(11)": "y(board_size=11)",
    "havannah(8)": "havannah(board_size=8)",
    "quoridor(9)": "quoridor(board_size=9)",
}
RECORDED = 2


@lru_cache
def load_game(name: str) -> Any:
    """The game, loaded once: OpenSpiel warns each time of what it knows to be amiss in some."""
    return pyspiel.load_game(name)


def record(name: str, seed: int) -> tuple[list[int], list[int]]:
    """Play one random game: the chosen index at each ply, and how many actions were listed."""
    state, rng = load_game(name).new_initial_state(), Random(seed)
    chosen: list[int] = []
    listed: list[int] = []
    while not state.is_terminal():
        actions = state.legal_actions()
        chosen.append(rng.randrange(len(actions)))
        listed.append(len(actions))
        state.apply_action(actions[chosen[-1]])
    return chosen, listed


def middle(name: str) -> Any:
    """A state half-way through a recorded game."""
    state = load_game(name).new_initial_state()
    chosen, _ = record(name, 0)
    for i in chosen[: len(chosen) // 2]:
        state.apply_action(state.legal_actions()[i])
    return state


def play() -> dict[str, Workload]:
    """List and apply along recorded games."""

    def make(name: str) -> Workload:
        game = load_game(name)
        games = [record(name, seed) for seed in range(RECORDED)]

        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for chosen, _counts in games:
                    state = game.new_initial_state()
                    for i in chosen:
                        actions = state.legal_actions()
                        total += len(actions)
                        state.apply_action(actions[i])
                    assert state.is_terminal()
            return total

        listed = sum(sum(counts) for _, counts in games)
        return Workload(run, {"ply": sum(len(c) for c, _ in games), "listed": listed}, listed)

    return {title: make(name) for title, name in GAMES.items()}


def clone() -> dict[str, Workload]:
    """Clone a mid-game state."""

    def make(name: str) -> Workload:
        state = middle(name)

        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for _ in range(100):
                    copy = state.clone()
                total += copy.move_number()
            return total

        return Workload(run, {"clone": 100}, int(state.move_number()))

    return {title: make(name) for title, name in GAMES.items()}


def push_pop() -> dict[str, Workload]:
    """Make each child of a mid-game state: there is no undo."""

    def make(name: str) -> Workload:
        state = middle(name)
        actions = state.legal_actions()

        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for action in actions:
                    child = state.child(action)
                total += child.move_number()
            return total

        return Workload(run, {"pair": len(actions)}, int(state.move_number()) + 1)

    return {f"{title} child": make(name) for title, name in GAMES.items()}


def perft() -> dict[str, Workload]:
    """Leaves two plies below the empty board."""

    def make(name: str, leaves: int) -> Workload:
        root = load_game(name).new_initial_state()

        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for action in root.legal_actions():
                    total += len(root.child(action).legal_actions())
            return total

        return Workload(run, {"leaf": leaves}, leaves)

    return {"hex(11)": make(GAMES["hex(11)"], 121 * 120), "y(11)": make(GAMES["y(11)"], 66 * 65)}


def rollouts() -> dict[str, Workload]:
    """The C++ rollouts of its Monte Carlo search: one simulation, which rolls out `n` times from the root.

    The library does not say how many plies it played, so the unit is the mean length of random games from Python.
    """

    def make(name: str) -> Workload:
        game = load_game(name)
        plies = mean(len(record(name, seed)[0]) for seed in range(60 if "quoridor" not in name else 12))
        root = game.new_initial_state()

        def run(n: int) -> int:
            evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
            return int(bot.mcts_search(root).explore_count)

        return Workload(run, {"ply": plies, "game": 1}, _one)

    return {title: make(name) for title, name in GAMES.items()}


def _one(_n: int, got: int) -> bool:
    """Whether the search made its one simulation."""
    return got == 1


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
    "rollouts": rollouts,
}
