"""The size of the end of a hand."""

LAST_CARDS = 5
"""The number of cards in the hand of a seat at which the end of a hand begins."""
