"""The games: pure rules and decisions, without I/O, clock or chance of their own.

Read cards, then shengji/, then table/.
"""
