"""The consistency of a search tree, checked by playing every edge: keys, actions, visits, flags. Slow, and takes memory."""

from libc.stdlib cimport calloc, free

from ..moves cimport legal_actions
from ..state cimport apply, key_of
from ..types cimport ACTIONS, State, u8, u16, u32, u64
from .tree cimport OVER, PROVEN, ROOT, Edge, Node, Tree, find_node

cdef struct Survey:
    State *states       # by node
    u8 *met
    u32 *queue


cdef const char *_counts_fault(const Tree *tree) noexcept nogil:
    if tree.node_count < 1 or tree.node_count > tree.node_cap:
        return "number of nodes"
    if tree.edge_count > tree.edge_cap or tree.edge_count >= tree.edge_room or tree.node_count >= tree.node_room:
        return "room"
    if tree.share and 2 * <u64>tree.node_count > <u64>tree.table_mask + 1:
        return "key table too full"
    return NULL


cdef const char *_actions_fault(const Tree *tree, const Node *node, const State *state) noexcept nogil:
    """The edges are the legal actions, each once."""
    cdef u16 actions[ACTIONS]
    cdef int n = legal_actions(tree.city, state, actions)
    cdef int i
    cdef u32 k
    if n != node.size:
        return "number of edges"
    for i in range(n):
        for k in range(node.edges, node.edges + node.size):
            if tree.edges[k].action == actions[i]:
                break
        else:
            return "a legal action without an edge"
    return NULL


cdef const char *_edges_fault(const Tree *tree, const Node *node) noexcept nogil:
    cdef const Edge *edge
    cdef u64 through = 0
    cdef u32 i
    if node.opened > node.size or <u64>node.edges + node.size > <u64>tree.edge_count + 1:
        return "edges out of the arena"
    for i in range(node.size):
        edge = &tree.edges[node.edges + i]
        through += edge.visits
        if edge.flying:
            return "an edge still flying"
        if i >= node.opened and (edge.visits or edge.child):
            return "an unopened edge that was gone through"
        if edge.child > tree.node_count:
            return "a child out of the arena"
        if edge.child and edge.visits > tree.nodes[edge.child].visits:
            return "an edge with more visits than its child"
    if through > node.visits:
        return "fewer visits than the edges have"
    return NULL


cdef const char *_node_fault(const Tree *tree, u32 at, Survey *survey, u32 *waiting) noexcept nogil:
    cdef const Node *node = &tree.nodes[at]
    cdef const State *state = &survey.states[at]
    cdef const char *fault = NULL
    cdef State after
    cdef u32 i, child
    if node.key != key_of(state) or node.player != state.player:
        return "a node that stands for another position"
    if node.flying:
        return "a node still flying"
    if tree.share and find_node(tree, node.key) != at:
        return "a node that its key does not find"
    if (node.flags & OVER != 0) != (state.over != 0) or (state.over and not node.flags & PROVEN):
        return "flags"
    if node.edges == 0:
        return NULL
    fault = _actions_fault(tree, node, state)
    if fault == NULL:
        fault = _edges_fault(tree, node)
    if fault != NULL:
        return fault
    for i in range(node.edges, node.edges + node.size):
        child = tree.edges[i].child
        if child:
            after = state[0]
            apply(tree.city, &after, tree.edges[i].action, NULL)
            if tree.nodes[child].key != key_of(&after):
                return "a child that stands for another position"
            if not survey.met[child]:
                survey.met[child] = 1
                survey.states[child] = after
                survey.queue[waiting[0]] = child
                waiting[0] += 1
    return NULL


cdef const char *find_tree_fault(const Tree *tree) noexcept nogil:
    cdef Survey survey
    cdef const char *fault = _counts_fault(tree)
    cdef u32 done = 0
    cdef u32 waiting = 1
    if fault != NULL:
        return fault
    survey.states = <State *>calloc(<u64>tree.node_count + 1, sizeof(State))
    survey.met = <u8 *>calloc(<u64>tree.node_count + 1, 1)
    survey.queue = <u32 *>calloc(<u64>tree.node_count + 1, sizeof(u32))
    if survey.states == NULL or survey.met == NULL or survey.queue == NULL:
        fault = "no memory to check it"
    else:
        survey.states[ROOT] = tree.state
        survey.met[ROOT] = 1
        survey.queue[0] = ROOT
        while done < waiting and fault == NULL:
            fault = _node_fault(tree, survey.queue[done], &survey, &waiting)
            done += 1
        if fault == NULL and waiting != tree.node_count:
            fault = "nodes that can't be reached"
    free(survey.states)
    free(survey.met)
    free(survey.queue)
    return fault
