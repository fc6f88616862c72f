"""The process `shengji metrics`: serves the metrics of all processes of one start, on an address of its own.

Scrapes do not load the API. Processes count in shared files, and this process adds these up. It answers one scrape at a
time, so that many scrapes at once cannot overload the machine.
"""

import logging
import os
import socket
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import make_wsgi_app

from service.platform.metrics import add_up_ended, everything
from service.platform.settings import Listening, Settings
from service.platform.store.database import Database

CLIENT_S = 5.0
"""Seconds that a client may take to send its request and to read the response."""
TRY_AGAIN_S = 5.0
"""Seconds until the next attempt to listen on an address."""
SOCKET_MODE = 0o660
ADD_UP_EVERY_S = 60.0
"""Seconds between merges of the files of ended processes, which are about 64 kB each."""

_log = logging.getLogger(__name__)


class Handler(WSGIRequestHandler):
    """Responds to a scrape without logging it."""

    timeout = CLIENT_S

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the library
        """Logs nothing, because scrapes come every few seconds."""


class MetricsServer(WSGIServer):
    """Listens on a TCP port or a Unix socket."""

    def __init__(self, address: Listening, add_up_every_s: float = ADD_UP_EVERY_S) -> None:
        """Starts to listen. Merges files every `add_up_every_s` seconds. Raises `OSError`."""
        self._add_up_every_s = add_up_every_s
        self.address_family = address.family
        self.directory: Path | None = None
        self._next_at = 0.0
        super().__init__(address.target, Handler)  # type: ignore[arg-type]  # the path of a Unix socket is allowed, too

    def server_bind(self) -> None:
        """Binds without a DNS lookup. Only owner and group may use a Unix socket."""
        if self.address_family == socket.AF_UNIX:
            before = os.umask(0o777 & ~SOCKET_MODE)
            try:
                self.socket.bind(self.server_address)
            finally:
                os.umask(before)
            self.server_name, self.server_port = "localhost", 0
        else:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind(self.server_address)
            self.server_address = self.socket.getsockname()
            self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()

    def service_actions(self) -> None:
        """Merges the files of ended processes from time to time, even if there are no scrapes."""
        if self.directory and time.monotonic() >= self._next_at:
            self._next_at = time.monotonic() + self._add_up_every_s
            try:
                add_up_ended(self.directory)
            except Exception:  # noqa: BLE001 - a scrape reports the same error; keep serving
                _log.exception("the files of ended processes cannot be added up")

    def get_request(self) -> tuple[Any, Any]:
        """Returns the next connection. Clients of a Unix socket have no address, but WSGI needs one."""
        connection, client = super().get_request()
        return connection, client or ("local", 0)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Logs an error. A client that disconnects is not logged as a defect."""
        del request, client_address
        error = sys.exc_info()[1]
        log = _log.info if isinstance(error, OSError) else _log.exception
        log("a scrape was not answered: %s", error)


def listening(address: Listening, pause: Callable[[float], object] = time.sleep) -> MetricsServer:
    """Returns a server that listens. Retries after a pause while another process still holds the address."""
    complained = False
    while True:
        try:
            _remove_stale(address)
            return MetricsServer(address)
        except OSError as error:
            if not complained:
                _log.warning("METRICS_ADDRESS=%s is not available; trying again: %s", address, error)
            complained = True
            pause(TRY_AGAIN_S)


def _remove_stale(address: Listening) -> None:
    """Removes a Unix socket on which no process listens."""
    if address.family != socket.AF_UNIX:
        return
    path = Path(str(address.target))
    if not path.exists() or not stat.S_ISSOCK(path.stat().st_mode):
        return
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()


def serve_metrics(settings: Settings, directory: Path | None) -> None:
    """Serves metrics until the process is asked to stop.

    Args:
        settings: the address to listen on, and the database.
        directory: the directory in which the processes count. With `None`, only metrics of the database are served.
    """
    database = Database(settings.database_url, role=settings.database_role, connections=1)
    server = listening(settings.metrics_address)
    server.directory = directory
    server.set_app(make_wsgi_app(everything(database, directory)))
    _log.info("metrics are served", extra={"facts": {"address": server.server_address}})
    try:
        server.serve_forever()
    finally:
        server.server_close()
        if settings.metrics_address.family == socket.AF_UNIX:
            Path(str(settings.metrics_address.target)).unlink(missing_ok=True)
        database.close()
