"""Measures the sentences of docstrings, comments and Markdown: their lengths and their words.

    python -m tests.support.prose service/tables README.md

prints each sentence that is too long and each word to avoid, with its place. The last line has the mean length.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

OUT = Console(highlight=False, markup=False, soft_wrap=True)
LONGEST = 40
"""The maximum number of words in a sentence."""
AVOIDED = {
    "whoever": "if a player…, players who…",
    "whatever": "any, all",
    "mend": "fix",
    "mended": "fixed",
    "so that nobody": "say what happens instead",
    "is told": "receives, sees, is notified",
    "are told": "receive, see, are notified",
    "as it stands": "now, current",
    "as they stand": "now, current",
    "what is left of": "the rest of",
    "look again": "poll",
    "at hand": "cached",
    "doorbell": "notifier",
    "forestalled": "another … acted first",
    "nowise": "not",
    "is held against": "is compared with",
    "are held against": "are compared with",
    "of their own accord": "automatically",
    "those of whom": "their names, as a list",
    "such as are": "those that are",
    "forestall": "act first",
    "forestalls": "acts first",
    "reckon": "count, compute",
    "reckons": "counts, computes",
    "nobody has to": "say what happens instead",
    "as many as may be": "the maximum number of",
    "as far as may be": "as far as possible",
    "so long a": "the time that a",
    "for so long": "the seconds for which",
    "at the longest": "at most",
    "of late": "recently",
    "bring about": "cause",
    "brings about": "causes",
    "brought about": "caused",
    "sees to": "handles, retries",
    "stand still": "stop, be paused",
    "tells of": "reports",
    "told of": "notified of",
    "has to be told": "has to be set, is notified",
    "what became of": "the result of",
    "is kept of": "is stored of",
    "may be had": "is available",
    "be it": "for example, or",
    "wherever": "where, if",
    "gone on": "continued",
}
"""Words to avoid, and what to write instead."""
_SKIPPED = re.compile(r"```.*?```|^(?: {4,}|\t).*$|<[^>]+>", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"``?[^`]+``?")
_END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\"'(*`\[]*[A-Z0-9`])|\n\s*\n|\n\s*(?:[-*]|\d+\.)\s|\||(?<=\S) {2,}|={3,}")
"""The end of a sentence: after its mark, at an empty line, at a list item, or at the edge of a table cell."""
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_ANY_AVOIDED = re.compile(rf"\b(?:{'|'.join(AVOIDED)})\b")
_STRING_OR_COMMENT = re.compile(
    r"""(?P<quote>"{3}|'{3}|["'])(?:\\.|[^\\])*?(?P=quote)|(?P<comment>\#[^\n]*)""", re.DOTALL
)
"""A string is matched too, since a `#` in it begins no comment. `tokenize` takes ten times as long."""


class Sentence(NamedTuple):
    """A sentence and where it begins."""

    path: Path
    line: int
    text: str

    @property
    def words(self) -> int:
        """The number of words. Each piece of code counts as one."""
        return len(_WORD.findall(_CODE.sub(" code ", self.text)))

    @property
    def avoided(self) -> list[str]:
        """The words in it that have a plainer substitute."""
        text = _CODE.sub(" ", self.text).lower()
        found = AVOIDED if _ANY_AVOIDED.search(text) else ()
        return [word for word in found if re.search(rf"\b{word}\b", text)]


def sentences_of(path: Path) -> Iterator[Sentence]:
    """Yields the sentences of a Markdown file, or of the docstrings and comments of a Python file."""
    text = path.read_text("utf-8")
    passages = _python(text) if path.suffix == ".py" else [(1, text)]
    for line, passage in passages:
        yield from _split(path, line, passage)


def _python(text: str) -> Iterator[tuple[int, str]]:
    for node in _statements(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, _without_sections(node.value.value)
    yield from _comments(text)


def _statements(module: ast.Module) -> Iterator[ast.AST]:
    """Yields the statements of a module. Unlike `ast.walk`, it leaves out their expressions."""
    nodes: list[ast.AST] = [module]
    for node in nodes:
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            nodes += getattr(node, part, ())
    yield from nodes


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yields comments with their lines. Comments on consecutive lines are one passage."""
    first, last, parts = 0, -1, list[str]()
    for found in _STRING_OR_COMMENT.finditer(text):
        comment = found["comment"]
        if comment is None or re.match(r"#\s*(?:-{3,}|noqa|type:|!)", comment):
            continue
        line = text.count("\n", 0, found.start()) + 1
        stands_alone = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
        if line != last + 1 or not stands_alone:
            if parts:
                yield first, " ".join(parts)
            first, parts = line, []
        last = line if stands_alone else -1
        parts.append(comment.lstrip("# "))
    if parts:
        yield first, " ".join(parts)


def _without_sections(docstring: str) -> str:
    """Returns a docstring in which each argument, attribute and error begins a new passage."""
    lines = docstring.expandtabs().splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    kept = [line if number == 0 else line[indent:] for number, line in enumerate(lines)]
    marked = re.sub(r"(?m)^(?:Args|Returns|Raises|Yields|Attributes):$", "\n", "\n".join(kept))
    return re.sub(r"(?m)^ {4}(\w[\w, *]*): ", r"\n\n\1: ", marked)


def _split(path: Path, line: int, passage: str) -> Iterator[Sentence]:
    passage = _SKIPPED.sub(lambda found: "\n" * found[0].count("\n"), passage)
    at = 0
    for part in _END.split(passage):
        where = passage.index(part, at)
        at = where + len(part)
        text = " ".join(part.split())
        if _WORD.search(text):
            yield Sentence(path, line + passage.count("\n", 0, where + len(part) - len(part.lstrip())), text)


def files_of(places: Sequence[str]) -> Iterator[Path]:
    """Yields the Python and Markdown files in these folders, and these files."""
    for place in map(Path, places):
        yield from sorted([*place.rglob("*.py"), *place.rglob("*.md")]) if place.is_dir() else [place]


def main(places: Sequence[str]) -> None:
    """Prints the sentences to rewrite, and the figures."""
    count = words = 0
    for path in files_of(places):
        for sentence in sentences_of(path):
            count, words = count + 1, words + sentence.words
            if sentence.words > LONGEST:
                OUT.print(f"{path}:{sentence.line}: {sentence.words} words: {sentence.text}")
            for word in sentence.avoided:
                OUT.print(f"{path}:{sentence.line}: “{word}” (write: {AVOIDED[word]}): {sentence.text}")
    OUT.print(f"{count} sentences, {words / max(count, 1):.1f} words on average")


if __name__ == "__main__":
    main(sys.argv[1:])
