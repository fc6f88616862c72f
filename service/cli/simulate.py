"""The command `shengji simulate`."""

import click


@click.command()
def simulate() -> None:
    """Play hands between bots without a server."""
