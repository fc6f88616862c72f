"""Clocks: how much time a seat has, when its clock runs, and what happens when its time has run out."""
