"""Whatever is wrong with a call on a batch: one clear error with the place, and no game has moved."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from metromania import Game
from metromania.batch import Batch
from metromania.errors import (
    ActionError,
    ArrayError,
    GameIndexError,
    GameOverError,
    IllegalActionError,
    MetromaniaError,
    SetupError,
    WrongTypeError,
)

SIZE = 300


@pytest.fixture
def batch() -> Batch:
    made = Batch(SIZE, 4, seed=7, threads=2, autoreset="disabled")
    for _ in range(30):
        made.step(made.random_actions())
    return made


@contextmanager
def refused(batch: Batch, error: type[MetromaniaError], place: str, word: str | None = None) -> Iterator[None]:
    """The call raises that error with that place, and leaves every game as it was."""
    keys, episodes, look = batch.keys, batch.episodes, batch.look()
    with pytest.raises(error, match=word) as caught:
        yield
    assert caught.value.place == place
    assert isinstance(caught.value, MetromaniaError)
    assert (batch.keys == keys).all()
    assert (batch.episodes == episodes).all()
    for before, now in zip(look, batch.look(), strict=True):
        assert (before == now).all() if before is not None else now is None


def legal(batch: Batch) -> np.ndarray:
    return np.array([batch.game(i).legal_ids()[0] for i in range(len(batch))], np.int64)


@pytest.mark.parametrize("value", [-1, 320, 2**31, -(2**31), 2**63 - 1, -(2**63), 65536 + 152])
@pytest.mark.parametrize("i", [0, 64, SIZE - 1])
def test_no_action(batch: Batch, value: int, i: int) -> None:
    actions = legal(batch)
    actions[i] = value
    with refused(batch, ActionError, f"actions[{i}]", f"{value} is no action"):
        batch.step(actions)


def test_no_action_in_every_width(batch: Batch) -> None:
    for dtype in ("int16", "uint16", "int32", "uint32", "int64", "uint64"):
        for value in (np.iinfo(dtype).max, np.iinfo(dtype).min, 320):
            actions = legal(batch).astype(dtype)
            actions[17] = value
            error = ActionError if value else IllegalActionError
            with refused(batch, error, "actions[17]", str(value)):
                batch.step(actions)


def test_illegal_action_names_the_first_game(batch: Batch) -> None:
    """In every game every action that is not legal is refused, whatever the others are."""
    masks = batch.look().masks
    right = legal(batch)
    for i in (3, 200):
        for action in np.flatnonzero(~masks[i]):
            actions = right.copy()
            actions[i] = action
            actions[i + 1 :] = -1
            with pytest.raises(IllegalActionError, match="not legal") as caught:
                batch.step(actions)
            assert caught.value.place == f"actions[{i}]"
    actions = legal(batch)
    actions[[5, 250]] = 0
    with refused(batch, IllegalActionError, "actions[5]"):
        batch.step(actions)


def test_one_in_a_million() -> None:
    size = 1_000_000
    batch = Batch.from_games([Game.new(seed=1)] * size, seed=1, threads=2)
    actions = batch.random_actions(np.zeros(size, np.uint16))
    good = actions[777_777]
    actions[777_777] = 0
    keys = batch.keys
    with pytest.raises(IllegalActionError) as caught:
        batch.step(actions, (None, None, None, None, None))
    assert caught.value.place == "actions[777777]"
    assert (batch.keys == keys).all()
    actions[777_777] = good
    batch.step(actions, (None, None, None, None, None))
    assert (batch.keys != keys).all()


def test_over_and_disabled(batch: Batch) -> None:
    while not (batch.look().current_players == -1).any():
        batch.step(batch.random_actions())
    i = int(np.argmax(batch.look().current_players == -1))
    for action in (0, -1, 152):
        actions = batch.random_actions()
        actions[i] = action
        with refused(batch, GameOverError, f"actions[{i}]", "over"):
            batch.step(actions)


BAD_ACTIONS = [
    (lambda a: a.tolist(), WrongTypeError),
    (lambda a: None, WrongTypeError),
    (lambda a: 5, WrongTypeError),
    (lambda a: "x" * len(a), WrongTypeError),
    (lambda a: b"x" * len(a), WrongTypeError),
    (lambda a: a.astype(float), WrongTypeError),
    (lambda a: a.astype(np.float32), WrongTypeError),
    (lambda a: a.astype(bool), WrongTypeError),
    (lambda a: a.astype(np.uint8), WrongTypeError),
    (lambda a: a.astype(np.complex64), WrongTypeError),
    (lambda a: a.astype(object), WrongTypeError),
    (lambda a: a.astype("S8"), WrongTypeError),
    (lambda a: a.astype(">i8"), WrongTypeError),
    (lambda a: a.astype("m8[s]"), WrongTypeError),
    (lambda a: a.astype([("a", "i4"), ("b", "i4")]), WrongTypeError),
    (lambda a: a[:-1], ArrayError),
    (lambda a: a[:0], ArrayError),
    (lambda a: a[:, None], ArrayError),
    (lambda a: a[None, :], ArrayError),
    (lambda a: np.concatenate([a, a]), ArrayError),
    (lambda a: np.repeat(a, 2)[::2], ArrayError),
    (lambda a: a[::-1], ArrayError),
    (lambda a: np.array(a[0]), ArrayError),
    (lambda a: np.broadcast_to(a[:1], a.shape), ArrayError),
]


@pytest.mark.parametrize("number", range(len(BAD_ACTIONS)))
def test_actions_of_the_wrong_kind(batch: Batch, number: int) -> None:
    change, error = BAD_ACTIONS[number]
    wrong = change(legal(batch))  # type: ignore[no-untyped-call]
    with refused(batch, error, "actions"):
        batch.step(wrong)


FIELDS = ("rewards", "ended", "current_players", "masks", "observations")
BAD_OUT = [
    (lambda a: a.astype(np.float64), WrongTypeError),
    (lambda a: a.astype(np.int16), WrongTypeError),
    (lambda a: a.tolist(), WrongTypeError),
    (lambda a: bytes(a.nbytes), WrongTypeError),
    (lambda a: a[:-1], ArrayError),
    (lambda a: np.concatenate([a, a])[::2], ArrayError),
    (lambda a: a[None], ArrayError),
    (lambda a: np.concatenate([a, a], -1), ArrayError),
    (lambda a: np.stack([a, a], -1)[..., 0], ArrayError),
    (lambda a: np.frombuffer(a.tobytes(), a.dtype).reshape(a.shape), ArrayError),
]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("number", range(len(BAD_OUT)))
def test_out_of_the_wrong_kind(batch: Batch, field: str, number: int) -> None:
    change, error = BAD_OUT[number]
    out = batch.outputs(observations="float32")
    wrong = change(getattr(out, field))  # type: ignore[no-untyped-call]
    if isinstance(wrong, bytes) and field in ("masks", "observations"):
        error = ArrayError  # bytes may stand in either, but not in one dimension
    with refused(batch, error, f"out.{field}"):
        batch.step(legal(batch), out._replace(**{field: wrong}))


def test_masks_of_the_other_width(batch: Batch) -> None:
    for masks in (np.zeros((SIZE, 40), bool), np.zeros((SIZE, 320), np.uint8)):
        with refused(batch, ArrayError, "out.masks", "shape"):
            batch.step(legal(batch), batch.outputs()._replace(masks=masks))


@pytest.mark.parametrize("out", [(), 5, [None] * 5, (None,) * 4, (None,) * 6, np.zeros(5)])
def test_out_is_no_outputs(batch: Batch, out: Any) -> None:
    with refused(batch, WrongTypeError, "out", "Outputs"):
        batch.step(legal(batch), out)
    with refused(batch, WrongTypeError, "out", "Outputs"):
        batch.reset(out=out)
    with refused(batch, WrongTypeError, "out", "Outputs"):
        batch.look(out)


def test_overlapping(batch: Batch) -> None:
    room = np.zeros(SIZE * 400, np.uint8)
    masks = room[: SIZE * 320].view(bool).reshape(SIZE, 320)
    with refused(batch, ArrayError, "out.masks", r"out\.ended"):
        batch.step(legal(batch), batch.outputs()._replace(masks=masks, ended=room[SIZE * 319 : SIZE * 320].view(bool)))
    actions = room[-SIZE * 8 :].view(np.int64)
    actions[:] = legal(batch)
    with refused(batch, ArrayError, "actions", r"out\.current_players"):
        batch.step(actions, batch.outputs()._replace(current_players=room[-SIZE:].view(np.int8)))
    ended = np.ones(SIZE, bool)
    with refused(batch, ArrayError, "where", r"out\.ended"):
        batch.step(legal(batch), batch.outputs()._replace(ended=ended), ended)
    with refused(batch, ArrayError, "where", r"out\.ended"):
        batch.reset(out=batch.outputs()._replace(ended=ended), where=ended)
    # Side by side is no overlap.
    batch.step(legal(batch), batch.outputs()._replace(masks=masks, ended=room[SIZE * 320 : SIZE * 321].view(bool)))


@pytest.mark.parametrize("where", [5, [True] * SIZE, np.ones(SIZE), np.ones(SIZE, np.uint8), np.arange(SIZE)])
def test_where_of_the_wrong_type(batch: Batch, where: object) -> None:
    with refused(batch, WrongTypeError, "where"):
        batch.step(legal(batch), where=where)  # type: ignore[arg-type]
    with refused(batch, WrongTypeError, "where"):
        batch.reset(where=where)  # type: ignore[arg-type]


def test_where_of_the_wrong_shape(batch: Batch) -> None:
    for where in (np.ones(SIZE - 1, bool), np.ones((SIZE, 1), bool), np.ones(2 * SIZE, bool)[::2]):
        with refused(batch, ArrayError, "where"):
            batch.step(legal(batch), where=where)


def test_random_actions_into_the_wrong_array(batch: Batch) -> None:
    for wrong, error in (
        (np.zeros(SIZE), WrongTypeError),
        (np.zeros(SIZE, np.uint8), WrongTypeError),
        (np.zeros(SIZE + 1, np.int32), ArrayError),
        (np.zeros(2 * SIZE, np.int32)[::2], ArrayError),
        ([0] * SIZE, WrongTypeError),
    ):
        with refused(batch, error, "out"):
            batch.random_actions(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_seeds(batch: Batch, seed: object) -> None:
    error = SetupError if type(seed) is int else WrongTypeError
    with refused(batch, error, "seed"):
        batch.reset(seed)  # type: ignore[arg-type]
    with pytest.raises(error):
        Batch(3, seed=seed)  # type: ignore[arg-type]


def test_a_seed_for_some(batch: Batch) -> None:
    with refused(batch, SetupError, "where"):
        batch.reset(5, where=np.ones(SIZE, bool))


@pytest.mark.parametrize("index", [-1, SIZE, 2**63, -(2**70), pytest.param(10**5000, id="huge")])
def test_no_such_game(batch: Batch, index: int) -> None:
    with refused(batch, GameIndexError, "index"):
        batch.game(index)
    with pytest.raises(IndexError):
        batch.game(index)


@pytest.mark.parametrize("index", [1.0, "1", None, True])
def test_no_index(batch: Batch, index: object) -> None:
    with refused(batch, WrongTypeError, "index"):
        batch.game(index)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "place"),
    [
        ({"size": -1}, SetupError, "size"),
        ({"size": 2**63}, SetupError, "size"),
        ({"size": 1.0}, WrongTypeError, "size"),
        ({"size": None}, WrongTypeError, "size"),
        ({"players": 5}, SetupError, "players"),
        ({"players": 2, "variant": "unfair"}, SetupError, None),
        ({"variant": "odd"}, SetupError, "variant"),
        ({"hands": [["AR"]]}, SetupError, None),
        ({"board": "odd"}, WrongTypeError, "board"),
        ({"threads": 0}, SetupError, "threads"),
        ({"threads": 257}, SetupError, "threads"),
        ({"threads": "2"}, WrongTypeError, "threads"),
        ({"autoreset": "never"}, SetupError, "autoreset"),
        ({"seed": 10**5000}, SetupError, "seed"),
        ({"autoreset": 1}, SetupError, "autoreset"),
        ({"autoreset": ["next_step"]}, SetupError, "autoreset"),
        ({"autoreset": np.array(["next_step", "disabled"])}, SetupError, "autoreset"),
        ({"reward": "money"}, SetupError, "reward"),
    ],
)
def test_options(options: dict[str, object], error: type[MetromaniaError], place: str | None) -> None:
    with pytest.raises(error) as caught:
        Batch(**{"size": 3, **options})  # type: ignore[arg-type]
    if place is not None:
        assert caught.value.place == place


def test_more_games_than_there_is_memory() -> None:
    with pytest.raises(MemoryError):
        Batch(2**40)


def test_given_games() -> None:
    game = Game.new(3, seed=1)
    with pytest.raises(SetupError, match="2 players") as caught:
        Batch.from_games([game, game, Game.new(2, seed=1)])
    assert caught.value.place == "games[2]"
    with pytest.raises(WrongTypeError) as wrong:
        Batch.from_games([game, "game"])  # type: ignore[list-item]
    assert wrong.value.place == "games[1]"
    with pytest.raises(WrongTypeError):
        Batch.from_games(5)  # type: ignore[arg-type]
    assert len(Batch.from_games([])) == 0


def test_outputs_of_no_such_kind(batch: Batch) -> None:
    for options in ({"masks": "bits"}, {"masks": 5}, {"observations": "float64"}, {"observations": np.float32}):
        with pytest.raises(SetupError) as caught:
            batch.outputs(**options)
        assert caught.value.place in options


def test_no_copies(batch: Batch) -> None:
    """A batch holds threads and much memory: it is not copied by accident."""
    for copier in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            copier(batch)
