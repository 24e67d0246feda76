# Whether a search tree is what it should be: the slow truth, for tests.

from .tree cimport Tree

# NULL, or what is broken. No run may go on.
cdef const char *find_tree_fault(const Tree *tree) noexcept nogil
