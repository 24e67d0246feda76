"""What a position tells of itself to Python; what may be done in it is in game.pyx."""

from libc.string cimport memcmp

from metrocore.arguments import integer, shown
from metrocore.errors import SeatError

from .bits cimport has
from .derive cimport find_fault, fresh_board_key
from .digs cimport is_blocked
from .parts cimport save_parts
from .report cimport report_data, trips_data
from .rng cimport mix64
from .setup cimport Setup
from .state cimport key_of, turn_word
from .types cimport CITY_VERTICES, MARKED, MARKERS, NONE, OPENING, TYPES, State, u64

_CAUSES = (None, "lines", "stations", "blocked")
cdef Setup _NOWHERE = Setup(2, 0, 0, False, (), (), bytes(150))


cdef class PositionCore:
    """A state and the set-up that it belongs to. Equal where both are; it does not move by itself."""

    def __cinit__(self):
        # Whoever makes one without __init__ has an empty game: over, on an empty city.
        self.setup = _NOWHERE
        self.state.over = 1

    @property
    def key(self):
        """64-bit Zobrist key of the position: equal positions of equal set-ups have equal keys."""
        return key_of(&self.state)

    def key_afresh(self):
        """The key computed from nothing; always equal to `key`."""
        return fresh_board_key(&self.setup.city, &self.state) ^ mix64(turn_word(&self.state) + <u64>0x9E3779B97F4A7C15ULL)

    def check(self):
        """Raise AssertionError if anything that is kept step by step differs from the same computed afresh."""
        cdef const char *fault = find_fault(&self.setup.city, &self.state)
        if fault != NULL:
            raise AssertionError(f"broken: {fault.decode()}")

    @property
    def players(self):
        """Number of players, 2..4."""
        return self.setup.city.players

    @property
    def current_player(self):
        """Whose action is next, 0..players-1; None when the game is over."""
        return None if self.state.over else self.state.player

    @property
    def is_over(self):
        return self.state.over != 0

    @property
    def end_cause(self):
        """'lines', 'stations' or 'blocked' once the end is called (RULES 6), else None."""
        return _CAUSES[self.state.cause]

    @property
    def end_called_by(self):
        """The player in whose turn the end was called, else None."""
        return self.state.caller if self.state.cause else None

    @property
    def tunnels_dug(self):
        """Tunnels dug so far in this turn, 0..3."""
        return self.state.dug

    @property
    def marker_placed_this_turn(self):
        return self.state.flags & MARKED != 0

    @property
    def first_line_turn(self):
        """Whether line a was started in this turn: all its tunnels are on it (RULES 5)."""
        return self.state.flags & OPENING != 0

    @property
    def bonus_line(self):
        """The line 0..7 whose bonus station is to be decided now, else None."""
        return self.state.bonus - 1 if self.state.bonus else None

    @property
    def station_vertices(self):
        """Vertices with a station, ascending: tuple of 0..90."""
        return tuple([v for v in range(CITY_VERTICES) if has(self.state.stations, v)])

    @property
    def stations_left(self):
        """Stations not yet placed, 0..30."""
        return self.state.stations_left

    @property
    def station_points(self):
        """Points for stations so far, a player each."""
        return tuple([self.state.points[p] for p in range(self.setup.players)])

    @property
    def owners(self):
        """Who has or placed each of the 12 destination markers: player, or -1 if unknown."""
        return tuple([-1 if self.state.owner[m] == NONE else self.state.owner[m] for m in range(MARKERS)])

    @property
    def places(self):
        """Where each of the 12 destination markers lies: triangle 0..149, or -1."""
        return tuple([-1 if self.state.place[m] == NONE else self.state.place[m] for m in range(MARKERS)])

    @property
    def unknown_counts(self):
        """Per player, how many markers of type R, C, E are in hand with their letters unknown."""
        return tuple([tuple([self.state.unknown[p][t] for t in range(TYPES)]) for p in range(self.setup.players)])

    cdef int _line(self, object line) except -1:
        line = integer(line, "line")
        if not 0 <= line < 2 * self.setup.players:
            raise SeatError(f"no line {shown(line)} in a game of {self.setup.players}")
        return line

    def path(self, line):
        """Vertices of line 0..7 (2 * player + 0 for a, 1 for b), the apex of its start first; () if not started. SeatError."""
        cdef int k = self._line(line)
        size = self.state.size[k]
        return tuple([self.state.path[k][i] & 127 for i in range(size + 1)]) if size else ()

    def sides(self, line):
        """On which side of each dig its tunnel lies: 0 left, 1 right. SeatError."""
        cdef int k = self._line(line)
        return tuple([self.state.path[k][i] >> 7 for i in range(1, self.state.size[k] + 1)])

    def triangles(self, line):
        """The triangle 0..179 of each tunnel of the line. SeatError."""
        from metrocore.lattice import neighbours, vertex_triangles

        path = self.path(line)
        ways = [neighbours[v].index(w) for v, w in zip(path, path[1:], strict=False)]
        return tuple([
            vertex_triangles[v][(way - side) % 6] for v, way, side in zip(path, ways, self.sides(line), strict=False)
        ])

    def complete(self, line):
        """Whether the line has its end marker. SeatError."""
        cdef int k = self._line(line)
        return self.state.complete >> k & 1 != 0

    def blocked(self, line):
        """Whether the line is blocked as RULES 6 has it. SeatError."""
        cdef int k = self._line(line)
        return is_blocked(&self.setup.city, &self.state, k)

    def report_data(self, bint all_routes=False):
        """Scores and trips as plain data, as if the game ended here."""
        return report_data(&self.setup.city, &self.state, all_routes)

    def trips_data(self, bint all_routes=False):
        """The seven trips as they stand, as plain data."""
        return trips_data(&self.setup.city, &self.state, all_routes)

    def __eq__(self, other):
        if not isinstance(other, PositionCore):
            return NotImplemented
        return self.setup == (<PositionCore>other).setup and memcmp(&self.state, &(<PositionCore>other).state, sizeof(State)) == 0

    def __hash__(self):
        return hash(key_of(&self.state))

    def state_bytes(self):
        """The state's memory, for comparing: bytes."""
        return (<const char *>&self.state)[:sizeof(State)]

    @property
    def state_size(self):
        """Bytes of a state."""
        return sizeof(State)

    def parts(self):
        """The position as plain data: what `from_parts` takes."""
        return save_parts(&self.setup.city, &self.state)
