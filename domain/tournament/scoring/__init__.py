"""How tables become points: results of boards, matchpoints, IMPs and victory points."""
