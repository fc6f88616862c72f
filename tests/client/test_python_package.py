"""The Python client installed by pip into an empty environment runs the examples of its README."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from service.clients.python.shengji_client import CONTRACT
from service.processes.supervisor import Supervisor
from tests.support.guides import ROOT, examples
from tests.support.running import everything

__all__ = ["everything"]

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "service" / "clients" / "python"
README = (PACKAGE / "README.md").read_text("utf-8")
WRITTEN = "http://127.0.0.1:8080"
WAIT_S = 300


class Installed(NamedTuple):
    """An environment with nothing but the package, and an empty folder for programs."""

    python: Path
    folder: Path

    def run(self, *arguments: str | Path) -> str:
        """Returns the output of Python, which finds nothing but the environment and the folder."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        ran = subprocess.run(
            [self.python, *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
        return ran.stdout


def pip(python: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The installed package. Without a registry, pip can build nothing; other tests then run the same code."""
    folder = tmp_path_factory.mktemp("client")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    reached = pip(python, "download", "--no-deps", "--dest", folder / "wheels", "httpx")
    if reached.returncode:
        pytest.skip(f"pip cannot reach a registry of packages: {reached.stderr.strip().splitlines()[-1]}")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "source", ignore=ignored)  # pip leaves a folder in the source
    done = pip(python, "install", folder / "source")
    assert done.returncode == 0, done.stderr
    (folder / "programs").mkdir()
    return Installed(python, folder / "programs")


def test_the_package_is_alone_and_states_the_contract(installed: Installed):
    assert installed.run("-c", "import shengji_client; print(shengji_client.CONTRACT)").split() == [CONTRACT]
    listing = "from importlib.metadata import distributions; print(*(each.name for each in distributions()))"
    names = set(installed.run("-c", listing).split())
    assert {"shengji-client", "httpx"} <= names
    assert names.isdisjoint({"flask", "orjson", "shengji-server"})
    assert installed.run("-c", "import importlib.util; print(importlib.util.find_spec('service'))") == "None\n"


def test_the_examples_of_the_readme_run_as_written(installed: Installed, everything: Supervisor):
    game, both = (code.replace(WRITTEN, everything.address) for code in examples(README, "python"))
    assert everything.address in game
    assert everything.address in both
    (installed.folder / "game.py").write_text(game)
    (installed.folder / "both.py").write_text(both)

    events = [line.split(" ", 2) for line in installed.run("game.py").splitlines()]
    assert [int(number) for number, *_ in events] == list(range(1, len(events) + 1))
    assert events[-1][1] == "match_ended"
    assert installed.run("both.py").split() == ["finished", "finished"]


def test_a_type_checker_understands_the_examples(installed: Installed):
    for name, code in zip(("game.py", "both.py"), examples(README, "python"), strict=True):
        (installed.folder / name).write_text(code)
    config = installed.folder / "empty.ini"
    config.write_text("[mypy]\n")
    checker = [sys.executable, "-m", "mypy", "--strict", "--config-file", config, "--python-executable"]
    command = [*checker, installed.python, "game.py", "both.py"]
    ran = subprocess.run(command, cwd=installed.folder, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert ran.returncode == 0, ran.stdout
