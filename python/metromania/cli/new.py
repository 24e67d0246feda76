"""`metromania new`: draw a set-up and write it as a record without actions, or as a position."""

from __future__ import annotations

import argparse
import json

from ._output import add_json, write_text
from ._setup import add_setup, fresh_seed, make_game


def configure(parser: argparse.ArgumentParser) -> None:
    add_setup(parser)
    parser.add_argument("--position", action="store_true", help="write a position, not a record")
    parser.add_argument("--output", default="-", metavar="FILE", help="where to write (default - for standard output)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = make_game(arguments, fresh_seed() if arguments.seed is None else arguments.seed)
    if not arguments.position:
        text = json.dumps(game.to_record())
    elif arguments.json:
        text = json.dumps({"position": game.position()})
    else:
        text = game.position()
    write_text(arguments.output, text + "\n")
    return 0
