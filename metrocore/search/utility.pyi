"""What a search maximises, of a final score or of expected scores; see utility.pxd."""

from collections.abc import Iterable

from metrocore.game import GameCore

UTILITY_NAMES: tuple[str, ...]

def utility_kind(name: str) -> int: ...
def utilities(game: GameCore, name: str = "win_share") -> tuple[float, ...]: ...
def utilities_of(scores: Iterable[float], name: str = "win_share", spread: float = 8.0) -> tuple[float, ...]: ...
