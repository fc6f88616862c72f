"""Guests of tournaments: accounts that staff create, and that a claim code makes a person's own."""
