"""`metromania show`: a game as it stands: the board drawn as text or SVG, the players, the trips or the report."""

from __future__ import annotations

import argparse
from typing import Any

from metromania.draw import report as words
from metromania.draw import text
from metromania.game import Game

from ._inputs import InputError, add_game, read_game
from ._output import add_drawing, add_json, print_json, wants_colour, write_text


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_drawing(parser)
    parser.add_argument("--svg", metavar="FILE", help="write an SVG picture instead (- for standard output)")
    parser.add_argument("--names", action="store_true", help="with --svg: the names of all vertices")
    parser.add_argument("--trip", metavar="NAME", help="with --svg: mark a fastest route of trip A..F or lake-park")
    parser.add_argument("--unit", type=float, default=56, help="with --svg: pixels of an edge (default 56)")
    parser.add_argument("--trips", action="store_true", help="the trips as they stand, and nothing else")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    if arguments.svg:
        write_text(arguments.svg, _picture(game, arguments))
    elif arguments.json:
        print_json(snapshot(game))
    elif arguments.trips:
        print("\n".join(words.trip_text(trip) for trip in game.trips()))
    else:
        print(text.board(game, unicode=arguments.unicode, colour=wants_colour(arguments.colour)))
        print()
        print(text.legend(unicode=arguments.unicode))
        print()
        print(words.status(game))
        if game.is_over:
            print()
            print(words.report_text(game.report()))
    return 0


def _picture(game: Game, arguments: argparse.Namespace) -> str:
    from metromania.draw import svg

    route = None
    if arguments.trip is not None:
        trips = {trip.name: trip for trip in game.trips()}
        if arguments.trip not in trips:
            raise InputError(f"there is no trip {arguments.trip}", "--trip")
        if not trips[arguments.trip].routes:
            raise InputError(f"trip {arguments.trip} has no route", "--trip")
        route = trips[arguments.trip].routes[0]
    try:
        return svg.picture(game, unit=arguments.unit, names=arguments.names, route=route)
    except ValueError as e:
        raise InputError(str(e)) from None


def snapshot(game: Game) -> dict[str, Any]:
    """All that is to be seen of a game, as JSON data."""
    return {
        "position": game.position(),
        "players": game.players,
        "variant": game.variant,
        "rules": game.rules.to_dict(),
        "current_player": game.current_player,
        "end_cause": game.end_cause,
        "actions": list(game.history),
        "lines": [
            {
                "line": str(line),
                "vertices": list(line.vertices),
                "spaces": [tunnel.space for tunnel in line.tunnels],
                "complete": line.complete,
                "blocked": line.blocked,
            }
            for line in game.lines
        ],
        "stations": list(game.stations),
        "stations_left": game.stations_left,
        "station_points": list(game.station_points),
        "markers": [{"marker": m.name, "player": m.player, "space": m.space} for m in game.markers],
        "hands": [list(hand) for hand in game.hands],
        "trips": [trip.to_dict() for trip in game.trips()],
        "report": game.report().to_dict() if game.is_over else None,
    }
