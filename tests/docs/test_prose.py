"""The prose of docstrings, comments and Markdown: short sentences, plain words."""

from functools import cache
from pathlib import Path

import pytest

from tests.support.prose import LONGEST, Sentence, files_of, sentences_of

ROOT = Path(__file__).parents[2]
MEAN = 18
"""Limit of the mean length of sentences, in words."""
PLACES = ("README.md", ".github", "service", "domain", "tests")
PACKAGE = ROOT / "service" / "clients" / "python" / "shengji_client"
WRITTEN_BY_PROGRAMS = {PACKAGE / name for name in ("documents.py", "operations.py", "async_operations.py")}
NAMES_THE_WORDS = ROOT / "tests" / "support" / "prose.py"


@cache
def sentences(place: str) -> list[Sentence]:
    paths = files_of([str(ROOT / place)])
    ours = [path for path in paths if path not in WRITTEN_BY_PROGRAMS and path != NAMES_THE_WORDS]
    return [sentence for path in ours for sentence in sentences_of(path)]


def listed(found: list[Sentence]) -> list[str]:
    return [f"{each.path.relative_to(ROOT)}:{each.line}: {each.text}" for each in found]


@pytest.mark.parametrize("place", PLACES)
def test_sentences_are_short_on_average(place: str):
    lengths = [sentence.words for sentence in sentences(place)]
    assert sum(lengths) / len(lengths) <= MEAN


@pytest.mark.parametrize("place", PLACES)
def test_no_sentence_is_longer_than_forty_words(place: str):
    assert listed([sentence for sentence in sentences(place) if sentence.words > LONGEST]) == []


@pytest.mark.parametrize("place", PLACES)
def test_no_sentence_has_a_word_that_has_a_plainer_substitute(place: str):
    assert listed([sentence for sentence in sentences(place) if sentence.avoided]) == []


def test_a_long_sentence_and_a_word_to_avoid_are_found(tmp_path: Path):
    path = tmp_path / "page.md"
    path.write_text(f"Whoever asks is answered. It {'very ' * LONGEST}long.\n\n    whoever in code\n")
    first, second = sentences_of(path)
    assert first.avoided == ["whoever"]
    assert (first.words, second.words) == (4, LONGEST + 2)


def test_docstrings_and_comments_are_read_and_code_is_not(tmp_path: Path):
    path = tmp_path / "module.py"
    path.write_text('"""Says one thing. Says another."""\n\nNAME = "whoever # writes code"  # Explains why.\n')
    assert [sentence.text for sentence in sentences_of(path)] == ["Says one thing.", "Says another.", "Explains why."]
