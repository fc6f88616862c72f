"""The games: pure rules and decisions, without I/O, clock or randomness of their own.

Read `kernel/cards.py`, then `games/sheng_ji/`, then `table/`. Imports go one way: `tools` over `tournaments`, these
over the registry of games, this over the games, these over `table`, and all of them over `kernel`.
"""
