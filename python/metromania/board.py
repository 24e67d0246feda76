"""Boards: the frame and six quarters as data, read, checked, turned, mirrored or drawn at random (RULES 1 and 9)."""

from __future__ import annotations

import functools
import json
from typing import Any, NamedTuple

from metrocore.arguments import integer, shown_json
from metrocore.lattice import SIDES, quarter_spaces

from ._plain import Faults, extras, inside, read
from .errors import BoardError, Fault

AREAS = ("R", "C", "E", "lake", "park")
"""What is printed on quarters: residential, commercial and entertainment areas, lake and park."""

OUTER_SPACES = tuple(f"{side}{slot}" for side in SIDES for slot in range(1, 6))
"""The thirty outer spaces, ``NE1`` to ``SE5``."""

QUARTER_SPACES = tuple(quarter_spaces)
"""The 25 spaces of a quarter, ``u00`` to ``u04``: shape, then local ``a`` and ``b``."""

_OUTER_ORDER = {name: i for i, name in enumerate(OUTER_SPACES)}
_LOCAL_ORDER = {name: (name[1:], name[0] == "d") for name in QUARTER_SPACES}
_FRAME = ("starts", "ends")


class Quarter(NamedTuple):
    """The printed spaces of one quarter: for each kind, local names (``u20``)."""

    R: tuple[str, ...]
    C: tuple[str, ...]
    E: tuple[str, ...]
    lake: tuple[str, ...]
    park: tuple[str, ...]


