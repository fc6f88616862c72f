"""What every part of the domain shares: cards, seats, instants, options, refusals, viewers and the shuffle."""
