"""What a search maximises: win share, rank, margin or score, of a final score or of expected scores (see utility.pxd)."""

from libc.math cimport exp

from ..game cimport GameCore
from ..scoring cimport Score
from ..scoring cimport score as score_state
from ..setup cimport Setup
from ..types cimport City

# In the order of the numbers in utility.pxd.
UTILITY_NAMES = ("win_share", "rank", "margin", "score")

cdef enum:
    MARGIN_SPAN = 100       # points between utility 0 and 1: games end well within 50 points of each other
    SCORE_SPAN = 150
    SCORE_FLOOR = -50       # no marker placed costs at most 4 * 6 points at three or four players, 36 at two


cdef inline double _cut(double x) noexcept nogil:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


cdef void _margins(const City *city, const double *points, double *out) noexcept nogil:
    cdef int p, q
    cdef double best
    for p in range(city.players):
        best = points[0 if p else 1]
        for q in range(city.players):
            if q != p and points[q] > best:
                best = points[q]
        out[p] = _cut(0.5 + (points[p] - best) / MARGIN_SPAN)


cdef void _scores(const City *city, const double *points, double *out) noexcept nogil:
    cdef int p
    for p in range(city.players):
        out[p] = _cut((points[p] - SCORE_FLOOR) / SCORE_SPAN)


cdef void final_utility(const City *city, const Score *score, int kind, double *out) noexcept nogil:
    cdef double points[4]
    cdef int p, q, winners, equals
    for p in range(4):
        out[p] = 0.0
        points[p] = score.total[p]
    if kind == WIN_SHARE:
        winners = 0
        for p in range(city.players):
            winners += score.winners >> p & 1
        for p in range(city.players):
            if score.winners >> p & 1:
                out[p] = 1.0 / winners
    elif kind == RANK:
        for p in range(city.players):
            equals = 0
            for q in range(city.players):
                equals += q != p and score.rank[q] == score.rank[p]
            out[p] = (city.players - score.rank[p] - 0.5 * equals) / (city.players - 1)
    elif kind == MARGIN:
        _margins(city, points, out)
    else:
        _scores(city, points, out)


cdef void expected_utility(const City *city, const double *expected, double spread, int kind, double *out) noexcept nogil:
    cdef double best = expected[0]
    cdef double total = 0.0
    cdef int p, q
    for p in range(4):
        out[p] = 0.0
    if kind == WIN_SHARE:
        for p in range(1, city.players):
            best = expected[p] if expected[p] > best else best
        for p in range(city.players):
            out[p] = exp((expected[p] - best) / spread)
            total += out[p]
        for p in range(city.players):
            out[p] /= total
    elif kind == RANK:
        for p in range(city.players):
            for q in range(city.players):
                if q != p:
                    out[p] += 1.0 / (1.0 + exp((expected[q] - expected[p]) / spread)) / (city.players - 1)
    elif kind == MARGIN:
        _margins(city, expected, out)
    else:
        _scores(city, expected, out)


def utility_kind(name):
    """The number of a utility from its name (see `UTILITY_NAMES`); raises ValueError."""
    if name not in UTILITY_NAMES:
        raise ValueError(f"no utility {name!r}: one of {', '.join(UTILITY_NAMES)}")
    return UTILITY_NAMES.index(name)


def utilities(GameCore game not None, name="win_share"):
    """What each player would have if the game ended as it stands: a tuple of floats in [0, 1], by seat.

    `name` is `win_share` (one over the number of winners, else 0), `rank` (share of opponents beaten, ties half), `margin`
    (1/2 + points ahead of the best opponent / 100, cut to [0, 1]) or `score` ((points + 50) / 150, cut likewise). A game that is
    not over is scored as RULES 7 would score its position. Raises ValueError for another name.
    """
    cdef Score result
    cdef double out[4]
    cdef int kind = utility_kind(name)
    cdef Setup setup = game.setup
    score_state(&setup.city, &game.state, &result)
    final_utility(&setup.city, &result, kind, out)
    return tuple(out[p] for p in range(setup.players))


def utilities_of(scores, name="win_share", double spread=8.0):
    """Utilities of expected final scores, one per player (2 to 4 of them): a tuple of floats in [0, 1].

    Scores are taken as means with a logistic error of scale `spread` points: `win_share` is proportional to exp(score / spread),
    `rank` counts 1 / (1 + exp(-difference / spread)) for each opponent; `margin` and `score` are as in `utilities`. Raises
    ValueError for another name, another number of scores, NaN, or a spread that is not positive.
    """
    cdef City city
    cdef double expected[4]
    cdef double out[4]
    cdef int kind = utility_kind(name)
    cdef int p
    scores = [float(score) for score in scores]
    if not 2 <= len(scores) <= 4 or any(score != score for score in scores):
        raise ValueError("two to four scores wanted, none NaN")
    if not 0.0 < spread < float("inf"):
        raise ValueError(f"spread must be positive, not {spread}")
    city.players = len(scores)
    for p in range(4):
        expected[p] = scores[p] if p < len(scores) else 0.0
    expected_utility(&city, expected, spread, kind, out)
    return tuple(out[p] for p in range(len(scores)))
