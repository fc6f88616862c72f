"""The changes of all ratings by one game, from the ratings of its players before it.

Ratings follow from the results of rated games alone. Every rated game changes the team rating. Only games between two
teams of equal size change Elo (NIGHT-ELO-02). `eligibility` says which games are not rated. After a correction, the
service rates all games again from the corrected one on. `RatingsByPool` does this for a sequence of games.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.ratings import elo, team_rating
from domain.ratings.changes import DuelPart, EloChange, How, OffsetChange, TeamChange
from domain.ratings.eligibility import EligibilityRules, Meetings, Unrated, unrated
from domain.ratings.elo import Rated, RatingRules
from domain.ratings.pools import Pool
from domain.ratings.results import GameId, GameResult, Side
from domain.ratings.team_rating import (
    MICRO,
    Handicap,
    RatedTeam,
    Skill,
    TeamOutcome,
    TeamRated,
    TeamRatingRules,
    handicap_of,
)


class RatingParameters(NamedTuple):
    """All parameters of the ratings."""

    elo: RatingRules = RatingRules()
    team: TeamRatingRules = TeamRatingRules()
    eligibility: EligibilityRules = EligibilityRules()


class Known(NamedTuple):
    """The state before a game that rating it requires, all of the pool of the game.

    Attributes:
        elo, team: the ratings of its players; players without a rated game are missing.
        offset: the belief about its offset; `None` before the first game with this offset.
        meetings: the number of rated games among these players in the 24 hours before it finished.
    """

    elo: Mapping[PlayerId, Rated]
    team: Mapping[PlayerId, TeamRated]
    offset: Skill | None = None
    meetings: int = 0


class RatedGame(NamedTuple):
    """What a game changed in the ratings.

    Attributes:
        game: its id.
        unrated: why it is not rated, and changed nothing; `None` if it is rated.
        elo, team: the changes of its players, in the order of the result's sides and players.
        offset: the change of the rating offset of its position; `None` without one.
    """

    game: GameId
    unrated: Unrated | None
    elo: tuple[EloChange, ...] = ()
    team: tuple[TeamChange, ...] = ()
    offset: OffsetChange | None = None


class RatingsByPool:
    """All ratings after a sequence of games, by pool."""

    def __init__(self) -> None:
        self.elo: dict[tuple[Pool, PlayerId], Rated] = {}
        self.team: dict[tuple[Pool, PlayerId], TeamRated] = {}
        self.offsets: dict[tuple[Pool, Handicap], Skill] = {}
        self.meetings = Meetings()

    def rate(self, rules: RatingParameters, result: GameResult) -> RatedGame:
        """Rates a game that has just finished: updates the ratings and returns the changes."""
        outcome = outcome_of(rules, result, self._known(result))
        if outcome.unrated is None:
            self.meetings.add(result)
        for elo_change in outcome.elo:
            self.elo[result.pool, elo_change.player] = Rated(elo_change.after, elo_change.games + 1)
        for change in outcome.team:
            self.team[result.pool, change.player] = TeamRated(change.after, change.games + 1, change.at)
        if outcome.offset is not None:
            self.offsets[result.pool, outcome.offset.handicap] = outcome.offset.after
        return outcome

    def _known(self, result: GameResult) -> Known:
        handicap = handicap_of(result.sides)
        return Known(
            {player: self.elo[at] for player in result.players if (at := (result.pool, player)) in self.elo},
            {player: self.team[at] for player in result.players if (at := (result.pool, player)) in self.team},
            None if handicap is None else self.offsets.get((result.pool, handicap[1])),
            self.meetings.before(result),
        )


def outcome_of(rules: RatingParameters, result: GameResult, known: Known) -> RatedGame:
    """Returns the changes of a game, given the state before it."""
    reason = unrated(rules.eligibility, result, known.meetings)
    if reason is not None:
        return RatedGame(result.game, reason)
    changes, offset = _team_changes(rules.team, result, known)
    figures = elo.with_k_at_most(rules.elo, result.most_k)
    return RatedGame(result.game, None, _elo_changes(figures, result, known.elo), changes, offset)


def _concerned(result: GameResult) -> tuple[How, frozenset[PlayerId]]:
    """Returns how ratings change, and whose. A forfeited game changes only the rating of the forfeiting player."""
    if result.forfeited_by is None:
        return "played", frozenset(result.players)
    return "forfeited", frozenset((result.forfeited_by,))


def _elo_changes(rules: RatingRules, result: GameResult, known: Mapping[PlayerId, Rated]) -> tuple[EloChange, ...]:
    if len(result.sides) != 2 or len({len(side.players) for side in result.sides}) != 1:
        return ()
    newcomer = Rated(rules.start)
    teams = [[known.get(player, newcomer) for player in side.players] for side in result.sides]
    moved = _elo_moves(rules, result.sides, teams)
    means = [elo.mean(team) for team in teams]
    how, whose = _concerned(result)
    changes = []
    for place, side in enumerate(result.sides):
        other = 1 - place
        expected = elo.expected(means[place], means[other], rules.scale)
        for player, before, change in zip(side.players, teams[place], moved[place], strict=True):
            if player in whose:
                changes.append(
                    EloChange(
                        game=result.game,
                        pool=result.pool,
                        player=player,
                        at=result.ended_at,
                        how=how,
                        own=round(means[place] * 100),
                        other=round(means[other] * 100),
                        expected=round(expected * MICRO),
                        score=_score(side, result.sides[other]),
                        k=elo.k_of(rules, before),
                        before=before.rating,
                        after=before.rating + change,
                        games=before.games,
                        provisional_for=max(0, rules.games_at_k - before.games - 1),
                    )
                )
    return tuple(changes)


def _elo_moves(
    rules: RatingRules, sides: Sequence[Side], teams: Sequence[Sequence[Rated]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the change of each player's rating, for both teams."""
    one, two = teams
    if sides[0].place == sides[1].place:
        changes = elo.changes_when_drawn(rules, one, two)
        return changes.winners, changes.losers
    if sides[0].place < sides[1].place:
        changes = elo.changes(rules, one, two)
        return changes.winners, changes.losers
    changes = elo.changes(rules, two, one)
    return changes.losers, changes.winners


