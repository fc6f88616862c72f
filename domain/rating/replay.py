"""Ratings are the fold over the results of rated games, and nothing else: from the log they come out again the same.

| step | what it does |
|---|---|
| `standing` (`results`) | makes all corrections: an annulled game never was, a replaced one keeps its old place |
| `unrated` (`eligibility`) | says which of the games that are left are not rated |
| `outcome_of` | works out what one game changes, from the ratings of those who played it |
| `Ratings.rate` | does the same for a game that has just finished, and takes note of it |
| `replay` | does it for a whole log |

Every game counts for the team rating. Elo is for two teams of equal size (NIGHT-ELO-02); other games leave it alone.
After a correction everything is worked out anew with `replay`; a game that comes at the end needs `Ratings.rate` alone,
or, with what is stored of its players, `outcome_of`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.rating import elo, team_rating
from domain.rating.changes import EloChange, How, OffsetChange, Part, TeamChange
from domain.rating.eligibility import EligibilityRules, Meetings, Unrated, unrated
from domain.rating.elo import Rated, RatingRules
from domain.rating.pools import Pool
from domain.rating.results import Entry, GameId, GameResult, Side, standing
from domain.rating.team_rating import MICRO, Handicap, Skill, Team, TeamOutcome, TeamRated, TeamRules, handicap_of
from domain.table.events import PlayerId


class Rules(NamedTuple):
    """All figures by which games are rated."""

    elo: RatingRules = RatingRules()
    team: TeamRules = TeamRules()
    eligibility: EligibilityRules = EligibilityRules()


class Known(NamedTuple):
    """What has to be known to rate a game, all of its own pool.

    Attributes:
        elo, team: the ratings of its players; who is not in them has not played yet.
        offset: what is believed of its offset; none before the first game that has it.
        meetings: how many rated games its players had with each other in the 24 hours before it finished.
    """

    elo: Mapping[PlayerId, Rated]
    team: Mapping[PlayerId, TeamRated]
    offset: Skill | None = None
    meetings: int = 0


class Outcome(NamedTuple):
    """What a game has changed.

    Attributes:
        game: which one.
        unrated: why it is not rated, and has changed nothing; none when it is.
        elo, team: the changes of its players, in the order of the result's sides and players.
        offset: what it has told of an offset.
    """

    game: GameId
    unrated: Unrated | None
    elo: tuple[EloChange, ...] = ()
    team: tuple[TeamChange, ...] = ()
    offset: OffsetChange | None = None


class Ratings:
    """All ratings as they stand after some games, pool by pool."""

    def __init__(self) -> None:
        self.elo: dict[tuple[Pool, PlayerId], Rated] = {}
        self.team: dict[tuple[Pool, PlayerId], TeamRated] = {}
        self.offsets: dict[tuple[Pool, Handicap], Skill] = {}
        self.meetings = Meetings()

    def rate(self, rules: Rules, result: GameResult) -> Outcome:
        """What a game that has just finished changes; the ratings are those after it then."""
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

    def forget_players(self) -> None:
        """Lets everybody begin afresh; what is known of offsets, and who met lately, stays."""
        self.elo.clear()
        self.team.clear()

    def _known(self, result: GameResult) -> Known:
        handicap = handicap_of(result.sides)
        return Known(
            {player: self.elo[at] for player in result.players if (at := (result.pool, player)) in self.elo},
            {player: self.team[at] for player in result.players if (at := (result.pool, player)) in self.team},
            None if handicap is None else self.offsets.get((result.pool, handicap[1])),
            self.meetings.before(result),
        )


class Replayed(NamedTuple):
    """All ratings after a log, and what each game of it has changed, in their order."""

    ratings: Ratings
    outcomes: tuple[Outcome, ...]


def replay(log: Iterable[Entry], rules: Rules) -> Replayed:
    """The ratings that follow from a log, with corrections, and every change on the way.

    Raises:
        ValueError: a game has two results, or one is corrected that has none.
    """
    ratings = Ratings()
    return Replayed(ratings, tuple(outcomes(log, rules, ratings)))


def outcomes(log: Iterable[Entry], rules: Rules, ratings: Ratings) -> Iterator[Outcome]:
    """What each game of a log changes, one at a time; the ratings follow.

    Raises:
        ValueError: as `replay`.
    """
    for result in standing(log):
        yield ratings.rate(rules, result)


def outcome_of(rules: Rules, result: GameResult, known: Known) -> Outcome:
    """What a game changes, given what was known before it."""
    reason = unrated(rules.eligibility, result, known.meetings)
    if reason is not None:
        return Outcome(result.game, reason)
    changes, offset = _team_changes(rules.team, result, known)
    figures = elo.with_k_at_most(rules.elo, result.most_k)
    return Outcome(result.game, None, _elo_changes(figures, result, known.elo), changes, offset)


def _concerned(result: GameResult) -> tuple[How, frozenset[PlayerId]]:
    """How ratings change, and whose do: of a forfeited game only the rating of who has forfeited it."""
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
    """By how much the rating of each player of both teams changes."""
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
    """A player before a game: as stored, and as it is when the game has finished."""

    player: PlayerId
    rated: TeamRated
    aged: Skill


def _team_changes(
    rules: TeamRules, result: GameResult, known: Known
) -> tuple[tuple[TeamChange, ...], OffsetChange | None]:
    before = [
        [_before(rules, player, known.team.get(player, rules.newcomer), result) for player in side.players]
        for side in result.sides
    ]
    handicap = handicap_of(result.sides)
    offset = None if handicap is None else known.offset or rules.offset(handicap[1])
    teams = [
        Team(
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
    """What the changes of all players of a game have in common."""

    result: GameResult
    handicap: tuple[int, Handicap] | None
    offset: Skill | None
    weight: int

    def applied(self, place: int) -> int:
        """What was added to the strength of a side, compared with the other one."""
        if self.handicap is None or self.offset is None:
            return 0
        return self.offset.mu if self.handicap[0] == place else -self.offset.mu


def _before(rules: TeamRules, player: PlayerId, rated: TeamRated, result: GameResult) -> _Before:
    return _Before(player, rated, team_rating.aged(rules, rated, result.ended_at))


def _changes_of_side(
    rules: TeamRules, reason: _Reason, place: int, players: Sequence[_Before], after: TeamOutcome
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
                parts=tuple(Part(duel, factor) for duel, factor in zip(after.duels, factors, strict=True)),
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
    """What the game tells of its offset; a forfeit tells nothing of it."""
    if reason.handicap is None or reason.offset is None or reason.result.forfeited_by is not None:
        return None
    place, handicap = reason.handicap
    learnt = after[place].offset
    if learnt is None:
        return None
    return OffsetChange(reason.result.game, reason.result.pool, handicap, reason.offset, learnt)
