"""What a search has found, read from its trees as plain data."""

from libc.string cimport memset

from ..action cimport action_in
from ..moves cimport legal_actions
from ..state cimport apply
from ..types cimport ACTIONS, State, u16, u32, u64
from .searcher cimport Searcher
from .tree cimport PROVEN, ROOT, Edge, Node, Tree, tree_bytes

NODE_BYTES = sizeof(Node)
EDGE_BYTES = sizeof(Edge)


cdef struct Row:
    u64 visits
    double prior
    double value[4]
    int trees           # in which the action is legal


cdef void _add_edge(const Tree *tree, const Edge *edge, Row *row) noexcept:
    cdef const float *value = &tree.nodes[edge.child].mean[0] if edge.child else &tree.loose[edge.action][0]
    cdef int p
    row.visits += edge.visits
    row.prior += edge.prior
    for p in range(4):
        row.value[p] += <double>edge.visits * value[p]


cdef void _add_tree(const Tree *tree, Row *rows) noexcept:
    cdef u16 actions[ACTIONS]
    cdef int n = legal_actions(tree.city, &tree.state, actions)
    cdef int i
    cdef u32 k
    for i in range(n):
        rows[actions[i]].trees += 1
    if tree.nodes != NULL and tree.nodes[ROOT].edges:
        for k in range(tree.nodes[ROOT].edges, tree.nodes[ROOT].edges + tree.nodes[ROOT].size):
            _add_edge(tree, &tree.edges[k], &rows[tree.edges[k].action])
    else:
        for i in range(n):
            rows[actions[i]].prior += 1.0 / n


def root_rows(Searcher search not None):
    """The root's actions, ascending: list of (Action, visits, mean utilities by seat or None, prior), all trees together.

    Where the trees stand on different samples, an action is there if any of them has it.
    """
    cdef Row rows[ACTIONS]
    cdef const State *state = &search.trees[0].state
    cdef const Row *row
    cdef int a, t
    cdef list found = []
    memset(rows, 0, sizeof(rows))
    for t in range(search.tree_count):
        _add_tree(&search.trees[t], rows)
    for a in range(ACTIONS):
        row = &rows[a]
        if row.trees:
            found.append((
                action_in(state, a), row.visits,
                tuple([row.value[p] / row.visits for p in range(search.setup.players)]) if row.visits else None,
                row.prior / row.trees,
            ))
    return found


cdef u32 _most_visited(const Tree *tree, u32 node) noexcept:
    """The node's edge with most visits, then the best value, then the lowest action; 0 if none was gone through."""
    cdef const Edge *edge
    cdef const Edge *best
    cdef u32 chosen = 0
    cdef u32 i
    if tree.nodes[node].edges == 0:
        return 0
    for i in range(tree.nodes[node].edges, tree.nodes[node].edges + tree.nodes[node].size):
        edge = &tree.edges[i]
        best = &tree.edges[chosen]
        if edge.visits and (chosen == 0 or edge.visits > best.visits or (edge.visits == best.visits and (
                edge.value > best.value or (edge.value == best.value and edge.action < best.action)))):
            chosen = i
    return chosen


def best_line(Searcher search not None, int first):
    """The actions most visited from the root on, beginning with action id `first`: of the tree that looked at it most. A list."""
    cdef const Tree *tree
    cdef u32 edge = 0
    cdef u32 most = 0
    cdef u32 k
    cdef int best = 0
    cdef int t
    cdef State state
    cdef list actions = []
    for t in range(search.tree_count):
        tree = &search.trees[t]
        if tree.nodes != NULL and tree.nodes[ROOT].edges:
            for k in range(tree.nodes[ROOT].edges, tree.nodes[ROOT].edges + tree.nodes[ROOT].size):
                if tree.edges[k].action == first and tree.edges[k].visits > most:
                    most = tree.edges[k].visits
                    best = t
                    edge = k
    tree = &search.trees[best]
    state = tree.state
    while edge:
        actions.append(action_in(&state, tree.edges[edge].action))
        apply(tree.city, &state, tree.edges[edge].action, NULL)
        edge = _most_visited(tree, tree.edges[edge].child) if tree.edges[edge].child else 0
    return actions


def totals(Searcher search not None):
    """All trees together, as a dict: nodes, edges, bytes, depth, mean_depth, simulations (since the root was set), transpositions,
    full, proven, visits and value (of the root; mean utilities by seat, None before the first simulation)."""
    cdef const Tree *tree
    cdef u64 nodes = 0, edges = 0, size = 0, simulations = 0, transpositions = 0, steps = 0, visits = 0
    cdef u32 depth = 0
    cdef bint full = False
    cdef bint proven = True
    cdef double value[4]
    cdef int t, p
    memset(value, 0, sizeof(value))
    for t in range(search.tree_count):
        tree = &search.trees[t]
        if tree.nodes == NULL:
            proven = False
            continue
        nodes += tree.node_count
        edges += tree.edge_count
        size += tree_bytes(tree)
        simulations += tree.simulations
        transpositions += tree.transpositions
        steps += tree.depth_sum
        depth = max(depth, tree.depth)
        full |= tree.full
        proven &= tree.nodes[ROOT].flags & PROVEN != 0
        visits += tree.nodes[ROOT].visits
        for p in range(4):
            value[p] += <double>tree.nodes[ROOT].visits * tree.nodes[ROOT].mean[p]
    return {
        "nodes": nodes, "edges": edges, "bytes": size, "depth": depth,
        "mean_depth": <double>steps / simulations if simulations else 0.0,
        "simulations": simulations, "transpositions": transpositions, "full": full, "proven": proven, "visits": visits,
        "value": tuple([value[p] / visits for p in range(search.setup.players)]) if visits else None,
    }
