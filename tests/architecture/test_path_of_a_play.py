"""A play goes from its route to the disk in at most ten files, each entered once, as the README draws it."""

import inspect
import re
import traceback
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from domain.games.sheng_ji import decide as rules
from service.platform.store.database import Database
from tests.support.api import Api, started_table
from tests.support.play import play_commands

ROOT = Path(__file__).parents[2]
MOST_FILES = 10
RULE = "domain/games/sheng_ji/play_decide.py"


def drawn() -> list[str]:
    """Files in the drawing of the README, in order."""
    section = (ROOT / "README.md").read_text("utf-8").partition("## The path of one command")[2].partition("\n## ")[0]
    drawing = re.search(r"```mermaid\n(.*?)```", section, re.DOTALL)
    assert drawing is not None
    return re.findall(r'\["((?:service|domain)/[\w/]+\.py)', drawing[1])


def entered() -> list[str]:
    """Files of the program on the call stack, outermost first. Consecutive frames of a file count once."""
    frames = (Path(frame.filename) for frame in traceback.extract_stack())
    ours = [str(file.relative_to(ROOT)) for file in frames if file.is_relative_to(ROOT)]
    files = [file for file in ours if file.startswith(("service/", "domain/"))]
    return [file for file, _ in groupby(files)]


def defined_in(function: Callable[..., Any]) -> str:
    """File that defines a function."""
    return str(Path(inspect.getfile(function)).relative_to(ROOT))


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Call stacks of commands: down to the rule that decides, and down to the statement that appends."""
    ways: list[list[str]] = []
    decide, run = rules.decide_play, Database.run

    def decides(*arguments: Any) -> Any:
        ways.append([*entered(), defined_in(decide)])
        return decide(*arguments)

    def runs(self: Database, name: str, *arguments: Any) -> Any:
        if name == "append":
            ways.append([*entered(), defined_in(run)])
        return run(self, name, *arguments)

    monkeypatch.setattr(rules, "decide_play", decides)
    monkeypatch.setattr(Database, "run", runs)
    return ways


def test_a_play_takes_the_path_that_the_readme_draws(api: Api, walked: list[list[str]]):
    table, players = started_table(api)
    while not any(way[-1] == RULE for way in walked):
        play_commands(table, players, 1)

    to_rule, to_disk = walked[-2:]
    path = list(dict.fromkeys([*to_rule, *to_disk]))
    assert path == drawn()
    assert len(path) <= MOST_FILES
    for way in (to_rule, to_disk):
        assert len(set(way)) == len(way), "no file is entered twice"
