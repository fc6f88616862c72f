"""A process of the API: gunicorn reads requests and writes responses, and gevent holds many waiting listeners cheaply.

gunicorn's master process is not used. All API processes accept from shared sockets, and their supervisor restarts them
(`service/platform/runtime/processes.py`).
"""

import contextlib
import errno
import faulthandler
import gc
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, TypeVar, cast

import gevent
import gevent.socket
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.socket import wait_read
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger as GunicornLogger
from gunicorn.http import errors, wsgi
from gunicorn.http.message import Request
from gunicorn.http.parser import RequestParser
from gunicorn.sock import create_sockets
from gunicorn.workers.ggevent import GeventWorker

from service.api_wiring import ApiService
from service.platform.http.rate_limits import network_of
from service.platform.metrics import REQUESTS_REFUSED
from service.platform.runtime.homes import BEAT_S, HEAD_BYTES, Homes, inherited_homes
from service.platform.runtime.stopping import stop_signals
from service.platform.runtime.unreadable_requests import (
    LateHead,
    TooManyConnections,
    is_fault_of_client,
    refuse_wrong_host,
    response_to_unread,
)
from service.platform.settings import Settings
from service.processes.request_bodies import with_plain_errors

T = TypeVar("T")
KEEP_ALIVE_S = 75
"""Seconds for which a connection may be idle between two requests."""
HEAD_S = 15
"""Seconds for the head of a request, from its first byte or from the start of the connection."""
STOP_S = 2
"""Seconds for requests in progress when the process stops. Only slow clients need longer."""
HANGS_S = 60
"""Seconds for which the event loop may block. Then the process logs its stack and ends."""
REFUSED_S = 1
"""Seconds for which a refused connection stays open, so that its client can read why."""
_GONE = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.EBADF})


_log = logging.getLogger(__name__)


