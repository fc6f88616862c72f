"""A process of the API: gunicorn reads requests and writes answers, gevent holds many waiting listeners cheaply.

gunicorn's master process is not used. Each process of the API accepts from sockets that all of them share, and what
has started it starts it again (`service/platform/runtime/processes.py`).
"""

import contextlib
import errno
import faulthandler
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.socket import wait_read
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.http import errors
from gunicorn.http.message import Request
from gunicorn.http.parser import RequestParser
from gunicorn.sock import create_sockets
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from service.platform.http.contract import contract
from service.platform.http.rate_limits import network_of
from service.platform.metrics import REQUESTS_REFUSED
from service.platform.runtime.stopping import taken_signals
from service.platform.runtime.unread import (
    LateHead,
    TooManyConnections,
    answer_to_unread,
    is_fault_of_client,
    refuse_wrong_host,
)
from service.platform.settings import Settings
from service.wiring import Service

T = TypeVar("T")
KEEP_ALIVE_S = 75
"""So long a connection may be idle between two requests."""
HEAD_S = 15
"""So long the head of a request may take to arrive, from its first byte, or from the start of the connection."""
STOP_S = 2
"""Requests take milliseconds and waiting ones are sent home, so what is left after this is clients that are slow."""
HANGS_S = 60
"""A process whose event loop has stood still for so long ends, after it has written where it stands."""
REFUSED_S = 1
"""So long a connection that is refused stays open, for its client to read why."""
_GONE = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.EBADF})


_log = logging.getLogger(__name__)


