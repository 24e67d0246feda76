"""Search with hidden letters: nothing that it finds depends on what its player may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from metromania import Game
from metromania.errors import HiddenError
from metromania.search import Result, Search, search


def unfair(seed: int, plies: int, players: int = 4) -> Game:
    """A game of the variant, some random plies old."""
    game = Game.new(players, variant="unfair", seed=seed)
    rng = np.random.default_rng(seed)
    while game.ply < plies and not game.is_over:
        game.push(int(rng.choice(game.legal_ids())))
    return game


def others(game: Game, viewer: int) -> Iterator[Game]:
    """Games that look the same to the viewer and whose hidden letters differ."""
    for seed in range(40):
        sample = game.sample_hidden(viewer, seed)
        if sample.owners != game.owners and sample.view(viewer) == game.view(viewer):
            yield sample


def found(result: Result) -> list[Any]:
    plain = result.to_dict()
    return [plain[name] for name in sorted(plain) if name not in ("seconds", "rate")]


@pytest.mark.parametrize(("seed", "plies"), [(1, 0), (2, 18), (3, 30), (4, 40)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_truth_makes_no_difference(seed: int, plies: int, players: int) -> None:
    """Worlds that look alike are searched alike, action by action; with an evaluator and with rollouts."""
    game = unfair(seed, plies, players)
    viewer = game.current_player
    assert viewer is not None
    worlds = [game, game.view(viewer), *list(others(game, viewer))[:3]]
    assert len(worlds) == 5
    results = [found(search(world, 400, seed=7, samples=5)) for world in worlds]
    for result in results[1:]:
        assert result == results[0]

    shown: list[bytes] = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        shown.append(observations.tobytes() + masks.tobytes())
        return np.ones(masks.shape, np.float32), np.zeros((len(masks), players), np.float32)

    seen = []
    for world in worlds[:3]:
        shown.clear()
        search(world, 60, seed=7, samples=3, evaluator=evaluate, policy="puct")
        seen.append(list(shown))
    assert seen[0] == seen[1] == seen[2]


def test_a_search_that_peeks_would_be_noticed() -> None:
    """The worlds of the test above are told apart by whoever looks: searched as open games, they differ."""
    game = unfair(2, 18)
    viewer = game.current_player
    assert viewer is not None
    keys = {world.key for world in others(game, viewer)}
    assert len(keys) > 5
    trees = Search(game, samples=6)
    assert len({sample.key for sample in trees._root.games}) > 1
    for sample in trees._root.games:
        assert sample.view(viewer) == game.view(viewer)
    assert trees.game == game.view(viewer)
    assert trees.game.owners != game.owners


def test_moves_are_followed_without_the_truth() -> None:
    """Samples that no longer fit are drawn anew; also where worlds differ, all that look alike go on alike."""
    game = unfair(5, 12)
    viewer = game.current_player
    assert viewer is not None
    twin = next(others(game, viewer))
    searches = [Search(world, seed=3, samples=4) for world in (game, twin)]
    rng = np.random.default_rng(1)
    while game.ply < 60 and not game.is_over:
        if game.current_player == viewer:
            results = [found(trees.run(80)) for trees in searches]
            assert results[0] == results[1]
        common = [a for a in game.legal_ids() if twin.is_legal(a)]
        if not common:
            break
        action = int(rng.choice(common))
        game.push(action)
        twin.push(action)
        if game.is_over or twin.is_over or game.view(viewer) != twin.view(viewer):
            break
        for trees, world in zip(searches, (game, twin), strict=True):
            trees.move_to(world)
            trees._searcher.check()
            for sample in trees._root.games:
                assert sample.view(viewer) == game.view(viewer)
    assert game.ply > 20


def test_advance_keeps_the_samples_that_still_fit() -> None:
    game = unfair(2, 18)
    trees = Search(game, samples=4)
    best = trees.run(800).best
    before = [sample.owners for sample in trees._root.games]
    assert trees.advance(best) > 0  # the viewer's own action fits all samples
    assert [sample.owners for sample in trees._root.games] == before


def test_search_on_behalf_of_one_who_waits() -> None:
    game = unfair(2, 18)
    assert game.current_player is not None
    viewer = (game.current_player + 1) % 4
    result = search(game, 400, viewer=viewer, samples=4)
    assert result.player == game.current_player
    assert result.trees == 4
    for row in result.actions:
        assert row.visits >= 0
    assert result.simulations == 400


def test_view_is_searched_on_behalf_of_its_viewer() -> None:
    game = unfair(2, 18)
    view = game.view(3)
    assert found(search(view, 200, samples=3)) == found(search(game, 200, samples=3, viewer=3))
    with pytest.raises(HiddenError):
        Search(view, viewer=1)


def test_threads_make_no_difference_to_samples() -> None:
    game = unfair(2, 18)
    alone = found(search(game, 700, samples=5, seed=2))
    for parallel in ("tree", "root"):
        assert found(search(game, 700, samples=5, seed=2, threads=3, parallel=parallel)) == alone


def test_to_the_end_of_the_game() -> None:
    game = unfair(6, 0, 3)
    trees = Search(game, samples=2)
    while not game.is_over:
        best = search(game, 6, samples=2).best
        game.push(best)
        trees.move_to(game)
    assert trees.game == game
