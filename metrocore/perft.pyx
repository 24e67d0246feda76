"""Perft: how many action sequences of a length there are from a position, on one thread or shared out."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport free, malloc

from .crew cimport Crew, free_crew, make_crew, run_crew
from .moves cimport Moves, count_moves, gather, legal_actions, list_moves
from .state cimport apply, undo_action
from .types cimport ACTIONS, City, State, Undo, u16, u64

cdef enum:
    ALONE = ACTIONS     # instead of a second action: the game ended with the first
    WATCHED = 7         # actions ahead that are counted between looks at Ctrl-C: some 30 ms, at the widest 2 s


cdef u64 perft(const City *city, State *state, int depth) noexcept nogil:
    cdef u16 actions[ACTIONS]
    cdef Undo undo
    cdef Moves moves
    cdef u64 nodes = 0
    cdef int i, n
    if depth == 0 or state.over:
        return 1
    gather(city, state, &moves)
    if depth == 1:
        return count_moves(city, &moves)
    n = list_moves(city, state, &moves, actions)
    for i in range(n):
        apply(city, state, actions[i], &undo)
        nodes += perft(city, state, depth - 1)
        undo_action(city, state, &undo)
    return nodes


# Two actions, and how many sequences go on from them.
cdef struct Branch:
    u16 first
    u16 second
    u64 leaves


cdef struct Job:
    const City *city
    const State *root
    int depth           # below a branch
    Branch *branches


cdef void _count_branch(void *given, long chunk) noexcept nogil:
    cdef const Job *job = <const Job *>given
    cdef Branch *branch = &job.branches[chunk]
    cdef State state = job.root[0]
    apply(job.city, &state, branch.first, NULL)
    if branch.second != ALONE:
        apply(job.city, &state, branch.second, NULL)
    branch.leaves = perft(job.city, &state, job.depth)


cdef long _list_branches(const City *city, const State *root, Branch *branches) noexcept nogil:
    """The ways to play two actions; `branches` may be NULL, to count them."""
    cdef u16 first[ACTIONS]
    cdef u16 second[ACTIONS]
    cdef State state
    cdef int i, j, n
    cdef long found = 0
    for i in range(legal_actions(city, root, first)):
        state = root[0]
        apply(city, &state, first[i], NULL)
        n = legal_actions(city, &state, second)
        if n == 0:
            second[0] = ALONE
            n = 1
        for j in range(n):
            if branches != NULL:
                branches[found] = Branch(first[i], second[j], 0)
            found += 1
    return found


cdef u64 _count(const City *city, const State *root, int depth, Crew *crew) except? 0:
    """At most WATCHED actions ahead, by the crew if there is one."""
    cdef Job job
    cdef long i, chunks
    cdef u64 leaves = 0
    cdef State work
    if crew == NULL or depth < 3 or root.over:
        work = root[0]
        with nogil:
            leaves = perft(city, &work, depth)
        return leaves
    chunks = _list_branches(city, root, NULL)
    job.city = city
    job.root = root
    job.depth = depth - 2
    job.branches = <Branch *>malloc(chunks * sizeof(Branch))
    if job.branches == NULL:
        raise MemoryError
    with nogil:
        _list_branches(city, root, job.branches)
        run_crew(crew, _count_branch, &job, chunks)
        for i in range(chunks):
            leaves += job.branches[i].leaves
        free(job.branches)
    return leaves


cdef u64 _count_watched(const City *city, const State *root, int depth, Crew *crew) except? 0:
    """Any number of actions ahead."""
    cdef u16 actions[ACTIONS]
    cdef State state
    cdef u64 leaves = 0
    cdef int i
    if depth <= WATCHED or root.over:
        leaves = _count(city, root, depth, crew)
        PyErr_CheckSignals()
        return leaves
    for i in range(legal_actions(city, root, actions)):
        state = root[0]
        apply(city, &state, actions[i], NULL)
        leaves += _count_watched(city, &state, depth - 1, crew)
    return leaves


cdef u64 perft_shared(const City *city, const State *root, int depth, int threads) except? 0:
    cdef Crew *crew = NULL
    if threads > 1 and depth >= 3:
        crew = make_crew(threads)
        if crew == NULL:
            raise MemoryError
    try:
        return _count_watched(city, root, depth, crew)
    finally:
        with nogil:
            free_crew(crew)
