"""The IMP scale of Sheng Ji."""

from domain.kernel.scale import scale

SHENG_JI = scale(
    (
        *(10, 20, 30, 45, 55, 75, 90, 105, 120, 140, 160, 195),
        *(240, 290, 355, 420, 480, 560, 640, 720, 800, 960, 1120, 1280),
    )
)
"""For four players with two decks, for the scores of `board_scores.py`: 32 % of the bridge table.

Measured by tests/bench/bench_duplicate.py with 4,000 deals by the rules `zhang-2021`, for all trump ranks in turn. Each
deal was played at two tables; every pair was the bot `steady` with the bot `random`. The differences had a standard
deviation of 81 points, which is 5.54 IMPs on this scale. The scale suits a field of mixed strength. For players who are
all `steady` except for one move in ten, 1,500 deals would fit 23 % instead of 32 %.
"""
