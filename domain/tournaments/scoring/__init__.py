"""Scoring: from tables to results of boards, matchpoints, IMPs and victory points."""
