"""The twelve symmetries of the lattice, acting on names, boards, cities, games, actions, masks and observations.

They commute with play: to turn a game and then play the turned action comes to the same as to play and then turn. The
rules know no direction, so values stay and policies turn along. A game that is turned keeps its seats, hands and
points; it stands on a board of its own unless the symmetry is one of ``frame_symmetries`` and no mirror.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from metrocore import lattice as _lattice
from metrocore import symmetry as _core
from metrocore.action import Action
from metrocore.setup import Setup

from .board import OUTER_SPACES, Board
from .city import City
from .errors import ActionError, ActionTypeError, ArrayError, SetupError, UnknownNameError, WrongTypeError
from .game import Game
from .info import info_of
from .observation import SIZE

_ACTIONS = 320
_NOTATION = re.compile(
    r"pass|\+([a-k]\d+)|([NESW]+\d)>([a-k]\d+)|([ab])>(?:([a-k]\d+)([lr])(=[A-F])?|([NESW]+\d))", re.ASCII
)
_OTHER_SIDE = str.maketrans("lr", "rl")
_T = TypeVar("_T", bound=np.generic)
_G = TypeVar("_G", bound=Game)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """First, if ``mirrored``, the mirror along the east-west axis; then ``turns`` (0..5) times 60 degrees to the left.

    ``g @ h`` is h, then g. Raises ``SetupError`` and ``WrongTypeError`` for other numbers.
    """

    turns: int = 0
    mirrored: bool = False

    def __post_init__(self) -> None:
        if type(self.turns) is not int:
            raise WrongTypeError(f"expected an integer, not {type(self.turns).__name__}", "turns")
        if type(self.mirrored) is not bool:
            raise WrongTypeError(f"expected True or False, not {type(self.mirrored).__name__}", "mirrored")
        if not 0 <= self.turns < 6:
            raise SetupError("expected 0..5", "turns")

    @property
    def index(self) -> int:
        """Its place 0..11 in ``SYMMETRIES``."""
        return self.turns + 6 * self.mirrored

    @property
    def inverse(self) -> Symmetry:
        """What takes it back."""
        return self if self.mirrored else Symmetry(-self.turns % 6)

    def __matmul__(self, other: Symmetry) -> Symmetry:
        if not isinstance(other, Symmetry):
            return NotImplemented
        turns = self.turns - other.turns if self.mirrored else self.turns + other.turns
        return Symmetry(turns % 6, self.mirrored != other.mirrored)

    # -- names --------------------------------------------------------------------------------------------------------

    def vertex(self, name: str) -> str:
        """Where a vertex, or the apex of an outer space, goes. Raises ``UnknownNameError``, ``WrongTypeError``."""
        return _lattice.VERTEX_NAMES[_table("vertex", self.index)[_id(_lattice.vertex_id, name, "vertex")]]

    def space(self, name: str) -> str:
        """Where a space, city or outer, goes. Raises ``UnknownNameError``, ``WrongTypeError``."""
        return _lattice.TRIANGLE_NAMES[_table("space", self.index)[_id(_lattice.triangle_id, name, "space")]]

    def direction(self, k: int) -> int:
        """Where direction 0..5 points then."""
        return (self.turns - k if self.mirrored else self.turns + k) % 6

    # -- set-ups and games --------------------------------------------------------------------------------------------

    def board(self, board: Board) -> Board:
        """The board, turned as ``Board.mirrored`` and ``Board.turned`` do it."""
        return (board.mirrored() if self.mirrored else board).turned(self.turns)

    def city(self, city: City) -> City:
        """The city that goes with ``board``."""
        return (city.mirrored() if self.mirrored else city).turned(self.turns)

    def setup(self, setup: Setup) -> Setup:
        """The core's set-up of a turned game."""
        return _core.transform_setup(setup, self.index)

    def game(self, game: _G) -> _G:
        """The game with its whole history, turned; a game of its own."""
        if not isinstance(game, Game):
            raise WrongTypeError(f"expected a Game, not {type(game).__name__}", "game")
        info = info_of(game)
        info = replace(
            info,
            board=self.board(info.board),
            city=self.city(info.city),
            history=tuple(self._notation(text) for text in info.history),
        )
        return _core.transform_game(game, self.index, info)

    # -- actions, masks, observations ---------------------------------------------------------------------------------

    @overload
    def action(self, action: Action) -> Action: ...
    @overload
    def action(self, action: str) -> str: ...
    @overload
    def action(self, action: int) -> int: ...
    def action(self, action: Action | str | int) -> Action | str | int:
        """An action, its notation, or its id 0..319, as it is played in the turned game. Raises ``ActionError``."""
        if isinstance(action, Action):
            vertex = action.vertex
            return Action(_table("action", self.index)[action.id], vertex and self.vertex(vertex))
        if isinstance(action, str):
            return self._notation(action)
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise ActionTypeError(f"expected an Action or its id, not {type(action).__name__}", "action")
        if not 0 <= action < _ACTIONS:
            raise ActionError(f"{action} is no action: they are 0..{_ACTIONS - 1}", "action")
        return _table("action", self.index)[action]

    def _notation(self, text: str) -> str:
        found = _NOTATION.fullmatch(text)
        try:
            if found:
                station, start, base, line, vertex, side, letter, end = found.groups()
                if station:
                    return f"+{self.vertex(station)}"
                if start:
                    return f"{self.vertex(start)}>{self.vertex(base)}"
                if end:
                    return f"{line}>{self.vertex(end)}"
                if line:
                    side = side.translate(_OTHER_SIDE) if self.mirrored else side
                    return f"{line}>{self.vertex(vertex)}{side}{letter or ''}"
                return text
        except UnknownNameError:
            pass
        raise ActionError(f"{text[:20]!r} is no action")

    def mask(self, mask: NDArray[_T]) -> NDArray[_T]:
        """Masks, priors or visits ``(..., 320)``, all that goes by action id, of the turned game; a fresh array."""
        _check_last(mask, _ACTIONS, "mask")
        return mask[..., _from_actions(self.index)]

    def observation(self, observation: NDArray[_T]) -> NDArray[_T]:
        """Observations ``(..., 17113)`` of the turned game, from the same seat; a fresh array."""
        _check_last(observation, SIZE, "observation")
        return observation[..., _from_observation(self.index)]


