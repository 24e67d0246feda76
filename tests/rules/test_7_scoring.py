"""RULES 7: line scoring, trips, impossible trips, majority, the winner."""

from typing import Any

import pytest

from metromania import Game
from metromania.report import Change, Report, Ride, Trip
from tests.rules.table import laid, table

END = {"turn": "over", "end": "blocked:0"}

# Line 0a goes east along row c and carries AR beside c4, b5 and c5; line 1a carries AC beside c10, c11 and d10.
AREAS: dict[str, Any] = {"R": "b5d", "C": "c10u"}
EAST = "SW3>c4 c5r=A c6r c7r c8r c9r c10r"
MEET = "SE3>c11 c10r=A"
# Line 1a beside it from c5 to c10, and then to AC.
ALONG = "S1>a6 b5r c5r c6l c7l c8l c9l c10l d10r=A"
# Lines that end, not touching row c.
TO_NE1 = "SW4>c4 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l NE1"
TO_NE2 = "S5>a11 b11l c11l d11l e11l f11l g10l NE2"


def over(lines: dict[str, str], players: int = 2, *, stations: str = "", **options: Any) -> Report:
    """The report of a game that ended in this position."""
    options = {"starts": "SW3 SW4 S1 S2 S5 SE3 NE3 NE4 N3", "ends": "NE1 NE2"} | options
    return laid(table(players, **options), lines, stations=stations, **END).report(all_routes=True)


def trip(name: str, lines: dict[str, str], stations: str, **options: Any) -> Trip:
    return over(lines, stations=stations, **(options if "lake" in options else {**AREAS, **options})).trip(name)


# 7.1 Lines


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ({"0a": TO_NE1, "0b": TO_NE2}, [0, 1, 2, 7, 8]),
        ({"0a": TO_NE1}, [0, 1, 1, 4, 4]),  # of 7, 3 are lost (Decision 12)
        ({"0a": EAST.replace("=A", "")}, [0, 0, 0, 0, 0]),
    ],
)
def test_7_1_lines_keep_half_or_lose_the_station_points(lines: dict[str, str], kept: list[int]) -> None:
    areas = "h8u h8d h7u h6u h6d h5u h4u h4d"  # each touches one of the stations
    beside = {"1a": "NE3>h9 h8l h7l h6l h5l h4l"}
    for before, after in zip([0, 1, 2, 7, 8], kept, strict=True):
        report = over(lines | beside, stations="h8 h6 h4", R=areas[: 4 * before])
        player = report.players[0]
        assert (player.station_points, player.line_scored_points) == (before, after)
        assert player.complete_lines == len([walk for walk in lines.values() if "NE" in walk])
        assert player.total == after - 36  # six impossible trips


# 7.2 Trips


def test_7_2_a_ride_to_the_next_station_takes_a_minute_however_far() -> None:
    assert trip("A", {"0a": EAST, "1a": MEET}, "c5 c10").minutes == 1
    assert trip("A", {"0a": EAST, "1a": MEET}, "c5 c7 c10").minutes == 2
    assert trip("A", {"0a": EAST, "1a": MEET}, "c5 c6 c7 c8 c9 c10").minutes == 5


def test_7_2_it_begins_and_ends_at_any_station_that_touches() -> None:
    found = trip("A", {"0a": EAST, "1a": MEET}, "c4 c5 c7 c10")
    assert found.minutes == 2
    (route,) = found.routes
    assert route.steps == (Ride("0a", ("c5", "c7", "c10")),)


def test_7_2_start_and_end_markers_are_no_stations() -> None:
    assert trip("A", {"0a": EAST, "1a": MEET}, "c10").minutes is None


def test_7_2_lines_are_ridden_either_way() -> None:
    west = "SE3>c11 c10r=A c9r c8r c7r c6r c5r"
    assert trip("A", {"0a": "SW3>c4 c5r=A", "1a": west}, "c5 c10").lines == ("1a",)


def test_7_2_changing_lines_takes_three_minutes() -> None:
    north = "S1>a7 b7l c7r d7l e7l=A"
    found = trip("A", {"0a": EAST, "1a": north}, "c5 c7 e7", R="b5d", C="d7d")
    assert found.minutes == 1 + 3 + 1
    (route,) = found.routes
    assert route.steps == (Ride("0a", ("c5", "c7")), Change("c7", "0a", "1a"), Ride("1a", ("c7", "e7")))
    assert trip("A", {"0a": EAST, "1a": north}, "c5 e7", R="b5d", C="d7d").minutes is None  # no station, no change


