"""The four utilities: their ranges, their sums, and what they say of chosen scores."""

import itertools
import math

import pytest

from metrocore.search.utility import UTILITY_NAMES, utilities_of, utility_kind

SCORES = [(0, 0), (10, -3), (5, 5, 5), (40, -20, 7), (1, 2, 3, 4), (-30, -30, 60, 60), (120, -90, 0, 0)]


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("name", UTILITY_NAMES)
def test_expected_utilities_keep_range_and_order(scores: tuple[int, ...], name: str) -> None:
    values = utilities_of(scores, name)
    assert len(values) == len(scores)
    assert all(0.0 <= value <= 1.0 for value in values)
    for p, q in itertools.permutations(range(len(scores)), 2):
        if scores[p] > scores[q]:
            assert values[p] >= values[q]
        if scores[p] == scores[q]:
            assert values[p] == pytest.approx(values[q])


@pytest.mark.parametrize("scores", SCORES)
def test_sums(scores: tuple[int, ...]) -> None:
    assert sum(utilities_of(scores, "win_share")) == pytest.approx(1.0)
    assert sum(utilities_of(scores, "rank")) == pytest.approx(len(scores) / 2)


def test_formulas() -> None:
    assert utilities_of((8, 0), "win_share", 8.0)[0] == pytest.approx(1 / (1 + math.exp(-1)))
    assert utilities_of((8, 0), "rank", 8.0)[0] == pytest.approx(1 / (1 + math.exp(-1)))
    assert utilities_of((30, 10, 0), "margin") == pytest.approx((0.7, 0.3, 0.2))
    assert utilities_of((25, -50, 200), "score") == pytest.approx((0.5, 0.0, 1.0))


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="no utility 'wins'"):
        utility_kind("wins")
    for scores in ((1,), (1, 2, 3, 4, 5), (1, math.nan)):
        with pytest.raises(ValueError, match="two to four scores"):
            utilities_of(scores)
    for spread in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="spread must be positive"):
            utilities_of((1, 2), "rank", spread)
