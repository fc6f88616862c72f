"""Names of players for documents, and finding players by name."""
