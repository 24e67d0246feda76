# What a leaf of the tree is worth: the kinds that need no Python (see LeafValue in mcts.pxd).

from ..rng cimport Rng
from ..types cimport City, State, u32
from .tree cimport Tree

# Play on, each action uniform among the legal ones; the utility of the end.
cdef void uniform_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil
# The same, each action by its weight in guided play.
cdef void guided_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil
# Without playing on: the utility of the scores to be expected.
cdef void static_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil
# Three parts of a guided rollout's value, one of the static one's: the rollout is noisy, the evaluation prejudiced.
cdef void blended_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil
# What an action weighs in guided play, as its prior (see EdgePriors in mcts.pxd).
cdef void guided_priors(Tree *tree, u32 node, const State *state) noexcept nogil
# The square root of that: less sharp, so that the search also looks where guided play would hardly go.
cdef void softened_priors(Tree *tree, u32 node, const State *state) noexcept nogil
