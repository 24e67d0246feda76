"""Many games stepped at once over NumPy arrays: the core's batch, set up by names, with its games as ``Game``."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from metrocore.batch import AUTORESET_MODES, REWARDS, BatchCore
from metrocore.deals import random_city
from metrocore.outputs import Outputs
from metrocore.playout import Board as CoreBoard
from metrocore.setup import Setup

from .board import OUTER_SPACES, QUARTER_SPACES, Board
from .city import City
from .game import Game
from .info import GameInfo
from .rules import Rules

__all__ = ["AUTORESET_MODES", "REWARDS", "Batch", "Outputs", "core_board"]


@functools.lru_cache(maxsize=64)
def core_board(board: Board) -> CoreBoard:
    """A board as the core draws cities from it."""
    quarters = [
        [(QUARTER_SPACES.index(name), kind) for kind, names in enumerate(quarter, 1) for name in names]
        for quarter in board.quarters
    ]
    starts, ends = ([OUTER_SPACES.index(name) for name in names] for names in (board.starts, board.ends))
    return CoreBoard(starts, ends, quarters)


class Batch(BatchCore):
    """Many games stepped at once, without the GIL, on as many threads as asked.

    ``size`` games with set-ups drawn anew for each game and each of its episodes: game ``i`` stands as
    ``Game.new(players, variant=..., rules=..., board=..., hands=..., seed=batch.seeds[i])`` would. Without a ``seed``
    (0 .. 2**64 - 1) a fresh one is drawn. ``threads``, ``autoreset`` and ``reward`` are those of ``BatchCore``, which
    has the methods: ``step``, ``reset``, ``look``, ``random_actions``, ``outputs``.

    Raises ``SetupError`` naming the place, ``WrongTypeError``.
    """

    __slots__ = ("_board",)
    _board: Board | None

    def __new__(
        cls,
        size: int,
        players: int = 4,
        *,
        variant: str = "open",
        rules: Rules | Mapping[str, str] | None = None,
        board: Board | str = "standard",
        hands: Iterable[Iterable[str]] | None = None,
        seed: int | None = None,
        threads: int = 1,
        autoreset: str = "next_step",
        reward: str = "win_share",
    ) -> Self:
        first = Game.new(players, variant=variant, rules=rules, board=board, hands=hands, seed=0)
        made = super().__new__(
            cls,
            core_board(first.board),
            size,
            players=players,
            variant=first.setup.variant,
            impossible=first.setup.impossible,
            majority=first.setup.majority,
            owners=first.owners if hands is not None or variant == "no_corruption" else None,
            seed=_seed(seed),
            threads=threads,
            autoreset=autoreset,
            reward=reward,
        )
        made._board = first.board
        return made

    @classmethod
    def from_games(
        cls,
        games: Sequence[Game],
        *,
        seed: int | None = None,
        threads: int = 1,
        autoreset: str = "next_step",
        reward: str = "win_share",
    ) -> Self:
        """Games that begin, in each of their episodes, where the given ones stand; one may be given many times.

        The given games stay as they are. All must have as many players. ``seed`` is for ``random_actions`` alone.
        """
        made = super().__new__(cls, games, seed=_seed(seed), threads=threads, autoreset=autoreset, reward=reward)
        made._board = None
        return made

    def game(self, index: int) -> Game:
        """A copy of game 0..N-1 as it stands, without its history; of the class of the given game if games were given.

        Raises ``WrongTypeError``, ``GameIndexError``.
        """
        game = super().game(index)
        assert isinstance(game, Game)
        return game

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {len(self)} games of {self.players} players, seed {self.seed}, threads {self.threads}, "
            f"autoreset {self.autoreset}, reward {self.reward}>"
        )

    def _make_game(self, setup: Setup, owners: tuple[int, ...], seed: int) -> Game:
        assert self._board is not None
        quarters, turns = random_city(seed)
        return Game(setup, owners, GameInfo(self._board, City(tuple(quarters), tuple(turns))))


def _seed(seed: int | None) -> int:
    return secrets.randbelow(2**64) if seed is None else seed
