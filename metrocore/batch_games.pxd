# Many games side by side: where they lie, how each is set up, stepped and written out. No Python object.
#
# A game lies in a slot of whole cache lines, so that no two threads write to one line:
#
#   slot      | State, 512 | City (only where set-ups are drawn) |
#   masks     legal actions of every game, 5 words each: kept from one step to the next, so that an action is checked by one bit
#
# Game i's set-up number e (its episode) is drawn from the seed game_seed(seed, i, e) as Game.new draws it: neither threads nor
# the other games have a say.

from .city cimport Quarters
from .rng cimport stream
from .types cimport MARKERS, City, State, u8, u16, u32, u64

cdef enum:
    CHUNK = 32                  # games that a thread takes at once
    PACKED = 40                 # bytes of a packed mask

    # what becomes of a game that has ended
    NEXT_STEP = 0               # the next step sets it up anew, whatever its action
    SAME_STEP = 1               # set up anew at once
    DISABLED = 2                # it stays until it is reset

    POINTS = 4                  # reward: final points; below it the utilities of search/utility.pxd

# A given position that games begin from.
cdef struct Root:
    State state
    const City *city

cdef struct Games:
    long size
    int players
    int autoreset
    int reward
    int variant
    int impossible
    int majority
    bint drawn                  # set-ups are drawn; else given by roots
    bint dealt                  # drawn with this deal:
    u8 owners[MARKERS]
    Quarters quarters
    u64 seed
    const Root *roots
    u32 *root_of                # game -> root
    char *slots
    long stride
    u64 *masks                  # [size][5]
    u64 *rngs                   # for random actions, one each
    u64 *episodes
    u16 *chosen                 # checked actions of this step

# Where a step writes; NULL is not wanted.
cdef struct Targets:
    float *rewards              # [size][players]
    u8 *ended                   # [size]
    signed char *players        # [size]
    u8 *masks                   # [size][320] bytes 0, 1, or [size][40], bit i of byte k is action 8 * k + i
    bint packed
    float *floats               # observations [size][17113], of the current player
    u8 *bytes

cdef struct Job:
    Games *games
    const void *actions
    int width                   # bytes of an action
    const u8 *where             # games to be stepped or reset; NULL: all
    bint afresh                 # reset begins again with episode 0
    Targets out
    long refused                # the least game whose action is refused; size if there is none

cdef inline State *state_at(const Games *games, long i) noexcept nogil:
    return <State *>(games.slots + i * games.stride)

cdef inline const City *city_at(const Games *games, long i) noexcept nogil:
    if games.drawn:
        return <const City *>(games.slots + i * games.stride + slot_bytes(sizeof(State)))
    return games.roots[games.root_of[i]].city

cdef inline long slot_bytes(long bytes) noexcept nogil:
    """Whole cache lines."""
    return (bytes + 63) // 64 * 64

cdef inline u64 game_seed(u64 seed, u64 game, u64 episode) noexcept nogil:
    return stream(stream(seed, game).state, episode).state

# The value of an action in an array of unsigned integers of some width; what is negative there comes out beyond 319.
cdef u64 action_at(const void *actions, int width, long i) noexcept nogil
# Tasks of a crew (see crew.pxd); a chunk is CHUNK games.
cdef void check_games(void *job, long chunk) noexcept nogil     # fills `chosen`; lowers `refused`
cdef void step_games(void *job, long chunk) noexcept nogil      # plays `chosen`
cdef void reset_games(void *job, long chunk) noexcept nogil
cdef void write_games(void *job, long chunk) noexcept nogil     # as they stand
cdef void draw_actions(void *job, long chunk) noexcept nogil    # writes `actions`: uniform among the legal; 0 if over
