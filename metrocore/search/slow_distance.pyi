"""The slow truth beside distance.pyx."""

from metrocore.game import GameCore

def slow_exit_distance(game: GameCore, line: int, limit: int) -> int | None: ...
