"""Clients of the HTTP API, each a package of its own for programs outside this tree."""
