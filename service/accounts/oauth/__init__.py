"""OAuth 2: clients of other programs, what players allow them, and the endpoints of the protocol."""
