"""Previews say what a push then does; why_not names a rule for each action that is not legal, and for no other."""

from collections import Counter
from random import Random

from metromania import Game
from metromania.report import TRIPS
from tests.api.play import case_records, stops, walk

# Every number of the rules that can forbid something, and how often the games below must come across it.
FORBIDDEN_BY = {
    "3 Start": 99, "3 Second line": 30, "3.1": 99, "3.2": 99, "3.3": 99, "3.4": 99, "3.5": 99, "3.6": 10, "4": 99,
    "5": 20,
}  # fmt: skip
# What previews can foretell, likewise.
FLOORS = {"split": 10, "join": 50, "intermediate": 50, "bonus": 50, "completes": 5, "calls end": 5, "two stations": 1}


def test_previews_come_true() -> None:
    rng, causes = Random(1), Counter[str]()
    for record in case_records(12):
        for game in stops(record, 0.15, rng):
            state = game.state_bytes(), game.ply
            for action in game.legal_actions:
                ahead = game.preview(rng.choice([action, str(action), action.id]))
                after = game.copy()
                after.push(action)
                player = game.current_player
                assert player is not None
                assert (ahead.action, ahead.player) == (str(action), player)
                assert {station.vertex for station in ahead.stations} == set(after.stations) - set(game.stations)
                assert ahead.points == after.station_points[player] - game.station_points[player]
                assert (ahead.next_player, ahead.ends_game) == (after.current_player, after.is_over)
                assert (ahead.calls_end or game.end_cause) == after.end_cause
                complete = {str(line) for line in after.lines if line.complete} - {
                    str(line) for line in game.lines if line.complete
                }
                assert complete == ({ahead.completes} if ahead.completes else set())
                for station in ahead.stations:
                    causes[station.cause] += 1
                    assert station.lines
                    assert ahead.to_dict()["stations"]
                    check_cause(game, after, station.cause, station.vertex, station.lines)
                causes["calls end"] += ahead.calls_end is not None
                causes["completes"] += ahead.completes is not None
                causes["two stations"] += len(ahead.stations) == 2
            assert (game.state_bytes(), game.ply) == state
    assert {name: causes[name] for name, floor in FLOORS.items() if causes[name] < floor} == {}


def check_cause(game: Game, after: Game, cause: str, vertex: str, names: tuple[str, ...]) -> None:
    """The lines named pass the vertex; a split's run beside the digging line before it, and part there."""
    lines = {str(line): line for line in after.lines}
    for name in names:
        assert vertex in lines[name].vertices
    if cause == "split":
        dug = next(now for now, was in zip(after.lines, game.lines, strict=True) if now.vertices != was.vertices)
        before, here, there = dug.vertices[-3:]
        assert here == vertex
        for name in names:
            path = lines[name].vertices
            at = path.index(vertex)
            around = set(path[max(at - 1, 0) : at + 2]) - {vertex}
            assert before in around
            assert len(around) == 2
            assert there not in around
    elif cause in ("intermediate", "bonus"):
        assert {name[0] for name in names} == {str(game.current_player)}


def test_why_not_over_the_whole_action_space() -> None:
    rng, rules = Random(2), Counter[str]()
    for record in case_records(10):
        for game in stops(record, 0.04, rng):
            legal = set(game.legal_ids())
            for number in range(320):
                reason = game.why_not(number)
                assert (reason is None) == (number in legal)
                if reason is not None:
                    rules[reason.rule] += 1
                    assert str(reason) == f"rule {reason.rule}: {reason.words}"
                    assert reason.words
    assert {rule: rules[rule] for rule in FORBIDDEN_BY if rules[rule] < FORBIDDEN_BY[rule]} == {}
    assert set(rules) == {*FORBIDDEN_BY, "6"}


def test_why_not_in_words() -> None:
    game = Game.new(2, seed=1)
    for action in ("NE3>h9", "a>h8l", "a>h7l", "S1>a7", "a>b6l"):
        game.push(action)
    expected = {
        "a>b5l": None,
        "a>b7l": "rule 3.3: an acute angle at b6, where there is no station",
        "a>a7l": "rule 3.2: line a passes a7 already",
        "a>f6l": "rule 3.1: a>f6l is not one step from the head of line a, b6",
        "b>f6l": "rule 3 Start: line b is not started",
        "NE1>f11": "rule 3 Start: NE1 is no start space",
        "NE3>h9": "rule 3 Start: NE3 is taken",
        "N1>k6": "rule 3 Second line: line b is started in a later turn than line a",
        "+a7": "rule 4: an intermediate station takes the whole turn, and this one has begun with a tunnel",
        "pass": "rule 5: a player passes only when no start, dig or intermediate station is legal",
        "a>b5l=A": "rule 3.5: there is no destination area at a6d",
    }
    found = {action: game.why_not(action) for action in expected}
    assert {action: reason and str(reason) for action, reason in found.items()} == expected


def test_trips_as_they_stand() -> None:
    scored = 0
    for record in case_records(25):
        for game in walk(record):
            trips = game.trips()
            assert tuple(trip.name for trip in trips) == TRIPS
            assert all((trip.guilty is None) == (not game.is_over) for trip in trips)
            for trip in trips:
                assert (trip.minutes is None) == (trip.route_count == 0) == (not trip.routes)
                if not game.is_over and trip.minutes is None:
                    assert set(trip.points) == {0}
                scored += any(trip.points)
        assert game.trips() == game.report().trips
    assert scored > 20
