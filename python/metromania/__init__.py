"""An engine for the board game Metromania: games, boards, records, reports."""
