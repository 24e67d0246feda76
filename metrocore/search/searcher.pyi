"""A search as a Python object: some trees on positions of one set-up, run in slices without the GIL, read as plain data."""

from collections.abc import Iterable

from metrocore.game import GameCore
from metrocore.setup import Setup

ENDS: tuple[str, ...]
ROLLOUTS: tuple[str, ...]
PRIORS: tuple[str, ...]

class Searcher:
    @property
    def setup(self) -> Setup: ...
    @property
    def tree_count(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def shared(self) -> bool: ...
    def __init__(
        self,
        games: Iterable[GameCore],
        *,
        utility: int = 0,
        leaf: int = 0,
        puct: bool = False,
        paranoid: bool = False,
        priors: int = 0,
        transpositions: bool = True,
        c: float = 1.0,
        fpu: float = 0.0,
        virtual_loss: float = 1.0,
        seed: int = 0,
        threads: int = 1,
        shared: bool = False,
        max_nodes: int = 1000000,
    ) -> None: ...
    def run(self, simulations: int | None = None, nodes: int | None = None, seconds: float | None = None) -> str: ...
    def stop(self) -> None: ...
    def move_to(self, tree: int, game: GameCore) -> int: ...
    def check(self) -> None: ...
