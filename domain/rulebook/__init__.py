"""What the rule book of any game is made of: entries, meanings of options, and the pages printed from them."""
