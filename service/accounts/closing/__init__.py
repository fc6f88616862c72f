"""Closing an account."""
