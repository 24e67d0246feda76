# Monte Carlo tree search over one tree: walk down, value the leaf, give the value back to all that was passed.
#
#   UCT    value + c * sqrt(ln N / n)              every action once before any twice        (Kocsis, Szepesvari 2006)
#   PUCT   value + c * prior * sqrt(N) / (1 + n)   an action not yet tried is taken to be `fpu` below its node's mean
#                                                                          (Rosin 2011; in this form Silver et al. 2017)
#
# `value` is the mean utility of the player who chooses at that node, whoever chose before (max^n: Luckhardt, Irani 1986; Sturtevant
# 2008); with `paranoid` that of the seat the search is for, which all others lessen. n and N count simulations still under way, and
# each of these takes `loss` / n off the value (virtual loss; 0 counts them only).

from ..rng cimport Rng
from ..types cimport City, State, u8, u32, u64
from .tree cimport MAX_DEPTH, Tree

# The utilities of a position that is not over, for a leaf of the tree. The position may be played on: it is not needed afterwards.
ctypedef void (*LeafValue)(const City *city, State *state, Rng *rng, int utility, double *value) noexcept nogil

# The priors of a node's edges, just made, and the order that belongs to them.
ctypedef void (*EdgePriors)(Tree *tree, u32 node, const State *state) noexcept nogil

cdef struct Params:
    LeafValue leaf          # NULL: leaves wait for an evaluator
    EdgePriors priors       # NULL: equal ones, or the evaluator's
    int utility
    bint puct
    bint paranoid
    bint sorted             # edges stand in the order of their priors, not in any
    int seat                # with paranoid: the player whom the search is for
    float c
    float fpu
    float loss

# A walk: nodes 0..length, each left by the edge of the same number. The last node is 0 if there was no room for it.
cdef struct Walk:
    int length
    float value[4]          # of its end, where it is known
    u32 node[MAX_DEPTH + 1]
    u32 edge[MAX_DEPTH]

cdef enum:
    # why a run ended
    RUNNING = 0
    BY_SIMULATIONS = 1
    BY_NODES = 2
    BY_TIME = 3
    BY_STOP = 4             # asked to
    BY_PROOF = 5            # the root's value is known

    # what a walk leads to
    LEAF = 0                # a position to be valued
    KNOWN = 1               # a position whose value is known
    BUSY = 2                # a position that waits for its evaluator

# What ends a run; shared by the threads that work on one tree, read and written under its lock, `stop` apart.
cdef struct Limits:
    u64 simulations         # still to begin
    u32 nodes               # in the tree
    u64 deadline            # on the clock of now_ns
    int *stop

# Walk from the root to a leaf, opening one edge at most. `state` becomes the leaf's position. What is passed counts as flying.
cdef int walk_down(Tree *tree, const Params *params, Rng *rng, State *state, Walk *walk) noexcept nogil
# The walk's value (four floats) to all nodes and edges passed, which fly no longer.
cdef void back_up(Tree *tree, const Params *params, const Walk *walk, const float *value) noexcept nogil
# The walk never was: nothing counted, nothing flying.
cdef void take_back(Tree *tree, const Walk *walk) noexcept nogil
# Utilities of a finished game.
cdef void over_value(const City *city, const State *state, int utility, float *value) noexcept nogil
# What ends the run now, or the slice (returned as -1), or RUNNING.
cdef int limit_met(const Tree *tree, const Limits *limits, u64 now, u64 slice_end) noexcept nogil
# Simulate until the limits or the end of the slice (a time of now_ns); says which limit it was, or RUNNING. With `shared`, other
# threads may do the same on this tree at the same time, each with its own `rng`.
cdef int simulate(Tree *tree, const Params *params, Limits *limits, Rng *rng, u64 slice_end, bint shared) noexcept nogil
