# The trees of one search, owned by a Python object, which runs, stops and reads them.

from ..rng cimport Rng
from ..setup cimport Setup
from ..types cimport State, u32, u64
from .mcts cimport Limits, Params, Walk
from .tree cimport Tree

# A walk whose end waits for the evaluator, or (found BUSY) keeps others from where one waits already.
cdef struct Pending:
    int tree
    int found
    State state
    Walk walk

cdef class Searcher:
    cdef readonly Setup setup
    cdef Params params
    cdef Tree *trees
    cdef Limits *limits         # of each tree in this run
    cdef int *ends              # why: by thread if they share a tree, else by tree
    cdef Rng *rngs              # of threads that share a tree
    cdef readonly int tree_count
    cdef readonly int threads
    cdef readonly bint shared
    cdef int stop_flag
    cdef Pending *pending       # walks that wait for an evaluator (batching.pyx)
    cdef int waiting
    cdef int room
    cdef object busy            # held by a run, and by whatever changes the trees
    cdef bint _share_of_work(self, int worker, u64 slice_end) noexcept nogil
    cdef int _begin(self, object simulations, object nodes, object seconds) except -1
    cdef int _end(self) except -1
    cdef void _set_limits(self, u64 simulations, u32 nodes, u64 deadline) noexcept
    cdef int _tree(self, int i) except -1
