# Random set-ups, uniform over all valid ones (RULES 1, 2, Decision 2).

from .rng cimport Rng
from .types cimport u8

# order[6], turns[6]: which quarter lies in each sector, and how it is turned.
cdef void draw_city(Rng *rng, u8 *order, u8 *turns) noexcept nogil
# owners[12]: which player has each destination marker; players 2..4.
cdef void draw_deal(Rng *rng, int players, u8 *owners) noexcept nogil
