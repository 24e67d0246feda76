"""A position read back from an observation alone, by the meaning of its named fields; written apart from the core."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrocore.lattice import MARKER_TYPES, neighbours, outer_base, vertex_axial, vertex_triangles
from metrocore.setup import Setup
from metromania.observation import units, views

CITY = 91
VERTEX_AT = {at: v for v, at in enumerate(vertex_axial)}
CAUSES = ("lines", "stations", "blocked")


def vertices(plane: NDArray[Any]) -> list[int]:
    """The vertices whose cells are set, ascending."""
    return sorted(VERTEX_AT[int(q) - 6, int(r) - 6] for r, q in np.argwhere(plane))


def spaces(pair: NDArray[Any]) -> list[int]:
    """The triangles set in the planes of spaces up and down."""
    return [vertex_triangles[v][down] for down in (0, 1) for v in vertices(pair[down])]


def one(flags: NDArray[Any]) -> int | None:
    """Which of the flags is set; at most one is."""
    assert flags.sum() in (0, 1)
    return int(flags.argmax()) if flags.any() else None


def decode(observation: NDArray[Any], viewer: int) -> tuple[Setup, dict[str, Any]]:
    """Set-up and parts of the position, in the game's own seats."""
    if observation.dtype == np.float32:
        observation = np.rint(observation * units()).astype(np.uint8)
    see = views(observation)
    players = 2 + int(see["players"].argmax())
    seat_of = [(p - viewer) % players for p in range(players)]
    lines: list[Any] = []
    for p in range(players):
        lines += [line(*(see[name][seat_of[p], ab] for name in ("tunnels", "vertices", "head"))) for ab in (0, 1)]
    starts = {v - CITY for v in vertices(see["starts"])} | {part[0] for part in lines if part}
    taken = {v - CITY for part in lines if part and (v := last_vertex(part)) >= CITY}
    ends = {v - CITY for v in vertices(see["ends"])} | taken
    owners, places, unknown = markers(see, seat_of)
    over = bool(see["over"])
    cause, caller = one(see["cause"]), one(see["caller"])
    caller = None if caller is None else (viewer + caller) % players
    to_move = one(see["to_move"])
    player = caller if to_move is None else (viewer + to_move) % players
    bonus = one(see["bonus"])
    setup = Setup(
        players, int(see["variant"].argmax()), int(see["reward"]), bool(see["majority"]), starts, ends, areas(see)
    )
    return setup, {
        "lines": lines,
        "stations": vertices(see["stations"]),
        "owners": owners,
        "places": places,
        "unknown": unknown,
        "points": [int(see["points"][s]) for s in seat_of],
        "player": player,
        "dug": one(see["dug"]),
        "marked": bool(see["marked"]),
        "first": bool(see["opening"]),
        "bonus": None if bonus is None or player is None else 2 * player + bonus,
        "cause": None if cause is None else CAUSES[cause],
        "caller": caller,
        "over": over,
    }


def line(tunnels: NDArray[Any], passed: NDArray[Any], head: NDArray[Any]) -> list[Any] | None:
    """A line put together from its edges: from the start's apex, the one that is no head, each edge leads on."""
    ways: dict[int, dict[int, tuple[int, int]]] = {}
    for k in range(3):
        for side in range(2):
            for v in vertices(tunnels[k, side]):
                w = neighbours[v][k]
                ways.setdefault(v, {})[w] = (k, side)
                ways.setdefault(w, {})[v] = (k + 3, 1 - side)
    assert sorted(ways) == vertices(passed)
    if not ways:
        return None
    (last,) = vertices(head)
    (start,) = (v for v in ways if v >= CITY and v != last)
    path, digs = [start], []
    while path[-1] != last:
        (way,) = ways[path[-1]].items()
        digs.append(way[1])
        del ways[way[0]][path[-1]]
        path.append(way[0])
    return [start - CITY, outer_base[start - CITY].index(path[1]), digs[1:]]


def last_vertex(part: list[Any]) -> int:
    v: int = outer_base[part[0]][part[1]]
    for way, _ in part[2]:
        v = neighbours[v][way]
    return v


def markers(see: dict[str, NDArray[Any]], seats: list[int]) -> tuple[list[int], list[int], list[list[int]]]:
    """Owner and place of each of the twelve destination markers, and by player the letters not known, by type."""
    owners, places = [-1] * 12, [-1] * 12
    for marker in range(12):
        letter, half = divmod(marker, 2)
        for p, seat in enumerate(seats):
            if see["hand"][seat, letter, half] or see["placed"][seat, letter, half]:
                owners[marker] = p
        if any(see["placed"][seat, letter, half] for seat in seats):
            covered = set(spaces(see["markers"][letter])) & set(spaces(see["areas"][MARKER_TYPES[marker]]))
            (places[marker],) = covered
    return owners, places, [[int(n) for n in see["hidden"][seat]] for seat in seats]


def areas(see: dict[str, NDArray[Any]]) -> bytes:
    made = bytearray(150)
    for kind in range(3):
        for t in spaces(see["areas"][kind]):
            made[t] = 1 + kind
    for kind in range(2):
        for t in spaces(see["water"][kind]):
            made[t] = 4 + kind
    return bytes(made)
