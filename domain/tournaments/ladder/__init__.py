"""The format `challenge_ladder`: entrants challenge those just above them, and take their places."""
