"""The command `shengji serve`, and the start of further API processes."""

import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from service.platform.logs import set_up_logs
from service.platform.runtime.homes import Passages
from service.platform.runtime.processes import Child, stop_all
from service.platform.runtime.shared_metrics import metrics_process
from service.platform.runtime.sockets import LISTENING, inherited_sockets, listening_socket
from service.platform.runtime.stopping import StopRequest
from service.platform.settings import Settings


def processes_of_api(
    passages: Passages, sockets: Sequence[socket.socket], environment: Mapping[str, str], log: Path | None
) -> list[Child]:
    """Returns the API processes, which share these sockets. Their output goes to `log`, or to ours if it is `None`."""
    files = tuple(each.fileno() for each in sockets)
    own = {**environment, LISTENING: ",".join(map(str, files)), "API_PROCESSES": "1"}
    command = [sys.executable, "-m", "service", "serve"]
    return [
        Child(f"api-{place + 1}", command, own | passages.environment_of(place), log, files + passages.files)
        for place in range(passages.count)
    ]


def serve(settings: Settings) -> None:
    """Serves the API until the process is asked to stop, here or in as many processes as configured.

    Raises:
        OSError: the port is in use.
    """
    set_up_logs(settings.log_level)
    with metrics_process(settings):
        sockets = inherited_sockets() or [listening_socket(settings.host, settings.port)]
        if settings.api_processes == 1:
            from service.processes.server import Api  # noqa: PLC0415 - imports metrics and gevent, only for this process

            Api(settings).serve(sockets)
        else:
            _keep_serving(settings, sockets)


def _keep_serving(settings: Settings, sockets: Sequence[socket.socket]) -> None:
    """Keeps several API processes running until this one is asked to stop."""
    with StopRequest() as stop, closing(Passages(settings.api_processes)) as passages:
        children = processes_of_api(passages, sockets, {}, log=None)
        try:
            for child in children:
                child.start()
            stop.wait()
        finally:
            stop.ignore_from_now_on()
            for each in sockets:
                each.close()
            stop_all(children)
