"""The command `shengji verify`: verifies a match from its record."""

import sys
from pathlib import Path
from typing import Any

import click
import orjson

from domain.tools.verification import Disagreement, Verified
from domain.tools.verification import verify as verify_events
from service.cli.failures import Failed, complain
from service.cli.terminal import OUT
from service.platform.store.events import record_of
from service.tables.records import NotARecord, events_of_record


@click.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
def verify(record: Path) -> None:
    """Verify the shuffle, the cut and every play of a RECORD (a file, or - for standard input).

    The command needs nothing else. Exit with 1 if anything does not agree.
    """
    data = sys.stdin.buffer.read() if str(record) == "-" else record.read_bytes()
    verified = verified_record(data)
    complain_of_disagreements(verified)
    if verified.disagreements:
        raise SystemExit(1)
    shuffled = f"{verified.hands - verified.chosen} shuffles"
    OUT.print(f"verified: {shuffled} and {verified.moves} moves agree with the rules")
    if verified.chosen:
        OUT.print(f"not shuffled: {verified.chosen} hands, whose deals the opener of the table chose")


def complain_of_disagreements(verified: Verified) -> None:
    """Prints each disagreement, with the members of the event that differ."""
    for each in verified.disagreements:
        complain(_in_words(each))


def _in_words(disagreement: Disagreement) -> str:
    place, detail, recorded, decided = disagreement
    if recorded is None and decided is None:
        return f"event {place}: {detail}"
    if recorded is None:
        return f"event {place}: {detail}; {record_of(decided).type} follows from the rules"
    record = record_of(recorded)
    words = f"event {place}, {record.type}: {detail}"
    if decided is None:
        return f"{words}: {_json(record.data)}"
    other = record_of(decided)
    if other.type != record.type:
        return f"{words}: {other.type} does"
    differing = [name for name in record.data if record.data[name] != other.data.get(name)]
    members = [f"{name} is {_json(record.data[name])}, not {_json(other.data.get(name))}" for name in differing]
    return f"{words}: {'; '.join(members)}"


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def verified_record(data: bytes) -> Verified:
    """Verifies the bytes of a record, and returns the findings. Raises `Failed` if they are not a record."""
    try:
        return verify_events(events_of_record(orjson.loads(data)))
    except orjson.JSONDecodeError as error:
        raise Failed(f"this is not JSON: {error}") from error
    except NotARecord as error:
        raise Failed(str(error)) from error
