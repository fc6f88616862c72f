"""Events of a series."""

from dataclasses import dataclass

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.series.plan import SAME_NAME, LocalStart, SeriesPlan, TournamentId
from domain.tournaments.settings import (
    open_to_all_readers,
    seeded_by_rating,
    with_later_members,
    without_calls_and_reports,
)


def _with_later_members(document: Document) -> Document:
    """Upgrades stored events: every tournament had the name of the template, which had fewer settings."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": with_later_members(plan["template"]), "names": SAME_NAME}}


def _open_to_all_readers(document: Document) -> Document:
    """Upgrades stored events: all series could be read without a token."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": open_to_all_readers(plan["template"])}}


def _seeded_by_rating(document: Document) -> Document:
    """Upgrades stored events: seeds followed ratings, and a pairing bye was worth a win."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": seeded_by_rating(plan["template"])}}


def _without_calls_and_reports(document: Document) -> Document:
    """Upgrades stored events: the waiting list moved up at once, and all matches were played at tables."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": without_calls_and_reports(plan["template"])}}


def _series_created_2(document: Document) -> Document:
    """Upgrades stored events: all series were public."""
    return {**document, "world": None}


@event(
    "series_created",
    _series_created_2,
    _with_later_members,
    _open_to_all_readers,
    _seeded_by_rating,
    _without_calls_and_reports,
)
@dataclass(frozen=True, slots=True)
class SeriesCreated:
    """A series was created.

    Attributes:
        owner, plan: the player who created it, and its settings.
        world: the sandbox to which it belongs, or `None`.
    """

    owner: PlayerId
    plan: SeriesPlan
    world: str | None = None


@event("series_changed", _with_later_members, _open_to_all_readers, _seeded_by_rating, _without_calls_and_reports)
@dataclass(frozen=True, slots=True)
class SeriesChanged:
    """The owner changed the series. Tournaments that are already open stay as they are."""

    by: PlayerId
    plan: SeriesPlan


@event("occurrence_opened")
@dataclass(frozen=True, slots=True)
class OccurrenceOpened:
    """A tournament was opened for an occurrence."""

    key: LocalStart
    starts_at: Instant
    tournament: TournamentId


@event("occurrence_skipped")
@dataclass(frozen=True, slots=True)
class OccurrenceSkipped:
    """The owner skipped an occurrence."""

    by: PlayerId
    key: LocalStart


@event("occurrence_missed")
@dataclass(frozen=True, slots=True)
class OccurrenceMissed:
    """An occurrence was missed: `reason` is `too_late`, or the code of the refusal to create its tournament."""

    key: LocalStart
    starts_at: Instant
    reason: str


@event("series_ended")
@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The series ended. `by` is `None` if its rule has no more occurrences, or its owner's account is closed."""

    by: PlayerId | None
