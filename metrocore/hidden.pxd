# Letters that are hidden (variant unfair): forgotten as a player does not know them, and drawn evenly from all deals that fit.
#
# A deal fits if each player gets as many markers of each type as are unknown in the hand, and never both of a letter, those placed
# and those known counted (RULES 2). What the players did or did not do with them is not looked at.

from .rng cimport Rng
from .types cimport City, State, u64

# The letters in all hands but the player's become unknown. What follows does not depend on what they were.
cdef void forget_letters(const City *city, State *state, int player) noexcept nogil
# Number of deals that fit: at most 13824, and 0 if the position can't come from a valid deal. 1 if nothing is unknown.
cdef u64 count_deals(const City *city, const State *state) noexcept nogil
# All unknown letters drawn, each deal as likely. False if none fits; the state then stays as it was. A turn in which these letters
# leave nothing to dig is over.
cdef bint draw_letters(const City *city, State *state, Rng *rng) noexcept nogil
