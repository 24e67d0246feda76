# The twelve symmetries of the lattice, acting on set-ups, positions, action ids, masks and observations.
#
# Symmetry g = turns + 6 * mirrored: first, if mirrored, the mirror along the east-west axis, (q, r) -> (q + r, -r); then `turns`
# times 60 degrees counter-clockwise. Mirrored, left is right.

from .observation cimport OBSERVATION_SIZE
from .types cimport ACTIONS, CITY_SPACES, OUTERS, SPACES, VERTICES, City, State, u8, u16, u64

cdef enum:
    SYMMETRIES = 12

# Where each thing goes.
cdef struct Symmetry:
    u8 mirrored
    u8 direction[6]
    u8 vertex[VERTICES]
    u8 space[SPACES]
    u8 outer[OUTERS]
    u16 action[ACTIONS]
    u16 seen[OBSERVATION_SIZE]      # and, of an observation, from where each number comes

cdef Symmetry SYMMETRY[SYMMETRIES]

cdef void transform_city(const City *city, int g, City *out) noexcept nogil
# `to`: the transformed city.
cdef void transform_state(const City *to, const State *state, int g, State *out) noexcept nogil
cdef void transform_mask(const u64 *mask, int g, u64 *out) noexcept nogil
cdef void transform_f32(const float *observation, int g, float *out) noexcept nogil
cdef void transform_u8(const u8 *observation, int g, u8 *out) noexcept nogil
