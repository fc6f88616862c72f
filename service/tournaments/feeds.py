"""The feeds of a tournament: all events as a viewer may see them, the acts of staff, and the results only."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.players import PlayerId
from domain.tournaments.boards.sets import rounds_revealed_at_end, rounds_revealed_with
from domain.tournaments.events import CorrectionsOpened, TournamentCancelled, TournamentFinished
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.rounds.events import RoundClosed
from domain.tournaments.staff_acts import ABOUT_STAFF, WITH_AUTHOR, is_act_of_staff, staff_so_far
from domain.tournaments.viewing import TournamentView
from service.platform.documents import Json, timestamp
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.platform.store.event_store import READ_LIMIT
from service.platform.store.events import VersionedEvent
from service.tournaments.documents import tournament_event_document
from service.tournaments.events import stream_of
from service.tournaments.handlers import Tournaments
from service.tournaments.reader import RESULTS
from service.tournaments.result_document_types import TournamentResults, TournamentResultsMatch
from service.tournaments.result_documents import result_document, results_document

ENDS = (RoundClosed, CorrectionsOpened, TournamentFinished, TournamentCancelled)
"""The events that publish results that were hidden before."""


class TournamentFeed:
    """The events of a tournament as a player may see them. Reading raises `NoSuchTournament`.

    A member that is hidden when an event is streamed is null, and is not sent again. The round has it once it is
    closed.
    """

    def __init__(self, tournaments: Tournaments, tournament_id: str, player: PlayerId) -> None:
        """Takes the tournaments, the id of one, and the player who reads the feed."""
        self._tournaments = tournaments
        self._tournament_id = tournament_id
        self._player = player

    @property
    def stream(self) -> str:
        """The stream of the tournament in the log."""
        return stream_of(self._tournament_id)

    @property
    def entries(self) -> str:
        """The name of the member that lists the entries: `events`."""
        return "events"

    @property
    def about(self) -> Json:
        """The members that identify the tournament."""
        return {"tournament": self._tournament_id}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is cached
        """Returns at most `limit` events after a version."""
        at = self._tournaments.at(self._tournament_id)
        seen = TournamentView(self._tournament_id, at.version, at.tournament, self._player)
        entries: list[FeedEntry] = []
        is_more = True
        # If hardly anything is published, a few events make no page.
        while is_more and len(entries) < limit:
            batch = self._since(after, limit)
            # Events after this version are sent when their effect is visible.
            events = [each for each in batch if each.version <= at.version]
            entries += self._entries_of(events, seen)
            is_more = len(events) == limit
            after = events[-1].version if events else after
        return FeedPage(entries[:limit])

    def end(self) -> int:
        """Returns the version of the last event."""
        return self._tournaments.at(self._tournament_id).version

    def _since(self, after: int, limit: int) -> list[VersionedEvent]:
        return self._tournaments.since(self._tournament_id, after, limit)

    def _entries_of(self, events: Sequence[VersionedEvent], seen: TournamentView) -> Iterator[FeedEntry]:
        """Yields the published part of each event, if there is one."""
        for each in events:
            yield FeedEntry(each.version, tournament_event_document(each, seen))


class StaffFeed(TournamentFeed):
    """The events of a tournament that staff have caused, with their reasons. Their versions have gaps."""

    def _since(self, after: int, limit: int) -> list[VersionedEvent]:
        return self._tournaments.since_of_types(self._tournament_id, after, limit, WITH_AUTHOR)

    def _entries_of(self, events: Sequence[VersionedEvent], seen: TournamentView) -> Iterator[FeedEntry]:
        history = self._tournaments.since_of_types(self._tournament_id, 0, READ_LIMIT, ABOUT_STAFF)
        staff = staff_so_far(each.event for each in history)
        acts = [each for each in events if is_act_of_staff(seen.tournament, staff, each.event)]
        yield from super()._entries_of(acts, seen)


class ResultsFeed(TournamentFeed):
    """The results of a tournament, as soon as the player may see them. A closed round publishes all its results.

    If other entrants still have to play the same boards, the results are published with the last round that plays
    them, or at the end of the tournament. Numbers are versions of the tournament, so they have gaps.
    """

    @property
    def entries(self) -> str:
        """The name of the member that lists the entries: `results`."""
        return "results"

    def _since(self, after: int, limit: int) -> list[VersionedEvent]:
        return self._tournaments.since_of_types(self._tournament_id, after, limit, RESULTS)

    def _entries_of(self, events: Sequence[VersionedEvent], seen: TournamentView) -> Iterator[FeedEntry]:
        # A cancelled round is paired again, so its earlier results are void.
        given = [each.version for each in events if not isinstance(each.event, ENDS)]
        called_off = self._tournaments.called_off_since(self._tournament_id, given[0]) if given else []
        for each in events:
            number = getattr(each.event, "round", None)
            is_void = any(each.version < version and number == other for version, other in called_off)
            document = None if is_void else self._document_of(each, seen)
            if document is not None:
                yield FeedEntry(each.version, document)

    def _document_of(self, versioned: VersionedEvent, seen: TournamentView) -> TournamentResults | None:
        event: Any = versioned.event
        tournament, format_ = seen.tournament, format_of(seen.tournament.settings)
        match event:
            case RoundClosed(round=number):
                published = rounds_revealed_with(tournament, format_, number)
            case TournamentFinished(ends_play=False):
                return None
            case CorrectionsOpened() | TournamentFinished() | TournamentCancelled():
                published = rounds_revealed_at_end(tournament, format_)
            case _ if seen.hides(event.round):
                return None
            case _:
                result = result_document(tournament, event)
                return None if result is None else self._document(versioned, event.round, [result], is_closed=False)
        matches = [each for number in published for each in results_document(tournament, number)]
        return self._document(versioned, published[-1], matches, is_closed=True) if published else None

    def _document(
        self, versioned: VersionedEvent, number: int, matches: list[TournamentResultsMatch], *, is_closed: bool
    ) -> TournamentResults:
        return {
            "version": versioned.version,
            "at": timestamp(versioned.recorded_at),
            "round": number,
            "is_closed": is_closed,
            "matches": matches,
        }
