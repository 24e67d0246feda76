"""The clauses of RULES.md whose reaching is counted: short name, section, and what it says."""

from typing import Final, NamedTuple


class Clause(NamedTuple):
    """A clause; what forbids something counts only where nothing else forbids it too."""

    name: str
    section: str
    text: str


_TABLE: Final = """
plain space | 1 | a plain outer space is never entered
2 players | 2 | two players, the left and the right markers
3 players | 2 | three players, four markers each
4 players | 2 | four players, three markers each
variant open | 2 | every marker is seen
variant unfair | 2 | letters are hidden until placed
variant no_corruption | 2 | hands fixed by seat
start a | 3 Start | line a may start at any empty start space
start b opposite | 3 Second line | line b may start at one of the three opposite sides
start b refused | 3 Second line | an empty start on the other sides is refused while an opposite one is empty
start b all taken | 3 Second line | every start on the opposite sides is taken: any other will do
start b none there | 3 Second line | the board has no start on the opposite sides: any will do
start b | 3 Second line | line b was started
rim | 3.1 | along the rim of the city, the outer space does not count
start space | 3.1 | a dig does not enter a start space
space taken | 3.1 | a space holds one tunnel at most
end taken | 3.1 | an end space is taken
water | 3.1 | no tunnel on lake or park
loop | 3.2 | no loop
acute | 3.3 | no acute angle without a station
acute own split | 3.3 | no acute angle at a station that this dig would itself place
acute at station | 3.3 | an acute angle at a station is allowed
full | 3.4 | eighteen tunnels are all
eighteenth tunnel | 3.4 | the eighteenth tunnel was dug
no marker | 3.5 | no marker of the area's type in the hand
second marker | 3.5 | one marker a turn
touching | 3.5 | the letter's other marker is on a touching space
marker one of two touches | 3.5 | one letter of the type is refused as touching, another is allowed
marker choice | 3.5 | several letters of the type will do
marker placed | 3.5 | a marker was placed
end far | 3.6 | an end on the three opposite sides
end near | 3.6 | an empty end on another side is refused
end all taken | 3.6 | every end on the opposite sides is taken: any other will do
end none there | 3.6 | the board has no end on the opposite sides: any will do
end dig | 3 | an end dig completes the line
station scores | 4 | a station touches destination areas
station at a covered area | 4 | an area covered by a tunnel counts
station at water only | 4 | lake and park give no points
split | 4 Split | a station where two lines part
split at first edge | 4 Split | the other line's first edge, from its start marker, counts
split dug the other way | 4 Split | the other line was dug the other way
split own line | 4 Split | the player's other line counts
split at a head only | 4 Split, Decision 3 | the other line ends here: not parted yet
split at station | 4 Split | a station is here already
split without stations | 4 Split | no station is left
stays alongside | 4 | both lines go on along the same edge
changes side | 4 | the line changes side, still alongside
join | 4 Join | a station where a line meets another
join at a head | 4 Join | the other line's head counts
join own line | 4 Join | the player's other line counts
join by a start | 4 Join | a start joins, too
join alongside | 4 Join, Decision 3 | it arrives alongside: no join
join at station | 4 Join | a station is here already
join without stations | 4 Join | no station is left
split and join | 4 | both in one dig
split takes the last | 4 | the split uses the last station, the join gets none
intermediate | 4 Intermediate | an intermediate station was built
start marker as station | 4 Intermediate | allowed between the start marker and a line's first station
intermediate beyond last | 4 Intermediate | refused between the last station and the head
intermediate on a complete line too | 4 Intermediate | the vertex also lies on a complete line
no intermediate on complete line | 4 Intermediate | a complete line alone never gives one
intermediate without stations | 4 Intermediate | no station is left
bonus placed | 4 Bonus | the bonus station was placed
bonus declined | 4 Bonus | the bonus station was declined
no bonus without stations | 4 Bonus | no station is left: no decision
no bonus without vertices | 4 Bonus | the line has no vertex without a station: no decision
turn goes on after bonus | 4 Bonus | the turn goes on after the decision
turn of three | 5 | a turn of three tunnels
turn on both lines | 5 | a turn's tunnels split between both lines
b not in a's turn | 5 | all tunnels are on line a in the turn in which it starts
turn ends early | 5, Decision 4 | no legal tunnel is left before the third
nothing possible | 5, Decision 5 | a turn passed
end by lines | 6.1 | called by both lines of a player
end by lines not stations | 6.1 | the same action placed the last station
end by stations | 6.2 | called by the last station
last station by dig | 6.2 | a split or join placed it
last station by intermediate | 6.2 | an intermediate station was it
last station by bonus | 6.2 | a bonus station was it
end by blocked | 6.3 | called by complete and blocked lines
blocked 2 | 6.3 | three lines, two players
blocked 3 | 6.3 | four lines, three players
blocked 4 | 6.3 | five lines, four players
end called already | 6 | a later cause changes nothing
turn finished after call | 6 | the caller's turn goes on after the call
last turn of another | 6 | every other player has one more turn
blocked full | 6 Blocked | blocked as all eighteen tunnels are used
blocked before the last tunnel | 6 Blocked | blocked with tunnels left
blocked by a hidden letter | 6 Blocked | in unfair, the true letters decide
not blocked by the turn's marker | 6 Blocked | a dig that only this turn's marker forbids keeps the line open
not started blocked | 6 Blocked, Decision 6 | a line not started, and no empty start space
not started open | 6 Blocked, Decision 6 | lines not started, with an empty start space, don't call the end
unblocked by a station | 6 Blocked | a station at the head opened the line
unblocked by the last end | 6 Blocked | taken ends opened others to the line
stays called | 6 | fewer lines are blocked than when the end was called
lines keep all | 7.1 | both lines complete
lines lose half, even | 7.1 | one line complete, an even number of points
lines lose half, odd | 7.1, Decision 12 | one line complete, an odd number of points
lines lose all | 7.1 | no line complete
trip scored | 7.2 | a trip A to F was ridden
trip with a change | 7.2 | lines are changed
trip without a change | 7.2 | less than a change
trip of several routes | 7.2 | more than one fastest route
rides a line not complete | 7.2 | a line not complete is ridden
ridden backwards | 7.2 | a line is ridden against its digging
one player rides two lines | 7.2 | a player scores once for both lines
trip with own marker | 7.2 | three more with a marker of one's own
trip without own marker | 7.2 | three only
marker without line | 7.2 | nothing for a marker whose owner is not involved
lake-park scored | 7.2 | the last trip was ridden
lake-park no route | 7.2 | the last trip has no route
lake-park zero minutes | 7.2 | one station touches both
lake or park missing | 9 | the board has no lake or no park
impossible penalty | 7.3 | the guilty lose six
impossible reward | 7.3 | the others gain six
guilty of not placing | 7.3 | a marker was not placed
guilty without a station | 7.3 | no station touches a placed marker
guilty both fine | 7.3 | both markers are fine, but there is no route: both are guilty
guilty both at fault | 7.3 | both are guilty each for their own
guilty alone | 7.3 | one is guilty
hidden letters shown | 7.3 | in unfair, letters still in the hand count
majority decides | 7 majority | the player with more tunnels is involved alone
majority tie | 7 majority | with as many, both are
majority on lake-park | 7 majority | it decides the last trip
stretch on several routes | 7, Decision 8 | each tunnel counts once
negative total | 7 | a total below zero
rank by points | 7 Winner | points decide
rank by lines | 7 Winner | complete lines decide
rank by tunnels | 7 Winner | tunnels decide
rank shared | 7 Winner | a rank is shared
rank after a shared one | 7 Winner | ranks count on, as in 1, 1, 3
win shared | 7 Winner | the win is shared
"""

CLAUSES: Final[dict[str, Clause]] = {
    clause.name: clause
    for clause in (Clause(*(part.strip() for part in row.split("|"))) for row in _TABLE.strip().splitlines())
}
