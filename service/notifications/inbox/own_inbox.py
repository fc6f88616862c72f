"""The whole inbox of one player: entries in order, what they are about, what has happened, and the player's marks."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from domain.clocks.pace import Pace
from domain.kernel.instants import Instant, utc
from domain.kernel.players import PlayerId
from domain.tournaments.state import Tournament
from service.notifications.about import MatchAbout, Names, TableAbout, about_tables, tournament_about
from service.notifications.inbox.handlers import FIRST, Inbox, Inboxes
from service.notifications.inbox.marks import InboxMarks
from service.notifications.inbox.overview import Entry, Known, entries_of, told_tables
from service.notifications.inbox.own_pace import own_pace
from service.notifications.mail.since import EndOfOrders, last_ends_of_orders, told_since
from service.platform.store.database import Database
from service.platform.store.folding import UnreadableStream
from service.tables.handlers import Tables
from service.tournaments.handlers import Tournaments


class OwnInbox(NamedTuple):
    """The inbox of a player.

    Attributes:
        inbox: what waits, with the total numbers.
        entries: the entries, the one to answer next first.
        abouts: what the player knows about the tables, by id.
        tournaments: the tournaments of entries without a table, by id.
        told: what has happened at tables since the last visit, by id.
    """

    inbox: Inbox
    entries: Sequence[Entry]
    abouts: Mapping[str, TableAbout]
    tournaments: Mapping[str, MatchAbout]
    told: Mapping[str, Sequence[str]]


class OwnInboxes:
    """Puts inboxes together. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database, inboxes: Inboxes, tables: Tables, tournaments: Tournaments) -> None:
        """Takes the database, what waits for players, and the tables and tournaments where it waits."""
        self._database = database
        self._tables = tables
        self._tournaments = tournaments
        self._inboxes = inboxes
        self.marks = InboxMarks(database)

    def of(self, player: PlayerId, limit: int, now: Instant, named: Names) -> OwnInbox:
        """Returns the inbox of a player.

        Args:
            player: the player.
            limit: the maximum number of entries of each kind.
            now: the current time of the player.
            named: returns the names of players for sentences.
        """
        inbox = self._inboxes.of(player, FIRST, limit, utc(now))
        waiting = {each.table_id for kind in (inbox.turns, inbox.proposals, inbox.challenges) for each in kind}
        marks = self.marks.at(player, waiting)
        read = self._database.read
        abouts = about_tables(read, player, waiting, named)
        tournaments = self._read({each.tournament_id for each in inbox.tournaments})
        entries = entries_of(inbox, Known(abouts, tournaments, marks, utc(now)))
        tables = told_tables(entries, abouts)
        ended = last_ends_of_orders(read, player, tables)
        told = {}
        for table in tables:
            seen = marks[table].seen_version if table in marks else 0
            told[table] = self._told(abouts[table], ended.get(table), seen)
        asking = {entry.tournament for entry in entries if entry.tournament is not None}
        matches = {each: match for each in asking if (match := tournament_about(read, {"tournament": each}))}
        return OwnInbox(inbox, entries, abouts, matches, told)

    def _read(self, tournaments: Collection[str]) -> dict[str, Tournament]:
        """Returns these tournaments by id, without those that cannot be read: they must not hide the others."""
        found = {}
        for each in tournaments:
            with suppress(UnreadableStream):
                found[each] = self._tournaments.at(each).tournament
        return found

    def _told(self, about: TableAbout, ended: EndOfOrders | None, seen: int) -> list[str]:
        try:
            return told_since(self._tables, about, ended, seen)
        except UnreadableStream:
            # One unreadable table must not hide the others.
            return []

    def pace(self, player: PlayerId, now: Instant) -> Pace:
        """Returns the pace of a player."""
        return own_pace(self._database, player, now)
