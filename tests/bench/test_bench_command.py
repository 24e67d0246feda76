"""`metromania bench`: its answers are right, its JSON fits the schema, bad options are refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest

from benches.peers.networks import full_network
from metrocore import repeat
from metrocore.playout import random_games
from metrocore.search.guided import play_guided
from metromania import Board, Game
from metromania.batch import core_board
from metromania.cli import bench, main
from metromania.cli.schema import read_schema
from metromania.errors import ArgumentError


def answer(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    assert main(["bench", *map(str, words), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    value: dict[str, Any] = json.loads(out)
    jsonschema.validate(value, read_schema("bench"))
    return value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts(capsys: pytest.CaptureFixture[str], players: int) -> None:
    got = answer(capsys, "playouts", "--players", players, "--games", 300, "--threads", 2, "--seed", 5)
    played = random_games(core_board(Board.standard()), players, 300, 5)
    assert (got["players"], got["games"], got["threads"]) == (players, 300, 2)
    assert got["actions"] == played["plies"]
    assert got["games_per_second"] == pytest.approx(300 / got["seconds"], rel=0.01)
    assert got["nanoseconds_per_action"] == pytest.approx(got["seconds"] * 1e9 / got["actions"], rel=0.01)


def test_playouts_in_slices(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SLICE", 40)
    got = answer(capsys, "playouts", "--games", 100, "--seed", 2**64 - 1)
    board = core_board(Board.standard())
    parts = [(40, 2**64 - 1), (40, 0), (20, 1)]
    assert got["actions"] == sum(random_games(board, 4, games, seed)["plies"] for games, seed in parts)


def test_perft_positions_count_as_by_hand() -> None:
    positions = bench.perft_positions()
    assert len(positions) == 8
    for kept in positions:
        game = Game.from_position(kept["position"])
        assert game.position() == kept["position"]
        assert [game.perft(depth) for depth in range(1, 6)] == kept["leaves"][:5]
        assert [by_hand(game, depth) for depth in range(1, 4)] == kept["leaves"][:3]


def by_hand(game: Game, depth: int) -> int:
    if depth == 0 or game.is_over:
        return 1
    total = 0
    for action in game.legal_actions:
        game.push(action)
        total += by_hand(game, depth - 1)
        game.pop()
    return total


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    expected = sum(kept["leaves"][4] for kept in bench.perft_positions())
    for threads in (1, 2):
        assert answer(capsys, "perft", "--depth", 5, "--threads", threads)["leaves"] == expected


def test_perft_of_a_wrong_core(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = bench.perft_positions()[:1]
    kept[0]["leaves"][1] += 1
    monkeypatch.setattr(bench, "perft_positions", lambda: kept)
    assert main(["bench", "perft", "--depth", "2"]) == 3
    assert "half-way" in capsys.readouterr().err


def test_trips(capsys: pytest.CaptureFixture[str]) -> None:
    got = answer(capsys, "trips", "--games", 10, "--players", 3)
    assert got["reports"] == 2000
    assert got["fullest_nodes"] > 20
    assert got["microseconds_per_report"] == pytest.approx(got["seconds"] * 1e6 / 2000, rel=0.01)


@pytest.mark.parametrize("masks", ["packed", "bool"])
def test_batch(capsys: pytest.CaptureFixture[str], masks: str) -> None:
    got = answer(capsys, "batch", "--size", 70, "--steps", 250, "--masks", masks, "--threads", 2)
    assert got["steps"] == 70 * 250
    assert got["masks"] == masks
    assert got["episodes"] > 70
    assert got["steps_per_second"] == pytest.approx(got["steps"] / got["seconds"], rel=0.01)


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "batch", "--size", "9", "--steps", "5"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("benchmark: batch\nplayers: 4\nsize: 9\n")
    assert "steps per second: " in out


@pytest.mark.parametrize(
    "words",
    [
        "",
        "cars",
        "playouts --players 5",
        "playouts --games 0",
        "playouts --games x",
        "playouts --threads 0",
        "playouts --threads 65",
        "perft --depth 0",
        "perft --depth 1001",
        "perft --players 4",
        "trips --threads 2",
        "batch --masks bits",
        "batch --seed -1",
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert main(["bench", *words.split()]) == 2
    assert capsys.readouterr().err


def test_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "playouts", "--games", "1e3"]) == 2
    assert "1e3 is not in 1..10**12" in capsys.readouterr().err


def test_more_games_than_there_is_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "batch", "--size", str(10**12)]) == 3
    assert capsys.readouterr().err == "metromania: not enough memory\n"


def test_board_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "playouts", "--games", "1", "--board", "nowhere.json"]) == 3
    assert "nowhere.json" in capsys.readouterr().err


def test_random_board(capsys: pytest.CaptureFixture[str]) -> None:
    got = answer(capsys, "playouts", "--games", 50, "--board", "random", "--seed", 3)
    assert got["actions"] == random_games(core_board(Board.random(3)), 4, 50, 3)["plies"]


@pytest.mark.parametrize("per_line", [12, 15, 18])
def test_queries_on_a_given_network(per_line: int) -> None:
    """Minutes and lines are those that relaxing every edge comes to, trip by trip and summed."""
    network = full_network(per_line)
    for pair, trip in zip(network.groups, network.trips, strict=True):
        assert repeat.queries(network.lines, [pair], 1) == trip.answer
    for rebuild in (False, True):
        assert repeat.queries(network.lines, network.groups, 3, rebuild) == 3 * sum(trip.answer for trip in network.trips)


def test_queries_without_a_route_add_nothing() -> None:
    assert repeat.queries([[0, 1, 2], [3, 4]], [([0], [2]), ([0], [3]), ([5], [0]), ([1], [1])], 2) == 2 * (2 * 256 + 1)


@pytest.mark.parametrize(
    ("lines", "groups", "place"),
    [
        ([[0] * 19], [], "lines"),
        ([[0]] * 9, [], "lines"),
        ([range(18), range(17, 31)], [], "lines: 31 different stations"),
        ([[0, 91]], [], r"lines\[0\]\[1\]"),
        ([[0, 1]], [([0], [-1])], r"groups\[0\]\[1\]"),
        ([[0, 1]], [([0], [1])] * 8, "lines"),
    ],
)
def test_queries_on_no_network(lines: list[Sequence[int]], groups: list[tuple[list[int], list[int]]], place: str) -> None:
    with pytest.raises(ArgumentError, match=place):
        repeat.queries(lines, groups, 1)


def test_repeated_work_adds_up() -> None:
    """The sums of the core's loops are what one piece of the work comes to, so many times."""
    for seed in range(5):
        game = Game.new(seed=seed)
        play_guided(game, seed)
        minutes = [trip["minutes"] for trip in game.trips_data()]
        assert repeat.trips(game, 7) == 7 * sum(1 + m for m in minutes if m is not None)
        while game.ply > 30:
            game.pop()
        count, key = len(game.legal_actions), game.key
        assert repeat.listings(game, 7) == 7 * count
        assert repeat.applications(game, 7) == 7 * count
        assert repeat.keys(game, 7) == 7 * sum(game.key_after(action) & 255 for action in game.legal_actions)
        assert repeat.copies(game, 7) == 14 * game.stations_left
        assert repeat.copies(game, 0) == 0
        assert game.key == key
        game.check()
