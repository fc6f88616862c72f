"""Blocks between players."""
