"""Players, tokens, logins, export and closing of accounts."""
