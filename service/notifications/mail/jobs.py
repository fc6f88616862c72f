"""The job that sends due mails.

A worker claims a mail in PostgreSQL for the time that sending may take. If the worker dies, the mail is sent later. It
may then arrive twice, with the same Message-ID. The text is written when the mail is sent. A mail that is no longer
needed, for example because the player has moved, is dropped.
"""

import logging
import random
import time
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from email.message import EmailMessage
from typing import Any, NamedTuple

from domain.kernel.instants import utc
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from domain.table.asking import asking
from service.lobby.seeks.handlers import NoSuchSeek
from service.notifications.events import Numbered
from service.notifications.inbox.handlers import FIRST
from service.notifications.mail.handlers import DIGEST, Mailbox
from service.notifications.mail.kinds import KIND_OF, MAIL_KINDS, MailKind, Wish, kind_of
from service.notifications.mail.sender import Away, Connection, MailResult, MailSender
from service.notifications.mail.texts import Letter, Said, Writer
from service.platform.documents import Json, timestamp
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable, Row
from service.worker_context import WorkerContext

MINUTE_S = 60
HOUR_S = 3600
AGAIN_S = (MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S)
"""Seconds before the first, second, … retry of a mail that the server did not accept."""
JITTER = 0.1
LEASE_MARGIN_S = 5.0
MOST_REST_S = 5 * MINUTE_S
"""Longest pause of the mail server in seconds. Pauses double with each failure."""
MOST_FAILURES = 3
"""Number of failed mails in a row after which mail to an address stops."""
ASKED_BY_OTHERS = ("challenged", "partner_asked", "board_challenged", "league_partner_asked")
TURNS_TOLD = 20
NEWS_TOLD = 50
STILL_WAIT = ("turn_began", "turn_reminder", "turn_resumed", "challenged")
"""Event types that a digest does not list as news, because it lists the turns and challenges themselves."""

_log = logging.getLogger(__name__)


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


def send_mails() -> int:
    """Sends due mails until none is left, the time limit, or a failure of the server. Returns the number sent.

    A second copy of the job claims other mails.
    """
    sender: MailSender | None = WorkerContext.mail_sender
    if sender is None:
        _log.warning("mails are due, but SMTP_HOST is not set for this worker")
        return 0
    limits = WorkerContext.service.limits
    until = time.monotonic() + limits.mails_s
    lease = {"lease_s": 2 * sender.timeout_s + LEASE_MARGIN_S, "invitations_rest_s": limits.invitation_mails_s}
    sent = 0
    with ExitStack() as stack:
        connection: Connection | None = None
        while time.monotonic() < until:
            rows = WorkerContext.service.database.run("claim_mail", lease)
            if not rows:
                break
            mail = Claimed(*rows[0])
            try:
                message = message_of(mail, WorkerContext.service.settings)
                if message is None:
                    _settle(mail, "dropped", mail.step)
                    continue
                if mail.type in ASKED_BY_OTHERS and mail.invitations_rest_s > 0:
                    _settle(mail, "pending", mail.step, again_s=mail.invitations_rest_s)
                    continue
                connection = connection or stack.enter_context(sender.connected())
            except Away as away:
                _server_is_away(away.outcome)
                _settle(mail, "pending", mail.step, again_s=0.0)
                break
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged; one bad mail must not block others
                _log.exception("the mail %s cannot be written", mail.id)
                _later(mail, MailResult("later"))
                continue
            outcome = connection.send(message["To"], message)
            _note(mail, message["To"], outcome)
            sent += outcome.what == "sent"
            if outcome.what == "away":
                break
    return sent


# ------------------------------------------------------------------------------------------------ what it says


def message_of(mail: Claimed, settings: Settings) -> EmailMessage | None:
    """Returns the message to send, or `None` if it is no longer needed or has no recipient."""
    if mail.to is None or mail.needless:
        return None
    writer = Writer(settings, mail.time_zone)
    said = _said(mail, writer, mail.to)
    if said is None:
        return None
    kind: Any = None if mail.kind == "confirm" else mail.kind
    return writer.message(Letter(mail.id, mail.to, mail.now, kind, mail.code), said)


def _said(mail: Claimed, writer: Writer, to: str) -> Said | None:
    if mail.kind == "confirm":
        return writer.confirmation(WorkerContext.service.notifications.new_code(mail.player, to), mail.player)
    mailbox = Mailbox(wishes=mail.wishes)
    if mail.kind == DIGEST:
        return _digest(mail, mailbox, writer)
    kind = next((each for each in MAIL_KINDS if each == mail.kind), None)
    if kind is None:
        raise NewerRelease(f"this program knows no mails of the kind {mail.kind}")
    if mail.type is None or mailbox.wish(kind) != "each":
        return None
    data = mail.data or {}
    if mail.type == "partner_asked" and not _is_asked(mail.player, data["seek"]):
        return None
    if mail.table_id is None:
        return writer.happened(mail.type, None, data)
    return _of_table(mail, mail.table_id, mail.type, data, writer)


