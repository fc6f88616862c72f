"""A mail server on loopback with real sockets, and tools for tests that send mail."""

import dataclasses
import email
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any, Literal, NamedTuple

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from service.notifications.handlers import Mail
from service.notifications.mail.jobs import send_mails
from service.notifications.mail.sender import MailSender
from service.notifications.projections import AccountFeeds
from service.platform.settings import Settings
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import User
from tests.support.fixtures import SECRETS_KEYS, UNLIMITED
from tests.support.receiver import nobody

PUBLIC = "https://cards.example.org"
PATIENCE_S = 60.0


class Posted(NamedTuple):
    """A received mail: its envelope, its message, and its text, plain and as HTML."""

    sender: str
    to: list[str]
    message: EmailMessage
    is_secure: bool
    user: str | None

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: Literal["plain", "html"]) -> str:
        part = self.message.get_body((kind,))
        assert part is not None, f"the mail has no {kind} text"
        return str(part.get_content()).replace("\r\n", "\n")

    @property
    def links(self) -> list[str]:
        return re.findall(r"https://\S+", self.text)

    def path(self, of: str) -> str:
        """Returns the path of a link in the mail."""
        (link,) = [each for each in self.links if of in each]
        return link.removeprefix(PUBLIC)


class PostOffice:
    """Accepts mails, or gives the answers that a test has set.

    Attributes:
        taken: the received mails.
        answers: the next answers to each SMTP command, in order. After these, commands succeed.
    """

    def __init__(self) -> None:
        self.taken: list[Posted] = []
        self.answers: dict[str, list[str | Callable[[], str]]] = {"RCPT": [], "DATA": [], "MAIL": []}
        self.lock = threading.Lock()

    def _answer(self, command: str) -> str | None:
        with self.lock:
            answers = self.answers[command]
            answer = answers.pop(0) if answers else None
        return answer() if callable(answer) else answer

    async def handle_MAIL(  # noqa: N802 - the name that aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self._answer("MAIL") or "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self._answer("RCPT")
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        message = email.message_from_bytes(envelope.content or b"", policy=default)
        assert isinstance(message, EmailMessage)
        answer = self._answer("DATA")
        if answer is None or answer.startswith("250"):
            user = session.auth_data.login.decode() if session.auth_data else None
            posted = Posted(
                envelope.mail_from or "",
                list(envelope.rcpt_tos),
                message,
                server.transport.get_extra_info("cipher") is not None,
                user,
            )
            with self.lock:
                self.taken.append(posted)
        return answer or "250 OK"


@contextmanager
def post_office(
    port: int | None = None, tls: ssl.SSLContext | None = None, **more: Any
) -> Iterator[tuple[PostOffice, int]]:
    """Yields a mail server and its port."""
    office = PostOffice()
    settings: dict[str, Any] = {"data_size_limit": 100_000, "ready_timeout": PATIENCE_S, **more}
    controller = Controller(office, hostname="127.0.0.1", port=port or nobody(), ssl_context=tls, **settings)
    controller.start()
    try:
        yield office, controller.port
    finally:
        controller.stop()


def authenticator(user: str, password: str) -> Callable[..., AuthResult]:
    """Returns an authenticator that accepts one login."""

    def check(server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any) -> AuthResult:
        is_right = given == LoginPassword(user.encode(), password.encode())
        return AuthResult(success=is_right, auth_data=given)

    return check


def with_mail(database_url: str, redis_url: str, port: int, **more: Any) -> Settings:
    """Returns settings for a mail server on this machine without TLS."""
    wanted: dict[str, Any] = {
        "smtp_host": "127.0.0.1",
        "smtp_port": port,
        "smtp_security": "none",
        "smtp_timeout_s": 30.0,
        "mail_from": "Sheng Ji <cards@example.org>",
        "public_address": PUBLIC,
        "mail_turn_wait_s": 0.0,
        "mail_gather_s": 0.0,
        **UNLIMITED,
        **more,
    }
    return Settings(
        database_url=database_url, redis_url=redis_url, secrets_keys=SECRETS_KEYS, log_requests=False, **wanted
    )


@pytest.fixture(scope="module")
def offices() -> Iterator[tuple[PostOffice, int]]:
    """Yields a mail server for a module, and its port."""
    with post_office() as found:
        yield found


@pytest.fixture(scope="module")
def mail_settings(database_url: str, servers: tuple[str, str], offices: tuple[PostOffice, int]) -> Settings:
    """Returns settings that use the mail server of the module."""
    return with_mail(database_url, servers[1], offices[1])


AT_ONCE = Mail(0.0)


def follow(service: Service, mail: Mail | None = AT_ONCE) -> None:
    """Processes the log so that players are notified, also by mail."""
    feeds = AccountFeeds(service.database, service.store, service.notifier, mail)
    while feeds.catch_up():
        pass


def deliver(service: Service, timeout_s: float | None = None) -> int:
    """Sends all due mails, with the time limit of the settings or the given one. Returns their number."""
    settings = service.settings
    WorkerContext.service = service
    WorkerContext.mail_sender = MailSender(
        settings if timeout_s is None else dataclasses.replace(settings, smtp_timeout_s=timeout_s)
    )
    return send_mails()


def confirmed(service: Service, office: PostOffice, user: User, address: str, **kinds: str) -> User:
    """Gives a user a confirmed address and mail settings. Returns the user."""
    assert (
        user.api.call("PUT", "/v1/me/notifications/address", {"address": address}, token=user.token).status_code == 202
    )
    deliver(service)
    code = code_in(office.taken.pop())
    assert user.post("/v1/me/notifications/confirmation", {"code": code}).status_code == 200
    if kinds:
        wanted = user.api.call("PATCH", "/v1/me/notifications", {"kinds": kinds}, token=user.token)
        assert wanted.status_code == 200, wanted.text
    return user


def code_in(posted: Posted) -> str:
    """Returns the code in a confirmation mail."""
    (code,) = set(re.findall(r"sjm_[A-Za-z0-9_-]{43}", posted.text))
    return code


def mails(service: Service, user: User) -> list[tuple[str, str, int | None]]:
    """Returns the mails of a user, oldest first: kind, state and status of the last failure."""
    with service.database.session() as session:
        rows = session.execute(
            "SELECT kind, state, status FROM shengji.mail WHERE player_id = $1 ORDER BY created_at, id", [user.id]
        )
        return [(kind, state, status) for kind, state, status in rows]


def time_passes(service: Service) -> None:
    """Makes all retries due and ends the pause of the server."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail SET next_attempt_at = now() WHERE state = 'pending' AND sent_with IS NULL")
        session.execute("UPDATE shengji.mail_server SET rests_until = '-infinity'")
