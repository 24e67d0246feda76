"""Use an installed wheel, and an extension built against it: play, write and read, with nothing of the source tree."""

import importlib
import random
import sys
from pathlib import Path

import metrocore
import metrocore.game
import metromania


def main(tree: str) -> None:
    """Raise AssertionError if the wheel is not what is used or does not play."""
    for module in (metrocore, metrocore.game, metromania):
        assert module.__file__ is not None
        assert Path(tree) not in Path(module.__file__).resolve().parents, f"{module.__file__} is the tree's"
    draw = random.Random(1)
    game = metromania.Game.new(4, seed=1)
    while not game.is_over:
        game.push(draw.choice(list(game.legal_actions)))
    again = metromania.Game.from_record(game.to_record())
    assert again == game
    assert again.report().to_dict() == game.report().to_dict()
    longest = importlib.import_module("longest").longest  # docs/examples/longest.pyx, compiled here
    assert longest(game, 10) == 0
    assert 20 < longest(metromania.Game.new(2, seed=1), 10) < 400
    print(f"wheel: {metromania.__file__}: a game of {len(game.actions)} actions, winners {game.report().winners}")


if __name__ == "__main__":
    main(sys.argv[1])
