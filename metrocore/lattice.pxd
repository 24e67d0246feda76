# The fixed tables of the hexagon, made once from coordinates when the module is first imported.

from .types cimport Lattice, u8

cdef Lattice LATTICE

# Where local space i (0..24, in the order of QUARTER_SPACES) of a quarter in a sector, turned, comes to lie.
cdef u8 QUARTER[6][3][25]
