"""References cite the repository, an RFC, a standard or a rule id."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("domain", "service", "tests", "deploy", ".ci")
SUFFIXES = {".py", ".md", ".sql", ".yaml", ".sh", ".toml"}
APPLIED = "service/platform/store/migrations/0001_event_store.sql"
"""Applied migrations never change, including their comments."""
SECTION = re.compile(r"(?<!RFC \d{4} )(?<!WHATWG HTML )§")


def lines_with_sections(text: str) -> list[str]:
    """Lines that cite a section of any document except an RFC and the HTML standard."""
    return [line for line in text.splitlines() if SECTION.search(line)]


def test_no_section_of_an_absent_document_is_cited():
    here = Path(__file__)
    files = [each for name in FOLDERS for each in (ROOT / name).rglob("*") if each.suffix in SUFFIXES and each != here]
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in [*files, *ROOT.glob("*.md"), ROOT / "openapi.yaml"]
        if ".venv" not in path.parts and (lines := lines_with_sections(path.read_text("utf-8")))
    }

    assert set(found) - {APPLIED} == set(), found


@pytest.mark.parametrize("line", ["(design §3)", "RULES §§21 to 25", "see §4"])
def test_a_citation_of_a_section_is_found(line: str):
    assert lines_with_sections(line) == [line]


@pytest.mark.parametrize("line", ["RFC 9110 §10.2.3", "(WHATWG HTML §9.2)"])
def test_sections_of_standards_may_be_cited(line: str):
    assert lines_with_sections(line) == []
