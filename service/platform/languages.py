"""The languages of texts for people, and documents said in them.

The code has the English texts, see `domain/kernel/messages.py`. Each other language has a catalogue of gettext under
`service/locale`. A further language needs a catalogue and nothing else: `python -m tests.languages.write_catalogues`
writes the template and the compiled catalogues.
"""

import gettext
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from domain.kernel.messages import Message

LOCALES = Path(__file__).resolve().parents[1] / "locale"
DOMAIN = "messages"
ENGLISH = "en"
LANGUAGES: tuple[str, ...] = (
    ENGLISH,
    *sorted(folder.name.replace("_", "-") for folder in LOCALES.iterdir() if (folder / "LC_MESSAGES").is_dir()),
)
"""The languages by their tags (BCP 47), English first."""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Returns the catalogue of a language, which is one of `LANGUAGES`."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALES, [language.replace("-", "_")])


def best_language(accepted: Iterable[tuple[str, float]]) -> str:
    """Returns the first accepted language that there is, by its tag or by its primary subtag; otherwise English.

    Args:
        accepted: tags with their qualities, the most wanted first.
    """
    for tag, quality in accepted:
        found = _offered(tag.lower()) if quality > 0 else None
        if found is not None:
            return found
    return ENGLISH


def _offered(tag: str) -> str | None:
    primary = tag.partition("-")[0]
    same = [each for each in LANGUAGES if each.lower() == tag]
    return next(iter(same or (each for each in LANGUAGES if each.lower().partition("-")[0] == primary)), None)


def still_offered(language: str | None) -> str | None:
    """Returns the language, or `None` if this release has no catalogue for it: another release stored it."""
    return language if language in LANGUAGES else None


def digits_of(language: str) -> str:
    """Returns digits for entity tags of what is said in a language; none for English."""
    return "" if language == ENGLISH else str(LANGUAGES.index(language))


def said(text: str, language: str) -> str:
    """Returns a text in a language. A text that is no message stays as it is."""
    return text.said_by(catalogue(language)) if isinstance(text, Message) else text


def in_language(document: Any, language: str) -> Any:
    """Returns a document with its messages in a language. Names and codes stay as they are."""
    return document if language == ENGLISH else _translated(document, catalogue(language))


def _translated(part: Any, by: gettext.NullTranslations) -> Any:
    match part:
        case Message():
            return part.said_by(by)
        case dict():
            return {name: _translated(each, by) for name, each in part.items()}
        case list():
            return [_translated(each, by) for each in part]
        case tuple():
            parts = (_translated(each, by) for each in part)
            return type(part)(*parts) if hasattr(part, "_fields") else tuple(parts)
        case _:
            return part
