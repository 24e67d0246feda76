"""A whole game: set-up, turns, actions in notation, the end of building (RULES 2, 5, 6 and 8)."""

from collections import Counter
from typing import Any

from .board import City, build_city
from .digs import dig_actions, faults, is_blocked, start_actions, ways
from .lattice import CITY_VERTICES, NEIGHBOUR, SIDE_OF
from .state import Line, Marker, State
from .stations import bonus_vertices, intermediate_vertices, place_station, stations_after_dig

TUNNELS_OF_A_TURN = 3
LINES_TO_CALL = {2: 3, 3: 4, 4: 5}  # complete or blocked lines that call the end, by players


class RefGame:
    """A game from a record's set-up; the record's own actions are not played."""

    def __init__(self, record: dict[str, Any], tally: Counter[str] | None = None) -> None:
        self.players: int = record["players"]
        self.variant: str = record["variant"]
        self.rules: dict[str, str] = {"impossible": "penalty", "two_player_trips": "shared"} | record.get("rules", {})
        self.dealt: list[list[str]] = [list(hand) for hand in record["hands"]]
        city: City = build_city(record["board"], record["city"]["quarters"], record["city"]["turns"])
        lines = [[Line(player, "a"), Line(player, "b")] for player in range(self.players)]
        hands = [list(hand) for hand in self.dealt]
        self.state = State(city, lines, hands, points=[0] * self.players, tally=tally)
        self.turns = 0  # turns that have ended
        self.end_cause: str | None = None  # lines, stations, blocked
        self.end_caller: int | None = None
        self.is_over = False
        self._player = 0
        self._dug = 0  # tunnels of this turn
        self._marked = False  # a marker was placed this turn
        self._began_a = False  # line a was started this turn
        self._bonus: Line | None = None  # the line whose bonus station is to be decided
        self._lines_dug: set[str] = set()  # the lines that this turn's tunnels are on
        self._tunnels: list[str] | None = None  # the possible starts and digs, once looked for
        self._legal: list[str] | None = None  # all legal actions, once looked for
        self._blocked: set[str] = set()  # lines that were blocked when last counted
        self.state.note(f"{self.players} players")
        self.state.note(f"variant {self.variant}")

    # What can be seen.

    @property
    def current_player(self) -> int | None:
        return None if self.is_over else self._player

    @property
    def stations(self) -> set[str]:
        return set(self.state.stations)

    @property
    def points(self) -> list[int]:
        return list(self.state.points)

    @property
    def markers(self) -> dict[str, str]:
        """The letter placed on each area: space -> letter."""
        return {space: marker.letter for space, marker in self.state.markers.items()}

    @property
    def hands(self) -> list[list[str]]:
        return [sorted(hand) for hand in self.state.hands]

    @property
    def lines(self) -> list[list[list[str]]]:
        """The vertices of each player's two lines, in the order of digging."""
        return [[list(line.vertices) for line in pair] for pair in self.state.lines]

    def copy(self, tally: Counter[str] | None = None) -> "RefGame":
        """An independent copy of the position, counting into another tally or none."""
        twin: RefGame = object.__new__(RefGame)
        twin.__dict__.update(self.__dict__)
        old = self.state
        lines = [[line.copy() for line in pair] for pair in old.lines]
        owner_of = {id(a): b for x, y in zip(old.lines, lines, strict=True) for a, b in zip(x, y, strict=True)}
        twin.state = State(
            old.city,
            lines,
            [list(hand) for hand in old.hands],
            list(old.points),
            {space: owner_of[id(line)] for space, line in old.tunnels.items()},
            dict(old.markers),
            set(old.stations),
            tally,
        )
        twin._bonus = None if self._bonus is None else owner_of[id(self._bonus)]
        twin._lines_dug = set(self._lines_dug)
        return twin

    # Actions.

    def legal(self) -> list[str]:
        """All legal actions in notation, sorted as text."""
        if self.is_over:
            return []
        if self._legal is None:
            if self._bonus is not None:
                self._legal = ["pass", *(f"+{vertex}" for vertex in bonus_vertices(self.state, self._bonus))]
            else:
                self._legal = list(self._possible_tunnels())
                if self._dug == 0:
                    self._legal += [f"+{vertex}" for vertex in intermediate_vertices(self.state, self._player)]
            self._legal = sorted(self._legal) or ["pass"]
        return list(self._legal)

    def apply(self, text: str) -> None:
        """Play one action; ValueError if it is not legal."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text}")
        self._tunnels = self._legal = None
        if self._bonus is not None:
            self.state.note("bonus declined" if text == "pass" else "bonus placed")
            self._bonus = None
            if text != "pass":
                self._build_station(text[1:], "bonus")
            self.state.note("turn goes on after bonus", self._dug < TUNNELS_OF_A_TURN)
            self._next_tunnel()
        elif text == "pass":
            self.state.note("nothing possible")
            self._end_turn()
        elif text.startswith("+"):
            self.state.note("intermediate")
            self._build_station(text[1:], "intermediate")
            self._end_turn()
        else:
            line = self._dig(text)
            self._call_at_once("dig")
            if line.complete and bonus_vertices(self.state, line):
                self._bonus = line
                return
            if line.complete:
                left = self.state.stations_left > 0
                self.state.note("no bonus without vertices" if left else "no bonus without stations")
            self._next_tunnel()

    def _possible_tunnels(self) -> list[str]:
        """The starts and digs that are legal now, by the player to move."""
        if self._tunnels is None:
            pair = self.state.lines[self._player]
            if self._began_a:  # RULES 5: all tunnels of such a turn are on line a
                self._tunnels = []
                self.state.note("b not in a's turn")
            else:
                self._tunnels = start_actions(self.state, self._player)
            for line in pair:
                if line.started and not line.complete:
                    self._tunnels += dig_actions(self.state, line, self._marked)
        return self._tunnels

    def _dig(self, text: str) -> Line:
        """Place a tunnel, its marker, and the stations that it brings about."""
        state = self.state
        front, target = text.split(">")
        letter = target[-1] if "=" in target else None
        target = target.split("=")[0]
        if front in SIDE_OF:
            line = next(line for line in state.lines[self._player] if not line.started)
            line.vertices.append(front)
            vertex, space = target, front
            self._began_a = line.letter == "a"
            state.note("start b", line.letter == "b")
        else:
            line = state.lines[self._player]["ab".index(front)]
            vertex = target if target in SIDE_OF else target[:-1]
            space = next(
                space
                for k, hand, space in ways(line)
                if NEIGHBOUR[line.head, k] == vertex and (target in SIDE_OF or target[-1] == hand)
            )
            line.complete = vertex not in CITY_VERTICES
            state.note("end dig", line.complete)
        line.vertices.append(vertex)
        line.spaces.append(space)
        state.tunnels[space] = line
        self._dug += 1
        self._lines_dug.add(line.name)
        if letter is not None:
            kind = state.city.areas[space]
            state.hands[self._player].remove(letter + kind)
            state.markers[space] = Marker(letter, kind, self._player)
            self._marked = True
            state.note("marker placed")
        state.note("eighteenth tunnel", len(line.spaces) == 18)
        stations_after_dig(state, line)
        return line

    def _build_station(self, vertex: str, kind: str) -> None:
        place_station(self.state, self._player, vertex)
        self._call_at_once(kind)

    # Turns and the end of building.

    def _next_tunnel(self) -> None:
        """After a tunnel and its bonus: the turn goes on, or ends (Decision 4)."""
        if self._dug == TUNNELS_OF_A_TURN:
            self.state.note("turn of three")
            self.state.note("turn on both lines", len(self._lines_dug) == 2)
            self._end_turn()
        elif not self._possible_tunnels():
            self.state.note("turn ends early")
            self._end_turn()
        else:
            self.state.note("turn finished after call", self.end_caller == self._player)

    def _call(self, cause: str) -> None:
        """The first cause calls the end; what was called stays called."""
        if self.end_cause is None:
            self.end_cause, self.end_caller = cause, self._player
            self.state.note(f"end by {cause}")
        elif cause != self.end_cause:
            self.state.note("end called already")

    def _call_at_once(self, kind: str) -> None:
        """RULES 6: both lines complete, or else the last station placed, after an action of some kind."""
        both = all(line.complete for line in self.state.lines[self._player])
        last = not self.state.stations_left
        if both:
            self.state.note("end by lines not stations", last and self.end_cause is None)
            self._call("lines")
        elif last and self.end_cause != "stations":
            self.state.note(f"last station by {kind}", self.end_cause is None)
            self._call("stations")

    def _end_turn(self) -> None:
        self._count_lines()
        self.turns += 1
        self.state.note("last turn of another", self.end_caller not in (None, self._player))
        self._player = (self._player + 1) % self.players
        self._dug, self._marked, self._began_a = 0, False, False
        self._lines_dug = set()
        self._tunnels = self._legal = None
        self.is_over = self._player == self.end_caller

    def _count_lines(self) -> None:
        """RULES 6: count complete and blocked lines at the end of a turn."""
        if self.end_cause is not None and self.state.tally is None:
            return
        state = self.state
        blocked = {line.name for line in state.all_lines() if is_blocked(state, line)}
        done = sum(line.complete for line in state.all_lines())
        if state.tally is not None:
            self._count_blocked(blocked)
        missing = LINES_TO_CALL[self.players] - len(blocked) - done
        if missing <= 0 and self.end_cause is None:
            self._call("blocked")
            state.note(f"blocked {self.players}")
        elif missing > 0:
            waiting = [line for line in state.all_lines() if not line.started and line.name not in blocked]
            state.note("not started open", self.end_cause is None and len(waiting) >= missing)
            state.note("stays called", self.end_cause == "blocked")

    def _count_blocked(self, blocked: set[str]) -> None:
        """Count why lines are blocked, and no longer blocked, now that a turn ends."""
        state = self.state
        for line in state.all_lines():
            if not line.started:
                state.note("not started blocked", line.name in blocked - self._blocked)
                continue
            if line.name in blocked - self._blocked:
                reasons = [list(faults(state, line, k, space, marked=False)) for k, _, space in ways(line)]
                state.note("blocked full", any(found == ["full"] for found in reasons))
                state.note("blocked before the last tunnel", not any("full" in found for found in reasons))
                state.note("blocked by a hidden letter", self.variant == "unfair" and ["touching"] in reasons)
            elif line.name in self._blocked - blocked and not line.complete:
                by_station = line.head in state.stations
                state.note("unblocked by a station" if by_station else "unblocked by the last end")
            elif self._marked and line.owner == self._player and not line.complete and line.name not in blocked:
                ways_now = [list(faults(state, line, k, space, marked=True)) for k, _, space in ways(line)]
                state.note("not blocked by the turn's marker", all(ways_now))
        self._blocked = blocked
