"""The texts of the web client: each language has the same ones, and the modules use all of them."""

import json
import re
from pathlib import Path

import pytest

from service.web.assets import APP, languages_among

LOCALES = APP / "locales"
LANGUAGES = languages_among(each.relative_to(APP).as_posix() for each in sorted(LOCALES.iterdir()))
FORMS = re.compile(r"(\.you)?(\.(one|other))?$")
"""Forms of a text, which modules choose by who acts and by a number."""
GAP = re.compile(r"\{(\w+)\}")
KEY = re.compile(r"[a-z_]+(\.[\w-]+)+")
PARTS = sorted(each.name.removesuffix("en.json") for each in LOCALES.glob("*en.json"))
"""The beginnings of the names of the catalogues. The one that is always loaded has none."""


def texts(part: str, language: str) -> dict[str, str]:
    found = json.loads((LOCALES / f"{part}{language}.json").read_text())
    assert isinstance(found, dict)
    return found


def all_texts() -> dict[str, str]:
    return {key: text for part in PARTS for key, text in texts(part, "en").items()}


def modules() -> str:
    return "\n".join(each.read_text() for each in sorted(APP.glob("*.mjs")))


def called() -> set[str]:
    return set(re.findall(r'\bt\(\s*"([^"]+)"', modules()))


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Returns the keys that the modules name, and patterns of the keys that they put together."""
    code = modules()
    literal = set(re.findall(r'"([\w-]+(?:\.[\w-]+)+)"', code)) | called()
    templates = [each for each in re.findall(r"`((?:[^`\s$]|\$\{[^}`]*\})*)`", code) if "${" in each]
    parts = [re.split(r"\$\{[^}]*\}", each) for each in templates]
    patterns = [re.compile(r".+".join(map(re.escape, each))) for each in parts if re.match(r"[a-z_]+\.", each[0])]
    return literal, patterns


def test_each_language_has_each_catalogue():
    assert {each.name for each in LOCALES.iterdir()} == {
        f"{part}{language}.json" for part in PARTS for language in LANGUAGES
    }


def test_the_page_has_english_and_chinese():
    assert {"en", "zh-Hans"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_languages_have_the_same_texts_with_the_same_gaps(part: str, language: str):
    ours, others = texts(part, "en"), texts(part, language)
    assert list(ours) == sorted(ours)
    assert list(others) == list(ours)
    assert {key: set(GAP.findall(text)) for key, text in others.items()} == {
        key: set(GAP.findall(text)) for key, text in ours.items()
    }


def test_no_key_is_in_two_catalogues():
    assert len(all_texts()) == sum(len(texts(part, "en")) for part in PARTS)


def test_modules_use_each_text():
    literal, patterns = used()
    unused = {
        key
        for key in all_texts()
        if not any(
            each in literal or any(pattern.fullmatch(each) for pattern in patterns)
            for each in {key, FORMS.sub("", key)}
        )
    }
    assert unused == set()


def test_each_used_text_exists():
    known = set(all_texts()) | {FORMS.sub("", key) for key in all_texts()}
    chosen = {
        key
        for pair in re.findall(r'\?\s*"([\w.-]+)"\s*:\s*"([\w.-]+)"', modules())
        for key in pair
        if KEY.fullmatch(key)
    }
    assert called() | {each for each in chosen if each.split(".")[0] in {key.split(".")[0] for key in known}} <= known


def test_a_missing_file_of_texts_is_noticed(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        texts(f"{tmp_path}/", "en")
