"""The hexagon by names: vertices, spaces, what lies beside what (RULES 1, Lattice to Names).

Everything is computed from coordinates once, and looked up by name afterwards. A vertex is called like `f6` (in the
city) or `NE3` (an apex); a space is called like `f6u`, `f6d` (in the city) or `NE3` (outer).
"""

from typing import Final

Point = tuple[int, int]

DIRECTIONS: Final[tuple[Point, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES: Final = ("NE", "N", "NW", "SW", "S", "SE")
SIZE: Final = 5  # edges along one side of the city


def plus(point: Point, k: int, times: int = 1) -> Point:
    """The point some steps from another in direction k (any whole number, read modulo 6)."""
    step = DIRECTIONS[k % 6]
    return point[0] + times * step[0], point[1] + times * step[1]


def city_vertex_name(point: Point) -> str:
    """Row letter a..k for r = -5..5, then q + 6."""
    q, r = point
    return "abcdefghijk"[r + SIZE] + str(q + SIZE + 1)


CITY_POINTS: Final = [
    (q, r) for r in range(-SIZE, SIZE + 1) for q in range(-SIZE, SIZE + 1) if max(abs(q), abs(r), abs(q + r)) <= SIZE
]

NAME_AT: Final[dict[Point, str]] = {point: city_vertex_name(point) for point in CITY_POINTS}
CITY_VERTICES: Final = frozenset(NAME_AT.values())

# Outer spaces: five on each side, each with an apex of the same name.
BASE_CORNERS: Final[dict[str, tuple[str, str]]] = {}
SIDE_OF: Final[dict[str, int]] = {}
_corners_at: dict[frozenset[Point], str] = {}
for _side, _side_name in enumerate(SIDES):
    for _slot in range(SIZE):
        _from = plus(plus((0, 0), _side, SIZE), _side + 2, _slot)
        _to = plus(_from, _side + 2)
        _apex = plus(_from, _side + 1)
        _name = f"{_side_name}{_slot + 1}"
        BASE_CORNERS[_name] = (NAME_AT[_from], NAME_AT[_to])
        SIDE_OF[_name] = _side
        _corners_at[frozenset((_from, _to, _apex))] = _name
        NAME_AT[_apex] = _name
OUTER_SPACES: Final = tuple(SIDE_OF)

for _point in CITY_POINTS:
    for _letter, _k in (("u", 0), ("d", 1)):
        _corners = (_point, plus(_point, _k), plus(_point, _k + 1))
        if all(corner in NAME_AT and NAME_AT[corner] in CITY_VERTICES for corner in _corners):
            _corners_at[frozenset(_corners)] = NAME_AT[_point] + _letter

CORNERS: Final[dict[str, frozenset[str]]] = {
    name: frozenset(NAME_AT[corner] for corner in corners) for corners, name in _corners_at.items()
}
CITY_SPACES: Final = frozenset(CORNERS) - frozenset(OUTER_SPACES)


def space_with_corners(corners: frozenset[Point]) -> str:
    """The name of the space with these three corners (KeyError if there is none)."""
    return _corners_at[corners]


# The neighbour of a vertex in a direction, and the spaces at the left ("l") and right ("r") of the edge to it.
NEIGHBOUR: Final[dict[tuple[str, int], str]] = {}
BESIDE: Final[dict[tuple[str, int, str], str]] = {}
for _point, _vertex in NAME_AT.items():
    for _k in range(6):
        _next = plus(_point, _k)
        if _next not in NAME_AT:
            continue
        for _letter, _turn in (("l", 1), ("r", -1)):
            _space = _corners_at.get(frozenset((_point, _next, plus(_point, _k + _turn))))
            if _space is not None:
                BESIDE[_vertex, _k, _letter] = _space
        if (_vertex, _k, "l") in BESIDE or (_vertex, _k, "r") in BESIDE:  # else the two are not joined by an edge
            NEIGHBOUR[_vertex, _k] = NAME_AT[_next]

DIRECTION_TO: Final[dict[tuple[str, str], int]] = {(v, w): k for (v, k), w in NEIGHBOUR.items()}

# Two spaces touch when they share a vertex; a space does not count as touching itself here.
SPACES_AT: Final[dict[str, frozenset[str]]] = {
    vertex: frozenset(space for space, corners in CORNERS.items() if vertex in corners) for vertex in NAME_AT.values()
}
TOUCHING: Final[dict[str, frozenset[str]]] = {
    space: frozenset(other for corner in corners for other in SPACES_AT[corner]) - {space}
    for space, corners in CORNERS.items()
}


def is_opposite(side: int, start_side: int) -> bool:
    """Is a side one of the three across the city from a start side (RULES 3, Second line and 3.6)?"""
    return (side - start_side) % 6 in (2, 3, 4)
