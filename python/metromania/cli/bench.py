"""`metromania bench`: how fast the core is on this machine: random playouts, perft, trips, batches."""

from __future__ import annotations

import argparse
import importlib.resources
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from metromania.errors import MetromaniaError
from metromania.game import Game

from ._inputs import read_board
from ._output import add_json, print_json, progress
from ._setup import seed

SLICE = 10_000  # games between steps of the progress bar
MOST_DEPTH, MOST_THREADS, MOST = 1000, 64, 10**12
BATCH_STEPS = 100  # of a batch whose actions are drawn at once, before they are timed


class WrongAnswer(MetromaniaError, AssertionError):
    """The core came to another number than it must: its speed says nothing."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Each takes --json; metromania bench BENCHMARK --help tells the rest."
    kinds = parser.add_subparsers(dest="benchmark", metavar="BENCHMARK", required=True)
    playouts = _add(kinds, "playouts", "whole random games, set-up and scoring included", run_playouts)
    playouts.add_argument("--games", type=_upto(MOST, "10**12"), default=100_000, help="default 100000")
    perft = _add(kinds, "perft", "leaves below pinned mid-game positions, counted in bulk", run_perft)
    perft.add_argument("--depth", type=_upto(MOST_DEPTH, "1000"), default=7, help="actions in a sequence (default 7)")
    trips = _add(kinds, "trips", "the seven trips of a report, over games dug eagerly", run_trips)
    trips.add_argument("--games", type=_upto(MOST, "10**12"), default=200, help="default 200")
    batch = _add(kinds, "batch", "many games stepped at once, random actions drawn beforehand", run_batch)
    batch.add_argument("--size", type=_upto(MOST, "10**12"), default=1024, help="games in the batch (default 1024)")
    batch.add_argument("--steps", type=_upto(MOST, "10**12"), default=2000, help="steps of the batch (default 2000)")
    batch.add_argument("--masks", choices=("packed", "bool"), default="packed", help="default packed")
    for parser_, board in ((playouts, True), (perft, False), (trips, False), (batch, True)):
        if parser_ is not perft:
            parser_.add_argument("--players", type=int, choices=(2, 3, 4), default=4, help="default 4")
            parser_.add_argument("--seed", type=seed, default=0, help="0 to 2**64 - 1 (default 0)")
        if board:
            parser_.add_argument("--board", default="standard", help="standard (default), random, a file, or -")
        if parser_ is not trips:
            parser_.add_argument("--threads", type=_upto(MOST_THREADS, "64"), default=1, help="1 to 64 (default 1)")


def _add(kinds: Any, name: str, summary: str, run_it: Callable[..., dict[str, Any]]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(name, help=summary, description=f"Time {summary}.")
    add_json(parser)
    parser.set_defaults(measure=run_it)
    return parser


def _upto(most: int, shown: str) -> Callable[[str], int]:
    """The type of a number from 1."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = 0
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not in 1..{shown}")
        return value

    return read


def run(arguments: argparse.Namespace) -> int:
    answer = {"benchmark": arguments.benchmark, **arguments.measure(arguments)}
    if arguments.json:
        print_json(answer)
    else:
        for name, value in answer.items():
            print(f"{name.replace('_', ' ')}: {value if isinstance(value, str) else f'{value:,}'}")
    return 0


