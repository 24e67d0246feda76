"""RULES 2: lines, stations, destination markers, the deals, and what is seen."""

from collections import Counter

import pytest

from metromania import Game
from metromania.errors import SetupError
from metromania.rules import MARKERS, VARIANTS
from tests.rules.table import legal, play, table

NO_CORRUPTION = {
    4: ["AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE"],
    3: ["AR DR BC CE", "CR AC EC FE", "FR DC BE EE"],
}
SEEDS = range(60)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_pieces(players: int) -> None:
    game = Game.new(players, seed=1)
    assert [str(line) for line in game.lines] == [f"{p}{name}" for p in range(players) for name in "ab"]
    assert game.stations_left == 30
    assert sorted(marker for hand in game.hands for marker in hand) == sorted(MARKERS)


def test_2_two_markers_for_each_letter() -> None:
    left, right = dict(zip("ABCDEF", "RCERCE", strict=True)), dict(zip("ABCDEF", "CERCER", strict=True))
    assert [*MARKERS] == [letter + side[letter] for letter in "ABCDEF" for side in (left, right)]
    assert Counter(marker[1] for marker in MARKERS) == {"R": 4, "C": 4, "E": 4}


@pytest.mark.parametrize("variant", ["open", "unfair"])
def test_2_dealing_to_four(variant: str) -> None:
    for seed in SEEDS:
        for hand in Game.new(4, variant=variant, seed=seed).hands:
            assert sorted(marker[1] for marker in hand) == ["C", "E", "R"]
            assert len({marker[0] for marker in hand}) == 3


@pytest.mark.parametrize("variant", ["open", "unfair"])
def test_2_dealing_to_three(variant: str) -> None:
    twice = Counter[str]()
    for seed in SEEDS:
        for hand in Game.new(3, variant=variant, seed=seed).hands:
            types = Counter(marker[1] for marker in hand)
            assert set(types) == {"R", "C", "E"}
            assert len(hand) == len({marker[0] for marker in hand}) == 4
            twice.update(kind for kind in types if types[kind] == 2)
    assert set(twice) == {"R", "C", "E"}


def test_2_dealing_to_two() -> None:
    for seed in SEEDS:
        left, right = Game.new(2, seed=seed).hands
        assert set(left) == set(MARKERS[0::2])
        assert set(right) == set(MARKERS[1::2])


@pytest.mark.parametrize("players", [3, 4])
def test_2_no_corruption_is_fixed_by_seat(players: int) -> None:
    for seed in SEEDS:
        hands = Game.new(players, variant="no_corruption", seed=seed).hands
        assert [set(hand) for hand in hands] == [set(hand.split()) for hand in NO_CORRUPTION[players]]


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "open"])
def test_2_with_two_players_only_open(variant: str) -> None:
    with pytest.raises(SetupError):
        Game.new(2, variant=variant, seed=1)


@pytest.mark.parametrize(
    ("players", "hands"),
    [
        (4, "AR AC BE / BC CE DR / CR DC EE / EC FE FR"),  # a letter twice
        (4, "AR DR BE / BC CE FR / CR DC EE / EC FE AC"),  # a type missing
        (3, "AR DR CR FR / BC AC EC BE / DC CE EE FE"),  # four of a type
        (2, "AR BC CE DR EC EE / AC BE CR DC FE FR"),  # not the left and the right ones
        (4, "AR BC CE / DR AC EE / FR EC BE / CR DC CE"),  # a marker twice
        (4, "AR BC CE / DR AC EE / FR EC BE DC / CR FE"),  # four and two
    ],
)
def test_2_a_deal_must_be_valid(players: int, hands: str) -> None:
    with pytest.raises(SetupError):
        Game.new(players, hands=[hand.split() for hand in hands.split("/")], seed=1)


def test_2_in_open_everything_is_seen() -> None:
    game = Game.new(4, seed=3)
    assert all(game.view(seat).hands == game.hands for seat in range(4))


def test_2_unfair_letters_in_a_hand_are_known_to_their_owner_alone() -> None:
    game = Game.new(3, variant="unfair", seed=3)
    for seat in range(3):
        seen = game.view(seat).hands
        for other, hand in enumerate(game.hands):
            assert seen[other] == (hand if other == seat else tuple(f"?{marker[1]}" for marker in hand))


def test_2_unfair_a_placed_letter_is_open_to_all() -> None:
    game = table(4, variant="unfair", seed=5, R="c4u")
    letter = next(marker[0] for marker in game.hands[0] if marker[1] == "R")
    play(game, f"SW3>c4 a>c5l={letter}")
    for seat in range(4):
        (marker,) = game.view(seat).markers
        assert (marker.name, marker.player, marker.space) == (f"{letter}R", 0, "c4u")
        assert f"{letter}R" in game.view(seat).dealt[0]


def test_2_unfair_in_a_view_any_letter_may_be_behind_a_hidden_marker() -> None:
    """Decision 10: the types are open, so an opponent of that type may yet place any letter of it."""
    game = table(4, variant="unfair", seed=5, R="c4u")
    play(game, "SW3>c4")
    own = [marker[0] for marker in game.hands[1] if marker[1] == "R"]
    letters = {text[-1] for text in legal(game.view(1), "a>c5l=")}
    assert letters <= {"A", "C", "D", "F"} - set(own)
    assert len(legal(game, "a>c5l=")) == 1
    assert legal(game, "a>c5l=") <= {f"a>c5l={letter}" for letter in letters}
