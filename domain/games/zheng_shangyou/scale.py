"""The IMP scales of Zheng Shangyou."""

from domain.kernel.scale import Scale

PLACE_UNITS = 100
"""Zheng Shangyou has few places, so its scales count in hundredths of a place."""
ZHENG_SHANGYOU_OF_FOUR = Scale(
    (
        *(25, 55, 100, 140, 185, 240, 290, 345, 400, 465, 535, 645),
        *(805, 965, 1180, 1395, 1605, 1875, 2140, 2410, 2675, 3210, 3745, 4280),
    ),
    PLACE_UNITS,
)
"""For two sides of two: every bound of the IMP table of bridge, times 1.07. The unit is a hundredth of a place.

Measured by tests/bench/bench_duplicate.py with `--profile zheng-shangyou-4-partners`: 4,000 deals, each played at two
tables where every pair was the bot `steady` with the bot `random`. Differences of places are even, at most 8: 2 places
are 5 IMPs, 4 are 9, 6 are 11 and 8 are 12. The differences had a standard deviation of 2.58 places, and a third of them
was 0. On this scale the standard deviation is 5.62 IMPs.
"""
ZHENG_SHANGYOU_OF_SIX = Scale(
    (
        *(40, 90, 165, 235, 305, 395, 485, 570, 660, 770, 890, 1070),
        *(1335, 1605, 1960, 2315, 2670, 3115, 3560, 4005, 4450, 5340, 6230, 7120),
    ),
    PLACE_UNITS,
)
"""For two sides of three: the bridge table at 178 %, in hundredths of a place.

Measured in the same way with `--profile san-jia-xi`: 4,000 deals, with two bots `steady` and one `random` on each side.
2 places are 3 IMPs, 4 are 6, 6 are 8, 8 are 10, and 18, the maximum, are 14. The standard deviation of the differences
was 4.29 places, and a fifth of them was 0. On this scale the standard deviation is 5.58 IMPs.
"""
