# What a position caches, computed afresh; and the two steps of it that apply takes as well.

from .types cimport CITY_SPACES, RING, City, State, u8, u32, u64

# The Zobrist part computed afresh.
cdef u64 fresh_board_key(const City *city, const State *state) noexcept nogil
# Everything cached recomputed from size, path, stations, place, owner into `state`.
cdef void derive(const City *city, State *state) noexcept nogil
# NULL, or what is broken.
cdef const char *find_fault(const City *city, const State *state) noexcept nogil


cdef inline u32 loop_free(const City *city, const State *state, int line, int head) noexcept nogil:
    """Directions from its head to city vertices that are not on the line (RULES 3.2)."""
    cdef const u8 *beside = city.lattice.beside[head]
    cdef const u8 *lines = state.lines
    cdef u32 on = (lines[beside[0]] >> line & 1) | (lines[beside[1]] >> line & 1) << 1 | (lines[beside[2]] >> line & 1) << 2
    on |= (lines[beside[3]] >> line & 1) << 3 | (lines[beside[4]] >> line & 1) << 4 | (lines[beside[5]] >> line & 1) << 5
    return on ^ RING


cdef inline void clear_ring(const City *city, State *state, int space) noexcept nogil:
    """A space is taken: no corner has it free. (An outer space's apex has no ring.)"""
    cdef const u8 *corner = city.lattice.corner[space]
    cdef const u8 *bit = city.lattice.corner_bit[space]
    state.ring[corner[0]] &= ~bit[0]
    state.ring[corner[1]] &= ~bit[1]
    if space < CITY_SPACES:
        state.ring[corner[2]] &= ~bit[2]
