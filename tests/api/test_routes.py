"""Routes in reports: each rides and changes as it says, and is a fastest one."""

from metromania import Game
from metromania.report import Ride, Route
from tests.api.play import case_records


def test_routes_ride_and_change_as_they_say() -> None:
    seen = 0
    for record in case_records(2):
        game = Game.from_record(record)
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


def check_route(route: Route, through: dict[str, tuple[str, ...]], stations: set[str]) -> None:
    """Each ride calls at all stations of its line between its ends, and goes on where the last step stopped."""
    here = line = None
    for step in route.steps:
        if isinstance(step, Ride):
            called = [v for v in through[step.line] if v in stations]
            places = [called.index(v) for v in step.stations]
            assert places in (
                list(range(places[0], places[-1] + 1)),
                list(range(places[0], places[-1] - 1, -1)),
            )
            assert len(places) - 1 == step.minutes > 0
            assert here in (None, step.stations[0])
            assert line in (None, step.line)
            here, line = step.stations[-1], step.line
        else:
            assert (step.station, step.line, step.minutes) == (here or step.station, line, 3)
            line = step.to
    assert sum(step.to_dict()["minutes"] for step in route.steps) == route.to_dict()["minutes"] == route.minutes
