"""Functions and files stay short, and no module imports itself in a circle."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import grimp
import pytest

ROOT = Path(__file__).parents[2]
MEDIAN, LONGEST, LONGEST_FILE = 6, 40, 400
"""Limits in lines: for the median function without its docstring, for any function, and for any file."""
LONGER_FILES = {
    "openapi.yaml": "written by `python -m service contract`",
    "service/clients/python/shengji_client/async_operations.py": "written by tests/client/write_client.py",
    "service/clients/python/shengji_client/documents.py": "written by tests/client/write_client.py",
    "service/clients/python/shengji_client/operations.py": "written by tests/client/write_client.py",
    "service/contract/base.yaml": "the introduction of the API is one text",
    "service/docs/decisions.md": "a list of short records, in the order of their dates",
    "service/platform/store/schema.sql": "written from the migrations",
}


class Function(NamedTuple):
    """A function, and its number of lines without signature and docstring."""

    name: str
    lines: int


def files() -> list[Path]:
    return sorted(path for name in ("domain", "service") for path in (ROOT / name).rglob("*.py"))


def texts() -> list[Path]:
    """Files that are written by hand, and those that are generated."""
    kinds = (".html", ".md", ".py", ".sql", ".toml", ".yaml")
    beside = [path for path in ROOT.iterdir() if path.suffix in kinds]
    inside = [
        path
        for name in ("deploy", "domain", "service", "tests")
        for path in (ROOT / name).rglob("*")
        if path.suffix in kinds
    ]
    return sorted(path for path in (*beside, *inside) if not path.is_symlink())


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            yield Function(f"{path.relative_to(ROOT)}: {node.name}", lines)


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Groups of modules that import each other, directly or through others."""
    reached: dict[str, set[str]] = {}
    for module, direct in imports.items():
        found, waiting = set[str](), list(direct)
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += imports.get(each, ())
        reached[module] = found
    return [{module} | found for module, found in reached.items() if module in found]


def test_functions_are_short():
    found = [each for path in files() if "shengji_client" not in path.parts for each in functions(path)]

    assert median(each.lines for each in found) <= MEDIAN
    assert [each for each in found if each.lines > LONGEST] == []


def test_files_are_short():
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in texts()}

    assert {name for name, lines in lengths.items() if lines > LONGEST_FILE} == set(LONGER_FILES)


def test_no_module_imports_itself_in_a_circle():
    graph = grimp.build_graph("domain", "service", cache_dir=None)
    assert circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []


@pytest.mark.parametrize("imports", [{"a": {"b"}, "b": {"a"}}, {"a": {"b"}, "b": {"c"}, "c": {"a"}}])
def test_a_circle_is_found(imports: dict[str, set[str]]):
    assert circles(imports)[0] == set(imports)


def test_a_long_function_is_found(tmp_path: Path):
    path = ROOT / "tests" / "architecture" / "test_sizes.py"
    assert {each.name.rpartition(" ")[2]: each.lines for each in functions(path)}["files"] == 1
