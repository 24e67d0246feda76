"""The end: line scoring, trips, guilt, ranks, as one dict (RULES 7)."""

from itertools import pairwise
from typing import Any

from .play import RefGame
from .state import State
from .trips import CHANGE, Trip, all_trips, rides, stations_touching, tunnels_on

TRIP_POINTS, MARKER_POINTS, LAKE_PARK_POINTS, IMPOSSIBLE_POINTS = 3, 3, 5, 6


def line_scored(points: int, complete: int) -> int:
    """What is kept of station points: all, half (the loss rounded down, Decision 12) or none."""
    return {2: points, 1: points - points // 2, 0: 0}[complete]


def ridden_by(trip: Trip) -> list[int]:
    """The players with a line on a fastest route."""
    return sorted({int(line[0]) for line, _, _ in rides(trip)})


def involved(game: RefGame, trip: Trip) -> list[int]:
    """The players who score for a trip: those who are ridden, or under `majority` the one with more tunnels."""
    players = ridden_by(trip)
    if game.rules["two_player_trips"] != "majority" or len(players) < 2:
        return players
    counts = tunnels_on(game.state, trip)
    return [player for player in players if counts[player] == max(counts)]


def guilty(game: RefGame, letter: str) -> list[int]:
    """Who is to blame for an impossible trip (RULES 7.3)."""
    state = game.state
    holders = [player for player, hand in enumerate(game.dealt) for marker in hand if marker[0] == letter]
    fine = {
        marker.owner
        for space, marker in state.markers.items()
        if marker.letter == letter and stations_touching(state, frozenset({space}))
    }
    found = sorted(set(holders) - fine)
    placed = {marker.owner for marker in state.markers.values() if marker.letter == letter}
    state.note("guilty of not placing", bool(set(holders) - placed))
    state.note("hidden letters shown", game.variant == "unfair" and bool(set(holders) - placed))
    state.note("guilty without a station", bool(placed - fine))
    state.note("guilty both fine", not found)
    state.note("guilty alone", len(found) == 1)
    state.note("guilty both at fault", len(found) == 2)
    return found or sorted(holders)


def trip_points(game: RefGame, name: str, trip: Trip, scoring: list[int], blamed: list[int]) -> list[int]:
    """What a trip brings each player."""
    players = range(game.players)
    if name == "lake-park":
        return [LAKE_PARK_POINTS if player in scoring else 0 for player in players]
    if trip.minutes is None:
        if game.rules["impossible"] == "reward":
            return [0 if player in blamed else IMPOSSIBLE_POINTS for player in players]
        return [-IMPOSSIBLE_POINTS if player in blamed else 0 for player in players]
    placed = {marker.owner for marker in game.state.markers.values() if marker.letter == name}
    game.state.note("trip with own marker", bool(placed & set(scoring)))
    game.state.note("trip without own marker", bool(set(scoring) - placed))
    game.state.note("marker without line", bool(placed - set(scoring)))
    return [(TRIP_POINTS + MARKER_POINTS * (player in placed)) if player in scoring else 0 for player in players]


def trip_report(game: RefGame, name: str, trip: Trip) -> dict[str, Any]:
    scoring = involved(game, trip)
    blamed = guilty(game, name) if trip.minutes is None and name != "lake-park" else []
    if game.state.tally is not None:
        count_trip(game, name, trip, scoring)
    return {
        "minutes": trip.minutes,
        "routes": len(trip.routes),
        "lines": sorted({line for line, _, _ in rides(trip)}),
        "ridden_by": ridden_by(trip),
        "involved": scoring,
        "tunnels": tunnels_on(game.state, trip),
        "guilty": blamed,
        "points": trip_points(game, name, trip, scoring, blamed),
    }


def player_report(game: RefGame, player: int, trips: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """All that is counted for a player, the rank not yet."""
    lines = game.state.lines[player]
    complete = sum(line.complete for line in lines)
    kept = line_scored(game.state.points[player], complete)
    by_trip = {name: trip["points"][player] for name, trip in trips.items()}
    return {
        "player": player,
        "station_points": game.state.points[player],
        "line_scored_points": kept,
        "complete_lines": complete,
        "tunnels": sum(len(line.spaces) for line in lines),
        "trip_points": by_trip,
        "guilty": [name for name, trip in trips.items() if player in trip["guilty"]],
        "total": kept + sum(by_trip.values()),
    }


def standing(player: dict[str, Any]) -> tuple[int, int, int]:
    """By what players are ranked: most points, then complete lines, then tunnels."""
    return player["total"], player["complete_lines"], player["tunnels"]


def report(game: RefGame) -> dict[str, Any]:
    """What comes out at the end (or would, if building were over now)."""
    trips = {name: trip_report(game, name, trip) for name, trip in all_trips(game.state).items()}
    players = [player_report(game, player, trips) for player in range(game.players)]
    for player in players:
        player["rank"] = 1 + sum(standing(other) > standing(player) for other in players)
    if game.state.tally is not None:
        count_players(game, players)
    return {
        "end_cause": game.end_cause,
        "end_called_by": game.end_caller,
        "turns": game.turns,
        "stations": len(game.state.stations),
        "trips": trips,
        "players": players,
        "winners": [player["player"] for player in players if player["rank"] == 1],
    }


def count_trip(game: RefGame, name: str, trip: Trip, scoring: list[int]) -> None:
    """Count the clauses of RULES 7.2 and 7.3 that a trip touches."""
    state: State = game.state
    if trip.minutes is None:
        if name == "lake-park":
            state.note("lake-park no route")
            state.note("lake or park missing", not state.city.lake or not state.city.park)
        else:
            state.note(f"impossible {game.rules['impossible']}")
        return
    if trip.minutes == 0:
        state.note("lake-park zero minutes")
        return
    stretches = rides(trip)
    lines = {line for line, _, _ in stretches}
    state.note("lake-park scored" if name == "lake-park" else "trip scored")
    state.note("trip with a change", any(len({line for _, line in route}) > 1 for route in trip.routes))
    state.note("trip without a change", trip.minutes < CHANGE)
    state.note("trip of several routes", len(trip.routes) > 1)
    state.note("one player rides two lines", len(lines) > len({line[0] for line in lines}))
    state.note("rides a line not complete", any(not line.complete and line.name in lines for line in state.all_lines()))
    at = {line.name: line.vertices for line in state.all_lines()}
    for route in trip.routes:
        for (here, line), (there, _) in pairwise(route):
            state.note("ridden backwards", at[line].index(here) > at[line].index(there))
    long_way = sum(len(route) for route in trip.routes)
    state.note("stretch on several routes", len(trip.routes) > 1 and long_way - len(trip.routes) > len(stretches))
    if game.rules["two_player_trips"] == "majority" and len(ridden_by(trip)) == 2:
        state.note("majority decides" if len(scoring) == 1 else "majority tie")
        state.note("majority on lake-park", name == "lake-park" and len(scoring) == 1)


def count_players(game: RefGame, players: list[dict[str, Any]]) -> None:
    """Count the clauses of RULES 7.1 and of the ranks."""
    state = game.state
    for player in players:
        points, complete = player["station_points"], player["complete_lines"]
        state.note("lines keep all", complete == 2 and points > 0)
        state.note("lines lose all", complete == 0 and points > 0)
        if complete == 1 and points:
            state.note("lines lose half, odd" if points % 2 else "lines lose half, even")
        state.note("negative total", player["total"] < 0)
    ordered = sorted((standing(player) for player in players), reverse=True)
    for one, other in pairwise(ordered):
        state.note("rank by points", one[0] > other[0])
        state.note("rank by lines", one[0] == other[0] and one[1] > other[1])
        state.note("rank by tunnels", one[:2] == other[:2] and one[2] > other[2])
        state.note("rank shared", one == other)
    state.note("win shared", ordered[0] == ordered[1])
    ranks = sorted(player["rank"] for player in players)
    state.note("rank after a shared one", any(ranks[i - 2] == ranks[i - 1] < ranks[i] for i in range(2, len(ranks))))
