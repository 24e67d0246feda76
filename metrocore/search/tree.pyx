"""The arena of a search tree: making, finding, moving and checking nodes. What the numbers in them mean is up to mcts.pyx."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from ..moves cimport legal_actions
from ..state cimport key_of
from ..types cimport ACTIONS, City, State, u16, u32, u64

cdef enum:
    FIRST_NODES = 256
    FIRST_EDGES = 1024      # as many as the root can need, and EDGES_AT_LEAST
    FIRST_SLOTS = 1024


cdef bint open_tree(Tree *tree, const City *city, const State *root, u32 node_cap, bint share) noexcept nogil:
    memset(tree, 0, sizeof(Tree))
    tree.city = city
    tree.node_cap = node_cap
    tree.edge_cap = <u32>(EDGES_A_NODE * <u64>node_cap if node_cap < 1 << 27 else <u64>1 << 31)
    if tree.edge_cap < EDGES_AT_LEAST:
        tree.edge_cap = EDGES_AT_LEAST
    tree.share = share
    return restart_tree(tree, root)


cdef void free_tree(Tree *tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.table)
    tree.nodes = NULL
    tree.edges = NULL
    tree.table = NULL
    tree.node_room = tree.edge_room = tree.table_mask = tree.node_count = tree.edge_count = 0


cdef void _reset_counts(Tree *tree) noexcept nogil:
    tree.full = False
    tree.simulations = tree.transpositions = tree.depth_sum = 0
    tree.depth = 0
    memset(tree.loose, 0, sizeof(tree.loose))


cdef bint restart_tree(Tree *tree, const State *root) noexcept nogil:
    cdef State state = root[0]      # it may be the tree's own
    free_tree(tree)
    _reset_counts(tree)
    tree.state = state
    tree.nodes = <Node *>malloc(FIRST_NODES * sizeof(Node))
    tree.edges = <Edge *>malloc(FIRST_EDGES * sizeof(Edge))
    if tree.share:
        tree.table = <u32 *>calloc(FIRST_SLOTS, sizeof(u32))
        tree.table_mask = FIRST_SLOTS - 1
    if tree.nodes == NULL or tree.edges == NULL or (tree.share and tree.table == NULL):
        free_tree(tree)
        return False
    tree.node_room = FIRST_NODES
    tree.edge_room = FIRST_EDGES
    memset(tree.nodes, 0, sizeof(Node))
    memset(tree.edges, 0, sizeof(Edge))
    return node_for(tree, &tree.state) == ROOT


cdef inline u32 _slot(const Tree *tree, u64 key) noexcept nogil:
    """Where the key is, or the empty slot where it belongs. Keys of one set-up differ in all bits."""
    cdef u32 slot = <u32>key & tree.table_mask
    while tree.table[slot] and tree.nodes[tree.table[slot]].key != key:
        slot = (slot + 1) & tree.table_mask
    return slot


cdef u32 find_node(const Tree *tree, u64 key) noexcept nogil:
    cdef u32 i
    if tree.share:
        return tree.table[_slot(tree, key)]
    for i in range(1, tree.node_count + 1):
        if tree.nodes[i].key == key:
            return i
    return 0


cdef bint _grow_table(Tree *tree) noexcept nogil:
    cdef u64 slots = 2 * (<u64>tree.table_mask + 1)
    cdef u32 *table
    cdef u32 i
    table = <u32 *>calloc(slots, sizeof(u32))
    if table == NULL:
        return False
    free(tree.table)
    tree.table = table
    tree.table_mask = <u32>(slots - 1)
    for i in range(1, tree.node_count + 1):
        tree.table[_slot(tree, tree.nodes[i].key)] = i
    return True


cdef bint _room_for_node(Tree *tree) noexcept nogil:
    """Room for one node more, in the arena and in the table."""
    cdef u64 room
    cdef Node *nodes
    if tree.node_count >= tree.node_cap:
        return False
    if tree.node_count + 1 >= tree.node_room:
        room = 2 * <u64>tree.node_room
        if room > <u64>tree.node_cap + 1:
            room = <u64>tree.node_cap + 1
        nodes = <Node *>realloc(tree.nodes, room * sizeof(Node))
        if nodes == NULL:
            return False
        tree.nodes = nodes
        tree.node_room = <u32>room
    return not tree.share or 2 * <u64>tree.node_count < tree.table_mask or _grow_table(tree)


cdef u32 node_for(Tree *tree, const State *state) noexcept nogil:
    cdef u64 key = key_of(state)
    cdef u32 mask = tree.table_mask
    cdef u32 slot = 0
    cdef u32 made
    cdef Node *node
    if tree.share:
        slot = _slot(tree, key)
        if tree.table[slot]:
            tree.transpositions += 1
            return tree.table[slot]
    if not _room_for_node(tree):
        tree.full = True
        return 0
    made = tree.node_count + 1
    tree.node_count = made
    node = &tree.nodes[made]
    memset(node, 0, sizeof(Node))
    node.key = key
    node.player = state.player
    if tree.share:
        tree.table[slot if mask == tree.table_mask else _slot(tree, key)] = made
    return made


cdef bint expand(Tree *tree, u32 node, const State *state) noexcept nogil:
    cdef u16 actions[ACTIONS]
    cdef int n = legal_actions(tree.city, state, actions)
    cdef u32 first = tree.edge_count + 1
    cdef u64 room
    cdef Edge *edges
    cdef Edge *edge
    cdef int i
    if <u64>first + n > tree.edge_room:
        room = 2 * <u64>tree.edge_room
        if room > <u64>tree.edge_cap + 1:
            room = <u64>tree.edge_cap + 1
        edges = <Edge *>realloc(tree.edges, room * sizeof(Edge)) if <u64>first + n <= room else NULL
        if edges == NULL:
            tree.full = True
            return False
        tree.edges = edges
        tree.edge_room = <u32>room
    tree.edge_count += n
    edge = &tree.edges[first]
    for i in range(n):
        edge.child = 0
        edge.visits = 0
        edge.value = 0.0
        edge.prior = <float>1.0 / n
        edge.action = actions[i]
        edge.flying = 0
        edge += 1
    tree.nodes[node].size = n
    tree.nodes[node].opened = 0
    tree.nodes[node].edges = first
    return True


cdef void sort_edges(Edge *edges, int size) noexcept nogil:
    cdef Edge moved
    cdef int i, k
    for i in range(1, size):
        moved = edges[i]
        k = i
        while k > 0 and edges[k - 1].prior < moved.prior:
            edges[k] = edges[k - 1]
            k -= 1
        edges[k] = moved


cdef u32 _carry(const Tree *tree, Tree *made, u32 *moved, u32 node) noexcept nogil:
    """The number of an old node in the new arena, where it is put if it is not there yet."""
    if moved[node] == 0:
        made.node_count += 1
        moved[node] = made.node_count
        made.nodes[made.node_count] = tree.nodes[node]
    return moved[node]


cdef void _copy_below(const Tree *tree, Tree *made, u32 *moved, u32 root) noexcept nogil:
    """Breadth first, the new nodes themselves being the queue; so a child mostly comes after its parent, and near its siblings."""
    cdef u32 i = 1
    cdef u32 k, first
    cdef Node *node
    _carry(tree, made, moved, root)
    while i <= made.node_count:
        node = &made.nodes[i]
        i += 1
        if node.edges == 0:
            continue
        first = made.edge_count + 1
        memcpy(&made.edges[first], &tree.edges[node.edges], node.size * sizeof(Edge))
        made.edge_count += node.size
        node.edges = first
        for k in range(first, first + node.size):
            if made.edges[k].child:
                made.edges[k].child = _carry(tree, made, moved, made.edges[k].child)
            else:
                made.edges[k].visits = 0    # there was no room for a child; now there may be


cdef bint move_root(Tree *tree, u32 node, const State *state) noexcept nogil:
    cdef Tree made = tree[0]
    cdef u32 *moved = <u32 *>calloc(<u64>tree.node_count + 1, sizeof(u32))
    made.state = state[0]
    # As much room as all would need: what is never written to costs no memory, and the rest is given back below.
    made.nodes = <Node *>malloc((<u64>tree.node_count + 1) * sizeof(Node))
    made.edges = <Edge *>malloc((<u64>tree.edge_count + 1) * sizeof(Edge))
    made.table = NULL
    if moved == NULL or made.nodes == NULL or made.edges == NULL:
        free(moved)
        free(made.nodes)
        free(made.edges)
        return False
    made.node_count = made.edge_count = 0
    memset(made.nodes, 0, sizeof(Node))
    memset(made.edges, 0, sizeof(Edge))
    _copy_below(tree, &made, moved, node)
    free(moved)
    free_tree(tree)
    tree[0] = made
    _reset_counts(tree)
    return _trim(tree)


cdef bint _trim(Tree *tree) noexcept nogil:
    """Give back the room that is not needed, and make the key table afresh."""
    cdef u64 nodes = tree.node_count + 1 if tree.node_count >= FIRST_NODES else FIRST_NODES
    cdef u64 edges = tree.edge_count + 1 if tree.edge_count >= FIRST_EDGES else FIRST_EDGES
    cdef void *kept = realloc(tree.nodes, nodes * sizeof(Node))
    if kept == NULL:
        return False
    tree.nodes = <Node *>kept
    tree.node_room = <u32>nodes
    kept = realloc(tree.edges, edges * sizeof(Edge))
    if kept == NULL:
        return False
    tree.edges = <Edge *>kept
    tree.edge_room = <u32>edges
    if tree.share:
        tree.table_mask = FIRST_SLOTS // 2 - 1
        while tree.table_mask < 2 * <u64>tree.node_count:
            tree.table_mask = 2 * tree.table_mask + 1
        tree.table_mask >>= 1       # _grow_table doubles it
        return _grow_table(tree)
    return True


cdef u64 tree_bytes(const Tree *tree) noexcept nogil:
    return (<u64>tree.node_room * sizeof(Node) + <u64>tree.edge_room * sizeof(Edge)
            + ((<u64>tree.table_mask + 1) * sizeof(u32) if tree.table != NULL else 0))
