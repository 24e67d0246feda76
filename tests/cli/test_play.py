"""`new`, `play` and `replay`: the same seed gives the same game, and its record plays to the same report."""

from __future__ import annotations

import json
from pathlib import Path

from metromania import Game

from .conftest import Run


def test_new_writes_a_record_that_the_seed_decides(run: Run) -> None:
    first = run("new", "--seed", 5, "--json")
    assert first.json("record") == run("new", "--seed", 5).json("new")
    assert first.out != run("new", "--seed", 6).out
    assert Game.from_record(first.out) == Game.new(seed=5)


def test_new_takes_every_option_of_a_set_up(run: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(run("new", "--board", "random", "--seed", 1).json("record")["board"]))
    made = run("new", "--players", 2, "--impossible", "reward", "--two-player-trips", "majority", "--board", board)
    record = made.json("record")
    assert record["players"] == 2
    assert record["rules"] == {"impossible": "reward", "two_player_trips": "majority"}
    assert record["board"] == json.loads(board.read_text())
    assert run("new", "--variant", "unfair").json("record")["variant"] == "unfair"
    assert run("new", "--board", "-", stdin=board.read_bytes()).json("record")["board"] == json.loads(board.read_text())


def test_new_writes_a_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position"
    assert run("new", "--seed", 5, "--position", "--output", path).code == 0
    assert Game.from_position(path.read_text().strip()) == Game.new(seed=5)
    assert run("new", "--seed", 5, "--position", "--json").json("new") == {"position": path.read_text().strip()}


def test_what_does_not_go_together_is_refused(run: Run) -> None:
    result = run("new", "--players", 3, "--two-player-trips", "majority")
    assert (result.code, result.out) == (3, "")
    assert "two_player_trips" in result.err
    assert run("new", "--seed", -1).code == 2
    assert run("new", "--seed", 2**64).code == 2
    assert run("new", "--players", 5).code == 2


def test_play_shows_board_points_trips_and_winner(run: Run) -> None:
    result = run("play", "--seed", 2)
    assert result.code == 0
    assert "NW1+--" in result.out
    assert "station points" in result.out
    assert "trip A: " in result.out
    assert "trip lake-park: " in result.out
    assert result.out.splitlines()[-1].startswith("player")
    assert result.out == run("play", "--seed", 2).out


def test_play_draws_a_seed_and_tells_it(run: Run) -> None:
    first = run("play", "--json").json("play")
    assert first == run("play", "--json", "--seed", first["seed"]).json("play")


def test_the_record_replays_to_the_same_report(run: Run, record: Path) -> None:
    played = run("play", "--seed", 2, "--json").json("play")
    again = run("replay", record, "--json").json("replay")
    assert played["record"] == json.loads(record.read_text())
    assert again["report"] == played["report"] == played["record"]["x_report"]
    assert [step["action"] for step in again["steps"]] == played["record"]["actions"]
    text = run("replay", record)
    assert text.code == 0
    assert text.out.endswith(run("play", "--seed", 2).out.partition("the game is over")[2])


def test_replay_tells_each_action_and_what_it_brings(run: Run, record: Path) -> None:
    lines = run("replay", record).out.splitlines()
    actions = json.loads(record.read_text())["actions"]
    assert lines[0] == f"player 0: {', '.join(actions[:3])}"
    assert any("station" in line and line.startswith("player") for line in lines)
    boards = run("replay", record, "--boards").out
    assert boards.count("NW1+") > 20
    assert run("replay", record, "--quiet").out.count("NW1+") == 1


def test_replay_says_when_the_kept_report_is_another(run: Run, record: Path) -> None:
    data = json.loads(record.read_text())
    data["x_report"]["totals"][0] += 1
    result = run("replay", "-", "--json", stdin=json.dumps(data))
    assert result.code == 1
    assert result.json("replay")["report_differs"]
    assert "x_report" in result.err


def test_replay_of_a_game_that_is_not_over(run: Run, record: Path) -> None:
    result = run("replay", record, "--ply", 4, "--json").json("replay")
    assert result["report"] is None
    assert len(result["steps"]) == 4
    assert "is to act" in run("replay", record, "--ply", 4).out


def test_many_games_have_seeds_that_count_up(run: Run, records: Path) -> None:
    games = [json.loads(line) for line in records.read_text().splitlines()]
    assert [game["x_seed"] for game in games] == [2, 3, 4]
    alone = run("play", "--seed", 3, "--players", 3, "--output", "-")
    assert json.loads(alone.out) == games[1]
    told = run("play", "--seed", 2, "--players", 3, "--games", 3).out.splitlines()
    assert [line.split(":")[0] for line in told] == ["seed 2", "seed 3", "seed 4"]


def test_play_goes_on_from_a_record_or_a_position(run: Run, record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps({**data, "actions": data["actions"][:7]}))
    went_on = json.loads(run("play", "--from", begun, "--seed", 1, "--output", "-").out)
    assert went_on["actions"][:7] == data["actions"][:7]
    position = tmp_path / "position"
    position.write_text(Game.new(seed=3).position())
    assert run("play", "--from", position, "--seed", 1, "--json").json("play")["record"] is None
    refused = run("play", "--from", position, "--seed", 1, "--output", tmp_path / "none.json")
    assert (refused.code, refused.out) == (3, "")
    assert not (tmp_path / "none.json").exists()


def test_bots_are_given_once_or_by_seat(run: Run) -> None:
    one = run("play", "--seed", 2, "--bot", "random", "--json").json("play")
    four = run("play", "--seed", 2, *["--bot", "random"] * 4, "--json").json("play")
    assert one == four
    assert one["record"]["x_players"] == ["random"] * 4
    assert run("play", "--bot", "random", "--bot", "random").code == 3
    assert run("play", "--bot", "nobody").code == 3


def test_somebody_can_play(run: Run, record: Path) -> None:
    whole = Game.from_record(record)
    begun = whole.copy()
    while begun.ply > len(whole.actions) - 8:
        begun.pop()
    rest = [str(action) for action in whole.actions[begun.ply :]]
    typed = ["?", "a>f6", "nonsense", "a>k1l", *rest]
    path = record.with_name("begun.json")
    path.write_text(json.dumps(begun.to_record()))
    result = run("play", "--from", path, "--bot", "human", "--output", "-", stdin="\n".join(typed) + "\n")
    assert result.code == 0, result.err
    assert json.loads(result.out)["actions"] == [str(action) for action in whole.actions]
    assert "not legal: rule" in result.err
    assert "nonsense" in result.err
    assert str(begun.legal_actions[0]) in result.err
    cut = run("play", "--from", path, "--bot", "human", stdin="\n".join(rest[:2]) + "\n")
    assert cut.code == 3
    assert "standard input" in cut.err


def test_at_the_terminal_hidden_letters_stay_hidden(run: Run) -> None:
    shown = run("play", "--variant", "unfair", "--seed", 1, "--bot", "human", stdin="").err
    game = Game.new(variant="unfair", seed=1)
    assert f"player 1: 0 station points; in hand {' '.join('?' + name[1] for name in game.hands[1])}" in shown
    assert f"player 0: 0 station points; in hand {' '.join(game.hands[0])}" in shown
