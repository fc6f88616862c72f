"""What a mail says, written when it is sent. What is no longer needed is left out.

A mail reads the tables that it is about once from the read models, and at most `READ` events of each table where it is
the player's turn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from typing import Any, NamedTuple

from domain.kernel.instants import utc
from domain.kernel.messages import message
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from domain.table.asking import Asking, asking
from domain.table.state import Table
from service.lobby.seeks.handlers import NoSuchSeek
from service.notifications.about import TableAbout, about_tables, tournament_about
from service.notifications.events import Numbered
from service.notifications.inbox.handlers import FIRST, WaitingTurn
from service.notifications.mail import texts
from service.notifications.mail.handlers import DIGEST, Mailbox
from service.notifications.mail.kinds import KIND_OF, MAIL_KINDS, MailKind, Wish, kind_of
from service.notifications.mail.message import Letter, Said, message_with
from service.notifications.mail.since import EndOfOrders, last_ends_of_orders, told_since
from service.notifications.mail.writer import INVITATION, NEWS, REMINDER, TURN, Part, Writer
from service.notifications.names import names_for
from service.platform.documents import Json, timestamp
from service.platform.languages import ENGLISH
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
    language = WorkerContext.service.accounts.language_of(lead.player) or ENGLISH
    return Written(message_with(settings, letter, said, language), frozenset(told))


def _alone(mail: Claimed, writer: Writer, to: str) -> Said | None:
    if mail.kind == "confirm":
        return writer.confirmation(WorkerContext.service.notifications.new_code(mail.player, to), mail.player)
    return _digest(mail, Mailbox(wishes=mail.wishes), writer)


def _report(player: PlayerId, parts: Mapping[str, Part], writer: Writer) -> Said:
    tables = {part.table for part in parts.values() if part.table is not None}
    abouts = about_tables(WorkerContext.service.database.read, player, tables)
    ended = last_ends_of_orders(WorkerContext.service.database.read, player, tables)
    marks = WorkerContext.service.own_inboxes.marks.at(player, tables)
    seen = {table: mark.seen_version for table, mark in marks.items()}
    told = [
        part._replace(since=_since(part, abouts.get(part.table), ended.get(part.table), seen.get(part.table, 0)))
        for part in parts.values()
        if part.table
    ]
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
    event = Numbered(mail.number or 0, mail.type, mail.table_id, data, mail.now)
    return _news(event, _names(mail.player, [data]), writer)._replace(rank=_RANKS[kind])


def _news(event: Numbered, names: Mapping[str, str], writer: Writer) -> Part:
    """Returns a report of what has happened. The table may have moved on since."""
    kind, data = event.type, event.data
    sentence = texts.happened(kind, data, names)
    member, deadline = texts.DEADLINES.get(kind, ("", texts.TIME_UNTIL))
    until = datetime.fromisoformat(data[member]) if data.get(member) else None
    more = texts.ending(kind, data)
    part = Part(NEWS, event.number, sentence, texts.whole(sentence), more, until, deadline, event.table_id)
    if event.table_id is not None:
        return part
    match = tournament_about(WorkerContext.service.database.read, data)
    return part._replace(match=match, link=writer.link_of(kind, data))


def _invitation(number: int, by: str, table_id: str, names: Mapping[str, str]) -> Part:
    """Returns the report of a challenge."""
    sentence = texts.happened("challenged", {"by": by}, names)
    return Part(INVITATION, number, sentence, texts.whole(sentence), table=table_id)


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
        is_open = table.challenge_of(mail.player) is not None
        return _invitation(mail.number or 0, data["by"], table_id, _names(mail.player, [data])) if is_open else None
    turn = next((each for each in asking(table) if each.player == mail.player and each.bot is None), None)
    return None if turn is None else _turn(mail, table, turn, kind, data)


def _turn(mail: Claimed, table: Table, turn: Asking, kind: str, data: Json) -> Part | None:
    what = texts.asked(turn.what)
    running = table.clocks[turn.seat].running
    deadline = utc(running.deadline) if running else None
    part = Part(TURN, mail.number or 0, "", "", until=deadline, table=mail.table_id)
    if kind == "turn_began":
        return part._replace(subject=message("Your turn to {what}", what=what), sentence=texts.your_turn(turn.what))
    # The reminder was for an earlier turn.
    if deadline is None or timestamp(deadline) != data["deadline_at"]:
        return None
    if kind == "turn_resumed":
        said = message("Your vacation is over, and {time} left", time=texts.lasting(data["remaining_s"]))
    else:
        said = texts.SHARES.get(data["left"], texts.LITTLE_LEFT)
    sentence = message("{said}. It is still your turn to {what}.", said=said, what=what)
    return part._replace(subject=said, sentence=sentence)


def _since(part: Part, about: TableAbout | None, ended: EndOfOrders | None, seen: int) -> list[str]:
    """Returns what has happened since the player's last move or visit, if it is the player's turn."""
    if part.rank != TURN or part.table is None or about is None or about.own is None:
        return []
    return told_since(WorkerContext.service.tables, about, ended, seen)


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
    names = _names(mail.player, [each.data for each in events] + [{"by": each.by} for each in inbox.challenges])
    parts = [
        *map(_turn_in_digest, inbox.turns),
        *(_invitation(0, each.by, each.table_id, names) for each in inbox.challenges),
        *(_news_in_digest(each, mail.now, names, writer) for each in events),
    ]
    tables = {part.table for part in parts if part.table is not None}
    abouts = about_tables(WorkerContext.service.database.read, mail.player, tables)
    return writer.digest(parts, inbox.turns_count, abouts)


def _turn_in_digest(turn: WaitingTurn) -> Part:
    sentence, urgency = texts.your_turn(turn.what), texts.URGENCIES.get(turn.urgency)
    until = turn.deadline_at if turn.remaining_s else None
    return Part(TURN, 0, "", sentence, urgency, until, table=turn.table_id)


def _news_in_digest(event: Numbered, now: datetime, names: Mapping[str, str], writer: Writer) -> Part:
    """Returns what has happened, with its time. A deadline that has passed meanwhile is left out."""
    part = _news(event, names, writer)
    until = part.until if part.until is not None and part.until > now else None
    return part._replace(sentence=writer.dated(event.recorded_at, part.sentence), until=until)


def _events(mail: Claimed, wanted: Sequence[MailKind]) -> list[Numbered]:
    """Returns the events since the last digest, without those that still wait: these are listed as of now."""
    types = [name for name, kind in KIND_OF.items() if kind in wanted and name not in STILL_WAIT]
    rows = WorkerContext.service.database.read(
        "events_between",
        {"player_id": mail.player, "after": mail.number, "until": mail.until, "types": types, "limit": NEWS_TOLD},
    )
    return [each for each in (Numbered(*row) for row in reversed(rows)) if kind_of(each.type, each.data) is not None]
