"""Reading the text of a position, from left to right, each fault with its column."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from metrocore.arguments import shown
from metrocore.lattice import TRIANGLE_NAMES, VERTEX_NAMES, outer_base
from metrocore.setup import Setup

from .board import OUTER_SPACES, Board
from .city import City
from .errors import PositionError, SetupError, WrongTypeError
from .info import info_of_setup, make_setup
from .position import AREA_LETTERS, VERSION, position_text
from .rules import IMPOSSIBLE, TWO_PLAYER_TRIPS, VARIANTS, Rules, combination_faults

if TYPE_CHECKING:
    from .game import Game

    G = TypeVar("G", bound=Game)

T = TypeVar("T")
_FIELD_OF = {"owners": "markers", "places": "markers", "over": "player"}  # parts that share a field
MAX_LENGTH = 2000  # characters; the longest position has some 1400


class _Scanner:
    """Reads a text from left to right; remembers at which column each part began."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.columns: dict[str, int] = {}
        self.part = ""  # the last that was marked

    def error(self, reason: str, at: int | None = None) -> PositionError:
        return PositionError(reason, f"column {(self.at if at is None else at) + 1}")

    def take(self, pattern: str, what: str) -> str:
        """The text that matches here, which is then behind us."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            raise self.error(f"expected {what}")
        self.at = found.end()
        return found.group()

    def skip(self, literal: str) -> bool:
        """Whether this literal stands here; then it is behind us."""
        if not self.text.startswith(literal, self.at):
            return False
        self.at += len(literal)
        return True

    def need(self, literal: str, what: str | None = None) -> None:
        if not self.skip(literal):
            raise self.error(f"expected {what or repr(literal)}")

    def mark(self, part: str) -> None:
        """A part of the position begins here."""
        self.columns[part] = self.at
        self.part = part

    def column_of(self, place: str) -> int:
        """Where the part that the core calls ``place`` began, or the nearest around it."""
        name, at, indices = place.partition("[")
        name = _FIELD_OF.get(name.split()[0], name.split()[0])
        while at and f"{name}[{indices}" not in self.columns:
            indices, at, _ = indices.rpartition("[")
        return self.columns.get(f"{name}[{indices}" if at else name, 0)


def parse_position(cls: type[G], text: object) -> G:
    """The game at a position. Raises ``PositionError`` naming the column, ``WrongTypeError`` for what is no text."""
    if not isinstance(text, str):
        raise WrongTypeError(f"a position is a text, not {shown(text)}")
    if len(text) > MAX_LENGTH:
        raise PositionError(f"longer than any position ({MAX_LENGTH} characters)", f"column {MAX_LENGTH + 1}")
    scan = _Scanner(text)
    if not scan.skip(VERSION + " "):
        if re.match("mm[0-9]{1,9} ", text):
            raise scan.error(f"a position of another version; this is a reader of {VERSION}")
        raise scan.error(f"expected {VERSION} and a space")
    setup = _read_setup(scan)
    parts = _read_parts(scan, setup.players)
    if scan.at < len(text):
        raise scan.error("expected the end of the text")
    try:
        game = cls.from_parts(setup, parts, info_of_setup(setup))
    except PositionError as e:
        raise scan.error(str(e), scan.column_of(e.place)) from None
    canonical = position_text(game)
    if canonical != text:
        at = next(i for i, (a, b) in enumerate(itertools.zip_longest(text, canonical)) if a != b)
        raise scan.error("not in the canonical form", at)
    return game


def _read_setup(scan: _Scanner) -> Setup:
    scan.mark("players")
    players = int(scan.take("[234]", "2, 3 or 4 players"))
    variant = _initial(scan, "variant", VARIANTS)
    impossible = _initial(scan, "rules", IMPOSSIBLE)
    rules = Rules(impossible, _initial(scan, "rules.two_player_trips", TWO_PLAYER_TRIPS))
    for fault in combination_faults(players, variant, rules.to_dict()):
        raise scan.error(fault.reason, scan.columns[fault.place])
    scan.need(" ")
    at = scan.at
    try:
        setup = make_setup(players, variant, rules, *_read_city(scan))
    except SetupError as e:
        raise scan.error(str(e), scan.columns.get(e.place, at)) from None
    scan.need(" ")
    return setup


def _initial(scan: _Scanner, part: str, names: tuple[str, ...]) -> str:
    scan.mark(part)
    letter = scan.take(f"[{''.join(name[0] for name in names)}]", " or ".join(f"{name[0]} ({name})" for name in names))
    return next(name for name in names if name[0] == letter)


def _read_city(scan: _Scanner) -> tuple[Sequence[str], Sequence[str], bytes]:
    """Start spaces, end spaces, and what lies on the city's spaces."""
    if scan.text[scan.at : scan.at + 1].isdigit():
        quarters = scan.take("[0-5]{6}", "the quarters in the six sectors")
        scan.need("/")
        turns = scan.take("[0-2]{6}", "the turns of the six quarters")
        board, city = Board.standard(), City(tuple(map(int, quarters)), tuple(map(int, turns)))
        return board.starts, board.ends, city.areas(board)
    starts = _names(scan, "starts", "an outer space", OUTER_SPACES, ":")
    scan.need(":")
    ends = _names(scan, "ends", "an outer space", OUTER_SPACES, ":")
    scan.need(":")
    at, areas = scan.at, bytearray()
    for token in re.findall("[0-9]+|.", scan.take("(?:[RCELP]|[0-9]{1,3})+", "the city's 150 spaces")):
        areas += bytes(int(token)) if token.isdigit() else bytes([AREA_LETTERS.index(token)])
    if len(areas) != 150:
        raise scan.error(f"expected 150 spaces, not {len(areas)}", at)
    return starts, ends, bytes(areas)


