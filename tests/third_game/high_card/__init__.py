"""High Card, a tiny game: three players, five cards each; the highest card takes a trick, most tricks win the hand."""
