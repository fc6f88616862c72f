"""Reports of players, messages and tables, and the actions of moderators.

The operator alone appoints moderators (`shengji moderators`). A token has the scope `moderation` only while its player
is a moderator.
"""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from domain.kernel import messages
from domain.kernel.players import PlayerId
from domain.table.chat import Room
from service.accounts.handlers import MODERATION, AccountClosed, Accounts, NoSuchPlayer, Token
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.documents import timestamp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.idempotency import Key, KeyReused
from service.social.chat.handlers import Chat, RoomOfTable, check_voice
from service.social.moderation.audit import ModerationEntry, Noted, note

ReportReason = Literal["abuse", "spam", "cheating", "table_talk", "stalling", "name", "other"]
REASONS: tuple[ReportReason, ...] = get_args(ReportReason)
Measure = Literal["none", "warn", "mute_player", "remove_message"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
ReportState = Literal["open", "closed"]
STATES: tuple[ReportState, ...] = get_args(ReportState)

OPEN_LIMIT = 20
"""Maximum number of open reports by one player."""
TOKEN_SCOPES = ("table:read", "table:play", MODERATION)
"""The scopes of the token that a new moderator receives."""


class AlreadyReported(Exception):
    """The player has already reported this, and the report is still open."""


class TooManyReports(Exception):
    """The player has the maximum number of open reports."""


class CannotBeReported(Exception):
    """The report is about the player or their own message, or the message is deleted. `why` says which."""

    def __init__(self, why: messages.Message) -> None:
        super().__init__(why)
        self.why = why


class NoSuchReport(Exception):
    """No report has this id (the argument)."""


class ReportClosed(Exception):
    """The report is already closed."""


class OwnCase(Exception):
    """Moderators cannot close reports that they made or that are about them."""


class MeasureDoesNotFit(Exception):
    """The measure (the argument) does not apply to what the report is about."""


class Subject(NamedTuple):
    """What is reported: a player, a message, or a table.

    Attributes:
        player: the reported player, or the author of the message; `None` for a table.
        table, room, number: the place of a reported message; `table` alone for a reported table.
    """

    player: PlayerId | None = None
    table: str | None = None
    room: Room | None = None
    number: int | None = None


class Report(NamedTuple):
    """A report as moderators see it.

    Attributes:
        reporter: author of the report; `None` if the account is closed.
        words: text of the reporter.
        said: the reported message at the time of the report.
        action: the measure that a moderator took; `None` while the report is open.
    """

    id: str
    made_at: datetime
    closed_at: datetime | None
    reporter: PlayerId | None
    player: PlayerId | None
    table: str | None
    room: Room | None
    number: int | None
    reason: ReportReason
    words: str | None
    said: str | None
    action: Measure | None


class MadeReport(NamedTuple):
    """A report that was just made: its id, and when it was made."""

    id: str
    made_at: datetime


class ReportVerdict(NamedTuple):
    """A moderator's decision: the measure, its duration in days if it has one, and a note for other moderators."""

    measure: Measure
    days: int | None = None
    note: str | None = None


class Moderation:
    """Reports and moderators. Methods raise `DatabaseUnavailable`."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        chat: Chat,
        event_writer: AccountEventWriter,
        randomness: Randomness,
    ) -> None:
        """Takes the stores of accounts and messages, the sender of account events, and the source of ids."""
        self._database = database
        self._randomness = randomness
        self._accounts = accounts
        self._chat = chat
        self._event_writer = event_writer

    # -------------------------------------------------------------------------------------------- reports

    def report(
        self, by: PlayerId, subject: Subject, reason: ReportReason, words: str | None, key: Key | None
    ) -> MadeReport:
        """Reports something to the moderators. Returns the id of the report, and when it was made.

        Args:
            by: author of the report.
            subject: what is reported. The author of a message is looked up.
            reason: the category.
            words: text of the reporter, or `None`.
            key: idempotency key of the request, or `None`.

        Raises:
            NoSuchPlayer, NoSuchTable, NoSuchMessage: it does not exist, or the player cannot see it.
            NotInRoom: the player may not read the room of the message.
            CannotBeReported: it is the player's own, or the message is deleted.
            Silenced: moderators have muted the player.
            AlreadyReported: an open report of the player is about the same subject.
            TooManyReports: the player has the maximum number of open reports.
            KeyReused: the key was used for another request.
            AccountClosed: the account was closed meanwhile.
        """
        if known := _by_key(self._database.read, key):
            return known
        about, said = self._looked_up(by, subject)
        asked = {
            "id": self._randomness.new_id("rep"),
            "reporter_id": by,
            "reported_id": about.player,
            "table_id": about.table,
            "room": about.room,
            "number": about.number,
            "reason": reason,
            "words": words,
            "said": said,
            "command_id": key.command_id if key else None,
            "fingerprint": key.fingerprint if key else None,
        }

        def add(run: Run) -> MadeReport:
            if not run("hold_player", {"player_id": by}):
                raise AccountClosed(by)
            # The lock serialises the reports of a player, so these checks hold until the report is stored.
            if known := _by_key(run, key):
                return known
            check_voice(run, by)
            [(count, is_known)] = run("open_reports_of", asked)
            if is_known:
                raise AlreadyReported
            if count >= OPEN_LIMIT:
                raise TooManyReports
            return MadeReport(*run("add_report", asked)[0])

        return self._database.together(add)

    def _looked_up(self, by: PlayerId, subject: Subject) -> tuple[Subject, str | None]:
        """Returns the subject with the author of its message, and the text of the message."""
        said = None
        if subject.room is not None and subject.table is not None and subject.number is not None:
            message = self._chat.message(RoomOfTable(subject.table, subject.room), subject.number, by)
            subject, said = subject._replace(player=message.player), message.words or message.canned
            if said is None:
                raise CannotBeReported(messages.message("the message is gone"))
        elif subject.table is not None:
            self._chat.check_table(subject.table)
        elif subject.player is not None and self._accounts.player(subject.player).closed_at is not None:
            raise NoSuchPlayer(subject.player)
        if subject.player == by:
            raise CannotBeReported(messages.message("it is your own"))
        return subject, said

    def report_of(self, player: PlayerId, report_id: str) -> Report:
        """Returns a report that the player has made. Raises `NoSuchReport`."""
        rows = self._database.read("report_of_player", {"id": report_id, "player_id": player})
        if not rows:
            raise NoSuchReport(report_id)
        return Report(*rows[0])

    def reports(self, state: str | None, after: str, limit: int) -> list[Report]:
        """Returns a page of reports, oldest first, after the id `after`: those in one state, or all."""
        rows = self._database.read("reports", {"state": state, "after": after, "limit": limit})
        return [Report(*row) for row in rows]

    def close(self, moderator: PlayerId, report_id: str, verdict: ReportVerdict) -> Report:
        """Takes a measure, which may be none, records it, and closes the report.

        Raises:
            NoSuchReport: no report has this id.
            ReportClosed: the report is already closed.
            OwnCase: the moderator made the report, or it is about them.
            MeasureDoesNotFit: the measure needs a player or a message that the report does not have.
        """
        closed: list[Report] = []

        def close(run: Run) -> list[NewAccountEvent]:
            rows = run("hold_report", {"id": report_id})
            if not rows:
                raise NoSuchReport(report_id)
            report = Report(*rows[0])
            if report.closed_at is not None:
                raise ReportClosed
            if moderator in (report.reporter, report.player):
                raise OwnCase
            done = _taken(run, moderator, report, verdict)
            note(run, self._randomness, done)
            closed.append(Report(*run("close_report", {"id": report_id, "action": verdict.measure})[0]))
            return _account_events(report, done)

        self._event_writer.transact(close)
        return closed[0]

    def actions(self, before: str, limit: int) -> list[Noted]:
        """Returns a page of moderation actions, newest first, before the id `before`."""
        rows = self._database.read("moderation_actions", {"before": before, "limit": limit})
        return [Noted(action_id, at, ModerationEntry(*done)) for action_id, at, *done in rows]

    # -------------------------------------------------------------------------------------------- moderators

    def appoint(self, player: PlayerId) -> tuple[Token, str]:
        """Makes a player a moderator, if they are not one already. Returns a new token with its secret.

        Raises:
            NoSuchPlayer: the player does not exist or cannot be a moderator.
        """

        def appoint(run: Run) -> None:
            if not run("appoint_moderator", {"player_id": player}):
                raise NoSuchPlayer(player)
            note(run, self._randomness, ModerationEntry(None, "appoint", player=player))

        self._database.together(appoint)
        return self._accounts.make_token(player, "moderation", sorted(TOKEN_SCOPES), None)

    def dismiss(self, player: PlayerId) -> None:
        """Removes a moderator.

        Their tokens lose the scope `moderation`. Raises `NoSuchPlayer` if they are no moderator.
        """

        def dismiss(run: Run) -> None:
            if not run("dismiss_moderator", {"player_id": player}):
                raise NoSuchPlayer(player)
            note(run, self._randomness, ModerationEntry(None, "dismiss", player=player))

        self._database.together(dismiss)
        self._accounts.forget()

    def moderators(self) -> list[tuple[PlayerId, str, datetime]]:
        """Returns the moderators: id, name, and time of appointment."""
        return [(PlayerId(player), name, since) for player, name, since in self._database.read("moderators")]


def _by_key(run: Run, key: Key | None) -> MadeReport | None:
    """Returns the report that was made with a key. Raises `KeyReused` if the key was used for another request."""
    if key is None:
        return None
    for fingerprint, *made in run("report_by_key", {"command_id": key.command_id}):
        if fingerprint != key.fingerprint:
            raise KeyReused
        return MadeReport(*made)
    return None


def _taken(run: Run, moderator: PlayerId, report: Report, verdict: ReportVerdict) -> ModerationEntry:
    """Takes the measure and returns the record of it. Raises `MeasureDoesNotFit`."""
    until = None
    match verdict.measure:
        case "warn" | "mute_player" if report.player is None:
            raise MeasureDoesNotFit(verdict.measure)
        case "mute_player":
            [(until,)] = run("silence", {"player_id": report.player, "days": verdict.days})
        case "remove_message":
            if report.number is None:
                raise MeasureDoesNotFit(verdict.measure)
            which = {"table_id": report.table, "room": report.room, "number": report.number}
            run("remove_message", {**which, "removed_by": "moderator"})
    where = (report.table, report.room, report.number)
    return ModerationEntry(moderator, verdict.measure, report.id, report.player, *where, until, verdict.note)


def _account_events(report: Report, done: ModerationEntry) -> list[NewAccountEvent]:
    """Returns the account event for the player to whom a measure applies."""
    if done.action == "none" or done.player is None:
        return []
    data = {
        "action": done.action,
        "reason": report.reason,
        "table": done.table,
        "room": done.room,
        "number": done.number,
        "until": timestamp(done.until) if done.until else None,
    }
    return [NewAccountEvent(done.player, "moderated", data)]