def run_playouts(arguments: argparse.Namespace) -> dict[str, Any]:
    """Games of slice k are those of ``random_games`` with the seed plus k."""
    from metrocore.playout import random_games
    from metromania.batch import core_board

    board = core_board(read_board(arguments.board, arguments.seed))
    slices = range(0, arguments.games, SLICE)
    actions = 0
    begun = perf_counter()
    for first in progress(slices, len(slices), "playouts"):
        played = random_games(
            board,
            arguments.players,
            min(SLICE, arguments.games - first),
            (arguments.seed + first // SLICE) % 2**64,
            arguments.threads,
        )
        actions += played["plies"]
    seconds = perf_counter() - begun
    return {
        "players": arguments.players,
        "games": arguments.games,
        "threads": arguments.threads,
        "actions": actions,
        "seconds": round(seconds, 6),
        "games_per_second": round(arguments.games / seconds),
        "actions_per_second": round(actions / seconds),
        "nanoseconds_per_action": round(seconds / actions * 1e9, 2),
    }


def perft_positions() -> list[dict[str, Any]]:
    """The pinned positions: name, position, and leaves at depth 1, 2, ..."""
    text = (importlib.resources.files("metromania") / "data/perft.json").read_text("utf-8")
    kept: list[dict[str, Any]] = json.loads(text)
    return kept


def run_perft(arguments: argparse.Namespace) -> dict[str, Any]:
    leaves = 0
    seconds = 0.0
    positions = perft_positions()
    for kept in progress(positions, len(positions), "perft"):
        game = Game.from_position(kept["position"])
        begun = perf_counter()
        found = game.perft(arguments.depth, threads=arguments.threads)
        seconds += perf_counter() - begun
        if arguments.depth <= len(kept["leaves"]) and found != kept["leaves"][arguments.depth - 1]:
            raise WrongAnswer(f"{found} leaves, not {kept['leaves'][arguments.depth - 1]}", kept["name"])
        leaves += found
    return {
        "positions": len(positions),
        "depth": arguments.depth,
        "threads": arguments.threads,
        "leaves": leaves,
        "seconds": round(seconds, 6),
        "leaves_per_second": round(leaves / seconds),
    }


def run_trips(arguments: argparse.Namespace) -> dict[str, Any]:
    """Every game's trips, and those of the game whose network is the largest."""
    from metrocore.repeat import trips
    from metrocore.search.guided import play_guided

    repeats, fullest_repeats = 200, 20_000
    games = []
    for number in progress(range(arguments.games), arguments.games, "playing"):
        game = Game.new(arguments.players, seed=(arguments.seed + number) % 2**64)
        play_guided(game, arguments.seed, number)
        games.append(game)
    begun = perf_counter()
    answers = [trips(game, repeats) for game in games]
    seconds = perf_counter() - begun
    for game, answer in zip(games, answers, strict=True):
        _check_trips(game, answer, repeats)
    fullest = max(games, key=_nodes)
    begun = perf_counter()
    answer = trips(fullest, fullest_repeats)
    fullest_seconds = perf_counter() - begun
    _check_trips(fullest, answer, fullest_repeats)
    reports = arguments.games * repeats
    return {
        "players": arguments.players,
        "games": arguments.games,
        "reports": reports,
        "routes_per_report": round(sum(_routes(game) for game in games) / arguments.games, 3),
        "seconds": round(seconds, 6),
        "reports_per_second": round(reports / seconds),
        "microseconds_per_report": round(seconds / reports * 1e6, 4),
        "fullest_nodes": _nodes(fullest),
        "fullest_routes": _routes(fullest),
        "fullest_microseconds_per_report": round(fullest_seconds / fullest_repeats * 1e6, 4),
    }


def _nodes(game: Game) -> int:
    """(line, station) pairs of the network."""
    stations = frozenset(game.station_vertices)
    return sum(vertex in stations for line in range(2 * game.players) for vertex in game.path(line))


def _routes(game: Game) -> int:
    return sum(trip["minutes"] is not None for trip in game.trips_data())


def _check_trips(game: Game, answer: int, repeats: int) -> None:
    minutes = [trip["minutes"] for trip in game.trips_data()]
    if answer != repeats * sum(1 + m for m in minutes if m is not None):
        raise WrongAnswer(f"{answer / repeats} for trips of {minutes} minutes", "trips")


def run_batch(arguments: argparse.Namespace) -> dict[str, Any]:
    """A batch whose ended games begin anew in the same step; a twin draws the actions outside the time."""
    import numpy as np

    from metromania.batch import Batch

    board = read_board(arguments.board, arguments.seed)
    batch, twin = (
        Batch(
            arguments.size,
            arguments.players,
            board=board,
            seed=arguments.seed,
            threads=arguments.threads,
            autoreset="same_step",
        )
        for _ in range(2)
    )
    out, unseen = batch.outputs(masks=arguments.masks), (None,) * 5
    actions = np.zeros((min(BATCH_STEPS, arguments.steps), arguments.size), np.int32)
    seconds = 0.0
    firsts = range(0, arguments.steps, BATCH_STEPS)
    for first in progress(firsts, len(firsts), "batch"):
        steps = min(BATCH_STEPS, arguments.steps - first)
        for row in actions[:steps]:
            twin.step(twin.random_actions(row), unseen)
        begun = perf_counter()
        for row in actions[:steps]:
            batch.step(row, out)
        seconds += perf_counter() - begun
    if not np.array_equal(batch.keys, twin.keys):
        raise WrongAnswer("two batches that played the same are not the same", "batch")
    steps = arguments.size * arguments.steps
    return {
        "players": arguments.players,
        "size": arguments.size,
        "threads": arguments.threads,
        "masks": arguments.masks,
        "steps": steps,
        "episodes": int(batch.episodes.sum()),
        "seconds": round(seconds, 6),
        "steps_per_second": round(steps / seconds),
        "nanoseconds_per_step": round(seconds / steps * 1e9, 2),
        "bytes_per_game": round(batch.nbytes / arguments.size),
    }
