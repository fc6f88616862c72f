"""`shengji rehearse` plays a whole tournament with house bots and prints its report."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.cli.rehearse import report_text
from service.tournaments.templates.catalogue import CATALOGUE
from tests.support.children import WAIT_S
from tests.support.running import processes_of

REPORT: dict[str, Any] = {
    "tournament_status": "running",
    "rounds": 2,
    "matches": 4,
    "results": 4,
    "byes": 1,
    "duration_s": 3 * 24 * 3600 + 60,
    "changed": ["play.hands"],
    "refusal": {"round": 3, "code": "no_legal_pairing", "detail": "everybody has met"},
}


NIGHT = CATALOGUE[0]


@pytest.mark.slow
@pytest.mark.parametrize("what", ["file", "-", NIGHT.name])
def test_a_night_is_rehearsed_on_temporary_servers(environment: dict[str, str], tmp_path: Path, what: str):
    body, file = orjson.dumps(NIGHT.body), tmp_path / "night.json"
    file.write_bytes(body)
    given = str(file) if what == "file" else what
    command = [sys.executable, "-m", "service", "rehearse", given, "--entrants", "4", "--bot", "random", "--hands", "1"]
    # Only "-" reads it.
    played = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT_S, input=body.decode()
    )

    assert played.returncode == 0, played.stderr
    assert "Random 4" in played.stdout
    assert "finished: 4 rounds, 4 of 4 matches, 0 byes" in played.stdout
    assert re.search(r"duration: 0:[0-9]{2}:00 of virtual time", played.stdout)
    assert processes_of(environment) == []


def test_a_file_that_is_not_json_is_refused(shengji, tmp_path: Path):
    file = tmp_path / "night.json"
    file.write_text("night")
    refused = shengji("rehearse", file)
    assert refused.exit_code == 1
    assert "is not JSON" in refused.stderr


def test_what_is_neither_file_nor_template_is_refused_with_the_templates(shengji):
    refused = shengji("rehearse", "club-swis")
    assert refused.exit_code == 1
    assert "club-swiss" in refused.stderr
    assert "club-swiss" in shengji("rehearse", "--help").stdout


def test_the_report_says_why_a_round_cannot_be_paired():
    assert report_text(REPORT).splitlines() == [  # type: ignore[arg-type]
        "running: 2 rounds, 4 of 4 matches, 1 byes",
        "duration: 3 days, 0:01:00 of virtual time, without play",
        "changed for the rehearsal: play.hands",
        "round 3 cannot be paired: everybody has met",
    ]
