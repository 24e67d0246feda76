"""The compiled core of metromania: fixed tables, flat states, and the game played over them."""
