"""Rehearsals: whole tournaments of house bots, played in a sandbox."""
