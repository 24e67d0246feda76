"""Copies, pickles, equality, keys and repr at any point; the calls that come at the wrong time."""

import contextlib
import copy
import multiprocessing
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from metromania import Action, Board, Game
from metromania.errors import (
    ActionError,
    ActionTypeError,
    GameOverError,
    HistoryError,
    IllegalActionError,
    NotOverError,
    SeatError,
)
from tests.api.play import case_records, play_random, stops


def play_on(game: Game, seed: int, actions: int = 100) -> list[str]:
    """The next hundred actions with all that is seen in between, on a copy."""
    game, rng, seen = game.copy(), Random(seed), []
    while actions and not game.is_over:
        game.push(rng.choice(list(game.legal_actions)))
        seen.append(f"{game.peek()} {game.key} {game.hands} {game.station_points} {game.current_player}")
        actions -= 1
    return [*seen, str(game.trips())]


def test_copies_and_pickles_go_on_alike() -> None:
    rng, bonus = Random(3), 0
    for record in case_records(20):
        for game in stops(record, 0.1, rng):
            bonus += game.bonus_line is not None
            others = [
                game.copy(),
                game.copy(stack=False),
                copy.copy(game),
                copy.deepcopy(game),
                pickle.loads(pickle.dumps(game)),
                eval(repr(game), {"Game": Game}),
            ]
            seed = rng.random()
            expected = play_on(game, int(seed * 1e9))
            for other in others:
                assert other == game
                assert (other != game) is False
                assert (hash(other), other.key, repr(other)) == (hash(game), game.key, repr(game))
                assert other.state_bytes() == game.state_bytes()
                assert play_on(other, int(seed * 1e9)) == expected
            for i in (0, 2, 3, 4):
                assert others[i].actions == game.actions
                assert others[i].to_record() == game.to_record()
                assert others[i].board == game.board
    assert bonus > 10


def continue_elsewhere(data: bytes, seed: int) -> tuple[list[str], bytes]:
    game = pickle.loads(data)
    return play_on(game, seed), pickle.dumps(game)


