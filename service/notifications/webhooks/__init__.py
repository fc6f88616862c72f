"""Webhooks: account events sent to the addresses of players (Standard Webhooks)."""
