"""Common linters and generators read openapi.yaml without an error, a warning or a loss.

The tools of Node are pinned in package-lock.json here, and the first test installs them into build/contract-tools.
Without Node and npm their tests are skipped. The tools of Python are packages of the tests.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import node_packages
from tests.support.contract import CONTRACT, contract, operations

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

HERE = Path(__file__).parent
INSTALLED = CONTRACT.parent / "build" / "contract-tools"
ENVIRONMENT = {
    **os.environ,
    "REDOCLY_TELEMETRY": "off",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
}
"""The tools send nothing and look for no newer version. openapi-python-client finds ruff beside Python."""
NUMBERED = re.compile(r"[0-9]$")
DOUBLED = re.compile(r"([A-Z][a-z]+)\1")

# These tools are npm packages. Other tests hold the contract equal to the code without them, and CI has Node.
needs_node = pytest.mark.skipif(not node_packages.is_there(), reason="install Node 20 and npm to run this tool")


def run(*command: str | Path, cwd: Path = HERE, found: int = 0) -> str:
    """Returns what a command prints. Fails with its output if it ends with another status than 0 or `found`."""
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, found), done.stdout[-20_000:] + done.stderr[-20_000:]
    return done.stdout


@pytest.fixture(scope="module")
def node() -> Path:
    """The folder with the installed tools of Node."""
    node_packages.install(HERE, INSTALLED)
    return INSTALLED


def tool(node: Path, name: str) -> Path:
    return node / "node_modules" / ".bin" / name


def test_every_package_of_node_is_pinned_by_its_hash_and_names_no_host():
    lock = (HERE / node_packages.LOCK).read_text()
    packages = json.loads(lock)["packages"]
    asked = json.loads((HERE / "package.json").read_text())["dependencies"]

    assert [name for name, each in packages.items() if name and not each["integrity"].startswith("sha512-")] == []
    assert "://" not in lock
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked


@needs_node
def test_strict_yaml_1_2_has_the_same_meaning(node: Path):
    assert json.loads(run("node", "parse.js", CONTRACT, cwd=node)) == contract()


@needs_node
def test_redocly_has_nothing_to_say(node: Path):
    arguments = ("--config", node / "redocly.yaml", "--format", "json")
    printed = run(tool(node, "redocly"), "lint", CONTRACT, *arguments, found=1)
    assert json.loads(printed)["problems"] == []


@needs_node
def test_spectral_has_nothing_to_say(node: Path, tmp_path: Path):
    found = tmp_path / "found.json"
    arguments = ("--ruleset", node / "spectral.yaml", "--format", "json", "--output", found)
    run(tool(node, "spectral"), "lint", CONTRACT, *arguments, found=1)
    assert json.loads(found.read_text()) == []


@needs_node
def test_a_typescript_client_plays_without_a_cast(node: Path, tmp_path: Path):
    """With `@ts-expect-error`, the sample also says what the types must refuse."""
    for name in ("sample.ts", "tsconfig.json"):
        (tmp_path / name).write_bytes((node / name).read_bytes())
    run(tool(node, "openapi-typescript"), CONTRACT, "--output", tmp_path / "api.d.ts")
    run(tool(node, "tsc"), "--project", tmp_path / "tsconfig.json")


def test_openapi_python_client_drops_nothing(tmp_path: Path):
    made = tmp_path / "client"
    arguments = ("--path", CONTRACT, "--config", HERE / "openapi-python-client.yaml", "--fail-on-warning")
    run(sys.executable, "-m", "openapi_python_client", "generate", *arguments, "--meta", "none", "--output-path", made)
    functions = {path.stem for path in made.glob("api/*/*.py")} - {"__init__"}
    assert functions == {one.id for one in operations()}
    models = {path.stem.replace("_", "") for path in made.glob("models/*.py")}
    assert {name.lower() for name in objects()} <= models


def test_datamodel_code_generator_names_every_class_sensibly(tmp_path: Path):
    made = tmp_path / "models.py"
    generator = (sys.executable, "-m", "datamodel_code_generator", "--ignore-pyproject", "--disable-warnings")
    run(*generator, "--input", CONTRACT, "--input-file-type", "openapi", "--output", made)
    classes = set(re.findall(r"^class (\w+)", made.read_text(), re.MULTILINE))
    assert objects() <= classes
    assert [name for name in sorted(classes) if NUMBERED.search(name) or DOUBLED.search(name)] == []


def objects() -> set[str]:
    """The names of the components that are objects, of which a generator makes a class."""
    schemas: dict[str, Any] = contract()["components"]["schemas"]
    return {name for name, each in schemas.items() if each.get("type") == "object" and each.get("properties")}
