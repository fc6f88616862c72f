"""Standing orders in Sheng Ji: what they see, what they play, and when there is only one thing to do."""
