"""Where a search stands: one known position, or positions drawn to fit what one player may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from metrocore.action import Action
from metromania.errors import HiddenError, SearchError
from metromania.game import Game

_STEP = 0x9E3779B97F4A7C15  # between the seeds of samples: odd, so that no two are equal
_SEEDS = 2**64
_TRIES = 1000  # draws for one sample, where most deals do not fit what is seen

Move = Action | int | str


class Root(Protocol):
    """A position to search, as one game for each tree."""

    game: Game  # what may be shown of it
    games: list[Game]

    def after(self, action: Move) -> Self:
        """The root after an action; raises as ``Game.push`` does."""

    def at(self, game: Game) -> Self:
        """The root at the position of another game."""


def root_of(game: Game, trees: int, samples: int, viewer: int, seed: int) -> KnownRoot | SampledRoot:
    """The root for a search on behalf of a seat: of samples where the variant hides letters from it."""
    if game.variant == "unfair" and not game.is_over:
        return SampledRoot.draw(game, viewer, samples, seed)
    return KnownRoot(game.copy(stack=False), trees)


class KnownRoot:
    """A position that holds nothing hidden; all trees stand on it."""

    __slots__ = ("game", "games")

    def __init__(self, game: Game, trees: int) -> None:
        self.game = game
        self.games = [game] * trees

    def after(self, action: Move) -> KnownRoot:
        game = self.game.copy(stack=False)
        game.push(action)
        return KnownRoot(game, len(self.games))

    def at(self, game: Game) -> KnownRoot:
        return KnownRoot(game.copy(stack=False), len(self.games))


class SampledRoot:
    """Positions drawn evenly from all that fit what the viewer may know; the truth is not kept."""

    __slots__ = ("drawn", "game", "games", "seed", "viewer")

    def __init__(self, view: Game, viewer: int, seed: int, drawn: int, games: list[Game]) -> None:
        self.game = view
        self.games = games
        self.viewer = viewer
        self.seed = seed
        self.drawn = drawn  # samples so far: the next one's seed

    @classmethod
    def draw(cls, game: Game, viewer: int, count: int, seed: int) -> SampledRoot:
        made = cls(game.view(viewer), viewer, seed, 0, [])
        made.games = [made._sample() for _ in range(count)]
        return made

    def _sample(self) -> Game:
        if self.game.is_over:
            return self.game
        for _ in range(_TRIES):
            self.drawn += 1
            sample = self.game.sample_hidden(self.viewer, (self.seed + self.drawn * _STEP) % _SEEDS)
            # Letters with which another's turn would be over already are not those that they hold.
            if sample.view(self.viewer) == self.game:
                return sample
        raise HiddenError("no deal was found that fits what is seen", "game")

    def _follow(self, view: Game, actions: Sequence[Move] | None) -> SampledRoot:
        """The root at a later view: the samples in which all that happened could happen so, others drawn afresh."""
        made = SampledRoot(view, self.viewer, self.seed, self.drawn, [])
        for game in self.games:
            played = None if actions is None else _played(game, actions)
            if played is None or (played if view.is_over else played.view(self.viewer)) != view:
                played = made._sample()
            made.games.append(played)
        return made

    def after(self, action: Move) -> SampledRoot:
        view = self.game.copy(stack=False)
        view.push(action)
        return self._follow(view, [action])

    def at(self, game: Game) -> SampledRoot:
        view = game.view(self.viewer)
        before, now = self.game.history, view.history
        return self._follow(view, now[len(before) :] if now[: len(before)] == before else None)


def _played(game: Game, actions: Sequence[Move]) -> Game | None:
    """The game after the actions, or None where one is not legal."""
    game = game.copy(stack=False)
    for action in actions:
        if game.is_over or not game.is_legal(action):
            return None
        game.push(action)
    return game


def viewer_of(game: Game, viewer: int | None) -> int:
    """The seat that a search is for: the one asked for, whose view the game is, or the one to act."""
    if viewer is None:
        viewer = game.viewer if game.viewer is not None else game.current_player
    if viewer is None:
        return 0
    if not 0 <= viewer < game.players:
        raise SearchError(f"no player {viewer} in a game of {game.players}", "viewer")
    return viewer
