"""Files of many games: JSON Lines, one record a line, read and written as a stream (RULES 9)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import IO, Any

from metrocore.arguments import shown

from .errors import Fault, RecordError, WrongTypeError
from .game import Game

Source = os.PathLike[str] | Iterable[str] | Iterable[bytes]


def scan_games(source: Source) -> Iterator[tuple[int, Game | RecordError]]:
    """The number of each line that is not blank, from 1, and its game, or what is wrong with it; goes on after faults.

    ``source`` is an ``os.PathLike``, or anything that gives lines: an open file (text or binary) or a list. Text is
    taken for one line at a time only from such, never for a path. One line is held in memory at a time.
    Raises ``WrongTypeError``, and ``OSError`` from the file.
    """
    if isinstance(source, (str, bytes, bytearray)) or not isinstance(source, (os.PathLike, Iterable)):
        raise WrongTypeError(f"expected an os.PathLike or lines, not {shown(source)}", "source")
    return _scan(source)


def _scan(source: Source) -> Iterator[tuple[int, Game | RecordError]]:
    with _opened(source, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if not isinstance(line, (str, bytes)):
                raise WrongTypeError(f"expected text or bytes, not {shown(line)}", f"line {number}")
            if line.strip():
                try:
                    yield number, Game.from_record(line)
                except RecordError as e:
                    faults = tuple(Fault(_at_line(number, fault.place), fault.reason) for fault in e.faults)
                    yield number, RecordError(e.reason, _at_line(number, e.place), faults)


def _at_line(number: int, place: str) -> str:
    return f"line {number}: {place}" if place else f"line {number}"


def read_games(source: Source) -> Iterator[Game]:
    """The games in a file or stream as of ``scan_games``; raises the ``RecordError`` of the first that is at fault.

    Its place begins with the line: ``line 3: actions[17]``.
    """
    for _, game in scan_games(source):
        if isinstance(game, RecordError):
            raise game
        yield game


def write_games(
    target: os.PathLike[str] | IO[str], games: Iterable[Game | Mapping[str, Any]], *, append: bool = False
) -> int:
    """Write games, or records of games, one a line; returns how many.

    ``target`` is an ``os.PathLike`` (made, written over, or added to if ``append``) or an open text file. A record is
    checked before it is written, and written with its ``x_`` keys. Raises ``RecordError`` at the first game that has no
    record or record that is none (what stands before it is written), ``WrongTypeError``, ``OSError``.
    """
    if not isinstance(target, os.PathLike) and not hasattr(target, "write"):
        raise WrongTypeError(f"expected an os.PathLike or a text file, not {shown(target)}", "target")
    count = 0
    with _opened(target, "a" if append else "w") as file:
        for game in games:
            if not isinstance(game, Game):
                game = Game.from_record(game)
            file.write(json.dumps(game.to_record(), separators=(",", ":")) + "\n")
            count += 1
    return count


def _opened(target: Any, mode: str) -> Any:
    if not isinstance(target, os.PathLike):
        return nullcontext(target)
    from pathlib import Path  # here, since importing it takes long

    return Path(target).open(mode, encoding=None if "b" in mode else "utf-8", newline=None if "b" in mode else "\n")
