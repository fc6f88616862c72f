"""Sends one mail to the operator's mail server (RFC 5321) within a time limit.

Failures are attributed to the server, to the address, or to the mail itself. A mail does not count as failed because of
the server.
"""

import smtplib
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Literal, NamedTuple

from service.notifications.time_limit import TooLate, cut_off
from service.platform.settings import Settings

What = Literal["sent", "refused", "rejected", "later", "away"]
NOT_NOW = 421
TRANSIENT = range(400, 500)
TAKEN = (250, 251)


class MailResult(NamedTuple):
    """The result of an attempt.

    Attributes:
        what: `refused`: the server accepts nothing for this address; `rejected`: it does not accept this mail; `later`:
            it asks for a retry; `away`: it accepts no mails now.
        status: the reply code of the server; `None` if it did not reply.
        error: description of the failure, for the log.
    """

    what: What
    status: int | None = None
    error: str | None = None


class Away(Exception):
    """The server accepts no mails now. `outcome` holds the result."""

    def __init__(self, error: str, status: int | None = None) -> None:
        super().__init__(error)
        self.outcome = MailResult("away", status, error)


class MailSender:
    """Sends mails through the server of the settings."""

    def __init__(self, settings: Settings, tls: ssl.SSLContext | None = None) -> None:
        """`tls` is the context with the trusted certificates; `None` for those of the system."""
        self.timeout_s = settings.smtp_timeout_s
        self._settings = settings
        self._sender = parseaddr(settings.mail_from)[1]
        self._tls = tls or ssl.create_default_context()

    @contextmanager
    def connected(self) -> Iterator["Connection"]:
        """Yields a connection that is ready to send mails.

        Raises:
            Away: no connection could be made.
        """
        deadline = time.monotonic() + self.timeout_s
        with ExitStack() as stack:
            try:
                smtp = self._greeted()
                stack.callback(smtp.close)
                with cut_off(_socket_of(smtp), deadline, smtplib.SMTPException):
                    self._enter(smtp)
            except smtplib.SMTPResponseException as error:
                raise Away("the server refuses the connection", error.smtp_code) from error
            except (OSError, TooLate, smtplib.SMTPException) as error:
                raise Away(f"no connection: {type(error).__name__}") from error
            yield Connection(smtp, self._sender, self.timeout_s)

    def _greeted(self) -> smtplib.SMTP:
        """Returns a connection after the greeting of the server."""
        host, port = self._settings.smtp_host, self._settings.smtp_port
        # The name for the greeting. The default would ask a resolver for the name of this host, which may take long.
        name = self._sender.partition("@")[2]
        if self._settings.smtp_security == "tls":
            return smtplib.SMTP_SSL(host, port, name, timeout=self.timeout_s, context=self._tls)
        return smtplib.SMTP(host, port, name, timeout=self.timeout_s)

    def _enter(self, smtp: smtplib.SMTP) -> None:
        if self._settings.smtp_security == "starttls":
            smtp.starttls(context=self._tls)
        smtp.ehlo_or_helo_if_needed()
        if self._settings.smtp_user:
            smtp.login(self._settings.smtp_user, self._settings.smtp_password)


def _socket_of(smtp: smtplib.SMTP) -> socket.socket:
    """Returns the socket of a connection. Raises `SMTPServerDisconnected`."""
    if smtp.sock is None:
        raise smtplib.SMTPServerDisconnected("the connection is closed")
    return smtp.sock


class Connection:
    """A connection to the server, for several mails in turn."""

    def __init__(self, smtp: smtplib.SMTP, sender: str, timeout_s: float) -> None:
        self._smtp = smtp
        self._sender = sender
        self._timeout_s = timeout_s

    def send(self, to: str, message: EmailMessage) -> MailResult:
        """Sends a mail once. Failures are returned as outcomes. After `away` the connection is unusable."""
        try:
            with cut_off(_socket_of(self._smtp), time.monotonic() + self._timeout_s, smtplib.SMTPException):
                return self._sent(to, bytes(message))
        except smtplib.SMTPResponseException as error:
            return _of_mail(error.smtp_code)
        except TooLate:
            return MailResult("away", error=f"it took longer than {self._timeout_s:g} s")
        except (OSError, smtplib.SMTPException) as error:
            return MailResult("away", error=f"the connection broke: {type(error).__name__}")

    def _sent(self, to: str, data: bytes) -> MailResult:
        status, _ = self._smtp.mail(self._sender)
        if status != 250:
            # The cause is not this mail: the server accepts none of ours.
            return MailResult("away", status, "the server refuses the sender")
        status, _ = self._smtp.rcpt(to)
        if status not in TAKEN:
            self._smtp.rset()
            outcome = _of_mail(status)
            return outcome._replace(what="refused") if outcome.what == "rejected" else outcome
        status, _ = self._smtp.data(data)
        return MailResult("sent", status) if status == 250 else _of_mail(status)


def _of_mail(status: int) -> MailResult:
    """Returns the meaning of a reply that does not concern the address."""
    if status == NOT_NOW:
        return MailResult("away", status, f"answered {status}")
    return MailResult("later" if status in TRANSIENT else "rejected", status, f"answered {status}")
