"""Tree search for games of any number of players: what to play, how good it is for each, and what is expected.

``search(game, simulations=10_000)`` in one call; ``Search(game)`` to search on as the game goes on. See
``docs/search.md`` for the method.
"""

from typing import Any, SupportsIndex

from metrocore.search.searcher import PRIORS, ROLLOUTS
from metrocore.search.utility import UTILITY_NAMES
from metromania.game import Game

from .engine import BACKUPS, PARALLEL, POLICIES, Search, run_together
from .evaluators import Evaluator
from .result import ActionStats, Result

__all__ = [
    "BACKUPS",
    "PARALLEL",
    "POLICIES",
    "PRIORS",
    "ROLLOUTS",
    "UTILITY_NAMES",
    "ActionStats",
    "Evaluator",
    "Result",
    "Search",
    "run_together",
    "search",
]


def search(
    game: Game,
    simulations: SupportsIndex | None = None,
    *,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    **options: Any,
) -> Result:
    """Search a game's position once; budgets as of ``Search.run``, options as of ``Search``."""
    return Search(game, **options).run(simulations, nodes=nodes, seconds=seconds)
