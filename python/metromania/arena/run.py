"""Runs a tournament: hands the games not yet played to workers, keeps the results, stops when the answer is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from .pool import LocalPool
from .referee import check_bots
from .results import Outcome, Results
from .sprt import Sprt, SprtResult, SprtRun
from .stats import Standing, standings
from .tournament import Tournament


class Pool(Protocol):
    """What plays games: ``LocalPool``, or ``metromania.arena.ray_pool.RayPool``."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def play(self, games: Iterator[int]) -> Iterator[dict[str, Any]]:
        """Play games by number; their records in any order, each once."""


@dataclass(frozen=True)
class Summary:
    """What came out: the outcomes by number of the game, the bots' standings, the test's result if there was one."""

    tournament: Tournament
    outcomes: dict[int, Outcome]
    standings: list[Standing]
    sprt: SprtResult | None

    def to_dict(self) -> dict[str, Any]:
        """As JSON data; the schema is ``metromania schema arena``."""
        return {
            "tournament": self.tournament.key,
            "players": self.tournament.players,
            "games": len(self.outcomes),
            "boards": len({outcome.job.board for outcome in self.outcomes.values()}),
            "bots": [standing.to_dict() for standing in self.standings],
            "sprt": self.sprt.to_dict() if self.sprt else None,
        }


def run(
    tournament: Tournament,
    boards: int,
    *,
    path: Path | None = None,
    processes: int = 2,
    sprt: Sprt | None = None,
    pool: Pool | None = None,
    progress: Callable[[dict[int, Outcome], int], None] | None = None,
) -> Summary:
    """Play a tournament on so many boards, or until a sequential test has decided.

    Games that are in the results file ``path`` are not played again: a run that was broken off goes on. ``progress`` is
    called with the outcomes so far and the number of games that there will be at most, at first and after each game.
    Raises ``BotError`` for a bot that can't be started, ``ArenaError``, and ``OSError`` from the file.
    """
    total = boards * len(tournament.seatings())
    standings(tournament, ())  # what it needs is looked for before anything is played
    test = SprtRun(sprt, tournament) if sprt else None
    with Results(tournament, path) as results:
        outcomes = results.outcomes
        if progress:
            progress(outcomes, total)
        decided = test.add(sorted_by_game(outcomes, total)) if test else None
        missing = [game for game in range(total) if game not in outcomes]
        if missing and not decided:
            check_bots(tournament)
            with pool or LocalPool(tournament, min(processes, len(missing))) as playing:
                for record in playing.play(iter(missing)):
                    outcome = results.add(record)
                    if outcome is None:
                        continue
                    if progress:
                        progress(outcomes, total)
                    if test and test.add([outcome]):
                        break
    played = {outcome.job.index: outcome for outcome in sorted_by_game(outcomes, total)}
    return Summary(tournament, played, standings(tournament, played.values()), test.result() if test else None)


def sorted_by_game(outcomes: dict[int, Outcome], total: int) -> list[Outcome]:
    """The outcomes of the first ``total`` games, by number: a file may hold more."""
    return [outcomes[game] for game in sorted(outcomes) if game < total]
