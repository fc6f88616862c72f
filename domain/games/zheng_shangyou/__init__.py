"""Zheng Shangyou, the climbing game: individually, two against two and three against three."""
