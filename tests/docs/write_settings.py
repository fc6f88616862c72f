"""Writes the table of settings in the operators' guide from the code.

.venv/bin/python -m tests.docs.write_settings
"""

import re

from service.platform.settings import about_settings
from tests.support.guides import FOLDER

GUIDE = FOLDER / "operators.md"
HEAD = "| variable | default | what it is |\n|---|---|---|\n"
_TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")


def table() -> str:
    """The table of all settings as Markdown."""
    return HEAD + "".join(
        f"| `{name}` | {_written(default)} | {_escaped(meaning)} |\n"
        for name, (meaning, default) in about_settings().items()
    )


def _written(default: object) -> str:
    text = str(default).lower() if isinstance(default, bool) else str(default)
    return f"`{text}`" if text else "empty"


def _escaped(meaning: str) -> str:
    """Escapes angle brackets, in which Markdown would find a link."""
    return meaning.replace("<", "\\<")


def with_table(guide: str) -> str:
    """The guide with its table of settings replaced."""
    made, count = _TABLE.subn(lambda _: table(), guide)
    if count != 1:
        raise ValueError(f"{GUIDE} has {count} tables of settings instead of one")
    return made


if __name__ == "__main__":
    GUIDE.write_text(with_table(GUIDE.read_text("utf-8")), "utf-8")
