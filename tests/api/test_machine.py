"""A Hypothesis state machine over the API beside the twin: play, take back, copy, pickle, write and read at will."""

import copy
import json
import pickle
from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from metromania import Game
from tests.reference.boards import random_record
from tests.reference.play import RefGame
from tests.reference.players import make_players
from tests.reference.report import report

COPIES: dict[str, Callable[[Game], Game]] = {
    "copy": lambda game: game.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}
ANEW: dict[str, Callable[[Game], Game]] = {
    "copy": lambda game: game.copy(stack=False),
    "position": lambda game: Game.from_position(game.position()),
    "repr": lambda game: eval(repr(game), {"Game": Game}),
}
CHOICES = st.integers(0, 2**16)


class GameAndTwin(RuleBasedStateMachine):
    """``game`` is what is tested; ``twins`` the twin at each position from that which ``pop`` goes back to."""

    game: Game
    twins: list[RefGame]

    @initialize(seed=st.integers(0, 10_000), actions=st.integers(0, 80))
    def begin(self, seed: int, actions: int) -> None:
        record = {**random_record(seed), "actions": []}
        self.game, self.twins = Game.from_record(record), [RefGame(record)]
        self.whole = True  # the record of the game is known
        choosers = make_players(seed, record["players"])
        for _ in range(actions):
            twin = self.twins[-1]
            if not twin.is_over:
                self.play(choosers[twin.current_player or 0](twin))

    def play(self, action: str) -> None:
        twin = self.twins[-1].copy()
        twin.apply(action)
        self.game.push(action)
        self.twins.append(twin)

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=CHOICES, form=st.sampled_from(["action", "text", "id"]))
    def push(self, choice: int, form: str) -> None:
        legal = self.twins[-1].legal()
        text = legal[choice % len(legal)]
        action = self.game.parse(text)
        expected = self.game.key_after(text)
        twin = self.twins[-1].copy()
        twin.apply(text)
        self.game.push({"action": action, "text": text, "id": action.id}[form])
        self.twins.append(twin)
        assert self.game.key == expected
        assert str(self.game.peek()) == text

    @precondition(lambda self: len(self.twins) > 1)
    @rule(times=st.integers(1, 20))
    def pop(self, times: int) -> None:
        for _ in range(min(times, len(self.twins) - 1)):
            self.game.pop()
            self.twins.pop()

    @rule(how=st.sampled_from(sorted(COPIES)))
    def copied(self, how: str) -> None:
        game = self.game
        self.game = COPIES[how](game)
        assert self.game == game
        if not game.is_over:
            game.push(game.legal_actions[0])  # the copied is not the copy
            assert self.game != game

    @rule(how=st.sampled_from(sorted(ANEW)))
    def begun_anew(self, how: str) -> None:
        game = self.game
        self.game = ANEW[how](game)
        assert self.game == game
        assert self.game.ply == 0
        self.whole = self.whole and how == "copy" and len(self.twins) == 1
        self.twins = self.twins[-1:]

    @precondition(lambda self: self.whole)
    @rule(text=st.booleans())
    def recorded(self, text: bool) -> None:
        record = self.game.to_record()
        self.game = Game.from_record(json.dumps(record) if text else record)
        assert self.game.to_record() == record

    @precondition(lambda self: not self.game.is_over)
    @rule(seat=st.integers(0, 3), seed=CHOICES)
    def viewed(self, seat: int, seed: int) -> None:
        """A view knows what its player knows, and playing in it leaves the game alone."""
        seat %= self.game.players
        before, view = self.game.state_bytes(), self.game.view(seat)
        assert list(view.hands[seat]) == sorted(view.hands[seat], key=list(self.game.hands[seat]).index)
        assert set(self.twins[-1].legal()) <= set(map(str, view.legal_actions))
        if self.game.variant != "unfair":
            assert view == self.game
        rng = Random(seed)
        for _ in range(10):
            if not view.is_over:
                view.push(rng.choice(list(view.legal_actions)))
                view.check()
        assert self.game.state_bytes() == before

    @invariant()
    def they_agree(self) -> None:
        game, twin = self.game, self.twins[-1]
        assert sorted(map(str, game.legal_actions)) == twin.legal()
        assert (game.current_player, game.is_over) == (twin.current_player, twin.is_over)
        assert (set(game.stations), list(game.station_points)) == (twin.stations, twin.points)
        assert [sorted(hand) for hand in game.hands] == twin.hands
        assert [list(line.vertices) for line in game.lines] == [line for pair in twin.lines for line in pair]
        assert game.ply == len(self.twins) - 1
        assert game.key == game.key_afresh()
        game.check()
        if game.is_over:
            assert game.report().to_dict()["players"] == report(twin)["players"]


GameAndTwin.TestCase.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestGameAndTwin = GameAndTwin.TestCase
