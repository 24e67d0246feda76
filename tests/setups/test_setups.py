"""Random set-ups: every quarter in every sector and turn, and every valid deal, evenly (RULES 1 and 2)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from math import factorial, sqrt
from typing import Any

import pytest

from metrocore.deals import deal_count, random_city, random_deal
from metromania import Board, City, Game
from metromania.rules import MARKERS

CITIES = 18_000


def assert_even(found: Counter[Any], cells: Iterable[Any], draws: int) -> None:
    """Every cell, and no other, came up; chi-square within five standard deviations of what even draws give."""
    cells = list(cells)
    assert set(found) == set(cells)
    assert found.total() == draws
    expected = draws / len(cells)
    chi_square = sum((found[cell] - expected) ** 2 / expected for cell in cells)
    freedom = len(cells) - 1
    assert abs(chi_square - freedom) < 5 * sqrt(2 * freedom), chi_square


@pytest.fixture(scope="module")
def cities() -> list[tuple[list[int], list[int]]]:
    return [random_city(seed) for seed in range(CITIES)]


Cities = list[tuple[list[int], list[int]]]


@pytest.mark.parametrize("sector", range(6))
def test_every_quarter_in_every_sector_and_turn_evenly(cities: Cities, sector: int) -> None:
    found = Counter((quarters[sector], turns[sector]) for quarters, turns in cities)
    assert_even(found, product(range(6), range(3)), CITIES)


def test_every_order_of_quarters_evenly(cities: Cities) -> None:
    assert_even(Counter(tuple(quarters) for quarters, _ in cities), permutations(range(6)), CITIES)


def test_every_combination_of_turns_evenly(cities: Cities) -> None:
    assert_even(Counter(tuple(turns) for _, turns in cities), product(range(3), repeat=6), CITIES)


def test_order_and_turns_are_independent(cities: Cities) -> None:
    found = Counter((quarters.index(0), turns[5], turns[0]) for quarters, turns in cities)
    assert_even(found, product(range(6), range(3), range(3)), CITIES)


def test_streams_of_one_seed_are_even_too() -> None:
    found = Counter((quarters[2], turns[2]) for quarters, turns in (random_city(7, i) for i in range(CITIES)))
    assert_even(found, product(range(6), range(3)), CITIES)


def test_all_cities_differ() -> None:
    """In each sector the eighteen ways to lay a quarter look different, so 6! * 3**6 cities do."""
    board = Board.standard()
    bare: dict[str, list[str]] = {"R": [], "C": [], "E": [], "lake": [], "park": []}
    for sector in range(6):
        looks = set()
        for quarter, turns in product(range(6), range(3)):
            quarters = [dict(bare) for _ in range(6)]
            quarters[sector] = board.to_dict()["quarters"][quarter]
            alone = Board(board.to_dict() | {"quarters": quarters})
            looks.add(City(turns=tuple(turns if k == sector else 0 for k in range(6))).areas(alone))
        assert len(looks) == 18
    assert factorial(6) * 3**6 == 524_880


def test_games_are_set_up_so() -> None:
    for seed in range(200):
        game = Game.new(4, seed=seed)
        quarters, turns = random_city(seed)
        assert game.city == City(tuple(quarters), tuple(turns))
        assert game.owners == random_deal(4, seed)
        counts = Counter(game.setup.areas)
        assert (counts[1], counts[2], counts[3], counts[4], counts[5]) == (6, 6, 6, 2, 2)


# Deals


def is_valid(hand: Iterable[str]) -> bool:
    """Different letters, and one of each type at least."""
    hand = list(hand)
    return len({name[0] for name in hand}) == len(hand) and {name[1] for name in hand} == set("RCE")


def valid_deals(players: int, left: tuple[str, ...] = MARKERS) -> Iterator[tuple[frozenset[str], ...]]:
    """All deals of the markers to so many players, hand by hand."""
    if players == 0:
        yield ()
        return
    for hand in combinations(left, len(left) // players):
        if is_valid(hand):
            rest = tuple(name for name in left if name not in hand)
            for deal in valid_deals(players - 1, rest):
                yield (frozenset(hand), *deal)


def hands_of(owners: Iterable[int], players: int) -> tuple[frozenset[str], ...]:
    hands: list[set[str]] = [set() for _ in range(players)]
    for name, owner in zip(MARKERS, owners, strict=True):
        hands[owner].add(name)
    return tuple(map(frozenset, hands))


@pytest.mark.parametrize(("players", "count"), [(2, 1), (3, 1248), (4, 2784)])
def test_number_of_deals(players: int, count: int) -> None:
    assert deal_count(players) == count
    if players > 2:
        assert len(set(valid_deals(players))) == count


@pytest.mark.parametrize("players", [3, 4])
def test_every_valid_deal_evenly(players: int) -> None:
    draws = 20 * deal_count(players)
    found = Counter(random_deal(players, seed) for seed in range(draws))
    by_hands = Counter({hands_of(owners, players): times for owners, times in found.items()})
    assert_even(by_hands, valid_deals(players), draws)


def test_two_players_have_the_left_and_the_right_markers() -> None:
    assert {random_deal(2, seed) for seed in range(100)} == {(0, 1) * 6}


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        random_deal(players, 1)


def test_city_and_deal_are_independent() -> None:
    """One seed gives both: who has AR says nothing of the quarter in sector 0."""
    draws = 12_000
    found = Counter((random_city(seed)[0][0], random_deal(4, seed)[0]) for seed in range(draws))
    assert_even(found, product(range(6), range(4)), draws)
