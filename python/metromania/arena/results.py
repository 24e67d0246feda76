"""Results files: JSON Lines, a record a game, added to as games end, and gone on with after a break."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from metromania.errors import RecordError
from metromania.game import Game

from .referee import ARENA, PLAYERS, RESULT
from .tournament import ArenaError, Job, Tournament


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: by seat, ranks, the winners, points (None if it was not played out), seconds and actions."""

    job: Job
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    totals: tuple[int, ...] | None
    faults: tuple[tuple[int, str, str], ...]  # seat, kind, words
    seconds: tuple[float, ...]
    actions: tuple[int, ...]

    def share(self, seat: int) -> float:
        """The seat's part of the win."""
        return (seat in self.winners) / len(self.winners) if self.winners else 0.0


def outcome_of(record: Mapping[str, Any], tournament: Tournament) -> Outcome:
    """The outcome in a record. Raises ``ArenaError`` if it is of no game of this tournament."""
    try:
        arena = record[ARENA]
        job = tournament.job(arena["game"])
        known = (arena["tournament"], record[PLAYERS], arena["board"])
        if known != (tournament.key, [tournament.bots[bot].label for bot in job.seats], job.board):
            raise ArenaError("a game of another tournament: other bots, seats, budget, seed or rules")
        return Outcome(
            job=job,
            ranks=tuple(arena["ranks"]),
            winners=tuple(arena["winners"]),
            totals=tuple(record[RESULT]["totals"]) if RESULT in record else None,
            faults=tuple((fault["seat"], fault["kind"], fault["words"]) for fault in arena["faults"]),
            seconds=tuple(arena["seconds"]),
            actions=tuple(arena["actions"]),
        )
    except (KeyError, TypeError, IndexError) as e:
        raise ArenaError(f"no record of an arena: {type(e).__name__}: {e}") from None


class Results:
    """The outcomes of a tournament by the number of the game, kept in a file if there is a path.

    Opening reads what is there: a last line that was cut short is taken off (its game will be played again), and of two
    records of a game the first counts. The file is this process's alone until ``close``, which leaves no new file with
    nothing in it behind. Raises ``ArenaError`` naming the line, ``OSError``.
    """

    def __init__(self, tournament: Tournament, path: Path | None) -> None:
        self._tournament = tournament
        self._fresh = None if path is None or path.exists() else path
        self._file = None if path is None else path.open("a+b")
        self.outcomes: dict[int, Outcome] = {}
        self.cut = False  # whether a last line was cut short
        if self._file is not None and path is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._load(path)
            except BlockingIOError:
                self._file.close()
                raise ArenaError("another arena is writing to it", str(path)) from None
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, record: Mapping[str, Any]) -> Outcome | None:
        """Keep a record, on the disk before this returns; its outcome, or None if there is one of the game already."""
        outcome = outcome_of(record, self._tournament)
        if outcome.job.index in self.outcomes:
            return None
        if self._file is not None:
            self._file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        self.outcomes[outcome.job.index] = outcome
        return outcome

    def close(self) -> None:
        if self._file is not None:
            if self._fresh is not None and not self.outcomes:
                self._fresh.unlink(missing_ok=True)
            self._file.close()

    def _load(self, path: Path) -> None:
        assert self._file is not None  # there is a path
        self._file.seek(0)
        whole = 0  # bytes of whole lines
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                self.cut = True
                break
            if line.strip():
                self._read(line, f"{path}:{number}")
            whole += len(line)
        if self.cut:
            self._file.truncate(whole)

    def _read(self, line: bytes, place: str) -> None:
        try:
            game = Game.from_record(line)
            outcome = outcome_of(game.to_record(), self._tournament)
        except (RecordError, ArenaError) as e:
            raise ArenaError(str(e), place) from None
        if outcome.totals is not None and not (game.is_over and game.report().totals == outcome.totals):
            raise ArenaError("its result is not that of its actions", place)
        self.outcomes.setdefault(outcome.job.index, outcome)
