"""Zheng Shangyou, a climbing game, played individually, two against two or three against three."""
