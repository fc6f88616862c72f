"""The process `shengji serve`: the API under gunicorn, whose gevent workers hold many waiting listeners cheaply."""

import contextlib
import logging
import os
import secrets
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import gevent
import orjson
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.api.problems import CONTENT_TYPE, PROBLEMS
from service.logs import set_up_logs
from service.settings import Settings

T = TypeVar("T")
KEEP_ALIVE_S = 75
"""So long a connection may be idle, and so long the head of a request may take to arrive."""
STOP_S = 2
"""Requests take milliseconds and waiting ones are sent home, so what is left after this is idle connections."""
END_S = 12
"""A process that has not ended by itself after this is killed; one that stood still has its last words to say yet."""


_log = logging.getLogger(__name__)


class Api(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """The API as gunicorn runs it."""

    def __init__(self, settings: Settings) -> None:
        """Prepares to serve by these settings."""
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Tells gunicorn what it has to know."""
        settings = self._settings
        options = {
            "bind": f"{settings.host}:{settings.port}",
            "workers": settings.api_processes,
            "worker_class": "service.runtime.server.Worker",
            "worker_connections": 5000,
            "keepalive": KEEP_ALIVE_S,
            "graceful_timeout": END_S,
            "timeout": 60,
            "loglevel": "warning",
            "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,  # noqa: PTH112, S108 - a place in memory
            "control_socket_disable": True,
            # Nobody in front of it is asked who the client is, or where the application begins.
            "forwarded_allow_ips": "",
            "logger_class": Log,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Makes the application, in the worker and after gevent has patched the sockets and locks that it uses."""
        from service.api.app import create_app  # noqa: PLC0415
        from service.wiring import house_bots, wire  # noqa: PLC0415

        service = wire(self._settings, in_a_thread)
        service.accounts.keep_house_players(house_bots())
        service.start_hearing()
        Worker.doorbell = service.doorbell
        return with_plain_errors(create_app(service), self._settings.body_timeout_s)


def in_a_thread(work: Callable[[], T], /) -> T:
    """Does work that takes the processor for long in a real thread, while gevent serves the other requests."""
    return cast("T", gevent.get_hub().threadpool.apply(work))


class Log(GunicornLogger):  # type: ignore[misc]  # gunicorn has no type hints
    """What gunicorn has to say goes where all logs go, as lines of JSON."""

    def setup(self, cfg: Any) -> None:
        """Leaves it to the root logger; there is no access log, since the API logs requests itself."""
        self.cfg = cfg
        self.loglevel = self.LOG_LEVELS[cfg.loglevel]
        self._access_log_enabled = False
        self.error_log.setLevel(self.loglevel)
        self.error_log.propagate = True


class Body:
    """The body of a request; whatever breaks it is an `OSError`, as applications expect it.

    It has to arrive in time: a client that sends a byte now and then would hold its connection for ever.
    """

    __slots__ = ("_body", "_late")

    def __init__(self, body: Any, timeout_s: float) -> None:
        self._body = body
        self._late = time.monotonic() + timeout_s

    def read(self, size: int) -> bytes:
        """At the most `size` bytes; fewer only at the end."""
        left_s = max(self._late - time.monotonic(), 0.001)
        try:
            with gevent.Timeout(left_s, TimeoutError("the body has not arrived in time")):
                return bytes(self._body.read(size))
        except errors.ParseException as error:
            raise OSError(f"the body cannot be read: {type(error).__name__}") from error


def with_plain_errors(app: Any, body_timeout_s: float) -> Any:
    """The application, given bodies that fail in the ways of files; so long one may take to arrive."""

    def called(environ: dict[str, Any], start_response: Any) -> Any:
        environ["wsgi.input"] = Body(environ["wsgi.input"], body_timeout_s)
        return app(environ, start_response)

    return called


class Unread(NamedTuple):
    """How a request is answered that is no HTTP, or more of it than is read."""

    status: int
    reason: str
    code: str
    detail: str


_MALFORMED = Unread(400, "Bad Request", "invalid_request", "the request is not well-formed HTTP")
_UNREAD: dict[type[Exception], Unread] = {
    errors.LimitRequestLine: Unread(414, "URI Too Long", "uri_too_long", "the first line is longer than 4094 bytes"),
    errors.LimitRequestHeaders: Unread(
        431, "Request Header Fields Too Large", "headers_too_large", "more than 100 headers, or one of over 8190 bytes"
    ),
    errors.ExpectationFailed: Unread(417, "Expectation Failed", "invalid_request", "Expect can be 100-continue only"),
    errors.UnsupportedTransferCoding: Unread(501, "Not Implemented", "invalid_request", "only chunked coding is read"),
}


def answer_to_unread(error: BaseException) -> bytes:
    """The whole answer to a request that was not read; the connection ends with it."""
    known = error if isinstance(error, errors.ParseException | OSError) else None
    if known is None:
        unread = Unread(500, "Internal Server Error", "internal", "this should not have happened")
    else:
        unread = next((each for kind, each in _UNREAD.items() if isinstance(error, kind)), _MALFORMED)
    request_id = f"req_{secrets.token_hex(12)}"
    document = {
        "type": f"/problems/{unread.code}",
        "title": PROBLEMS[unread.code].title,
        "status": unread.status,
        "code": unread.code,
        "detail": unread.detail,
        "instance": "",
        "request_id": request_id,
    }
    body = orjson.dumps(document)
    head = (
        f"HTTP/1.1 {unread.status} {unread.reason}",
        f"Content-Type: {CONTENT_TYPE}",
        f"Content-Length: {len(body)}",
        f"X-Request-Id: {request_id}",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """A gevent worker that sends waiting listeners home when it is told to stop, so that it drains at once."""

    doorbell: Any = None

    def init_process(self) -> None:
        """Begins to serve; what is said of stopping is for the master so far, and this process is to end sooner."""
        self.cfg.set("graceful_timeout", STOP_S)
        super().init_process()

    def handle_error(self, _req: Any, client: Any, _addr: Any, error: BaseException) -> None:
        """Answers what gunicorn could not read as every other problem is answered."""
        log = _log.info if isinstance(error, errors.ParseException | OSError) else _log.exception
        log("request not read: %s", type(error).__name__)
        with contextlib.suppress(OSError):  # the client may be gone
            client.sendall(answer_to_unread(error))

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begins to stop; the bell is closed in a greenlet, since a signal handler must not wait for locks."""
        if Worker.doorbell is not None:
            gevent.spawn(Worker.doorbell.close)
        super().handle_exit(sig, frame)


def serve(settings: Settings) -> None:
    """Serves the API until the process is told to stop."""
    # The processes of one API count together in files of this directory; it is named before anything counts.
    set_up_logs(settings.log_level)
    with tempfile.TemporaryDirectory(prefix="shengji-metrics-") as metrics:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics
        Api(settings).run()
