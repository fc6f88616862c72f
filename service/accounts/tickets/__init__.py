"""Tickets that open the streams of one feed."""
