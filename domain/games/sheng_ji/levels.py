"""Levels: advancing, must-play levels, laps, resets, and winning the match.

SJ-ADV-01   level = level + n on the ladder 2..A
SJ-ADV-02   ace and the final level are always must-play (DEC-87)
SJ-ADV-03   a side that passes the final level has won the match, or a lap of it
SJ-ADV-04   n times: at a must-play level stop, unless it was earned in this hand; otherwise one level up
SJ-VAR-02   `must_play_needs_win` = off: a level of the set once attempted, won or lost, no longer stops (DEC-83);
            ace and the final level still have to be won
SJ-LEVEL-06 `after_final` = wrap: past the final level go on at 2, the match is won with so many `laps` (DEC-87)

A level is earned by a hand begun at it, played as declarers and won (attempted: the same, won or lost), when
fixed teams (SJ-VAR-01)                  it was the trump rank of that hand
individual levels (RUL-06, DEC-47)       it was one's own, whatever the trump rank
  ace, `zpy_win` = own_level_ace         likewise (DEC-43)
  ace, `zpy_win` = trump_rank_ace        ace was the trump rank too

A hook throws back every declarer who stands at the trump rank (DEC-47), whatever the hand would have brought (DEC-84),
the match included; attempts are forgotten (DEC-83).

`level_after_ace` = no_trump: a level NT follows ace and is the final one. Its hands have no trumps but the jokers; it
is earned only in such a hand, in individual levels too.
"""

from typing import Literal, NamedTuple

from domain.kernel.cards import ACE, RANK_NAMES, RANKS, Rank

NO_TRUMP_LEVEL = Rank(13)
LEVEL_NAMES = (*RANK_NAMES, "NT")

LOWEST = RANKS[0]

Levels = Literal["team", "individual"]
ZpyWin = Literal["own_level_ace", "trump_rank_ace"]


class LevelRules(NamedTuple):
    """The options that govern levels; `final_level` is the level NT where it follows ace."""

    must_play: frozenset[Rank] = frozenset()
    final_level: Rank = ACE
    laps: int = 1
    must_play_needs_win: bool = True
    levels: Levels = "team"
    zpy_win: ZpyWin = "own_level_ace"


class Position(NamedTuple):
    """Where a team or a player stands: the level, laps done, and must-play levels attempted in this lap, ascending."""

    level: Rank
    laps: int = 0
    attempted: tuple[Rank, ...] = ()


class HandPlayed(NamedTuple):
    """What a hand was for one side or player.

    Attributes:
        levels_won: how many levels it brings them; 0 for losers.
        level_played: the level of the hand: its trump rank, or the level NT when it had none.
        as_declarers: whether they were declarers.
        won: whether they won it.
        hooked_back_to: the level to which a hook throws the declarers back (SJ-VAR-05..07), if one does.
    """

    levels_won: int
    level_played: Rank
    as_declarers: bool
    won: bool
    hooked_back_to: Rank | None = None


class Advance(NamedTuple):
    """Where a side or player stands after a hand, and whether the match is won."""

    position: Position
    won: bool

    @property
    def level(self) -> Rank:
        """The level after the hand."""
        return self.position.level


def advance_by(rules: LevelRules, position: Position, hand: HandPlayed) -> Advance:
    """Where a team or a player stands after a hand; ask it of the losers too, whose attempts may count (SJ-ADV-04)."""
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
            # A level earned once does not count for the next lap.
            position, earned = Position(LOWEST, position.laps + 1), None
    return Advance(position, won=False)


def levels_above(rules: LevelRules, initial: Rank, position: Position) -> int:
    """How many levels a position is above the first one, laps included; 0 below it.

    Args:
        rules: the options that govern levels.
        initial: the level at which the match began.
        position: where a side or player stands; after all laps the match is won.
    """
    lap = rules.final_level - LOWEST + 1
    in_lap = 0 if position.laps == rules.laps else position.level - LOWEST
    return max(0, position.laps * lap + in_lap - (initial - LOWEST))


def _always_won(rules: LevelRules, level: Rank) -> bool:
    return level in (ACE, rules.final_level)


def _counts(rules: LevelRules, own: Rank, level_played: Rank) -> bool:
    """Whether a hand played at `level_played` is one at the own level."""
    if own == level_played:
        return True
    if rules.levels == "team" or own == NO_TRUMP_LEVEL:
        return False
    return rules.zpy_win == "own_level_ace" or not _always_won(rules, own)


def _attempted(rules: LevelRules, position: Position) -> Position:
    """The position after an attempt at its level, where attempts matter (SJ-VAR-02)."""
    level = position.level
    if rules.must_play_needs_win or level not in rules.must_play or _always_won(rules, level):
        return position
    return position._replace(attempted=tuple(sorted({*position.attempted, level})))


def _stops(rules: LevelRules, position: Position) -> bool:
    """Whether the level is must-play and not attempted enough to be passed over."""
    must_play = position.level in rules.must_play or _always_won(rules, position.level)
    return must_play and position.level not in position.attempted
