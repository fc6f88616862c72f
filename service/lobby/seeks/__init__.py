"""Seeks: what players look for."""
