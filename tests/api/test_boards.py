"""Boards: reading, faults, canonical form, turning, mirroring, drawing at random; and the cities they make."""

import copy
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from metromania import Board, City, Game, lattice
from metromania.city import standard_city, untangled
from metromania.errors import ArgumentError, BoardError, SetupError, WrongTypeError
from tests.api.play import CASES, case_records

STANDARD = Board.standard().to_dict()


def test_standard_is_the_board_of_the_contract() -> None:
    assert json.loads((CASES / "standard_board.json").read_text("utf-8")) == STANDARD
    assert Board.standard() is Board.standard()


def test_read_from_dict_text_bytes_path_and_board(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(STANDARD), encoding="utf-8")
    sources = [STANDARD, json.dumps(STANDARD), json.dumps(STANDARD).encode(), path, Board.standard()]
    assert {Board(source) for source in sources} == {Board.standard()}


def test_text_is_never_a_path(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(STANDARD), encoding="utf-8")
    with pytest.raises(BoardError, match="not JSON"):
        Board(str(path))


def test_order_does_not_count_and_extras_are_kept() -> None:
    data = copy.deepcopy(STANDARD)
    data["frame"]["starts"].reverse()
    data["quarters"][0]["lake"].reverse()
    assert Board(data) == Board.standard()
    data["x_b"], data["x_a"], data["frame"]["x_f"], data["quarters"][3]["x_q"] = 1, [None, {"y": 2.5}], "é", {}
    board = Board(data)
    assert board != Board.standard()
    assert Board(board.to_json()) == board
    kept = board.to_dict()
    assert (kept["x_a"], kept["x_b"]) == ([None, {"y": 2.5}], 1)
    assert (kept["frame"]["x_f"], kept["quarters"][3]["x_q"]) == ("é", {})


def test_immutable_hashable_and_its_repr_evaluates() -> None:
    for board in (Board.standard(), Board.random(3)):
        assert eval(repr(board), {"Board": Board}) == board
        assert pickle.loads(pickle.dumps(board)) == board == copy.deepcopy(board)
        assert hash(Board(board.to_dict())) == hash(board)
        board.to_dict()["frame"]["starts"].clear()
        assert board.starts
        with pytest.raises(AttributeError):
            board.name = "other"  # type: ignore[misc]
        with pytest.raises(AttributeError):
            del board._text


def changed(path: list[str | int], value: Any) -> dict[str, Any]:
    """The standard board with one thing changed; ``...`` takes it out."""
    data = copy.deepcopy(STANDARD)
    target: Any = data
    for step in path[:-1]:
        target = target[step]
    if value is ...:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["name"], ..., "name"),
        (["name"], 5, "name"),
        (["frame"], [], "frame"),
        (["frame", "starts"], ..., "frame.starts"),
        (["frame", "starts"], "NE3", "frame.starts"),
        (["frame", "starts", 2], "NE6", "frame.starts[2]"),
        (["frame", "starts", 2], "NE3", "frame.starts[2]"),
        (["frame", "starts", 2], True, "frame.starts[2]"),
        (["frame", "ends", 4], "NE3", "frame.ends[4]"),
        (["frame", "middle"], [], "frame.middle"),
        (["quarters"], STANDARD["quarters"][:5], "quarters"),
        (["quarters", 1], None, "quarters[1]"),
        (["quarters", 1, "park"], ..., "quarters[1].park"),
        (["quarters", 1, "R", 0], "u05", "quarters[1].R[0]"),
        (["quarters", 1, "R", 0], "d40", "quarters[1].R[0]"),
        (["quarters", 1, "R", 0], "u11", "quarters[1].park[0]"),
        (["quarters", 5, "X"], [], "quarters[5].X"),
        (["colour"], "red", "colour"),
    ],
)
def test_each_fault_has_its_place(path: list[str | int], value: Any, place: str) -> None:
    data = changed(path, value)
    assert [fault.place for fault in Board.faults(data)] == [place]
    with pytest.raises(BoardError) as e:
        Board(data)
    assert e.value.place == place
    assert str(e.value) == f"{place}: {e.value.reason}"


def test_every_fault_is_listed() -> None:
    data = changed(["frame", "starts"], ["NE3", "NE3", 7])
    data["quarters"][4]["R"] = ["zz", "u03"]
    del data["name"]
    places = [fault.place for fault in Board.faults(data)]
    assert places == ["name", "frame.starts[1]", "frame.starts[2]", "quarters[4].R[0]", "quarters[4].E[0]"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"name": "a", "name": "b"}', "name"),
        ('{"frame": {"x_": [{"k": 1, "k": 2}]}}', "frame.x_[0].k"),
        ('{"x_": NaN}', ""),
        ('{"x_": 1e999}', "x_"),
        ('{"name": "a" "b"}', "line 1 column 14"),
        ('{"x_": ' + "9" * 5000 + "}", ""),
        ('{"x_": ' + "[" * 70 + "]" * 70 + "}", "x_" + "[0]" * 63),
    ],
)
def test_strict_json(text: str, place: str) -> None:
    with pytest.raises(BoardError) as e:
        Board(text)
    assert e.value.place == place


