"""The command `shengji serve`."""

import click

from service.cli.failures import Failed, settings_or_fail
from service.cli.fitness import refuse_unfit
from service.platform.runtime.processes import end_with_supervisor
from service.processes.serving import serve as serve_api


@click.command()
def serve() -> None:
    """Serve the HTTP API (needs DATABASE_URL and REDIS_URL)."""
    settings = settings_or_fail()
    refuse_unfit(settings)
    end_with_supervisor()
    try:
        serve_api(settings)
    except OSError as error:
        raise Failed(f"HOST={settings.host} PORT={settings.port}: {error.strerror}") from error
