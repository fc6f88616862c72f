"""openapi.yaml is what the code and the texts make of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.contract import contract
from service.contract.document import contract_text
from service.contract.examples import recorded
from service.platform.http.archive import CONTRACT
from tests.contract.recording.scenes import SCENES
from tests.contract.recording.stage import Stage
from tests.support.databases import Databases


def test_openapi_yaml_is_what_the_code_writes():
    assert CONTRACT.read_text("utf-8") == contract_text(), "run `python -m service contract`, and commit openapi.yaml"


@pytest.mark.slow
def test_check_fails_and_says_what_to_run_if_openapi_yaml_differs(tmp_path: Path):
    path = tmp_path / "openapi.yaml"
    path.write_text("openapi: 3.1.0\n")
    there = ["--file", str(path)]
    checked = CliRunner().invoke(contract, [*there, "--check"])
    assert checked.exit_code == 1
    assert "run `python -m service contract`" in checked.output
    assert CliRunner().invoke(contract, there).exit_code == 0
    assert CliRunner().invoke(contract, [*there, "--check"]).exit_code == 0


@pytest.mark.slow
def test_the_recorded_examples_are_what_the_service_answers_today(databases: Databases, servers: tuple[str, str]):
    made = Stage(databases, servers[1]).examples(SCENES)
    assert made == recorded(), "run `python -m tests.contract.recording`, then `python -m service contract`"
