"""Every package is pinned to one version and checked against its hashes."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FILES = ("deploy/requirements.txt", "deploy/requirements-test.txt")
INSTALLING = re.compile(r"pip(?:3)? install(?! \./service/clients/python)")
"""An installation of packages for the service. Authors of clients install the client as they like."""


class Pinned(NamedTuple):
    """A pinned package and its hashes."""

    name: str
    version: str
    hashes: list[str]


def pinned(text: str) -> Iterator[Pinned]:
    """Packages of a file with requirements. Raises `AssertionError` for a line without a pin."""
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = re.match(r"([\w.\[\],-]+)==([\w.!+-]+)\s*(?:;[^\\]*?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)\s*$", line)
        assert found, f"not pinned by version and hash: {line[:100]}"
        yield Pinned(re.sub(r"\[.*", "", found[1]), found[2], re.findall(r"sha256:([0-9a-f]{64})", found[3]))


def wanted(*extras: str) -> set[str]:
    """Packages that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *(one for each in extras for one in project["optional-dependencies"][each])]
    return {re.split(r"[\[<>=!;~ ]", each)[0] for each in asked}


@pytest.mark.parametrize(("file", "extras"), [(FILES[0], ("embedded",)), (FILES[1], ("embedded", "test"))])
def test_every_package_is_pinned_with_its_hashes(file: str, extras: tuple[str, ...]):
    packages = list(pinned((ROOT / file).read_text()))

    assert wanted(*extras) <= {each.name for each in packages}
    assert len(packages) > len(wanted(*extras)), "indirect dependencies are pinned too"


def test_tests_run_with_the_versions_that_are_deployed():
    deployed, tested = ({(each.name, each.version) for each in pinned((ROOT / file).read_text())} for file in FILES)

    assert deployed <= tested


def test_nothing_is_installed_without_its_hash_or_built():
    """Checks all our files, and the texts that people follow, for installations of packages."""
    files = [ROOT / "README.md", *(each for each in (ROOT / "deploy").iterdir() if each.suffix != ".txt")]
    files += [*(ROOT / ".ci").iterdir(), *(ROOT / "service" / "docs").iterdir()]
    found = [
        (file.name, line)
        for file in files
        if file.is_file()
        for line in file.read_text().replace("\\\n", " ").splitlines()
        if INSTALLING.search(line)
    ]

    assert len(found) >= 3
    assert [each for each in found if "--require-hashes" not in each[1]] == []
    # No compiler is needed, and no code runs during the installation.
    assert [each for each in found if "--only-binary :all:" not in each[1]] == []


@pytest.mark.parametrize(
    "line",
    [
        "flask",
        "flask>=3 --hash=sha256:" + "0" * 64,
        "flask==3.1.3",
        "git+https://x.example/flask@1",
    ],
)
def test_an_unpinned_package_is_found(line: str):
    with pytest.raises(AssertionError, match="not pinned"):
        list(pinned(f"{line}\n"))
