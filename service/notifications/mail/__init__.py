"""Mails about account events: addresses, wishes, texts and sending."""
