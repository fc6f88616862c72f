"""Invitations: links to an open table."""
