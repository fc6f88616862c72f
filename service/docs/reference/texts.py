"""Renders the Markdown of the contract, with links to what its code names, and prints JSON for people."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from service.docs.guides import anchor_of
from service.docs.reference.addresses import Contract

LINE = 100
"""The longest value of JSON on one line, in characters."""


class Texts:
    """Renders texts of the contract."""

    def __init__(self, contract: Contract) -> None:
        """Takes the contract, whose operations and schemas texts name."""
        self._contract = contract
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._markdown.add_render_rule("code_inline", lambda _, tokens, place, *__: self._code(tokens[place].content))
        self._markdown.add_render_rule("heading_open", _heading)
        self._markdown.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>')
        self._markdown.add_render_rule("table_close", lambda *_: "</table></div>")

    def block(self, text: str) -> Markup:
        """Returns paragraphs, lists and tables as HTML. HTML in the text is escaped."""
        return Markup(self._markdown.render(text))  # noqa: S704 - the renderer escapes the text

    def line(self, text: str) -> Markup:
        """Returns a text without paragraphs as HTML."""
        return Markup(self._markdown.renderInline(text))  # noqa: S704 - the renderer escapes the text

    def headings(self, text: str) -> list[tuple[str, str]]:
        """Returns the headings of a text, each with its anchor."""
        tokens = self._markdown.parse(text)
        titles = (tokens[place + 1].content for place, each in enumerate(tokens) if each.type == "heading_open")
        return [(title, anchor_of(title)) for title in titles]

    def _code(self, code: str) -> str:
        shown = f"<code>{escape(code)}</code>"
        address = self._contract.address_in_text(code)
        return f'<a href="{escape(address)}">{shown}</a>' if address else shown


def _heading(_renderer: Any, tokens: Sequence[Token], place: int, *_: Any) -> str:
    return f'<{tokens[place].tag} id="{escape(anchor_of(tokens[place + 1].content))}">'


def json_text(value: Any, indent: int = 0) -> str:
    """Returns JSON for people: what fits on a line is on one line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(short) + indent <= LINE or not isinstance(value, dict | list) or not value:
        return short
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {json_text(each, indent + 2)}" for key, each in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [json_text(each, indent + 2) for each in value]
        opening, closing = "[", "]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{closing}"
