"""Levels: advancing, must-play levels, laps, resets, and winning the match.

SJ-ADV-01   level = level + n on the ladder 2..A
SJ-ADV-02   ace and the final level are always must-play (DEC-87)
SJ-ADV-03   a side that passes the final level has won the match, or a lap of it
SJ-ADV-04   n times: stop at a must-play level unless it was earned in this hand; otherwise go one level up
SJ-VAR-02   `must_play_needs_win` = off: a must-play level once attempted, won or lost, no longer stops (DEC-83);
            ace and the final level still have to be won
SJ-LEVEL-06 `after_final` = wrap: after the final level continue at 2; that many `laps` win the match (DEC-87)

A level is earned by winning as declarers a hand begun at it (attempted: won or lost). The hand counts for a level in

fixed teams (SJ-VAR-01)                  if the level was the trump rank of that hand
individual levels (RUL-06, DEC-47)       if it was the player's own level, at any trump rank
  ace, `zpy_win` = own_level_ace         likewise (DEC-43)
  ace, `zpy_win` = trump_rank_ace        only if ace was the trump rank too

A hook sets back every declarer whose level is the trump rank (DEC-47). It overrides all gains of the hand (DEC-84),
even a won match, and clears attempts (DEC-83).

`level_after_ace` = no_trump: the level NT follows ace and is the final level. Only jokers are trumps in its hands. It
is earned only in such a hand, with individual levels too.
"""

from typing import Literal, NamedTuple

from domain.games.sheng_ji.options.friends import ZpyWin
from domain.kernel.cards import ACE, RANK_NAMES, RANKS, Rank

NO_TRUMP_LEVEL = Rank(13)
LEVEL_NAMES = (*RANK_NAMES, "NT")

LOWEST = RANKS[0]

Levels = Literal["team", "individual"]


class LevelRules(NamedTuple):
    """The options that govern levels; `final_level` is NT where that level follows ace."""

    must_play: frozenset[Rank] = frozenset()
    final_level: Rank = ACE
    laps: int = 1
    must_play_needs_win: bool = True
    levels: Levels = "team"
    zpy_win: ZpyWin = "own_level_ace"


class Position(NamedTuple):
    """The position of a team or player: the level, the laps done, and the attempted must-play levels, ascending."""

    level: Rank
    laps: int = 0
    attempted: tuple[Rank, ...] = ()


class HandPlayed(NamedTuple):
    """The result of a hand for one side or player.

    Attributes:
        levels_won: the number of levels gained; 0 for losers.
        level_played: the level of the hand: its trump rank, or NT without one.
        as_declarers: whether they were declarers.
        won: whether they won the hand.
        hooked_back_to: the level to which a hook sets the declarers back (SJ-VAR-05..07), or `None`.
    """

    levels_won: int
    level_played: Rank
    as_declarers: bool
    won: bool
    hooked_back_to: Rank | None = None


class Advance(NamedTuple):
    """The position of a side or player after a hand, and whether it has won the match."""

    position: Position
    won: bool

    @property
    def level(self) -> Rank:
        """The level after the hand."""
        return self.position.level


def advance_by(rules: LevelRules, position: Position, hand: HandPlayed) -> Advance:
    """Returns the position of a team or player after a hand. Call it for losers too: attempts may count (SJ-ADV-04)."""
    if hand.hooked_back_to is not None and hand.as_declarers and position.level == hand.level_played:
        return Advance(Position(hand.hooked_back_to, position.laps), won=False)
    played = hand.as_declarers and _counts(rules, position.level, hand.level_played)
    position = _attempted(rules, position) if played else position
    earned = position.level if played and hand.won else None
    for _ in range(hand.levels_won):
        if _stops(rules, position) and position.level != earned:
            break
        if position.level != rules.final_level:
            position = position._replace(level=Rank(position.level + 1))
        elif position.laps + 1 == rules.laps:
            return Advance(position._replace(laps=rules.laps), won=True)
        else:
            # A level earned in one lap does not count in the next.
            position, earned = Position(LOWEST, position.laps + 1), None
    return Advance(position, won=False)


def levels_above(rules: LevelRules, initial: Rank, position: Position) -> int:
    """Returns the number of levels from the first level to a position, laps included; never below 0.

    Args:
        rules: the options that govern levels.
        initial: the level at which the match began.
        position: the position; after all laps the match is won.
    """
    lap = rules.final_level - LOWEST + 1
    in_lap = 0 if position.laps == rules.laps else position.level - LOWEST
    return max(0, position.laps * lap + in_lap - (initial - LOWEST))


def _always_won(rules: LevelRules, level: Rank) -> bool:
    return level in (ACE, rules.final_level)


def _counts(rules: LevelRules, own: Rank, level_played: Rank) -> bool:
    """Returns whether a hand played at `level_played` counts for the level `own`."""
    if own == level_played:
        return True
    if rules.levels == "team" or own == NO_TRUMP_LEVEL:
        return False
    return rules.zpy_win == "own_level_ace" or not _always_won(rules, own)


def _attempted(rules: LevelRules, position: Position) -> Position:
    """Returns the position after an attempt at its level, where attempts matter (SJ-VAR-02)."""
    level = position.level
    if rules.must_play_needs_win or level not in rules.must_play or _always_won(rules, level):
        return position
    return position._replace(attempted=tuple(sorted({*position.attempted, level})))


def _stops(rules: LevelRules, position: Position) -> bool:
    """Returns whether the level is must-play and an attempt has not released it."""
    must_play = position.level in rules.must_play or _always_won(rules, position.level)
    return must_play and position.level not in position.attempted
