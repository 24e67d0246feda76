"""Letters that are hidden, drawn evenly from all deals that fit; see hidden.pxd."""

from typing import TypeVar

from .game import GameCore

_G = TypeVar("_G", bound=GameCore)

def hidden_deals(game: GameCore, player: int) -> int: ...
def sample_letters(game: _G, player: int, seed: int, index: int = 0) -> _G: ...
