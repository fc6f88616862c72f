"""Sheng Ji. Each rule has a module that is named after it."""
