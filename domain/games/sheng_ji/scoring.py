"""Scoring a hand: converts the opponents' points to levels.

P are the opponents' points, T = 40 a deck the threshold, and s the step (20 a deck unless changed):

    rule         points       side        levels
    SJ-SCORE-05  P < 0        declarers   T/s + 2 + floor(-P/s)     (`below_zero_row`; off: as P = 0)
    SJ-SCORE-04  P = 0        declarers   T/s + 1
    SJ-SCORE-04  0 < P < T    declarers   (T - s floor(P/s)) / s
    SJ-SCORE-04  P >= T       opponents   floor((P - T)/s), and they become declarers (SJ-SCORE-02)
    SJ-SCORE-01  `simple`     declarers 1 if P < T, else the opponents become declarers without a level
    FF-SCORE-04  `auto_leveling`: one more level for opponents who win, in every row (DEC-46)

Each winner gains these n levels as follows (FF-SCORE-01, DEC-49):

    LU-1V4-01    the dealer plays alone and wins                    2 n
    FF-SCORE-03  declarers win with m friends missing               n (1 + m)   (`missing_teammate_bonus`)
                 for the dealer, or for every declarer (DEC-45)                 (`missing_bonus_scope`)
    otherwise                                                       n
"""

from typing import Literal, NamedTuple

from domain.games.sheng_ji.options.friends import MissingBonusScope
from domain.games.sheng_ji.options.scoring import Advancement

Side = Literal["declarers", "opponents"]


class Score(NamedTuple):
    """The winning side, and the number of levels it advances (0 or more)."""

    winners: Side
    levels: int


def score(
    points: int,
    threshold: int,
    step: int,
    *,
    below_zero_row: bool,
    advancement: Advancement,
    auto_leveling: bool = False,
) -> Score:
    """Returns the score of a hand in which the opponents have `points`, by the first table above."""
    if points >= threshold:
        by_table = (points - threshold) // step if advancement == "table" else 0
        return Score("opponents", by_table + auto_leveling)
    if advancement == "simple":
        return Score("declarers", 1)
    if points < 0 and below_zero_row:
        return Score("declarers", threshold // step + 2 + -points // step)
    if points <= 0:
        return Score("declarers", threshold // step + 1)
    return Score("declarers", (threshold - points // step * step) // step)


def levels_of_winner(
    result: Score, *, is_dealer: bool, missing: int = 0, missing_bonus: MissingBonusScope | None = None, solo: bool
) -> int:
    """Returns the number of levels that one of the winners gains, by the second table above.

    Args:
        result: the winning side, and the levels of the hand.
        is_dealer: whether this winner is the dealer.
        missing: the number of missing friends.
        missing_bonus: the winners who gain more for missing friends, or `None`.
        solo: whether the dealer plays alone by choice; no friends are missing then (DEC-45).
    """
    if result.winners == "opponents":
        return result.levels
    if solo:
        return 2 * result.levels
    gains_more = missing_bonus == "declarers" or (missing_bonus == "dealer" and is_dealer)
    return result.levels * (1 + missing) if gains_more else result.levels
