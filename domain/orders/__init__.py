"""Standing orders: instructions by which the table acts for a seat.

They are written in a small language that every game interprets for its own moves.
"""
