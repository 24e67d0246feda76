"""The benchmarks: a package, so that they can share the measuring helper and the peers."""
