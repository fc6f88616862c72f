"""Clocks: how much time a seat has, when it runs, and what happens when it is over."""
