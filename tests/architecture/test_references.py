"""References cite files that exist, an RFC, a standard or a rule id."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("domain", "service", "tests", "deploy", ".ci")
SUFFIXES = {".py", ".md", ".sql", ".yaml", ".sh", ".toml"}
APPLIED = "service/platform/store/migrations/0001_event_store.sql"
"""Applied migrations never change, including their comments."""
SECTION = re.compile(r"(?<!RFC \d{4} )(?<!WHATWG HTML )§")

PATH = re.compile(r"(?<![\w./-])(?:domain|service|tests|deploy)/[\w./<>*{},…-]*\.(?:py|sql|md|yaml|json|sh|toml|txt)\b")
PLACEHOLDER = re.compile(r"<[^>]*>|\{[^}]*\}|…")
FOREIGN = "OttoMilvang/TieBreakServer: "
"""Precedes paths in another repository."""


def missing_paths(text: str) -> list[str]:
    """Paths in a text that match no file. `*`, `<…>` and `{…}` stand for any name."""
    cited = {found[0] for found in PATH.finditer(text) if not text[: found.start()].endswith(FOREIGN)}
    return sorted(path for path in cited if not any(ROOT.glob(PLACEHOLDER.sub("*", path))))


def texts() -> dict[str, str]:
    """The text of each file that may have references, except this one, by path."""
    files = [path for name in FOLDERS for path in (ROOT / name).rglob("*") if path.suffix in SUFFIXES]
    here = Path(__file__)
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in [
            *files,
            *ROOT.glob("*.md"),
            *ROOT.glob(".github/*.md"),
            ROOT / "openapi.yaml",
            ROOT / "pyproject.toml",
        ]
        if path != here and ".venv" not in path.parts
    }


def lines_with_sections(text: str) -> list[str]:
    """Lines that cite a section of any document except an RFC and the HTML standard."""
    return [line for line in text.splitlines() if SECTION.search(line)]


def test_no_section_of_an_absent_document_is_cited():
    found = {path: lines for path, text in texts().items() if (lines := lines_with_sections(text))}

    assert set(found) - {APPLIED} == set(), found


def test_every_cited_path_exists():
    found = {path: missing for path, text in texts().items() if (missing := missing_paths(text))}

    assert found == {}


@pytest.mark.parametrize("path", ["domain/games/sheng_ji/revisions.py", "service/<feature>/absent.sql", "tests/*/a.md"])
def test_a_path_without_a_file_is_found(path: str):
    assert missing_paths(f"see `{path}`.") == [path]


@pytest.mark.parametrize(
    "text", ["domain/games/<game>/rules.py", "service/*/queries.sql", "service/docs/{name}.md", f"{FOREIGN}tests/a.py"]
)
def test_placeholders_and_other_repositories_may_be_cited(text: str):
    assert missing_paths(text) == []


@pytest.mark.parametrize("line", ["(design §3)", "RULES §§21 to 25", "see §4"])
def test_a_citation_of_a_section_is_found(line: str):
    assert lines_with_sections(line) == [line]


@pytest.mark.parametrize("line", ["RFC 9110 §10.2.3", "(WHATWG HTML §9.2)"])
def test_sections_of_standards_may_be_cited(line: str):
    assert lines_with_sections(line) == []
