"""`metromania perft`: how many action sequences of a length there are from a position, in all or by first action."""

from __future__ import annotations

import argparse

from ._inputs import add_game, read_game
from ._output import add_json, print_json, progress


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", type=_depth, help="actions in a sequence, 0 or more")
    parser.add_argument("--divide", action="store_true", help="a count for each first action")
    add_json(parser)


def _depth(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not in 0..100")
    return value


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    divided: dict[str, int] | None = None
    if arguments.divide and arguments.depth and not game.is_over:
        divided = {}
        legal = game.legal_actions
        for action in progress(legal, len(legal), "perft"):
            game.push(action)
            divided[str(action)] = game.perft(arguments.depth - 1)
            game.pop()
        nodes = sum(divided.values())
    else:
        nodes = game.perft(arguments.depth)
    if arguments.json:
        print_json({"depth": arguments.depth, "nodes": nodes, "divide": divided})
    else:
        for action_text, count in (divided or {}).items():
            print(f"{action_text}: {count}")
        print(nodes)
    return 0
