"""Tables: their life from opening to the end of the match, independent of the game played.

Commands are decided into events (`decide`), and events are folded into the state of the table (`evolve`).
"""
