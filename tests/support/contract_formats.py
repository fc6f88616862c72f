"""The formats of openapi.yaml that schemathesis does not know."""

import unicodedata

import schemathesis
from hypothesis import strategies as st


def is_printable(text: str) -> bool:
    """Returns whether the contract calls a text printable."""
    return bool(text.strip()) and all(unicodedata.category(each)[0] not in "CZ" or each == " " for each in text)


def load_formats() -> None:
    """Tells schemathesis how to make texts of these formats."""
    schemathesis.openapi.format("printable", _printable(most=40))
    lines = st.lists(_printable(most=20), min_size=1, max_size=3)
    schemathesis.openapi.format("lines", lines.map("\n".join))


def _printable(most: int) -> st.SearchStrategy[str]:
    return st.text(st.characters(codec="utf-8"), min_size=1, max_size=most).filter(is_printable)
