"""The web client has a text for each reason that the lessons of a game can give."""

import ast
import json
from pathlib import Path

import domain.games
from service.web.assets import APP

GAMES = Path(domain.games.__file__).parent


def codes() -> set[str]:
    """Returns the codes in the lessons: those of each `Reason`, and those that a variable `code` can have."""
    found = set()
    for path in GAMES.rglob("*.py"):
        if "lessons" in path.relative_to(GAMES).as_posix():
            for node in ast.walk(ast.parse(path.read_text())):
                found |= set(_texts(node))
    return found


def _texts(node: ast.AST) -> list[str]:
    match node:
        case ast.Call(func=ast.Name(id="Reason"), args=[ast.Constant(value=str(code)), *_]):
            return [code]
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id="code"), *_])], value=ast.IfExp() as value):
            return [each.elts[0].value for each in (value.body, value.orelse)]  # type: ignore[attr-defined]
        case _:
            return []


def test_each_reason_has_a_text_and_no_other_has_one():
    texts = json.loads((APP / "locales" / "trainer.en.json").read_text())
    named = {key.removeprefix("why.") for key in texts if key.startswith("why.")}
    assert {"ruff_missed", "trick_missed", "throw_missed"} <= codes()
    assert named == codes()
