"""Seeks: what players look for, and which of them could play with each other."""
