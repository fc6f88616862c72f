"""The rules for players, one entry each. The tables are computed by the functions that the game itself uses."""
