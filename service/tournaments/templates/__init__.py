"""Templates of tournaments: those of the server, and those that organisers save."""
