"""Feeds: notifies listeners of new events, and counts the listeners."""
