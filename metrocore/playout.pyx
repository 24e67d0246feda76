"""Random play to the end: one game, or many over threads, each game from a seed of its own."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from metrocore.arguments import integer
from metrocore.errors import SetupError

from .city cimport Quarters, clear_city, lay_quarters, seal_city, start_state
from .crew cimport MOST_THREADS, Crew, free_crew, make_crew, run_crew
from .deals cimport draw_city, draw_deal
from .game cimport GameCore
from .moves cimport Moves, gather, legal_actions, random_move
from .rng cimport Rng, below, stream
from .scoring cimport Score, score
from .setup cimport Setup
from .state cimport apply
from .types cimport ACTIONS, MARKERS, City, State, u8, u16, u32, u64


cdef int play_out(const City *city, State *state, Rng *rng) noexcept nogil:
    cdef Moves moves
    cdef int plies = 0
    while not state.over:
        gather(city, state, &moves)
        apply(city, state, random_move(city, &moves, rng), NULL)
        plies += 1
    return plies


cdef struct Totals:
    u64 games
    u64 plies
    long long points[4]
    u64 wins[4]         # in 12ths: a win shared by k counts 12 / k
    u64 complete
    u64 causes[4]


cdef void _count_game(const City *city, const State *state, int plies, Totals *totals) noexcept nogil:
    cdef Score result
    cdef int p, winners
    score(city, state, &result)
    totals.games += 1
    totals.plies += plies
    totals.causes[state.cause] += 1
    winners = 0
    for p in range(city.players):
        winners += result.winners >> p & 1
    for p in range(city.players):
        totals.points[p] += result.total[p]
        totals.complete += result.complete[p]
        if result.winners >> p & 1:
            totals.wins[p] += 12 // winners


cdef class Board:
    """Frame and quarters, ready for drawing random cities in the core.

    `Board(starts, ends, quarters)`: outer spaces 0..29; six quarters, each a list of (local space 0..24, kind 1..5).
    """

    def __cinit__(self, starts, ends, quarters):
        cdef int q, i
        memset(&self.quarters, 0, sizeof(Quarters))
        Setup(2, 0, 0, False, starts, ends, bytes(150))     # checks the frame
        for o in starts:
            self.quarters.starts |= <u32>1 << <int>o
        for o in ends:
            self.quarters.ends |= <u32>1 << <int>o
        quarters = [list(quarter) for quarter in quarters]
        if len(quarters) != 6:
            raise SetupError("six quarters wanted", "quarters")
        for q in range(6):
            if len({local for local, _ in quarters[q]}) != len(quarters[q]):
                raise SetupError("a space twice", f"quarters[{q}]")
            for i, (local, kind) in enumerate(quarters[q]):
                if not 0 <= local < 25 or not 1 <= kind <= 5:
                    raise SetupError(f"no space or kind: {local!r}, {kind!r}", f"quarters[{q}][{i}]")
                self.quarters.local[q][i] = local
                self.quarters.kind[q][i] = kind
            self.quarters.size[q] = len(quarters[q])


cdef void _random_games(const Quarters *quarters, int players, u64 seed, u64 first, u64 last, Totals *totals) noexcept nogil:
    cdef City city
    cdef State state
    cdef Rng rng
    cdef u8 order[6]
    cdef u8 turns[6]
    cdef u8 owners[MARKERS]
    cdef u64 i
    for i in range(first, last):
        rng = stream(seed, i)
        draw_city(&rng, order, turns)
        draw_deal(&rng, players, owners)
        clear_city(&city, quarters.starts, quarters.ends, players, 0, 0, 0)
        lay_quarters(&city, quarters, order, turns)
        seal_city(&city)
        start_state(&city, owners, NULL, &state)
        _count_game(&city, &state, play_out(&city, &state, &rng), totals)


cdef void _games_from(
    const City *city, const State *root, PlayOut player, u64 seed, u64 first, u64 last, Totals *totals
) noexcept nogil:
    cdef State state
    cdef Rng rng
    cdef u64 i
    for i in range(first, last):
        rng = stream(seed, i)
        state = root[0]
        _count_game(city, &state, player(city, &state, &rng), totals)


cdef void _add(Totals *whole, const Totals *part) noexcept nogil:
    cdef int p
    whole.games += part.games
    whole.plies += part.plies
    whole.complete += part.complete
    for p in range(4):
        whole.points[p] += part.points[p]
        whole.wins[p] += part.wins[p]
        whole.causes[p] += part.causes[p]


cdef struct Job:
    const Quarters *quarters    # of whole random games; or else
    const City *city            # where to play from, and how
    const State *root
    PlayOut player
    int players
    u64 seed
    u64 begun                   # games of earlier rounds
    u64 games                   # of this round
    long chunks
    Totals *totals              # a chunk each


cdef void _play_chunk(void *given, long chunk) noexcept nogil:
    cdef const Job *job = <const Job *>given
    cdef Totals totals          # of this thread's own, until all is counted
    cdef u64 each = job.games // job.chunks
    cdef u64 longer = job.games % job.chunks
    cdef u64 first = job.begun + each * chunk + min(<u64>chunk, longer)
    cdef u64 last = first + each + (<u64>chunk < longer)
    memset(&totals, 0, sizeof(Totals))
    if job.quarters != NULL:
        _random_games(job.quarters, job.players, job.seed, first, last, &totals)
    else:
        _games_from(job.city, job.root, job.player, job.seed, first, last, &totals)
    job.totals[chunk] = totals


cdef enum:
    CHUNKS = 64                 # of a round, for each thread
    ROUND = 4096                # games for each thread: 50 ms of random play, some 10 times that of guided


cdef dict _play(Job *job, object wanted, object seed, object threads):
    """Play a job's games in chunks that the threads share out, without the GIL; the sums are the same whoever played what.

    Between rounds signals are looked at, so that Ctrl-C ends it.
    """
    cdef Totals whole
    cdef Crew *crew
    cdef long i
    cdef u64 games = integer(wanted, "games", 0, 2**64 - 1)
    cdef int crowd = min(integer(threads, "threads", 1), MOST_THREADS)
    job.seed = integer(seed, "seed", 0, 2**64 - 1)
    memset(&whole, 0, sizeof(Totals))
    crew = make_crew(crowd)
    job.totals = <Totals *>calloc(CHUNKS * crowd, sizeof(Totals))
    try:
        if crew == NULL or job.totals == NULL:
            raise MemoryError
        while job.begun < games:
            job.games = min(games - job.begun, <u64>ROUND * crowd)
            job.chunks = 1 if crowd == 1 else max(1, min(job.games // 8, <u64>CHUNKS * crowd))
            with nogil:
                run_crew(crew, _play_chunk, job, job.chunks)
                for i in range(job.chunks):
                    _add(&whole, &job.totals[i])
            job.begun += job.games
            PyErr_CheckSignals()
    finally:
        with nogil:
            free_crew(crew)
            free(job.totals)
    return {
        "games": whole.games,
        "plies": whole.plies,
        "points": [whole.points[p] for p in range(job.players)],
        "win_share": [whole.wins[p] / 12.0 for p in range(job.players)],
        "complete_lines": whole.complete,
        "causes": {"lines": whole.causes[1], "stations": whole.causes[2], "blocked": whole.causes[3]},
    }


def random_games(Board board not None, players, games, seed=0, threads=1):
    """Play whole random games, each on a random city with a random deal; totals as a dict, the same for any number of threads.

    games, plies, points (per player, summed), win_share (per player, summed), complete_lines, causes. The GIL is free meanwhile;
    Ctrl-C ends it. Threads beyond 256 are not started. Raises ArgumentError, WrongTypeError.
    """
    cdef Job job
    memset(&job, 0, sizeof(Job))
    job.quarters = &board.quarters
    job.players = integer(players, "players", 2, 4)
    return _play(&job, games, seed, threads)


cdef object play_many(GameCore game, PlayOut player, object games, object seed, object threads):
    cdef State root = game.state
    cdef Setup setup = game.setup
    cdef Job job
    memset(&job, 0, sizeof(Job))
    job.city = &setup.city
    job.root = &root
    job.player = player
    job.players = setup.players
    return _play(&job, games, seed, threads)


def playouts(GameCore game not None, games, seed=0, threads=1):
    """Play random games on from a position, which stays as it is; totals and errors as of `random_games`."""
    return play_many(game, play_out, games, seed, threads)


def play_random(GameCore game not None, u64 seed, u64 index=0):
    """Play a game on to its end at random, action by action as `playouts` does for that index; returns the number of actions."""
    cdef Rng rng = stream(seed, index)
    cdef u16 actions[ACTIONS]
    cdef int plies = 0
    while not game.state.over:
        game._push(actions[below(&rng, legal_actions(&game.setup.city, &game.state, actions))])
        plies += 1
    return plies
