"""Values of leaves without Python: rollouts to the end, the static evaluation, both blended; and priors from guided play."""

from libc.math cimport sqrtf

from ..playout cimport play_out
from ..rng cimport Rng
from ..scoring cimport Score, score
from ..types cimport City, State, u32
from .evaluate cimport evaluate
from .guided cimport Choices, Guide, guided_play_out, weigh_actions
from .tree cimport Edge, Tree, sort_edges
from .utility cimport expected_utility, final_utility


cdef void uniform_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil:
    cdef Score result
    play_out(city, state, rng)
    score(city, state, &result)
    final_utility(city, &result, utility, value)


cdef void guided_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil:
    cdef Score result
    guided_play_out(city, state, rng)
    score(city, state, &result)
    final_utility(city, &result, utility, value)


cdef void static_leaf(const City *city, State *state, Rng *_rng, int utility, double *value) noexcept nogil:
    cdef double expected[4]
    cdef double spread
    evaluate(city, state, expected, &spread)
    expected_utility(city, expected, spread, utility, value)


cdef void blended_leaf(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil:
    cdef double played[4]
    cdef int p
    static_leaf(city, state, rng, utility, value)
    guided_leaf(city, state, rng, utility, played)      # last, as it plays the position on
    for p in range(city.players):
        value[p] = 0.25 * value[p] + 0.75 * played[p]


cdef inline void _set_priors(Tree *tree, u32 node, const State *state, bint softened) noexcept nogil:
    cdef Edge *edges = &tree.edges[tree.nodes[node].edges]
    cdef Choices choices
    cdef Guide guide
    cdef double total = 0.0
    cdef int i
    guide.known = 0
    weigh_actions(tree.city, state, &guide, &choices)
    for i in range(choices.size):       # ascending, as the new edges are
        edges[i].prior = sqrtf(<float>choices.weight[i]) if softened else <float>choices.weight[i]
        total += edges[i].prior
    for i in range(choices.size):
        edges[i].prior /= <float>total
    sort_edges(edges, choices.size)


cdef void guided_priors(Tree *tree, u32 node, const State *state) noexcept nogil:
    _set_priors(tree, node, state, False)


cdef void softened_priors(Tree *tree, u32 node, const State *state) noexcept nogil:
    _set_priors(tree, node, state, True)
