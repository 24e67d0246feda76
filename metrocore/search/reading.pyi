"""What a search has found, read from its trees as plain data."""

from typing import Any

from metrocore.action import Action
from metrocore.search.searcher import Searcher

NODE_BYTES: int
EDGE_BYTES: int

def root_rows(search: Searcher) -> list[tuple[Action, int, tuple[float, ...] | None, float]]: ...
def best_line(search: Searcher, first: int) -> list[Action]: ...
def totals(search: Searcher) -> dict[str, Any]: ...
