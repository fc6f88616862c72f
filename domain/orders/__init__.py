"""Standing orders: what a seat lets the table do for it, in a small language that every game reads in its own way."""