def test_7_2_a_line_not_complete_is_ridden() -> None:
    report = over({"0a": EAST, "1a": MEET}, stations="c5 c10", **AREAS)
    assert report.players[0].complete_lines == 0
    assert report.trip("A").lines == ("0a",)


def test_7_2_three_points_and_three_more_for_who_placed_a_marker() -> None:
    found = trip("A", {"0a": EAST, "1a": MEET}, "c5 c10")
    assert (found.involved, found.points) == ((0,), (6, 0))  # 1 placed AC, but rides nothing
    third = {"0a": "SW3>c4 c5r=A", "1a": MEET, "2a": "S1>a6 b5r c5r c6l c7l c8l c9l c10l"}
    hands = [hand.split() for hand in ("AR DR BC CE", "CR AC EC FE", "FR DC BE EE")]
    report = over(third, 3, stations="c5 c10", hands=hands, **AREAS)
    assert report.trip("A").points == (0, 0, 3)


def test_7_2_once_per_trip_however_many_lines() -> None:
    lines = {"0a": EAST, "0b": "S1>a7 b7l c7r d7l e7l", "1a": "SE3>d11 d10l d9l d8l d7r=A"}
    found = trip("A", lines, "c5 c7 e7", R="b5d", C="d7u")
    assert (found.minutes, found.lines, found.involved) == (5, ("0a", "0b"), (0,))
    assert found.points == (6, 0)


def test_7_2_all_fastest_routes_count() -> None:
    found = trip("A", {"0a": EAST, "1a": ALONG}, "c5 c10")
    assert (found.minutes, found.route_count, found.lines) == (1, 2, ("0a", "1a"))
    assert {route.steps for route in found.routes} == {(Ride("0a", ("c5", "c10")),), (Ride("1a", ("c5", "c10")),)}
    assert (found.involved, found.points) == ((0, 1), (6, 6))


def test_7_2_slower_routes_do_not_count() -> None:
    """Line 1a stops on the way at a station that 0a does not pass."""
    detour = "S1>a6 b5r c5r d5l d6l d7l d8l c9l c10l d10r=A"
    found = trip("A", {"0a": EAST, "1a": detour}, "c5 c10 d6")
    assert (found.minutes, found.lines, found.points) == (1, ("0a",), (6, 0))


def test_7_2_routes_differ_by_their_stations_and_lines() -> None:
    """Between c5, c7 and c10 two lines run side by side: changing at c7 would take too long."""
    found = trip("A", {"0a": EAST, "1a": ALONG}, "c5 c7 c10")
    assert (found.minutes, found.route_count) == (2, 2)


# 7.2 Lake to park

LAKE_TO_PARK = {"lake": "c4u c4d", "park": "c9u c9d"}


def test_7_2_lake_to_park_scores_five() -> None:
    found = trip("lake-park", {"0a": EAST.replace("=A", "")}, "c4 c9", **LAKE_TO_PARK)
    assert (found.minutes, found.involved, found.points) == (1, (0,), (5, 0))


def test_7_2_lake_to_park_without_a_route_nothing_happens() -> None:
    found = trip("lake-park", {"0a": EAST.replace("=A", "")}, "c4", **LAKE_TO_PARK)
    assert (found.minutes, found.route_count, found.guilty, found.points) == (None, 0, (), (0, 0))


def test_7_2_lake_to_park_of_no_minutes_involves_nobody() -> None:
    found = trip("lake-park", {"0a": EAST.replace("=A", "")}, "c5", lake="c4u", park="c5u")
    assert (found.minutes, found.route_count, found.routes[0].steps) == (0, 1, ())
    assert (found.involved, found.points) == ((), (0, 0))


