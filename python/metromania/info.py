"""What a game carries besides its state: board, city, the record's x_ keys, and where it began."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from metrocore.game import GameCore
from metrocore.setup import Setup

from .board import OUTER_SPACES, Board
from .city import City, standard_city, untangled
from .rules import IMPOSSIBLE, VARIANTS, Rules


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Shared by all copies of a game, and never changed.

    ``extras`` is JSON text: the ``x_`` keys of the record (under ``""``), of its ``rules`` and of its ``city``. Of a
    view, ``viewer`` is the seat and ``history`` the actions of the host's game before it.
    """

    board: Board
    city: City
    extras: str = "{}"
    viewer: int | None = None
    history: tuple[str, ...] = ()

    def extras_of(self, part: str) -> dict[str, Any]:
        """A fresh copy of the ``x_`` keys of one object of the record."""
        made: dict[str, Any] = json.loads(self.extras).get(part, {})
        return made


def info_of(game: GameCore) -> GameInfo:
    """What a game carries, or what its set-up tells if it was made in the core and carries nothing of ours."""
    return game.info if isinstance(game.info, GameInfo) else info_of_setup(game.setup)


def make_setup(
    players: int, variant: str, rules: Rules, starts: Sequence[str], ends: Sequence[str], areas: bytes
) -> Setup:
    """The core's set-up; players, variant and rules are known to go together. Raises ``SetupError``."""
    return Setup(
        players,
        VARIANTS.index(variant),
        IMPOSSIBLE.index(rules.impossible),
        rules.two_player_trips == "majority",
        [OUTER_SPACES.index(name) for name in starts],
        [OUTER_SPACES.index(name) for name in ends],
        areas,
    )


@functools.lru_cache(maxsize=256)
def info_of_setup(setup: Setup) -> GameInfo:
    """What the core's set-up alone tells: on another than the standard board, some board that gives this city."""
    starts, ends = (tuple(OUTER_SPACES[o] for o in spaces) for spaces in (setup.starts, setup.ends))
    standard = Board.standard()
    if (starts, ends) == (standard.starts, standard.ends) and (city := standard_city(setup.areas)):
        return GameInfo(standard, city)
    return GameInfo(*untangled(setup.areas, starts, ends, "position"))
