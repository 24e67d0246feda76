# A search tree in an arena: nodes and edges by index, found again by Zobrist key, moved to a new root by copying what is below it.
#
#   node 40 bytes, edge 20 bytes, and 4 bytes in the key table for every slot (two to four slots a node).
#   Index 0 is nobody; the root is node 1. A node has its edges in one block, made when it is visited for the second time.
#
# Positions reached by several orders of actions are one node (the game never comes back to a position: there is no cycle).

from ..rng cimport Rng
from ..types cimport ACTIONS, City, State, u8, u16, u32, u64

cdef enum:
    ROOT = 1
    MAX_DEPTH = 1024        # longest walk: 182 actions that are no pass at most, three passes at most between two of them
    EDGES_A_NODE = 16       # edges that the arena may hold for each node of its cap
    EDGES_AT_LEAST = 1024   # .. but never fewer than this: the root's edges always find room

    # Node.flags
    OVER = 1                # the game is over: mean is its utility
    PROVEN = 2              # mean is exact: all below it is known
    VALUED = 4              # an evaluator has answered for it

cdef struct Edge:
    u32 child               # node; 0 if never gone through, or made when the arena was full
    u32 visits              # simulations that came back through it
    float value             # mean for the player who chooses, as this edge last saw the child's
    float prior
    u16 action
    u16 flying              # simulations now on their way through it

cdef struct Node:
    u64 key
    float mean[4]           # utilities by seat, over `visits`
    u32 visits
    u32 edges               # first of its edges; 0 while it has none
    u16 size                # how many
    u16 opened              # the first so many have been gone through
    u16 flying
    u8 player               # who acts
    u8 flags

cdef struct Tree:
    Node *nodes
    Edge *edges
    u32 *table              # key -> node, open addressing; at most half full
    u32 node_count          # nodes in use are 1..node_count
    u32 edge_count
    u32 node_room
    u32 edge_room
    u32 node_cap
    u32 edge_cap
    u32 table_mask
    bint full               # the cap, or the machine's memory, has once been reached
    bint share              # one node for one position, however reached
    const City *city
    State state             # at the root
    Rng rng
    int lock
    u64 simulations         # begun since the root was set
    u64 transpositions      # edges that found their child already there
    u64 depth_sum           # lengths of all walks since the root was set
    u32 depth               # the longest
    float loose[ACTIONS][4]     # means of those of the root's edges that found no room for a child, by action

# False if there is no memory. A tree that is zero everywhere may be freed.
cdef bint open_tree(Tree *tree, const City *city, const State *root, u32 node_cap, bint share) noexcept nogil
cdef void free_tree(Tree *tree) noexcept nogil
# Empty but for a new root, its memory given back.
cdef bint restart_tree(Tree *tree, const State *root) noexcept nogil
# A node for the position: the one there is, or a new one; 0 if there is no room.
cdef u32 node_for(Tree *tree, const State *state) noexcept nogil
# The node of a position, or 0.
cdef u32 find_node(const Tree *tree, u64 key) noexcept nogil
# Give a node an edge for each legal action, ascending, all priors 1 / size. False if there is no room.
cdef bint expand(Tree *tree, u32 node, const State *state) noexcept nogil
# Put edges in the order of falling priors, equals as they stand.
cdef void sort_edges(Edge *edges, int size) noexcept nogil
# Make `node`, which stands for `state`, the root; what can't be reached from it is given back. False if there is no memory.
cdef bint move_root(Tree *tree, u32 node, const State *state) noexcept nogil
# Bytes allocated.
cdef u64 tree_bytes(const Tree *tree) noexcept nogil
