"""What a mail says, written when it is sent. What is no longer needed is left out.

A mail reads the tables that it is about once from the read models, and at most `READ` events of each table where it is
the player's turn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from typing import Any, NamedTuple

from domain.kernel.instants import utc
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from domain.table.asking import Asking, asking
from domain.table.state import Table
from service.lobby.seeks.handlers import NoSuchSeek
from service.notifications.about import TableAbout, about_tables, tournament_about
from service.notifications.events import Numbered
from service.notifications.inbox.handlers import FIRST, Inbox
from service.notifications.mail import texts
from service.notifications.mail.handlers import DIGEST, Mailbox
from service.notifications.mail.kinds import KIND_OF, MAIL_KINDS, MailKind, Wish, kind_of
from service.notifications.mail.message import Letter, Said, message_with
from service.notifications.mail.since import told_since
from service.notifications.mail.writer import INVITATION, NEWS, REMINDER, TURN, News, Part, Writer
from service.notifications.names import names_for
from service.platform.documents import Json, timestamp
from service.platform.settings import Settings
from service.worker_context import WorkerContext

ASKED_BY_OTHERS = ("challenged", "partner_asked", "board_challenged", "league_partner_asked")
"""Event types that other players can cause at will."""
TURNS = ("turn_began", "turn_reminder", "turn_resumed")
TURNS_TOLD = 20
NEWS_TOLD = 50
STILL_WAIT = (*TURNS, "challenged")
"""Event types that a digest does not list as news, because it lists the turns and challenges themselves."""
_RANKS: dict[MailKind, int] = {"turn": TURN, "reminder": REMINDER, "invitation": INVITATION, "match": NEWS}


class Claimed(NamedTuple):
    """A mail that this worker has claimed.

    Attributes:
        number: number of its event; for a digest, the last event before it.
        until: for a digest, the last event in it.
        needless: whether a newer mail about the same table waits.
        invitations_rest_s: seconds for which the player gets no mails that other players can cause at will.
    """

    id: str
    claim: int
    step: int
    kind: str
    player: PlayerId
    now: datetime
    address: str | None
    asked_address: str | None
    failing: bool
    code: str
    wishes: Mapping[MailKind, Wish]
    time_zone: str
    number: int | None
    until: int | None
    table_id: str | None
    type: str | None
    data: Json | None
    needless: bool
    invitations_rest_s: float

    @property
    def to(self) -> str | None:
        """The recipient's address, or `None` if there is none or mail to it has stopped."""
        if self.kind == "confirm":
            return self.asked_address
        return None if self.failing else self.address

    @property
    def rests(self) -> bool:
        """Whether it has to wait, because the player has just got a mail that other players caused."""
        return self.type in ASKED_BY_OTHERS and self.invitations_rest_s > 0


class Written(NamedTuple):
    """A message, and the ids of the mails that are in it. Others that were claimed with it are no longer needed."""

    message: EmailMessage
    told: frozenset[str]


def message_of(mails: Sequence[Claimed], settings: Settings) -> Written | None:
    """Returns the message to send, or `None` if nothing in it is needed any longer or it has no recipient.

    Args:
        mails: the mail and those that it contains, itself first.
        settings: the settings of the links and the sender.
    """
    lead = mails[0]
    if lead.to is None:
        return None
    writer = Writer(settings, lead.time_zone)
    if lead.kind in ("confirm", DIGEST):
        said, told = _alone(lead, writer, lead.to), {lead.id}
    else:
        parts = {mail.id: part for mail in mails if (part := part_of(mail, writer)) is not None}
        said, told = _report(lead.player, parts, writer) if parts else None, set(parts)
    if said is None:
        return None
    kinds: Any = [each for each in (*MAIL_KINDS, DIGEST) if any(m.kind == each and m.id in told for m in mails)]
    letter = Letter(lead.id, lead.to, lead.now, kinds, lead.code)
    return Written(message_with(settings, letter, said), frozenset(told))


def _alone(mail: Claimed, writer: Writer, to: str) -> Said | None:
    if mail.kind == "confirm":
        return writer.confirmation(WorkerContext.service.notifications.new_code(mail.player, to), mail.player)
    return _digest(mail, Mailbox(wishes=mail.wishes), writer)


def _report(player: PlayerId, parts: Mapping[str, Part], writer: Writer) -> Said:
    tables = {part.table for part in parts.values() if part.table is not None}
    abouts = about_tables(WorkerContext.service.database.read, player, tables)
    told = [part._replace(since=_since(part, abouts.get(part.table))) for part in parts.values() if part.table]
    return writer.report([*told, *(part for part in parts.values() if not part.table)], abouts)


# ------------------------------------------------------------------------------------------------ one event


def part_of(mail: Claimed, writer: Writer) -> Part | None:
    """Returns what a mail about one event reports, or `None` if it is no longer needed."""
    kind = next((each for each in MAIL_KINDS if each == mail.kind), None)
    if kind is None:
        raise NewerRelease(f"this program knows no mails of the kind {mail.kind}")
    if mail.needless or mail.type is None or Mailbox(wishes=mail.wishes).wish(kind) != "each":
        return None
    data = mail.data or {}
    if mail.type == "partner_asked" and not _is_asked(mail.player, data["seek"]):
        return None
    if mail.table_id is not None and mail.type in STILL_WAIT:
        return _waiting(mail, mail.table_id, mail.type, data)
    return _news(mail, mail.type, data, kind, writer)


