# cython: language_level=3, boundscheck=False, wraparound=False
"""An extension of one's own on top of metrocore: games played and looked ahead in C, without the interpreter lock."""

from libc.stdint cimport uint16_t, uint64_t

from metrocore.game cimport GameCore
from metrocore.moves cimport Moves, gather, legal_actions, random_move
from metrocore.rng cimport Rng, stream
from metrocore.scoring cimport Score, score
from metrocore.state cimport apply, undo_action
from metrocore.types cimport ABI, ACTIONS, City, State, Undo

from metrocore.game import ABI as metrocore_abi

if metrocore_abi != ABI:
    raise ImportError("built against another version of metrocore: build this extension anew")


def total_scores(GameCore game not None, uint64_t games, uint64_t seed=0):
    """Each player's scores, added up over so many random games from this position on."""
    cdef const City *city = &game.setup.city
    cdef State root = game.state
    cdef State state
    cdef Moves moves
    cdef Rng rng
    cdef Score result
    cdef long long totals[4]
    cdef uint64_t i
    cdef int p
    for p in range(4):
        totals[p] = 0
    with nogil:
        for i in range(games):
            rng = stream(seed, i)
            state = root                    # a copy is an assignment
            while not state.over:
                gather(city, &state, &moves)
                apply(city, &state, random_move(city, &moves, &rng), NULL)
            score(city, &state, &result)
            for p in range(city.players):
                totals[p] += result.total[p]
    return [totals[p] for p in range(city.players)]


def best_now(GameCore game not None):
    """The id of the legal action that scores most station points at once (the first of them), and how many; None if over."""
    cdef const City *city = &game.setup.city
    cdef State state = game.state
    cdef Undo undo
    cdef uint16_t actions[ACTIONS]
    cdef int n = legal_actions(city, &state, actions)
    cdef int player = state.player
    cdef int before = state.points[player]
    cdef int i
    cdef int best = -1
    cdef int gain = -1
    with nogil:
        for i in range(n):
            apply(city, &state, actions[i], &undo)
            if state.points[player] - before > gain:
                gain = state.points[player] - before
                best = actions[i]
            undo_action(city, &state, &undo)
    return (best, gain) if n else None
