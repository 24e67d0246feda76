"""Observations as the core fills them; see observation.pyx, and metromania.observation for the names."""

from typing import Any

from numpy.typing import NDArray

from .game import GameCore

SIZE: int
FIELDS: tuple[tuple[str, int, tuple[int, ...], tuple[int, ...], int, int], ...]

def observe(game: GameCore, viewer: int, out: NDArray[Any]) -> None: ...
