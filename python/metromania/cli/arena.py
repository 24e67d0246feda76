"""`metromania arena`: tournaments between bots, their table, and a sequential test between two."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from metromania import arena
from metromania.arena import ArenaError, Outcome, Sprt, Standing, Summary, Tournament
from metromania.bots import BotSpec, Budget, split_specs
from metromania.rules import Rules

from ._inputs import read_board
from ._output import MissingExtra, add_json, print_json
from ._setup import add_setup


def configure(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bots",
        nargs="+",
        action="extend",
        required=True,
        metavar="BOT",
        help="who plays, apart or with commas: NAME[:OPTION=VALUE,...] or package.module:attribute",
    )
    command.add_argument("--gauntlet", action="store_true", help="the first bot against each other one, not all")
    add_setup(command)
    command.set_defaults(players=2, seed=1)
    size = command.add_mutually_exclusive_group()
    size.add_argument("--boards", type=_count, metavar="N", help="boards, each with all seat rotations (default 10)")
    size.add_argument("--games", type=_count, metavar="N", help="boards enough for N games")
    budget = command.add_argument_group("budgets of an action, for bots whose own options say nothing")
    budget.add_argument("--time", type=float, metavar="S", help="seconds")
    budget.add_argument("--simulations", type=int, metavar="N")
    budget.add_argument("--nodes", type=int, metavar="N")
    limits = command.add_argument_group("limits; a bot that breaks one loses the game")
    limits.add_argument("--limit", type=float, default=60.0, metavar="S", help="seconds for an action (default 60)")
    limits.add_argument("--memory", type=int, default=4096, metavar="MB", help="megabytes for a bot (default 4096)")
    command.add_argument(
        "--sprt",
        nargs="?",
        const="0.5,0.55",
        metavar="LOW,HIGH",
        help="stop when it is clear whether the first bot's part of the wins is LOW or HIGH (default 0.5,0.55)",
    )
    command.add_argument("--alpha", type=float, default=0.05, help="chance of taking LOW for HIGH (default 0.05)")
    command.add_argument("--beta", type=float, default=0.05, help="chance of taking HIGH for LOW (default 0.05)")
    command.add_argument("--processes", type=_count, default=2, metavar="N", help="games at the same time (default 2)")
    command.add_argument(
        "--ray", nargs="?", const="auto", metavar="ADDRESS", help="play on a Ray cluster: an address, auto, or local"
    )
    command.add_argument(
        "--output",
        metavar="FILE",
        help="results, gone on with if it is there (default arena-KEY.jsonl, by the settings)",
    )
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    tournament = _tournament(arguments)
    seatings = len(tournament.seatings())
    boards = math.ceil(arguments.games / seatings) if arguments.games else arguments.boards or 10
    path = Path(arguments.output or f"arena-{tournament.key}.jsonl")
    try:
        sprt, pool = _sprt(arguments), _pool(tournament, arguments)
        arena.standings(tournament, ())  # what it needs is looked for before any file is spoken of
        print(f"results: {path}", file=sys.stderr)
        with _watched() as progress:
            summary = arena.run(
                tournament,
                boards,
                path=path,
                processes=arguments.processes,
                sprt=sprt,
                pool=pool,
                progress=progress,
            )
    except ImportError as e:
        package = (e.name or str(e)).partition(".")[0]
        raise MissingExtra(package, "ray" if package == "ray" else "arena") from None
    if arguments.json:
        print_json(summary.to_dict())
    else:
        _print_table(summary)
    return 0


def _tournament(arguments: argparse.Namespace) -> Tournament:
    board: Any = arguments.board
    if board not in ("standard", "random"):
        board = read_board(board, arguments.seed).to_dict()
    return Tournament(
        bots=tuple(BotSpec.parse(text) for word in arguments.bots for text in split_specs(word)),
        players=arguments.players,
        variant=arguments.variant,
        rules=Rules(arguments.impossible, arguments.two_player_trips),
        board=board,
        seed=arguments.seed,
        gauntlet=arguments.gauntlet,
        budget=Budget(arguments.time, arguments.simulations, arguments.nodes),
        limit=arguments.limit,
        memory=arguments.memory << 20 if arguments.memory > 0 else None,
    )


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    if arguments.sprt is None:
        return None
    try:
        low, high = map(float, arguments.sprt.split(","))
    except ValueError:
        raise ArenaError(f"expected LOW,HIGH, not {arguments.sprt!r}", "--sprt") from None
    return Sprt(low, high, arguments.alpha, arguments.beta)


def _pool(tournament: Tournament, arguments: argparse.Namespace) -> arena.Pool | None:
    if arguments.ray is None:
        return None
    from metromania.arena.ray_pool import RayPool

    return RayPool(tournament, arguments.ray)


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


@contextmanager
def _watched() -> Iterator[Callable[[dict[int, Outcome], int], None] | None]:
    """What shows how far the tournament is: a bar on standard error, if that is a terminal and Rich is installed."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield None
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games")
        yield lambda outcomes, total: bar.update(task, completed=len(outcomes), total=total)


def _print_table(summary: Summary) -> None:
    boards = summary.to_dict()["boards"]
    games = len(summary.outcomes)
    print(f"{summary.tournament.players} players, {games} game{'s' * (games != 1)} on {boards} board{'s' * (boards != 1)}")
    heads = ("bot", "win share", "95%", "rank", "95%", "score", "95%", "rating", "games", "s/action", "faults")
    rows = [heads, *map(_row, summary.standings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        print("  ".join([name.ljust(widths[0]), *padded]).rstrip())
    if summary.sprt is not None:
        print(_verdict(summary))


def _row(standing: Standing) -> tuple[str, ...]:
    faults = " ".join(f"{kind} {count}" for kind, count in sorted(standing.faults.items()))
    return (
        standing.name,
        f"{standing.win_share:.3f}",
        _interval(standing.win_share_interval, 3),
        f"{standing.rank:.2f}",
        "-" if standing.rank_interval is None else _interval(standing.rank_interval, 2),
        "-" if standing.score is None else f"{standing.score:.1f}",
        "-" if standing.score_interval is None else _interval(standing.score_interval, 1),
        f"{standing.rating:.1f}±{standing.rating_sigma:.1f}",
        str(standing.games),
        f"{standing.seconds:.4f}",
        faults,
    )


def _interval(interval: tuple[float, float], digits: int) -> str:
    return f"{interval[0]:.{digits}f}..{interval[1]:.{digits}f}"


def _verdict(summary: Summary) -> str:
    test = summary.sprt
    assert test is not None  # it is asked for only then
    first = summary.tournament.bots[0].label
    mean = "nothing yet" if test.mean is None else f"{test.mean:.3f}"
    if test.decision is None:
        found = "not clear yet: play more boards"
    else:
        found = f"clear: {test.high if test.decision == 'high' else test.low:g} rather than"
        found += f" {test.low if test.decision == 'high' else test.high:g}"
    return (
        f"test of {first}'s part of the wins, {test.low:g} or {test.high:g}: {mean} on {test.boards} boards,"
        f" log likelihood ratio {test.log_ratio:.2f}; {found}"
    )
