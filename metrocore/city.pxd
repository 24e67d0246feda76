# A set-up made into a City: where the areas, the water, the starts and ends are, and what follows from that.

from .types cimport City, State, u8, u32, u64

# A board's six quarters, ready to be laid out fast: the areas of each as (local space, kind).
cdef struct Quarters:
    u8 size[6]
    u8 local[6][25]
    u8 kind[6][25]
    u32 starts
    u32 ends

# Frame and rules, before any area is laid.
cdef void clear_city(City *city, u32 starts, u32 ends, int players, int variant, int impossible, int majority) noexcept nogil
# One space of kind 1 + type, LAKE or PARK.
cdef void lay_space(City *city, int space, int kind) noexcept nogil
# The six quarters, in their sectors and turns; then the key.
cdef void lay_quarters(City *city, const Quarters *quarters, const u8 *order, const u8 *turns) noexcept nogil
cdef void seal_city(City *city) noexcept nogil
# The position before the first action. `owners`: player or NONE for each destination marker; `unknown` may be NULL.
cdef void start_state(const City *city, const u8 *owners, const u8 *unknown, State *state) noexcept nogil
