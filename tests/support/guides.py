"""Reads sections and examples of the guides and the README for tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "service" / "docs"
README = ROOT / "README.md"


def guide(name: str) -> str:
    """Returns the Markdown of a guide."""
    return (FOLDER / f"{name}.md").read_text("utf-8")


def section(text: str, title: str) -> str:
    """Returns the text below a second-level heading."""
    return text.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def examples(text: str, language: str) -> list[str]:
    """Returns the code blocks in that language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
