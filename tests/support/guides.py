"""The guides and the README as tests use them: their sections and the examples in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "service" / "docs"
README = ROOT / "README.md"


def guide(name: str) -> str:
    """The Markdown of a guide."""
    return (FOLDER / f"{name}.md").read_text("utf-8")


def section(text: str, title: str) -> str:
    """The text below a heading of the second level, up to the next one."""
    return text.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def examples(text: str, language: str) -> list[str]:
    """The blocks of code in that language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
