"""`shengji contract`: writes openapi.yaml from the code and the texts beside it."""

from pathlib import Path

import click

from service.cli.terminal import OUT
from service.platform.http.archive import CONTRACT


@click.command()
@click.option("--check", is_flag=True, help="Change nothing. Fail if openapi.yaml is not what would be written.")
@click.option("--file", type=click.Path(path_type=Path), default=CONTRACT, help="Write or check another file.")
def contract(file: Path, *, check: bool) -> None:
    """Write openapi.yaml, the contract of the API, from the code.

    Run it in a checkout, after each change of routes, schemas, events or texts of the contract.
    """
    # Composing imports every feature. No other command needs that.
    from service.contract.document import contract_text  # noqa: PLC0415

    text = contract_text()
    if not check:
        file.write_text(text, "utf-8")
        OUT.print("openapi.yaml was written")
    elif file.read_text("utf-8") != text:
        raise click.ClickException("openapi.yaml differs from the code: run `python -m service contract`")