class Board:
    """A board: start and end spaces of the frame, and the printed spaces of six quarters. Immutable and hashable.

    ``source`` is a dict in the form of RULES 9, its JSON text (``str`` or UTF-8 ``bytes``), an ``os.PathLike`` to a
    file of it, or a ``Board``. Text is never taken for a path. Keys beginning with ``x_`` are kept in every object.

    Two boards are equal when they are written equally, names and ``x_`` keys included; the order in which spaces are
    listed does not count.

    Raises ``BoardError`` (whose ``faults`` are all of them), ``WrongTypeError``, ``OSError``.
    """

    __slots__ = ("_ends", "_name", "_quarters", "_starts", "_text")

    _text: str
    _name: str
    _starts: tuple[str, ...]
    _ends: tuple[str, ...]
    _quarters: tuple[Quarter, ...]

    def __init__(self, source: object) -> None:
        if isinstance(source, Board):
            source = source._text
        data = read(source, BoardError)
        _check(data, "").refuse(BoardError)
        data = _canonical(data)
        text = json.dumps(data, separators=(",", ":"))
        quarters = tuple(Quarter(*(tuple(quarter[area]) for area in AREAS)) for quarter in data["quarters"])
        for slot, value in (
            ("_text", text),
            ("_name", data["name"]),
            ("_starts", tuple(data["frame"]["starts"])),
            ("_ends", tuple(data["frame"]["ends"])),
            ("_quarters", quarters),
        ):
            object.__setattr__(self, slot, value)

    @staticmethod
    @functools.cache
    def standard() -> Board:
        """The standard board (RULES 1): 8 starts, 10 ends, 18 areas, a lake and a park of two spaces each."""
        import importlib.resources  # takes longer to import than all of this package

        return Board(importlib.resources.files(__package__).joinpath("data/standard.json").read_text("utf-8"))

    @staticmethod
    def faults(source: object) -> list[Fault]:
        """Every fault of a board given as to ``Board``, each with its place; ``[]`` if it is one.

        Of a text that is no JSON only the first fault is told. Raises ``WrongTypeError`` and ``OSError``.
        """
        try:
            return list(_check(read(source, BoardError), ""))
        except BoardError as e:
            return list(e.faults)

    @staticmethod
    def random(
        seed: int,
        *,
        starts: int = 8,
        ends: int = 10,
        areas: tuple[int, int, int] = (6, 6, 6),
        lake: int = 2,
        park: int = 2,
        name: str | None = None,
    ) -> Board:
        """A random board with so many start and end spaces (at most 30 in all), R, C and E areas, lake and park spaces.

        The printed spaces (together at most 150) lie anywhere, except that a lake or park of up to 25 spaces is in one
        piece inside a quarter where there is room. The same arguments give the same board on every platform.
        Raises ``ArgumentError`` for numbers that don't fit, ``WrongTypeError`` for what is no number or name.
        """
        from ._random_board import random_board

        return random_board(seed, starts, ends, areas, lake, park, name)

    @property
    def name(self) -> str:
        """The board's name; any text."""
        return self._name

    @property
    def starts(self) -> tuple[str, ...]:
        """Start spaces, ``NE3`` .., in the order of ``OUTER_SPACES``."""
        return self._starts

    @property
    def ends(self) -> tuple[str, ...]:
        """End spaces, in the order of ``OUTER_SPACES``."""
        return self._ends

    @property
    def quarters(self) -> tuple[Quarter, ...]:
        """The six quarters."""
        return self._quarters

    def to_dict(self) -> dict[str, Any]:
        """A fresh dict in the form of RULES 9, spaces in canonical order, ``x_`` keys last and sorted."""
        made: dict[str, Any] = json.loads(self._text)
        return made

    def to_json(self) -> str:
        """The canonical JSON text, one line of ASCII: equal for equal boards."""
        return self._text

    def turned(self, steps: int = 1) -> Board:
        """This board with its frame turned counter-clockwise by ``steps`` times 60 degrees (any integer).

        The quarters stay as they are: they are put into the sectors by the ``City``, which ``City.turned`` turns alike.
        """
        by = integer(steps, "steps")
        return self._changed(lambda side, slot: ((side + by) % 6, slot), lambda name: name)

    def mirrored(self) -> Board:
        """This board seen in a mirror along the east-west axis: frame and quarters. ``City.mirrored`` goes with it."""
        return self._changed(lambda side, slot: (5 - side, 6 - slot), lambda name: f"{name[0]}{name[2]}{name[1]}")

    def _changed(self, outer: Any, local: Any) -> Board:
        data = self.to_dict()
        for key in _FRAME:
            moved = [outer(_OUTER_ORDER[name] // 5, _OUTER_ORDER[name] % 5 + 1) for name in data["frame"][key]]
            data["frame"][key] = [f"{SIDES[side]}{slot}" for side, slot in moved]
        for quarter in data["quarters"]:
            for area in AREAS:
                quarter[area] = [local(name) for name in quarter[area]]
        return Board(data)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[type[Board], tuple[str]]:
        return Board, (self._text,)

    def __repr__(self) -> str:
        return "Board.standard()" if self == Board.standard() else f"Board({self.to_dict()!r})"


def board_faults(data: object, place: str) -> list[Fault]:
    """Every fault of a board that was read as part of something else, where it stands at ``place``."""
    return _check(data, place)


def _check(data: object, place: str) -> Faults:
    faults = Faults()
    board = faults.members(data, place, ("name", "frame", "quarters"))
    if "name" in board and not isinstance(board["name"], str):
        faults.add(inside(place, "name"), f"expected a text, not {shown_json(board['name'])}")
    if "frame" in board:
        at = inside(place, "frame")
        frame = faults.members(board["frame"], at, _FRAME)
        _check_names(faults, frame, at, _FRAME, _OUTER_ORDER, "outer space")
    if "quarters" in board:
        at = inside(place, "quarters")
        for i, quarter in enumerate(faults.list_of(board["quarters"], at, 6)):
            areas = faults.members(quarter, f"{at}[{i}]", AREAS)
            _check_names(faults, areas, f"{at}[{i}]", AREAS, _LOCAL_ORDER, "space of a quarter")
    return faults


def _check_names(
    faults: Faults, data: dict[str, Any], place: str, keys: tuple[str, ...], known: dict[str, Any], what: str
) -> None:
    """Lists of names, each of them known and none used twice in all the lists together."""
    used: dict[str, str] = {}
    for key in keys:
        if key not in data:
            continue
        at = inside(place, key)
        for i, name in enumerate(faults.list_of(data[key], at)):
            if not isinstance(name, str) or name not in known:
                faults.add(f"{at}[{i}]", f"{shown_json(name)} is no {what}")
            elif name in used:
                faults.add(f"{at}[{i}]", f"{name} is used already, at {used[name]}")
            else:
                used[name] = f"{at}[{i}]"


def _canonical(data: dict[str, Any]) -> dict[str, Any]:
    frame = data["frame"]
    return {
        "name": data["name"],
        "frame": {**{key: sorted(frame[key], key=_OUTER_ORDER.__getitem__) for key in _FRAME}, **extras(frame)},
        "quarters": [
            {**{area: sorted(quarter[area], key=_LOCAL_ORDER.__getitem__) for area in AREAS}, **extras(quarter)}
            for quarter in data["quarters"]
        ],
        **extras(data),
    }
