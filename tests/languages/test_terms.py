"""The Chinese texts use the terms of the glossary: one for each thing, and none of the words that it rules out."""

import json
import re

import pytest

from service.web.assets import APP
from tests.languages.write_catalogues import ROOT, catalogues, read

GLOSSARY = ROOT / "service" / "docs" / "glossary.md"
NOT_WORDS = re.compile(r"`[^`]*`|\{\w+\}|\w+_\w+")
"""Names of programs and gaps, which are no words of a text."""
ALWAYS = {
    "concede": "认输",
    "joker": "王",
    "reinforc": "加固",
    "ruff": "毙",
    "threshold": "上台分",
    "tractor": "拖拉机",
}
"""Beginnings of English words, and the Chinese term that every text with such a word has."""


def terms() -> list[tuple[str, list[str], list[str]]]:
    """Returns the rows of the glossary: the English words, the Chinese terms, and words that are not used."""
    section = GLOSSARY.read_text().partition("## Chinese terms")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line]
    return [(word, chinese.split("、"), others.split("、") if others else []) for word, chinese, others in rows[2:]]


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    """Returns all texts in English and in Chinese: of the server, and of the web client."""
    [file] = [each for each in catalogues() if "zh_Hans" in each.parts]
    found = []
    for each in read(file):
        ids, chinese = ([each.id], [each.string]) if isinstance(each.id, str) else (each.id, each.string)
        found += [(str(one), str(chinese[0])) for one in ids if one]
    for part in sorted((APP / "locales").glob("*en.json")):
        english, chinese = (json.loads(part.with_name(name).read_text()) for name in (part.name, _chinese(part.name)))
        found += [(english[key], chinese[key]) for key in english]
    return found


def _chinese(name: str) -> str:
    return name.removesuffix("en.json") + "zh-Hans.json"


@pytest.mark.parametrize(
    ("word", "chinese", "others"), terms(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_term_is_used_and_no_other_word(
    texts: list[tuple[str, str]], word: str, chinese: list[str], others: list[str]
):
    missing = [term for term in chinese if not any(term in text for _, text in texts)]
    assert not missing, word
    wrong = [text for _, text in texts for other in others if other in text]
    assert not wrong, f"{word} is {' or '.join(chinese)}"


@pytest.mark.parametrize("beginning", ALWAYS)
def test_a_word_of_the_game_has_one_translation(texts: list[tuple[str, str]], beginning: str):
    named = [
        (english, chinese)
        for english, chinese in texts
        if re.search(rf"\b{beginning}", NOT_WORDS.sub("", english), re.IGNORECASE)
    ]
    assert named
    assert [pair for pair in named if ALWAYS[beginning] not in pair[1]] == []