SYMMETRIES: tuple[Symmetry, ...] = tuple(Symmetry(turns, mirrored) for mirrored in (False, True) for turns in range(6))
"""All twelve; the first is the identity."""


def frame_symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that leave the board's start and end spaces where they are: four, of the standard board."""
    kept = []
    for symmetry in SYMMETRIES:
        outer = dict(zip(OUTER_SPACES, map(symmetry.space, OUTER_SPACES), strict=True))
        if all({outer[name] for name in names} == set(names) for names in (board.starts, board.ends)):
            kept.append(symmetry)
    return tuple(kept)


@functools.cache
def _table(name: str, index: int) -> tuple[int, ...]:
    return _core.table(name, index)


@functools.cache
def _from_actions(index: int) -> NDArray[np.intp]:
    """For each action id of the turned game, the id it comes from."""
    return np.argsort(np.array(_table("action", index), np.intp))


@functools.cache
def _from_observation(index: int) -> NDArray[np.intp]:
    return np.array(_core.table("seen", index), np.intp)


def _id(find: Any, name: object, what: str) -> int:
    if not isinstance(name, str):
        raise WrongTypeError(f"a {what} is given by its name, not by {type(name).__name__}")
    try:
        return find(name)  # type: ignore[no-any-return]
    except KeyError:
        raise UnknownNameError(f"{name[:20]!r} is no {what}") from None


def _check_last(array: NDArray[Any], size: int, what: str) -> None:
    if not isinstance(array, np.ndarray):
        raise WrongTypeError(f"expected an array, not {type(array).__name__}", what)
    if array.shape[-1:] != (size,):
        raise ArrayError(f"expected the shape (..., {size}), not {array.shape}", what)
