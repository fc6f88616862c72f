"""`shengji verify`: the exit code says whether a record verifies."""

from pathlib import Path

import orjson
import pytest

from tests.support.api import Api, started_table
from tests.support.play import play_commands


@pytest.fixture(scope="module")
def record(api: Api) -> dict:
    table, players = started_table(api, hands=1)
    play_commands(table, players, commands=300)
    return dict(players[0].get(f"/v1/tables/{table}/record").json)


def _file(directory: Path, content: bytes) -> Path:
    file = directory / "record.json"
    file.write_bytes(content)
    return file


def test_a_valid_record_verifies(shengji, record: dict, tmp_path: Path):
    verified = shengji("verify", _file(tmp_path, orjson.dumps(record)))

    assert verified.exit_code == 0
    assert verified.stdout.startswith("verified: 1 shuffles and ")


def test_a_record_verifies_from_standard_input(shengji, record: dict):
    assert shengji("verify", "-", input=orjson.dumps(record)).exit_code == 0


def test_a_changed_record_does_not_verify(shengji, record: dict, tmp_path: Path):
    changed = orjson.loads(orjson.dumps(record))
    played = next(event for event in changed["events"] if event["type"] == "cards_played")
    played["data"]["cards"] = ["BJ" if played["data"]["cards"] != ["BJ"] else "SJ"]

    verified = shengji("verify", _file(tmp_path, orjson.dumps(changed)))

    assert verified.exit_code == 1
    assert verified.stderr.startswith("event ")
    assert "cards_played: this " in verified.stderr


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"format": "pgn"}', b"\xff\xfe"])
def test_an_invalid_record_is_refused(shengji, tmp_path: Path, content: bytes):
    verified = shengji("verify", _file(tmp_path, content))

    assert verified.exit_code == 1
    assert verified.stderr.strip()
    assert isinstance(verified.exception, SystemExit)
