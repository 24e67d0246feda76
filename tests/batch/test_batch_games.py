"""A batch is so many single games: whatever it answers, the games one by one answer too."""

from __future__ import annotations

import numpy as np
import pytest

from metrocore.search.utility import utilities
from metromania import Board, Game
from metromania.batch import AUTORESET_MODES, REWARDS, Batch, Outputs


def begin(batch: Batch, i: int, episode: int, **options: object) -> Game:
    """The single game that stands as the batch's game at the beginning of that episode."""
    assert int(batch.episodes[i]) == episode
    return Game.new(seed=int(batch.seeds[i]), **options)  # type: ignore[arg-type]


def is_over(game: Game) -> bool:
    return game.is_over


def worth(game: Game, reward: str) -> list[float]:
    if reward == "points":
        return [float(points) for points in game.report().totals]
    return list(utilities(game, reward))


def compare(batch: Batch, games: list[Game], out: Outputs) -> None:
    """All that is written of the games as they stand."""
    masks = np.array([game.legal_actions.mask() for game in games])
    assert (out.masks == masks).all()
    players = [-1 if game.current_player is None else game.current_player for game in games]
    assert out.current_players.tolist() == players
    assert batch.keys.tolist() == [game.key for game in games]


OPTIONS = [
    (4, "next_step", "win_share", {}),
    (3, "same_step", "rank", {"variant": "unfair", "rules": {"impossible": "reward"}}),
    (2, "next_step", "margin", {"rules": {"two_player_trips": "majority"}}),
    (4, "same_step", "points", {"variant": "no_corruption"}),
    (3, "disabled", "score", {"board": Board.random(5)}),
]


@pytest.mark.parametrize(("players", "mode", "reward", "options"), OPTIONS)
@pytest.mark.parametrize("threads", [1, 3])
def test_steps_are_those_of_single_games(
    players: int, mode: str, reward: str, options: dict[str, object], threads: int
) -> None:
    size = 5 if threads == 1 else 130
    batch = Batch(size, players, seed=11, threads=threads, autoreset=mode, reward=reward, **options)  # type: ignore[arg-type]
    games = [begin(batch, i, 0, players=players, **options) for i in range(size)]
    compare(batch, games, batch.look())
    episodes = [0] * size
    ends = 0
    for _ in range(260 if threads == 1 else 110):
        actions = batch.random_actions()
        out = batch.step(actions, where=np.array([not g.is_over for g in games]) if mode == "disabled" else None)
        ended = [False] * size
        rewards = np.zeros((size, players), np.float32)
        for i, game in enumerate(games):
            if game.is_over:
                if mode == "next_step":
                    episodes[i] += 1
                    games[i] = begin(batch, i, episodes[i], players=players, **options)
                continue
            game.push(int(actions[i]))
            if is_over(game):
                ended[i] = True
                rewards[i] = worth(game, reward)
                if mode == "same_step":
                    episodes[i] += 1
                    games[i] = begin(batch, i, episodes[i], players=players, **options)
        assert out.ended.tolist() == ended
        assert (out.rewards == rewards).all()
        assert batch.episodes.tolist() == episodes
        compare(batch, games, out)
        ends += sum(ended)
    assert ends
    for i in range(size):
        copy = batch.game(i)
        assert type(copy) is Game
        assert copy == games[i]
        assert (copy.city, copy.board) == (games[i].city, games[i].board)
        copy.check()


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 65536])
def test_no_number_of_threads_changes_anything(size: int) -> None:
    answers = []
    for threads in (1, 2, 5):
        batch = Batch(size, 4, seed=size, threads=threads, autoreset="same_step")
        out = batch.outputs(masks="packed")
        sums = []
        for _ in range(300 if size < 1000 else 12):
            batch.step(batch.random_actions(), out)
            sums.append([hash(array.tobytes()) for array in out if array is not None])
        answers.append((sums, batch.keys.tolist(), batch.episodes.tolist()))
    assert answers[0] == answers[1] == answers[2]
    assert len(batch) == size
    if 0 < size < 1000:
        assert min(answers[0][2]) > 0


