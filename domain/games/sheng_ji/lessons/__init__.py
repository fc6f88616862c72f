"""Says in which phase of a hand of Sheng Ji a decision is, and why one move is better than another."""