def _news(mail: Claimed, kind: str, data: Json, of: MailKind, writer: Writer) -> Part:
    """Returns a report of what has happened. The table may have moved on since."""
    read = WorkerContext.service.database.read
    sentence = texts.happened(kind, data, _names(mail.player, [data]))
    member, deadline = texts.DEADLINES.get(kind, ("", texts.TIME_UNTIL))
    until = datetime.fromisoformat(data[member]) if data.get(member) else None
    more = texts.ending(kind, data)
    part = Part(_RANKS[of], mail.number or 0, sentence, f"{sentence}.", more, until, deadline, mail.table_id)
    if mail.table_id is not None:
        return part
    return part._replace(match=tournament_about(read, data), link=writer.link_of(kind, data))


def _names(player: PlayerId, data: Sequence[Json]) -> dict[str, str]:
    """Returns the names of the players in the data of events, if they may be named to a player."""
    others = {PlayerId(each[member]) for each in data for member in texts.WHO_OF if each.get(member)}
    names = names_for(WorkerContext.service.database.read, player, others)
    return {str(each): name for each, name in names.items()}


def _is_asked(player: PlayerId, seek_id: str) -> bool:
    """Returns whether a seek still waits for the player's consent."""
    try:
        return WorkerContext.service.seeks.one(player, seek_id).state == "waiting_for_partner"
    except NoSuchSeek:
        return False


def _waiting(mail: Claimed, table_id: str, kind: str, data: Json) -> Part | None:
    """A challenge or a turn, if it still waits."""
    table = WorkerContext.service.tables.newest(table_id).table
    if kind == "challenged":
        sentence = texts.happened(kind, data, _names(mail.player, [data]))
        part = Part(INVITATION, mail.number or 0, sentence, f"{sentence}.", table=table_id)
        return part if table.challenge_of(mail.player) is not None else None
    turn = next((each for each in asking(table) if each.player == mail.player and each.bot is None), None)
    return None if turn is None else _turn(mail, table, turn, kind, data)


def _turn(mail: Claimed, table: Table, turn: Asking, kind: str, data: Json) -> Part | None:
    what = texts.asked(turn.what)
    running = table.clocks[turn.seat].running
    deadline = utc(running.deadline) if running else None
    part = Part(TURN, mail.number or 0, "", "", until=deadline, table=mail.table_id)
    if kind == "turn_began":
        return part._replace(subject=f"Your turn to {what}", sentence=f"It is your turn to {what}.")
    # The reminder was for an earlier turn.
    if deadline is None or timestamp(deadline) != data["deadline_at"]:
        return None
    if kind == "turn_resumed":
        said = f"Your vacation is over, and {texts.lasting(data['remaining_s'])} left"
    else:
        said = f"{texts.SHARES.get(data['left'], 'Little')} of your time is left"
    return part._replace(subject=said, sentence=f"{said}. It is still your turn to {what}.")


def _since(part: Part, about: TableAbout | None) -> list[str]:
    """Returns what spectators can see of the events since the player's last move, if it is the player's turn."""
    if part.rank != TURN or part.table is None or about is None or about.own is None:
        return []
    return told_since(WorkerContext.service.tables, about)


# ------------------------------------------------------------------------------------------------ a digest


def _digest(mail: Claimed, mailbox: Mailbox, writer: Writer) -> Said | None:
    """Returns a digest of all that waits for a player, or `None` if nothing does."""
    wanted = [kind for kind in MAIL_KINDS if mailbox.wish(kind) == DIGEST]
    inbox = WorkerContext.service.inboxes.of(mail.player, FIRST, TURNS_TOLD, mail.now)
    if "turn" not in wanted:
        inbox = inbox._replace(turns=[], turns_count=0)
    if "invitation" not in wanted:
        inbox = inbox._replace(challenges=[])
    events = _events(mail, wanted)
    if not (inbox.turns or inbox.challenges or events):
        return None
    abouts = about_tables(WorkerContext.service.database.read, mail.player, _tables(inbox, events))
    names = _names(mail.player, [each.data for each in events] + [{"by": each.by} for each in inbox.challenges])
    return writer.digest(News(inbox, inbox.turns_count, events, abouts, names))


def _events(mail: Claimed, wanted: Sequence[MailKind]) -> list[Numbered]:
    """Returns the events since the last digest, without those that still wait: these are listed as of now."""
    types = [name for name, kind in KIND_OF.items() if kind in wanted and name not in STILL_WAIT]
    rows = WorkerContext.service.database.read(
        "events_between",
        {"player_id": mail.player, "after": mail.number, "until": mail.until, "types": types, "limit": NEWS_TOLD},
    )
    return [each for each in (Numbered(*row) for row in reversed(rows)) if kind_of(each.type, each.data) is not None]


def _tables(inbox: Inbox, events: Sequence[Numbered]) -> set[str]:
    turns, challenges = {each.table_id for each in inbox.turns}, {each.table_id for each in inbox.challenges}
    return turns | challenges | {each.table_id for each in events if each.table_id is not None}
