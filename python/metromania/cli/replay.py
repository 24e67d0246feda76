"""`metromania replay`: a record played again, action by action, with what each brings about, to its report."""

from __future__ import annotations

import argparse
import itertools
import sys

from metromania.draw import report as words
from metromania.draw import text
from metromania.game import Game
from metromania.preview import Preview

from ._inputs import add_game, read_game
from ._output import add_drawing, add_json, print_json, wants_colour

REPORT_KEY = "x_report"
"""Where a record keeps the report of its game, for a replay to compare with."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_drawing(parser)
    parser.add_argument("--boards", action="store_true", help="draw the board after every turn, not only at the end")
    parser.add_argument("--quiet", action="store_true", help="no actions: the last board and the report only")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    steps = list(replayed(game))
    if arguments.json:
        print_json({
            "steps": [step.to_dict() for step, _ in steps],
            "position": game.position(),
            "report": game.report().to_dict() if game.is_over else None,
            "report_differs": _differs(game),
        })
    else:
        if not arguments.quiet:
            _print_steps(steps, arguments)
        print_outcome(game, arguments)
    if _differs(game):
        print(f"metromania: the record's {REPORT_KEY} is another", file=sys.stderr)
        return 1
    return 0


def replayed(game: Game) -> list[tuple[Preview, Game]]:
    """For each action of the game what it brought about, and a copy of the game after it."""
    actions = game.actions
    walk = game.copy()
    while walk.ply:
        walk.pop()
    steps = []
    for action in actions:
        step = walk.preview(action)
        walk.push(action)
        steps.append((step, walk.copy(stack=False)))
    return steps


def print_outcome(game: Game, arguments: argparse.Namespace) -> None:
    """The board and how it is read; then the report, or how things stand in a game that is not over."""
    print(_board(game, arguments))
    print()
    print(text.legend(unicode=arguments.unicode))
    print()
    print(words.status(game))
    if game.is_over:
        print()
        print(words.report_text(game.report()))


def _differs(game: Game) -> bool:
    """Whether the record that the game was read from holds a report, and the game comes to another."""
    kept = game.extras.get(REPORT_KEY)
    return kept is not None and game.is_over and kept != game.report().to_dict()


def _print_steps(steps: list[tuple[Preview, Game]], arguments: argparse.Namespace) -> None:
    for player, turn in itertools.groupby(steps, key=lambda step: step[0].player):
        played = list(turn)
        print(f"player {player}: " + ", ".join(_step(step) for step, _ in played))
        if arguments.boards:
            print(_board(played[-1][1], arguments), end="\n\n")
    if steps:
        print()


def _step(step: Preview) -> str:
    brought = [f"{s.cause} station {s.vertex} +{s.points}" for s in step.stations]
    if step.completes:
        brought.append(f"line {step.completes} is complete")
    if step.calls_end:
        brought.append("the end is called")
    return step.action + (f" ({', '.join(brought)})" if brought else "")


def _board(game: Game, arguments: argparse.Namespace) -> str:
    return text.board(game, unicode=arguments.unicode, colour=wants_colour(arguments.colour))
