"""What comes out at the end of a game: trips with their routes, points, ranks (RULES 7)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from metrocore.lattice import VERTEX_NAMES

from .pieces import line_name

TRIPS = ("A", "B", "C", "D", "E", "F", "lake-park")
"""The seven trips, in the order of scoring."""


@dataclass(frozen=True, slots=True)
class Ride:
    """A ride on one ``line`` (``2b``), calling at two or more ``stations``, with a minute from one to the next."""

    line: str
    stations: tuple[str, ...]

    @property
    def minutes(self) -> int:
        return len(self.stations) - 1

    def to_dict(self) -> dict[str, Any]:
        return {"ride": self.line, "stations": list(self.stations), "minutes": self.minutes}

    def __str__(self) -> str:
        return f"{self.line} {'-'.join(self.stations)}"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of lines at a ``station``: three minutes."""

    station: str
    line: str
    to: str

    minutes = 3

    def to_dict(self) -> dict[str, Any]:
        return {"change": [self.line, self.to], "station": self.station, "minutes": self.minutes}

    def __str__(self) -> str:
        return f"change at {self.station}"


@dataclass(frozen=True, slots=True)
class Route:
    """A fastest route: rides with changes between them. A route of 0 minutes has no step."""

    steps: tuple[Ride | Change, ...]

    @property
    def minutes(self) -> int:
        return sum(step.minutes for step in self.steps)

    def to_dict(self) -> dict[str, Any]:
        return {"minutes": self.minutes, "steps": [step.to_dict() for step in self.steps]}

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps)) or "no ride"


@dataclass(frozen=True, slots=True)
class Trip:
    """One of the seven trips.

    ``minutes``: of the fastest routes, None without a route. ``route_count``: how many there are; ``routes``: one of
    them, or all when asked for. ``lines``: ridden on any of them; ``ridden_by``: their players; ``involved``: those of
    them who count (all, but under the rule ``majority``). ``tunnels`` and ``points``: by player. ``guilty``: the
    players guilty of an impossible trip; None while the game is not over.
    """

    name: str
    minutes: int | None
    route_count: int
    routes: tuple[Route, ...]
    lines: tuple[str, ...]
    ridden_by: tuple[int, ...]
    involved: tuple[int, ...]
    tunnels: tuple[int, ...]
    points: tuple[int, ...]
    guilty: tuple[int, ...] | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "minutes": self.minutes,
            "route_count": self.route_count,
            "routes": [route.to_dict() for route in self.routes],
            "lines": list(self.lines),
            "ridden_by": list(self.ridden_by),
            "involved": list(self.involved),
            "tunnels": list(self.tunnels),
            "points": list(self.points),
            "guilty": None if self.guilty is None else list(self.guilty),
        }


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player at the end.

    ``line_scored_points`` are the station points after line scoring (RULES 7.1); ``trip_points`` are by trip, in the
    order of ``TRIPS``; ``guilty`` names the impossible trips of which the player is guilty.
    """

    player: int
    station_points: int
    line_scored_points: int
    trip_points: tuple[int, ...]
    total: int
    rank: int
    complete_lines: int
    tunnels: int
    guilty: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "station_points": self.station_points,
            "line_scored_points": self.line_scored_points,
            "trip_points": dict(zip(TRIPS, self.trip_points, strict=True)),
            "total": self.total,
            "rank": self.rank,
            "complete_lines": self.complete_lines,
            "tunnels": self.tunnels,
            "guilty": list(self.guilty),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The whole outcome. ``ranks`` are 1, 1, 3 where two share the first; ``winners`` are those of rank 1.

    ``end_cause`` is ``lines``, ``stations`` or ``blocked`` (RULES 6); in the turn of ``end_called_by`` it was called.
    """

    trips: tuple[Trip, ...]
    players: tuple[PlayerReport, ...]
    winners: tuple[int, ...]
    end_cause: str
    end_called_by: int
    stations: int

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(player.total for player in self.players)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(player.rank for player in self.players)

    def trip(self, name: str) -> Trip:
        """The trip ``A`` .. ``F`` or ``lake-park``. Raises ``KeyError``."""
        if name not in TRIPS:
            raise KeyError(name)
        return self.trips[TRIPS.index(name)]

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON data; its schema is in the reference."""
        return {
            "end_cause": self.end_cause,
            "end_called_by": self.end_called_by,
            "stations": self.stations,
            "trips": [trip.to_dict() for trip in self.trips],
            "players": [player.to_dict() for player in self.players],
            "totals": list(self.totals),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
        }

    def __str__(self) -> str:
        rows = [("", [f"player {player.player}" for player in self.players])]
        rows += [(name, [str(of(player)) for player in self.players]) for name, of in _ROWS]
        table = [f"{name:22}" + "".join(f"{value:>10}" for value in values) for name, values in rows]
        return "\n".join([*table, "", f"{winners(self)}."])


def winners(report: Report) -> str:
    """Who won: ``player 2 wins``, ``player 0, player 3 share the win``."""
    names = ", ".join(f"player {player}" for player in report.winners)
    return f"{names} wins" if len(report.winners) == 1 else f"{names} share the win"


_ROWS: tuple[tuple[str, Callable[[PlayerReport], int]], ...] = (
    ("complete lines", lambda player: player.complete_lines),
    ("tunnels", lambda player: player.tunnels),
    ("station points", lambda player: player.station_points),
    ("  after line scoring", lambda player: player.line_scored_points),
    ("trip points", lambda player: sum(player.trip_points)),
    ("total", lambda player: player.total),
    ("rank", lambda player: player.rank),
)


def make_report(data: Mapping[str, Any], stations: int) -> Report:
    """The report in the core's ``report_data``."""
    trips = make_trips(data["trips"])
    players = tuple(
        PlayerReport(
            player=p,
            station_points=data["station_points"][p],
            line_scored_points=data["line_points"][p],
            trip_points=tuple(trip.points[p] for trip in trips),
            total=data["totals"][p],
            rank=data["ranks"][p],
            complete_lines=data["complete"][p],
            tunnels=data["tunnels"][p],
            guilty=tuple(trip.name for trip in trips if trip.guilty is not None and p in trip.guilty),
        )
        for p in range(len(data["totals"]))
    )
    return Report(trips, players, tuple(data["winners"]), data["end_cause"], data["end_called_by"], stations)


