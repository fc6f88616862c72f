"""The process `shengji metrics`: all that the processes of one start have counted, on an address of its own.

A scrape costs the API nothing: processes count in files that they share, and this one adds them up. It answers one
scrape at a time, so many scrapes at once cannot load the machine.
"""

import logging
import os
import socket
import stat
import sys
import time
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import make_wsgi_app

from service.platform.metrics import add_up_ended, everything
from service.platform.settings import Listening, Settings
from service.platform.store.database import Database

CLIENT_S = 5.0
"""So long a client may take to send its request, and to take the answer."""
TRY_AGAIN_S = 5.0
"""After so long an address is tried again that cannot be listened on."""
SOCKET_MODE = 0o660
ADD_UP_EVERY_S = 60.0
"""So often the files of ended processes are added up; each has some 64 kB."""

_log = logging.getLogger(__name__)


class Handler(WSGIRequestHandler):
    """Answers a scrape, and logs none."""

    timeout = CLIENT_S

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the library
        """Logs nothing: scrapes come every few seconds."""


class Server(WSGIServer):
    """Listens on a TCP port or a Unix socket."""

    def __init__(self, address: Listening) -> None:
        """Begins to listen. Raises `OSError`."""
        self.address_family = address.family
        self.directory: Path | None = None
        self._next_at = 0.0
        super().__init__(address.target, Handler)  # type: ignore[arg-type]  # the path of a Unix socket is right, too

    def server_bind(self) -> None:
        """Binds without a look into DNS; of a Unix socket only its owner and group may make use."""
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
        """Adds up the files of ended processes now and then, as a scrape does: there may be none for a long time."""
        if self.directory and time.monotonic() >= self._next_at:
            self._next_at = time.monotonic() + ADD_UP_EVERY_S
            try:
                add_up_ended(self.directory)
            except Exception:  # noqa: BLE001 - a scrape fails at the same file, and says so; others are served
                _log.exception("the files of ended processes cannot be added up")

    def get_request(self) -> tuple[Any, Any]:
        """The next connection; a client of a Unix socket has no address, and WSGI needs one."""
        connection, client = super().get_request()
        return connection, client or ("local", 0)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no defect; everything else is logged."""
        del request, client_address
        error = sys.exc_info()[1]
        log = _log.info if isinstance(error, OSError) else _log.exception
        log("a scrape was not answered: %s", error)


def listening(address: Listening) -> Server:
    """A server that listens; tries until it does, since a former process may still hold the address."""
    complained = False
    while True:
        try:
            _remove_stale(address)
            return Server(address)
        except OSError as error:
            if not complained:
                _log.warning("METRICS_ADDRESS=%s cannot be listened on, and is tried again: %s", address, error)
            complained = True
            time.sleep(TRY_AGAIN_S)


def _remove_stale(address: Listening) -> None:
    """Removes a Unix socket on which nobody listens any more."""
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
    """Serves metrics until the process is told to stop.

    Args:
        settings: where to listen, and which database to ask.
        directory: where the processes count; none: only the database is asked.
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
