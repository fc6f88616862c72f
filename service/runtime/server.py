"""The process `shengji serve`: the API under gunicorn, whose gevent workers hold many waiting listeners cheaply."""

import os
import tempfile
from typing import Any

import gevent
from gunicorn.app.base import BaseApplication
from gunicorn.workers.ggevent import GeventWorker

from service.settings import Settings

KEEP_ALIVE_S = 75
STOP_S = 2
"""Requests take milliseconds and waiting ones are sent home, so what is left after this is idle connections."""


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
            "graceful_timeout": STOP_S,
            "timeout": 60,
            "loglevel": "warning",
            "worker_tmp_dir": "/dev/shm" if os.path.isdir("/dev/shm") else None,  # noqa: PTH112, S108 - a place in memory
            "control_socket_disable": True,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Makes the application, in the worker and after gevent has patched the sockets and locks that it uses."""
        from service.api.app import create_app  # noqa: PLC0415
        from service.logs import set_up_logs  # noqa: PLC0415
        from service.wiring import house_bots, wire  # noqa: PLC0415

        set_up_logs(self._settings.log_level)
        service = wire(self._settings)
        service.accounts.keep_house_players(house_bots())
        service.doorbell.start()
        Worker.doorbell = service.doorbell
        return create_app(service)


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """A gevent worker that sends waiting listeners home when it is told to stop, so that it drains at once."""

    doorbell: Any = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begins to stop; the bell is closed in a greenlet, since a signal handler must not wait for locks."""
        if Worker.doorbell is not None:
            gevent.spawn(Worker.doorbell.close)
        super().handle_exit(sig, frame)


def serve(settings: Settings) -> None:
    """Serves the API until the process is told to stop."""
    # The processes of one API count together in files of this directory; it is named before anything counts.
    with tempfile.TemporaryDirectory(prefix="shengji-metrics-") as metrics:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics
        Api(settings).run()
