"""Scoring a hand (RULES §21): what the opponents' points are worth in levels.

With P the opponents' points, T = 40 a deck the threshold and s the step (20 a deck unless changed):

    rule         points       side        levels
    SJ-SCORE-05  P < 0        declarers   T/s + 2 + floor(-P/s)     (`below_zero_row`; off: as P = 0)
    SJ-SCORE-04  P = 0        declarers   T/s + 1
    SJ-SCORE-04  0 < P < T    declarers   (T - s floor(P/s)) / s
    SJ-SCORE-04  P >= T       opponents   floor((P - T)/s), and they become declarers (SJ-SCORE-02)
    SJ-SCORE-01  `simple`     declarers 1 when P < T, else the opponents take over without a level
"""

from typing import Literal, NamedTuple

Side = Literal["declarers", "opponents"]
Advancement = Literal["table", "simple"]


class Score(NamedTuple):
    """Who won the hand, and how many levels the winners advance (0 or more)."""

    winners: Side
    levels: int


def score(points: int, threshold: int, step: int, *, below_zero_row: bool, advancement: Advancement) -> Score:
    """The result of a hand in which the opponents have `points`, by the table above."""
    if points >= threshold:
        return Score("opponents", (points - threshold) // step if advancement == "table" else 0)
    if advancement == "simple":
        return Score("declarers", 1)
    if points < 0 and below_zero_row:
        return Score("declarers", threshold // step + 2 + -points // step)
    if points <= 0:
        return Score("declarers", threshold // step + 1)
    return Score("declarers", (threshold - points // step * step) // step)
