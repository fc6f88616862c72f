"""Pages for people about problems: a list of all, and one for each."""

from functools import cache
from html import escape

import orjson
from markdown_it import MarkdownIt

from domain.kernel.messages import Message, message
from service.docs.guides import GUIDES
from service.docs.reference.assets import REFERENCE
from service.platform.documents import Json
from service.platform.http.pages import STYLE_OF_TEXTS, style_source
from service.platform.http.problems import PROBLEMS
from service.platform.http.rule_links import RULES
from service.platform.languages import in_language, said
from service.processes.explanations import explained

LIST = "/problems"
STYLE = (
    STYLE_OF_TEXTS
    + """
pre { background: var(--tint); padding: .8rem 1rem; overflow-x: auto; border-radius: .25rem; line-height: 1.45; }
pre code { padding: 0; background: none; }
"""
)
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        f"style-src {style_source(STYLE)}"
    ),
    "Referrer-Policy": "no-referrer",
}

_markdown = MarkdownIt("commonmark", {"html": False})


def problem_page(code: str, address: str, said_in: str) -> str:
    """Returns the page of a problem in a language. `address` is that of the API, for the example."""
    problem = in_language(explained(code, address), said_in)
    rule = ""
    if "rule" in problem:
        rule = f"<h2>{_said(message('The rule'), said_in)}</h2>"
        rule += f'<p><a href="{escape(problem["rule_url"])}">{escape(problem["rule"])}</a></p>'
    body = (
        f"<p><code>{code}</code>, {_said(message('HTTP status {status}', status=problem['status']), said_in)}</p>"
        f"<h2>{_said(message('Usual cause'), said_in)}</h2>{_text(problem['cause'])}"
        f"<h2>{_said(message('What to do'), said_in)}</h2>{_text(problem['remedy'])}{rule}"
        f"<h2>{_said(message('Example'), said_in)}</h2><pre><code>{_example(problem['sample'])}</code></pre>"
    )
    return _document(problem["title"], body, said_in)


@cache
def list_page(said_in: str) -> str:
    """Returns the page that lists all problems by their HTTP status, in a language."""
    columns = (message("code"), message("what it means"))
    head = "".join(f'<th scope="col">{_said(each, said_in)}</th>' for each in columns)
    parts = []
    for status in sorted({kind.status for kind in PROBLEMS.values()}):
        codes = sorted(code for code, kind in PROBLEMS.items() if kind.status == status)
        rows = "".join(
            f'<tr><td><a href="{LIST}/{code}">{code}</a></td><td>{_said(PROBLEMS[code].title, said_in)}</td></tr>'
            for code in codes
        )
        parts.append(
            f'<h2 id="{status}">{status}</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )
    return _document(said(message("Problems"), said_in), "".join(parts), said_in)


def _text(text: str) -> str:
    return str(_markdown.render(text))


def _example(example: Json) -> str:
    return escape(orjson.dumps(example, option=orjson.OPT_INDENT_2).decode(), quote=False)


def _said(text: Message, said_in: str) -> str:
    return escape(said(text, said_in))


def _document(title: str, body: str, said_in: str) -> str:
    links = {
        LIST: message("Problems"),
        REFERENCE: message("API reference"),
        GUIDES: message("Guides"),
        RULES: message("Rules"),
    }
    nav = " · ".join(f'<a href="{href}">{_said(text, said_in)}</a>' for href, text in links.items())
    return (
        f'<!DOCTYPE html><html lang="{said_in}"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"<nav>{nav}</nav><h1>{escape(title)}</h1>{body}</body></html>"
    )
