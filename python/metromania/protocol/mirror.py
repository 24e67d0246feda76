"""A peer's game as its host tells it: played along, and set right where hidden letters decide what happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from metromania.errors import ActionError, PositionError
from metromania.game import Game
from metromania.info import info_of

from .words import ProtocolError


class Mirror:
    """The game that ``seat`` sees (None: everything).

    While letters are hidden, other players' turns and calls are what the host announces: as this side counts every
    unknown letter as possible, it may think a turn still goes on, or a line is not blocked.
    """

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self._hidden = any(map(any, game.unknown_counts))  # letters are, or were, that this side does not know
        self._earlier: list[Game] = []  # then: the game before each action, for undo

    def play(self, text: str) -> None:
        """Play one action of whoever is next. Raises ``ProtocolError``."""
        before = self.game.copy() if self._hidden else None
        try:
            self.game.push(text)
        except ActionError as e:
            if before is None or text != "pass" or self.game.is_over or self.game.current_player == self.seat:
                raise ProtocolError("illegal-action", str(e)) from None
            # A letter that this side can't rule out would have allowed a dig: the host knows that none is legal.
            info = replace(info_of(self.game), history=(*self.game.history, text))
            following = (self.game.parts()["player"] + 1) % self.game.players
            self.game = self._changed(info=info, player=following, dug=0, marked=False, first=False)
        if before is not None:
            self._earlier.append(before)

    def turn(self, seat: int) -> None:
        """It is this seat's turn now. Raises ``ProtocolError``."""
        if self.game.current_player != seat:
            self._set("turn", player=seat, dug=0, marked=False, first=False, bonus=None, over=False)

    def called(self, cause: str, seat: int) -> None:
        """The end has been called in the turn of a seat. Raises ``ProtocolError``."""
        if (self.game.end_cause, self.game.end_called_by) != (cause, seat):
            self._set("called", cause=cause, caller=seat)

    def over(self) -> None:
        """Building is over. Raises ``ProtocolError``."""
        if not self.game.is_over:
            caller = self.game.end_called_by
            self._set("over", over=True, player=caller, dug=0, marked=False, first=False, bonus=None)

    def undo(self, count: int) -> None:
        """Take actions back, with what was announced after them. Raises ``ProtocolError``; then none is taken back."""
        if self._hidden:
            if count > len(self._earlier):
                raise ProtocolError("no-history", f"only {len(self._earlier)} actions to take back")
            if count:
                self.game = self._earlier[-count]
                del self._earlier[-count:]
            return
        if count > self.game.ply:
            raise ProtocolError("no-history", f"only {self.game.ply} actions to take back")
        for _ in range(count):
            self.game.pop()

    def _set(self, what: str, **parts: Any) -> None:
        if not self._hidden:
            raise ProtocolError("disagree", f"{what} is not what follows here, where nothing is hidden")
        try:
            self.game = self._changed(info=replace(info_of(self.game), history=self.game.history), **parts)
        except PositionError as e:
            raise ProtocolError("disagree", str(e)) from None

    def _changed(self, info: Any, **parts: Any) -> Game:
        return Game.from_parts(self.game.setup, {**self.game.parts(), **parts}, info, from_start=self.game.from_start)
