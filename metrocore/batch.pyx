"""Many games stepped at once over NumPy arrays, without the GIL, on as many threads as asked.

This room converts, checks and locks; what is done to the games is in batch_games.pyx, the threads are in crew.pyx. Whatever is
wrong with a call is found before the first game moves, so a call that raises leaves all games as they were.
"""

from threading import Lock

from cpython.buffer cimport Py_buffer
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memset

import numpy

from metrocore.arguments import integer, shown
from metrocore.errors import ActionError, GameIndexError, GameOverError, IllegalActionError, SetupError, WrongTypeError
from metrocore.outputs import Outputs

from .arrays cimport ANY, Arrays, choice, whole
from .batch_games cimport (
    CHUNK, PACKED, Games, Job, Root, check_games, city_at, draw_actions, game_seed, reset_games, slot_bytes, state_at, step_games,
    write_games,
)
from .crew cimport MOST_THREADS, Task, end_threads, free_crew, make_crew, run_crew
from .game cimport GameCore
from .observation cimport OBSERVATION_SIZE
from .playout cimport Board
from .setup cimport Setup, setup_of
from .state cimport key_of
from .types cimport ACTIONS, CITY_SPACES, MARKERS, MASK_WORDS, City, State, u8, u16, u32, u64

AUTORESET_MODES = ("next_step", "same_step", "disabled")
REWARDS = ("win_share", "rank", "margin", "score", "points")

_INTEGERS = "qQlLiIhH"

cdef enum:
    FEW = 16384             # games that are checked before other threads would have woken


