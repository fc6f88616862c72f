"""Sheng Ji: each rule is in the module named after it."""
