"""The types of the documents of leagues."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Game, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Deprecated, MaxItems, Minimum, Named, Pattern, Ref
from domain.tournaments.leagues.events import MoveReason
from domain.tournaments.leagues.state import LeagueStatus, SeasonStatus
from domain.tournaments.staff import Role as TournamentRole
from domain.tournaments.terms import EntrantId
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor, Paged
from service.tournaments.document_types import TournamentSettings

LeagueEvent = Annotated[dict[str, Any], Ref("LeagueEvent")]

LeagueId = Annotated[str, "The id of a league.", Pattern("^lge_[0-9A-HJKMNP-TV-Z]{26}$"), Named("LeagueId")]


class LeagueFigure(TypedDict):
    """A `count`, or a share with its `rounding`."""

    count: NotRequired[int]
    numerator: NotRequired[int]
    denominator: NotRequired[int]
    rounding: NotRequired[Literal["up", "down", "nearest"]]


class LeaguePlanRules(TypedDict):
    """The sizes of divisions, and the numbers promoted and relegated."""

    least: Annotated[int, "The minimum size of a division."]
    most: Annotated[int, "The maximum size of a division."]
    promoted: LeagueFigure
    relegated: LeagueFigure


class LeaguePlanCalendar(TypedDict):
    """The dates of seasons."""

    starts_at: Time
    length_s: Annotated[int, "The maximum length of a season in seconds."]
    break_s: Annotated[int, "The break between two seasons, in seconds."]
    closes_before_s: Annotated[int, "The time before its start at which a season is settled, in seconds."]
    seasons: Annotated[int | None, "The number of seasons; null until the league is ended."]


class LeaguePlan(TypedDict):
    """The full plan of a league. You can create another league with it unchanged."""

    name: Annotated[str, "The name of the league."]
    template: TournamentSettings
    rules: LeaguePlanRules
    calendar: LeaguePlanCalendar
    continues: Annotated[bool, "Whether players continue without being asked."]


class LeagueMove(TypedDict):
    """The move of an entrant between two seasons, with the reason."""

    entrant: EntrantId
    before: Annotated[int | None, "The division in the last season; null for none."]
    after: Annotated[int | None, "The division in the next season; null for none."]
    reason: MoveReason


class LeaguePlayer(TypedDict):
    """A player, and their rating when they joined."""

    player: PlayerId
    rating: int


class LeagueSide(TypedDict):
    """A side in the tournament of its division."""

    entrant: EntrantId
    players: Annotated[list[LeaguePlayer], "The players of the side, captain first."]
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    club: Annotated[str | None, "The club of the side; null for none."]


class LeaguePlace(TypedDict):
    """The final place of a side."""

    entrant: EntrantId
    rank: Annotated[int, "The rank, possibly shared.", Minimum(1)]
    points: Annotated[int, "Points, in hundredths."]


class LeagueDone(TypedDict):
    """The result of a command."""

    league: LeagueId
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[LeagueEvent], "The events of the command."]


class NewLeague(TypedDict):
    """The result of creating a league."""

    league: Annotated[LeagueId, "The older name of `id` in this answer.", Deprecated()]
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[LeagueEvent], "The events of the command."]
    id: LeagueId
    status: LeagueStatus
    created_at: Annotated[Time, "When it was created."]


class LeagueDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    league: LeagueId
    version: Annotated[Version, "The version of the league for which this is the result."]
    legal: Literal[True]
    events: Annotated[list[str], "The types of the events that would follow."]


class LeagueViewStaff(TypedDict):
    player: PlayerId
    role: TournamentRole


class LeagueViewYou(TypedDict):
    """Your part in the league."""

    role: Annotated[TournamentRole | None, "Your role; null without one."]
    entrant: Annotated[EntrantId | None, "The entrant for which you play or have registered; null for none."]
    invited_to: Annotated[list[EntrantId], "The pairs and teams that ask you to play for them."]
    is_asked: Annotated[bool, "Whether you still have to say if you play in the next season."]


class LeagueView(TypedDict):
    """A league as you see it."""

    id: LeagueId
    version: Version
    status: LeagueStatus
    plan: LeaguePlan
    staff: Annotated[list[LeagueViewStaff], "The staff and their roles, the owner first."]
    you: LeagueViewYou
    season: Annotated[
        int | None, "The number of the last season that was settled or cancelled; null if there was none."
    ]
    due_at: Annotated[Time | None, "The time of the next automatic action; null if the league waits for a person."]
    members: Annotated[list[LeagueMember], "The members of the league, and those who have registered."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class LeagueMember(TypedDict):
    """A member of a league, or a side that has registered."""

    id: EntrantId
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    club: Annotated[str | None, "The club of the side; null for none."]
    status: Annotated[
        Literal["incomplete", "member", "out"],
        "`incomplete`: a player has not agreed yet; `member`: plays in the next season; `out`: has withdrawn, "
        "and plays to the end of the season in progress.",
    ]
    division: Annotated[int | None, "The division in the settled or current season; null for none."]
    rating: Annotated[int, "The mean rating of its players."]
    players: Annotated[list[LeaguePlayer], "The players of the side, captain first."]
    invited: Annotated[list[PlayerId], "The players who are asked to join and have not answered."]
    continuing: Annotated[list[PlayerId], "The players who have confirmed that they continue, if they are asked."]


class LeagueSeasonDivision(TypedDict):
    number: Annotated[int, "The number of the division, from 1, the highest.", Minimum(1)]
    tournament: Annotated[
        TournamentId | None, "The tournament of the division; null if none was opened, or if too few entrants are left."
    ]
    status: Annotated[Literal["waiting", "playing", "over"], "The progress of the division."]
    standings: Annotated[list[LeagueLine], "The standings of the division, best first."]


class LeagueSeason(TypedDict):
    """A season of a league."""

    league: LeagueId
    version: Version
    number: Annotated[int, "The number of the season, from 1.", Minimum(1)]
    status: SeasonStatus
    starts_at: Annotated[Time | None, "The start of the season."]
    ended_at: Annotated[Time | None, "When its last division ended; null if this has not happened or is not known yet."]
    divisions: Annotated[list[LeagueSeasonDivision], "The divisions, the highest first."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class LeagueLineCame(TypedDict):
    division: Annotated[int | None, "The division in the previous season; null for none."]
    reason: MoveReason


class LeagueLineGoes(TypedDict):
    division: Annotated[int | None, "The division in the next season; null for none."]
    reason: MoveReason
    is_settled: Annotated[bool, "Whether this move is settled. If not, it follows from the current standings."]


class LeagueLine(TypedDict):
    """The standing of an entrant in a division, with their previous and next division."""

    entrant: EntrantId
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    players: Annotated[list[PlayerId], "The players of the side, captain first."]
    seed: Annotated[int, "The seed at the start, from 1.", Minimum(1)]
    rank: Annotated[int | None, "The rank, possibly shared; null before play begins."]
    points: Annotated[str | None, "The points as a decimal number; null before the division is played."]
    came: Annotated[LeagueLineCame | None, "The move into the division; null if it is not known."]
    goes: Annotated[LeagueLineGoes | None, "The move into the next season; null before the division is played."]


class LeagueEventPage(Paged):
    """Events of a league."""

    league: LeagueId
    events: Annotated[list[LeagueEvent], "The events in order.", MaxItems(1000)]


class LeaguePage(TypedDict):
    """A page of leagues."""

    leagues: Annotated[list[LeagueSummary], "The leagues, newest first.", MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class LeagueSummary(TypedDict):
    """A league in a list."""

    id: LeagueId
    version: Version
    name: Annotated[str, "The name of the league."]
    status: LeagueStatus
    game: Game
    season: Annotated[int, "The number of the last season that was settled or cancelled; 0 for none.", Minimum(0)]
    members: Annotated[int, "The number of its players.", Minimum(0)]
    due_at: Annotated[Time | None, "The time of the next automatic action; null if the league waits for a person."]
    owner: PlayerId
    updated_at: Time
