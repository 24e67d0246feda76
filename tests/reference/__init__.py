"""The rules once more, in plain slow Python: a twin to compare the engine with. Start reading at lattice.py."""