class Api(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """The API as gunicorn runs it."""

    def __init__(self, settings: Settings) -> None:
        """Prepares to serve by these settings."""
        self._settings = settings
        self._service: Service | None = None
        super().__init__()

    def load_config(self) -> None:
        """Tells gunicorn what it has to know."""
        options = {
            "worker_connections": 5000,
            "loglevel": "warning",
            "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,  # noqa: PTH112, S108 - a place in memory
            # Nobody in front of it is asked who the client is, or where the application begins.
            "forwarded_allow_ips": "",
            "logger_class": Log,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Makes the application, after gevent has patched the sockets and locks that it uses."""
        from service.platform.runtime.watchdog import watched  # noqa: PLC0415
        from service.processes.app import create_app  # noqa: PLC0415
        from service.wiring import house_bots, wire  # noqa: PLC0415

        service = self._service = wire(self._settings, in_a_thread)
        service.accounts.keep_house_players(house_bots())
        service.start_hearing()
        contract()  # takes about a second, which no request should wait for
        return with_plain_errors(watched(create_app(service)), self._settings.body_timeout_s)

    def send_home(self) -> None:
        """Wakes all who wait for events, who are then told to come back."""
        if self._service is not None:
            self._service.notifier.close()

    def close(self) -> None:
        """Lets go of all connections to servers, while the event loop still runs."""
        if self._service is not None:
            self._service.close()

    def serve(self, sockets: Sequence[socket.socket]) -> None:
        """Serves on these sockets, which it closes, until the process is told to stop."""
        # Behind proxies all connections come from them.
        most = 0 if self._settings.proxies else self._settings.connections_per_address
        Worker(self, sockets, most).init_process()


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


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """Serves connections until the process is told to stop, and then ends quietly.

    Connections without a request end without a byte. Requests under way are answered, and their connections end then;
    who has waited for events is told to come back. A request that is not whole after `STOP_S` gets no answer.
    """

    def __init__(self, api: Api, sockets: Sequence[socket.socket], connections_per_address: int) -> None:
        """Prepares to serve on these sockets; each address may have so many connections, or any number with 0."""
        log = Log(api.cfg)
        listening = create_sockets(api.cfg, log, [each.detach() for each in sockets])
        super().__init__(0, os.getppid(), listening, api, HANGS_S, api.cfg, log)
        self._stopping = Event()
        self._open: dict[socket.socket, Request | None] = {}
        self._places = Counter[str]()
        self._most = connections_per_address

    def init_signals(self) -> None:
        """Takes the signals in the event loop, where a handler may use locks."""
        for each in taken_signals():
            gevent.signal_handler(each, self._stopping.set)

    def notify(self) -> None:
        """Says that the event loop goes on; where it is silent for too long, the process ends."""
        faulthandler.dump_traceback_later(HANGS_S, exit=True)

    def run(self) -> None:
        """Serves until it is told to stop, and until what is under way is done."""
        pool = Pool(self.worker_connections)
        servers = [StreamServer(each, handle=partial(self.handle, each), spawn=pool) for each in self.sockets]
        for server in servers:
            server.max_accept = 1  # leaves connections to the other processes
            server.start()
        self.notify()
        while not self._stopping.wait(1.0):
            self.notify()
        for server in servers:
            server.close()
        self._end(pool)
        faulthandler.cancel_dump_traceback_later()
        self.app.close()

    def _end(self, pool: Pool) -> None:
        """Ends all connections: those without a request now, the others with their answers."""
        self.app.send_home()
        for client, request in list(self._open.items()):
            self._take_no_more(client, request)
        if not pool.join(STOP_S):
            pool.kill(timeout=1.0)

    @staticmethod
    def _take_no_more(client: socket.socket, request: Request | None) -> None:
        """Lets a connection end with the answer to its request; without one it ends after what has arrived already."""
        if request is not None:
            request.force_close()
            return
        with contextlib.suppress(OSError):  # the client may be gone
            client.shutdown(socket.SHUT_RD)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serves a connection to its end."""
        self._open[client] = None
        try:
            with self._place_for(addr):
                self._converse(listener, client, addr)
        except TooManyConnections as error:
            self._refuse(client, error)
        except gevent.GreenletExit:
            pass  # the time to stop is over
        except (StopIteration, errors.NoMoreData):
            pass  # the client has ended it, or an answer has
        except OSError as error:
            if error.errno not in _GONE:
                _log.warning("a connection has failed: %s", error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client is told
            self.handle_error(None, client, addr, error)
        finally:
            del self._open[client]
            util.close(client)

    @contextlib.contextmanager
    def _place_for(self, addr: Any) -> Iterator[None]:
        """Counts a connection of an address while it is served. Raises `TooManyConnections`."""
        if not self._most or not isinstance(addr, tuple):
            yield
            return
        address = network_of(addr[0])
        if self._places[address] >= self._most:
            raise TooManyConnections
        self._places[address] += 1
        try:
            yield
        finally:
            self._places[address] -= 1
            if not self._places[address]:
                del self._places[address]

    def _converse(self, listener: Any, client: Any, addr: Any) -> None:
        """Answers one request after the other. Raises `StopIteration` at the end."""
        client.setblocking(1)
        if self._stopping.is_set():
            self._take_no_more(client, None)
        parser = RequestParser(self.cfg, client, addr)
        name, idle_s = listener.getsockname(), HEAD_S
        while True:
            if not parser.unreader.buf.getbuffer().nbytes and not _is_readable(client, idle_s):
                return
            with gevent.Timeout(HEAD_S, LateHead()):
                request = next(parser)
            refuse_wrong_host(request)
            self._open[client] = request
            # Not as gevent's worker does it, which goes on with the next request when this one was given up.
            AsyncWorker.handle_request(self, name, request, client, addr)
            self._open[client] = None
            idle_s = KEEP_ALIVE_S

    def _refuse(self, client: Any, error: TooManyConnections) -> None:
        """Says that the address has too many connections, and waits a moment for the client to read it."""
        REQUESTS_REFUSED.labels("connections").inc()
        self.handle_error(None, client, None, error)
        with contextlib.suppress(OSError), gevent.Timeout(REFUSED_S, False):  # noqa: FBT003 - raises nothing then
            client.shutdown(socket.SHUT_WR)
            while client.recv(8192):
                pass

    def handle_error(self, _req: Any, client: Any, _addr: Any, error: BaseException) -> None:
        """Answers what gunicorn could not read as every other problem is answered."""
        log = _log.info if is_fault_of_client(error) else _log.exception
        log("request not read: %s", type(error).__name__)
        with contextlib.suppress(OSError):  # the client may be gone
            client.sendall(answer_to_unread(error))


def _is_readable(client: Any, seconds: float) -> bool:
    """Waits until a client sends something or leaves; whether it does so in time."""
    try:
        wait_read(client.fileno(), timeout=seconds)
    except TimeoutError:
        return False
    return True
