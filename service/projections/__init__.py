"""Read models that follow the log: each accepts every event, and can be thrown away and made anew."""
