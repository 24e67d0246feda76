"""Monte Carlo tree search with a value for each player: selection, expansion, backup; see mcts.pxd for what is maximised."""

from libc.math cimport logf, sqrtf

from ..rng cimport Rng, below
from ..scoring cimport Score, score
from ..state cimport apply
from ..types cimport City, State, u32, u64
from .clock cimport is_set, lock, now_ns, unlock
from .tree cimport MAX_DEPTH, OVER, PROVEN, ROOT, Edge, Node, Tree, expand, node_for
from .utility cimport final_utility


cdef inline float _own_value(const Params *params, const Node *chooser, const float *value) noexcept nogil:
    """What the player who chooses at a node makes of a value vector: the more the better."""
    if not params.paranoid:
        return value[chooser.player]
    return value[params.seat] if chooser.player == params.seat else -value[params.seat]


cdef inline float _shown(const Params *params, const Edge *edge, float n) noexcept nogil:
    """The edge's value, lessened by what is still under way."""
    if edge.flying:
        return edge.value - params.loss * edge.flying / n
    return edge.value


cdef u32 _open(Tree *tree, const Params *params, Node *node, Rng *rng) noexcept nogil:
    """Go through one more edge: the next by prior, or any."""
    cdef u32 edge = node.edges + node.opened
    cdef u32 other
    cdef Edge swapped
    if not params.sorted and node.size - node.opened > 1:
        other = edge + below(rng, node.size - node.opened)
        swapped = tree.edges[edge]
        tree.edges[edge] = tree.edges[other]
        tree.edges[other] = swapped
    node.opened += 1
    tree.edges[edge].value = _own_value(params, node, node.mean) - params.fpu
    return edge


cdef inline u32 _select_uct(Tree *tree, const Params *params, Node *node, Rng *rng) noexcept nogil:
    cdef const Edge *edges = &tree.edges[node.edges]
    cdef float best = -1e30
    cdef float bonus, n, worth
    cdef u32 chosen = 0
    cdef u32 i
    if node.opened < node.size:
        return _open(tree, params, node, rng)
    bonus = params.c * sqrtf(logf(<float>(node.visits + node.flying)))
    for i in range(node.size):
        n = <float>(edges[i].visits + edges[i].flying)
        worth = _shown(params, &edges[i], n) + bonus / sqrtf(n)
        if worth > best:
            best = worth
            chosen = i
    return node.edges + chosen


cdef inline u32 _select_puct(Tree *tree, const Params *params, Node *node, Rng *rng) noexcept nogil:
    cdef const Edge *edges = &tree.edges[node.edges]
    cdef float bonus = params.c * sqrtf(<float>(node.visits + node.flying))
    cdef float best = -1e30
    cdef float n, worth
    cdef u32 chosen = 0
    cdef u32 i
    for i in range(node.opened):
        n = <float>(edges[i].visits + edges[i].flying)
        worth = _shown(params, &edges[i], n) + bonus * edges[i].prior / (<float>1.0 + n)
        if worth > best:
            best = worth
            chosen = i
    if node.opened < node.size:
        worth = _own_value(params, node, node.mean) - params.fpu + bonus * edges[node.opened].prior
        if worth > best:
            return _open(tree, params, node, rng)
    return node.edges + chosen


cdef void over_value(const City *city, const State *state, int utility, float *value) noexcept nogil:
    cdef Score result
    cdef double exact[4]
    cdef int p
    score(city, state, &result)
    final_utility(city, &result, utility, exact)
    for p in range(4):
        value[p] = <float>exact[p]


cdef bint _arrive(Tree *tree, const Params *params, u32 edge, const State *state, Walk *walk) noexcept nogil:
    """Give an edge its child, where there is room. True if the game is over there: the walk's value is then known."""
    cdef u32 child = node_for(tree, state)
    cdef Node *node
    tree.edges[edge].child = child
    if not state.over:
        return False
    over_value(tree.city, state, params.utility, walk.value)
    if child:
        node = &tree.nodes[child]
        if node.flags & OVER == 0:
            node.flags = OVER | PROVEN
            node.mean = walk.value
    return True


cdef int walk_down(Tree *tree, const Params *params, Rng *rng, State *state, Walk *walk) noexcept nogil:
    cdef u32 at = ROOT
    cdef int depth = 0
    cdef int found = LEAF
    cdef bint over
    cdef u32 edge
    cdef Node *node
    state[0] = tree.state
    while True:
        node = &tree.nodes[at]
        walk.node[depth] = at
        if node.flags & PROVEN:
            walk.value = node.mean
            found = KNOWN
            break
        if node.edges == 0:
            if params.leaf == NULL:
                if node.visits:         # it has been answered for, and there was no room for its edges
                    walk.value = node.mean
                found = KNOWN if node.visits else BUSY if node.flying else LEAF
                break
            if node.visits + node.flying == 0 or not expand(tree, at, state):
                break
            if params.priors != NULL:
                params.priors(tree, at, state)
        if depth == MAX_DEPTH:
            break
        edge = _select_puct(tree, params, node, rng) if params.puct else _select_uct(tree, params, node, rng)
        node.flying += 1
        tree.edges[edge].flying += 1
        walk.edge[depth] = edge
        depth += 1
        apply(tree.city, state, tree.edges[edge].action, NULL)
        at = tree.edges[edge].child
        if at == 0:
            over = _arrive(tree, params, edge, state, walk)
            at = tree.edges[edge].child
            if at == 0:
                walk.node[depth] = 0
                found = KNOWN if over else LEAF
                break
    if at:
        tree.nodes[at].flying += 1
    walk.length = depth
    return found


