"""Reports of players, messages and tables, and what moderators do about them.

Who moderates is decided by the operator (`shengji moderators`), and by nobody else: a token has the scope `moderation`
because it was made there, and only for as long as its player is a moderator.
"""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from domain.kernel.players import PlayerId
from domain.table.talk import Room
from service.accounts.handlers import MODERATION, AccountClosed, Accounts, NoSuchPlayer, Token
from service.notifications.account_event_writer import AccountEventWriter
from service.notifications.events import NewAccountEvent
from service.platform.documents import timestamp
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.subscription import Run
from service.social.chat.handlers import Chat, RoomOfTable, check_voice
from service.social.moderation.audit import ModerationEntry, Noted, note

ReportReason = Literal["abuse", "spam", "cheating", "table_talk", "stalling", "name", "other"]
REASONS: tuple[ReportReason, ...] = get_args(ReportReason)
Measure = Literal["none", "warn", "mute_player", "remove_message"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
ReportState = Literal["open", "closed"]
STATES: tuple[ReportState, ...] = get_args(ReportState)

OPEN_LIMIT = 20
"""So many reports of one player wait for the moderators at once."""
TOKEN_SCOPES = ("table:read", "table:play", MODERATION)
"""What the token allows that a moderator is given."""


class AlreadyReported(Exception):
    """The player has reported just that, and nobody has looked at it yet."""


class TooManyReports(Exception):
    """As many reports of the player wait as may."""


class CannotBeReported(Exception):
    """Nobody reports themselves or what they said, or a message that is gone; its argument says which it is."""


class NoSuchReport(Exception):
    """There is no report of this id; its argument is the id."""


class ReportClosed(Exception):
    """Somebody has dealt with the report."""


class OwnCase(Exception):
    """No moderator judges what they have reported, or what is reported about them."""


class MeasureDoesNotFit(Exception):
    """The report is not about what the measure is for; its argument is the measure."""


class Subject(NamedTuple):
    """What is reported: a player, a message, or a table.

    Attributes:
        player: who is reported, or has said the message; none where a table is.
        table, room, number: where the message stands; the table alone where a table is reported.
    """

    player: PlayerId | None = None
    table: str | None = None
    room: Room | None = None
    number: int | None = None


class Report(NamedTuple):
    """A report as moderators see it.

    Attributes:
        reporter: who has made it; none when the account is closed.
        words: what they say about it.
        said: the message as it was then.
        action: what was done about it; none while it is open.
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


class ReportVerdict(NamedTuple):
    """What a moderator does about a report: for how many days, where it is for days, and what others are to know."""

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
        """Puts together what moderation needs: what reports are about, who tells players, and where ids are drawn."""
        self._database = database
        self._randomness = randomness
        self._accounts = accounts
        self._chat = chat
        self._event_writer = event_writer

    # -------------------------------------------------------------------------------------------- reports

    def report(self, by: PlayerId, subject: Subject, reason: ReportReason, words: str | None, key: Key | None) -> str:
        """Tells the moderators of something, and returns the id of the report.

        Args:
            by: who reports.
            subject: what; of a message without its author, who is looked up.
            reason: why, in a word.
            words: what else is to be said.
            key: under which the report is remembered.

        Raises:
            NoSuchPlayer, NoSuchTable, NoSuchMessage: there is no such thing, as far as the player may know.
            NotInRoom: the player may not read where the message stands.
            CannotBeReported: it is the player's own, or gone.
            Silenced: the moderators have taken the player's voice.
            AlreadyReported, TooManyReports: there is enough to look at.
            KeyReused: the key was used for something else.
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

        def add(run: Run) -> str:
            if not run("hold_player", {"player_id": by}):
                raise AccountClosed(by)
            # Those of a player come one after the other here, so this is the moment that counts.
            if known := _by_key(run, key):
                return known
            check_voice(run, by)
            [(count, is_known)] = run("open_reports_of", asked)
            if is_known:
                raise AlreadyReported
            if count >= OPEN_LIMIT:
                raise TooManyReports
            run("add_report", asked)
            return str(asked["id"])

        return self._database.together(add)

    def _looked_up(self, by: PlayerId, subject: Subject) -> tuple[Subject, str | None]:
        """The subject with the author of its message, and what they said."""
        said = None
        if subject.room is not None and subject.table is not None and subject.number is not None:
            message = self._chat.message(RoomOfTable(subject.table, subject.room), subject.number, by)
            subject, said = subject._replace(player=message.player), message.words or message.canned
            if said is None:
                raise CannotBeReported("the message is gone")
        elif subject.table is not None:
            self._chat.check_table(subject.table)
        elif subject.player is not None and self._accounts.player(subject.player).closed_at is not None:
            raise NoSuchPlayer(subject.player)
        if subject.player == by:
            raise CannotBeReported("it is your own")
        return subject, said

    def reports(self, state: str | None, after: str, limit: int) -> list[Report]:
        """Reports in a state, or in any, the oldest first, from behind the one of id `after`."""
        rows = self._database.read("reports", {"state": state, "after": after, "limit": limit})
        return [Report(*row) for row in rows]

    def close(self, moderator: PlayerId, report_id: str, verdict: ReportVerdict) -> Report:
        """Does something about a report, or nothing, writes it down, and closes the report.

        Raises:
            NoSuchReport: there is none.
            ReportClosed: somebody was faster.
            OwnCase: the report is by the moderator, or about them.
            MeasureDoesNotFit: there is no player, or no message, to do that to.
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
        """What moderators have done, the newest first, from before the one of id `before`."""
        rows = self._database.read("moderation_actions", {"before": before, "limit": limit})
        return [Noted(action_id, at, ModerationEntry(*done)) for action_id, at, *done in rows]

    # -------------------------------------------------------------------------------------------- moderators

    def appoint(self, player: PlayerId) -> tuple[Token, str]:
        """Makes a player a moderator, who may be one already, and returns a token for it with its secret.

        Raises:
            NoSuchPlayer: there is no such player, or none that could moderate.
        """

        def appoint(run: Run) -> None:
            if not run("appoint_moderator", {"player_id": player}):
                raise NoSuchPlayer(player)
            note(run, self._randomness, ModerationEntry(None, "appoint", player=player))

        self._database.together(appoint)
        return self._accounts.make_token(player, "moderation", sorted(TOKEN_SCOPES), None)

    def dismiss(self, player: PlayerId) -> None:
        """Ends that a player moderates, for all their tokens. Raises `NoSuchPlayer`: they do not."""

        def dismiss(run: Run) -> None:
            if not run("dismiss_moderator", {"player_id": player}):
                raise NoSuchPlayer(player)
            note(run, self._randomness, ModerationEntry(None, "dismiss", player=player))

        self._database.together(dismiss)
        self._accounts.forget()

    def moderators(self) -> list[tuple[PlayerId, str, datetime]]:
        """Who moderates, by name, and since when."""
        return [(PlayerId(player), name, since) for player, name, since in self._database.read("moderators")]


def _by_key(run: Run, key: Key | None) -> str | None:
    """The report that was made under a key. Raises `KeyReused`: the key was used for something else."""
    if key is None:
        return None
    for fingerprint, report_id in run("report_by_key", {"command_id": key.command_id}):
        if fingerprint != key.fingerprint:
            raise KeyReused
        return str(report_id)
    return None


def _taken(run: Run, moderator: PlayerId, report: Report, verdict: ReportVerdict) -> ModerationEntry:
    """Takes the measure, and returns what was done. Raises `MeasureDoesNotFit`."""
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
    """The account event of the player to whom a measure applies."""
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
