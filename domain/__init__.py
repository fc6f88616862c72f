"""The games: pure rules and decisions, without I/O, clock or randomness of their own.

Read `kernel/cards.py`, then `games/sheng_ji/`, then `table/`. Imports go one way: `tools`, `tournaments`, the registry
of games, the games, `table`, `kernel`. Each of these may import those after it.
"""
