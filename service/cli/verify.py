"""The command `shengji verify`: proves a game from its record alone (design §5)."""

import sys
from pathlib import Path

import click
import orjson

from domain.verification import Verified
from domain.verification import verify as verify_events
from service.application.records import NotARecord, events_of_record
from service.cli.terminal import OUT, Failed, complain


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
def verify(record: Path) -> None:
    """Verify shuffle, cut, and every play of a RECORD (a file, or - for standard input).

    Nothing but the record is needed. The exit code is 1 when anything does not agree.
    """
    data = sys.stdin.buffer.read() if str(record) == "-" else record.read_bytes()
    verified = verified_record(data)
    for each in verified.disagreements:
        complain(each)
    if verified.disagreements:
        raise SystemExit(1)
    OUT.print(f"verified: {verified.hands} shuffles and {verified.moves} moves agree with the rules")


def verified_record(data: bytes) -> Verified:
    """What verifying the bytes of a record finds; ends the command when they are not a record."""
    try:
        return verify_events(events_of_record(orjson.loads(data)))
    except orjson.JSONDecodeError as error:
        raise Failed(f"this is not JSON: {error}") from error
    except NotARecord as error:
        raise Failed(str(error)) from error