def make_trips(data: Sequence[Mapping[str, Any]], *, settled: bool = True) -> tuple[Trip, ...]:
    """The seven trips in the core's data; guilt, and points for it, only where it is settled."""
    return tuple(
        Trip(
            name=name,
            minutes=trip["minutes"],
            route_count=trip["route_count"],
            routes=tuple(_route(nodes) for nodes in trip["routes"]),
            lines=tuple(line_name(line) for line in trip["lines"]),
            ridden_by=tuple(sorted({line // 2 for line in trip["lines"]})),
            involved=tuple(trip["involved"]),
            tunnels=tuple(trip["tunnels"]),
            points=tuple(points if settled or trip["route_count"] else 0 for points in trip["points"]),
            guilty=tuple(trip["guilty"]) if settled else None,
        )
        for name, trip in zip(TRIPS, data, strict=True)
    )


def _route(nodes: Sequence[tuple[int, int]]) -> Route:
    """Steps between nodes (station, line): along a line they are one ride, at a station a change."""
    steps: list[Ride | Change] = []
    for (here, line), (there, next_line) in itertools.pairwise(nodes):
        name = line_name(line)
        if line != next_line:
            steps.append(Change(VERTEX_NAMES[here], name, line_name(next_line)))
        elif steps and isinstance(steps[-1], Ride):
            steps[-1] = Ride(name, (*steps[-1].stations, VERTEX_NAMES[there]))
        else:
            steps.append(Ride(name, (VERTEX_NAMES[here], VERTEX_NAMES[there])))
    return Route(tuple(steps))
