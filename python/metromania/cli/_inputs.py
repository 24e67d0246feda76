"""What commands read: records, files of many records, positions, boards; from files or standard input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from metromania.board import Board
from metromania.errors import DataError, MetromaniaError
from metromania.game import Game


class InputError(MetromaniaError, ValueError):
    """A fault of an input; the place begins with the name of the source."""


@dataclass(frozen=True, slots=True)
class Item:
    """One record, position or board of a source: its text, and the line on which it begins if there are several."""

    source: str
    line: int | None
    text: str

    @property
    def place(self) -> str:
        return self.source if self.line is None else f"{self.source}:{self.line}"

    @property
    def kind(self) -> str:
        """``record``, ``board`` or ``position``, by how it looks."""
        if not self.text.startswith("{"):
            return "position"
        try:
            keys = json.loads(self.text)
        except (ValueError, RecursionError):
            return "record"
        return "board" if "frame" in keys and "format" not in keys else "record"

    def game(self) -> Game:
        """The game of a record or a position. Raises ``InputError``."""
        try:
            return Game.from_position(self.text) if self.kind == "position" else Game.from_record(self.text)
        except DataError as e:
            raise InputError(str(e), self.place) from None


def read_items(source: str) -> Iterator[Item]:
    """The items of a file, or of standard input for ``-``, one after another.

    A source is one JSON object over any number of lines, or has one item on each line: JSON Lines or positions.
    Blank lines don't count.
    """
    if source == "-":
        yield from _items(sys.stdin.buffer, "standard input")
    else:
        with Path(source).open("rb") as stream:
            yield from _items(stream, source)


def _items(stream: IO[bytes], source: str) -> Iterator[Item]:
    lines = ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    first = next(lines, None)
    if first is None:
        raise InputError("nothing in it", source)
    number, line = first
    text = _decoded(line, source, number)
    if text.startswith("{") and not _is_json(text):
        rest = (_decoded(line, source, number) for number, line in lines)
        yield Item(source, None, "\n".join((text, *rest)))
        return
    second = next(lines, None)
    yield Item(source, None if second is None else number, text)
    if second is not None:
        yield Item(source, second[0], _decoded(second[1], source, second[0]))
    for number, line in lines:
        yield Item(source, number, _decoded(line, source, number))


def _decoded(line: bytes, source: str, number: int) -> str:
    try:
        return line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise InputError("not UTF-8", f"{source}:{number}") from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_board(source: str, seed: int) -> Board:
    """The board of an option: ``standard``, ``random`` (drawn with the seed), or a file."""
    if source == "standard":
        return Board.standard()
    if source == "random":
        return Board.random(seed)
    try:
        return Board(sys.stdin.buffer.read() if source == "-" else Path(source))
    except DataError as e:
        raise InputError(str(e), source) from None


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments of commands that look at one game."""
    parser.add_argument("game", metavar="GAME", help="file with a record or position, or - for standard input")
    parser.add_argument("--number", type=int, default=1, metavar="N", help="the N-th of the source's games (default 1)")
    parser.add_argument("--ply", type=int, metavar="N", help="the game after its first N actions")


def read_game(arguments: argparse.Namespace) -> Game:
    """The game that the arguments of ``add_game`` name. Raises ``InputError``."""
    item = None
    if arguments.number > 0:
        item = next(islice(read_items(arguments.game), arguments.number - 1, None), None)
    if item is None:
        raise InputError(f"--number: there is no game {arguments.number}", arguments.game)
    game = item.game()
    if arguments.ply is not None:
        if not 0 <= arguments.ply <= game.ply:
            raise InputError(f"--ply: the game has {game.ply} actions, not {arguments.ply}", item.place)
        while game.ply > arguments.ply:
            game.pop()
    return game
