"""`metromania play`: games played to the end by bots, or by yourself at any seat, and written as records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from metromania.draw import report as words
from metromania.files import write_games
from metromania.game import Game

from . import _seats, replay
from ._inputs import InputError, read_items
from ._output import add_drawing, add_json, print_json, progress
from ._setup import add_setup, fresh_seed, make_game


def configure(parser: argparse.ArgumentParser) -> None:
    add_setup(parser)
    add_drawing(parser)
    parser.add_argument(
        "--bot",
        action="append",
        choices=sorted(_seats.PLAYERS),
        dest="bots",
        help="who plays: once for all seats, or once for each (default random)",
    )
    parser.add_argument("--from", dest="begin", metavar="GAME", help="go on from this record or position")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="play N games, seeds counting up from --seed")
    parser.add_argument("--output", metavar="FILE", help="write the record (of N games, JSON Lines), or -")
    parser.add_argument("--quiet", action="store_true", help="write nothing but the --output")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    quiet = arguments.quiet or arguments.output == "-"
    records: list[dict[str, Any]] = []
    seeds = range(seed, seed + arguments.games)
    for game_seed in progress(seeds, len(seeds), "play") if arguments.games > 1 else seeds:
        game = _begin(arguments, game_seed % 2**64)
        if arguments.output:
            game.to_record()  # refuses, before anything is played, a game that cannot have one
        for player in _seated(arguments, game, game_seed):
            game.push(player(game))
        record = game.to_record(extras=_extras(arguments, game, game_seed)) if game.from_start else None
        records += [record] if record else []
        if arguments.json and not quiet:
            print_json({"seed": game_seed, "record": record, "report": game.report().to_dict()})
        elif not quiet:
            _tell(game, game_seed, arguments)
    if arguments.output:
        write_games(sys.stdout if arguments.output == "-" else Path(arguments.output), records)
    return 0


def _begin(arguments: argparse.Namespace, seed: int) -> Game:
    if arguments.begin is None:
        return make_game(arguments, seed)
    return next(read_items(arguments.begin)).game()


def _seated(arguments: argparse.Namespace, game: Game, seed: int) -> Iterator[_seats.Player]:
    """The player of each action to come, until the game is over."""
    seats = [_seats.PLAYERS[name](f"{seed}:{seat}") for seat, name in enumerate(_names(arguments, game))]
    while game.current_player is not None:
        yield seats[game.current_player]


def _names(arguments: argparse.Namespace, game: Game) -> list[str]:
    """Who plays, by seat."""
    names: list[str] = arguments.bots or ["random"]
    if len(names) not in (1, game.players):
        raise InputError(f"--bot: {len(names)} given for {game.players} players")
    return names * game.players if len(names) == 1 else names


def _extras(arguments: argparse.Namespace, game: Game, seed: int) -> dict[str, Any]:
    return {"x_players": _names(arguments, game), "x_seed": seed, replay.REPORT_KEY: game.report().to_dict()}


def _tell(game: Game, seed: int, arguments: argparse.Namespace) -> None:
    if arguments.games > 1:
        report = game.report()
        totals = " ".join(map(str, report.totals))
        print(f"seed {seed}: {words.winners(report)}; totals {totals}; {len(game.actions)} actions")
        return
    print(f"seed {seed}\n")
    replay.print_outcome(game, arguments)
