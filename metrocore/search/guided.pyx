"""Guided play: each action drawn by weight, from what the game is about.

A dig that lies on a shortest way to an exit weighs 256, and about a sixth of that for every tunnel of detour; one that leaves no
way to an exit with the tunnels left weighs 1. The weight is multiplied where a marker can be placed now (64) or beside the next
vertex (33), and where a station would come to stand, by its points and by the player's markers that it would be the first to touch.
The same value decides where stations are built. The factors were found by play against itself (docs/guidance.md).
"""

from metrocore.errors import GameOverError

from ..bits cimport count, has, low
from ..digs cimport LineDigs
from ..game cimport GameCore
from ..moves cimport Moves, gather
from ..playout cimport play_many
from ..rng cimport Rng, below, stream
from ..setup cimport Setup
from ..state cimport apply
from ..types cimport (
    CITY_VERTICES, DIG0, LINE_DIGS, MARKERS, NONE, PASS, START0, STATION0, TUNNELS, TYPES, City, Lattice, State, u8, u32, u64,
)
from .distance cimport UNREACHABLE, Field, build_field, distance_within

cdef enum:
    DETOURS = 4         # a longer one weighs no more than a dead end
    ASTRAY = 1
    HOPELESS = 12       # any dig of a line without a way to an exit
    FINISH = 2048       # an end dig
    START = 32          # all starts together: a player mostly goes on with line a
    MARKER = 64
    BESIDE_AREA = 33
    # Values of a station, in sixteenths of a dig's weight.
    STATION = 8         # that a dig places, whatever its place
    POINT = 16          # for each point
    SERVED = 48         # if it is the first to touch a marker of the player

cdef u32 DETOUR[DETOURS]
DETOUR[:] = [256, 45, 8, 2]


cdef inline void _add(Choices *choices, int action, u32 weight) noexcept nogil:
    choices.action[choices.size] = action
    choices.weight[choices.size] = weight
    choices.total += weight
    choices.size += 1


# What a station is worth to the player.
cdef struct Sites:
    bint known
    u64 unserved[2]     # vertices that touch a marker of the player which no station touches yet


cdef void _find_unserved(const City *city, const State *state, Sites *sites) noexcept nogil:
    cdef const u64 *touching
    cdef int m
    sites.known = True
    sites.unserved[0] = sites.unserved[1] = 0
    for m in range(MARKERS):
        if state.place[m] != NONE and state.owner[m] == state.player:
            touching = city.lattice.corners[state.place[m]]
            if touching[0] & state.stations[0] | touching[1] & state.stations[1] == 0:
                sites.unserved[0] |= touching[0]
                sites.unserved[1] |= touching[1]


cdef inline u32 _station_value(const City *city, const State *state, Sites *sites, int vertex) noexcept nogil:
    if not sites.known:
        _find_unserved(city, state, sites)
    return POINT * city.worth[vertex] + (SERVED if has(sites.unserved, vertex) else 0)


cdef void _weigh_stations(const City *city, const State *state, const Moves *moves, Sites *sites, Choices *choices) noexcept nogil:
    cdef u64 left
    cdef u32 value
    cdef int i, vertex
    for i in range(2):
        left = moves.stations[i]
        while left:
            vertex = 64 * i + low(left)
            left &= left - 1
            value = _station_value(city, state, sites, vertex)
            # A bonus station costs nothing, an intermediate one the turn.
            value = (4 + value) * (4 + value) if state.bonus else value * value >> 4
            _add(choices, STATION0 + vertex, value if value else 1)


cdef void _weigh_starts(const Moves *moves, Choices *choices) noexcept nogil:
    cdef u32 weight = 1 + START // (2 * count(moves.starts))
    cdef u32 left = moves.starts
    while left:
        _add(choices, START0 + 2 * low(left), weight)
        _add(choices, START0 + 2 * low(left) + 1, weight)
        left &= left - 1


cdef void _weigh_ways(const City *city, const State *state, int line, u32 ways, Guide *guide, u32 *weights) noexcept nogil:
    """The weight of going on to the next vertex in each of these directions, by distance alone."""
    cdef const Lattice *lattice = city.lattice
    cdef int i = line & 1
    cdef int head = state.head[line]
    cdef int left = TUNNELS - state.size[line]
    cdef Field *field = &guide.field[i]
    cdef int after[6]
    cdef int k, least, most
    cdef int best = UNREACHABLE
    cdef u32 rest = ways
    if not guide.known >> i & 1:
        guide.known |= 1 << i
        guide.least[i] = build_field(city, state, line, 0, DETOURS + 2, field)
        guide.dug[i] = state.dug
    # Each tunnel dug since then has brought the exit nearer by one at most, and so will the next.
    least = guide.least[i] - (state.dug - guide.dug[i]) - 1
    most = left - 1 if left - 1 < least + DETOURS + 2 else least + DETOURS + 2
    while rest:
        k = low(rest)
        rest &= rest - 1
        after[k] = distance_within(field, lattice.neighbour[head][k], k, least, most)
        if after[k] < best:
            best = after[k]
    while ways:
        k = low(ways)
        ways &= ways - 1
        weights[k] = HOPELESS if best == UNREACHABLE else DETOUR[after[k] - best] if after[k] < best + DETOURS else ASTRAY


