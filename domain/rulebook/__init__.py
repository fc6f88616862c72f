"""What the rule book of any game is made of: entries, and the pages printed from them."""
