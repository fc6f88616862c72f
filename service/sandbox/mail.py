"""Mails of sandboxes. They are written like real ones, by the clock of the sandbox, and kept for its owner to read."""

import dataclasses
import logging
from datetime import datetime, timedelta

from domain.kernel.players import PlayerId
from service.notifications.mail.handlers import following_digest
from service.notifications.mail.jobs import ASKED_BY_OTHERS, Claimed, message_of
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable
from service.worker_context import WorkerContext

KEPT = 1000
"""Number of newest mails that a sandbox keeps."""
LONGEST_BACK = timedelta(days=60)
"""Digests further back than this are skipped, because a clock may have been moved by a hundred years."""
SENDER = "Sheng Ji <sandbox@sandbox.invalid>"
"""The sender if this server sends no mails. RFC 6761 reserves the domain."""

_log = logging.getLogger(__name__)


def write_mail(mail_id: str) -> int:
    """Writes a due mail of a sandbox, or drops it if it is no longer needed. Returns 0 if there was nothing to do.

    Raises:
        DatabaseUnavailable: the database does not answer.
    """
    rest_s = WorkerContext.service.limits.invitation_mails_s
    rows = WorkerContext.service.database.run("sandbox_mail", {"id": mail_id, "invitations_rest_s": rest_s})
    if not rows:
        return 0
    mail = Claimed(*rows[0])
    try:
        message = message_of(mail, _settings(WorkerContext.service.settings))
    except DatabaseUnavailable:
        raise
    except Exception:  # noqa: BLE001 - logged; one bad mail must not stop the sandbox
        _log.exception("the mail %s cannot be written", mail.id)
        return _settle(mail, "failed")
    if message is None:
        return _settle(mail, "dropped")
    if mail.type in ASKED_BY_OTHERS and mail.invitations_rest_s > 0:
        rest = {"id": mail.id, "rest_s": mail.invitations_rest_s}
        return len(WorkerContext.service.database.run("put_off_sandbox_mail", rest))
    return _settle(mail, "sent", str(message["Subject"]), message.get_content())


def write_digest(player: str, digest_at: datetime) -> int:
    """Writes a due digest of a sandbox and schedules the next one. Returns 0 if there was nothing to do."""
    run = WorkerContext.service.database.run
    mailbox = WorkerContext.service.notifications.of(PlayerId(player))
    [(clock,)] = run("time_of", {"player_id": player})
    after = max(digest_at, clock - LONGEST_BACK)
    next_at = following_digest(after, mailbox.time_zone, mailbox.digest_hour)
    moved = {"player_id": player, "digest_at": digest_at, "next_at": next_at}
    return len(run("sandbox_digest", moved))


def _settings(settings: Settings) -> Settings:
    """Returns the settings of mails, with a default sender and public address if this server has none."""
    return dataclasses.replace(
        settings,
        mail_from=settings.mail_from or SENDER,
        public_address=settings.public_address or f"http://{settings.host}:{settings.port}",
    )


def _settle(mail: Claimed, state: str, subject: str | None = None, text: str | None = None) -> int:
    settled = {
        "id": mail.id,
        "state": state,
        "address": mail.to if state == "sent" else None,
        "subject": subject,
        "body": text,
        "kept": KEPT,
    }
    return len(WorkerContext.service.database.run("settle_sandbox_mail", settled))
