"""The domain has no I/O, clock, randomness or framework, according to its imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOMAIN = ROOT / "domain"
FORBIDDEN = {
    "asyncio",
    "flask",
    "gevent",
    "io",
    "logging",
    "marshmallow",
    "multiprocessing",
    "os",
    "pathlib",
    "psycopg",
    "random",
    "redis",
    "requests",
    "rq",
    "secrets",
    "service",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "tests",
    "threading",
    "time",
    "urllib",
    "uuid",
}
PACKAGES = {"openskill": {"ratings/team_rating.py"}, "py4swiss": {"tournaments/pairing/engine.py"}}
"""Third-party packages that serve the rules, and the only files that may import them."""
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
IMPURE_METHODS = {"now", "today", "utcnow", "available_timezones"}
"""Methods that read the date or the time zones. Arithmetic with given dates is pure."""

LOAD_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, {root!r})
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, {package!r} + "."):
    importlib.import_module(module.name)
print(*sorted(set(sys.modules)))
"""


def imports(source: str) -> set[str]:
    """Top-level names of the modules that a file imports, at any place."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0] if not node.level else ".")
    return found


def impure_calls(source: str) -> set[str]:
    """Forbidden calls in a file."""
    called = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    plain = {func.id for func in called if isinstance(func, ast.Name)}
    methods = {func.attr for func in called if isinstance(func, ast.Attribute)}
    return plain & IMPURE_CALLS | (plain | methods) & IMPURE_METHODS


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def impurities(folder: Path) -> dict[str, set[str]]:
    """Forbidden imports and calls of each file of a package."""
    sources = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files(folder)}
    found = {name: imports(source) & FORBIDDEN | impure_calls(source) for name, source in sources.items()}
    return {name: impure for name, impure in found.items() if impure}


def foreign(folder: Path) -> dict[str, set[str]]:
    """Third-party packages that a package imports, each with its files."""
    found: dict[str, set[str]] = {}
    for path in files(folder):
        for name in imports(path.read_text(encoding="utf-8")) - set(sys.stdlib_module_names) - {folder.name, "."}:
            found.setdefault(name, set()).add(path.relative_to(folder).as_posix())
    return found


def loaded_by(package: str, root: Path) -> set[str]:
    """Modules that a fresh interpreter has loaded after importing every module of a package."""
    program = LOAD_ALL.format(root=str(root), package=package)
    run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_no_file_of_the_domain_imports_or_calls_io_clock_or_randomness():
    assert len(files(DOMAIN)) > 40
    assert impurities(DOMAIN) == {}


def test_the_domain_uses_the_standard_library_and_each_listed_package_in_one_file():
    assert foreign(DOMAIN) == PACKAGES


def test_importing_the_domain_loads_no_framework_driver_or_service():
    loaded = {name.split(".")[0] for name in loaded_by("domain", ROOT)}

    assert "domain" in loaded
    assert (
        loaded & {"asyncio", "flask", "logging", "marshmallow", "psycopg", "redis", "rq", "service", "tests"} == set()
    )
    assert loaded & {"random", "secrets", "socket", "subprocess"} == set()
    # A package is loaded on its first use, because most processes never use it.
    assert loaded & set(PACKAGES) == set()


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A small package with impure imports and calls."""
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").write_text("import hashlib\n")
    (package / "cards.py").write_text(
        "def shuffle(pack):\n    from random import shuffle as by_chance\n    by_chance(pack)\n"
    )
    (package / "clock.py").write_text("import logging, os.path\nfrom . import cards\nprint(open)\n")
    return package


def test_a_planted_import_is_found_even_inside_a_function(planted):
    assert impurities(planted) == {"cards.py": {"random"}, "clock.py": {"logging", "os", "print"}}


def test_the_import_probe_finds_a_planted_import(planted):
    assert {"planted.clock", "logging"} <= loaded_by("planted", planted.parent)


def test_a_read_of_the_clock_is_found(planted):
    (planted / "dates.py").write_text(
        "from datetime import datetime, timedelta\nprint(datetime.now() + timedelta(1))\n"
    )
    (planted / "days.py").write_text("from datetime import date\nTODAY = date.today()\n")

    found = impurities(planted)

    assert (found["dates.py"], found["days.py"]) == ({"now", "print"}, {"today"})


def test_a_third_party_package_is_found(planted):
    (planted / "web.py").write_text("import flask\nfrom marshmallow.fields import Str\n")

    assert foreign(planted) == {"flask": {"web.py"}, "marshmallow": {"web.py"}}
    assert impurities(planted)["web.py"] == {"flask", "marshmallow"}
