"""Pairing of the next round, by format. Each module begins with the table of rules that it implements."""