def test_turned_and_mirrored_with_their_cities() -> None:
    rng = Random(1)
    for board in (Board.standard(), Board.random(1), Board.random(2, starts=3, ends=2, lake=5, park=0)):
        city = City(tuple(rng.sample(range(6), 6)), tuple(rng.choices(range(3), k=6)))
        spot = {name: lattice.centre(name) for name in lattice.SPACES}
        at = {(round(x, 6) + 0.0, round(y, 6) + 0.0): name for name, (x, y) in spot.items()}
        areas = dict(zip(lattice.SPACES, city.areas(board), strict=True))
        mirrored = dict(zip(lattice.SPACES, city.mirrored().areas(board.mirrored()), strict=True))
        turned = dict(zip(lattice.SPACES, city.turned().areas(board.turned()), strict=True))
        for name, (x, y) in spot.items():
            assert mirrored[at[round(x, 6) + 0.0, round(-y, 6) + 0.0]] == areas[name]
            there = round(x / 2 - y * 3**0.5 / 2, 6) + 0.0, round(x * 3**0.5 / 2 + y / 2, 6) + 0.0
            assert turned[at[there]] == areas[name]
        assert board.mirrored().mirrored() == board == board.turned(6) == board.turned(2).turned(-2)
        assert city.mirrored().mirrored() == city == city.turned(-5).turned(5)
        assert set(board.turned(1).starts) == {
            lattice.SIDES[(lattice.SIDES.index(o[:-1]) + 1) % 6] + o[-1] for o in board.starts
        }


def test_random_boards_have_what_was_asked_for() -> None:
    for seed in range(30):
        board = Board.random(seed, starts=seed % 9, ends=20, areas=(seed, 1, 0), lake=seed, park=30)
        counts = {kind: sum(len(getattr(q, kind)) for q in board.quarters) for kind in ("R", "C", "E", "lake", "park")}
        assert counts == {"R": seed, "C": 1, "E": 0, "lake": seed, "park": 30}
        assert (len(board.starts), len(board.ends)) == (seed % 9, 20)
        assert Board.random(seed, starts=seed % 9, ends=20, areas=(seed, 1, 0), lake=seed, park=30) == board
    assert Board.random(1) != Board.random(2)
    assert Board.random(7, name="mine").name == "mine"
    assert Board.random(4711).starts == ("NE2", "NE4", "N4", "NW1", "S1", "S2", "SE1", "SE5")  # on every platform


def test_random_water_is_in_one_piece() -> None:
    board = Board.random(11, lake=6, park=3)
    city = City()
    for kind, size in ((4, 6), (5, 3)):
        spaces = {name for name, area in zip(lattice.SPACES, city.areas(board), strict=True) if area == kind}
        assert len(spaces) == size
        reached, edge = set(), {min(spaces)}
        while edge:
            reached |= edge
            edge = {near for space in edge for near in lattice.adjoining(space)} & spaces - reached
        assert reached == spaces


@pytest.mark.parametrize(
    "numbers", [{"starts": 31}, {"starts": 16, "ends": 15}, {"lake": 151}, {"areas": (50, 50, 51)}]
)
def test_random_boards_that_do_not_fit(numbers: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        Board.random(1, **numbers)


def test_cities_are_checked() -> None:
    with pytest.raises(SetupError, match=r"quarters\[1\]"):
        City((0, 0, 1, 2, 3, 4))
    with pytest.raises(SetupError, match=r"turns\[5\]"):
        City(turns=(0, 1, 2, 0, 1, 3))
    with pytest.raises(SetupError, match="turns"):
        City(turns=(0, 1))
    with pytest.raises(WrongTypeError):
        City("012345")  # type: ignore[arg-type]
    assert City([5, 4, 3, 2, 1, 0]).quarters == (5, 4, 3, 2, 1, 0)  # type: ignore[arg-type]


def test_cities_are_told_from_their_areas() -> None:
    rng = Random(2)
    for _ in range(50):
        city = City(tuple(rng.sample(range(6), 6)), tuple(rng.choices(range(3), k=6)))
        areas = city.areas(Board.standard())
        assert standard_city(areas) == city
        board, plain = untangled(areas, ["NE1"], [], "x")
        assert plain.areas(board) == areas
        spoilt = bytearray(areas)
        spoilt[rng.randrange(150)] ^= 1
        assert standard_city(bytes(spoilt)) is None


def test_boards_of_the_cases_are_kept() -> None:
    for record in case_records(10, ("boards.jsonl",)):
        game = Game.from_record(record)
        assert game.board == Board(record["board"])
        assert game.city.to_dict() == record["city"]
