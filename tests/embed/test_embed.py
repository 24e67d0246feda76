"""The example of an extension on top of metrocore: compiled in another directory, and used there."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECK = """
import playouts
from metrocore.playout import playouts as core
from metromania import Game

game = Game.new(3, seed=2006)
for _ in range(40):
    before = game.state_bytes()
    best, points = playouts.best_now(game)
    gains = {}
    for action in game.legal_actions:
        player = game.current_player
        after = game.copy(stack=False)
        after.push(action)
        gains[action.id] = after.station_points[player] - game.station_points[player]
    assert points == max(gains.values()) and best == min(i for i in gains if gains[i] == points)
    assert game.state_bytes() == before
    game.push(game.legal_actions[len(game.legal_actions) // 2])
assert playouts.total_scores(game, 500, seed=3) == core(game, 500, seed=3)["points"]
while not game.is_over:
    game.push(game.legal_actions[0])
assert playouts.best_now(game) is None
print("embedded")
"""


def run(arguments: list[str], where: Path) -> str:
    """Run Python there, with the in-place build on the path, and return what it prints."""
    path = f"{ROOT}:{ROOT / 'python'}"
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=where,
        env={"PYTHONPATH": path, "PATH": "/usr/local/bin:/usr/bin:/bin", "CFLAGS": "-O1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_example_compiles_and_plays(tmp_path: Path) -> None:
    where = tmp_path / "embed"
    shutil.copytree(ROOT / "examples" / "embed", where)
    run(["setup.py", "build_ext", "--inplace"], where)
    assert "average scores" in run(["use.py"], where)
    assert run(["-c", CHECK], where) == "embedded\n"
