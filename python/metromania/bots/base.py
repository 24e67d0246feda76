"""What a bot is: anything that is called with a game and returns an action; and what it may spend on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeAlias

from metrocore.action import Action
from metromania.errors import MetromaniaError
from metromania.game import Game

Bot: TypeAlias = Callable[[Game], Action | int | str]
"""A function of the game, or an object with ``__call__(game)``: returns a legal action of ``game.current_player``.

The game is the bot's own: a copy, as its seat sees it (``Game.view``), to push and pop on as it likes. What else a bot
may have, and hosts use where it is there:

- ``budget``: a ``Budget``, written by the host, that holds for the actions to come;
- ``explain() -> str``: why it chose the last action, in a few lines for people;
- ``stop()``: called from another thread while the bot is thinking: answer soon with the best so far;
- ``close()``: no more actions will be asked for.
"""


class BotError(MetromaniaError, ValueError):
    """A bot that can't be made: no such name, option or value. The place is the bot as it was written."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent on one action: seconds of ``time``, ``simulations``, ``nodes``; what is used up first ends it.

    None is no limit. Raises ``BotError`` for what is not above zero.
    """

    time: float | None = None
    simulations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise BotError("expected a number above zero", field.name)

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) is not None for field in fields(self))

    def words(self) -> list[str]:
        """As ``time 0.05 simulations 300``, word by word."""
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return [word for name, value in given if value is not None for word in (name, f"{value:.15g}")]
