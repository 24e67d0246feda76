"""Use the extension: average scores of random games, and the action that scores most at once."""

import playouts

from metromania import Action, Game


def main() -> None:
    """Print both for a seeded game some actions on."""
    game = Game.new(3, seed=2006)
    for _ in range(40):
        game.push(game.legal_actions[len(game.legal_actions) // 2])
    games = 2000
    print("average scores:", *(f"{total / games:.2f}" for total in playouts.total_scores(game, games, seed=1)))
    best, points = playouts.best_now(game)
    action = next(action for action in game.legal_actions if action.id == best)
    assert isinstance(action, Action)
    print(f"most points now: {action}, {points}")


if __name__ == "__main__":
    main()
