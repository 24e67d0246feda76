"""Cities: which quarter lies in which sector, turned how, and the 150 spaces that result (RULES 1)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from metrocore.arguments import integer, shown
from metrocore.lattice import quarter_spaces, quarter_triangles

from ._plain import Faults, inside
from .board import AREAS, Board
from .errors import Fault, SetupError, WrongTypeError

_LOCAL_ID = {name: i for i, name in enumerate(quarter_spaces)}


@dataclass(frozen=True, slots=True)
class City:
    """How the quarters lie: ``quarters[k]`` (0..5, each once) is the quarter in sector k, ``turns[k]`` (0..2) its turn.

    Raises ``SetupError`` naming the place, ``WrongTypeError`` for what are no sequences.
    """

    quarters: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        for name in ("quarters", "turns"):
            value = getattr(self, name)
            if not isinstance(value, Iterable) or isinstance(value, (str, bytes)):
                raise WrongTypeError(f"expected a sequence of six integers, not {shown(value)}", name)
            object.__setattr__(self, name, tuple(islice(value, 7)))  # one more than will do
        if faults := city_faults({"quarters": list(self.quarters), "turns": list(self.turns)}, ""):
            raise SetupError(faults[0].reason, faults[0].place)

    def to_dict(self) -> dict[str, list[int]]:
        """The ``city`` of a record (RULES 9)."""
        return {"quarters": list(self.quarters), "turns": list(self.turns)}

    def areas(self, board: Board) -> bytes:
        """What lies on each of the 150 city spaces: 0 nothing, 1 R, 2 C, 3 E, 4 lake, 5 park. ``WrongTypeError``."""
        if not isinstance(board, Board):
            raise WrongTypeError(f"expected a Board, not {shown(board)}", "board")
        made = bytearray(150)
        for sector, (quarter, turns) in enumerate(zip(self.quarters, self.turns, strict=True)):
            place = quarter_triangles[sector][turns]
            for kind, names in enumerate(board.quarters[quarter], 1):
                for name in names:
                    made[place[_LOCAL_ID[name]]] = kind
        return bytes(made)

    def turned(self, steps: int = 1) -> City:
        """This city turned counter-clockwise by ``steps`` times 60 degrees, as ``Board.turned`` turns the frame."""
        by = -integer(steps, "steps") % 6
        return City(self.quarters[by:] + self.quarters[:by], self.turns[by:] + self.turns[:by])

    def mirrored(self) -> City:
        """This city seen in a mirror along the east-west axis, with the quarters of ``Board.mirrored``."""
        return City(self.quarters[::-1], tuple(-t % 3 for t in reversed(self.turns)))


def city_faults(data: object, place: str) -> list[Fault]:
    """Every fault of the ``city`` of a record."""
    faults = Faults()
    city = faults.members(data, place, ("quarters", "turns"))
    if "quarters" in city:
        at, seen = inside(place, "quarters"), set()
        for i, quarter in enumerate(faults.list_of(city["quarters"], at, 6)):
            if type(quarter) is not int or not 0 <= quarter < 6:
                faults.add(f"{at}[{i}]", f"expected a quarter 0..5, not {shown(quarter)}")
            elif quarter in seen:
                faults.add(f"{at}[{i}]", f"quarter {quarter} is used already")
            else:
                seen.add(quarter)
    if "turns" in city:
        at = inside(place, "turns")
        for i, turns in enumerate(faults.list_of(city["turns"], at, 6)):
            if type(turns) is not int or not 0 <= turns < 3:
                faults.add(f"{at}[{i}]", f"expected 0, 1 or 2 turns, not {shown(turns)}")
    return faults


def standard_city(areas: bytes) -> City | None:
    """The city of the standard board that has these 150 areas, if one has."""
    patterns = _standard_patterns()
    lying = [patterns.get(_sector(areas, k), (-1, 0)) for k in range(6)]
    quarters = tuple(quarter for quarter, _ in lying)
    return City(quarters, tuple(turns for _, turns in lying)) if sorted(quarters) == list(range(6)) else None


def untangled(areas: bytes, starts: Iterable[str], ends: Iterable[str], name: str) -> tuple[Board, City]:
    """A board whose quarters, put into the sectors in order and not turned, give these 150 areas; and that city."""
    quarters = []
    for k in range(6):
        sector = _sector(areas, k)
        quarters.append(
            {area: [quarter_spaces[i] for i in range(25) if sector[i] == kind] for kind, area in enumerate(AREAS, 1)}
        )
    return Board({"name": name, "frame": {"starts": list(starts), "ends": list(ends)}, "quarters": quarters}), City()


def _sector(areas: bytes, k: int) -> bytes:
    """What lies on the 25 spaces of sector ``k``, in the order of their local names."""
    return bytes(areas[t] for t in quarter_triangles[k][0])


@functools.cache
def _standard_patterns() -> Mapping[bytes, tuple[int, int]]:
    """For each standard quarter and turn, what lies on the 25 spaces of its sector -> quarter, turns."""
    board, made = Board.standard(), {}
    for quarter in range(6):
        for turns in range(3):
            city = City(tuple((quarter + k) % 6 for k in range(6)), (turns,) * 6)
            made[_sector(city.areas(board), 0)] = (quarter, turns)
    return made
