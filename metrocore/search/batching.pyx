"""Leaves that wait for an evaluator: gathered from the trees of a search, shown as arrays, answered or called off.

One run is begin, then collect and answer in turn until `ended`, then finish; `call_off` instead of an answer takes the walks back.
"""

from libc.stdlib cimport realloc

from ..moves cimport Moves, gather, mask_moves
from ..observation cimport OBSERVATION_SIZE, observe_f32, observe_u8
from ..types cimport ACTIONS, MASK_WORDS, u8, u32, u64
from .clock cimport now_ns
from .evaluate cimport ESTIMATES, estimate
from .mcts cimport BUSY, KNOWN, LEAF, RUNNING, back_up, limit_met, take_back, walk_down
from .searcher cimport Pending, Searcher
from .tree cimport ROOT, Edge, Node, Tree, expand, sort_edges

cdef enum:
    KNOWN_IN_A_ROW = 4096       # simulations that met no leaf, after which the caller gets a look at the signals


def begin(Searcher search not None, simulations=None, nodes=None, seconds=None):
    """Take hold of the search for a run with these budgets; see Searcher.run."""
    search._begin(simulations, nodes, seconds)


def finish(Searcher search not None):
    """Let the search go."""
    search._end()


def why(Searcher search not None):
    """Why the run ended: one of ENDS."""
    return search._why()


def ended(Searcher search not None):
    """Whether all trees have met a limit."""
    cdef int i
    for i in range(search.tree_count):
        if search.ends[i] == RUNNING:
            return False
    return True


cdef int _make_room(Searcher search, int room) except -1:
    cdef Pending *pending
    if room > search.room:
        pending = <Pending *>realloc(search.pending, room * sizeof(Pending))
        if pending == NULL:
            raise MemoryError
        search.pending = pending
        search.room = room
    return 0


cdef int _collect_tree(Searcher search, int t, int most) noexcept nogil:
    """Walk down one tree until `most` leaves wait, or it is busy as often, or a limit is met. Returns how many wait."""
    cdef Tree *tree = &search.trees[t]
    cdef Pending *pending
    cdef int leaves = 0
    cdef int busy = 0
    cdef int known = 0
    while leaves < most and busy < most and known < KNOWN_IN_A_ROW:
        search.ends[t] = limit_met(tree, &search.limits[t], now_ns(), <u64>-1)
        if search.ends[t] != RUNNING:
            break
        pending = &search.pending[search.waiting]
        pending.tree = t
        pending.found = walk_down(tree, &search.params, &tree.rng, &pending.state, &pending.walk)
        tree.simulations += 1
        if pending.found == KNOWN:
            search.limits[t].simulations -= 1
            back_up(tree, &search.params, &pending.walk, pending.walk.value)
            known += 1
            continue
        search.waiting += 1
        if pending.found == BUSY:
            busy += 1
        else:
            search.limits[t].simulations -= 1
            leaves += 1
    return leaves


cdef void _show_mask(const Pending *pending, const Tree *tree, u8 *mask) noexcept nogil:
    cdef Moves moves
    cdef u64 words[MASK_WORDS]
    cdef int a
    gather(tree.city, &pending.state, &moves)
    mask_moves(&moves, words)
    for a in range(ACTIONS):
        mask[a] = words[a >> 6] >> (a & 63) & 1


