"""The commands that are processes of the service: serve, work, schedule."""

import signal
import sys
import threading
from types import FrameType
from typing import Literal

import click

from service.cli.terminal import service_for_work, settings_or_fail
from service.logs import set_up_logs
from service.runtime.processes import end_with_supervisor


@click.command()
def serve() -> None:
    """Serve the HTTP API (needs DATABASE_URL and REDIS_URL)."""
    from service.runtime.server import serve as serve_api  # noqa: PLC0415 - gevent is for this process alone

    settings = settings_or_fail()
    service_for_work().close()
    end_with_supervisor()
    # gunicorn reads the command line too, unless there is nothing on it.
    sys.argv = sys.argv[:1]
    serve_api(settings)


@click.command()
@click.argument("works", nargs=-1, type=click.Choice(["tables", "webhooks", "mail"]))
@click.option("--burst", is_flag=True, help="End when nothing waits.")
def work(works: tuple[Literal["tables", "webhooks", "mail"], ...], *, burst: bool) -> None:
    """Work off jobs (needs DATABASE_URL and REDIS_URL).

    WORKS are `tables`, where bots take their turns and clocks tick, `webhooks` and `mail`; all when none is named. What
    is named first is done first.
    """
    from service.jobs.queue import WORKS  # noqa: PLC0415 - RQ is for this process alone
    from service.jobs.work import work as work_off  # noqa: PLC0415

    set_up_logs(settings_or_fail().log_level)
    end_with_supervisor()
    work_off(service_for_work(), works or WORKS, burst=burst)


@click.command()
def schedule() -> None:
    """Follow the log: queue jobs and keep the read models (needs DATABASE_URL and REDIS_URL)."""
    from service.jobs.schedule import Scheduler  # noqa: PLC0415 - RQ is for this process alone

    set_up_logs(settings_or_fail().log_level)
    end_with_supervisor()
    scheduler = Scheduler(service_for_work())

    def stop(_: int, __: FrameType | None) -> None:
        # A handler must not wait for a lock that the thread may hold in which it runs.
        threading.Thread(target=scheduler.stop, name="stop", daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    scheduler.run()
