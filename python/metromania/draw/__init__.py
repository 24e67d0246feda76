"""Pictures of games: ``text`` (board and report as text) and ``svg``. Loaded only when asked for."""
