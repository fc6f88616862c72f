"""The rules for players: one entry for each rule, made from the options and functions that the game is played with."""
