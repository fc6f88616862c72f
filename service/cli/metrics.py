"""The command `shengji metrics`."""

import os
import signal
import sys
from pathlib import Path

import click

from service.cli.failures import Failed, settings_or_fail
from service.platform.logs import set_up_logs
from service.platform.runtime.metrics_server import serve_metrics
from service.platform.runtime.processes import end_with_supervisor
from service.platform.runtime.shared_metrics import DIRECTORY
from service.platform.runtime.stopping import stop_signals


@click.command()
def metrics() -> None:
    """Serve metrics for Prometheus on METRICS_ADDRESS (needs DATABASE_URL).

    The metrics of processes come from PROMETHEUS_MULTIPROC_DIR, which all processes have to share. Without it, only
    metrics from the database are served. `shengji run` and `shengji serve` start this command themselves.
    """
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
