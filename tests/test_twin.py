"""Whole games on the engine and on the reference twin, compared after every action and in the final report.

The seeded games are those of the twin's own set-ups and players (`--twin-games N` of them, 300 by default); a file of
games found by a long search adds what they seldom reach. How often each clause was reached is printed at the end.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metromania import Game
from tests.reference.boards import random_record
from tests.reference.clauses import CLAUSES
from tests.reference.digs import is_blocked
from tests.reference.play import RefGame
from tests.reference.players import make_players
from tests.reference.report import report
from tests.reference.trips import Route, all_trips

RARE_FILE = Path(__file__).parent / "cases" / "rare.jsonl"
DEFAULT_GAMES = 300


def compare_position(game: Game, twin: RefGame) -> None:
    """Everything that can be seen, and what the engine keeps against what it computes afresh."""
    assert sorted(map(str, game.legal_actions)) == twin.legal()
    assert game.current_player == twin.current_player
    assert game.is_over == twin.is_over
    assert set(game.stations) == twin.stations
    assert game.stations_left == twin.state.stations_left
    assert list(game.station_points) == twin.points
    assert (game.end_cause, game.end_called_by) == (twin.end_cause, twin.end_caller)
    assert {marker.space: (marker.name, marker.player) for marker in game.markers} == {
        space: (marker.letter + marker.kind, marker.owner) for space, marker in twin.state.markers.items()
    }
    assert [sorted(hand) for hand in game.hands] == twin.hands
    for line, expected in zip(game.lines, twin.state.all_lines(), strict=True):
        assert list(line.vertices) == expected.vertices
        assert [tunnel.space for tunnel in line.tunnels] == expected.spaces
        assert line.complete == expected.complete
        assert line.blocked == is_blocked(twin.state, expected), f"line {expected.name} is blocked"
    assert game.key == game.key_afresh()
    game.check()


def stops(route: dict[str, Any]) -> Route:
    """A route of the engine's report as a sequence of (station, line)."""
    rides = [step for step in route["steps"] if "ride" in step]
    return tuple((station, step["ride"]) for step in rides for station in step["stations"])


def compare_report(game: Game, twin: RefGame) -> None:
    """The whole report, and each trip's fastest routes, all of them; a trip has no direction."""
    found, expected = game.report(all_routes=True).to_dict(), report(twin)
    for key in ("end_cause", "end_called_by", "stations", "winners", "players"):
        assert found[key] == expected[key], key
    assert found["totals"] == [player["total"] for player in expected["players"]]
    assert found["ranks"] == [player["rank"] for player in expected["players"]]
    assert [trip["name"] for trip in found["trips"]] == list(expected["trips"])
    all_routes = {name: trip.routes for name, trip in all_trips(twin.state).items()}
    for trip in found["trips"]:
        name = trip["name"]
        there = sorted(stops(route) for route in trip["routes"])
        back = sorted(route[::-1] for route in there)
        assert all_routes[name] in (there, back), name
        assert {route["minutes"] for route in trip["routes"]} <= {trip["minutes"]}, name
        same = {key: trip["route_count" if key == "routes" else key] for key in expected["trips"][name]}
        assert same == expected["trips"][name], name


def compare_game(record: dict[str, Any], choose: Callable[[RefGame], str], tally: Counter[str], name: str) -> None:
    """Play a record's set-up to the end on both; a failure tells the game and all actions so far."""
    game, twin = Game.from_record(record | {"actions": []}), RefGame(record, tally)
    actions: list[str] = []
    try:
        compare_position(game, twin)
        while not twin.is_over:
            actions.append(choose(twin))
            game.push(actions[-1])
            twin.apply(actions[-1])
            compare_position(game, twin)
        compare_report(game, twin)
    except Exception as error:
        error.add_note(f"in {name}, after {len(actions)} actions: {json.dumps(record | {'actions': actions})}")
        raise


def seeded_chooser(seed: int, players: int) -> Callable[[RefGame], str]:
    choosers = make_players(seed, players)
    return lambda twin: choosers[twin.current_player or 0](twin)


def recorded_chooser(record: dict[str, Any]) -> Callable[[RefGame], str]:
    actions = iter(record["actions"])
    return lambda twin: next(actions)


def test_twin_games(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> None:
    number = int(request.config.getoption("--twin-games"))
    tally: Counter[str] = Counter()
    steady = [json.loads(line) for line in RARE_FILE.read_text(encoding="utf-8").splitlines()]
    for case in steady:
        compare_game(case["record"], recorded_chooser(case["record"]), tally, case["name"])
    for seed in range(number):
        record = random_record(seed)
        compare_game(record, seeded_chooser(seed, record["players"]), tally, f"seed {seed}")
    rows = [f"{tally[name]:8} {clause.section:32} {clause.text}" for name, clause in CLAUSES.items()]
    record_property("clauses", [f"clauses of RULES.md, reached in {number + len(steady)} games:", *rows])
    if number >= DEFAULT_GAMES:
        missed = {
            name: f"{tally[name]} < {clause.floor}" for name, clause in CLAUSES.items() if tally[name] < clause.floor
        }
        assert not missed
