"""The example works from end to end, in small: ``python -m pytest examples/learn`` with the extra ``torch``."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", exc_type=ImportError)
sys.path.insert(0, str(Path(__file__).parent))

from compare import draw, in_time, players, with_simulations  # noqa: E402
from match import Player, play_match  # noqa: E402
from network import Network, evaluator, load, save  # noqa: E402
from selfplay import Settings, better_policy, estimates_of, play  # noqa: E402
from train import Window, losses, train  # noqa: E402

from metromania import Game  # noqa: E402
from metromania.search import search  # noqa: E402
from metromania.symmetry import SYMMETRIES  # noqa: E402

torch.set_num_threads(1)
SMALL = Settings(warm_up=2, warm_up_simulations=8, games=3, simulations=4)


def positions(seed: int) -> list[Game]:
    """Positions of a random game of two."""
    rng = np.random.default_rng(seed)
    game, found = Game.new(2, seed=seed), []
    while not game.is_over:
        found.append(game.copy(stack=False))
        game.push(int(rng.choice(game.legal_ids())))
    return found


def test_a_turned_game_is_played_and_valued_alike() -> None:
    torch.manual_seed(0)
    network = Network()
    for part in (network.start, network.value.weight):
        torch.nn.init.normal_(part)
    evaluate = evaluator(network)
    for game in positions(1)[::5]:
        player = game.current_player
        assert player is not None
        seen, mask = game.observation(player, dtype="uint8")[None], game.legal_actions.mask()[None]
        told = estimates_of(game)[None]
        priors, values = evaluate(seen, mask, told)
        assert priors.sum() == pytest.approx(1)
        assert values.sum() == pytest.approx(1)
        assert not priors[~mask].any()
        for symmetry in SYMMETRIES[:6]:
            turned, value = evaluate(symmetry.observation(seen), symmetry.mask(mask), told)
            assert np.allclose(turned, symmetry.mask(priors), atol=1e-5)
            assert np.allclose(value, values, atol=1e-5)


def test_weights_are_small_and_come_back(tmp_path: Path) -> None:
    network = Network()
    save(network, tmp_path / "w.npz")
    assert (tmp_path / "w.npz").stat().st_size <= 2_000_000
    again = load(tmp_path / "w.npz")
    for name, tensor in network.state_dict().items():
        assert torch.allclose(again.state_dict()[name], tensor, atol=1e-3)


def test_what_is_learnt_prefers_better_actions() -> None:
    result = search(positions(2)[4], 400, policy="puct")
    better = better_policy(result, 30.0)
    assert better.sum() == pytest.approx(1, abs=1e-2)
    values = {row.action.id: row.value[result.player] for row in result.actions if row.value}
    assert better.argmax() == max(values, key=lambda action: (values[action], -action))


def test_self_play_gives_examples() -> None:
    for _, examples in zip(range(4), play(evaluator(Network()), SMALL, 3), strict=False):
        assert len(examples) > 10
        assert all(0 <= example.value <= 1 for example in examples)
        ends = {example.game.current_player: example.told for example in examples}
        assert np.array_equal(ends[0].reshape(-1, 2)[:9], ends[1].reshape(-1, 2)[:9, ::-1])  # points, seats changed


def test_the_losses_fall() -> None:
    torch.manual_seed(0)
    window, network = Window(0), Network()
    for _, examples in zip(range(30), play(evaluator(network), SMALL, 3), strict=False):
        window.add(examples)
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    batch = tuple(map(torch.from_numpy, window.draw()))
    told = []
    for _ in range(30):
        loss = sum(losses(network, *batch), torch.zeros(()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(float(loss.detach()))
    assert told[-1] < told[0] / 2


def test_training_ends_in_time_and_can_be_compared(tmp_path: Path) -> None:
    *_, (_, network) = train(2.0, SMALL, 1)
    save(network, tmp_path / "w.npz")
    for alone in (False, True):
        sides = players(tmp_path / "w.npz", "uniform", alone)
        assert 0 <= with_simulations(*sides, 4, 2).share <= 1
    assert 0 <= in_time(*sides, 1e-4, 2).share <= 1
    assert min(side.rate for side in sides) > 0
    draw([{"minutes": 1.0, "share": 0.5, "error": 0.1}], "uniform", 4, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()


def test_the_weights_that_are_shipped_win() -> None:
    weights = Path(__file__).parent / "weights.npz"
    assert weights.stat().st_size <= 2_000_000
    assert with_simulations(*players(weights, "static"), 16, 10).share > 0.5


def test_a_search_is_even_with_itself() -> None:
    """The same search on both sides, with the same seeds: each pair of games is the same game twice."""
    a, b = Player(8, {"policy": "puct"}), Player(8, {"policy": "puct"})
    outcome = play_match(a, b, 3, 5)
    assert 0 <= outcome.share <= 1
    assert a.done > 0
    assert a.rate > 0
