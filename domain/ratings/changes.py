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
from domain.kernel.messages import counted, message
from domain.kernel.players import PlayerId
from domain.kernel.wording import sentences
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
    return sentences(parts)


def _elo(change: EloChange) -> tuple[str, ...]:
    moved, more = change.after - change.before, change.provisional_for
    return (
        (
            message(
                "A team of {hundredths} was expected to score {share} against a team of {hundredths_2}, and {scored}.",
                hundredths=_hundredths(change.own),
                share=_share(change.expected),
                hundredths_2=_hundredths(change.other),
                scored=_scored(change.score, change.how),
            )
        ),
        (
            message(
                "K is {k}, and {k} times {share} is {moved:+d}. The rating changed from {before} to {after}.",
                k=change.k,
                share=_share(change.score - change.expected),
                moved=moved,
                before=change.before,
                after=change.after,
            )
        ),
        _alone(change.how),
        counted("Provisional for {count} more rated game.", "Provisional for {count} more rated games.", more)
        if change.is_provisional
        else "",
    )


def _team(change: TeamChange) -> tuple[str, ...]:
    expected = sum(part.duel.expected for part in change.parts)
    score = sum(part.duel.score for part in change.parts)
    return (
        _result(change, expected, score),
        _offset(change),
        message("The margin multiplied the weight by {weight:.2f}.", weight=change.weight / MICRO)
        if change.weight != MICRO
        else "",
        message(
            "During the break, the uncertainty grew from {figure} to {figure_2}.",
            figure=_figure(change.before.sigma),
            figure_2=_figure(change.aged.sigma),
        )
        if _figure(change.aged.sigma) != _figure(change.before.sigma)
        else "",
        (
            message(
                "The skill changed from {figure} to {figure_2} ({signed}), and the uncertainty from {figure_3} to "
                "{figure_4}. The displayed rating is {hundredths}.",
                figure=_figure(change.aged.mu),
                figure_2=_figure(change.after.mu),
                signed=_signed(change.after.mu - change.aged.mu),
                figure_3=_figure(change.aged.sigma),
                figure_4=_figure(change.after.sigma),
                hundredths=_hundredths(shown(change.after)),
            )
        ),
        _alone(change.how),
        message("Provisional.") if change.is_provisional else "",
    )


def _result(change: TeamChange, expected: int, score: int) -> str:
    if len(change.parts) > 1:
        return message(
            "The side was expected to finish ahead of {expected:.2f} of {count} others, and finished ahead of "
            "{score:g}.",
            expected=expected / MICRO,
            count=len(change.parts),
            score=score / MICRO,
        )
    factor = _figure(change.parts[0].factor)
    return message(
        "The side was expected to score {share}, and {scored}. The change is {factor} times {share_2}.",
        share=_share(expected),
        scored=_scored(score, change.how),
        factor=factor,
        share_2=_share(score - expected),
    )


def _offset(change: TeamChange) -> str:
    if change.handicap is None:
        return ""
    role, own, other = change.handicap
    side = message("{own} {role} against {other}", own=own, role=role or "players", other=other)
    return message("For {side}, the strength was adjusted by {signed}.", side=side, signed=_signed(change.offset))


def _scored(score: int, how: How) -> str:
    if how == "forfeited":
        return "forfeited"
    return {0: "lost", MICRO: "won"}.get(score, "drew")


def _alone(how: How) -> str:
    return message("A forfeit is a loss for the player, and changes no other rating.") if how == "forfeited" else ""


def _share(millionths: int) -> str:
    return f"{millionths * 100 / MICRO:.1f} %"


def _figure(millionths: int) -> str:
    return f"{millionths / MICRO:.2f}"


def _signed(millionths: int) -> str:
    return f"{millionths / MICRO:+.2f}"


def _hundredths(figure: int) -> str:
    return f"{figure * HUNDREDTH / MICRO:.2f}"
