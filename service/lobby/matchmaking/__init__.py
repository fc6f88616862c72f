"""Matchmaking: opens tables for seeks that fit together."""
