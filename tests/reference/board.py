"""A board and its city: what is printed where, once the six quarters lie in the frame (RULES 1, 2 and 9)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .lattice import CITY_VERTICES, SIZE, SPACES_AT, Point, plus, space_with_corners

STANDARD_FILE = Path(__file__).parent.parent / "cases" / "standard_board.json"


@dataclass(frozen=True)
class City:
    """What never changes in a game."""

    areas: dict[str, str]  # destination areas: space -> R, C or E
    lake: frozenset[str]
    park: frozenset[str]
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    worth: dict[str, int]  # points for a station, by city vertex

    @property
    def water(self) -> frozenset[str]:
        return self.lake | self.park


def standard_board() -> dict[str, Any]:
    """The board that a record calls "standard" (Decision 1)."""
    board: dict[str, Any] = json.loads(STANDARD_FILE.read_text(encoding="utf-8"))
    return board


def local_corners(name: str) -> list[Point]:
    """Corners of a space of a quarter, in local coordinates: u20, d03 and so on."""
    a, b = int(name[1]), int(name[2])
    return [(a, b), (a + 1, b), (a, b + 1)] if name[0] == "u" else [(a + 1, b), (a + 1, b + 1), (a, b + 1)]


def place(name: str, sector: int, turns: int) -> str:
    """The city space that a quarter's space comes to lie on, in a sector, after some turns."""
    corners = local_corners(name)
    for _ in range(turns):
        corners = [(SIZE - a - b, a) for a, b in corners]
    return space_with_corners(frozenset(plus(plus((0, 0), sector, a), sector + 1, b) for a, b in corners))


def build_city(board: str | dict[str, Any], quarters: list[int], turns: list[int]) -> City:
    """Put the quarters of a board ("standard", or a board object) into the sectors."""
    data = standard_board() if isinstance(board, str) else board
    areas: dict[str, str] = {}
    water: dict[str, set[str]] = {"lake": set(), "park": set()}
    for sector, (index, turned) in enumerate(zip(quarters, turns, strict=True)):
        quarter = data["quarters"][index]
        for kind in "RCE":
            areas.update((place(name, sector, turned), kind) for name in quarter[kind])
        for kind, spaces in water.items():
            spaces.update(place(name, sector, turned) for name in quarter[kind])
    return City(
        areas=areas,
        lake=frozenset(water["lake"]),
        park=frozenset(water["park"]),
        starts=tuple(data["frame"]["starts"]),
        ends=tuple(data["frame"]["ends"]),
        worth={vertex: len(SPACES_AT[vertex] & areas.keys()) for vertex in CITY_VERTICES},
    )
