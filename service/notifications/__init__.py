"""Notifications of players: the events of their accounts, mails and webhooks."""
