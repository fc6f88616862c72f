"""The whole inbox of one player: entries in order, what they are about, what has happened, and the player's marks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.clocks.pace import Pace
from domain.kernel.instants import Instant, utc
from domain.kernel.players import PlayerId
from service.notifications.about import MatchAbout, Names, TableAbout, about_tables, tournament_about
from service.notifications.inbox.handlers import FIRST, Inbox, Inboxes
from service.notifications.inbox.marks import InboxMarks
from service.notifications.inbox.overview import Entry, entries_of, told_tables
from service.notifications.inbox.own_pace import own_pace
from service.notifications.mail.since import told_since
from service.platform.store.database import Database
from service.platform.store.folding import UnreadableStream
from service.tables.handlers import Tables


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

    def __init__(self, database: Database, tables: Tables) -> None:
        """Takes the database and the tables, whose events tell what has happened."""
        self._database = database
        self._tables = tables
        self._inboxes = Inboxes(database)
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
        games = {table: about.game for table, about in abouts.items()}
        entries = entries_of(inbox, games, marks, utc(now))
        told = {}
        for table in told_tables(entries, abouts):
            seen = marks[table].seen_version if table in marks else 0
            told[table] = self._told(abouts[table], seen)
        asking = {entry.tournament for entry in entries if entry.tournament is not None}
        matches = {each: match for each in asking if (match := tournament_about(read, {"tournament": each}))}
        return OwnInbox(inbox, entries, abouts, matches, told)

    def _told(self, about: TableAbout, seen: int) -> list[str]:
        try:
            return told_since(self._tables, about, seen)
        except UnreadableStream:
            # One unreadable table must not hide the others.
            return []

    def pace(self, player: PlayerId, now: Instant) -> Pace:
        """Returns the pace of a player."""
        return own_pace(self._database, player, now)
