"""The command `shengji schedule`."""

import signal
import threading
from contextlib import closing
from types import FrameType

import click

from service.cli.failures import settings_or_fail
from service.cli.parts import service_for_work
from service.platform.logs import set_up_logs
from service.platform.runtime.processes import end_with_supervisor
from service.platform.runtime.stopping import stop_signals
from service.processes.scheduler import Scheduler


@click.command()
def schedule() -> None:
    """Follow the log: queue jobs and update the read models (needs DATABASE_URL and REDIS_URL)."""
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
