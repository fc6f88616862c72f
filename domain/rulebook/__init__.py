"""Rule books of games: entries, meanings of options, and the pages made from them."""
