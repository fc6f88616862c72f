"""Sheng Ji: the rules of RULES §§1-24, each in the module named after it."""
