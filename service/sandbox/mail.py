"""Mails of sandboxes. They are written like real ones, by the clock of the sandbox, and kept for its owner to read."""

import dataclasses
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from domain.kernel.players import PlayerId
from service.notifications.mail.contents import Claimed, Written, message_of
from service.notifications.mail.handlers import following_digest
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
    service = WorkerContext.service
    rest_s, gathers_s = service.limits.invitation_mails_s, service.settings.mail_gather_s
    wanted = {"id": mail_id, "invitations_rest_s": rest_s, "gathers_s": gathers_s}
    mails = [Claimed(*row) for row in service.database.run("sandbox_mail", wanted)]
    if not mails:
        return 0
    lead, *others = mails
    together = [lead] if lead.rests else [lead, *(each for each in others if not each.rests)]
    try:
        written = message_of(together, _settings(service.settings))
    except DatabaseUnavailable:
        raise
    except Exception:  # noqa: BLE001 - logged; one bad mail must not stop the sandbox
        _log.exception("the mail %s cannot be written", lead.id)
        return _settle([lead], "failed")
    if written is None:
        return _settle(together, "dropped")
    if lead.rests:
        rest = {"id": lead.id, "rest_s": lead.invitations_rest_s}
        return len(service.database.run("postpone_sandbox_mail", rest))
    return _settle(together, "sent", written)


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


def _settle(mails: Sequence[Claimed], state: str, written: Written | None = None) -> int:
    """Records the result of a mail and of those in it, itself first. Returns how many were settled."""
    lead, sent = mails[0], written and written.message
    settled = {
        "id": lead.id,
        "ids": [each.id for each in mails],
        "states": ["dropped" if written and each.id not in written.told else state for each in mails],
        "holder": next((each.id for each in mails if written and each.id in written.told), lead.id),
        "address": lead.to,
        "subject": sent and str(sent["Subject"]),
        "body": written and _content(written, "plain"),
        "html": written and _content(written, "html"),
        "kept": KEPT,
    }
    return len(WorkerContext.service.database.run("settle_sandbox_mail", settled))


def _content(written: Written, kind: Literal["plain", "html"]) -> str:
    part = written.message.get_body((kind,))
    return "" if part is None else str(part.get_content())
