"""Read models that follow the log (design §6): each accepts every event, and can be thrown away and made anew."""
