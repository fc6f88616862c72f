"""How players find each other: seeks, matchmaking, invitations and rematches."""
