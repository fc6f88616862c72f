"""Rematches: the players of a table play again at another one."""
