"""Values of leaves without Python: rollouts to the end, and the static evaluation."""

from ..playout cimport play_out
from ..rng cimport Rng
from ..scoring cimport Score, score
from ..types cimport City, State
from .utility cimport final_utility


cdef void uniform_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil:
    cdef Score result
    play_out(city, state, rng)
    score(city, state, &result)
    final_utility(city, &result, utility, value)
