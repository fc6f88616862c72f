"""The types of the documents of ratings."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Game, Name, TableId, Time, TournamentId
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Maximum, MaxItems, Minimum, MultipleOf, Named, Pattern, part
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor

RatingPoolId = Annotated[
    str,
    "The name of a pool of ratings.",
    Pattern(r"^({Game})\.(live|correspondence|duplicate)\.[1-9][0-9]?\.(people|programs)$"),
    Named("RatingPoolId"),
]

RatingHow = Annotated[
    Literal["played", "forfeited"],
    "Whether the game was played to its end, or was forfeited by the player. A forfeit changes no other "
    "player's rating.",
    Named("RatingHow"),
]


class RatingPool(TypedDict):
    """Games whose results are comparable. A game is `live` if its clock allows at most an hour for one turn, including
    saved time. It is `duplicate` if other tables play the same deals. Any other game is by `correspondence`. A game is
    among `programs` if at least one player is a program.
    """

    id: RatingPoolId
    game: Game
    pace: Annotated[Literal["live", "correspondence", "duplicate"], "The time for thinking."]
    seats: Annotated[int, "The number of seats at the table.", Minimum(1), Maximum(99)]
    among: Annotated[Literal["people", "programs"], "Whether people or programs play."]


class RatingPools(TypedDict):
    """The pools with rated games."""

    pools: Annotated[list[RatingPoolWithSeasons], "The pools, in order of their names."]


class RatingPoolWithSeasons(RatingPool):
    """A pool of ratings, and its seasons."""

    seasons: Annotated[list[str], "Its latest seasons, newest first.", MaxItems(20)]


class Skill(TypedDict):
    """The estimate of a skill by the team rating."""

    skill: Annotated[float, "The estimated skill."]
    uncertainty: Annotated[float, "The standard deviation of the estimate.", Minimum(0)]
    shown: Annotated[float, "The skill minus three times the uncertainty, rounded down to hundredths."]


class EloStanding(TypedDict):
    """An Elo rating. Only games between two sides of equal size change it."""

    rating: Annotated[int, "The rating."]
    games: Annotated[int, "The number of rated games.", Minimum(0)]
    won: Annotated[int, "The number of games won.", Minimum(0)]
    provisional: Annotated[bool, "Whether there are too few games for a reliable rating."]


class TeamStanding(TypedDict):
    """The current team rating."""

    skill: Annotated[float, "The estimated skill."]
    uncertainty: Annotated[float, "The standard deviation of the estimate.", Minimum(0)]
    shown: Annotated[float, "The skill minus three times the uncertainty, rounded down to hundredths."]
    games: Annotated[int, "The number of rated games.", Minimum(0)]
    won: Annotated[int, "The number of games won.", Minimum(0)]
    provisional: Annotated[bool, "Whether there are too few games for a reliable rating."]


class PlayerRating(TypedDict):
    """The ratings of a player in a pool."""

    pool: RatingPool
    elo: EloStanding
    team: TeamStanding
    inactive: Annotated[bool, "Whether the last rated game ended more than 180 days ago."]
    last_game_at: Annotated[Time | None, "When the last rated game ended."]


class PlayerRatings(TypedDict):
    """The ratings of a player."""

    player: PlayerId
    ratings: Annotated[list[PlayerRating], "The ratings by pool, for the pools with rated games of the player."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class LeaderboardRow(TypedDict):
    """A player on a leaderboard."""

    rank: Annotated[int, "1 plus the number of players with a higher figure.", Minimum(1)]
    player: PlayerId
    name: NotRequired[Annotated[Name | None, "The name; null if the account is closed.", Added()]]
    is_bot: NotRequired[Annotated[bool, "Whether a program plays.", Added()]]
    rating: Annotated[float, "The Elo rating, or the displayed team rating."]
    games: Annotated[int, "The number of rated games; with a season, of those in the season.", Minimum(0)]
    won: Annotated[int, "The number of games won.", Minimum(0)]
    provisional: Annotated[bool, "Whether there are too few games for a reliable rating."]
    inactive: Annotated[bool, "Whether the last of these games ended more than 180 days ago."]
    last_game_at: Time


class LeaderboardPageSeason(TypedDict):
    name: Annotated[str, "The name of the season."]
    first_game_at: Annotated[Time | None, "When its first rated game ended."]
    last_game_at: Annotated[Time | None, "When its last rated game ended, so far."]


class LeaderboardPage(TypedDict):
    """A page of a leaderboard."""

    pool: RatingPool
    system: Annotated[Literal["elo", "team"], "The rating that ranks the players."]
    season: Annotated[LeaderboardPageSeason | None, "The requested season; null for all time."]
    players: Annotated[list[LeaderboardRow], "The players, best first.", MaxItems(100)]
    next_cursor: NextCursor


class EloChange(TypedDict):
    """The effect of a game on an Elo rating: `k` times the score minus the expected score, rounded half to even. The
    expected score is 1 / (1 + 10^((other team - own team) / 400)), unless this server has another scale; the rating of
    a team is the mean of its players.
    """

    before: Annotated[int, "The rating before."]
    after: Annotated[int, "The rating after."]
    how: RatingHow
    k: Annotated[int, "The largest possible change by one game.", Minimum(0)]
    expected: Annotated[float, "The expected score of the team.", Minimum(0), Maximum(1)]
    score: Annotated[float, "1 for a win, a half for a draw, 0 for a loss.", Minimum(0), Maximum(1), MultipleOf(0.5)]
    own_team: Annotated[float, "The mean rating of the player's team."]
    other_team: Annotated[float, "The mean rating of the other team."]
    games: Annotated[int, "The number of rated games, including this one.", Minimum(1)]
    provisional: Annotated[bool, "Whether the rating is still that of a newcomer."]
    sentence: Annotated[str, "An explanation in a sentence."]


class TeamChangeDuel(TypedDict):
    expected: Annotated[float, "The expected score of the side.", Minimum(0), Maximum(1)]
    score: Annotated[float, "1 for a win, a half for a draw, 0 for a loss.", Minimum(0), Maximum(1), MultipleOf(0.5)]
    factor: Annotated[float, "The change of the skill for each additional point of the score.", Minimum(0)]


class TeamChangeOffset(TypedDict):
    role: Annotated[str | None, "The role that has the offset."]
    own: Annotated[int, "The number of players of this side.", Minimum(1)]
    other: Annotated[int, "The number of players of the other side.", Minimum(1)]
    applied: Annotated[float, "The offset that was added to the strength of the player's side."]


class TeamChange(TypedDict):
    """The effect of a game on a team rating: the sum, over all other sides, of `factor` times the score minus the
    expected score.
    """

    before: Skill
    aged: Skill
    after: Skill
    how: RatingHow
    duels: Annotated[list[TeamChangeDuel], "The figures for each other side."]
    offset: Annotated[
        TeamChangeOffset | None, "The advantage of a side of this role and size; null if the sides are alike."
    ]
    weight: Annotated[float, "The weight of the result.", Minimum(0)]
    games: Annotated[int, "The number of rated games, including this one.", Minimum(1)]
    provisional: Annotated[bool, "Whether there are too few games for a reliable rating."]
    sentence: Annotated[str, "An explanation in a sentence."]


@part
class RatingChanges(TypedDict):
    """The changes of a player's ratings by a game."""

    unrated: Unrated | None
    elo: EloChange | None
    team: TeamChange | None


class RatingChange(TypedDict):
    """The effect of a game on a player's ratings."""

    id: TableId
    at: Time
    tournament: TournamentId
    round: Annotated[int, "The number of the round.", Minimum(1)]
    match: Annotated[int, "The number of the match in the round.", Minimum(1)]
    season: Annotated[str | None, "The season of the tournament."]
    unrated: Annotated[Unrated | None, "Why the game was not rated; null if it was rated."]
    elo: Annotated[EloChange | None, "The change of the Elo rating; null if the game has none or was not rated."]
    team: Annotated[TeamChange | None, "The change of the team rating; null if the game was not rated."]


class Unrated(TypedDict):
    """Why a game was not rated."""

    reason: Annotated[
        Literal["abandoned", "first_hand", "repeated", "absent", "unfinished", "called_off", "annulled"],
        "The reason, as a code.",
    ]
    sentence: Annotated[str, "An explanation in a sentence."]


class RatingChangePage(TypedDict):
    """A page of changes."""

    changes: Annotated[list[RatingChange], "The changes, newest first.", MaxItems(100)]
    next_cursor: NextCursor
