"""Who meets whom in the next round, by format; each module opens with the table that it implements."""
