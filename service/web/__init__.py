"""The web client for people: it serves the files that browsers run. The client itself uses the public API alone."""
