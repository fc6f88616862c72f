"""A receiver of webhooks on loopback with real sockets, and tools for tests of deliveries."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import orjson
from standardwebhooks import Webhook as Verifier

from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import User
from tests.support.fixtures import SECRETS_KEYS

Json = dict[str, Any]
Answer = int | tuple[int, dict[str, str]] | Callable[["Handler"], None]
"""A status, a status with headers, or a function that handles the connection."""


class Received(NamedTuple):
    """A received message."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def payload(self) -> Any:
        return orjson.loads(self.body)

    def verified(self, secret: str) -> Any:
        """Returns the payload if it is signed with the secret; raises an error otherwise."""
        return Verifier(secret).verify(self.body, self.headers)


class Handler(BaseHTTPRequestHandler):
    """Records requests, and gives the answers set in the receiver."""

    server: "_Server"

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:
            return  # The sender was killed.
        headers = {name.lower(): value for name, value in self.headers.items()}
        receiver = self.server.receiver
        with receiver.lock:
            receiver.received.append(Received(self.path, headers, body))
            answer = receiver.answers.pop(0) if receiver.answers else 204
        receiver.arrived.set()
        # The sender may have disconnected before the answer.
        with suppress(OSError):
            if callable(answer):
                answer(self)
                return
            status, more = answer if isinstance(answer, tuple) else (answer, {})
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Logs nothing."""


class _Server(ThreadingHTTPServer):
    receiver: "Receiver"
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Does nothing. A sender that disconnects is not an error here."""


class Receiver:
    """The target of webhooks in tests.

    Attributes:
        received: the received messages.
        answers: the next answers, in order. After these, the answer is 204.
    """

    def __init__(self, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self.received: list[Received] = []
        self.answers: list[Answer] = []
        self.arrived = threading.Event()
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self._server = _Server((host, 0), Handler)
        self._server.receiver = self
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self._server.server_address[1]
        self.url = f"http{'s' if tls else ''}://{host}:{self.port}/turns?for=me"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def receiving(tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Iterator[Receiver]:
    """Yields a receiver."""
    receiver = Receiver(tls, host)
    try:
        yield receiver
    finally:
        receiver.close()


def nobody() -> int:
    """Returns a port on loopback where nobody listens.

    The port stays bound while this process runs, so no other process gets it by chance. A server that reuses addresses
    can still listen there.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    port = int(kept.getsockname()[1])
    kept.detach()
    return port


def for_development(database_url: str, redis_url: str, timeout_s: float) -> Settings:
    """Returns settings that allow webhooks to this machine, with a time limit for receivers in seconds."""
    return Settings(
        database_url=database_url,
        redis_url=redis_url,
        secrets_keys=SECRETS_KEYS,
        log_requests=False,
        webhook_loopback=True,
        webhook_timeout_s=timeout_s,
    )


class Hook(NamedTuple):
    """A webhook and its secret."""

    owner: User
    id: str
    secret: str

    @property
    def path(self) -> str:
        return f"/v1/me/webhooks/{self.id}"

    def document(self) -> Json:
        return dict(self.owner.get(self.path).json)

    def deliveries(self, query: str = "") -> list[Json]:
        return list(self.owner.get(f"{self.path}/deliveries{query}").json["deliveries"])

    def delivery(self, delivery_id: str) -> Json:
        return dict(self.owner.get(f"{self.path}/deliveries/{delivery_id}").json)


def hook(owner: User, url: str, **members: Any) -> Hook:
    """Creates a webhook and returns it."""
    made = owner.post("/v1/me/webhooks", {"url": url, **members})
    assert made.status_code == 201, made.text
    return Hook(owner, made.json["id"], made.json["secret"])


def tell(service: Service, player: str, kind: str = "turn_began", data: Json | None = None, table: Any = None) -> int:
    """Adds an event and its deliveries to an account feed, as the subscription does. Returns its number."""

    told = {
        "players": [player],
        "types": [kind],
        "tables": [table],
        "data": [orjson.dumps({} if data is None else data).decode()],
        "recorded_at": ["2026-11-21T22:40:31.123Z"],
        "kinds": [None],
        "usual": [None],
        "sends_mail": False,
        "waits_s": [0.0],
        "turn_rests_s": 0.0,
    }
    [(_, number)] = service.database.run("add_account_events", told)
    return int(number)


def pass_time(service: Service) -> None:
    """Makes all retries due and ends the pauses and locks of webhooks."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.delivery SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL")
        session.execute("UPDATE shengji.webhook SET rests_until = '-infinity', leased_until = '-infinity'")


def let_no_time_pass(service: Service) -> None:
    """Postpones all retries, and the ends of the pauses of webhooks, by one hour."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.delivery SET next_attempt_at = next_attempt_at + interval '1 hour'")
        session.execute("UPDATE shengji.webhook SET rests_until = rests_until + interval '1 hour'")


class Waits(NamedTuple):
    """Bounds of the delay after an attempt, in seconds.

    The delay is counted from the end of the attempt. This was after its start and before now, which gives the bounds.
    """

    least: float
    most: float

    def can_be(self, least: float, most: float) -> bool:
        """Returns whether the delay can be between these values."""
        return self.least <= most + 0.001 and least - 0.001 <= self.most


def waits(service: Service, delivery_id: str) -> Waits:
    """Returns the delay of a failed delivery."""
    return _waits(service, "d.next_attempt_at", delivery_id)


def rests(service: Service, delivery_id: str) -> Waits:
    """Returns the pause of the webhook after this failed delivery, which must be its last one."""
    return _waits(service, "w.rests_until", delivery_id)


def _waits(service: Service, until: str, delivery_id: str) -> Waits:
    with service.database.session() as session:
        row = session.execute(
            f"SELECT extract(epoch FROM {until} - now())::float8, extract(epoch FROM {until} - a.began_at)::float8"
            " FROM shengji.delivery AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id"
            " JOIN shengji.delivery_attempt AS a ON a.delivery_id = d.id"
            " WHERE d.id = $1 ORDER BY a.number DESC LIMIT 1",
            [delivery_id],
        ).fetchone()
    assert row is not None
    return Waits(*map(float, row))
