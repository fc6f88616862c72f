"""Every package is pinned to one version and checked against its hashes."""

import os
import platform
import re
import shutil
import subprocess
import sys
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


def pinned(file: Path) -> Iterator[Pinned]:
    """Packages of a file with requirements and of the files that it includes.

    Raises `AssertionError` for a line without a pin.
    """
    for line in file.read_text().replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("-r "):
            yield from pinned(file.parent / line.removeprefix("-r "))
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
    packages = list(pinned(ROOT / file))

    assert wanted(*extras) <= {each.name for each in packages}
    assert len(packages) > len(wanted(*extras)), "indirect dependencies are pinned too"
    assert len(packages) == len({each.name for each in packages}), "a package is pinned twice"


def test_tests_run_with_the_versions_that_are_deployed():
    deployed, tested = ({(each.name, each.version) for each in pinned(ROOT / file)} for file in FILES)

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
def test_an_unpinned_package_is_found(tmp_path: Path, line: str):
    (tmp_path / "included.txt").write_text(f"{line}\n")
    (tmp_path / "file.txt").write_text("-r included.txt\n")

    with pytest.raises(AssertionError, match="not pinned"):
        list(pinned(tmp_path / "file.txt"))


def test_packages_are_installed_again_after_a_change_of_either_file(tmp_path: Path):
    """Runs `use_packages` of the scripts in `deploy`, with a program that records its arguments instead of pip."""
    installations, program = tmp_path / "installations", tmp_path / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\necho "$@" >> "{installations}"\n')
    program.chmod(0o755)
    version = f"# {platform.python_version()} {platform.machine()}\n"
    (tmp_path / ".venv" / f"installed-{Path(FILES[1]).name}").write_text(version)
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")

    def installed() -> int:
        """Runs the script and returns the number of installations until now."""
        script = ". deploy/environment.sh; use_packages requirements-test.txt"
        environment = {**os.environ, "PYTHON": sys.executable}
        subprocess.run(["sh", "-euc", script, "deploy/test"], cwd=tmp_path, env=environment, check=True)
        return len(installations.read_text().splitlines())

    assert [installed(), installed()] == [1, 1]
    for number, file in enumerate(FILES, start=2):
        with (tmp_path / file).open("a") as opened:
            opened.write("# another pin\n")
        assert [installed(), installed()] == [number, number]
