"""The guests of an entrant: tokens with which staff act for them, and new claim codes."""
