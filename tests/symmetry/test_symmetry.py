"""The twelve symmetries are a group, act alike on everything, and commute with play."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrocore.symmetry import table, transform_setup
from metromania import Board, Game
from metromania.errors import (
    ActionError,
    ActionTypeError,
    ArrayError,
    SetupError,
    UnknownNameError,
    WrongTypeError,
)
from metromania.lattice import OUTER_SPACES, SPACES, VERTICES, corners, neighbours, side_of, xy
from metromania.observation import SIZE
from metromania.symmetry import SYMMETRIES, Symmetry, frame_symmetries

CASES = Path(__file__).parents[1] / "cases"
each = pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda g: f"{'mirrored-' * g.mirrored}{g.turns}")


def middle(game: Game, seed: int) -> Game:
    """The game played on at random, to about its middle."""
    rng = np.random.default_rng(seed)
    for _ in range(30 * game.players):
        if game.is_over:
            break
        game.push(int(rng.choice(game.legal_ids())))
    return game


def outcome(game: Game) -> dict[str, Any]:
    """The final report, apart from the routes, of which it names one."""
    data = game.report_data()
    for trip in data["trips"]:
        del trip["routes"]
    return data


def test_they_are_a_group() -> None:
    assert len(set(SYMMETRIES)) == 12
    assert [g.index for g in SYMMETRIES] == list(range(12))
    for g, h in product(SYMMETRIES, repeat=2):
        assert g @ h in SYMMETRIES
        assert [(g @ h).vertex(v) for v in VERTICES] == [g.vertex(h.vertex(v)) for v in VERTICES]
        assert [(g @ h).direction(k) for k in range(6)] == [g.direction(h.direction(k)) for k in range(6)]
    for g in SYMMETRIES:
        assert g @ g.inverse == g.inverse @ g == Symmetry()


@each
def test_they_are_what_they_are_in_the_plane(symmetry: Symmetry) -> None:
    """The mirror turns y over; a turn is one by 60 degrees counter-clockwise."""
    angle = np.pi / 3 * symmetry.turns
    for name in VERTICES + OUTER_SPACES:
        x, y = xy(name)
        place = complex(x, -y if symmetry.mirrored else y) * np.exp(1j * angle)
        assert np.allclose(xy(symmetry.vertex(name)), (place.real, place.imag))


@each
def test_names_go_together(symmetry: Symmetry) -> None:
    for space in SPACES + OUTER_SPACES:
        assert {symmetry.vertex(v) for v in corners(space)} == set(corners(symmetry.space(space)))
    for name in OUTER_SPACES:
        assert symmetry.space(name) == symmetry.vertex(name)
        assert side_of(symmetry.space(name)) == side_of(symmetry.space(f"{side_of(name)}3"))
    for v in VERTICES:
        for k, w in enumerate(neighbours(v)):
            assert neighbours(symmetry.vertex(v))[symmetry.direction(k)] == (w and symmetry.vertex(w))


@each
def test_boards_cities_and_setups_agree(symmetry: Symmetry) -> None:
    for board, seed in ((Board.standard(), 3), (Board.random(5, starts=7, ends=3, areas=(4, 9, 5), lake=1, park=4), 4)):
        game = Game.new(3, board=board, seed=seed)
        setup = symmetry.setup(game.setup)
        turned = symmetry.board(board)
        made = Game.new(3, board=turned, city=symmetry.city(game.city), hands=game.hands)
        assert made.setup == setup
        assert made == symmetry.game(game)
        assert symmetry.inverse.board(turned) == board
        for name, kind in zip(SPACES, game.setup.areas, strict=True):
            assert setup.areas[SPACES.index(symmetry.space(name))] == kind
        assert transform_setup(setup, symmetry.inverse.index) == game.setup


@each
@pytest.mark.parametrize(("players", "variant"), [(2, "open"), (4, "unfair")])
def test_play_commutes(symmetry: Symmetry, players: int, variant: str) -> None:
    """Along a random game: position, legal actions, keys, masks, observations, scores."""
    rng = np.random.default_rng(symmetry.index)
    game = Game.new(players, variant=variant, seed=symmetry.index)
    turned = symmetry.game(game)
    while not game.is_over:
        assert symmetry.game(game) == turned
        turned.check()
        assert sorted(map(symmetry.action, game.legal_ids())) == turned.legal_ids()
        assert {symmetry.action(str(a)) for a in game.legal_actions} == {str(a) for a in turned.legal_actions}
        assert np.array_equal(symmetry.mask(game.legal_actions.mask()), turned.legal_actions.mask())
        for dtype in ("float32", "uint8"):
            viewer = game.ply % players
            assert np.array_equal(
                symmetry.observation(game.observation(viewer, dtype=dtype)), turned.observation(viewer, dtype=dtype)
            )
        action = rng.choice(np.array(game.legal_actions, dtype=object))
        assert symmetry.inverse.action(symmetry.action(action)) == action
        turned.push(symmetry.action(action))
        game.push(action)
    assert symmetry.game(game) == turned
    assert outcome(turned) == outcome(game)
    assert [str(symmetry.action(a)) for a in game.actions] == [str(a) for a in turned.actions]


@each
def test_recorded_games_replay_turned(symmetry: Symmetry) -> None:
    """A record turned by hand, action by action, is the record of the turned game and comes to the same scores."""
    for line in (CASES / "games.jsonl").read_text().splitlines()[symmetry.index :: 24]:
        game = Game.from_record(json.loads(line)["record"])
        record = symmetry.game(game).to_record()
        board = symmetry.board(game.board)
        by_hand = game.to_record() | {
            "board": "standard" if board == Board.standard() else board.to_dict(),
            "city": symmetry.city(game.city).to_dict(),
            "actions": [symmetry.action(text) for text in game.to_record()["actions"]],
        }
        assert record == by_hand
        again = Game.from_record(record)
        assert outcome(again) == outcome(game)
        assert symmetry.inverse.game(again) == game


def test_the_game_is_left_alone_and_keeps_its_history() -> None:
    game = middle(Game.new(4, seed=6), 6)
    before, ply = game.state_bytes(), game.ply
    turned = Symmetry(2, True).game(game)
    assert (game.state_bytes(), game.ply, turned.ply) == (before, ply, ply)
    for _ in range(ply):
        assert Symmetry(2, True).action(game.pop()) == turned.pop()
    assert turned == Symmetry(2, True).game(game)


def test_a_view_turns_with_its_history() -> None:
    game = middle(Game.new(3, variant="unfair", seed=9), 9)
    g = Symmetry(5, True)
    view = game.view(1)
    assert g.game(view) == g.game(game).view(1)
    assert g.game(view).history == g.game(game).view(1).history
    assert g.game(view).viewer == 1


def test_a_position_without_history_turns() -> None:
    game = Game.from_position(middle(Game.new(2, seed=9), 9).position())
    for g in SYMMETRIES:
        assert g.inverse.game(g.game(game)) == game
        assert Game.from_position(g.game(game).position()) == g.game(game)


def test_the_standard_frame_keeps_four() -> None:
    kept = frame_symmetries(Board.standard())
    assert len(kept) == 4
    for g in SYMMETRIES:
        turned = g.board(Board.standard())
        same = (turned.starts, turned.ends) == (Board.standard().starts, Board.standard().ends)
        assert same == (g in kept)
    assert len(frame_symmetries(Board.random(1, starts=0, ends=0))) == 12
    # Two of them are no mirror: there a turned game stands on the standard board, and its record says so.
    turns = [g for g in kept if not g.mirrored]
    assert len(turns) == 2
    for g in turns:
        assert g.game(Game.new(4, seed=1)).to_record()["board"] == "standard"


def test_arrays_go_over_batches() -> None:
    rng = np.random.default_rng(0)
    masks, seen = rng.random((2, 3, 320)), rng.integers(0, 9, (3, SIZE), np.uint8)
    for g in SYMMETRIES:
        assert np.array_equal(g.mask(masks)[1, 2], g.mask(masks[1, 2]))
        assert g.mask(masks)[0, 1, g.action(200)] == masks[0, 1, 200]
        assert np.array_equal(g.inverse.observation(g.observation(seen)), seen)
        assert g.observation(seen).dtype == np.uint8


def test_the_tables_are_permutations() -> None:
    sizes = {"direction": 6, "vertex": 121, "space": 180, "outer": 30, "action": 320, "seen": SIZE}
    for g, (name, size) in product(range(12), sizes.items()):
        assert sorted(table(name, g)) == list(range(size))


def test_bad_arguments_are_named() -> None:
    g = Symmetry(1)
    with pytest.raises(SetupError, match="turns"):
        Symmetry(6)
    with pytest.raises(WrongTypeError, match="turns"):
        Symmetry(True)
    with pytest.raises(WrongTypeError, match="mirrored"):
        Symmetry(1, 1)  # type: ignore[arg-type]
    for name in ("f12", "", "NE6"):
        with pytest.raises(UnknownNameError):
            g.vertex(name)
    with pytest.raises(WrongTypeError):
        g.space(7)  # type: ignore[arg-type]
    for text in ("", "passe", "a>f7", "NE9>h9", "+NE3", "a>f7l=G", "N1>z9", "c>f7l", "+f٣"):
        with pytest.raises(ActionError):
            g.action(text)
    for number in (-1, 320, 2**31, 2**63):
        with pytest.raises(ActionError):
            g.action(number)
    nonsense: Any
    for nonsense in (True, 1.0, None):
        with pytest.raises(ActionTypeError):
            g.action(nonsense)
    with pytest.raises(ArrayError, match="mask"):
        g.mask(np.zeros(319))
    with pytest.raises(ArrayError, match="observation"):
        g.observation(np.zeros(320))
    with pytest.raises(WrongTypeError, match="mask"):
        g.mask([0] * 320)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="game"):
        g.game("game")  # type: ignore[type-var]
    for index in (-1, 12):
        with pytest.raises(ValueError, match="no symmetry"):
            table("vertex", index)
