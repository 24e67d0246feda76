"""The core's own work as workloads for slices.compare: each checks its answer."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from benches.peers.networks import NETWORKS, Network, full_network
from benches.slices import Workload
from metrocore import repeat
from metrocore.playout import random_games
from metrocore.search.guided import play_guided
from metromania import Board, Game
from metromania.batch import Batch, core_board
from metromania.cli.bench import perft_positions

HERE = Path(__file__).parent
GAMES = 2000  # a repeat of whole random games: enough that threads are worth starting
SIZE = 1024  # games in a batch
STEPS = 100  # of a batch, from its beginning: a little more than a whole game of four


@cache
def plain_program() -> Path | None:
    """The yardstick, plain.c, compiled; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / "plain"
    subprocess.run([compiler, "-O3", "-w", "-o", program, HERE / "plain.c"], check=True)
    return program


def playouts() -> dict[str, Workload]:
    """Whole random games by 2, 3, 4 players, on one thread and (four players) two; the yardstick in plain C."""
    board = core_board(Board.standard())

    def games(players: int, threads: int) -> Workload:
        once = random_games(board, players, GAMES, 1)

        def run(n: int) -> int:
            return sum(int(random_games(board, players, GAMES, 1, threads)["plies"]) for _ in range(n))

        return Workload(run, {"action": once["plies"], "game": GAMES}, once["plies"])

    found = {f"{players} players": games(players, 1) for players in (2, 3, 4)}
    found["4 players, 2 threads"] = games(4, 2)
    program = plain_program()
    if program is not None:

        def plain(n: int) -> int:
            text = subprocess.run([program, str(GAMES * n), "1"], check=True, capture_output=True, text=True).stdout
            return int(json.loads(text)["games"])

        actions = json.loads(subprocess.run([program, str(GAMES), "1"], check=True, capture_output=True, text=True).stdout)
        found["plain C, 4 players"] = Workload(plain, {"action": actions["plies"], "game": GAMES}, GAMES)
    return found


def perft() -> dict[str, Workload]:
    """Leaves of the pinned mid-game positions, at the deepest pinned level below ten million."""
    pinned = []
    for kept in perft_positions():
        depth = max(d for d, leaves in enumerate(kept["leaves"], 1) if d == 1 or leaves < 10_000_000)
        pinned.append((Game.from_position(kept["position"]), depth, kept["leaves"][depth - 1]))
    leaves = sum(count for _, _, count in pinned)

    def count(threads: int) -> Workload:
        return Workload(lambda n: sum(game.perft(d, threads) for _ in range(n) for game, d, _ in pinned), {"leaf": leaves}, leaves)

    return {"1 thread": count(1), "2 threads": count(2)}


def _midgame() -> list[Game]:
    """Positions at a quarter, a half and three quarters of four games by four players."""
    found = []
    for seed in range(4):
        whole = Game.new(4, seed=seed)
        play_guided(whole, seed, 0)
        for quarter in (1, 2, 3):
            game = Game.new(4, seed=seed)
            for action in whole.actions[: whole.ply * quarter // 4]:
                game.push(action)
            found.append(game.copy(stack=False))
    return found


def state() -> dict[str, Workload]:
    """Copies, legal actions, apply with undo, in C, over mid-game positions."""
    games, times = _midgame(), 100
    listed = sum(len(game.legal_ids()) for game in games)

    def work(function: Callable[[Game, int], int], operations: int) -> Workload:
        once = sum(function(game, times) for game in games)
        return Workload(lambda n: sum(function(game, times) for _ in range(n) for game in games), {"operation": operations}, once)

    return {
        "copy": work(repeat.copies, 2 * len(games) * times),
        "legal actions": work(repeat.listings, len(games) * times),
        "apply and undo": work(repeat.applications, listed * times),
        "key after an action": work(repeat.keys, listed * times),
    }


def trips() -> dict[str, Workload]:
    """The seven trips of a report, network included, all lines on all fastest routes.

    Of eagerly dug games; of the fullest network of 400; of made networks of 30 stations and 8 lines, fuller than play makes them.
    """
    games = []
    for seed in range(400):
        game = Game.new(4, seed=seed)
        play_guided(game, seed, 0)
        games.append(game)
    fullest = max(games, key=lambda game: (len(game.station_vertices), sum(len(game.path(line)) for line in range(8))))
    answers = [repeat.trips(game, 1) for game in games]

    def eager(n: int) -> int:
        return sum(repeat.trips(game, 1) for _ in range(n) for game in games)

    def made(network: Network) -> Workload:
        right = sum(trip.answer for trip in network.trips)
        return Workload(lambda n: repeat.queries(network.lines, network.groups, n, rebuild=True), {"report": 1}, right)

    return {
        "eager games": Workload(eager, {"report": len(games)}, sum(answers)),
        "fullest network": Workload(lambda n: repeat.trips(fullest, n), {"report": 1}, repeat.trips(fullest, 1)),
        **{f"30 stations, 8 lines, {name}": made(full_network(per_line)) for name, per_line in NETWORKS.items()},
    }


def stepping(size: int, threads: int, masks: Literal["packed", "bool"] = "packed") -> Workload:
    """Steps of a batch whose actions were drawn beforehand; it is brought back to its beginning after each repeat."""
    batch = Batch(size, seed=1, threads=threads, autoreset="same_step")
    out = batch.outputs(masks=masks)
    steps = max(STEPS, 2048 // size)
    actions = np.zeros((steps, size), np.int32)
    for row in actions:
        batch.step(batch.random_actions(row), out)
    ends = int(batch.episodes.sum())

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            batch.reset(1, out)
            for row in actions:
                batch.step(row, out)
            total += int(batch.episodes.sum())
        return total

    return Workload(run, {"step": steps * size}, ends)


def batch() -> dict[str, Workload]:
    """Steps of a batch of 1,024, masks packed or as bools, on one thread and two."""
    return {
        "packed masks, 1 thread": stepping(SIZE, 1),
        "bools, 1 thread": stepping(SIZE, 1, "bool"),
        "packed masks, 2 threads": stepping(SIZE, 2),
    }


KINDS = {"playouts": playouts, "perft": perft, "state": state, "trips": trips, "batch": batch}
