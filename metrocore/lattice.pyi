"""The fixed tables of the hexagon and their names; see lattice.pyx."""

DIRECTIONS: tuple[tuple[int, int], ...]
SIDES: tuple[str, ...]
TYPE_NAMES: str
MARKER_TYPES: tuple[int, ...]
VERTEX_NAMES: tuple[str, ...]
TRIANGLE_NAMES: tuple[str, ...]
neighbours: tuple[tuple[int, ...], ...]
vertex_triangles: tuple[tuple[int, ...], ...]
triangle_corners: tuple[tuple[int, int, int], ...]
outer_base: tuple[tuple[int, int], ...]
vertex_axial: tuple[tuple[int, int], ...]
quarter_spaces: tuple[str, ...]
quarter_triangles: tuple[tuple[tuple[int, ...], ...], ...]

def vertex_name(v: int) -> str: ...
def vertex_id(name: str) -> int: ...
def triangle_name(t: int) -> str: ...
def triangle_id(name: str) -> int: ...
