"""The arena: tournaments of bots over boards and seats, their statistics, and a sequential test between two."""

from .referee import Fault, Referee
from .results import Outcome, Results
from .run import Pool, Summary, run
from .sprt import Sprt, SprtResult
from .stats import Standing, standings
from .tournament import ArenaError, Job, Tournament

__all__ = [
    "ArenaError",
    "Fault",
    "Job",
    "Outcome",
    "Pool",
    "Referee",
    "Results",
    "Sprt",
    "SprtResult",
    "Standing",
    "Summary",
    "Tournament",
    "run",
    "standings",
]
