# The scores and trips of a position as plain Python data.

from .types cimport City, State

cdef dict report_data(const City *city, const State *state, bint all_routes)
cdef list trips_data(const City *city, const State *state, bint all_routes)
