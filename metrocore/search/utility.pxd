# What a search maximises: four utilities, each in [0, 1] for each player, of a final score or of expected scores.
#
#   WIN_SHARE  one over the number of winners for a winner, else 0                     (RULES 7; sums to 1)
#   RANK       the share of opponents beaten, a tie counting half                      (sums to players / 2)
#   MARGIN     1/2 + margin / 100, cut to [0, 1]; margin: points ahead of the best opponent
#   SCORE      (points + 50) / 150, cut to [0, 1]

from ..scoring cimport Score
from ..types cimport City

cdef enum:
    WIN_SHARE = 0
    RANK = 1
    MARGIN = 2
    SCORE = 3
    UTILITIES = 4

# out[p] for each player p of the city; entries of players who do not sit at the table are 0.
cdef void final_utility(const City *city, const Score *score, int kind, double *out) noexcept nogil
# The same of expected final scores. Each is taken as its mean with a logistic error whose scale, in points, is `spread` (> 0):
# one player is ahead of another with probability 1 / (1 + exp(-difference / spread)), wins in proportion to exp(score / spread).
cdef void expected_utility(const City *city, const double *expected, double spread, int kind, double *out) noexcept nogil
