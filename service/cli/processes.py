"""The commands that run one process of the service: serve, work, schedule, metrics."""

import os
import signal
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Literal

import click

from service.cli.terminal import Failed, service_for_work, settings_or_fail
from service.platform.logs import set_up_logs
from service.platform.runtime.processes import end_with_supervisor
from service.platform.runtime.shared_metrics import DIRECTORY
from service.platform.runtime.stopping import stop_signals
from service.processes.serving import serve as serve_api


@click.command()
def serve() -> None:
    """Serve the HTTP API (needs DATABASE_URL and REDIS_URL)."""
    settings = settings_or_fail()
    service_for_work().close()
    end_with_supervisor()
    try:
        serve_api(settings)
    except OSError as error:
        raise Failed(f"HOST={settings.host} PORT={settings.port}: {error.strerror}") from error


@click.command()
@click.argument("works", nargs=-1, type=click.Choice(["tables", "webhooks", "mail"]))
@click.option("--burst", is_flag=True, help="Exit when no job waits.")
def work(works: tuple[Literal["tables", "webhooks", "mail"], ...], *, burst: bool) -> None:
    """Run jobs (needs DATABASE_URL and REDIS_URL).

    WORKS are `tables` (turns of bots, and clocks), `webhooks` and `mail`, in order of priority. The default is all of
    them.
    """
    from service.platform.queue.job_queue import WORKS  # noqa: PLC0415 - only this process uses RQ
    from service.processes.worker import work as work_off  # noqa: PLC0415

    set_up_logs(settings_or_fail().log_level)
    end_with_supervisor()
    with closing(service_for_work()) as service:
        work_off(service, works or WORKS, burst=burst)


@click.command()
def schedule() -> None:
    """Follow the log: queue jobs and update the read models (needs DATABASE_URL and REDIS_URL)."""
    from service.processes.scheduler import Scheduler  # noqa: PLC0415 - only this process uses RQ

    set_up_logs(settings_or_fail().log_level)
    end_with_supervisor()
    with closing(service_for_work()) as service:
        scheduler = Scheduler(service)

        def stop(_: int, __: FrameType | None) -> None:
            # A signal handler must not wait for a lock that its own thread may hold.
            threading.Thread(target=scheduler.stop, name="stop", daemon=True).start()

        for each in stop_signals():
            signal.signal(each, stop)
        scheduler.run()


@click.command()
def metrics() -> None:
    """Serve metrics for Prometheus on METRICS_ADDRESS (needs DATABASE_URL).

    The metrics of processes come from PROMETHEUS_MULTIPROC_DIR, which all processes have to share. Without it, only
    metrics from the database are served. `shengji run` and `shengji serve` start this command themselves.
    """
    from service.platform.runtime.metrics_server import serve_metrics  # noqa: PLC0415 - reads the environment when imported

    settings = settings_or_fail()
    if not settings.metrics_address:
        raise Failed("METRICS_ADDRESS is empty: give a host and a port, or a Unix socket")
    if not settings.database_url:
        raise Failed("set DATABASE_URL")
    directory = os.environ.get(DIRECTORY)
    if directory is not None and not Path(directory).is_dir():
        raise Failed(f"{DIRECTORY}={directory} is not a directory")
    set_up_logs(settings.log_level)
    end_with_supervisor()
    for each in stop_signals():
        signal.signal(each, lambda *_: sys.exit(0))
    serve_metrics(settings, Path(directory) if directory else None)
