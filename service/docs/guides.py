"""The guides: Markdown files of the package, rendered once and searched by section.

Everything here is a pure function of the files. `service/docs/pages.py` serves the result.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

GUIDES = "/docs/guides"
"""The address of the list of guides."""
FOLDER = Path(__file__).parent
NAMES = (
    "client-authors",
    "programs",
    "webhooks",
    "sandbox",
    "players",
    "learning",
    "bots",
    "organisers",
    "seasons",
    "operators",
    "capacity",
    "growth",
    "figures",
    "contributors",
    "decisions",
    "glossary",
    "changelog",
)
"""The guides in order of the contents. Each is a Markdown file of this name."""
QUERY_LIMIT = 100
"""The longest search query, in characters."""
FOUND_LIMIT = 30
"""The most sections that a search returns."""
_EXCERPT = 200
_DEEPEST = 3
"""Headings up to this level have an anchor and appear in the contents."""
_WORD = re.compile(r"\w+")


class Section(NamedTuple):
    """A heading and the text below it, up to the next heading.

    Attributes:
        guide: the name of the guide.
        level: the level of the heading, 1 to 3.
        title: the heading as plain text.
        anchor: the id of the heading in the page, unique in the guide.
        text: the plain text below the heading.
    """

    guide: str
    level: int
    title: str
    anchor: str
    text: str

    @property
    def address(self) -> str:
        """The address of the section."""
        return f"{GUIDES}/{self.guide}#{self.anchor}"


class Guide(NamedTuple):
    """A rendered guide: its name, its title, its sections in order, and its text as HTML."""

    name: str
    title: str
    sections: tuple[Section, ...]
    html: str


@cache
def guides() -> dict[str, Guide]:
    """Returns all guides by name. The first call renders them, which takes a fraction of a second."""
    return {name: render(name, (FOLDER / f"{name}.md").read_text("utf-8")) for name in NAMES}


def render(name: str, text: str) -> Guide:
    """Renders the Markdown of a guide. HTML in the text is escaped."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    sections = tuple(_sections(name, tokens))
    _add_anchors(tokens, [each.anchor for each in sections])
    for token in tokens:
        _replace_link_targets(token)
    html = str(markdown.renderer.render(_scrolling(tokens), markdown.options, {}))
    return Guide(name, sections[0].title, sections, html)


def _sections(name: str, tokens: Sequence[Token]) -> Iterator[Section]:
    """Yields the sections of a guide, in order."""
    starts = [place for place, token in enumerate(tokens) if _is_heading(token)]
    used = Counter[str]()
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        title = _plain(tokens[start + 1])
        text = " ".join(filter(None, map(_plain, tokens[start + 2 : end])))
        yield Section(name, int(tokens[start].tag[1]), title, _anchor(title, used), text)


def _is_heading(token: Token) -> bool:
    return token.type == "heading_open" and int(token.tag[1]) <= _DEEPEST


def _plain(token: Token) -> str:
    """Returns the text of a token without markup."""
    if token.type in ("fence", "code_block"):
        return token.content
    return "".join(" " if each.type == "softbreak" else each.content for each in token.children or ())


def anchor_of(title: str) -> str:
    """Returns the anchor of a heading as code hosts build it: lower case, hyphens for spaces, no other punctuation."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _anchor(title: str, used: Counter[str]) -> str:
    """Returns the anchor of a heading, with a number if an earlier heading has the same."""
    anchor = anchor_of(title)
    used[anchor] += 1
    return anchor if used[anchor] == 1 else f"{anchor}-{used[anchor] - 1}"


def _add_anchors(tokens: Sequence[Token], anchors: Sequence[str]) -> None:
    for token, anchor in zip(filter(_is_heading, tokens), anchors, strict=True):
        token.attrSet("id", anchor)


def _replace_link_targets(token: Token) -> None:
    """Replaces the targets of links to files by the addresses at which the service shows them."""
    for each in token.children or ():
        if each.type == "link_open":
            each.attrSet("href", served(str(each.attrGet("href"))))


def served(target: str) -> str:
    """Returns the address at which the service has a file that a guide links to."""
    path, _, anchor = target.partition("#")
    if urlsplit(target).scheme or path.startswith("/") or not path:
        return target
    if path.endswith("/openapi.yaml"):
        return "/openapi.yaml"
    return f"{GUIDES}/{path.removesuffix('.md')}" + (f"#{anchor}" if anchor else "")


def _scrolling(tokens: Sequence[Token]) -> list[Token]:
    """Returns the tokens with a scrollable box around each table, for narrow screens."""
    made: list[Token] = []
    for token in tokens:
        if token.type == "table_open":
            made.append(Token("html_block", "", 0, content='<div class="scroll">'))
        made.append(token)
        if token.type == "table_close":
            made.append(Token("html_block", "", 0, content="</div>\n"))
    return made


def search(query: str) -> list[Section]:
    """Returns the sections that contain every word of a query, those with the most words in the heading first."""
    words = _WORD.findall(query.lower())
    if not words:
        return []
    every = (section for guide in guides().values() for section in guide.sections)
    found = [each for each in every if all(word in f"{each.title}\n{each.text}".lower() for word in words)]
    return sorted(found, key=lambda each: -sum(word in each.title.lower() for word in words))[:FOUND_LIMIT]


def excerpt(section: Section, query: str) -> str:
    """Returns an excerpt of a section around the first word of the query in its text."""
    lowered = section.text.lower()
    places = [place for word in _WORD.findall(query.lower()) if (place := lowered.find(word)) >= 0]
    begin = max(0, min(places, default=0) - _EXCERPT // 3)
    cut = section.text[begin : begin + _EXCERPT]
    return ("…" if begin else "") + cut + ("…" if begin + _EXCERPT < len(section.text) else "")


def contents(sections: Sequence[Section], deepest: int = _DEEPEST) -> str:
    """Returns a table of contents as nested HTML lists, without the title of the guide."""
    made: list[str] = []
    depth = 1
    for each in sections:
        if not 1 < each.level <= deepest:
            continue
        made.append("<ul>" * (each.level - depth) or "</ul>" * (depth - each.level))
        made.append(f'<li><a href="{each.address}">{escape(each.title)}</a></li>')
        depth = each.level
    return "".join([*made, "</ul>" * (depth - 1)])
