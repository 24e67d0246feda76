"""A City owned by a Python object: players, rules, frame and laid-out quarters, checked once, shared by all games on it."""

from collections.abc import Iterable

from metrocore.arguments import shown
from metrocore.errors import SetupError, WrongTypeError

from .city cimport clear_city, lay_space, seal_city
from .types cimport CITY_SPACES, MAX_PLAYERS, NO_CORRUPTION, OPEN, OUTERS, PARK, REWARD, u32


cdef tuple _outers(object spaces, str place):
    cdef list found = []
    if not isinstance(spaces, Iterable):
        raise WrongTypeError(f"expected outer spaces, not {shown(spaces)}", place)
    for space in spaces:
        if type(space) is bool or not isinstance(space, int) or not 0 <= space < OUTERS:
            raise SetupError(f"no outer space: {shown(space)}", place)
        if space in found:
            raise SetupError(f"outer space {space} twice", place)
        found.append(space)
    return tuple(sorted(found))


cdef int _within(object value, int least, int most, str place) except -1:
    if type(value) is bool and place != "majority" or not isinstance(value, int) or not least <= value <= most:
        raise SetupError(f"{shown(value)} is not in {least}..{most}", place)
    return value


cdef class Setup:
    """One set-up: what does not change during a game (RULES 1, 2, 7.3, 9).

    players: 2..4;  variant: 0 open, 1 unfair, 2 no_corruption;  impossible: 0 penalty, 1 reward;  majority: bool, 2 players only
    starts, ends: outer spaces 0..29, disjoint
    areas: 150 bytes, a city triangle each: 0 nothing, 1 residential, 2 commercial, 3 entertainment, 4 lake, 5 park

    Raises SetupError. Immutable, hashable, equal by content, pickled by content.
    """

    def __cinit__(self, players, variant, impossible, majority, starts, ends, areas):
        cdef u32 start_bits = 0
        cdef u32 end_bits = 0
        cdef int i
        self.players = _within(players, 2, MAX_PLAYERS, "players")
        self.variant = _within(variant, OPEN, NO_CORRUPTION, "variant")
        self.impossible = _within(impossible, 0, REWARD, "impossible")
        self.majority = _within(majority, 0, 1, "majority")
        if self.players == 2 and self.variant != OPEN:
            raise SetupError("with two players only the variant open", "variant")
        if self.players != 2 and self.majority:
            raise SetupError("majority goes with two players only", "majority")
        self.starts = _outers(starts, "starts")
        self.ends = _outers(ends, "ends")
        if set(self.starts) & set(self.ends):
            raise SetupError("starts and ends must be disjoint", "ends")
        if not isinstance(areas, (bytes, bytearray)) or len(areas) != CITY_SPACES or max(areas) > PARK:
            raise SetupError(f"must be {CITY_SPACES} bytes, each 0..{PARK}", "areas")
        self.areas = bytes(areas)
        for i in self.starts:
            start_bits |= <u32>1 << i
        for i in self.ends:
            end_bits |= <u32>1 << i
        clear_city(&self.city, start_bits, end_bits, self.players, self.variant, self.impossible, self.majority)
        for i in range(CITY_SPACES):
            if self.areas[i]:
                lay_space(&self.city, i, self.areas[i])
        seal_city(&self.city)

    @property
    def key(self):
        """64-bit key of the set-up: what every position key on it starts from."""
        return self.city.key

    def _content(self):
        return (self.players, self.variant, self.impossible, self.majority, self.starts, self.ends, self.areas)

    def __eq__(self, other):
        return self is other or (isinstance(other, Setup) and self._content() == (<Setup>other)._content())

    def __hash__(self):
        return hash(self.city.key)

    def __reduce__(self):
        return (Setup, self._content())

    def __repr__(self):
        return "Setup({!r}, {!r}, {!r}, {!r}, {!r}, {!r}, {!r})".format(*self._content())


cdef Setup setup_of(const City *city):
    frame = [[o for o in range(OUTERS) if spaces >> o & 1] for spaces in (city.starts, city.ends)]
    areas = <bytes>(<const char *>city.kind)[:CITY_SPACES]
    return Setup(city.players, city.variant, city.impossible, city.majority != 0, *frame, areas)
