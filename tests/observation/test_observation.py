"""Observations hold all that their viewer may see of a position, and nothing else, under the names they are given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrocore.game import GameCore
from metrocore.lattice import vertex_axial
from metromania import Game
from metromania.errors import ArrayError, HiddenError, SeatError, WrongTypeError
from metromania.observation import PLANES, SIZE, describe_observation, planes, scalars, units, views
from tests.observation.decoding import decode, vertices

CASES = Path(__file__).parents[1] / "cases"


def recorded(every: int, first: int = 0) -> Iterator[Game]:
    """The recorded games, one in so many, at the end; to be taken back."""
    for name in ("games.jsonl", "boards.jsonl"):
        for line in (CASES / name).read_text().splitlines()[first::every]:
            yield Game.from_record(json.loads(line)["record"])


def random_game(players: int, seed: int, variant: str = "open") -> Iterator[Game]:
    """The positions of a random game, from the first to the last."""
    game = Game.new(players, variant=variant, seed=seed)
    rng = np.random.default_rng(seed)
    yield game
    while not game.is_over:
        game.push(int(rng.choice(game.legal_ids())))
        yield game


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_the_position_can_be_read_back(dtype: str) -> None:
    for game in recorded(every=3, first=dtype == "uint8"):
        for viewer in range(game.players):
            setup, parts = decode(game.observation(viewer, dtype=dtype), viewer)
            assert GameCore.from_parts(setup, parts) == game.view(viewer)
            for _ in range(min(7, game.ply)):
                game.pop()


@pytest.mark.parametrize(("players", "variant"), [(2, "open"), (3, "unfair"), (4, "unfair"), (3, "no_corruption")])
def test_every_position_of_a_game_can_be_read_back(players: int, variant: str) -> None:
    for game in random_game(players, 11 + players, variant):
        viewer = game.ply % players
        setup, parts = decode(game.observation(viewer), viewer)
        assert GameCore.from_parts(setup, parts) == game.view(viewer)


def test_float32_is_uint8_over_the_units() -> None:
    for game in random_game(3, 5):
        whole = game.observation(1, dtype="uint8")
        assert np.array_equal(game.observation(1), (whole / units()).astype(np.float32))
        for field in describe_observation():
            assert field.view(whole).max() <= field.high


def test_hidden_letters_do_not_show() -> None:
    """Two deals that differ only in letters the viewer cannot see give one observation, until the game is over."""
    hands = [["AR", "BC", "CE"], ["DR", "AC", "EE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]]
    other = [["AR", "BC", "CE"], ["CR", "EC", "FE"], ["DR", "AC", "BE"], ["FR", "DC", "EE"]]
    games = [Game.new(4, variant="unfair", hands=dealt, seed=3) for dealt in (hands, other)]
    assert games[0].hands != games[1].hands
    for _ in range(12):
        a, b = (game.observation(0) for game in games)
        assert np.array_equal(a, b)
        assert not np.array_equal(games[0].observation(1), games[1].observation(1))
        plain = [action for action in games[0].legal_ids() if action < 152 or (action - 152) % 7 == 0]
        for game in games:
            game.push(plain[-1])


def test_a_view_is_seen_alike_and_only_from_its_seat() -> None:
    *_, game = random_game(4, 2, "unfair")
    for _ in range(60):
        game.pop()
    view = game.view(2)
    assert np.array_equal(view.observation(2), game.observation(2))
    with pytest.raises(HiddenError, match="player 0"):
        view.observation(0)


def test_seats_are_counted_from_the_viewer() -> None:
    for game in random_game(4, 8):
        seen = [views(game.observation(p, dtype="uint8")) for p in range(4)]
        for p in range(4):
            for name in ("tunnels", "vertices", "head", "exits", "points", "hand", "placed", "started", "heading"):
                assert np.array_equal(seen[p][name], np.roll(seen[0][name], -p, axis=0)), name
            assert list(seen[p]["points"]) == [game.station_points[(p + s) % 4] for s in range(4)]
            if game.current_player is not None:
                assert seen[p]["to_move"].argmax() == (game.current_player - p) % 4


def test_derived_fields_agree_with_the_game() -> None:
    """What decoding does not need: exits, free spaces, lines' scalars."""
    for game in random_game(3, 21):
        see = views(game.observation(0, dtype="uint8"))
        taken = {space for line in range(6) for space in game.triangles(line)}
        water = [t for t in range(150) if game.setup.areas[t] >= 4]
        assert see["free"].sum() == 150 - len([t for t in taken if t < 150]) - len(water)
        free_ends = {91 + o for o in game.setup.ends} - {game.path(line)[-1] for line in range(6) if game.path(line)}
        assert vertices(see["ends"]) == sorted(free_ends)
        assert see["stations_left"] == game.stations_left
        for line in range(6):
            p, ab = divmod(line, 2)
            size = max(0, len(game.path(line)) - 1)
            assert see["started"][p, ab] == (size > 0)
            assert see["complete"][p, ab] == game.complete(line)
            assert see["tunnels_left"][p, ab] == 18 - size
            assert see["heading"][p, ab].sum() == (size > 0)
            if size and not game.complete(line):
                side = (game.path(line)[0] - 91) // 5
                opposite = {v for v in free_ends if ((v - 91) // 5 - side) % 6 in (2, 3, 4)}
                assert vertices(see["exits"][p, ab]) == sorted(opposite or free_ends)
            else:
                assert not see["exits"][p, ab].any()
        assert not see["tunnels"][3].any()
        assert not see["hand"][3].any()


def test_the_fields_share_out_the_array() -> None:
    used = np.zeros(SIZE, np.int64)
    fields = describe_observation()
    for field in fields:
        field.view(used)[...] += 1
        assert field.meaning
        assert field.is_plane == (field.shape[-2:] == (13, 13))
        assert str(field).startswith(field.name)
    assert (used == 1).all()
    assert len({field.name for field in fields}) == len(fields)
    assert fields[0].offset == 0


def test_cells_off_the_lattice_are_empty() -> None:
    *_, game = random_game(4, 4)
    on = np.zeros((13, 13), bool)
    for q, r in vertex_axial:
        on[r + 6, q + 6] = True
    assert on.sum() == 121
    assert not planes(game.observation(0))[:, ~on].any()
    assert views(game.observation(0))["city"].sum() == 91


def test_a_game_of_two_needs_the_first_planes_only() -> None:
    *_, game = random_game(2, 4)
    seen = game.observation(1)
    assert planes(seen).shape == (PLANES, 13, 13)
    assert planes(seen)[28 + 18 : 28 + 36].any()
    assert not planes(seen)[28 + 36 :].any()
    assert not scalars(seen)[29 + 2 * 46 :].any()


def test_views_are_views_and_go_over_batches() -> None:
    game = Game.new(4, seed=1)
    batch = np.zeros((2, 3, SIZE), np.uint8)
    game.observation(2, out=batch[1, 2])
    assert views(batch)["areas"].shape == (2, 3, 3, 2, 13, 13)
    assert np.array_equal(views(batch)["areas"][1, 2], views(batch[1, 2])["areas"])
    planes(batch)[0, 0, 1, 6, 6] = 7
    views(batch)["points"][0, 0, 3] = 9
    assert views(batch)["stations"][0, 0, 6, 6] == 7
    assert scalars(batch)[0, 0].max() == 9
    assert np.array_equal(planes(batch[::-1, ::2])[0, 1], planes(batch)[1, 2])


def test_out_is_filled_and_returned() -> None:
    game = Game.new(4, seed=1)
    for dtype in (np.float32, np.uint8):
        out = np.full(SIZE, 77, dtype)
        assert game.observation(3, out=out) is out
        assert np.array_equal(out, game.observation(3, dtype=dtype))


def test_bad_arguments_are_named() -> None:
    game = Game.new(3, seed=1)
    before = game.state_bytes()
    for player in (3, -1, 2**63):
        with pytest.raises(SeatError):
            game.observation(player)
    nonsense: Any
    for nonsense in (True, "0", None, 1.0):
        with pytest.raises(WrongTypeError, match="player"):
            game.observation(nonsense)
    for nonsense in ("float64", "int8", bool, "nonsense", 3):
        with pytest.raises(WrongTypeError, match="dtype"):
            game.observation(0, dtype=nonsense)
    locked = np.zeros(SIZE, np.float32)
    locked.flags.writeable = False
    for out in (np.zeros(SIZE - 1, np.uint8), np.zeros((1, SIZE), np.uint8), np.zeros(2 * SIZE, np.uint8)[::2], locked):
        with pytest.raises(ArrayError, match="out"):
            game.observation(0, out=out)
    for nonsense in (np.zeros(SIZE), bytearray(SIZE), np.zeros(SIZE, ">f4")):
        with pytest.raises(WrongTypeError, match="out"):
            game.observation(0, out=nonsense)
    with pytest.raises(ArrayError, match="observation"):
        views(np.zeros(3))
    with pytest.raises(WrongTypeError, match="observation"):
        planes([0.0] * SIZE)  # type: ignore[arg-type]
    assert game.state_bytes() == before
