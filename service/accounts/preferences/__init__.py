"""Preferences: settings of clients, such as the colours of the cards, that players find again on every device."""