def collect(Searcher search not None, int most, observations, u8[:, ::1] masks not None, float[:, :, ::1] estimates=None):
    """Up to `most` leaves of each tree, seen by the seat to act, into the first rows; returns how many rows.

    observations: (rows, 17113) float32 or uint8; masks: (rows, 320) bytes 0 or 1; rows at least most * tree_count.
    estimates: none, or (rows, players, 4) float32, see evaluate.pxd.
    """
    cdef float[:, ::1] floats = None
    cdef u8[:, ::1] octets = None
    cdef int t, i, rows
    cdef int row = 0
    cdef const Pending *pending
    if observations.dtype == "float32":
        floats = observations
        rows = floats.shape[0]
    else:
        octets = observations
        rows = octets.shape[0]
    if (rows < most * search.tree_count or observations.shape[1] != OBSERVATION_SIZE
            or masks.shape[0] < rows or masks.shape[1] != ACTIONS
            or estimates is not None and (estimates.shape[0] < rows or estimates.shape[1] != search.setup.players
                                          or estimates.shape[2] != ESTIMATES)):
        raise ValueError("arrays too small")
    if search.waiting:
        raise ValueError("leaves still wait for their answers")
    _make_room(search, 2 * most * search.tree_count)
    with nogil:
        for t in range(search.tree_count):
            if search.ends[t] == RUNNING:
                _collect_tree(search, t, most)
        for i in range(search.waiting):
            pending = &search.pending[i]
            if pending.found == LEAF:
                _show_mask(pending, &search.trees[pending.tree], &masks[row, 0])
                if floats is not None:
                    observe_f32(search.trees[pending.tree].city, &pending.state, pending.state.player, &floats[row, 0])
                else:
                    observe_u8(search.trees[pending.tree].city, &pending.state, pending.state.player, &octets[row, 0])
                if estimates is not None:
                    estimate(search.trees[pending.tree].city, &pending.state, pending.state.player, &estimates[row, 0, 0])
                row += 1
    return row


cdef void _grow_leaf(Tree *tree, u32 node, const Pending *pending, const float *priors) noexcept nogil:
    """Edges with these priors, made to sum to one; if all are zero, equal ones."""
    cdef double total = 0.0
    cdef Edge *edge
    cdef u32 i
    if node == 0 or not expand(tree, node, &pending.state):
        return
    edge = &tree.edges[tree.nodes[node].edges]
    for i in range(tree.nodes[node].size):
        total += priors[edge[i].action]
    if total > 0.0:
        for i in range(tree.nodes[node].size):
            edge[i].prior = <float>(priors[edge[i].action] / total)
        sort_edges(edge, tree.nodes[node].size)


def answer(Searcher search not None, const float[:, ::1] priors not None, const float[:, ::1] values not None):
    """The evaluator's answers to the rows that `collect` filled, checked by the caller.

    priors: (rows, 320), those of illegal actions are passed over; values: (rows, players), the first column for the seat to act,
    the next for the seat after it, and so on.
    """
    cdef float value[4]
    cdef int players = search.setup.players
    cdef int row = 0
    cdef int i, p
    cdef Pending *pending
    cdef Tree *tree
    for i in range(search.waiting):
        row += search.pending[i].found == LEAF
    if priors.shape[0] != row or values.shape[0] != row or priors.shape[1] != ACTIONS or values.shape[1] != players:
        raise ValueError("answers do not fit")
    row = 0
    value[0] = value[1] = value[2] = value[3] = 0.0
    with nogil:
        for i in range(search.waiting):
            pending = &search.pending[i]
            tree = &search.trees[pending.tree]
            if pending.found == BUSY:
                take_back(tree, &pending.walk)
                continue
            for p in range(players):
                value[(pending.state.player + p) % players] = values[row, p]
            _grow_leaf(tree, pending.walk.node[pending.walk.length], pending, &priors[row, 0])
            back_up(tree, &search.params, &pending.walk, value)
            row += 1
        search.waiting = 0


def call_off(Searcher search not None):
    """Take back all walks that wait: they are not counted, and the trees are as if they had not been."""
    cdef int i
    for i in range(search.waiting):
        take_back(&search.trees[search.pending[i].tree], &search.pending[i].walk)
    search.waiting = 0


def mix_priors(Searcher search not None, int tree, const float[::1] noise not None, float fraction):
    """Mix noise, 320 numbers by action of which those of the legal ones are taken, into the priors at a tree's root.

    prior = (1 - fraction) * prior + fraction * noise. Returns False, and does nothing, while the root has no edges.
    """
    cdef Tree *at = &search.trees[search._tree(tree)]
    cdef Node *root
    cdef u32 i
    if noise.shape[0] != ACTIONS:
        raise ValueError(f"{ACTIONS} numbers wanted")
    if at.nodes == NULL or at.nodes[ROOT].edges == 0:
        return False
    root = &at.nodes[ROOT]
    for i in range(root.edges, root.edges + root.size):
        at.edges[i].prior += fraction * (noise[at.edges[i].action] - at.edges[i].prior)
    sort_edges(&at.edges[root.edges + root.opened], root.size - root.opened)
    return True
