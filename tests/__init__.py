"""The tests; a package, so that no other library's `tests` stands before it where the twin is measured (benches/peers)."""
