"""What a game carries besides its state: board, city, the record's x_ keys, and where it began."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from metrocore.setup import Setup

from .board import OUTER_SPACES, Board
from .city import City
from .rules import IMPOSSIBLE, VARIANTS, Rules


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Shared by all copies of a game, and never changed.

    ``extras`` is JSON text: the ``x_`` keys of the record (under ``""``), of its ``rules`` and of its ``city``.
    ``origin`` says where the game began: ``"setup"``, ``"position"`` or ``"view"``. Of a view, ``viewer`` is the seat
    and ``history`` the actions of the host's game before it.
    """

    board: Board
    city: City
    extras: str = "{}"
    origin: str = "setup"
    viewer: int | None = None
    history: tuple[str, ...] = ()

    def extras_of(self, part: str) -> dict[str, Any]:
        """A fresh copy of the ``x_`` keys of one object of the record."""
        made: dict[str, Any] = json.loads(self.extras).get(part, {})
        return made


def make_setup(players: int, variant: str, rules: Rules, board: Board, city: City) -> Setup:
    """The core's set-up; players, variant and rules are known to go together."""
    return Setup(
        players,
        VARIANTS.index(variant),
        IMPOSSIBLE.index(rules.impossible),
        rules.two_player_trips == "majority",
        [OUTER_SPACES.index(name) for name in board.starts],
        [OUTER_SPACES.index(name) for name in board.ends],
        city.areas(board),
    )
