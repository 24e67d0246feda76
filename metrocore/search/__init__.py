"""The search: what the game is about (distances, guidance, evaluation, exact endgames) and the trees that use it."""
