"""Exact endgames; see solve.pyx."""

from metrocore.game import GameCore

class Solution:
    completed: bool
    value: tuple[float, ...] | None
    line: tuple[int, ...]
    nodes: int
    utility: str
    def __init__(
        self, completed: bool, value: tuple[float, ...] | None, line: tuple[int, ...], nodes: int, utility: str
    ) -> None: ...
    @property
    def action(self) -> int | None: ...

def solve(game: GameCore, utility: str = "win_share", nodes: int = 1_000_000) -> Solution: ...