class Api(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """The API as a gunicorn application."""

    def __init__(self, settings: Settings) -> None:
        """Prepares to serve with these settings."""
        self._settings = settings
        self._service: ApiService | None = None
        super().__init__()

    def load_config(self) -> None:
        """Sets the options of gunicorn."""
        options = {
            "worker_connections": 15_000,
            "loglevel": "warning",
            "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,  # noqa: PTH112, S108 - in memory
            # Do not trust any proxy headers about the client or the path of the application.
            "forwarded_allow_ips": "",
            "logger_class": Log,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Creates the application. Call `gevent.monkey.patch_all` first: the application uses sockets and locks."""
        from domain.games.bots import BOT_NAMES  # noqa: PLC0415
        from service.api_wiring import for_requests  # noqa: PLC0415
        from service.platform.http.archive import ARCHIVED  # noqa: PLC0415
        from service.platform.runtime.watchdog import with_watchdog  # noqa: PLC0415
        from service.platform.store.database import Database  # noqa: PLC0415
        from service.platform.store.replica import ReplicaDatabase  # noqa: PLC0415
        from service.processes.app import create_app  # noqa: PLC0415
        from service.processes.green_connections import GreenConnection  # noqa: PLC0415
        from service.wiring import wire  # noqa: PLC0415

        open_database = partial(Database, connection_class=GreenConnection)
        open_replica = partial(ReplicaDatabase, connection_class=GreenConnection)
        parts = wire(self._settings, in_a_thread, open_database=open_database)
        service = self._service = for_requests(parts, open_replica)
        service.accounts.keep_house_players(BOT_NAMES)
        service.start_hearing()
        app = with_plain_errors(with_watchdog(create_app(service)), self._settings.body_timeout_s)
        gevent.spawn(ARCHIVED.prepare)
        # The application stays. Each collection of garbage would visit it, and hold up all requests for 100 ms.
        gc.collect()
        gc.freeze()
        return app

    def drain(self) -> None:
        """Wakes all clients that wait for events, and asks them to reconnect."""
        if self._service is not None:
            self._service.notifier.close()

    def close(self) -> None:
        """Closes all connections to servers, while the event loop still runs."""
        if self._service is not None:
            self._service.close()

    def serve(self, sockets: Sequence[socket.socket]) -> None:
        """Serves on these sockets until the process is asked to stop, and closes them."""
        # Behind proxies, all connections come from the proxies.
        most = 0 if self._settings.proxies else self._settings.connections_per_address
        Worker(self, sockets, most, self._settings.public_address, inherited_homes()).init_process()


def in_a_thread(work: Callable[[], T], /) -> T:
    """Runs CPU-bound work in a real thread, while gevent serves other requests."""
    return cast("T", gevent.get_hub().threadpool.apply(work))


class Log(GunicornLogger):  # type: ignore[misc]  # gunicorn has no type hints
    """Sends gunicorn's messages to the same log as all others, as lines of JSON."""

    def setup(self, cfg: Any) -> None:
        """Uses the root logger. There is no access log, because the API logs requests itself."""
        self.cfg = cfg
        self.loglevel = self.LOG_LEVELS[cfg.loglevel]
        self._access_log_enabled = False
        self.error_log.setLevel(self.loglevel)
        self.error_log.propagate = True


class ResponseInOnePiece(wsgi.Response):  # type: ignore[misc]  # gunicorn has no type hints
    """A response that sends its head with the first piece of its body: one system call, and one wake-up of the client.

    `headers_sent` is true as soon as the head is fixed.
    """

    headers_sent: bool
    _head = b""

    def send_headers(self) -> None:
        """Fixes the head."""
        if not self.headers_sent:
            lines = (f"{name}: {value}\r\n" for name, value in self.headers)
            self._head = "".join((*self.default_headers(), *lines, "\r\n")).encode("latin-1")
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        framed = b"%X\r\n%b\r\n" % (len(data), data) if self.chunked else data
        self._send(self._head + framed)
        self._head = b""

    def _send(self, data: bytes) -> None:
        """Sends all of the data. `sendall` of gevent asks the system for the size of its buffer each time."""
        sent = self.sock.send(data)
        if sent < len(data):
            self.sock.sendall(data[sent:])

    def close(self) -> None:
        """Sends the head, if there was no body, and the end of the body."""
        self.send_headers()
        last = self._head + (b"0\r\n\r\n" if self.chunked else b"")
        if last:
            self._send(last)


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """Serves connections until the process is asked to stop, and then ends cleanly.

    Idle connections are closed. Requests in progress are answered before their connections close. Clients that wait for
    events are asked to reconnect. A request that is incomplete after `STOP_S` seconds gets no response.
    """

    def __init__(
        self,
        api: Api,
        sockets: Sequence[socket.socket],
        connections_per_address: int,
        public_address: str,
        homes: Homes | None,
    ) -> None:
        """Prepares to serve on these sockets. Each address may have this many connections, or any number if it is 0.

        `public_address` begins the addresses in responses to requests that cannot be read. `homes` are the processes to
        which connections can be passed, if there are several.
        """
        log = Log(api.cfg)
        listening = create_sockets(api.cfg, log, [each.detach() for each in sockets])
        super().__init__(0, os.getppid(), listening, api, HANGS_S, api.cfg, log)
        self._stopping = Event()
        self._open: dict[socket.socket, Request | None] = {}
        self._places = Counter[str]()
        self._most = connections_per_address
        self._public_address = public_address
        self._homes = homes

    def init_signals(self) -> None:
        """Handles signals in the event loop, where handlers may use locks."""
        for each in stop_signals():
            gevent.signal_handler(each, self._stopping.set)

    def notify(self) -> None:
        """Postpones the timer that ends the process when the event loop blocks, and gives other processes a sign."""
        faulthandler.dump_traceback_later(HANGS_S, exit=True)
        if self._homes is not None:
            self._homes.beat()

    def run(self) -> None:
        """Serves until it is asked to stop, and until the requests in progress are done."""
        pool = Pool(self.worker_connections)
        servers = [StreamServer(each, handle=partial(self.handle, each), spawn=pool) for each in self.sockets]
        for server in servers:
            server.max_accept = 1  # leaves connections to the other processes
            server.start()
        receiving = gevent.spawn(self._receive, self._homes, pool) if self._homes else None
        self.notify()
        while not self._stopping.wait(BEAT_S):
            self.notify()
        for server in servers:
            server.close()
        if receiving is not None:
            receiving.kill()
        self._end(pool)
        faulthandler.cancel_dump_traceback_later()
        self.app.close()

    def _end(self, pool: Pool) -> None:
        """Closes all connections: idle ones now, the others after their responses."""
        self.app.drain()
        for client, request in list(self._open.items()):
            self._take_no_more(client, request)
        if not pool.join(STOP_S):
            pool.kill(timeout=1.0)

    @staticmethod
    def _take_no_more(client: socket.socket, request: Request | None) -> None:
        """Lets a connection end with its current response. An idle one ends after the data that has already arrived."""
        if request is not None:
            request.force_close()
            return
        with contextlib.suppress(OSError):  # the client may have disconnected
            client.shutdown(socket.SHUT_RD)

    def _receive(self, homes: Homes, pool: Pool) -> None:
        """Serves the connections that other processes pass here."""
        while True:
            wait_read(homes.arrivals.fileno())
            while (file := homes.arrived()) is not None:
                client = gevent.socket.socket(fileno=file)
                with contextlib.suppress(OSError):  # the client may have disconnected
                    pool.spawn(self.handle, client, client, client.getpeername(), is_passed=True)

    def handle(self, listener: Any, client: Any, addr: Any, *, is_passed: bool = False) -> None:
        """Serves a connection until it ends or is passed to another process."""
        self._open[client] = None
        try:
            with self._place_for(addr):
                self._converse(listener, client, addr, is_passed=is_passed)
        except TooManyConnections as error:
            self._refuse(client, error)
        except gevent.GreenletExit:
            pass  # the time for stopping is over
        except (StopIteration, errors.NoMoreData):
            pass  # the client or a response has ended the connection
        except OSError as error:
            if error.errno not in _GONE:
                _log.warning("a connection has failed: %s", error)
        except Exception as error:  # noqa: BLE001 - the client gets a response in any case
            self.handle_error(None, client, addr, error)
        finally:
            del self._open[client]
            util.close(client)

    @contextlib.contextmanager
    def _place_for(self, addr: Any) -> Iterator[None]:
        """Counts a connection for its address until the block ends.

        Raises:
            TooManyConnections: the address has the maximum number of connections.
        """
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

    def _converse(self, listener: Any, client: Any, addr: Any, *, is_passed: bool) -> None:
        """Answers the requests of a connection in sequence. Raises `StopIteration` at the end.

        The first request of a connection that was passed here is answered here.
        """
        client.setblocking(1)
        if self._stopping.is_set():
            self._take_no_more(client, None)
        parser = RequestParser(self.cfg, client, addr)
        name = listener.getsockname()
        # Timers are made once for a connection, because making them takes longer than starting them.
        with closing(gevent.Timeout(HEAD_S, LateHead())) as late, closing(gevent.Timeout(KEEP_ALIVE_S)) as idle:
            limit = late
            while True:
                if not parser.unreader.buf.getbuffer().nbytes:
                    if not _is_readable(client, limit) or (not is_passed and self._is_passed_on(client)):
                        return
                    is_passed = False
                late.start()
                request = next(parser)
                late.cancel()
                refuse_wrong_host(request)
                self._open[client] = request
                self.handle_request(name, request, client, addr)
                self._open[client] = None
                limit = idle

    def _is_passed_on(self, client: Any) -> bool:
        """Passes a connection to the process that serves the table of its next request. Returns whether it did so."""
        if self._homes is None:
            return False
        home = self._homes.elsewhere(client.recv(HEAD_BYTES, socket.MSG_PEEK))
        return home is not None and self._homes.passed(client.fileno(), home)

    def handle_request(self, listener_name: Any, req: Request, sock: Any, addr: Any) -> None:
        """Answers a request. Raises `StopIteration` if the connection has to end after it."""
        response, environ = wsgi.create(req, sock, addr, listener_name, self.cfg, response_class=ResponseInOnePiece)
        environ["wsgi.multithread"] = True
        body = self.wsgi(environ, response.start_response)
        try:
            for piece in body:
                response.write(piece)
            response.close()
        except OSError:
            raise
        except Exception:
            if not response.headers_sent:
                raise
            # An error document in the middle of a response would corrupt it.
            _log.exception("a response has failed")
            raise StopIteration from None
        finally:
            if hasattr(body, "close"):
                body.close()
        if response.should_close():
            raise StopIteration

    def _refuse(self, client: Any, error: TooManyConnections) -> None:
        """Responds that the address has too many connections, and waits until the client has read it."""
        REQUESTS_REFUSED.labels("connections").inc()
        self.handle_error(None, client, None, error)
        with contextlib.suppress(OSError), gevent.Timeout(REFUSED_S, False):  # noqa: FBT003 - False: raises nothing
            client.shutdown(socket.SHUT_WR)
            while client.recv(8192):
                pass

    def handle_error(self, _req: Any, client: Any, _addr: Any, error: BaseException) -> None:
        """Responds to a request that gunicorn could not read, with a problem document like all others."""
        log = _log.info if is_fault_of_client(error) else _log.exception
        log("request not read: %s", type(error).__name__)
        with contextlib.suppress(OSError):  # the client may have disconnected
            client.sendall(response_to_unread(error, self._public_address))


def _is_readable(client: Any, limit: gevent.Timeout) -> bool:
    """Waits until a client sends data or disconnects. Returns whether it does so within the limit."""
    limit.start()
    try:
        wait_read(client.fileno())
    except LateHead:
        return False
    except gevent.Timeout as expired:
        if expired is not limit:
            raise
        return False
    finally:
        limit.cancel()
    return True
