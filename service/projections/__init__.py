"""Projections: read models that follow the event log. Each accepts every event and can be rebuilt."""
