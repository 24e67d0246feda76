"""Simulations a second, beside playouts from the same root and OpenSpiel's C++ MCTSBot.

`python -m benches.bench_search`. Each repeat is a search of its own from an empty tree, whose visits are checked. With
one thread, processor time counts (`--wall`: time passed). Two threads are compared with one by time passed, which needs
two idle cores, and by processor time: what is lost there is lost to locks and caches, whatever else the machine does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import numpy as np

from benches.slices import Measure, Workload, compare, ratio
from metrocore.playout import playouts
from metromania import Game
from metromania.search import ROLLOUTS, search

GAMES = 500
SIMULATIONS = 2000
PEERS = {"y(11)": "y(board_size=11)", "hex(11)": "hex(board_size=11)", "quoridor(9)": "quoridor(board_size=9)"}
PEER_SIMULATIONS = 200


def played(game: Game) -> Workload:
    """Playouts from the root, scored."""
    return Workload(
        lambda n: sum(playouts(game, GAMES, seed=i)["games"] for i in range(n)), {"simulation": GAMES}, GAMES
    )


def searched(game: Game, simulations: int = SIMULATIONS, **options: Any) -> Workload:
    """Searches from an empty tree."""

    def run(n: int) -> int:
        return sum(search(game, simulations, seed=i, **options).visits for i in range(n))

    return Workload(run, {"simulation": simulations}, simulations)


def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
    """The cheapest evaluator: equal priors and values."""
    return np.ones(masks.shape, np.float32), np.full((len(masks), 4), 0.25, np.float32)


def ours(game: Game) -> dict[str, Workload]:
    """Every kind of leaf and tree, one thread."""
    found = {"playouts": played(game)}
    for rollout in ROLLOUTS:
        found[f"uct, {rollout}"] = searched(game, rollout=rollout)
    return found | {
        "puct, uniform": searched(game, policy="puct"),
        "uct, uniform, no transpositions": searched(game, transpositions=False),
        "puct, evaluator, 32 in flight": searched(game, policy="puct", evaluator=evaluate, in_flight=32),
    }


def peers() -> dict[str, Workload]:
    """OpenSpiel's MCTSBot on its board games, one random rollout a simulation; none where it is not installed."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return {}

    def make(name: str) -> Workload:
        game = pyspiel.load_game(name)
        root = game.new_initial_state()

        def run(n: int) -> int:
            total = 0
            for i in range(n):
                evaluator = pyspiel.RandomRolloutEvaluator(1, i)
                bot = pyspiel.MCTSBot(game, evaluator, 1.4, PEER_SIMULATIONS, 100, False, i, False)
                total += int(bot.mcts_search(root).explore_count)
            return total

        return Workload(run, {"simulation": PEER_SIMULATIONS}, PEER_SIMULATIONS)

    return {f"OpenSpiel MCTSBot, {title}": make(name) for title, name in PEERS.items()}


def table(measures: dict[str, Measure], base: str) -> None:
    """Print simulations a second, and each as a part of the first."""
    for name, measure in measures.items():
        compared = ratio(measures[base], measure)
        print(f"{name:<36}{measure.per_second():>12,.0f} a second {1 / compared.of_pairs:>8.3f} of {base}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--wall", action="store_true")
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    clock: Callable[[], float] = perf_counter if arguments.wall else process_time
    game = Game.new(arguments.players, seed=1)
    print(f"{arguments.players} players, from the first position, one thread")
    found = ours(game) | ({} if arguments.no_peers else peers())
    table(compare(found, rounds=arguments.rounds, slice_ms=60, clock=clock), "playouts")
    threads = {
        "one thread": searched(game, 10 * SIMULATIONS),
        "two threads, one tree": searched(game, 10 * SIMULATIONS, threads=2),
        "two threads, a tree each": searched(game, 10 * SIMULATIONS, threads=2, parallel="root"),
    }
    for title, by in (("by time passed", perf_counter), ("by processor time", process_time)):
        print(f"threads, {title}")
        table(compare(threads, rounds=arguments.rounds, clock=by), "one thread")


if __name__ == "__main__":
    main()
