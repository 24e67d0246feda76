"""What changes in a game: lines, tunnels, markers, hands, stations, points (RULES 2 and 3)."""

from collections import Counter
from dataclasses import dataclass, field

from .board import City
from .clauses import CLAUSES
from .lattice import DIRECTION_TO, SIDE_OF

TUNNELS = 18  # of a line
STATIONS = 30  # shared by all

# Type of a marker, by letter: on the left of the summary, and on the right (RULES 2).
LEFT = dict(zip("ABCDEF", "RCERCE", strict=True))
RIGHT = dict(zip("ABCDEF", "CERCER", strict=True))


@dataclass
class Line:
    """A walk along edges; spaces[i] holds the tunnel of the edge from vertices[i] to vertices[i + 1]."""

    owner: int
    letter: str
    vertices: list[str] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)
    complete: bool = False

    @property
    def name(self) -> str:
        return f"{self.owner}{self.letter}"

    @property
    def started(self) -> bool:
        return bool(self.vertices)

    @property
    def head(self) -> str:
        return self.vertices[-1]

    @property
    def start_side(self) -> int:
        return SIDE_OF[self.spaces[0]]

    @property
    def last_direction(self) -> int:
        return DIRECTION_TO[self.vertices[-2], self.vertices[-1]]

    def beside(self, vertex: str) -> set[str]:
        """The vertices that the line's edges at a vertex lead to: none, one or two."""
        if vertex not in self.vertices:
            return set()
        i = self.vertices.index(vertex)
        return set(self.vertices[max(i - 1, 0) : i] + self.vertices[i + 1 : i + 2])

    def space_of(self, v: str, w: str) -> str:
        """The space with the tunnel of the edge between two vertices, whichever way it was dug."""
        return self.spaces[min(self.vertices.index(v), self.vertices.index(w))]

    def copy(self) -> "Line":
        return Line(self.owner, self.letter, self.vertices.copy(), self.spaces.copy(), self.complete)


@dataclass(frozen=True)
class Marker:
    """A destination marker on the board."""

    letter: str
    kind: str  # R, C or E
    owner: int


@dataclass
class State:
    """The pieces on the board and in the hands, without whose turn it is."""

    city: City
    lines: list[list[Line]]  # of each player: a, b
    hands: list[list[str]]  # markers not yet placed, like "AR"
    points: list[int]  # for stations
    tunnels: dict[str, Line] = field(default_factory=dict)  # by space
    markers: dict[str, Marker] = field(default_factory=dict)  # by space
    stations: set[str] = field(default_factory=set)
    tally: Counter[str] | None = None  # how often each clause was reached

    @property
    def stations_left(self) -> int:
        return STATIONS - len(self.stations)

    def all_lines(self) -> list[Line]:
        return [line for pair in self.lines for line in pair]

    def others(self, line: Line) -> list[Line]:
        """Every other line, the player's own other one included (RULES 4)."""
        return [other for other in self.all_lines() if other is not line and other.started]

    def note(self, clause: str, condition: bool = True) -> None:
        """Count that a clause was reached."""
        if self.tally is not None and condition:
            self.tally[CLAUSES[clause].name] += 1
