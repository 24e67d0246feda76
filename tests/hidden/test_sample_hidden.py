"""Hidden letters are drawn evenly from all deals that fit, and never from the truth."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from metrocore.hidden import hidden_deals, sample_letters
from metromania import Game
from metromania.errors import ArgumentError, HiddenError, RecordError, SeatError, WrongTypeError

TYPES = "RCERCE", "CERCER"  # of the left and the right marker of each letter


def positions(games: int, every: int = 12) -> Iterator[tuple[Game, int]]:
    """Positions of random unfair games, each with one player who looks at it."""
    for seed in range(games):
        rng = random.Random(seed)
        game = Game.new(players=rng.choice([3, 4]), seed=seed, variant="unfair")
        while not game.is_over:
            if rng.randrange(every) == 0:
                yield game, rng.randrange(game.players)
            game.push_unchecked(rng.choice(game.legal_ids()))


def fitting_deals(game: Game, viewer: int) -> set[tuple[int, ...]]:
    """All owners that fit what the viewer knows, the plain way: each type's hidden markers in every order."""
    types = [TYPES[marker % 2][marker // 2] for marker in range(12)]
    hidden = [m for m in range(12) if game.places[m] < 0 and game.owners[m] != viewer]
    choices = []
    for kind in "RCE":
        markers = [m for m in hidden if types[m] == kind]
        takers = [game.owners[m] for m in markers]
        choices.append([dict(zip(markers, order, strict=True)) for order in set(itertools.permutations(takers))])
    deals = set()
    for parts in itertools.product(*choices):
        owners = list(game.owners)
        for part in parts:
            for marker, player in part.items():
                owners[marker] = player
        if all(owners[m] != owners[m + 1] for m in range(0, 12, 2)):
            deals.add(tuple(owners))
    return deals


def test_samples_are_the_deals_that_fit_each_as_often() -> None:
    compared = 0
    for number, (game, viewer) in enumerate(positions(40)):
        deals = fitting_deals(game, viewer)
        assert game.owners in deals
        assert hidden_deals(game, viewer) == len(deals) == hidden_deals(game.view(viewer), viewer)
        if number % 9:
            continue
        draws = 60 * len(deals)
        counts = Counter(sample_letters(game, viewer, number, index).owners for index in range(draws))
        assert set(counts) <= deals
        chi_square = sum((counts[deal] - 60) ** 2 / 60 for deal in deals)
        freedom = len(deals) - 1
        assert chi_square < freedom + 6 * (2 * freedom) ** 0.5 + 10
        compared += freedom > 0
    assert compared >= 10


def test_samples_do_not_depend_on_the_truth() -> None:
    changed = 0
    for game, viewer in positions(40):
        view = game.view(viewer)
        other = game.sample_hidden(viewer, 99)
        if other.current_player != game.current_player or other.tunnels_dug != game.tunnels_dug:
            continue  # the other letters end the turn at once: the public position is another
        changed += other.owners != game.owners
        for seed in (0, 1, 2**64 - 1):
            sample = game.sample_hidden(viewer, seed)
            assert sample.state_bytes() == view.sample_hidden(viewer, seed).state_bytes()
            assert sample.state_bytes() == other.sample_hidden(viewer, seed).state_bytes()
    assert changed > 50


def test_samples_fit_and_can_be_played_on() -> None:
    for game, viewer in positions(60):
        before = game.state_bytes()
        sample = game.sample_hidden(viewer, 5)
        assert game.state_bytes() == before
        assert type(sample) is Game
        assert sample.hands[viewer] == game.hands[viewer]
        assert sample.dealt[viewer] == game.dealt[viewer]
        assert sample.places == game.places
        for mine, theirs in zip(sample.dealt, game.dealt, strict=True):
            assert sorted(marker[1] for marker in mine) == sorted(marker[1] for marker in theirs)
            assert len({marker[0] for marker in mine}) == len(mine)
        assert not any(map(any, sample.unknown_counts))
        sample.check()
        assert sample.key == sample.key_afresh()
        assert Game.from_position(sample.position()) == sample
        if game.current_player == viewer:
            assert sample.legal_ids() == game.legal_ids()
        rng = random.Random(1)
        while not sample.is_over:
            sample.push(rng.choice(sample.legal_ids()))
        sample.report()


def test_a_turn_that_the_drawn_letters_leave_nothing_for_is_over() -> None:
    rng = random.Random(2145)
    game = Game.new(players=rng.choice([3, 4]), seed=2145, variant="unfair")
    for _ in range(87):
        game.push(rng.choice(game.legal_ids()))
    # In the middle of player 2's turn, all that can be dug needs a marker whose letter player 3 does not know.
    assert (game.current_player, game.tunnels_dug) == (2, 1)
    assert all(action.letter for action in game.legal_actions)
    turns: Counter[tuple[int | None, int]] = Counter()
    for seed in range(100):
        sample = game.sample_hidden(3, seed)
        sample.check()
        assert sample.legal_ids()
        assert Game.from_position(sample.position()) == sample
        turns[sample.current_player, sample.tunnels_dug] += 1
    assert set(turns) == {(2, 1), (3, 0)}


def test_what_is_not_hidden_stays() -> None:
    for variant in ("open", "no_corruption"):
        game = Game.new(players=4, seed=3, variant=variant)
        assert game.sample_hidden(2, 7) == game
        assert hidden_deals(game, 2) == 1
    game = Game.new(players=3, seed=3, variant="unfair")
    rng = random.Random(3)
    while not game.is_over:
        game.push(rng.choice(game.legal_ids()))
    assert game.sample_hidden(0, 1) == game


def test_a_sample_tells_nothing_else() -> None:
    record = Game.new(players=3, seed=8, variant="unfair").to_record(extras={"x_truth": "AR"})
    game = Game.from_record(record)
    game.push(game.legal_ids()[0])
    sample = game.sample_hidden(1, 4)
    assert sample.extras == {}
    assert sample.viewer is None
    assert sample.history == game.history
    assert sample.ply == 0
    with pytest.raises(RecordError):
        sample.to_record()


def test_bad_input() -> None:
    game = Game.new(players=3, seed=1, variant="unfair")
    for player in (-1, 3, 2**70):
        with pytest.raises(SeatError):
            game.sample_hidden(player, 0)
    odd: Any
    for odd in (None, True, "0"):
        with pytest.raises(WrongTypeError):
            game.sample_hidden(odd, 0)
    for seed in (-1, 2**64):
        with pytest.raises(ArgumentError):
            game.sample_hidden(0, seed)
    with pytest.raises(HiddenError, match="letters of player 2"):
        game.view(1).sample_hidden(2, 0)
