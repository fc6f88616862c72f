"""Releases of the program, each in a folder: the present tree, the next release, and one from the Git history."""

import io
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.upgrade.following import CHANGES, NEXT_MIGRATION, NEXT_VERSION

TREE = Path(__file__).parents[2]
PARTS = ("domain", "service", "openapi.yaml")
"""The parts of the tree that a process needs."""
REQUIREMENTS = "deploy/requirements.txt"


class NoSuchRelease(Exception):
    """A release cannot be made here. The message has the reason."""


class Release(NamedTuple):
    """Name and root folder of a release."""

    name: str
    root: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """Variables that make a process find the modules of this release before installed ones."""
        return {"PYTHONPATH": str(self.root)}

    def run(self, variables: Mapping[str, str], *arguments: str) -> str:
        """Runs Python with these arguments and the modules of this release. Returns the output.

        Raises:
            AssertionError: the program failed; the message has its output.
        """
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**variables, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{self.name} {' '.join(arguments)}: {ran.stdout}{ran.stderr}"
        return ran.stdout


def present() -> Release:
    """Returns the release in the present tree, without copying it."""
    return Release("present", TREE)


def following(folder: Path) -> Release:
    """Makes the next release in a folder and returns it. `tests/upgrade/following.py` has its changes.

    Raises:
        NoSuchRelease: a change does not find its passage exactly once, so it must be updated to the present tree.
    """
    for part in PARTS:
        source = TREE / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)
    for what, changes in CHANGES.items():
        for file, old, new in changes:
            _change(folder / file, old, new, what)
    _raise_state_revision(folder / "service/tables/events.py")
    migrations = folder / "service/platform/store/migrations"
    number = 1 + max(int(file.name[:4]) for file in migrations.glob("[0-9]*.sql"))
    (migrations / f"{number:04d}_following.sql").write_text(NEXT_MIGRATION)
    return Release(NEXT_VERSION, folder)


def of_history(revision: str, folder: Path) -> Release:
    """Unpacks a revision of the Git history into a folder and returns the release.

    Raises:
        NoSuchRelease: the revision is not available, as in a shallow clone, or needs other packages.
    """
    archived = subprocess.run(
        ["git", "archive", revision, *PARTS, REQUIREMENTS], cwd=TREE, capture_output=True, check=False
    )
    if archived.returncode:
        raise NoSuchRelease(archived.stderr.decode().strip())
    with tarfile.open(fileobj=io.BytesIO(archived.stdout)) as archive:
        archive.extractall(folder, filter="data")
    missing = _pinned(folder / REQUIREMENTS) - _pinned(TREE / REQUIREMENTS)
    if missing:
        raise NoSuchRelease(
            f"{revision} needs {', '.join(sorted(missing))}, but {REQUIREMENTS} has other versions. Packages are"
            " not installed here; use an environment that fits both releases"
        )
    return Release(revision, folder)


def _pinned(requirements: Path) -> set[str]:
    """Returns the pinned packages of a requirements file."""
    return set(re.findall(r"^[\w.\[\]-]+==[^\s;\\]+", requirements.read_text(), flags=re.MULTILINE))


def _change(file: Path, old: str, new: str, what: str) -> None:
    text = file.read_text()
    if text.count(old) != 1:
        raise NoSuchRelease(f"{what}: {file.name} has {old!r} {text.count(old)} times instead of once")
    file.write_text(text.replace(old, new))


def _raise_state_revision(file: Path) -> None:
    pattern = re.compile(r"^STATE_REVISION = (\d+)$", flags=re.MULTILINE)
    changed, count = pattern.subn(lambda found: f"STATE_REVISION = {int(found[1]) + 1}", file.read_text())
    if count != 1:
        raise NoSuchRelease(f"{file.name} sets STATE_REVISION {count} times instead of once")
    file.write_text(changed)
