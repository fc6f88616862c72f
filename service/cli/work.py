"""The command `shengji work`."""

from contextlib import closing
from typing import Literal

import click

from service.cli.failures import settings_or_fail
from service.cli.fitness import basics_or_fail, refuse_unfit
from service.platform.logs import set_up_logs
from service.platform.queue.job_queue import WORKS
from service.platform.runtime.processes import end_with_supervisor


@click.command()
@click.argument("works", nargs=-1, type=click.Choice(["tables", "webhooks", "mail"]))
@click.option("--burst", is_flag=True, help="Exit when no job waits.")
def work(works: tuple[Literal["tables", "webhooks", "mail"], ...], *, burst: bool) -> None:
    """Run jobs (needs DATABASE_URL and REDIS_URL).

    WORKS are `tables` (turns of bots, and clocks), `webhooks` and `mail`, in order of priority. The default is all of
    them.
    """
    settings = settings_or_fail()
    set_up_logs(settings.log_level)
    end_with_supervisor()
    # Each kind of worker imports only what it needs.
    if set(works) == {"webhooks"}:
        from service.processes.webhook_worker import send_webhooks  # noqa: PLC0415 - see above

        refuse_unfit(settings)
        basics = basics_or_fail(settings)
        with closing(basics.database):
            send_webhooks(basics, burst=burst)
    else:
        from service.cli.parts import service_for_work  # noqa: PLC0415 - see above
        from service.processes.worker import work as work_off  # noqa: PLC0415 - see above

        with closing(service_for_work()) as service:
            work_off(service, works or WORKS, burst=burst)
