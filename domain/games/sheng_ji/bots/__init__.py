"""Bots that play Sheng Ji."""
