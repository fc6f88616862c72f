"""The types of the documents of series."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Game, SeriesId, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Deprecated, Format, MaxItems, Minimum, Named, Pattern, Ref
from service.accounts.document_types import PlayerNames
from service.platform.document_types import NextCursor, Paged, SeriesStatus
from service.tournaments.document_types import TournamentSettings

OccurrenceState = Annotated[str, Ref("OccurrenceState")]
SeriesEvent = Annotated[dict[str, Any], Ref("SeriesEvent")]

LocalStart = Annotated[
    str,
    "A local start in the zone of a series, which identifies an occurrence, like 2026-11-27T19:00.",
    Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"),
    Named("LocalStart"),
]


class Recurrence(TypedDict):
    """The recurrence of a series."""

    rule: Annotated[str, "The rule, an `RRULE` of RFC 5545 without its name."]
    zone: Annotated[str, "The name of the time zone."]
    first: Annotated[LocalStart, "The first local start."]


class SeriesPlan(TypedDict):
    """The full plan of a series. You can create another series with it unchanged."""

    recurrence: Recurrence
    lead_s: Annotated[int, "The seconds before its start at which a tournament is opened.", Minimum(1)]
    template: Annotated[TournamentSettings, "The settings of its tournaments."]
    opens_before_s: Annotated[
        int | None, "The seconds before the start at which registration opens; null if it opens with the tournament."
    ]
    closes_before_s: Annotated[
        int | None, "The seconds before the start at which registration closes; null if it closes at the start."
    ]
    check_in_s: Annotated[int | None, "The length of check-in before the start, in seconds; null for no check-in."]
    names: Annotated[str, "The pattern for the names of tournaments, with `{name}`, `{n}` and `{date}`."]


class SeriesDone(TypedDict):
    """The result of a command."""

    series: SeriesId
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[SeriesEvent], "The events of the command."]


class NewSeries(TypedDict):
    """The result of creating a series."""

    series: Annotated[SeriesId, "The older name of `id` in this answer.", Deprecated()]
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[SeriesEvent], "The events of the command."]
    id: SeriesId
    status: SeriesStatus
    created_at: Annotated[Time, "When it was created."]


class SeriesDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    series: SeriesId
    version: Annotated[Version, "The version of the series for which this is the result."]
    legal: Literal[True]
    events: Annotated[list[str], "The types of the events that would follow."]


class OccurrenceToCome(TypedDict):
    """A future occurrence."""

    key: LocalStart
    status: OccurrenceState
    state: Annotated[OccurrenceState, "The older name of `status`.", Deprecated()]
    starts_at: Annotated[Time, "When it begins."]
    local_start: Annotated[
        str,
        "The same time in the zone of the series. It differs from the key if that local time does not exist.",
        Format("date-time"),
    ]
    opens_at: Annotated[Time, "When its tournament opens."]
    closes_at: Annotated[Time, "The last time at which its tournament can be opened."]
    tournament: Annotated[TournamentId | None, "Its tournament; null if there is none."]


class OccurrenceDone(TypedDict):
    """A past or settled occurrence, and its result."""

    key: LocalStart
    status: OccurrenceState
    state: Annotated[OccurrenceState, "The older name of `status`.", Deprecated()]
    tournament: Annotated[TournamentId | None, "Its tournament; null if there is none."]
    reason: Annotated[str | None, "Why it was missed; null if it was not."]


class SeriesView(TypedDict):
    """A series."""

    id: SeriesId
    version: Version
    status: SeriesStatus
    owner: PlayerId
    plan: SeriesPlan
    opens_next_at: Annotated[Time | None, "When the next tournament opens; null if the series has ended."]
    to_come: Annotated[
        list[OccurrenceToCome], "The next occurrences, in order; empty if the series has ended.", MaxItems(10)
    ]
    so_far: Annotated[
        list[OccurrenceDone], "The past occurrences, newest first; the events have all of them.", MaxItems(50)
    ]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class SeriesEventPage(Paged):
    """Events of a series."""

    series: SeriesId
    events: Annotated[list[SeriesEvent], "The events in order.", MaxItems(1000)]


class SeriesPage(TypedDict):
    """A page of series."""

    series: Annotated[list[SeriesSummary], "The series, newest first."]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class SeriesSummary(TypedDict):
    """A series in a list."""

    id: SeriesId
    version: Version
    name: Annotated[str, "The name of the tournaments."]
    status: SeriesStatus
    game: Game
    format: Annotated[str, "The format of the tournaments."]
    rule: Annotated[str, "The recurrence rule."]
    zone: Annotated[str, "The time zone of its starts."]
    opens_next_at: Annotated[Time | None, "When the next tournament opens; null if the series has ended."]
    rated: Annotated[bool, "Whether results count for ratings."]
    owner: PlayerId
    updated_at: Time
