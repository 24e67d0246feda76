"""Random play to the end: one game, or many over threads, each game from a seed of its own."""

from libc.string cimport memset

import os

from metrocore.errors import SetupError

from .city cimport Quarters, clear_city, lay_quarters, seal_city, start_state
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


cdef Totals _zero():
    cdef Totals totals
    memset(&totals, 0, sizeof(Totals))
    return totals


cdef dict _summary(const Totals *totals, int players):
    return {
        "games": totals.games,
        "plies": totals.plies,
        "points": [totals.points[p] for p in range(players)],
        "win_share": [totals.wins[p] / 12.0 for p in range(players)],
        "complete_lines": totals.complete,
        "causes": {"lines": totals.causes[1], "stations": totals.causes[2], "blocked": totals.causes[3]},
    }


def _add(list parts):
    """The sum of many summaries."""
    whole = parts[0]
    for part in parts[1:]:
        for name in ("games", "plies", "complete_lines"):
            whole[name] += part[name]
        for name in ("points", "win_share"):
            whole[name] = [a + b for a, b in zip(whole[name], part[name], strict=True)]
        whole["causes"] = {cause: n + part["causes"][cause] for cause, n in whole["causes"].items()}
    return whole


def _share(work, u64 games, int threads):
    """Run work(first, last) over equal shares of the games, a thread each, and add up."""
    if threads < 1:
        raise ValueError("threads must be 1 or more")
    if threads == 1 or games < 2:
        return work(0, games)
    threads = min(threads, games, 4 * (os.cpu_count() or 1))
    cuts = [games * i // threads for i in range(threads + 1)]
    from concurrent.futures import ThreadPoolExecutor     # slow to import, seldom used

    with ThreadPoolExecutor(threads) as pool:
        return _add(list(pool.map(work, cuts, cuts[1:])))


def random_games(Board board not None, int players, u64 games, u64 seed=0, int threads=1):
    """Play whole random games, each on a random city with a random deal; totals as a dict, the same for any number of threads.

    games, plies, points (per player, summed), win_share (per player, summed), complete_lines, causes. The GIL is free meanwhile.
    """
    if not 2 <= players <= 4:
        raise ValueError("players must be 2..4")

    def work(u64 first, u64 last):
        cdef Totals totals = _zero()
        with nogil:
            _random_games(&board.quarters, players, seed, first, last, &totals)
        return _summary(&totals, players)

    return _share(work, games, threads)


cdef object play_many(GameCore game, PlayOut player, u64 games, u64 seed, int threads):
    cdef State root = game.state
    cdef Setup setup = game.setup

    def work(u64 first, u64 last):
        cdef Totals totals = _zero()
        with nogil:
            _games_from(&setup.city, &root, player, seed, first, last, &totals)
        return _summary(&totals, setup.players)

    return _share(work, games, threads)


def playouts(GameCore game not None, u64 games, u64 seed=0, int threads=1):
    """Play random games on from a position, which stays as it is; totals as of `random_games`."""
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
