"""The job that sends due mails.

A worker claims a mail in PostgreSQL for the time that sending may take. If the worker dies, the mail is sent later. It
may then arrive twice, with the same Message-ID. The text is written when the mail is sent. A mail that is no longer
needed, for example because the player has moved, is dropped. What happens to a player within a minute is one mail: the
mail that is due first contains the others, and they get its result.
"""

import logging
import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from service.notifications.mail.contents import Claimed, Written, message_of
from service.notifications.mail.sender import Away, Connection, MailResult, MailSender
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
MOST_JOINED = 50
"""Number of mails that one mail can contain besides itself."""
SOON_S = 0.001
"""Seconds after which a mail that was taken out of another is due by itself."""

_log = logging.getLogger(__name__)


class Bundle(NamedTuple):
    """A mail, and those that it contains.

    Attributes:
        told: the ids of those that are in the message; empty before it is written.
    """

    lead: Claimed
    others: Sequence[Claimed]
    told: frozenset[str] = frozenset()

    def state_of(self, mail: Claimed, state: str) -> tuple[str, float]:
        """Returns the state of a mail when the whole gets a state, and the seconds after which it is due by itself.

        0 seconds: it stays with the others.
        """
        if mail is not self.lead and mail.rests:
            return "pending", mail.invitations_rest_s
        if mail is not self.lead and self.lead.rests:
            return "pending", SOON_S
        return ("dropped" if state == "sent" and mail.id not in self.told else state), 0.0


def send_mails() -> int:
    """Sends due mails until none is left, the time limit, or a failure of the server. Returns the number sent.

    A second copy of the job claims other mails.
    """
    sender: MailSender | None = WorkerContext.mail_sender
    if sender is None:
        _log.warning("mails are due, but SMTP_HOST is not set for this worker")
        return 0
    until, sent = time.monotonic() + WorkerContext.service.limits.mails_s, 0
    with ExitStack() as stack:
        connection: Connection | None = None
        while time.monotonic() < until:
            mail = _claimed(sender.timeout_s)
            if mail is None:
                break
            try:
                written = _written(mail)
                if written is None:
                    continue
                connection = connection or stack.enter_context(sender.connected())
            except Away as away:
                _server_is_away(away.outcome)
                _settle(mail, "pending", mail.lead.step)
                break
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged; one bad mail must not block others
                _log.exception("the mail %s cannot be written", mail.lead.id)
                _later(mail, MailResult("later"))
                continue
            mail, to = mail._replace(told=written.told), written.message["To"]
            outcome = connection.send(to, written.message)
            _note(mail, to, outcome)
            sent += outcome.what == "sent"
            if outcome.what == "away":
                break
    return sent


def _claimed(timeout_s: float) -> Bundle | None:
    """Claims a due mail and those that it contains, for the time that sending may take. `None` if none is due."""
    service = WorkerContext.service
    claim = {
        "lease_s": 2 * timeout_s + LEASE_MARGIN_S,
        "invitations_rest_s": service.limits.invitation_mails_s,
        "gathers_s": service.settings.mail_gather_s,
        "most": MOST_JOINED,
    }
    rows = [Claimed(*row) for row in service.database.run("claim_mail", claim)]
    return Bundle(rows[0], rows[1:]) if rows else None


def _written(mail: Bundle) -> Written | None:
    """Returns the message, or `None` if it is not needed or has to wait, which is settled then."""
    lead = mail.lead
    others = [] if lead.rests else [each for each in mail.others if not each.rests]
    written = message_of([lead, *others], WorkerContext.service.settings)
    if written is None:
        _settle(mail, "dropped", lead.step)
    elif lead.rests:
        _settle(mail, "pending", lead.step, again_s=lead.invitations_rest_s)
        return None
    return written


# ------------------------------------------------------------------------------------------------ what became of it


def _note(mail: Bundle, to: str, outcome: MailResult) -> None:
    """Records the result of an attempt."""
    run = WorkerContext.service.database.run
    run("count_mail", {"outcome": outcome.what})
    if outcome.what == "sent":
        run("mail_server_is_back")
        _settle(mail, "sent", mail.lead.step + 1)
        _fared(mail.lead, to, outcome)
        return
    _log.warning("mail %s: %s", mail.lead.id, outcome.error)
    if outcome.what == "away":
        # The cause may be this mail, so others are tried before it.
        _server_is_away(outcome)
    if outcome.what in ("refused", "rejected"):
        _settle(mail, "failed", mail.lead.step + 1, status=outcome.status)
        _fared(mail.lead, to, outcome)
    else:
        _later(mail, outcome, to)


def _later(mail: Bundle, outcome: MailResult, to: str | None = None) -> None:
    """Schedules a retry of a mail, or gives it up after the last one."""
    if mail.lead.step < len(AGAIN_S):
        again_s = AGAIN_S[mail.lead.step] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - not used for secrets
        _settle(mail, "pending", mail.lead.step + 1, status=outcome.status, again_s=again_s)
        return
    _settle(mail, "failed", mail.lead.step + 1, status=outcome.status)
    if to is not None and outcome.what == "later":
        _fared(mail.lead, to, outcome)


def _settle(mail: Bundle, state: str, step: int, *, status: int | None = None, again_s: float = 0.0) -> list[Row]:
    lead, fates = mail.lead, [mail.state_of(each, state) for each in mail.others]
    settled = {
        "id": lead.id,
        "claim": lead.claim,
        "state": mail.state_of(lead, state)[0],
        "step": step,
        "status": status,
        "again_s": again_s,
        "others": [each.id for each in mail.others],
        "states": [fate for fate, _ in fates],
        "others_again_s": [due_s for _, due_s in fates],
    }
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
