"""Guided play: legal, seeded, and far better at what the game is about than uniform play."""

import random

import pytest

from metrocore.errors import GameOverError
from metrocore.playout import playouts
from metrocore.search.guided import guided_choice, guided_playouts, guided_priors, play_guided
from metromania import Game

VARIANTS = [(2, "open"), (3, "open"), (4, "open"), (3, "unfair"), (4, "no_corruption")]


@pytest.mark.parametrize(("players", "variant"), VARIANTS)
def test_every_legal_action_has_a_chance_and_no_other(players: int, variant: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        game = Game.new(players=players, seed=seed, variant=variant)
        while not game.is_over:
            priors = guided_priors(game)
            assert list(priors) == game.legal_ids()
            assert min(priors.values()) > 0
            assert sum(priors.values()) == pytest.approx(1)
            game.push_unchecked(rng.choice(list(priors)))
        assert guided_priors(game) == {}


def test_hidden_letters_are_not_needed() -> None:
    game = Game.new(players=4, seed=5, variant="unfair").view(2)
    while not game.is_over:
        assert list(guided_priors(game)) == game.legal_ids()
        game.push_unchecked(guided_choice(game, 7, game.ply))


def test_draws_follow_the_chances() -> None:
    game = Game.new(players=3, seed=2)
    play = Game.new(players=3, seed=2)
    play_guided(play, 4)
    for action in play.actions[:25]:
        game.push(action)
    priors = guided_priors(game)
    draws = 20_000
    counts = dict.fromkeys(priors, 0)
    for index in range(draws):
        counts[guided_choice(game, 11, index)] += 1
    for number, chance in priors.items():
        assert abs(counts[number] / draws - chance) < 5 * (chance * (1 - chance) / draws) ** 0.5 + 1e-9


def test_seeded_and_the_same_for_any_number_of_threads() -> None:
    game = Game.new(players=4, seed=9)
    before = game.state_bytes()
    one = guided_playouts(game, 300, seed=5)
    assert guided_playouts(game, 300, seed=5, threads=3) == one
    assert guided_playouts(game, 300, seed=6) != one
    assert game.state_bytes() == before
    plies = 0
    for index in range(20):
        copy = game.copy()
        plies += play_guided(copy, 5, index)
        assert copy.is_over
    assert guided_playouts(game, 20, seed=5)["plies"] == plies


def test_guided_lines_arrive_where_random_ones_do_not() -> None:
    """Of eight lines, uniform play completes about 0.65 in a game and guided play more than 4."""
    uniform = guided = 0
    points = {"uniform": 0.0, "guided": 0.0}
    for seed in range(100):
        game = Game.new(players=4, seed=seed)
        at_random, by_weight = playouts(game, 40, seed), guided_playouts(game, 40, seed)
        uniform += at_random["complete_lines"]
        guided += by_weight["complete_lines"]
        points["uniform"] += sum(at_random["points"])
        points["guided"] += sum(by_weight["points"])
    games = 100 * 40
    assert 0.5 < uniform / games < 0.8
    assert guided / games > 4
    assert points["guided"] / games > points["uniform"] / games + 4 * 10


def test_guided_player_beats_random_players() -> None:
    wins = 0
    games = 120
    for seed in range(games):
        game = Game.new(players=4, seed=seed)
        rng = random.Random(seed)
        seat = seed % 4
        while not game.is_over:
            legal = game.legal_ids()
            mine = game.current_player == seat
            game.push_unchecked(guided_choice(game, seed, game.ply) if mine else rng.choice(legal))
        wins += game.report_data()["winners"] == [seat]
    assert wins > 0.7 * games


def test_over() -> None:
    game = Game.new(players=2, seed=1)
    play_guided(game, 1)
    assert play_guided(game, 1) == 0
    with pytest.raises(GameOverError):
        guided_choice(game, 1)
