"""Formats: their interface, their figures, and the settings that fit each."""
