"""High Card, a small game for three players with five cards each. The player with the most tricks wins the hand."""
