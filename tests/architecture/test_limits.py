"""No test can block forever on a process or a wait."""

import ast
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTER = ROOT / "tests" / "support" / "children.py"
"""The only module that starts processes. It ends them within a limit."""


def unlimited(code: str) -> Iterator[int]:
    """Lines that start a process without certain end, or wait for one without a limit."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        names = {keyword.arg for keyword in node.keywords}
        called = ast.unparse(node.func)
        if called == "subprocess.Popen" or (node.func.attr == "communicate" and "timeout" not in names):
            yield node.lineno


@pytest.mark.slow
def test_processes_of_tests_are_ended_with_a_limit():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != STARTER
        for line in unlimited(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code", ["subprocess.Popen(['ls'])", "with subprocess.Popen(['ls']) as p:\n    pass", "p.communicate()"]
)
def test_a_process_without_a_limit_is_found(code: str):
    assert list(unlimited(code)) == [1]


def ran(directory: Path, test: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs one test with the settings of this project and short limits."""
    (directory / "test_it.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(directory)]
    return subprocess.run(
        [*command, *options, "-p", "tests.support.limits", str(directory)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.slow
def test_a_test_that_waits_forever_fails(tmp_path: Path):
    run = ran(tmp_path, "import threading\ndef test_it():\n    threading.Event().wait()\n", "--timeout", "1")

    assert run.returncode == 1
    assert "Timeout" in run.stdout


@pytest.mark.slow
def test_a_test_that_ignores_its_limit_ends_the_run(tmp_path: Path):
    stubborn = "import signal, threading\ndef test_it():\n"
    stubborn += "    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n    threading.Event().wait()\n"
    run = ran(tmp_path, stubborn, "--timeout", "1", "-o", "faulthandler_timeout=3")

    assert run.returncode == 1
    assert "Timeout (0:00:03)!" in run.stderr


@pytest.mark.slow
def test_a_leftover_thread_does_not_block_the_run(tmp_path: Path):
    left = "import threading\nfrom tests.support import limits\nlimits.END_S = 1\n"
    left += "def test_it():\n    threading.Thread(target=threading.Event().wait).start()\n"
    began = time.monotonic()
    run = ran(tmp_path, left)

    assert "1 passed" in run.stdout
    assert "Timeout (0:00:01)!" in run.stderr
    assert run.returncode == 1
    assert time.monotonic() - began < 100


def test_every_test_has_a_limit(pytestconfig: pytest.Config):
    assert float(pytestconfig.getini("timeout")) > 0
    assert float(pytestconfig.getini("faulthandler_timeout")) > 1800
