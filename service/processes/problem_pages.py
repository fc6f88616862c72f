"""Pages for people about problems: a list of all, and one for each."""

from functools import cache
from html import escape

import orjson
from markdown_it import MarkdownIt

from service.docs.guides import GUIDES
from service.docs.reference.assets import REFERENCE
from service.platform.documents import Json
from service.platform.http.pages import STYLE_OF_TEXTS, style_source
from service.platform.http.problems import PROBLEMS
from service.platform.http.rule_links import RULES
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


def problem_page(code: str, address: str) -> str:
    """Returns the page of a problem. `address` is that of the API, for the example."""
    problem = explained(code, address)
    rule = ""
    if "rule" in problem:
        rule = f'<h2>The rule</h2><p><a href="{escape(problem["rule_url"])}">{escape(problem["rule"])}</a></p>'
    body = (
        f"<p><code>{code}</code>, HTTP status {problem['status']}</p>"
        f"<h2>Usual cause</h2>{_text(problem['cause'])}<h2>What to do</h2>{_text(problem['remedy'])}{rule}"
        f"<h2>Example</h2><pre><code>{_example(problem['sample'])}</code></pre>"
    )
    return _document(problem["title"], body)


@cache
def list_page() -> str:
    """Returns the page that lists all problems by their HTTP status."""
    parts = []
    for status in sorted({kind.status for kind in PROBLEMS.values()}):
        codes = sorted(code for code, kind in PROBLEMS.items() if kind.status == status)
        rows = "".join(
            f'<tr><td><a href="{LIST}/{code}">{code}</a></td><td>{escape(PROBLEMS[code].title)}</td></tr>'
            for code in codes
        )
        head = '<thead><tr><th scope="col">code</th><th scope="col">what it means</th></tr></thead>'
        parts.append(f'<h2 id="{status}">{status}</h2><table>{head}<tbody>{rows}</tbody></table>')
    return _document("Problems", "".join(parts))


def _text(text: str) -> str:
    return str(_markdown.render(text))


def _example(example: Json) -> str:
    return escape(orjson.dumps(example, option=orjson.OPT_INDENT_2).decode(), quote=False)


def _document(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f'<nav><a href="{LIST}">Problems</a> · <a href="{REFERENCE}">API reference</a> · <a href="{GUIDES}">Guides</a>'
        f' · <a href="{RULES}">Rules</a></nav><h1>{escape(title)}</h1>{body}</body></html>'
    )