def test_7_2_worked_trip_of_the_italian_review() -> None:
    """Lake to park: blue solid, red solid, blue striped, nine minutes; five with one more station, by orange striped.

    Blue is player 0, red 1, orange 2. The way by 2b without that station would take ten minutes.
    """
    lines = {
        "0a": "SW3>c4 c5r c6r c7r c8r c9r",
        "0b": "NE1>f11 f10l f9l f8l f7l f6r f5l f4l",
        "1a": "S1>a7 b7l c7r d7l e7l f7l g7l h7r",
        "2a": "N3>k4 j4l",
        "2b": "NE3>h9 h8l h7l h6l h5l h4l g4l f4l e4l d5l c6l",
    }
    options: dict[str, Any] = {"starts": "SW3 NE1 S1 N3 NE3", "ends": "SE1", "lake": "c4u c4d", "park": "f3u f4d"}
    report = over(lines, 3, stations="c4 c7 f7 f4 h7", R="c6u", **options)
    found = report.trip("lake-park")
    assert (found.minutes, found.route_count) == (9, 1)
    assert found.routes[0].steps == (
        Ride("0a", ("c4", "c7")),
        Change("c7", "0a", "1a"),
        Ride("1a", ("c7", "f7")),
        Change("f7", "1a", "0b"),
        Ride("0b", ("f7", "f4")),
    )
    assert (found.involved, found.points) == ((0, 1), (5, 5, 0))
    found = over(lines, 3, stations="c4 c6 c7 f7 f4 h7", R="c6u", **options).trip("lake-park")
    assert (found.minutes, found.route_count, found.lines) == (5, 1, ("0a", "2b"))
    assert (found.involved, found.points) == ((0, 2), (5, 0, 5))


# 7.3 Impossible trips

REWARD = {"rules": {"impossible": "reward"}}


@pytest.mark.parametrize(
    ("lines", "stations", "guilty"),
    [
        ({}, "", (0, 1)),  # neither placed
        ({"0a": EAST}, "c5", (1,)),  # 1 did not place
        ({"0a": EAST}, "", (0, 1)),  # 0 placed where no station touches
        ({"0a": EAST, "1a": MEET}, "c5", (1,)),  # no station touches AC
        ({"0a": EAST, "1a": MEET}, "c11", (0,)),  # no station touches AR
        ({"0a": EAST, "1a": MEET}, "", (0, 1)),
        ({"0a": EAST, "1a": MEET}, "c5 c11", (0, 1)),  # both are fine, but not connected
    ],
)
def test_7_3_who_is_guilty(lines: dict[str, str], stations: str, guilty: tuple[int, ...]) -> None:
    found = trip("A", lines, stations)
    assert (found.minutes, found.guilty) == (None, guilty)
    assert found.points == tuple(-6 if player in guilty else 0 for player in (0, 1))
    found = trip("A", lines, stations, **REWARD)
    assert found.guilty == guilty
    assert found.points == tuple(0 if player in guilty else 6 for player in (0, 1))


def test_7_3_penalty_is_the_default() -> None:
    assert table().rules.impossible == "penalty"
    assert over({}).totals == (-36, -36)  # scores can be negative


def test_7_3_the_reward_goes_to_all_who_are_not_guilty() -> None:
    hands = [hand.split() for hand in ("AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE")]
    options: dict[str, Any] = {"hands": hands, **AREAS}
    assert over({"0a": EAST}, 4, stations="c5", **options).trip("A").points == (0, -6, 0, 0)
    assert over({"0a": EAST}, 4, stations="c5", **options, **REWARD).trip("A").points == (6, 0, 6, 6)


def test_7_3_the_margins_are_the_same_under_either_rule() -> None:
    hands = [hand.split() for hand in ("AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE")]
    penalty = over({"0a": EAST}, 4, stations="c5", hands=hands, **AREAS).totals
    reward = over({"0a": EAST}, 4, stations="c5", hands=hands, **AREAS, **REWARD).totals
    assert {a - b for a, b in zip(reward, penalty, strict=True)} == {36}


def test_7_3_letters_still_hidden_are_shown() -> None:
    hands = [hand.split() for hand in ("AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE")]
    report = over({"0a": EAST}, 4, stations="c5", variant="unfair", hands=hands, **AREAS)
    assert report.trip("A").guilty == (1,)  # who had AC
    assert report.trip("B").guilty == (0, 2)


def test_7_3_a_trip_with_a_route_makes_nobody_guilty() -> None:
    assert trip("A", {"0a": EAST, "1a": MEET}, "c5 c10").guilty == ()


# Two players, rule majority

MAJORITY = {"rules": {"two_player_trips": "majority"}}


def test_7_majority_is_off_by_default() -> None:
    assert table().rules.two_player_trips == "shared"


