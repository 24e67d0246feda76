"""A bot that plans: ways to the exits, markers, stations and trips, one action ahead."""

from __future__ import annotations

import functools
import random
from typing import Any

from metrocore.action import Action
from metrocore.lattice import MARKER_TYPES, triangle_corners, vertex_axial, vertex_triangles
from metrocore.search.distance import exit_distances
from metromania.game import Game

# What prospects are worth in points; found by hill climbing against the greedy bot with 2, 3 and 4 players.
COMPLETE = 8.0  # a complete line, beside the station points that it saves
NEARER = 0.98  # a line's chance to be completed shrinks by this with each tunnel that it still needs
STATION_POINT = 2.0  # a station point, times the mean chance of the two lines
PLACED = 4.0  # a destination marker on the board,
SERVED = 6.0  # .. that a station touches,
SERVABLE = 2.0  # .. or that an intermediate station can still be built for
AREA, AREA_NEARER = 1.5, 0.65  # a marker in hand with an area for it close to a head, less with each step
RIVALS = 0.2  # what the others gain by trips and stations, on average


class PathfinderBot:
    """The action that leaves the best prospects: lines on their way to an exit (breadth-first by the digging rules),
    markers placed, served by stations or near an area for them, points of stations and of trips as they stand.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._why = ""

    def __call__(self, game: Game) -> Action:
        player = game.current_player
        assert player is not None  # a host asks the player whose action is next
        values = {}
        for action in game.legal_actions:
            game.push(action)
            values[action] = _prospects(game, player)
            game.pop()
        most = max(values.values())
        self._why = f"prospects worth {most:.1f} points"
        return self._random.choice([action for action, value in values.items() if value > most - 1e-9])

    def explain(self) -> str:
        return self._why


def _prospects(game: Game, player: int) -> float:
    report: dict[str, Any] = game.report_data()
    distances = exit_distances(game)
    lines = (2 * player, 2 * player + 1)
    chances = [_chance(game.complete(line), distances[line]) for line in lines]
    trips: list[int] = [
        sum(trip["points"][p] for trip in report["trips"] if trip["minutes"] is not None) for p in range(game.players)
    ]
    points: list[int] = report["station_points"]
    rivals: float = sum(trips[p] + points[p] / 2 for p in range(game.players) if p != player) / (game.players - 1)
    return (
        COMPLETE * sum(chances)
        + STATION_POINT * points[player] * sum(chances) / 2
        + sum(_placed_marker(game, lines, place) for place in _places(game, player))
        + _markers_in_hand(game, player, [line for line in lines if distances[line] and not game.complete(line)])
        + trips[player]
        - RIVALS * rivals
    )


def _chance(complete: bool, distance: int | None) -> float:
    return 1.0 if complete else 0.0 if distance is None else float(NEARER**distance)


def _places(game: Game, player: int) -> list[int]:
    return [place for owner, place in zip(game.owners, game.places, strict=True) if owner == player and place >= 0]


def _placed_marker(game: Game, lines: tuple[int, int], place: int) -> float:
    corners, stations = triangle_corners[place], game.station_vertices
    if any(corner in stations for corner in corners):
        return PLACED + SERVED
    for line in lines:
        path = game.path(line)
        last = max((i for i, vertex in enumerate(path) if vertex in stations), default=0)
        if not game.complete(line) and any(corner in path[:last] for corner in corners):
            return PLACED + SERVABLE
    return PLACED


def _markers_in_hand(game: Game, player: int, lines: list[int]) -> float:
    heads = [path[-1] for path in map(game.path, lines) if path]
    areas, places = game.setup.areas, game.places
    value = 0.0
    for marker, owner in enumerate(game.owners):
        if owner != player or places[marker] >= 0 or not heads:
            continue
        kind, forbidden = 1 + MARKER_TYPES[marker], _touching(places[marker ^ 1])
        steps = [
            _steps(head)[space]
            for space in range(150)
            if areas[space] == kind and space not in places and space not in forbidden
            for head in heads
        ]
        if steps:
            value += float(AREA * AREA_NEARER ** min(steps))
    return value


@functools.cache
def _steps(vertex: int) -> tuple[int, ...]:
    """Steps along the lattice from a vertex to each city space."""
    q, r = vertex_axial[vertex]
    away = [max(abs(s - q), abs(t - r), abs(s + t - q - r)) for s, t in vertex_axial]
    return tuple(min(away[corner] for corner in triangle_corners[space]) for space in range(150))


@functools.cache
def _touching(space: int) -> frozenset[int]:
    """The spaces that share a vertex with a space; none for -1."""
    return (
        frozenset(t for corner in triangle_corners[space] for t in vertex_triangles[corner])
        if space >= 0
        else frozenset()
    )
