"""A search as a Python object: some trees on positions of one set-up, run in slices without the GIL, read as plain data.

Checks of what a user passes are made by `metromania.search`; here they only keep the interpreter safe.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from threading import Lock, Thread

from metrocore.errors import GameOverError, SearchError

from ..game cimport GameCore
from ..rng cimport Rng, stream
from ..state cimport key_of
from ..types cimport u32, u64
from .clock cimport now_ns
from .leaves cimport blended_leaf, guided_leaf, guided_priors, softened_priors, static_leaf, uniform_leaf
from .mcts cimport BY_NODES, BY_PROOF, BY_SIMULATIONS, BY_STOP, BY_TIME, RUNNING, Limits, simulate
from .tree cimport ROOT, Tree, find_node, free_tree, move_root, open_tree, restart_tree
from .tree_check cimport find_tree_fault
from .utility cimport UTILITIES

ENDS = ("running", "simulations", "nodes", "seconds", "stopped", "proven")
ROLLOUTS = ("uniform", "guided", "static", "blended")
PRIORS = ("equal", "guided", "softened")

cdef enum:
    SLICE = 10000000        # ns between looks at the signals
    TURN = 2000000          # ns for one tree before the thread turns to its next


cdef class Searcher:
    """Trees on the positions of `games` (one each, copied; all of one set-up).

    `leaf` is an index into ROLLOUTS, or -1 for an evaluator; `priors` one into PRIORS; `shared` makes all threads work on the
    first tree.
    """

    def __cinit__(self, games, *, int utility=0, int leaf=0, bint puct=False, bint paranoid=False, int priors=0,
                  bint transpositions=True, float c=1.0, float fpu=0.0, float virtual_loss=1.0, u64 seed=0, int threads=1,
                  bint shared=False, u32 max_nodes=1000000):
        cdef int i, slots
        cdef GameCore game
        games = list(games)
        if not games or threads < 1 or max_nodes < 1 or not 0 <= utility < UTILITIES or not -1 <= leaf < len(ROLLOUTS) \
                or not 0 <= priors < len(PRIORS):
            raise ValueError("no games, or an option out of range")
        self.busy = Lock()
        self.setup = (<GameCore?>games[0]).setup
        self.tree_count = len(games)
        self.threads = threads
        self.shared = shared and threads > 1
        self.params.leaf = NULL
        if leaf == 0:
            self.params.leaf = uniform_leaf
        elif leaf == 1:
            self.params.leaf = guided_leaf
        elif leaf == 2:
            self.params.leaf = static_leaf
        elif leaf == 3:
            self.params.leaf = blended_leaf
        if priors == 1:
            self.params.priors = guided_priors
        elif priors == 2:
            self.params.priors = softened_priors
        self.params.utility = utility
        self.params.puct = puct
        self.params.paranoid = paranoid
        self.params.sorted = leaf == -1 or priors > 0
        self.params.seat = (<GameCore>games[0]).state.player
        self.params.c = c
        self.params.fpu = fpu
        self.params.loss = virtual_loss
        slots = self.tree_count if self.tree_count > threads else threads
        self.trees = <Tree *>calloc(self.tree_count, sizeof(Tree))
        self.limits = <Limits *>calloc(self.tree_count, sizeof(Limits))
        self.ends = <int *>calloc(slots, sizeof(int))
        self.rngs = <Rng *>calloc(threads, sizeof(Rng))
        if self.trees == NULL or self.limits == NULL or self.ends == NULL or self.rngs == NULL:
            raise MemoryError
        for i in range(self.tree_count):
            game = <GameCore?>games[i]
            if game.setup != self.setup:
                raise ValueError("games of different set-ups")
            if not open_tree(&self.trees[i], &self.setup.city, &game.state, max_nodes, transpositions):
                raise MemoryError
            self.trees[i].rng = stream(seed, i)
        for i in range(threads):
            self.rngs[i] = stream(seed, i)

    def __dealloc__(self):
        cdef int i
        if self.trees != NULL:
            for i in range(self.tree_count):
                free_tree(&self.trees[i])
        free(self.trees)
        free(self.limits)
        free(self.ends)
        free(self.rngs)
        free(self.pending)

    # Running ---------------------------------------------------------------------------------------------------------------

    cdef bint _share_of_work(self, int worker, u64 slice_end) noexcept nogil:
        """One slice of a thread's share; True when nothing of it is left."""
        cdef bint done = True
        cdef u64 turn_end
        cdef int i = worker
        if self.shared:
            self.ends[worker] = simulate(&self.trees[0], &self.params, &self.limits[0], &self.rngs[worker], slice_end, True)
            return self.ends[worker] != RUNNING
        while i < self.tree_count:
            if self.ends[i] == RUNNING:
                turn_end = now_ns() + TURN
                self.ends[i] = simulate(&self.trees[i], &self.params, &self.limits[i], &self.trees[i].rng,
                                        turn_end if turn_end < slice_end else slice_end, False)
                done &= self.ends[i] != RUNNING
            i += self.threads
        return done

    cdef int _begin(self, object simulations, object nodes, object seconds) except -1:
        """Take hold of the search for a run."""
        if not self.busy.acquire(False):
            raise SearchError("the search is running already")
        try:
            if self.trees[0].state.over:
                raise GameOverError("the game is over: there is nothing to search")
            self._revive()
            self._set_limits(
                <u64>-1 if simulations is None else simulations, <u32>-1 if nodes is None else nodes,
                <u64>-1 if seconds is None else now_ns() + <u64>(1e9 * <double>seconds),
            )
        except BaseException:
            self.busy.release()
            raise
        return 0

    cdef int _end(self) except -1:
        """Let go of the search after a run: a stop was for this one."""
        self.stop_flag = 0
        self.busy.release()
        return 0

    cdef void _set_limits(self, u64 simulations, u32 nodes, u64 deadline) noexcept:
        """Each tree's share of the budget: the same for every run."""
        cdef u64 n = self.tree_count
        cdef u64 i
        for i in range(n):
            self.limits[i].simulations = simulations // n + (i < simulations % n)
            self.limits[i].nodes = <u32>(nodes // n + (i < nodes % n))
            self.limits[i].deadline = deadline
            self.limits[i].stop = &self.stop_flag
        for i in range(<u64>max(self.tree_count, self.threads)):
            self.ends[i] = RUNNING

    def _work(self, int worker):
        """A helping thread: its whole share."""
        with nogil:
            while not self._share_of_work(worker, now_ns() + SLICE):
                pass

    def run(self, simulations=None, nodes=None, seconds=None):
        """Simulate until the first of the budgets is used up; says which it was: one of ENDS.

        Raises SearchError if the search is running already, GameOverError, and whatever a signal raises (KeyboardInterrupt): the
        search is then as it was after its last simulation.
        """
        cdef bint done = False
        cdef int i
        cdef list helpers = []
        if self.params.leaf == NULL:
            raise SearchError("leaves wait for an evaluator")
        self._begin(simulations, nodes, seconds)
        try:
            try:
                for i in range(1, self.threads if self.shared else min(self.threads, self.tree_count)):
                    helper = Thread(target=self._work, args=(i,), daemon=True)
                    helper.start()
                    helpers.append(helper)
                while not done:
                    with nogil:
                        done = self._share_of_work(0, now_ns() + SLICE)
                    PyErr_CheckSignals()
            except BaseException:
                self.stop_flag = 1
                raise
            finally:
                self._join(helpers)
            return self._why()
        finally:
            self._end()

    def _join(self, list helpers):
        """Wait for all threads, whatever signals come; what these raise is raised in the end."""
        caught = None
        for helper in helpers:
            while helper.is_alive():
                try:
                    helper.join()
                except BaseException as error:
                    self.stop_flag = 1
                    caught = error
        if caught is not None:
            raise caught

    def _why(self):
        """The end that counts for all: the rarest of the ends of the parts."""
        cdef int i
        cdef set met = {self.ends[i] for i in range(self.threads if self.shared else self.tree_count)}
        for i in (BY_STOP, BY_TIME, BY_NODES, BY_SIMULATIONS):
            if i in met:
                return ENDS[i]
        return ENDS[BY_PROOF]

    def stop(self):
        """Make the run that goes on in another thread end soon; if none does, the next from this root, before it begins."""
        self.stop_flag = 1

    # The root --------------------------------------------------------------------------------------------------------------

    def _revive(self):
        """Trees that lost their memory begin anew; so do all, with paranoid, when the search is for another seat than before."""
        cdef int i
        cdef bint other = self.params.paranoid and self.params.seat != self.trees[0].state.player
        self.params.seat = self.trees[0].state.player
        for i in range(self.tree_count):
            if other or self.trees[i].nodes == NULL:
                if not restart_tree(&self.trees[i], &self.trees[i].state):
                    raise MemoryError

    def move_to(self, int tree, GameCore game not None):
        """Go to the position of a game of this set-up, keeping what was searched below it. Returns how many nodes were kept."""
        cdef u32 node
        cdef int i = self._tree(tree)
        if game.setup != self.setup:
            raise SearchError("the game is of another set-up", "game")
        if not self.busy.acquire(False):
            raise SearchError("the search is running")
        try:
            self.stop_flag = 0
            node = find_node(&self.trees[i], key_of(&game.state)) if self.trees[i].nodes != NULL else 0
            if node != ROOT and not (
                    move_root(&self.trees[i], node, &game.state) if node else restart_tree(&self.trees[i], &game.state)):
                free_tree(&self.trees[i])
                raise MemoryError
            return self.trees[i].node_count if node else 0
        finally:
            self.busy.release()

    cdef int _tree(self, int i) except -1:
        if not 0 <= i < self.tree_count:
            raise IndexError("no such tree")
        return i

    def check(self):
        """Raise AssertionError if a tree is broken."""
        cdef const char *fault
        cdef int i
        for i in range(self.tree_count):
            fault = find_tree_fault(&self.trees[i])
            if fault != NULL:
                raise AssertionError(f"broken tree {i}: {fault.decode()}")
