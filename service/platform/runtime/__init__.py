"""Runs the service: embedded database servers if none are configured, and a supervisor for all processes."""
