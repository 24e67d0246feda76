"""What a player sees, as numbers for a network: one flat array whose parts have names.

The array holds 100 planes of 13 x 13 cells, then 213 scalars. Seats are counted from the viewer: seat 0 is the viewer,
seat 1 plays after them. ``describe_observation()`` tells every name, place, shape, range and meaning.

A cell is ``[r + 6, q + 6]`` for axial coordinates ``(q, r)`` from -6 to 6. In the cell of a vertex stand the vertex
itself, the space *up* from it (between directions 0 and 1), the space *down* (between 1 and 2; it hangs on its lowest
corner), and its edges in directions 0, 1 and 2. Neighbours are the cells at ``[0, 1] [1, 0] [1, -1] [0, -1] [-1, 0]
[-1, 1]`` from it; the other two of a 3 x 3 window are two steps away. Cells off the lattice are 0.

In ``uint8`` every number is whole; ``float32`` holds the same divided by the field's ``unit``.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import DTypeLike, NDArray

from metrocore import observation as _core

from .errors import ArrayError, HiddenError, WrongTypeError
from .view import seat_of

if TYPE_CHECKING:
    from .game import Game

SIZE: int = _core.SIZE
"""Numbers in an observation: 17113, the same for every game."""

PLANES: int = 100
"""How many of them are planes; the first ``28 + 18 * players`` of them hold all there is in a game of so many."""

GRID: int = 13
"""Rows and columns of a plane."""

_PLANE_NUMBERS = PLANES * GRID * GRID
_DTYPES = (np.dtype(np.float32), np.dtype(np.uint8))
_T = TypeVar("_T", bound=np.generic)

_MEANING = {
    "city": "the 91 city vertices, always the same",
    "stations": "vertices with a station",
    "starts": "apexes of the start spaces that are free",
    "ends": "apexes of the end spaces that are free",
    "areas": "destination areas, by type (R, C, E) and space (up, down), covered or not",
    "water": "lake and park, by space (up, down)",
    "markers": "destination markers on the board, by letter (A..F) and space (up, down); the area tells the type",
    "free": "spaces of the city without tunnel, lake or park (up, down)",
    "tunnels": "by seat and line (a, b): tunnels along the edge in direction 0, 1, 2, lying left, right of it",
    "vertices": "by seat and line: vertices the line passes, the apexes of its start and end included",
    "head": "by seat and line: its last vertex",
    "exits": "by seat and line: apexes of the end spaces where the line may end as things stand; none if complete",
    "players": "one of 2, 3, 4 players",
    "variant": "one of open, unfair, no_corruption",
    "reward": "impossible trips are rewarded, not punished",
    "majority": "the majority rule for two players is in force",
    "to_move": "the seat to move; none if the game is over",
    "over": "the game is over",
    "dug": "one of 0, 1, 2, 3 tunnels dug this turn",
    "marked": "a destination marker was placed this turn",
    "opening": "line a was started this turn: all tunnels are on it",
    "bonus": "line a, b of the player to move awaits its bonus station",
    "cause": "one of lines, stations, blocked, once the end is called",
    "caller": "the seat in whose turn the end was called",
    "stations_left": "stations not yet placed",
    "points": "by seat: points for stations",
    "hand": "by seat: markers in hand with a letter that the viewer knows, by letter and half of the summary",
    "hidden": "by seat: how many markers of each type (R, C, E) are in hand with letters the viewer does not know",
    "placed": "by seat: markers placed by that seat, by letter and half of the summary",
    "started": "by seat and line: the line is started",
    "complete": "by seat and line: the line is complete",
    "tunnels_left": "by seat and line: tunnels not yet dug",
    "heading": "by seat and line: direction of the last tunnel",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an observation: where it lies in the flat array, and what it means.

    ``offset``: index of its first number. ``strides``: steps along its axes, in numbers. ``high``: the greatest whole
    number (the least is 0); as ``float32`` it is ``high / unit``.
    """

    name: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    high: int
    unit: int
    meaning: str

    @property
    def is_plane(self) -> bool:
        """Whether its last two axes are rows and columns of the lattice."""
        return self.offset < _PLANE_NUMBERS

    def view(self, observation: NDArray[_T]) -> NDArray[_T]:
        """This part of observations ``(..., 17113)`` as a view ``(..., *shape)``: writing in it writes in them."""
        _check_size(observation)
        step = observation.strides[-1]
        strides = observation.strides[:-1] + tuple(step * n for n in self.strides)
        return as_strided(observation[..., self.offset :], observation.shape[:-1] + self.shape, strides)

    def __str__(self) -> str:
        end = f"0..{self.high}" if self.unit == 1 else f"0..{self.high} / {self.unit}"
        return f"{self.name:13} {self.offset:5}  {self.shape!s:23} {end:11} {self.meaning}"


@functools.cache
def describe_observation() -> tuple[Field, ...]:
    """The parts of an observation, in the order of the array; each of its 17113 numbers is in exactly one."""
    return tuple(Field(*row, _MEANING[row[0]]) for row in _core.FIELDS)


def views(observation: NDArray[_T]) -> dict[str, NDArray[_T]]:
    """All parts of observations ``(..., 17113)`` by name, as views of the array."""
    return {field.name: field.view(observation) for field in describe_observation()}


def planes(observation: NDArray[_T]) -> NDArray[_T]:
    """The planes of observations ``(..., 17113)`` as a view ``(..., 100, 13, 13)``."""
    _check_size(observation)
    return observation[..., :_PLANE_NUMBERS].reshape(*observation.shape[:-1], PLANES, GRID, GRID)


def scalars(observation: NDArray[_T]) -> NDArray[_T]:
    """The scalars of observations ``(..., 17113)`` as a view ``(..., 213)``."""
    _check_size(observation)
    return observation[..., _PLANE_NUMBERS:]


@functools.cache
def units() -> NDArray[np.float32]:
    """What each whole number is divided by to give the ``float32``: ``as_uint8 / units()``; read-only."""
    made = np.ones(SIZE, np.float32)
    for field in describe_observation():
        field.view(made)[...] = field.unit
    made.flags.writeable = False
    return made


def observe(game: Game, player: object, out: NDArray[Any] | None, dtype: DTypeLike) -> NDArray[Any]:
    """The observation of ``Game.observation``."""
    seat = seat_of(game, player)
    if game.variant == "unfair" and not game.is_over and any(game.unknown_counts[seat]):
        raise HiddenError(f"this game does not know the letters of player {seat}", "player")
    if out is None:
        out = np.empty(SIZE, _dtype(dtype))
    elif not isinstance(out, np.ndarray) or out.dtype not in _DTYPES:
        what = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
        raise WrongTypeError(f"expected an array of float32 or uint8, not {what}", "out")
    elif out.shape != (SIZE,) or not out.flags.c_contiguous or not out.flags.writeable:
        raise ArrayError(f"expected a writable array of shape ({SIZE},), in one piece", "out")
    _core.observe(game, seat, out)
    return out


def _dtype(dtype: DTypeLike) -> np.dtype[Any]:
    try:
        return _DTYPES[_DTYPES.index(np.dtype(dtype))]
    except (TypeError, ValueError):
        raise WrongTypeError(f"an observation is of float32 or uint8, not {dtype!r}", "dtype") from None


def _check_size(observation: NDArray[Any]) -> None:
    if not isinstance(observation, np.ndarray):
        raise WrongTypeError(f"expected an array, not {type(observation).__name__}", "observation")
    if observation.shape[-1:] != (SIZE,):
        raise ArrayError(f"expected the shape (..., {SIZE}), not {observation.shape}", "observation")
