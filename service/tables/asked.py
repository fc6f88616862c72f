"""What a table asks after an event, and on request what a seat can do about it.

Answers to commands and feeds have it, so that a client needs no further request before its next move.
"""

import logging
from collections.abc import Container
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.asking import asking
from service.platform.documents import INCLUDES, Json
from service.platform.languages import ENGLISH
from service.platform.store.folding import UnreadableStream
from service.tables.cache import TableCache
from service.tables.documents import asked_document, moves_document
from service.tables.events import NoSuchTable, VersionedTable
from service.tables.views import Views

_log = logging.getLogger(__name__)


class Asked:
    """What tables ask. Methods raise `NoSuchTable` and `TableSealed`."""

    def __init__(self, table_cache: TableCache, views: Views) -> None:
        """Takes the cached tables and their views."""
        self._table_cache = table_cache
        self._views = views

    def viewer(self, table_id: str, player: PlayerId, version: int) -> Viewer:
        """Returns the viewer as which a player sees the table after the event with a version."""
        return self._views.viewer(table_id, player, from_version=version)

    def after(
        self, table_id: str, version: int, viewer: Viewer, include: Container[str] = (), language: str = ENGLISH
    ) -> Json:
        """Returns the state of a table after the event with a version, as the viewer may know it.

        `asked` lists the decisions that the table waits for. If included, `moves` has the legal moves of the viewer's
        seat, null for spectators, and `view` has the view. All members are null if later events are visible.
        """
        wanted = [each for each in INCLUDES if each in include]
        if wanted or viewer is Onlooker.DELAYED:
            at = self._table_cache.view(table_id, viewer, from_version=version)
        else:
            at = self._table_cache.newest(table_id, from_version=version)
        if at.version != version:
            return dict.fromkeys(("asked", *wanted))
        return {"asked": asked_document(at.table, viewer), **self._included(table_id, at, viewer, wanted, language)}

    def turn(self, table_id: str, version: int, player: PlayerId, include: Container[str]) -> Json | None:
        """Returns what a player needs for a turn: the version of the table, what is asked, and what is included.

        Args:
            table_id: id of the table.
            version: a version that the table has reached.
            player: the player whose turn it was at that version.
            include: the words of `INCLUDES` that the client wants.

        Returns:
            `None` if the turn is over, or if the table cannot be read.
        """
        try:
            viewer = self.viewer(table_id, player, version)
            if not isinstance(viewer, int):
                return None
            at = self._table_cache.view(table_id, viewer, from_version=version)
        except (NoSuchTable, UnreadableStream) as error:
            _log.warning("a turn is sent without the table: %s", error)
            return None
        if all(each.seat != viewer for each in asking(at.table)):
            return None
        state = {"version": at.version, "asked": asked_document(at.table, viewer)}
        return {**state, **self._included(table_id, at, viewer, include)}

    def _included(
        self, table_id: str, at: VersionedTable, viewer: Viewer, include: Container[str], language: str = ENGLISH
    ) -> Json:
        """Returns what is included. `at` is the fold for the viewer."""
        included: Json = {}
        if "moves" in include:
            included["moves"] = moves_document(at.table, Seat(viewer)) if isinstance(viewer, int) else None
        if "view" in include:
            included["view"] = self._views.view_fragment(table_id, at, viewer, language)
        return included


class FeedState(NamedTuple):
    """The state of a table in its feed, for a player."""

    asked: Asked
    table_id: str
    player: PlayerId
    include: frozenset[str]
    language: str

    @property
    def sends_caught_up(self) -> bool:
        """Whether the client includes anything. Others expect events only."""
        return bool(self.include)

    def of_page(self, number: int) -> Json:
        """Returns what the table asks after an event, and what is included."""
        viewer = self.asked.viewer(self.table_id, self.player, number)
        return self.asked.after(self.table_id, number, viewer, self.include, self.language)

    def of_event(self, number: int) -> Json:
        """Returns what the table asks after an event."""
        viewer = self.asked.viewer(self.table_id, self.player, number)
        return self.asked.after(self.table_id, number, viewer)

    def caught_up(self, number: int, *, is_first: bool) -> Json | None:
        """Returns the line `caught_up`, or `None` if the table has moved on."""
        state = self.of_page(number) if is_first else self._with_view_if_asked(number)
        return None if state["asked"] is None else {"type": "caught_up", "version": number, **state}

    def _with_view_if_asked(self, number: int) -> Json:
        """Returns the state after an event, with the view only for a seat that is asked. Nobody else needs it then."""
        viewer = self.asked.viewer(self.table_id, self.player, number)
        state = self.asked.after(self.table_id, number, viewer, self.include - {"view"})
        if "view" in self.include and any(each["seat"] == viewer for each in state["asked"] or ()):
            return self.asked.after(self.table_id, number, viewer, self.include, self.language)
        return state