def _score(side: Side, other: Side) -> int:
    return MICRO // 2 if side.place == other.place else MICRO * (side.place < other.place)


class _Before(NamedTuple):
    """A player before a game: the stored rating, and the skill at the end of the game."""

    player: PlayerId
    rated: TeamRated
    aged: Skill


def _team_changes(
    rules: TeamRatingRules, result: GameResult, known: Known
) -> tuple[tuple[TeamChange, ...], OffsetChange | None]:
    before = [
        [_before(rules, player, known.team.get(player, rules.newcomer), result) for player in side.players]
        for side in result.sides
    ]
    handicap = handicap_of(result.sides)
    offset = None if handicap is None else known.offset or rules.offset(handicap[1])
    teams = [
        RatedTeam(
            side.place,
            tuple(each.aged for each in players),
            offset if handicap is not None and handicap[0] == place else None,
        )
        for place, (side, players) in enumerate(zip(result.sides, before, strict=True))
    ]
    weight = team_rating.weight_of(rules, teams, result.levels if result.forfeited_by is None else 0)
    after = team_rating.outcomes(rules, teams, weight)
    reason = _Reason(result, handicap, offset, weight)
    changes = tuple(
        change
        for place, players in enumerate(before)
        for change in _changes_of_side(rules, reason, place, players, after[place])
    )
    return changes, _offset_change(reason, after)


class _Reason(NamedTuple):
    """The figures that the changes of all players of a game share."""

    result: GameResult
    handicap: tuple[int, Handicap] | None
    offset: Skill | None
    weight: int

    def applied(self, place: int) -> int:
        """Returns the offset that applied to a side: negative if the other side bears it."""
        if self.handicap is None or self.offset is None:
            return 0
        return self.offset.mu if self.handicap[0] == place else -self.offset.mu


def _before(rules: TeamRatingRules, player: PlayerId, rated: TeamRated, result: GameResult) -> _Before:
    return _Before(player, rated, team_rating.aged(rules, rated, result.ended_at))


def _changes_of_side(
    rules: TeamRatingRules, reason: _Reason, place: int, players: Sequence[_Before], after: TeamOutcome
) -> Iterator[TeamChange]:
    how, whose = _concerned(reason.result)
    for each, skill, factors in zip(players, after.players, after.factors, strict=True):
        if each.player in whose:
            yield TeamChange(
                game=reason.result.game,
                pool=reason.result.pool,
                player=each.player,
                at=reason.result.ended_at,
                how=how,
                parts=tuple(DuelPart(duel, factor) for duel, factor in zip(after.duels, factors, strict=True)),
                handicap=None if reason.handicap is None else reason.handicap[1],
                offset=reason.applied(place),
                weight=reason.weight,
                before=each.rated.skill,
                aged=each.aged,
                after=skill,
                games=each.rated.games,
                is_provisional=team_rating.is_provisional(rules, each.rated.games + 1, skill),
            )


def _offset_change(reason: _Reason, after: Sequence[TeamOutcome]) -> OffsetChange | None:
    """Returns the change of the offset of a game; `None` if it has none, or was forfeited."""
    if reason.handicap is None or reason.offset is None or reason.result.forfeited_by is not None:
        return None
    place, handicap = reason.handicap
    learnt = after[place].offset
    if learnt is None:
        return None
    return OffsetChange(reason.result.game, reason.result.pool, handicap, reason.offset, learnt)
