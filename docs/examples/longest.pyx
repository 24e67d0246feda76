# cython: language_level=3
"""How long random games get: the core's own functions, called without the interpreter lock."""

from metrocore.game cimport GameCore
from metrocore.playout cimport play_out
from metrocore.rng cimport Rng, stream
from metrocore.types cimport State


def longest(GameCore game not None, int games, int seed=0):
    """The most actions that any of `games` random games takes from this position."""
    cdef State state
    cdef Rng rng
    cdef int i, plies, most = 0
    with nogil:
        for i in range(games):
            state = game.state
            rng = stream(seed, i)
            plies = play_out(&game.setup.city, &state, &rng)
            most = max(most, plies)
    return most
