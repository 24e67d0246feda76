"""Many games side by side: set up, checked, stepped and written out, a chunk at a time (layout: batch_games.pxd)."""

from libc.string cimport memcpy, memset

from .bits cimport count, low
from .city cimport clear_city, lay_quarters, seal_city, start_state
from .deals cimport draw_city, draw_deal
from .moves cimport Moves, gather, mask_moves
from .observation cimport OBSERVATION_SIZE, observe_f32, observe_u8
from .rng cimport Rng, below, stream
from .scoring cimport Score, score
from .search.utility cimport final_utility
from .state cimport apply
from .types cimport ACTIONS, MARKERS, MASK_WORDS, City, State, u8, u16, u32, u64

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define metro_prefetch(address) __builtin_prefetch(address, 1)
    /* Lower *least to value, if it is less. */
    static inline void metro_least(long *least, long value) {
        long seen = __atomic_load_n(least, __ATOMIC_RELAXED);
        while (value < seen && !__atomic_compare_exchange_n(least, &seen, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    }
    #else
    #define metro_prefetch(address) ((void)(address))
    static void metro_least(long *least, long value) { if (value < *least) *least = value; }
    #endif
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define metro_little(word) __builtin_bswap64(word)
    #else
    #define metro_little(word) (word)
    #endif
    """
    void metro_prefetch(const void *address) noexcept nogil
    void metro_least(long *least, long value) noexcept nogil
    u64 metro_little(u64 word) noexcept nogil

cdef enum:
    UNMOVED = 65535             # in `chosen`: this game is not stepped
    AHEAD = 2                   # games from the one whose slot is fetched

# Eight bytes 0 or 1, of the bits of a byte.
cdef u64 SPREAD[256]


cdef int _fill_spread() except -1:
    cdef u8 *bytes = <u8 *>SPREAD
    cdef int i, k
    for i in range(256):
        for k in range(8):
            bytes[8 * i + k] = i >> k & 1
    return 0


_fill_spread()


cdef inline long _last(const Games *games, long chunk) noexcept nogil:
    """The end of a chunk."""
    return (chunk + 1) * CHUNK if (chunk + 1) * CHUNK < games.size else games.size


cdef inline void _fetch(const Games *games, long i) noexcept nogil:
    cdef const char *slot = games.slots + i * games.stride
    cdef int k
    if i < games.size:
        for k in range(0, games.stride, 64):
            metro_prefetch(slot + k)


cdef inline void _find_moves(Games *games, const City *city, const State *state, long i) noexcept nogil:
    """Keep the legal actions; an over position has none."""
    cdef Moves moves
    if state.over:
        memset(games.masks + MASK_WORDS * i, 0, 8 * MASK_WORDS)
    else:
        gather(city, state, &moves)
        mask_moves(&moves, games.masks + MASK_WORDS * i)


cdef void _begin(Games *games, long i) noexcept nogil:
    """Set game i up for its episode."""
    cdef u64 seed = game_seed(games.seed, i, games.episodes[i])
    cdef State *state = state_at(games, i)
    cdef City *city
    cdef Rng rng = stream(seed, 0)
    cdef u8 order[6]
    cdef u8 turns[6]
    cdef u8 owners[MARKERS]
    if games.drawn:
        city = <City *>city_at(games, i)
        draw_city(&rng, order, turns)
        if games.dealt:
            memcpy(owners, games.owners, MARKERS)
        else:
            draw_deal(&rng, games.players, owners)
        clear_city(
            city, games.quarters.starts, games.quarters.ends, games.players, games.variant, games.impossible, games.majority)
        lay_quarters(city, &games.quarters, order, turns)
        seal_city(city)
        start_state(city, owners, NULL, state)
    else:
        memcpy(state, &games.roots[games.root_of[i]].state, sizeof(State))
    games.rngs[i] = stream(seed, 1).state


cdef void _reward(const Games *games, const City *city, const State *state, float *out) noexcept nogil:
    cdef Score result
    cdef double utility[4]
    cdef int p
    score(city, state, &result)
    if games.reward == POINTS:
        for p in range(games.players):
            out[p] = result.total[p]
    else:
        final_utility(city, &result, games.reward, utility)
        for p in range(games.players):
            out[p] = utility[p]


cdef inline void _write_mask(const u64 *mask, u8 *out, bint packed, long i) noexcept nogil:
    cdef u64 word
    cdef int k, j
    if packed:
        for k in range(MASK_WORDS):
            word = metro_little(mask[k])
            memcpy(out + 40 * i + 8 * k, &word, 8)
        return
    for k in range(MASK_WORDS):
        word = mask[k]
        if word == 0:
            memset(out + ACTIONS * i + 64 * k, 0, 64)
        else:
            for j in range(8):
                memcpy(out + ACTIONS * i + 64 * k + 8 * j, &SPREAD[word >> (8 * j) & 255], 8)


cdef inline void _write(const Games *games, const City *city, const State *state, const Targets *out, long i) noexcept nogil:
    """The game as it stands."""
    if out.players != NULL:
        out.players[i] = -1 if state.over else state.player
    if out.masks != NULL:
        _write_mask(games.masks + MASK_WORDS * i, out.masks, out.packed, i)
    if out.floats != NULL:
        observe_f32(city, state, state.player, out.floats + OBSERVATION_SIZE * i)
    if out.bytes != NULL:
        observe_u8(city, state, state.player, out.bytes + OBSERVATION_SIZE * i)


cdef inline void _write_no_end(const Games *games, const Targets *out, long i) noexcept nogil:
    if out.ended != NULL:
        out.ended[i] = 0
    if out.rewards != NULL:
        memset(out.rewards + games.players * i, 0, games.players * sizeof(float))


cdef u64 action_at(const void *actions, int width, long i) noexcept nogil:
    if width == 8:
        return (<const u64 *>actions)[i]
    if width == 4:
        return (<const u32 *>actions)[i]
    return (<const u16 *>actions)[i]


cdef void check_games(void *given, long chunk) noexcept nogil:
    cdef Job *job = <Job *>given
    cdef Games *games = job.games
    cdef u64 action
    cdef long i
    for i in range(chunk * CHUNK, _last(games, chunk)):
        if job.where != NULL and not job.where[i]:
            games.chosen[i] = UNMOVED
            continue
        action = action_at(job.actions, job.width, i)
        if action < ACTIONS and games.masks[MASK_WORDS * i + (action >> 6)] >> (action & 63) & 1:
            games.chosen[i] = action
        elif games.autoreset == NEXT_STEP and state_at(games, i).over:
            games.chosen[i] = 0
        else:
            metro_least(&job.refused, i)
            return


cdef inline void _end(Games *games, const City *city, State *state, const Targets *out, long i) noexcept nogil:
    """Game i has just ended."""
    if out.rewards != NULL:
        _reward(games, city, state, out.rewards + games.players * i)
    if out.ended != NULL:
        out.ended[i] = 1
    if games.autoreset == SAME_STEP:
        games.episodes[i] += 1
        _begin(games, i)


cdef void step_games(void *given, long chunk) noexcept nogil:
    cdef Job *job = <Job *>given
    cdef Games *games = job.games
    cdef const City *city
    cdef State *state
    cdef long i
    for i in range(chunk * CHUNK, _last(games, chunk)):
        _fetch(games, i + AHEAD)
        state = state_at(games, i)
        city = city_at(games, i)
        _write_no_end(games, &job.out, i)
        if games.chosen[i] != UNMOVED:
            if state.over:
                games.episodes[i] += 1
                _begin(games, i)
            else:
                apply(city, state, games.chosen[i], NULL)
                if state.over:
                    _end(games, city, state, &job.out, i)
            _find_moves(games, city, state, i)
        _write(games, city, state, &job.out, i)


cdef void reset_games(void *given, long chunk) noexcept nogil:
    cdef Job *job = <Job *>given
    cdef Games *games = job.games
    cdef long i
    for i in range(chunk * CHUNK, _last(games, chunk)):
        if job.where == NULL or job.where[i]:
            games.episodes[i] = 0 if job.afresh else games.episodes[i] + 1
            _begin(games, i)
            _find_moves(games, city_at(games, i), state_at(games, i), i)
    write_games(given, chunk)


cdef void write_games(void *given, long chunk) noexcept nogil:
    cdef Job *job = <Job *>given
    cdef long i
    for i in range(chunk * CHUNK, _last(job.games, chunk)):
        _write_no_end(job.games, &job.out, i)
        _write(job.games, city_at(job.games, i), state_at(job.games, i), &job.out, i)


cdef int _pick(const u64 *mask, u64 *generator) noexcept nogil:
    """A set bit, each as likely; 0 if there is none."""
    cdef Rng rng
    cdef u64 word
    cdef int k, n, held
    n = 0
    for k in range(MASK_WORDS):
        n += count(mask[k])
    if n == 0:
        return 0
    rng.state = generator[0]
    n = below(&rng, n)
    generator[0] = rng.state
    k = 0
    held = count(mask[0])
    while n >= held:
        n -= held
        k += 1
        held = count(mask[k])
    word = mask[k]
    while n:
        word &= word - 1
        n -= 1
    return 64 * k + low(word)


cdef void draw_actions(void *given, long chunk) noexcept nogil:
    cdef Job *job = <Job *>given
    cdef Games *games = job.games
    cdef long i
    cdef int action
    for i in range(chunk * CHUNK, _last(games, chunk)):
        action = _pick(games.masks + MASK_WORDS * i, &games.rngs[i])
        if job.width == 8:
            (<u64 *>job.actions)[i] = action
        elif job.width == 4:
            (<u32 *>job.actions)[i] = action
        else:
            (<u16 *>job.actions)[i] = action
