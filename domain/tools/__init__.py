"""Programs over whole games: verification of a record, simulations, and duels between bots."""
