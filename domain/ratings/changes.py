"""The changes of ratings by a result, as data and as a sentence that explains the data.

| change | rating | figures that explain it |
|---|---|---|
| `EloChange` | a player's Elo | `k` * (`score` - `expected`), rounded half to even |
| `TeamChange` | a player's team rating | the sum of factor * (score - expected) over the duels |
| `OffsetChange` | the advantage of a side with a certain role and size | before and after |

Expected scores, scores and factors are millionths. Sentences round them.
"""

from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.ratings.pools import Pool
from domain.ratings.results import GameId
from domain.ratings.team_rating import HUNDREDTH, MICRO, Duel, Handicap, Skill, shown

How = Literal["played", "forfeited"]
"""How a change came about: the game was played to its end, or the player forfeited it."""


class EloChange(NamedTuple):
    """The change of a player's Elo by a result.

    Attributes:
        game, pool, player, at: the game, its pool, the player, and when the game finished.
        how: see `How`.
        own, other: the mean ratings of both teams, in hundredths.
        expected, score: the expected and the actual score of the team, in millionths of a win.
        k: the largest change that a game can make.
        before, after: the rating before and after the game.
        games: the number of rated games before.
        provisional_for: the number of further rated games until the rating is no longer provisional; 0 if it is not.
    """

    game: GameId
    pool: Pool
    player: PlayerId
    at: Instant
    how: How
    own: int
    other: int
    expected: int
    score: int
    k: int
    before: int
    after: int
    games: int
    provisional_for: int

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still provisional."""
        return self.provisional_for > 0


class DuelPart(NamedTuple):
    """The contribution of one other side: the duel with it, and how far a whole win would have moved `mu`."""

    duel: Duel
    factor: int


class TeamChange(NamedTuple):
    """The change of a player's team rating by a result; figures are millionths.

    Attributes:
        game, pool, player, at, how: as in `EloChange`.
        parts: one for each other side.
        handicap: the kind of offset that applied; `None` if the sides were alike.
        offset: the amount added to the strength of the player's side, relative to the other side.
        weight: the weight of the result.
        before: the skill after the last game.
        aged: the skill when this game finished; `sigma` has grown since the last game.
        after: the skill after this game.
        games: the number of rated games before.
        is_provisional: whether the rating is provisional.
    """

    game: GameId
    pool: Pool
    player: PlayerId
    at: Instant
    how: How
    parts: tuple[DuelPart, ...]
    handicap: Handicap | None
    offset: int
    weight: int
    before: Skill
    aged: Skill
    after: Skill
    games: int
    is_provisional: bool


class OffsetChange(NamedTuple):
    """The change of the belief about an offset by a result."""

    game: GameId
    pool: Pool
    handicap: Handicap
    before: Skill
    after: Skill


def sentence(change: EloChange | TeamChange) -> str:
    """Returns a change in plain words."""
    parts = _elo(change) if isinstance(change, EloChange) else _team(change)
    return " ".join(part for part in parts if part)


def _elo(change: EloChange) -> tuple[str, ...]:
    moved, more = change.after - change.before, change.provisional_for
    return (
        (
            f"A team of {_hundredths(change.own)} was expected to score {_share(change.expected)} against a team of"
            f" {_hundredths(change.other)}, and {_scored(change.score, change.how)}."
        ),
        (
            f"K is {change.k}, and {change.k} times {_share(change.score - change.expected)} is {moved:+d}."
            f" The rating changed from {change.before} to {change.after}."
        ),
        _alone(change.how),
        f"Provisional for {more} more rated {'game' if more == 1 else 'games'}." if change.is_provisional else "",
    )


def _team(change: TeamChange) -> tuple[str, ...]:
    expected = sum(part.duel.expected for part in change.parts)
    score = sum(part.duel.score for part in change.parts)
    return (
        _result(change, expected, score),
        _offset(change),
        f"The margin multiplied the weight by {change.weight / MICRO:.2f}." if change.weight != MICRO else "",
        f"During the break, the uncertainty grew from {_figure(change.before.sigma)} to {_figure(change.aged.sigma)}."
        if _figure(change.aged.sigma) != _figure(change.before.sigma)
        else "",
        (
            f"The skill changed from {_figure(change.aged.mu)} to {_figure(change.after.mu)}"
            f" ({_signed(change.after.mu - change.aged.mu)}), and the uncertainty from {_figure(change.aged.sigma)} to"
            f" {_figure(change.after.sigma)}. The displayed rating is {_hundredths(shown(change.after))}."
        ),
        _alone(change.how),
        "Provisional." if change.is_provisional else "",
    )


def _result(change: TeamChange, expected: int, score: int) -> str:
    if len(change.parts) > 1:
        return (
            f"The side was expected to finish ahead of {expected / MICRO:.2f} of {len(change.parts)} others,"
            f" and finished ahead of {score / MICRO:g}."
        )
    factor = _figure(change.parts[0].factor)
    return (
        f"The side was expected to score {_share(expected)}, and {_scored(score, change.how)}."
        f" The change is {factor} times {_share(score - expected)}."
    )


def _offset(change: TeamChange) -> str:
    if change.handicap is None:
        return ""
    role, own, other = change.handicap
    side = f"{own} {role or 'players'} against {other}"
    return f"For {side}, the strength was adjusted by {_signed(change.offset)}."


def _scored(score: int, how: How) -> str:
    if how == "forfeited":
        return "forfeited"
    return {0: "lost", MICRO: "won"}.get(score, "drew")


def _alone(how: How) -> str:
    return "A forfeit is a loss for the player, and changes no other rating." if how == "forfeited" else ""


def _share(millionths: int) -> str:
    return f"{millionths * 100 / MICRO:.1f} %"


def _figure(millionths: int) -> str:
    return f"{millionths / MICRO:.2f}"


def _signed(millionths: int) -> str:
    return f"{millionths / MICRO:+.2f}"


def _hundredths(figure: int) -> str:
    return f"{figure * HUNDREDTH / MICRO:.2f}"
