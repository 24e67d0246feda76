"""The clauses of RULES.md whose reaching is counted: short name, section, and what it says."""

from typing import Final, NamedTuple


class Clause(NamedTuple):
    """A clause; what forbids something counts only where nothing else forbids it too."""

    name: str
    section: str
    text: str
    floor: int  # how often the 300 games of the default run, and the rare ones, must reach it


_TABLE: Final = """
plain space | 1 | a plain outer space is never entered | 3000
2 players | 2 | two players, the left and the right markers | 80
3 players | 2 | three players, four markers each | 40
4 players | 2 | four players, three markers each | 40
variant open | 2 | every marker is seen | 100
variant unfair | 2 | letters are hidden until placed | 30
variant no_corruption | 2 | hands fixed by seat | 30
start a | 3 Start | line a may start at any empty start space | 400
start b opposite | 3 Second line | line b may start at one of the three opposite sides | 1000
start b refused | 3 Second line | an empty start on the other sides is refused while an opposite one is empty | 1000
start b all taken | 3 Second line | every start on the opposite sides is taken: any other will do | 100
start b none there | 3 Second line | the board has no start on the opposite sides: any will do | 80
start b | 3 Second line | line b was started | 300
rim | 3.1 | along the rim of the city, the outer space does not count | 9000
start space | 3.1 | a dig does not enter a start space | 3000
space taken | 3.1 | a space holds one tunnel at most | 13000
end taken | 3.1 | an end space is taken | 100
water | 3.1 | no tunnel on lake or park | 2000
loop | 3.2 | no loop | 8000
acute | 3.3 | no acute angle without a station | 19000
acute own split | 3.3 | no acute angle at a station that this dig would itself place | 400
acute at station | 3.3 | an acute angle at a station is allowed | 2000
full | 3.4 | eighteen tunnels are all | 1000
eighteenth tunnel | 3.4 | the eighteenth tunnel was dug | 70
no marker | 3.5 | no marker of the area's type in the hand | 2000
second marker | 3.5 | one marker a turn | 700
touching | 3.5 | the letter's other marker is on a touching space | 70
marker one of two touches | 3.5 | one letter of the type is refused as touching, another is allowed | 60
marker choice | 3.5 | several letters of the type will do | 1000
marker placed | 3.5 | a marker was placed | 1000
end far | 3.6 | an end on the three opposite sides | 300
end near | 3.6 | an empty end on another side is refused | 1000
end all taken | 3.6 | every end on the opposite sides is taken: any other will do | 20
end none there | 3.6 | the board has no end on the opposite sides: any will do | 70
end dig | 3 | an end dig completes the line | 200
station scores | 4 | a station touches destination areas | 1000
station at a covered area | 4 | an area covered by a tunnel counts | 1000
station at water only | 4 | lake and park give no points | 100
split | 4 Split | a station where two lines part | 100
split at first edge | 4 Split | the other line's first edge, from its start marker, counts | 12
split dug the other way | 4 Split | the other line was dug the other way | 80
split own line | 4 Split | the player's other line counts | 18
split at a head only | 4 Split, Decision 3 | the other line ends here: not parted yet | 30
split at station | 4 Split | a station is here already | 80
split without stations | 4 Split | no station is left | 7
stays alongside | 4 | both lines go on along the same edge | 30
changes side | 4 | the line changes side, still alongside | 30
join | 4 Join | a station where a line meets another | 800
join at a head | 4 Join | the other line's head counts | 200
join own line | 4 Join | the player's other line counts | 100
join by a start | 4 Join | a start joins, too | 90
join alongside | 4 Join, Decision 3 | it arrives alongside: no join | 300
join at station | 4 Join | a station is here already | 100
join without stations | 4 Join | no station is left | 15
split and join | 4 | both in one dig | 20
split takes the last | 4 | the split uses the last station, the join gets none | 3
intermediate | 4 Intermediate | an intermediate station was built | 1000
start marker as station | 4 Intermediate | allowed between the start marker and a line's first station | 1000
intermediate beyond last | 4 Intermediate | refused between the last station and the head | 3000
intermediate on a complete line too | 4 Intermediate | the vertex also lies on a complete line | 13
no intermediate on complete line | 4 Intermediate | a complete line alone never gives one | 500
intermediate without stations | 4 Intermediate | no station is left | 30
bonus placed | 4 Bonus | the bonus station was placed | 100
bonus declined | 4 Bonus | the bonus station was declined | 30
no bonus without stations | 4 Bonus | no station is left: no decision | 6
no bonus without vertices | 4 Bonus | the line has no vertex without a station: no decision | 6
turn goes on after bonus | 4 Bonus | the turn goes on after the decision | 100
turn of three | 5 | a turn of three tunnels | 2000
turn on both lines | 5 | a turn's tunnels split between both lines | 600
b not in a's turn | 5 | all tunnels are on line a in the turn in which it starts | 900
turn ends early | 5, Decision 4 | no legal tunnel is left before the third | 100
nothing possible | 5, Decision 5 | a turn passed | 100
end by lines | 6.1 | called by both lines of a player | 40
end by lines not stations | 6.1 | the same action placed the last station | 2
end by stations | 6.2 | called by the last station | 16
last station by dig | 6.2 | a split or join placed it | 10
last station by intermediate | 6.2 | an intermediate station was it | 4
last station by bonus | 6.2 | a bonus station was it | 3
end by blocked | 6.3 | called by complete and blocked lines | 100
blocked 2 | 6.3 | three lines, two players | 60
blocked 3 | 6.3 | four lines, three players | 20
blocked 4 | 6.3 | five lines, four players | 20
end called already | 6 | a later cause changes nothing | 30
turn finished after call | 6 | the caller's turn goes on after the call | 11
last turn of another | 6 | every other player has one more turn | 300
blocked full | 6 Blocked | blocked as all eighteen tunnels are used | 60
blocked before the last tunnel | 6 Blocked | blocked with tunnels left | 300
blocked by a hidden letter | 6 Blocked | in unfair, the true letters decide | 3
not blocked by the turn's marker | 6 Blocked | a dig that only this turn's marker forbids keeps the line open | 80
not started blocked | 6 Blocked, Decision 6 | a line not started, and no empty start space | 90
not started open | 6 Blocked, Decision 6 | lines not started, with an empty start space, don't call the end | 400
unblocked by a station | 6 Blocked | a station at the head opened the line | 7
unblocked by the last end | 6 Blocked | taken ends opened others to the line | 3
stays called | 6 | fewer lines are blocked than when the end was called | 3
lines keep all | 7.1 | both lines complete | 40
lines lose half, even | 7.1 | one line complete, an even number of points | 50
lines lose half, odd | 7.1, Decision 12 | one line complete, an odd number of points | 70
lines lose all | 7.1 | no line complete | 200
trip scored | 7.2 | a trip A to F was ridden | 100
trip with a change | 7.2 | lines are changed | 90
trip without a change | 7.2 | less than a change | 50
trip of several routes | 7.2 | more than one fastest route | 20
rides a line not complete | 7.2 | a line not complete is ridden | 100
ridden backwards | 7.2 | a line is ridden against its digging | 300
one player rides two lines | 7.2 | a player scores once for both lines | 30
trip with own marker | 7.2 | three more with a marker of one's own | 100
trip without own marker | 7.2 | three only | 40
marker without line | 7.2 | nothing for a marker whose owner is not involved | 100
lake-park scored | 7.2 | the last trip was ridden | 20
lake-park no route | 7.2 | the last trip has no route | 100
lake-park zero minutes | 7.2 | one station touches both | 20
lake or park missing | 9 | the board has no lake or no park | 50
impossible penalty | 7.3 | the guilty lose six | 400
impossible reward | 7.3 | the others gain six | 400
guilty of not placing | 7.3 | a marker was not placed | 700
guilty without a station | 7.3 | no station touches a placed marker | 300
guilty both fine | 7.3 | both markers are fine, but there is no route: both are guilty | 12
guilty both at fault | 7.3 | both are guilty each for their own | 400
guilty alone | 7.3 | one is guilty | 400
hidden letters shown | 7.3 | in unfair, letters still in the hand count | 100
majority decides | 7 majority | the player with more tunnels is involved alone | 20
majority tie | 7 majority | with as many, both are | 6
majority on lake-park | 7 majority | it decides the last trip | 5
stretch on several routes | 7, Decision 8 | each tunnel counts once | 18
negative total | 7 | a total below zero | 100
rank by points | 7 Winner | points decide | 200
rank by lines | 7 Winner | complete lines decide | 13
rank by tunnels | 7 Winner | tunnels decide | 40
rank shared | 7 Winner | a rank is shared | 14
rank after a shared one | 7 Winner | ranks count on, as in 1, 1, 3 | 5
win shared | 7 Winner | the win is shared | 5
"""

CLAUSES: Final[dict[str, Clause]] = {}
for _row in _TABLE.strip().splitlines():
    _name, _section, _text, _floor = (part.strip() for part in _row.split("|"))
    CLAUSES[_name] = Clause(_name, _section, _text, int(_floor))
