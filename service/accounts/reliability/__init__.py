"""The reliability of players."""
