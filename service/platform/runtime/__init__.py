"""Runs the service: embedded servers if none are configured, and a supervisor for all processes."""
