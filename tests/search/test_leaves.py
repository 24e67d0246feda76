"""What leaves are worth and what actions weigh, by the kinds of rollouts and of priors."""

from __future__ import annotations

import math

import pytest

from metrocore.search.guided import guided_priors
from metromania import Game
from metromania.search import PRIORS, ROLLOUTS, search


def games() -> list[Game]:
    """Positions of two, three and four players, from the first action on."""
    made = []
    for players in (2, 3, 4):
        game = Game.new(players, seed=players)
        for _ in range(3):
            made.append(game.copy())
            for _ in range(9):
                game.push(game.legal_actions[-1])
    return made


@pytest.mark.parametrize("utility", ["win_share", "rank", "margin", "score"])
def test_blended_is_three_parts_rollout_and_one_evaluation(utility: str) -> None:
    """One simulation goes through the same edge and draws the same rollout, whatever the leaf is worth."""
    for seed, game in enumerate(games()):
        values = {kind: search(game, 1, rollout=kind, utility=utility, seed=seed).value for kind in ROLLOUTS}
        static, guided, blended = (values[kind] for kind in ("static", "guided", "blended"))
        assert static is not None
        assert guided is not None
        assert blended == pytest.approx([(a + 3 * b) / 4 for a, b in zip(static, guided, strict=True)], abs=1e-6)


def test_softened_priors_are_square_roots() -> None:
    for game in games():
        weights = guided_priors(game)
        priors = {
            kind: {row.action.id: row.prior for row in search(game, 40, policy="puct", priors=kind).actions}
            for kind in PRIORS
        }
        total = sum(map(math.sqrt, weights.values()))
        for action, weight in weights.items():
            assert priors["equal"][action] == pytest.approx(1 / len(weights))
            assert priors["guided"][action] == pytest.approx(weight, rel=1e-5)
            assert priors["softened"][action] == pytest.approx(math.sqrt(weight) / total, rel=1e-5)
