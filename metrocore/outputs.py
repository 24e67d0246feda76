"""What a batch of games answers to a step: five arrays with a row for each game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Outputs(NamedTuple):
    """The arrays that a batch writes. In what is given as ``out=``, None stands for one that is not wanted."""

    rewards: NDArray[np.float32]
    """float32 (N, players): 0, and when a game ends, what its end is worth to each (``BatchCore.reward``)."""

    ended: NDArray[np.bool_]
    """bool (N,): whether this call ended the game."""

    current_players: NDArray[np.int8]
    """int8 (N,): whose action is next, 0..players-1; -1 once the game is over."""

    masks: NDArray[Any]
    """Legal actions, none once the game is over: bool (N, 320), or uint8 (N, 40), packed so that bit i of byte k
    (1 << i) stands for action 8 * k + i: ``numpy.unpackbits(masks, axis=1, bitorder="little")``."""

    observations: Any = None
    """None, or float32 or uint8 (N, 17113), laid out as ``metromania.observation`` says, as the current player sees the
    game; once it is over, as the player who called the end does."""
