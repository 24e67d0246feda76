"""`metromania play`: games played to the end by bots, or by yourself at any seat, and written as records."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from metromania.bots import BUILT_IN, split_specs
from metromania.draw import report as report_text
from metromania.files import write_games
from metromania.game import Game

from . import _seats, replay
from ._human import Human, LeaveError, TakeBackError
from ._inputs import InputError, read_items
from ._output import add_drawing, add_json, print_json, progress
from ._screen import Screen
from ._setup import add_setup, fresh_seed, make_game


def configure(parser: argparse.ArgumentParser) -> None:
    add_setup(parser)
    add_drawing(parser)
    parser.add_argument(
        "--bot",
        action="append",
        metavar="BOT",
        dest="bots",
        help="who plays: human, or a bot, with options as NAME:OPTION=VALUE,..; once for all seats or once for each; "
        f"known are {', '.join(BUILT_IN)} (default random)",
    )
    parser.add_argument("--bots", action="extend", type=split_specs, metavar="BOT,..", help="the same, with commas")
    parser.add_argument("--from", dest="begin", metavar="GAME", help="go on from this record or position")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="play N games, seeds counting up from --seed")
    parser.add_argument("--output", metavar="FILE", help="write the record (of N games, JSON Lines), or -")
    parser.add_argument("--watch", action="store_true", help="draw the board after each turn, on standard error")
    parser.add_argument("--explain", action="store_true", help="tell each action and why a bot chose it, likewise")
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
        _play(arguments, game, game_seed)
        record = game.to_record(extras=_extras(arguments, game, game_seed)) if game.from_start else None
        records += [record] if record else []
        if arguments.json and not quiet:
            report = game.report().to_dict() if game.is_over else None
            print_json({"seed": game_seed, "record": record, "report": report})
        elif not quiet:
            _tell(game, game_seed, arguments)
        if not game.is_over:
            break
    if arguments.output:
        write_games(sys.stdout if arguments.output == "-" else Path(arguments.output), records)
    return 0


def _begin(arguments: argparse.Namespace, seed: int) -> Game:
    if arguments.begin is None:
        return make_game(arguments, seed)
    return next(read_items(arguments.begin)).game()


def _play(arguments: argparse.Namespace, game: Game, seed: int) -> None:
    """Play the game to its end, or until somebody leaves; to a human it is told what the others do."""
    names, screen = _names(arguments, game), Screen()
    seats = [_seats.make_player(name, f"{seed}:{seat}", screen) for seat, name in enumerate(names)]
    told = arguments.watch or arguments.explain or _seats.HUMAN in names
    while (seat := game.current_player) is not None:
        player = seats[seat]
        try:
            game.push(player(game))
        except TakeBackError:
            game.pop()
            continue
        except LeaveError:
            return
        if isinstance(player, Human):
            if game.current_player != seat and not player.ends_turn(game, seat):
                game.pop()
        elif told:
            screen.say(f"player {seat}, {names[seat]}: {game.peek()}")
            if arguments.explain and (words := _seats.explained(player)):
                screen.say(words)
        if arguments.watch and game.current_player != seat and _seats.HUMAN not in names:  # who has seen it already
            screen.game(game)


def _names(arguments: argparse.Namespace, game: Game) -> list[str]:
    """Who plays, by seat."""
    names: list[str] = arguments.bots or ["random"]
    if len(names) not in (1, game.players):
        raise InputError(f"--bot: {len(names)} given for {game.players} players")
    return names * game.players if len(names) == 1 else names


def _extras(arguments: argparse.Namespace, game: Game, seed: int) -> dict[str, Any]:
    report = {replay.REPORT_KEY: game.report().to_dict()} if game.is_over else {}
    return {"x_players": _names(arguments, game), "x_seed": seed, **report}


def _tell(game: Game, seed: int, arguments: argparse.Namespace) -> None:
    if arguments.games > 1 and game.is_over:
        report = game.report()
        totals = " ".join(map(str, report.totals))
        print(f"seed {seed}: {report_text.winners(report)}; totals {totals}; {len(game.actions)} actions")
        return
    print(f"seed {seed}\n")
    replay.print_outcome(game, arguments)