def _read_parts(scan: _Scanner, players: int) -> dict[str, Any]:
    """What follows the city, in the form that the core takes."""
    lines = _each(scan, "lines", 2 * players, "/", _line)
    scan.need(" ")
    scan.mark("stations")
    stations = [] if scan.skip("-") else _names(scan, "stations", "a city vertex", VERTEX_NAMES[:91], " ")
    scan.need(" ")
    markers = _each(scan, "markers", 12, ",", _marker)
    scan.need(" ")
    scan.mark("unknown")
    unknown = [[0, 0, 0]] * players if scan.skip("-") else _each(scan, "unknown", players, "/", _counts)
    scan.need(" ")
    points = _each(scan, "points", players, "/", lambda scan: int(scan.take("[0-9]{1,3}", "station points")))
    scan.need(" ")
    turn = _turn(scan)
    scan.need(" ")
    scan.mark("cause")
    cause, caller = None, None
    if not scan.skip("-"):
        cause = scan.take("lines|stations|blocked", "lines, stations, blocked or -")
        scan.need(":")
        scan.mark("caller")
        caller = int(scan.take("[0-3]", "the player who called the end"))
    elif turn["over"]:
        raise scan.error("the game is over, but nobody called the end", scan.columns["cause"])
    if turn["over"]:
        turn["player"] = caller
    return {
        "lines": lines,
        "stations": [VERTEX_NAMES.index(name) for name in stations],
        "owners": [owner for owner, _ in markers],
        "places": [place for _, place in markers],
        "unknown": unknown,
        "points": points,
        **turn,
        "cause": cause,
        "caller": caller,
    }


def _line(scan: _Scanner) -> list[Any] | None:
    if scan.skip("-"):
        return None
    start = OUTER_SPACES.index(_name(scan, "an outer space", OUTER_SPACES))
    scan.need(">")
    at = scan.at
    base = VERTEX_NAMES.index(_name(scan, "a city vertex", VERTEX_NAMES[:91]))
    if base not in outer_base[start]:
        raise scan.error(f"{VERTEX_NAMES[base]} is no corner of {OUTER_SPACES[start]}", at)
    scan.columns.update({f"{scan.part}[2][{i}]": scan.at + 1 + 2 * i for i in range(17)})
    digs = scan.take("([0-5][lr]){1,17}", "1 to 17 digs, direction 0..5 and side l or r") if scan.skip(":") else ""
    steps = [(int(way), "lr".index(side)) for way, side in zip(digs[::2], digs[1::2], strict=True)]
    return [start, outer_base[start].index(base), steps]


def _marker(scan: _Scanner) -> tuple[int, int]:
    owner = scan.take(r"[0-3?]", "the owner of a marker, 0..3 or ?")
    place = -1
    if scan.skip("@"):
        place = TRIANGLE_NAMES.index(_name(scan, "a city space", TRIANGLE_NAMES[:150]))
    return -1 if owner == "?" else int(owner), place


def _counts(scan: _Scanner) -> list[int]:
    return [int(count) for count in scan.take("[0-9]{3}", "three numbers of unknown letters")]


def _turn(scan: _Scanner) -> dict[str, Any]:
    scan.mark("player")
    if scan.skip("over"):
        return {"player": None, "dug": 0, "marked": False, "first": False, "bonus": None, "over": True}
    player = int(scan.take("[0-3]", "the player whose turn it is, or over"))
    scan.need(".")
    scan.mark("dug")
    dug = int(scan.take("[0-3]", "tunnels dug, 0..3"))
    scan.mark("marked")
    marked = scan.skip("m")
    scan.mark("first")
    first = scan.skip("f")
    scan.mark("bonus")
    bonus = 2 * player + "ab".index(scan.take("[ab]", "a or b")) if scan.skip("+") else None
    return {"player": player, "dug": dug, "marked": marked, "first": first, "bonus": bonus, "over": False}


def _each(scan: _Scanner, part: str, count: int, between: str, read: Callable[[_Scanner], T]) -> list[T]:
    """``count`` parts with a character between them."""
    made = []
    scan.mark(part)
    for i in range(count):
        if i:
            scan.need(between, f"{between!r} and one more of {count} {part}")
        scan.mark(f"{part}[{i}]")
        made.append(read(scan))
    return made


def _names(scan: _Scanner, part: str, what: str, known: tuple[str, ...], until: str) -> list[str]:
    """Names with commas between them, or nothing, up to the character ``until``."""
    names: list[str] = []
    scan.mark(part)
    while not scan.text.startswith(until, scan.at):
        if names:
            scan.need(",")
        scan.mark(f"{part}[{len(names)}]")
        names.append(_name(scan, what, known))
    return names


def _name(scan: _Scanner, what: str, known: tuple[str, ...]) -> str:
    at, name = scan.at, scan.take("[A-Za-z0-9]{1,4}", what)
    if name not in known:
        raise scan.error(f"{name} is not {what}", at)
    return name