@pytest.mark.parametrize("dtype", ["int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_actions_of_any_integer_type(dtype: str) -> None:
    batch, twin = (Batch(70, 3, seed=2, autoreset="same_step") for _ in range(2))
    for _ in range(120):
        actions = batch.random_actions(np.zeros(70, dtype))
        assert actions.dtype == dtype
        assert (actions == twin.random_actions()).all()
        out = batch.step(actions)
        assert (out.masks == twin.step(actions.astype(np.int32)).masks).all()


def test_masks_packed_and_not() -> None:
    batch = Batch(100, seed=4)
    for _ in range(150):
        batch.step(batch.random_actions(), batch.outputs(masks=None))
        plain, packed = batch.look(), batch.look(batch.outputs(masks="packed"))
        assert plain.masks.dtype == bool
        assert packed.masks.dtype == np.uint8
        assert (np.unpackbits(packed.masks, axis=1, bitorder="little") == plain.masks).all()


def test_observations_are_those_of_the_current_player() -> None:
    batch = Batch(3, 3, variant="unfair", seed=8, threads=2)
    floats, bytes_ = (batch.outputs(masks=None, observations=kind) for kind in ("float32", "uint8"))
    seen_over = False
    for t in range(130):
        batch.step(batch.random_actions(), floats)
        if t % 10 and not floats.ended.any():
            continue
        batch.look(bytes_)
        for i in range(3):
            game = batch.game(i)
            seen_over |= game.is_over
            viewer = game.end_called_by if game.current_player is None else game.current_player
            assert viewer is not None
            assert (floats.observations[i] == game.observation(viewer)).all()
            assert (bytes_.observations[i] == game.observation(viewer, dtype="uint8")).all()
    assert seen_over


def test_only_what_is_asked_for_is_written() -> None:
    batch, twin = (Batch(9, seed=1) for _ in range(2))
    players = np.full(9, 77, np.int8)
    for _ in range(5):
        wanted = (None, None, players, None, None)
        out: object = batch.step(batch.random_actions(), wanted)
        assert out is wanted
        whole = twin.step(twin.random_actions())
        assert (players == whole.current_players).all()
    batch.step(batch.random_actions(), (None, None, None, None, None))
    twin.step(twin.random_actions())
    assert (batch.keys == twin.keys).all()


def test_fresh_arrays_are_fresh() -> None:
    batch = Batch(4, seed=1)
    first = batch.step(batch.random_actions())
    kept = [None if array is None else array.copy() for array in first]
    second = batch.step(batch.random_actions())
    for a, b, c in zip(first, second, kept, strict=True):
        if a is not None:
            assert not np.shares_memory(a, b)
            assert (a == c).all()


def test_where_moves_only_some() -> None:
    batch = Batch(200, seed=3, threads=2)
    for t in range(40):
        where = (np.arange(200) * 7 + t) % 3 == 0
        before = batch.look()
        keys = batch.keys
        actions = batch.random_actions()
        actions[~where] = 12345
        out = batch.step(actions, where=where)
        assert ((batch.keys != keys) == where).all()
        assert (out.masks[~where] == before.masks[~where]).all()


def test_reset() -> None:
    batch = Batch(66, seed=9, autoreset="disabled", threads=2)
    first = batch.keys
    for _ in range(20):
        batch.step(batch.random_actions())
    where = np.arange(66) % 2 == 1
    played = batch.keys
    out = batch.reset(where=where)
    assert not out.ended.any()
    assert batch.episodes.tolist() == where.astype(int).tolist()
    assert (batch.keys[~where] == played[~where]).all()
    assert not np.isin(batch.keys[where], np.concatenate([first, played])).any()
    assert begin(batch, 5, 1) == batch.game(5)
    batch.reset()
    assert batch.episodes.tolist() == (where + 1).tolist()
    batch.reset(seed=9)
    assert (batch.keys == first).all()
    assert batch.episodes.tolist() == [0] * 66
    batch.reset(10)
    assert not np.isin(batch.keys, first).any()
    assert batch.seed == 10


def test_a_random_action_repeats_with_the_game() -> None:
    """The choice of each game comes from its own seed: not from the batch's size, nor from what others do."""
    small, large = Batch(3, seed=6), Batch(300, seed=6, threads=2)
    for _ in range(250):
        a, b = small.random_actions(), large.random_actions()
        assert (a == b[:3]).all()
        small.step(a)
        large.step(b)


def test_random_actions_are_even() -> None:
    game = Game.new(seed=0)
    batch = Batch.from_games([game] * 16000, seed=5)
    counts = np.bincount(batch.random_actions(), minlength=320)
    legal = game.legal_actions.mask()
    assert (counts[~legal] == 0).all()
    expected = 16000 / legal.sum()
    assert (abs(counts[legal] - expected) < 6 * expected**0.5).all()


def test_given_games() -> None:
    """Each begins, and begins again, where the given game stands."""
    given = [Game.new(seed=seed, variant=variant) for seed, variant in ((1, "open"), (2, "unfair"), (3, "open"))]
    for _ in range(30):
        given[1].push(given[1].legal_actions[0])
    twelve = [given[i % 3] for i in range(12)]
    batch = Batch.from_games(twelve, seed=0, autoreset="same_step", threads=2)
    for game in given:
        game.push(game.legal_actions[0])
        game.pop()
    roots = [game.key for game in twelve]
    assert batch.keys.tolist() == roots
    assert [batch.game(i) == twelve[i] for i in range(12)] == [True] * 12
    assert batch.game(0).to_record() == given[0].to_record()
    ended = np.zeros(12, bool)
    while not ended.all():
        out = batch.step(batch.random_actions())
        for i in np.flatnonzero(out.ended):
            assert int(batch.keys[i]) == roots[i]
            assert batch.game(int(i)) == twelve[i]
        ended |= out.ended
    assert (batch.episodes > 0).all()
    with pytest.raises(ValueError, match="began"):
        batch.game(1).to_record()


def test_a_game_of_a_batch_has_a_record_only_at_its_beginning() -> None:
    batch = Batch(2, 2, seed=1)
    assert batch.game(0).to_record()["actions"] == []
    batch.step(batch.random_actions())
    with pytest.raises(ValueError, match="began"):
        batch.game(0).to_record()


def test_given_games_that_are_over() -> None:
    game = Game.new(2, seed=1)
    while not game.is_over:
        game.push(game.legal_actions[0])
    for mode in ("next_step", "same_step"):
        batch = Batch.from_games([game], seed=0, autoreset=mode)
        if mode == "next_step":
            out = batch.step(np.array([-5]))
            assert out.current_players.tolist() == [-1]
            assert batch.episodes.tolist() == [1]
        else:
            with pytest.raises(ValueError, match=r"actions\[0\]: the game is over"):
                batch.step(np.array([0]))


def test_hands_given() -> None:
    hands = [["AR", "BC", "CE"], ["DR", "AC", "EE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]]
    batch = Batch(20, hands=hands, seed=5)
    assert all(batch.game(i) == begin(batch, i, 0, hands=hands) for i in range(20))


def test_what_it_says_of_itself() -> None:
    batch = Batch(10, 3, seed=2**64 - 1, threads=4, autoreset="disabled", reward="points")
    assert (len(batch), batch.players, batch.seed, batch.threads) == (10, 3, 2**64 - 1, 4)
    assert (batch.autoreset, batch.reward) == ("disabled", "points")
    assert AUTORESET_MODES == ("next_step", "same_step", "disabled")
    assert REWARDS == ("win_share", "rank", "margin", "score", "points")
    assert Batch(10).seed != Batch(10).seed
    # 512 bytes a state; with a city of its own where set-ups are drawn.
    assert Batch.from_games([Game.new(seed=1)] * 1000).nbytes < 1000 * 600
    assert Batch(1000).nbytes < 1000 * 1500


def test_repr_says_what_it_is() -> None:
    made = Batch(3, 2, seed=5, threads=2, reward="margin")
    assert repr(made) == "<Batch: 3 games of 2 players, seed 5, threads 2, autoreset next_step, reward margin>"