def test_into_a_spawned_process_and_back() -> None:
    games = [game for record in case_records(70) for game in stops(record, 0.05, Random(4))]
    games += [Game.new(3, variant="unfair", seed=9).view(1), Game.new(2, board=Board.random(3), seed=1)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        results = pool.starmap(continue_elsewhere, [(pickle.dumps(game), 5) for game in games])
    for game, (seen, data) in zip(games, results, strict=True):
        assert seen == play_on(game, 5)
        back = pickle.loads(data)
        assert back == game
        assert back.history == game.history


def test_history() -> None:
    game = Game.new(4, seed=2)
    keys = [game.key]
    play_random(game, Random(1), 12)
    assert game.ply == len(game.actions) == len(game.history) == 12
    assert game.peek() == game.actions[-1]
    replay = Game.new(4, seed=2)
    for action in game.actions:
        assert replay.key_after(action) == replay.key_after(str(action)) == replay.key_after(action.id)
        after = replay.key_after(action)
        replay.push(action)
        assert replay.key == after == replay.key_afresh()
        keys.append(after)
    assert len(set(keys)) == 13
    for key in reversed(keys[:-1]):
        expected = game.peek()
        assert game.pop() == expected
        assert game.key == key
    with pytest.raises(HistoryError):
        game.pop()
    with pytest.raises(HistoryError):
        game.peek()
    assert game == Game.new(4, seed=2)


def test_a_copy_without_a_stack_pops_only_what_it_played() -> None:
    game = Game.new(2, seed=2)
    play_random(game, Random(1), 5)
    other = game.copy(stack=False)
    assert (other.ply, other.actions) == (0, [])
    other.push(other.legal_actions[0])
    other.pop()
    with pytest.raises(HistoryError):
        other.pop()
    assert game.ply == 5


def test_games_differ_by_what_they_are_played_by() -> None:
    game = Game.new(2, seed=1)
    same_but = [
        Game.new(2, seed=1, rules={"impossible": "reward"}),
        Game.new(2, seed=1, rules={"two_player_trips": "majority"}),
        Game.new(2, seed=2),
        Game.new(2, seed=1, board=Board.standard().turned()),
        Game.new(3, seed=1),
    ]
    games = [game, *same_but]
    assert len(set(games)) == len({g.key for g in games}) == len({g.position() for g in games}) == len(games)
    assert game != game.position()
    assert game.__eq__(1) is NotImplemented


def test_a_view_of_legal_actions_stays_what_it_was() -> None:
    game = Game.new(2, seed=1)
    legal = game.legal_actions
    before = list(legal)
    game.push(legal[0])
    assert list(legal) == before
    assert legal != game.legal_actions
    assert before[0] in legal
    assert str(before[0]) in legal
    assert before[0].id in legal
    assert np.flatnonzero(legal.mask()).tolist() == legal.ids
    assert legal[-1] == before[-1]
    assert legal[:2] == before[:2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_ways_to_list_the_legal_actions_agree(players: int) -> None:
    game, rng = Game.new(players, seed=players), Random(players)
    seen: dict[Action, Action] = {}
    while not game.is_over:
        legal = game.legal_actions
        actions = list(legal)
        assert len(legal) == len(actions)
        assert [action.id for action in actions] == legal.ids == game.legal_ids() == np.flatnonzero(legal.mask()).tolist()
        assert actions == [Action(action.id, action.vertex) for action in actions]
        assert all(seen.setdefault(action, action) is action for action in actions)  # each is made once
        assert all(action in legal and game.is_legal(action) for action in actions)
        game.push(rng.choice(actions))
    assert (list(game.legal_actions), game.legal_ids()) == ([], [])


def test_iterators_of_legal_actions_are_independent_and_stay_at_their_end() -> None:
    legal = Game.new(2, seed=1).legal_actions
    first, second = iter(legal), iter(legal)
    assert iter(first) is first
    assert next(first) is legal[0]
    del legal
    assert len(list(second)) > 1
    rest = list(first)
    assert rest
    assert list(first) == []
    assert next(first, None) is None


@pytest.mark.parametrize("players", [2, 4])
def test_legal_actions_are_copied_and_pickled(players: int) -> None:
    game, rng = Game.new(players, seed=players), Random(players)
    while not game.is_over:
        legal = game.legal_actions
        assert copy.copy(legal) is legal
        assert copy.deepcopy(legal) is legal
        again = pickle.loads(pickle.dumps(legal))
        assert (again, len(again), again.ids) == (legal, len(legal), legal.ids)
        assert all(action in again for action in legal)
        game.push(rng.choice(legal.ids))
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(iter(game.legal_actions))


def test_a_dig_from_another_head_is_not_legal() -> None:
    game, rng = Game.new(2, seed=5), Random(5)
    refused = 0
    others: dict[int, set[Action]] = {}
    while not game.is_over:
        actions = list(game.legal_actions)
        for action in actions:
            if action.kind == "dig":
                for other in others.setdefault(action.id, set()) - {action}:
                    before = game.state_bytes()
                    assert not game.is_legal(other)
                    assert other not in game.legal_actions
                    with pytest.raises(IllegalActionError):
                        game.push(other)
                    assert game.state_bytes() == before
                    refused += 1
                others[action.id].add(action)
        game.push(rng.choice(actions))
    assert refused


def test_numpy_integers_are_ids() -> None:
    game = Game.new(2, seed=1)
    first = game.legal_actions.ids[0]
    for kind in (np.int16, np.uint16, np.int64, np.uint64):
        assert game.is_legal(kind(first))
        other = game.copy()
        other.push(kind(first))
        assert other.peek().id == first


OUT_OF_RANGE = [-1, 320, 2**31, 2**63, -(2**63), 10**100]
NO_ACTION_TYPES: list[Any] = [None, True, np.True_, 1.0, np.float32(1), b"pass", [], object()]


@pytest.mark.parametrize("call", ["push", "is_legal", "key_after", "preview", "why_not"])
def test_what_is_no_action(call: str) -> None:
    game = Game.new(2, seed=1)
    before = game.state_bytes()
    for value in OUT_OF_RANGE:
        with pytest.raises(ActionError):
            getattr(game, call)(value)
    for text in "", "walk", "a>f6", "a>z9l", "NE9>h9", "NE3>a6", "a>f6l=G", "PASS", "pass\n", "+f12", "+NE3", "a>NE3l":
        with pytest.raises(ActionError):
            getattr(game, call)(text)
    for value in NO_ACTION_TYPES:
        with pytest.raises(ActionTypeError):
            getattr(game, call)(value)
    assert (game.state_bytes(), game.ply) == (before, 0)


def test_what_is_no_action_of_this_position() -> None:
    game = Game.new(2, seed=1)
    for action in ("pass", "+f6", "a>f6l", "b>SW1", 0, 61, 152, 319, Action(152, "f7")):
        assert game.is_legal(action) is False
        for call in (game.push, game.key_after, game.preview):
            with pytest.raises(IllegalActionError):
                call(action)
        assert game.why_not(action) is not None
    legal = str(game.legal_actions[0])
    assert game.is_legal(legal) is True
    assert game.why_not(legal) is None


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("+f6", "+f6 is not legal here: rule 4: f6 is not on a line of the player's"),
        (0, "pass (id 0) is not legal here: rule 5: a player passes only when"),
        (3, "NE2>g10 (id 3) is not legal here: rule 3 Start: NE2 is no start space"),
        ("NE2>g10", "NE2>g10 is not legal here: rule 3 Start: NE2 is no start space"),
        (152, "id 152 is not legal here: rule 3 Start: line a is not started"),
    ],
)
def test_a_refusal_names_the_action_and_the_rule(action: Any, words: str) -> None:
    game = Game.new(2, seed=1)
    for call in (game.push, game.key_after):
        with pytest.raises(IllegalActionError) as refused:
            call(action)
        assert str(refused.value).startswith(words)
    game.push("NE3>h9")
    with pytest.raises(IllegalActionError, match=r"^a>i8l \(id 180\) is not legal here: rule 3"):
        game.push(180)


