"""Levels (RULES §§5, 23; SJ-VAR-01): advancing, must-play levels, and winning the match.

SJ-ADV-01  level = level + n on the ladder 2..A
SJ-ADV-02  ace is always must-play: passed only by winning a hand as declarers with ace as the trump rank
SJ-ADV-03  a side that so passes the final level has won the match
SJ-ADV-04  n times: at a must-play level stop, unless it is the level of this hand, played as declarers and won;
           at the final level the match is won; otherwise one level up
DEC-87     a final level below ace is must-play like ace
"""

from collections.abc import Collection
from typing import NamedTuple

from domain.cards import ACE, Rank


class Advance(NamedTuple):
    """Where a side stands after a hand: its level, and whether it has won the match."""

    level: Rank
    won: bool


def advance(
    level: Rank, levels_won: int, *, must_play: Collection[Rank], final_level: Rank, won_as_declarers_at: Rank | None
) -> Advance:
    """The winners' level after a hand (SJ-ADV-04).

    Args:
        level: their level before the hand.
        levels_won: how many levels the hand gives them, by the table of scoring.
        must_play: levels that cannot be passed over; ace and the final level always belong to them.
        final_level: the level to pass to win the match.
        won_as_declarers_at: the trump rank of the hand when they won it as declarers.
    """
    start = level
    for _ in range(levels_won):
        held_fast = level in must_play or level in (ACE, final_level)
        if held_fast and not level == start == won_as_declarers_at:
            break
        if level == final_level:
            return Advance(level, won=True)
        level = Rank(level + 1)
    return Advance(level, won=False)
