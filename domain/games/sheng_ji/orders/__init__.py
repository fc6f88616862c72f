"""Standing orders in Sheng Ji: the facts they use, the moves they make, and forced moves."""
