"""The rules for players, one entry each. The examples are computed by the functions that the game itself uses."""
