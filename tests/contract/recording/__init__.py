"""Records the examples of the contract from real requests and answers."""
