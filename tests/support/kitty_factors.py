"""Factors of the kitty by SJ-BONUS."""

FACTORS_OF_TWO_PAIRS = [
    ("pow2_pairs", 8),
    ("pow2_cards", 16),
    ("twice_cards", 8),
    ("twice_len_plus_one", 6),
    ("twice_total_cards", 8),
    ("flat_2", 2),
]
"""The factor of a tractor of two pairs by each multiplier."""