cdef inline u8 _wanted_areas(const City *city, const State *state, int vertex) noexcept nogil:
    """The free spaces around a vertex where the player may have a marker to place, as ring bits."""
    cdef int player = state.player
    cdef int t
    cdef u8 areas = 0
    for t in range(TYPES):
        if state.hand[player][t] | state.unknown[player][t]:
            areas |= city.areas[t][vertex]
    return areas & state.ring[vertex]


cdef inline bint _may_split(const State *state, int line, int w) noexcept nogil:
    """Whether a dig to w seems to part from a line that it ran alongside (RULES 4.1; the other's way round w is not looked at)."""
    cdef int head = state.head[line]
    cdef int g = state.path[line][state.size[line] - 1] & 127
    if g >= CITY_VERTICES or has(state.stations, head):
        return False
    return state.lines[g] & state.lines[head] & ~state.lines[w] & ~(1 << line) != 0


cdef void _weigh_digs(
    const City *city, const State *state, int line, const LineDigs *digs, Guide *guide, Sites *sites, Choices *choices
) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int base = DIG0 + LINE_DIGS * (line & 1)
    cdef int head = state.head[line]
    cdef u32 bits = digs.plain | digs.marked
    cdef u32 inner = 0
    cdef u32 weights[6]
    cdef u32 letters, weight
    cdef int k, bit, w
    for k in range(6):
        if bits >> 2 * k & 3:
            w = lattice.neighbour[head][k]
            weights[k] = FINISH
            inner |= (w < CITY_VERTICES) << k
    if inner:
        _weigh_ways(city, state, line, inner, guide, weights)
    while inner:
        k = low(inner)
        inner &= inner - 1
        w = lattice.neighbour[head][k]
        if state.stations_left:
            if state.lines[w] & ~(1 << line) and not has(state.stations, w):
                weights[k] = weights[k] * (16 + STATION + _station_value(city, state, sites, w)) >> 4
            if _may_split(state, line, w):
                weights[k] = weights[k] * (16 + STATION + _station_value(city, state, sites, head)) >> 4
        if _wanted_areas(city, state, w):
            weights[k] *= BESIDE_AREA
    while bits:
        bit = low(bits)
        bits &= bits - 1
        weight = weights[bit >> 1]
        if digs.plain >> bit & 1:
            _add(choices, base + 7 * bit, weight)
            continue
        letters = digs.letters[bit]
        while letters:
            _add(choices, base + 7 * bit + 1 + low(letters), weight * MARKER)
            letters &= letters - 1


cdef void weigh_actions(const City *city, const State *state, Guide *guide, Choices *choices) noexcept nogil:
    cdef Moves moves
    cdef Sites sites
    cdef int i
    if state.dug == 0:
        guide.known = 0
    gather(city, state, &moves)
    sites.known = False
    choices.size = 0
    choices.total = 0
    if moves.can_pass:
        _add(choices, PASS, 1)
    if moves.starts:
        _weigh_starts(&moves, choices)
    if moves.stations[0] | moves.stations[1]:
        _weigh_stations(city, state, &moves, &sites, choices)
    for i in range(2):
        if moves.digs[i].plain | moves.digs[i].marked:
            _weigh_digs(city, state, 2 * state.player + i, &moves.digs[i], guide, &sites, choices)


cdef int guided_action(const City *city, const State *state, Guide *guide, Rng *rng) noexcept nogil:
    cdef Choices choices
    cdef u32 drawn
    cdef int i = 0
    weigh_actions(city, state, guide, &choices)
    drawn = below(rng, choices.total)
    while drawn >= choices.weight[i]:
        drawn -= choices.weight[i]
        i += 1
    return choices.action[i]


cdef int guided_play_out(const City *city, State *state, Rng *rng) noexcept nogil:
    cdef Guide guide
    cdef int plies = 0
    guide.known = 0
    while not state.over:
        apply(city, state, guided_action(city, state, &guide, rng), NULL)
        plies += 1
    return plies


# For Python ----------------------------------------------------------------------------------------------------

def guided_priors(GameCore game not None):
    """The chances of the legal actions in guided play: a dict from action id, ascending, to a float in (0, 1]; empty when over."""
    cdef Setup setup = game.setup
    cdef Guide guide
    cdef Choices choices
    guide.known = 0
    if game.state.over:
        return {}
    weigh_actions(&setup.city, &game.state, &guide, &choices)
    return {choices.action[i]: choices.weight[i] / <double>choices.total for i in range(choices.size)}


def guided_choice(GameCore game not None, u64 seed, u64 index=0):
    """The id of one legal action, drawn by `guided_priors`. Raises GameOverError."""
    cdef Setup setup = game.setup
    cdef Guide guide
    cdef Rng rng = stream(seed, index)
    guide.known = 0
    if game.state.over:
        raise GameOverError("the game is over")
    return guided_action(&setup.city, &game.state, &guide, &rng)


def play_guided(GameCore game not None, u64 seed, u64 index=0):
    """Play a game on to its end, action by action as `guided_playouts` does for that index; returns the number of actions."""
    cdef Setup setup = game.setup
    cdef Guide guide
    cdef Rng rng = stream(seed, index)
    cdef int plies = 0
    guide.known = 0
    while not game.state.over:
        game._push(guided_action(&setup.city, &game.state, &guide, &rng))
        plies += 1
    return plies


def guided_playouts(GameCore game not None, games, seed=0, threads=1):
    """Play guided games on from a position, which stays as it is; totals as of `metrocore.playout.playouts`."""
    return play_many(game, guided_play_out, games, seed, threads)
