"""The catalogues have every message of the code, and no other, with the same placeholders, and are compiled."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from service.platform.languages import LANGUAGES
from tests.languages.write_catalogues import (
    FOLDERS,
    ROOT,
    TEMPLATE,
    catalogues,
    extracted,
    messages_of,
    mo_bytes,
    po_bytes,
    read,
)

FILES = list(catalogues())
HOW = "run `python -m tests.languages.write_catalogues`, and translate what is new"


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extracted()


def ids(catalogue: Catalog) -> set[object]:
    return {each.id for each in catalogue if each.id}


def gaps(text: str) -> set[str]:
    """Returns the names in braces of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def test_there_is_a_catalogue_for_each_language_but_english():
    assert {"en", "zh-Hans"} <= set(LANGUAGES)
    assert len(FILES) == len(LANGUAGES) - 1


def test_the_template_has_the_messages_of_the_code(template: Catalog):
    assert TEMPLATE.read_bytes() == po_bytes(template), HOW


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parents[1].name)
class TestEachCatalogue:
    def test_no_message_is_missing_or_unused(self, file: Path, template: Catalog):
        known = read(file)
        assert not (missing := ids(template) - ids(known)), f"{HOW}: {missing}"
        assert not (unused := ids(known) - ids(template)), f"{HOW}: {unused}"

    def test_every_message_is_translated(self, file: Path):
        catalogue = read(file)
        empty = [each.id for each in catalogue if each.id and not all(texts_of(each))]
        assert not empty, HOW
        assert not [each.id for each in catalogue if each.fuzzy and each.id]

    def test_translations_have_the_placeholders_of_their_messages(self, file: Path):
        catalogue = read(file)
        assert catalogue.num_plurals >= 1
        differing = {
            each.id: text
            for each in catalogue
            if each.id
            for text in texts_of(each)
            if gaps(text) != gaps(each.id if isinstance(each.id, str) else each.id[1])
        }
        assert not differing

    def test_the_compiled_catalogue_is_that_of_the_text(self, file: Path):
        assert file.with_suffix(".mo").read_bytes() == mo_bytes(read(file)), HOW
        assert file.read_bytes() == po_bytes(read(file)), HOW


def calls_of_messages() -> Iterator[tuple[str, ast.Call]]:
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in ("message", "counted")
                ):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node


WITH_OTHER_TEXTS = {
    "domain/kernel/refusals.py": "the first lines of docstrings, which the tool extracts",
    "domain/kernel/messages.py": "the mechanism itself",
    "service/platform/stored_messages.py": "templates that are stored with their values",
    "service/processes/explanations.py": "the texts of problems.yaml, which the tool extracts",
}


def test_messages_are_literals_with_a_value_for_each_placeholder():
    wrong = []
    for where, call in calls_of_messages():
        if where.partition(":")[0] in WITH_OTHER_TEXTS:
            continue
        texts = call.args[: 2 if call.func.id == "counted" else 1]  # type: ignore[attr-defined]
        if not all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in texts):
            wrong.append(f"{where}: not a literal")
            continue
        named = {each.arg for each in call.keywords} | ({"count"} if len(texts) == 2 else set())
        if named and any(gaps(each.value) - named for each in texts):  # type: ignore[attr-defined]
            wrong.append(f"{where}: {texts[-1].value} has {named}")  # type: ignore[attr-defined]
    assert not wrong


def test_the_tool_finds_new_messages_of_the_code(tmp_path: Path):
    (tmp_path / "texts.py").write_text(
        'from x import counted, message\nmessage("a {new} one")\ncounted("{count} seat", "{count} seats", 2)\n'
    )

    assert ids(messages_of([tmp_path])) == {"a {new} one", ("{count} seat", "{count} seats")}
