"""Tournaments: pairing, scoring and standings. This package does no I/O."""
