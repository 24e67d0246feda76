# What a leaf of the tree is worth: the kinds that need no Python (see LeafValue in mcts.pxd).

from ..rng cimport Rng
from ..types cimport City, State

# Play on, each action uniform among the legal ones; the utility of the end.
cdef void uniform_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil
