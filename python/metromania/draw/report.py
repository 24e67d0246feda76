"""A game and its report as readable text: what lies on the board, the points, the trips, the winner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from metromania.report import Report, Trip, winners

if TYPE_CHECKING:
    from metromania.game import Game

__all__ = ["CAUSES", "report_text", "status", "trip_text", "winners"]

CAUSES = {
    "lines": "with both lines complete",
    "stations": "with the last station",
    "blocked": "by blocked and complete lines",
}


def status(game: Game) -> str:
    """Whose turn it is and what each player has, one line of text for a line of the game."""
    rows = [_turn(game), f"stations: {len(game.stations)} placed, {game.stations_left} left"]
    for player in range(game.players):
        hand = " ".join(game.hands[player]) or "no marker"
        rows.append(f"player {player}: {_count(game.station_points[player], 'station point')}; in hand {hand}")
        rows += [f"  line {_line(game, 2 * player + i)}" for i in range(2)]
    if game.markers:
        rows.append("markers: " + ", ".join(f"{marker} on {marker.space}" for marker in game.markers))
    return "\n".join(rows)


def report_text(report: Report) -> str:
    """The whole outcome: how it ended, the trips with a fastest route each, the points, the winner."""
    by = f"player {report.end_called_by}"
    rows = [f"The end was called by {by} {CAUSES[report.end_cause]}; {_count(report.stations, 'station')}.", ""]
    rows += [trip_text(trip) for trip in report.trips]
    return "\n".join([*rows, "", str(report)])


def trip_text(trip: Trip) -> str:
    """One trip: its time, or that there is none; a fastest route; and what the players get for it."""
    rows = [f"trip {trip.name}: no route" if trip.minutes is None else f"trip {trip.name}: {trip.minutes} minutes"]
    if trip.guilty:
        rows[0] += f"; guilty: {_players(trip.guilty)}"
    if trip.routes:
        rows[0] += f", one of {trip.route_count} routes" if trip.route_count > 1 else ", one route"
        rows.append(f"    {trip.routes[0]}")
    if any(trip.points):
        rows.append("    " + ", ".join(f"player {p}: {points:+d}" for p, points in enumerate(trip.points) if points))
    return "\n".join(rows)


def _turn(game: Game) -> str:
    if game.is_over:
        return "the game is over"
    words = f"player {game.current_player} is to act, {_count(game.tunnels_dug, 'tunnel')} dug in this turn"
    if game.bonus_line is not None:
        words += ", a bonus station to place or decline"
    if game.end_cause:
        words += f"; the end was called by player {game.end_called_by} {CAUSES[game.end_cause]}"
    return words


def _line(game: Game, number: int) -> str:
    line = game.lines[number]
    if not line.started:
        return f"{line.name}: not started"
    state = f"complete, ends at {line.end}" if line.complete else f"at {line.head}{', blocked' if line.blocked else ''}"
    return f"{line.name}: from {line.start}, {_count(len(line.tunnels), 'tunnel')}, {state}"


def _players(players: Iterable[int]) -> str:
    return ", ".join(f"player {player}" for player in players)


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