cdef class BatchCore:
    """Games of one number of players, stepped at once.

    `BatchCore(board, size, players=4, ...)` draws a set-up for each game: game i's episode e (0, 1, ...) is set up from a seed of
    its own, `seeds[i]`, just as `Game.new(seed=seeds[i])` is. `owners` (12 players) is a deal for all of them, else it is drawn;
    variant: 0 open, 1 unfair, 2 no_corruption; impossible: 0 penalty, 1 reward; majority: bool.

    `BatchCore(games)` begins each game, and each of its episodes, at the position of the given GameCore; the same one may be given
    many times. All must have as many players.

    threads: 1..256, the caller counted. They wait between steps and end with the batch (or `close`); results don't depend on them.
    autoreset: what becomes of a game that has ended, in the words of Gymnasium: `next_step` (the next step sets it up anew and
    ignores its action: reward 0, not ended), `same_step` (set up anew at once: reward and `ended` are of the end, players,
    masks and observations of the new game), `disabled` (it stays as it is until `reset`; to step it is an error).
    reward: what the end of a game is worth to each player: `win_share`, `rank`, `margin`, `score` (0..1: see
    `metrocore.search.utility`) or `points` (the final points as they are).

    Raises SetupError, WrongTypeError, MemoryError. A batch may be called from several threads: calls wait for each other.
    """

    def __cinit__(self, source, size=None, *, players=4, variant=0, impossible=0, majority=False, owners=None, seed=0, threads=1,
                  autoreset="next_step", reward="win_share"):
        self.lock = Lock()
        self.threads = whole(threads, 1, MOST_THREADS, "threads")
        self.games.seed = whole(seed, 0, 2**64 - 1, "seed")
        self.games.autoreset = choice(autoreset, AUTORESET_MODES, "autoreset")
        self.games.reward = choice(reward, REWARDS, "reward")
        if isinstance(source, Board):
            self._draw_from(source, size, players, variant, impossible, majority, owners)
        else:
            self._begin_from(source)
        self._allocate()
        self.crew = make_crew(self.threads)
        if self.crew == NULL:
            raise MemoryError
        self._reset(Outputs(None, None, None, None), None, self.games.seed)

    def __dealloc__(self):
        free_crew(self.crew)
        free(self.memory)
        free(self.games.masks)
        free(self.games.rngs)
        free(self.games.episodes)
        free(self.games.chosen)
        free(self.games.root_of)
        free(self.roots)

    cdef int _draw_from(self, object board, object size, int players, int variant, int impossible, bint majority,
                        object owners) except -1:
        cdef int m
        Setup(players, variant, impossible, majority, (), (), bytes(CITY_SPACES))       # checks that they go together
        self.games.size = whole(size, 0, 2**40, "size")
        self.games.drawn = True
        self.games.players = players
        self.games.variant = variant
        self.games.impossible = impossible
        self.games.majority = majority
        self.games.quarters = (<Board>board).quarters
        self.games.dealt = owners is not None
        if owners is not None:
            owners = tuple(owners)
            if len(owners) != MARKERS:
                raise SetupError(f"{MARKERS} owners wanted, {len(owners)} given", "owners")
            for m in range(MARKERS):
                self.games.owners[m] = whole(owners[m], 0, players - 1, f"owners[{m}]")
        return 0

    cdef int _begin_from(self, object given) except -1:
        cdef dict numbers = {}      # id of a given game -> its root
        cdef GameCore game
        cdef long i
        try:
            given = list(given)
        except TypeError:
            raise WrongTypeError(f"expected games, not {type(given).__name__}", "games") from None
        self.games.size = len(given)
        self.games.players = 4
        self.roots_held = []
        self.games.root_of = <u32 *>calloc(len(given) + 1, sizeof(u32))
        if self.games.root_of == NULL:
            raise MemoryError
        for i in range(self.games.size):
            if not isinstance(given[i], GameCore):
                raise WrongTypeError(f"expected a game, not {type(given[i]).__name__}", f"games[{i}]")
            game = given[i]
            if i == 0:
                self.games.players = game.setup.players
            elif game.setup.players != self.games.players:
                raise SetupError(f"{game.setup.players} players, not {self.games.players}", f"games[{i}]")
            if id(game) not in numbers:
                numbers[id(game)] = len(self.roots_held)
                self.roots_held.append(game.copy(stack=False))
            self.games.root_of[i] = numbers[id(game)]
        self.roots = <Root *>calloc(len(self.roots_held) + 1, sizeof(Root))
        if self.roots == NULL:
            raise MemoryError
        for i, game in enumerate(self.roots_held):
            self.roots[i].state = game.state
            self.roots[i].city = &game.setup.city
        self.games.roots = self.roots
        return 0

    cdef int _allocate(self) except -1:
        cdef Games *games = &self.games
        cdef size_t size = games.size
        games.stride = slot_bytes(sizeof(State)) + (slot_bytes(sizeof(City)) if games.drawn else 0)
        self.memory = <char *>malloc((size + 1) * games.stride)
        games.masks = <u64 *>calloc(size + 1, 8 * MASK_WORDS)
        games.rngs = <u64 *>calloc(size + 1, 8)
        games.episodes = <u64 *>calloc(size + 1, 8)
        games.chosen = <u16 *>calloc(size + 1, 2)
        if self.memory == NULL or games.masks == NULL or games.rngs == NULL or games.episodes == NULL or games.chosen == NULL:
            raise MemoryError
        games.slots = self.memory + (-<size_t>self.memory & 63)
        return 0

    # Steps -----------------------------------------------------------------------------------------------------------------

    cdef int _run(self, Task task, Job *job, long alone=0) except -1:
        """All chunks, with the GIL free; the caller holds the lock. Batches smaller than `alone` are not shared out."""
        cdef long chunks = (self.games.size + CHUNK - 1) // CHUNK
        cdef long chunk
        with nogil:
            if self.games.size < alone:
                for chunk in range(chunks):
                    task(job, chunk)
            else:
                run_crew(self.crew, task, job, chunks)
        return 0

    cdef object _aim(self, object out, object where, Job *job, Arrays arrays):
        """Check the arrays to be written, fresh ones if none are given, aim the job at them and return them."""
        cdef long size = self.games.size
        cdef Py_buffer *view
        memset(job, 0, sizeof(Job))
        job.games = &self.games
        if out is None:
            out = self.outputs()
        if not isinstance(out, tuple) or len(out) != 5:
            raise WrongTypeError("expected Outputs: rewards, ended, current_players, masks, observations", "out")
        rewards, ended, current_players, masks, observations = out
        if rewards is not None:
            job.out.rewards = <float *>arrays.take(rewards, "out.rewards", "f", size, self.games.players, True).buf
        if ended is not None:
            job.out.ended = <u8 *>arrays.take(ended, "out.ended", "?", size, 0, True).buf
        if current_players is not None:
            job.out.players = <signed char *>arrays.take(current_players, "out.current_players", "b", size, 0, True).buf
        if masks is not None:
            view = arrays.take(masks, "out.masks", "?B", size, ANY, True)
            job.out.packed = view.format[0] == b"B"
            arrays.check_columns(PACKED if job.out.packed else ACTIONS)
            job.out.masks = <u8 *>view.buf
        if observations is not None:
            view = arrays.take(observations, "out.observations", "fB", size, OBSERVATION_SIZE, True)
            if view.itemsize == 1:
                job.out.bytes = <u8 *>view.buf
            else:
                job.out.floats = <float *>view.buf
        if where is not None:
            job.where = <u8 *>arrays.take(where, "where", "?", size, 0, False).buf
        return out

    def outputs(self, *, masks="bool", observations=None):
        """Fresh arrays for `out=`: `masks` is `bool`, `packed` or None; `observations` is `float32`, `uint8` or None."""
        cdef long size = self.games.size
        if masks is not None:
            choice(masks, ("bool", "packed"), "masks")
            masks = numpy.zeros((size, PACKED), numpy.uint8) if masks == "packed" else numpy.zeros((size, ACTIONS), numpy.bool_)
        if observations is not None:
            choice(observations, ("float32", "uint8"), "observations")
            observations = numpy.zeros((size, OBSERVATION_SIZE), observations)
        rewards = numpy.zeros((size, self.games.players), numpy.float32)
        return Outputs(rewards, numpy.zeros(size, numpy.bool_), numpy.zeros(size, numpy.int8), masks, observations)

    def step(self, actions, out=None, where=None):
        """Play one action in every game, or in those where `where` is true.

        actions: (N,) of int16, uint16, int32, uint32, int64 or uint64: the id 0..319 of an action that is legal in its game.
        out: Outputs with the arrays to be written, or None in places; without it, fresh ones with bool masks.
        where: bool (N,). Of the other games the actions are not looked at, and what is written is as they stand.

        Returns the Outputs. Arrays are C-ordered and share no memory. Raises, before any game has moved: WrongTypeError (what is
        no array, or of another type), ArrayError (shape, order, read-only, overlap); for the first game that has one, with the
        place `actions[i]`, ActionError (no action), IllegalActionError (not legal there), GameOverError (over, `disabled`).
        """
        cdef Arrays arrays = Arrays()
        cdef Job job
        cdef Py_buffer *view
        out = self._aim(out, where, &job, arrays)
        view = arrays.take(actions, "actions", _INTEGERS, self.games.size, 0, False)
        job.actions = view.buf
        job.width = view.itemsize
        arrays.check_apart()
        with self.lock:
            job.refused = self.games.size
            self._run(check_games, &job, FEW)
            if job.refused < self.games.size:
                self._refuse(actions, job.refused)
            self._run(step_games, &job)
        return out

    def _refuse(self, actions, long i):
        """Raise what fits the first refused action."""
        action = int(actions[i])
        if state_at(&self.games, i).over:
            raise GameOverError("the game is over", f"actions[{i}]")
        if not 0 <= action < ACTIONS:
            raise ActionError(f"{action} is no action", f"actions[{i}]")
        raise IllegalActionError(f"{action} is not legal there", f"actions[{i}]")

    def reset(self, seed=None, out=None, where=None):
        """Begin the next episode of every game, or of those where `where` is true; with a seed (0..2**64-1), all begin again with
        episode 0 of that seed. Returns the Outputs, with no rewards and no ends. Raises as `step` does; SetupError."""
        if seed is not None:
            seed = whole(seed, 0, 2**64 - 1, "seed")
            if where is not None:
                raise SetupError("a new seed is for all games", "where")
        return self._reset(out, where, seed)

    def _reset(self, out, where, seed):
        cdef Arrays arrays = Arrays()
        cdef Job job
        out = self._aim(out, where, &job, arrays)
        arrays.check_apart()
        with self.lock:
            if seed is not None:
                job.afresh = True
                self.games.seed = seed
            self._run(reset_games, &job)
        return out

    def look(self, out=None):
        """The games as they stand, with no rewards and no ends: Outputs as of `step`."""
        cdef Arrays arrays = Arrays()
        cdef Job job
        out = self._aim(out, None, &job, arrays)
        arrays.check_apart()
        with self.lock:
            self._run(write_games, &job)
        return out

    def random_actions(self, out=None):
        """A legal action for every game, each as likely, from a generator that the game has from its own seed; 0 where the game is
        over. out: (N,) of an integer type as of `step`; without it, a fresh int32 array. Raises as `step` does."""
        cdef Arrays arrays = Arrays()
        cdef Job job
        cdef Py_buffer *view
        if out is None:
            out = numpy.zeros(self.games.size, numpy.int32)
        self._aim(Outputs(None, None, None, None), None, &job, arrays)
        view = arrays.take(out, "out", _INTEGERS, self.games.size, 0, True)
        job.actions = view.buf
        job.width = view.itemsize
        with self.lock:
            self._run(draw_actions, &job, FEW)
        return out

    # The games -------------------------------------------------------------------------------------------------------------

    def game(self, index):
        """A copy of game 0..N-1 as it stands, without its history: a GameCore, or of the class of the given game.

        Raises WrongTypeError, GameIndexError.
        """
        cdef GameCore made
        cdef State begun, state
        cdef long i = self._index(index)
        cdef u64 seed = 0
        with self.lock:
            state = state_at(&self.games, i)[0]
            if self.games.drawn:
                setup = setup_of(city_at(&self.games, i))
                seed = game_seed(self.games.seed, i, self.games.episodes[i])
        if self.games.drawn:
            made = self._make_game(setup, tuple([state.owner[m] for m in range(MARKERS)]), seed)
        else:
            made = self.roots_held[self.games.root_of[i]].copy(stack=False)
        begun = made.state
        made.state = state
        # Only of a game before its first action is the record known.
        made.from_start = made.from_start and memcmp(&begun, &state, sizeof(State)) == 0
        return made

    def _make_game(self, setup, owners, seed):
        """A game before its first action, drawn with that seed."""
        return GameCore(setup, owners)

    def _index(self, index):
        if not 0 <= (index := integer(index, "index")) < self.games.size:
            raise GameIndexError(f"there is no game {shown(index)} among {self.games.size}", "index")
        return index

    def __len__(self):
        return self.games.size

    @property
    def players(self):
        """Players of each game, 2..4."""
        return self.games.players

    @property
    def autoreset(self):
        """What becomes of a game that has ended: `next_step`, `same_step` or `disabled`."""
        return AUTORESET_MODES[self.games.autoreset]

    @property
    def reward(self):
        """What the end of a game is worth: `win_share`, `rank`, `margin`, `score` or `points`."""
        return REWARDS[self.games.reward]

    @property
    def seed(self):
        """The seed from which the games' seeds come."""
        return self.games.seed

    cdef object _words(self, int which):
        """A word for each game: 0 episode, 1 seed, 2 key."""
        cdef Arrays arrays = Arrays()
        cdef long i
        made = numpy.zeros(self.games.size, numpy.uint64)
        cdef u64 *into = <u64 *>arrays.take(made, "made", "QL", self.games.size, 0, True).buf
        with self.lock:
            for i in range(self.games.size):
                into[i] = self.games.episodes[i]
                if which == 1:
                    into[i] = game_seed(self.games.seed, i, into[i])
                elif which == 2:
                    into[i] = key_of(state_at(&self.games, i))
        return made

    @property
    def episodes(self):
        """How many times each game has been set up since the seed was given, less one: a fresh uint64 (N,)."""
        return self._words(0)

    @property
    def seeds(self):
        """The seed of each game's episode, which `Game.new(seed=...)` draws the same set-up from: a fresh uint64 (N,)."""
        return self._words(1)

    @property
    def keys(self):
        """The key of each position, as of `GameCore.key`: a fresh uint64 (N,)."""
        return self._words(2)

    @property
    def nbytes(self):
        """Bytes of memory that the games take."""
        return (self.games.size + 1) * (self.games.stride + 8 * MASK_WORDS + 18) + len(self.roots_held or ()) * sizeof(Root)

    def close(self):
        """End the threads. The batch stays usable: its next step starts them again."""
        with self.lock:
            end_threads(self.crew)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
