"""Sandboxes: separate places with a clock of their own, where authors of clients test."""