def test_7_majority_more_tunnels_on_the_trip() -> None:
    """0a is ridden from c5 to c7, two tunnels; 1a from c7 to f7, three."""
    lines = {"0a": EAST, "1a": "S1>a7 b7l c7r d7l e7l f7l=A"}
    options: dict[str, Any] = {"R": "b5d", "C": "e7d"}
    shared = trip("A", lines, "c5 c7 f7", **options)
    assert (shared.involved, shared.tunnels, shared.points) == ((0, 1), (2, 3), (6, 6))
    decided = trip("A", lines, "c5 c7 f7", **options, **MAJORITY)
    assert (decided.ridden_by, decided.involved, decided.points) == ((0, 1), (1,), (0, 6))


def test_7_majority_with_as_many_both() -> None:
    found = trip("A", {"0a": EAST, "1a": ALONG}, "c5 c10", **MAJORITY)
    assert (found.tunnels, found.involved, found.points) == ((5, 5), (0, 1), (6, 6))


def test_7_majority_when_one_player_is_ridden_alone() -> None:
    found = trip("A", {"0a": EAST, "1a": MEET}, "c5 c10", **MAJORITY)
    assert (found.involved, found.points) == ((0,), (6, 0))


def test_7_majority_holds_for_lake_to_park() -> None:
    lines = {"0a": EAST.replace("=A", ""), "1a": "S1>a7 b7l c7r d7l e7l f7l"}
    options: dict[str, Any] = {"lake": "c4u c4d", "park": "f7u", **MAJORITY}
    found = trip("lake-park", lines, "c5 c7 f7", **options)
    assert (found.minutes, found.tunnels, found.points) == (5, (2, 3), (0, 5))


def test_7_majority_counts_each_tunnel_once() -> None:
    """Decision 8: one may change at c7 or at c9; 0a's three tunnels to c7 and 1a's two from c9 lie on both routes."""
    lines = {"0a": EAST.replace("=A", ""), "1a": "S1>a7 b7l c7r c8l c9l d9l e9l"}
    found = trip("lake-park", lines, "c4 c7 c9 e9", lake="c4u c4d", park="e9u e9d", **MAJORITY)
    assert (found.minutes, found.route_count, found.tunnels) == (6, 2, (5, 4))
    assert (found.involved, found.points) == ((0,), (5, 0))


# The winner


def test_7_winner_by_points() -> None:
    report = over({"0a": EAST, "1a": MEET}, stations="c5 c10", **AREAS)
    assert report.totals == (6 - 30, 0 - 30)
    assert (report.ranks, report.winners) == ((1, 2), (0,))


def test_7_winner_then_by_complete_lines() -> None:
    report = over({"0a": EAST.replace("=A", ""), "1a": TO_NE2})
    assert report.totals == (-36, -36)
    assert (report.ranks, report.winners) == ((2, 1), (1,))
    assert report.players[0].tunnels < report.players[1].tunnels
    report = over({"0a": EAST.replace("=A", ""), "0b": "NE3>h9 h8l h7l h6l h5l", "1a": TO_NE2})
    assert report.players[0].tunnels > report.players[1].tunnels
    assert report.winners == (1,)


def test_7_winner_then_by_tunnels() -> None:
    report = over({"0a": "SW3>c4 c5l", "1a": "S1>a7 b7l c7l"})
    assert report.totals == (-36, -36)
    assert report.winners == (1,)


def test_7_winner_then_shared() -> None:
    report = over({"0a": "SW3>c4 c5l", "1a": "S1>a7 b7l"})
    assert (report.ranks, report.winners) == ((1, 1), (0, 1))


def test_7_ranks_count_on_after_a_shared_one() -> None:
    lines = {"0a": "SW3>c4", "1a": "S1>a7 b7l", "2a": "NE3>h9 h8l", "3a": "N3>k4"}
    report = over(lines, 4)
    assert len(set(report.totals)) == 1
    assert (report.ranks, report.winners) == ((3, 1, 1, 3), (1, 2))
    report = over({"0a": "SW3>c4", "1a": "S1>a7 b7l c7l", "2a": "NE3>h9 h8l", "3a": "N3>k4 j4l"}, 4)
    assert report.ranks == (4, 1, 2, 2)


def test_7_totals_add_up() -> None:
    report = over({"0a": TO_NE1.replace("d4l", "d4r"), "1a": MEET}, stations="d4", **(AREAS | {"E": "d3u"}))
    for player in report.players:
        assert player.total == player.line_scored_points + sum(player.trip_points)


def test_7_report_only_when_the_game_is_over() -> None:
    from metromania.errors import NotOverError

    game: Game = table()
    with pytest.raises(NotOverError):
        game.report()
