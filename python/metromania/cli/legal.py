"""`metromania legal`: the legal actions of a game, or whether one action is legal and which rule forbids it."""

from __future__ import annotations

import argparse

from metromania.game import Game

from ._inputs import add_game, read_game
from ._output import add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--is", dest="asked", metavar="ACTION", help="is this action legal? why not (exit code 1)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    if arguments.asked is not None:
        return _answer(game, arguments.asked, arguments.json)
    if arguments.json:
        actions = [{"action": str(action), "id": action.id, "kind": action.kind} for action in game.legal_actions]
        print_json({"player": game.current_player, "count": len(actions), "actions": actions})
    else:
        for action in game.legal_actions:
            print(action)
    return 0


def _answer(game: Game, action: str, as_json: bool) -> int:
    reason = game.why_not(action)
    if as_json:
        rule, words = (None, None) if reason is None else (reason.rule, reason.words)
        preview = game.preview(action).to_dict() if reason is None else None
        print_json({"action": action, "legal": reason is None, "rule": rule, "words": words, "preview": preview})
    else:
        print(f"{action} is legal" if reason is None else f"{action} is not legal: {reason}")
    return 0 if reason is None else 1
