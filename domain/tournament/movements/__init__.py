"""Who plays which boards against whom, and which copy of a deal they get."""