def _is_asked(player: PlayerId, seek_id: str) -> bool:
    """Returns whether a seek still waits for the player's consent."""
    try:
        return WorkerContext.service.seeks.one(player, seek_id).state == "waiting_for_partner"
    except NoSuchSeek:
        return False


def _of_table(mail: Claimed, table_id: str, kind: str, data: Json, writer: Writer) -> Said | None:
    """The current facts about a table."""
    table = WorkerContext.service.tables.newest(table_id).table
    if kind == "challenged" and table.challenge_of(mail.player) is None:
        return None
    if kind not in ("turn_began", "turn_reminder", "turn_resumed"):
        return writer.happened(kind, table_id, data)
    asked = next((each for each in asking(table) if each.player == mail.player and each.bot is None), None)
    if asked is None:
        return None
    running = table.clocks[asked.seat].running
    deadline = utc(running.deadline) if running else None
    if kind == "turn_began":
        return writer.turn(table_id, asked.what, deadline)
    # The reminder was for an earlier turn.
    if deadline is None or timestamp(deadline) != data["deadline_at"]:
        return None
    if kind == "turn_resumed":
        return writer.resumed(table_id, asked.what, deadline, data["remaining_s"])
    return writer.reminder(table_id, asked.what, deadline, data["left"])


def _digest(mail: Claimed, mailbox: Mailbox, writer: Writer) -> Said | None:
    """Returns a digest of all that waits for a player, or `None` if nothing does."""
    wanted = [kind for kind in MAIL_KINDS if mailbox.wish(kind) == DIGEST]
    inbox = WorkerContext.service.inboxes.of(mail.player, FIRST, TURNS_TOLD, mail.now)
    # Pending turns are listed as of now. The rest is what has happened since the last digest.
    types = [name for name, kind in KIND_OF.items() if kind in wanted and name not in STILL_WAIT]
    rows = WorkerContext.service.database.read(
        "events_between",
        {"player_id": mail.player, "after": mail.number, "until": mail.until, "types": types, "limit": NEWS_TOLD},
    )
    news = [each for each in (Numbered(*row) for row in reversed(rows)) if kind_of(each.type, each.data) is not None]
    turns, count = (inbox.turns, inbox.turns_count) if "turn" in wanted else ([], 0)
    challenges = inbox.challenges if "invitation" in wanted else []
    return writer.digest(turns, count, challenges, news) if turns or challenges or news else None


# ------------------------------------------------------------------------------------------------ what became of it


def _note(mail: Claimed, to: str, outcome: MailResult) -> None:
    """Records the result of an attempt."""
    run = WorkerContext.service.database.run
    run("count_mail", {"outcome": outcome.what})
    if outcome.what == "sent":
        run("mail_server_is_back")
        _settle(mail, "sent", mail.step + 1)
        _fared(mail, to, outcome)
        return
    _log.warning("mail %s: %s", mail.id, outcome.error)
    if outcome.what == "away":
        # The cause may be this mail, so others are tried before it.
        _server_is_away(outcome)
    if outcome.what in ("refused", "rejected"):
        _settle(mail, "failed", mail.step + 1, status=outcome.status)
        _fared(mail, to, outcome)
    else:
        _later(mail, outcome, to)


def _later(mail: Claimed, outcome: MailResult, to: str | None = None) -> None:
    """Schedules a retry of a mail, or gives it up after the last one."""
    if mail.step < len(AGAIN_S):
        again_s = AGAIN_S[mail.step] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - not used for secrets
        _settle(mail, "pending", mail.step + 1, status=outcome.status, again_s=again_s)
        return
    _settle(mail, "failed", mail.step + 1, status=outcome.status)
    if to is not None and outcome.what == "later":
        _fared(mail, to, outcome)


def _settle(mail: Claimed, state: str, step: int, *, status: int | None = None, again_s: float = 0.0) -> list[Row]:
    settled = {"id": mail.id, "claim": mail.claim, "state": state, "step": step, "status": status, "again_s": again_s}
    return WorkerContext.service.database.run("settle_mail", settled)


def _fared(mail: Claimed, to: str, outcome: MailResult) -> None:
    """Records whether mail reaches an address. After a refusal, mail to it stops."""
    run = WorkerContext.service.database.run
    if mail.kind == "confirm":
        if outcome.what == "refused":
            run("refuse_asked_address", {"player_id": mail.player, "address": to})
        return
    run(
        "settle_mailbox",
        {
            "player_id": mail.player,
            "address": to,
            "sent": outcome.what == "sent",
            "refused": outcome.what == "refused",
            "status": outcome.status,
            "most_failures": MOST_FAILURES,
        },
    )


def _server_is_away(outcome: MailResult) -> None:
    _log.warning("the mail server accepts no mails: %s", outcome.error)
    rest_s = WorkerContext.service.limits.mail_server_pause_s
    WorkerContext.service.database.run("rest_mail_server", {"rest_s": rest_s, "most_rest_s": MOST_REST_S})