cdef void _prove(Tree *tree, const Params *params, Node *node) noexcept nogil:
    """If all children are known, so is the node: its player's best, the lowest action id of equals."""
    cdef const Edge *edge
    cdef const Edge *best = NULL
    cdef float worth
    cdef float most = 0.0
    cdef u32 i
    for i in range(node.edges, node.edges + node.size):
        edge = &tree.edges[i]
        if edge.child == 0 or not tree.nodes[edge.child].flags & PROVEN:
            return
        worth = _own_value(params, node, tree.nodes[edge.child].mean)
        if best == NULL or worth > most or (worth == most and edge.action < best.action):
            best = edge
            most = worth
    node.mean = tree.nodes[best.child].mean
    node.flags |= PROVEN


cdef inline void _add_value(Node *node, const float *value) noexcept nogil:
    cdef float share
    cdef int p
    node.visits += 1
    if node.flags & PROVEN:
        return
    share = <float>1.0 / <float>node.visits
    for p in range(4):
        node.mean[p] += (value[p] - node.mean[p]) * share


cdef inline void _add_loose(Tree *tree, const Edge *edge, const float *value) noexcept nogil:
    """The root's edges keep a vector also without a child."""
    cdef int p
    for p in range(4):
        tree.loose[edge.action][p] += (value[p] - tree.loose[edge.action][p]) / <float>edge.visits


cdef void back_up(Tree *tree, const Params *params, const Walk *walk, const float *value) noexcept nogil:
    cdef Node *node
    cdef Edge *edge
    cdef u32 child = walk.node[walk.length]
    cdef int i
    tree.depth_sum += walk.length
    if <u32>walk.length > tree.depth:
        tree.depth = walk.length
    if child:
        _add_value(&tree.nodes[child], value)
        tree.nodes[child].flying -= 1
    for i in range(walk.length - 1, -1, -1):
        node = &tree.nodes[walk.node[i]]
        edge = &tree.edges[walk.edge[i]]
        edge.visits += 1
        edge.flying -= 1
        node.flying -= 1
        _add_value(node, value)
        if edge.child:
            edge.value = _own_value(params, node, tree.nodes[edge.child].mean)
            if tree.nodes[edge.child].flags & PROVEN and node.opened == node.size and not node.flags & PROVEN:
                _prove(tree, params, node)
        else:
            edge.value += (_own_value(params, node, value) - edge.value) / <float>edge.visits
            if i == 0:
                _add_loose(tree, edge, value)


cdef void take_back(Tree *tree, const Walk *walk) noexcept nogil:
    cdef int i
    for i in range(walk.length):
        tree.nodes[walk.node[i]].flying -= 1
        tree.edges[walk.edge[i]].flying -= 1
    if walk.node[walk.length]:
        tree.nodes[walk.node[walk.length]].flying -= 1
    tree.simulations -= 1


cdef int limit_met(const Tree *tree, const Limits *limits, u64 now, u64 slice_end) noexcept nogil:
    if tree.nodes[ROOT].flags & PROVEN:
        return BY_PROOF
    if limits.simulations == 0:
        return BY_SIMULATIONS
    if tree.node_count >= limits.nodes:
        return BY_NODES
    if is_set(limits.stop):
        return BY_STOP
    if now >= limits.deadline:
        return BY_TIME
    return -1 if now >= slice_end else RUNNING


cdef int simulate(Tree *tree, const Params *params, Limits *limits, Rng *rng, u64 slice_end, bint shared) noexcept nogil:
    cdef Walk walk
    cdef State state
    cdef double value[4]
    cdef bint arrived = False
    cdef int limit, found, p
    cdef u64 now
    while True:
        now = now_ns()
        if shared:
            lock(&tree.lock)
        if arrived:
            back_up(tree, params, &walk, walk.value)
        limit = limit_met(tree, limits, now, slice_end)
        if limit != RUNNING:
            if shared:
                unlock(&tree.lock)
            return limit if limit > 0 else RUNNING
        limits.simulations -= 1
        tree.simulations += 1
        found = walk_down(tree, params, rng, &state, &walk)
        if shared:
            unlock(&tree.lock)
        if found == LEAF:
            params.leaf(tree.city, &state, rng, params.utility, value)
            for p in range(4):
                walk.value[p] = <float>value[p]
        arrived = True
