"""Random and eager play unwound to the root after each step, byte for byte; and what apply keeps up, afresh."""

import pytest

from metromania import Game
from metromania.errors import HistoryError
from tests.core.walks import new_game, walk
from tests.reference.boards import ODD_SHAPES


def replay_and_unwind(seed: int, shape: str | None) -> None:
    """After each action of a game: back to the root, every earlier state seen again, and forward to the same bytes."""
    states: list[bytes] = []
    ids: list[int] = []
    work = new_game(seed, shape)
    for game in walk(seed, shape):
        states.append(game.state_bytes())
        if len(states) > 1:
            ids.append(game.peek().id)
            work.push(ids[-1])
        for state, action in zip(reversed(states), reversed([-1, *ids]), strict=True):
            assert work.state_bytes() == state
            if action >= 0:
                assert work.pop().id == action
        assert work.ply == 0
        for action in ids:
            work.push_unchecked(action)
        assert work.state_bytes() == states[-1]


@pytest.mark.parametrize("shape", ["standard", *ODD_SHAPES])
def test_play_unwound_to_the_root_after_each_step(shape: str) -> None:
    for seed in range(6 if shape == "standard" else 2):
        replay_and_unwind(seed, shape)


def test_what_is_kept_equals_what_is_computed_afresh() -> None:
    for seed in range(60):
        for game in walk(seed):
            game.check()
            assert game.key == game.key_afresh()


def test_what_is_kept_equals_what_is_computed_afresh_on_the_way_back() -> None:
    for seed in range(20):
        *_, game = walk(seed)
        while game.ply:
            game.pop()
            game.check()
            assert game.key == game.key_afresh()


def test_key_after_is_the_key_after() -> None:
    for seed in range(4):
        for step, game in enumerate(walk(seed)):
            if step % 7:
                continue
            before = game.state_bytes()
            for action in game.legal_actions:
                key = game.key_after(action)
                assert game.state_bytes() == before
                game.push(action)
                assert game.key == key
                game.pop()


def test_undo_where_turns_end_and_the_end_is_called() -> None:
    """Each action that does more than dig: undone at once, and done again to the same bytes."""
    seen = set()
    for seed in range(40):
        previous: tuple[object, ...] | None = None
        for game in walk(seed):
            facts = (game.current_player, game.end_cause, game.bonus_line, game.is_over, len(game.markers))
            if previous is not None:
                seen |= {i for i, (old, new) in enumerate(zip(previous, facts, strict=True)) if old != new}
                after = game.state_bytes()
                action = game.pop()
                game.push(action)
                assert game.state_bytes() == after
            previous = facts
    assert seen == {0, 1, 2, 3, 4}


def test_pop_at_the_root_is_refused() -> None:
    game = Game.new(3, seed=1)
    before = game.state_bytes()
    with pytest.raises(HistoryError):
        game.pop()
    assert game.state_bytes() == before
