"""Who can sit at a seat in `metromania play`: each is made from a seed's text, and chooses an action of a game."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

from metrocore.action import Action
from metromania.draw import report, text
from metromania.errors import ActionError
from metromania.game import Game

from ._inputs import InputError

Player = Callable[[Game], Action]


def random_player(seed: str) -> Player:
    """Any legal action, each as likely. The same seed chooses alike everywhere."""
    draw = random.Random(seed)

    def choose(game: Game) -> Action:
        legal = game.legal_actions
        return legal[int(draw.random() * len(legal))]

    return choose


def human_player(seed: str) -> Player:
    """Somebody at the terminal: sees the board and types an action. What the seat must not know stays hidden."""
    del seed

    def choose(game: Game) -> Action:
        assert game.current_player is not None
        view = game.view(game.current_player)
        print(f"{text.board(view)}\n\n{report.status(view)}", file=sys.stderr)
        while True:
            print(f"player {view.current_player}, action (? lists them): ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                raise InputError("it ended before the game did", "standard input")
            try:
                word = line.strip()
                if word == "?":
                    print(" ".join(map(str, view.legal_actions)), file=sys.stderr)
                elif reason := view.why_not(word):
                    print(f"not legal: {reason}", file=sys.stderr)
                else:
                    return view.parse(word)
            except ActionError as e:
                print(e, file=sys.stderr)

    return choose


PLAYERS: dict[str, Callable[[str], Player]] = {"random": random_player, "human": human_player}