def test_every_refusal_has_a_rule() -> None:
    for seed in range(4):
        game = Game.new(3, variant="unfair", seed=seed)
        draw = Random(seed)
        while not game.is_over:
            view = game.view(draw.randrange(3))
            for action in draw.sample(range(320), 40):
                if not view.is_legal(action):
                    with pytest.raises(IllegalActionError, match="not legal here: rule"):
                        view.push(action)
            game.push(draw.choice(game.legal_ids()))


def test_a_bool_is_told_apart() -> None:
    for value in (True, np.False_):
        with pytest.raises(ActionTypeError, match=r"integer, not .*: a bool is no id"):
            Game.new(2, seed=1).push(value)


def test_unchecked_digs_place_no_marker_that_the_player_lacks() -> None:
    """A letter that a view does not know may be anybody's; but no more are placed than are in hand."""
    for seed in range(60):
        game, draw = Game.new(3, seed=seed, variant="unfair").view(0), Random(seed)
        for _ in range(80):
            if game.is_over:
                break
            with contextlib.suppress(IllegalActionError):
                game.push_unchecked(draw.choice([*game.legal_ids(), draw.randrange(152, 320), draw.randrange(152, 320)]))
            assert max(map(max, game.unknown_counts)) <= 4


def test_a_finished_game() -> None:
    game = Game.from_record(case_records()[0])
    before = game.state_bytes()
    assert (game.is_over, game.current_player, len(game.legal_actions), game.legal_ids()) == (True, None, 0, [])
    elsewhere = next(a for a in game.actions if a.kind == "dig" and a.line == "a")
    for action in ("pass", 0, Action(0), "+f6", elsewhere, "a>f6l", "b>f6l"):
        assert game.is_legal(action) is False
        for call in (game.push, game.preview, game.key_after):
            with pytest.raises(GameOverError):
                call(action)
        assert str(game.why_not(action)) == "rule 6: building is over"
    with pytest.raises(GameOverError):
        game.push_unchecked(0)
    assert game.state_bytes() == before
    last = game.pop()
    assert not game.is_over
    with pytest.raises(NotOverError):
        game.report()
    game.push(last)
    assert game.report().winners


def test_a_seat_that_is_not_there() -> None:
    game = Game.new(3, seed=1)
    for seat in (-1, 3, 2**70):
        with pytest.raises(SeatError):
            game.view(seat)
        with pytest.raises(SeatError):
            game.path(6 if seat == 3 else seat)


def test_no_subclass_gets_an_illegal_action_played() -> None:
    """Whatever a subclass makes of the error, the core raises, and nothing moves."""

    class Lenient(Game):
        def _refusal(self, action: object) -> Any:
            return None

    game = Lenient.new(2, seed=1)
    before = game.state_bytes()
    with pytest.raises(TypeError):
        game.push("pass")
    assert (game.state_bytes(), game.ply) == (before, 0)
