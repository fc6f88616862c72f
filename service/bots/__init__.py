"""The list of the server's bots, with their ratings."""
