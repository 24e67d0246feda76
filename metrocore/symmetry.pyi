"""The twelve symmetries of the lattice; see symmetry.pyx, and metromania.symmetry for a class of them."""

from typing import TypeVar

from .game import GameCore
from .setup import Setup

_G = TypeVar("_G", bound=GameCore)

def table(name: str, g: int) -> tuple[int, ...]: ...
def transform_setup(setup: Setup, g: int) -> Setup: ...
def transform_game(game: _G, g: int, info: object = None) -> _G: ...
