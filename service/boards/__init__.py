"""Duplicate boards that players play whenever they like, and matches on the same boards."""
