"""Entrants: registering, partners, substitutes, leaving, and staying apart."""
