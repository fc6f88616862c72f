"""`bandit` over all code: every finding is fixed or explained in place.

bandit and ruff use the same numbers for rules (B311 is S311). So one explanation, on the line or in pyproject.toml, is
enough for both. Findings of bandit alone are explained here.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.slow  # ruff checks nearly the same rules before every commit.

ROOT = Path(__file__).parents[2]
EXPLAINED = re.compile(r"# noqa: (?P<rules>[A-Z0-9, ]+) - \S")
ELSEWHERE = {
    ("B404", "service/platform/runtime"): "servers are started by subprocess; each call is a finding of its own",
    (
        "B603",
        "service/platform/runtime",
    ): "pyproject.toml says so for S603: our own processes, with arguments of our own",
    ("B105", "service/platform/http/ids.py"): "a prefix of ids",
    ("B105", "domain/games/sheng_ji/moves_view.py"): "a seat may `pass`, which is no password",
}
"""Findings that are no faults, by rule and by file or folder, with the reason."""


class Finding(NamedTuple):
    """A finding of bandit and its place."""

    rule: str
    path: str
    line: int
    text: str


def findings(*paths: Path) -> list[Finding]:
    """Findings of bandit in files and folders."""
    ran = subprocess.run(
        [sys.executable, "-m", "bandit", "--quiet", "--recursive", "--format", "json", *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, 1), ran.stderr
    report = json.loads(ran.stdout)
    assert report["errors"] == []
    return [
        Finding(
            each["test_id"],
            Path(each["filename"]).resolve().relative_to(ROOT).as_posix() if paths[0].is_relative_to(ROOT) else "",
            each["line_number"],
            each["issue_text"],
        )
        for each in report["results"]
    ]


def is_explained(found: Finding) -> bool:
    """Whether the finding is explained on its line or listed here."""
    line = (ROOT / found.path).read_text("utf-8").splitlines()[found.line - 1]
    explained = EXPLAINED.search(line)
    if explained and found.rule.replace("B", "S") in explained["rules"].split(", "):
        return True
    return any(found.rule == rule and found.path.startswith(where) for rule, where in ELSEWHERE)


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    return findings(ROOT / "domain", ROOT / "service", ROOT / "deploy")


def test_every_finding_of_bandit_is_explained_in_place(found: list[Finding]):
    assert [each for each in found if not is_explained(each)] == []


def test_every_bandit_exception_is_needed(found: list[Finding]):
    for rule, where in ELSEWHERE:
        assert any(each.rule == rule and each.path.startswith(where) for each in found), (
            f"no finding of {rule} in {where}"
        )


def test_a_planted_fault_is_found(tmp_path: Path):
    (tmp_path / "planted.py").write_text("import subprocess\n\nsubprocess.run('ls', shell=True)\n", "utf-8")

    assert "B602" in {each.rule for each in findings(tmp_path)}
