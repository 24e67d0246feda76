"""The recorded cases on the engine: legal actions before every action, and the whole report, key by key."""

import json
from typing import Any

import pytest

from metromania import Game
from tests.api.play import CASES

ALL = [
    json.loads(line)
    for name in ("games.jsonl", "boards.jsonl")
    for line in (CASES / name).read_text("utf-8").splitlines()
]


def as_in_cases(report: dict[str, Any]) -> dict[str, Any]:
    """``Report.to_dict`` with the cases' keys: trips by name, ``routes`` for ``route_count``, no totals and ranks."""
    same = ("end_cause", "end_called_by", "stations", "players", "winners")
    trips = {trip["name"]: {**trip, "routes": trip["route_count"]} for trip in report["trips"]}
    for trip in trips.values():
        del trip["name"], trip["route_count"]
    return {**{key: report[key] for key in same}, "trips": trips}


@pytest.mark.parametrize("part", range(8))
def test_cases(part: int) -> None:
    for case in ALL[part::8]:
        game = Game.from_record({**case["record"], "actions": []})
        for action, legal in zip(case["record"]["actions"], case["legal"], strict=True):
            assert sorted(map(str, game.legal_actions)) == legal, case["name"]
            game.push(action)
        report = game.report().to_dict()
        expected = {key: value for key, value in case["report"].items() if key != "turns"}
        assert as_in_cases(report) == expected, case["name"]
        assert report["totals"] == [player["total"] for player in expected["players"]]
        assert report["ranks"] == [player["rank"] for player in expected["players"]]


def test_routes_ride_and_change_as_they_say() -> None:
    seen = 0
    for case in ALL[::2]:
        game = Game.from_record(case["record"])
        through = {str(line): line.vertices for line in game.lines}
        for trip in game.report(all_routes=True).trips:
            assert len(trip.routes) == trip.route_count == len(set(trip.routes))
            assert {str(step.line) for route in trip.routes for step in route.steps} == set(trip.lines)
            assert game.report().trip(trip.name).routes == trip.routes[:1]
            for route in trip.routes:
                seen += 1
                assert route.minutes == trip.minutes
                check_route(route, through, set(game.stations))
    assert seen > 60


def check_route(route: Any, through: dict[str, tuple[str, ...]], stations: set[str]) -> None:
    """Each ride calls at all stations of its line between its ends, and goes on where the last step stopped."""
    here = line = None
    for step in route.to_dict()["steps"]:
        if "ride" in step:
            called = [v for v in through[step["ride"]] if v in stations]
            places = [called.index(v) for v in step["stations"]]
            assert places in (
                list(range(places[0], places[-1] + 1)),
                list(range(places[0], places[-1] - 1, -1)),
            )
            assert len(places) - 1 == step["minutes"] > 0
            assert here in (None, step["stations"][0])
            assert line in (None, step["ride"])
            here, line = step["stations"][-1], step["ride"]
        else:
            assert (step["station"], step["change"][0], step["minutes"]) == (here or step["station"], line, 3)
            line = step["change"][1]
