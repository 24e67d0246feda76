"""Somebody at the terminal: sees the board, picks a numbered action, takes back, asks for hints."""

from __future__ import annotations

import sys
from typing import Any

from metrocore.action import Action
from metromania.bots import make_bot
from metromania.errors import ActionError
from metromania.game import Game

from ._inputs import InputError
from ._screen import Screen

HINTS_BY = "mcts-guided:time=0.5"
HELP = "Type a number or an action; ? lists them, h hints, u takes back your last action of this turn, q ends the game here."


class TakeBackError(Exception):
    """The player wants the last action back."""


class LeaveError(Exception):
    """The player wants to play no further."""


class Human:
    """Asks on standard error, reads standard input. What the seat must not know stays hidden."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._told = False

    def __call__(self, game: Game) -> Action:
        """The action of the player who is next.

        Raises ``TakeBackError``, ``LeaveError``, and ``InputError`` when the input ends.
        """
        assert game.current_player is not None  # nobody is asked when the game is over
        view = game.view(game.current_player)
        self._screen.game(view)
        self._screen.actions(view)
        if not self._told:
            self._screen.say(HELP)
        self._told = True
        while True:
            word = self._read(f"player {view.current_player}> ")
            try:
                if word == "?":
                    self._screen.actions(view)
                elif word in ("h", "hint"):
                    self._hint(view)
                elif word in ("q", "quit"):
                    raise LeaveError
                elif word in ("u", "undo"):
                    if can_take_back(game):
                        raise TakeBackError
                    self._screen.say("nothing of this turn to take back")
                elif word.isascii() and word.isdigit():
                    if 1 <= int(word[:9]) <= len(view.legal_actions):
                        return view.legal_actions[int(word) - 1]
                    self._screen.say(f"there is no action {word[:20]}")
                elif word and (reason := view.why_not(word)):
                    self._screen.say(f"not legal: {reason}")
                elif word:
                    return view.parse(word)
            except ActionError as e:
                self._screen.say(str(e))

    def ends_turn(self, game: Game, seat: int) -> bool:
        """After an action that ended the seat's turn: whether that is meant. Asks only where somebody is typing."""
        if not sys.stdin.isatty():
            return True
        self._screen.game(game.view(seat))
        return self._read("the turn is over: Enter to go on, u to take the last action back> ") not in ("u", "undo")

    def _hint(self, view: Game) -> None:
        bot: Any = make_bot(HINTS_BY)
        action = bot(view.copy())
        self._screen.say(f"{bot.explain()}\nhint: {action}")

    def _read(self, prompt: str) -> str:
        line = self._screen.ask(prompt)
        if line is None:
            raise InputError("it ended before the game did", "standard input")
        return line


def can_take_back(game: Game) -> bool:
    """Whether the last action was one of the same player in the same turn."""
    if game.ply == 0 or game.is_over:
        return False
    before = game.copy()
    before.pop()
    mid_turn = game.tunnels_dug > 0 or game.bonus_line is not None
    return mid_turn and before.current_player == game.current_player
