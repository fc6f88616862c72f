"""Rule books of games: entries, and the pages made from them."""
