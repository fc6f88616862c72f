"""Serves the guides as HTML pages with a table of contents and a search box, without scripts."""

import hashlib
from functools import cache
from html import escape

from flask import Blueprint, Response, request

from domain.kernel.messages import message
from service.docs.guides import GUIDES, NAMES, QUERY_LIMIT, Guide, Section, contents, excerpt, guides, search
from service.docs.reference.assets import REFERENCE
from service.platform.http.pages import HTML, STYLE_OF_TEXTS, style_source
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class, uncounted
from service.platform.http.requests import check_parameters
from service.platform.http.rule_links import RULES

guide_pages = Blueprint("guide_pages", __name__, url_prefix=GUIDES)

SEARCH = f"{GUIDES}/search"
STYLE = (
    STYLE_OF_TEXTS
    + """
:target { background: var(--tint); outline: .3rem solid var(--tint); }
pre { background: var(--tint); padding: .8rem 1rem; overflow-x: auto; border-radius: .25rem; line-height: 1.45; }
pre code { padding: 0; background: none; }
form { margin: .8rem 0; font-family: system-ui, sans-serif; }
input, button { font: inherit; color: inherit; background: var(--tint); border: 1px solid var(--line);
  padding: .3rem .6rem; border-radius: .25rem; }
.contents ul { columns: auto; padding-left: 1.2rem; }
@media print { form { display: none; } }
"""
)
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        f"style-src {style_source(STYLE)}"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@guide_pages.get("", strict_slashes=False)
@uncounted
def list_guides() -> Response:
    """Returns the list of guides, each with its headings."""
    check_parameters()
    return _answer(_index())


@guide_pages.get("/search")
@rate_class("lab")
def search_guides() -> Response:
    """Returns the sections that contain every word of the query."""
    check_parameters("q")
    query = request.args.get("q", "").strip()
    if len(query) > QUERY_LIMIT:
        raise Problem("invalid_request", message("q: give at most {query_limit} characters", query_limit=QUERY_LIMIT))
    return _answer(_document("Search", _found(query), query))


@guide_pages.get("/<name>")
@uncounted
def view_guide(name: str) -> Response:
    """Returns one guide."""
    check_parameters()
    if name not in guides():
        raise Problem(
            "not_found",
            message("there is no guide {name!r}", name=name[:60]),
            hint=message("give one of {names}", names=", ".join(NAMES)),
        )
    return _answer(_page(name))


def _answer(page: str) -> Response:
    body = page.encode()
    response = Response(body, content_type=HTML, headers=HEADERS)
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.make_conditional(request.environ)
    return response


def _document(title: str, body: str, query: str = "") -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f'<nav><a href="{GUIDES}">Guides</a> · <a href="{REFERENCE}">API reference</a> · '
        f'<a href="{RULES}">Rules</a></nav>'
        f'<form action="{SEARCH}" role="search"><input type="search" name="q" aria-label="Search the guides" required'
        f' maxlength="{QUERY_LIMIT}" value="{escape(query)}"> <button>Search</button></form>'
        f"<main>{body}</main></body></html>"
    )


@cache
def _index() -> str:
    parts = "".join(_entry(each) for each in guides().values())
    return _document("Guides", f'<h1>Guides</h1><div class="contents">{parts}</div>')


def _entry(guide: Guide) -> str:
    return f'<h2><a href="{GUIDES}/{guide.name}">{escape(guide.title)}</a></h2>{contents(guide.sections)}'


@cache
def _page(name: str) -> str:
    guide = guides()[name]
    return _document(guide.title, f'<nav class="contents">{contents(guide.sections)}</nav>{guide.html}')


def _found(query: str) -> str:
    found = search(query)
    count = f"{len(found)} sections" if len(found) != 1 else "1 section"
    results = "".join(_result(each, query) for each in found)
    return f"<h1>Search</h1><p>{count} for “{escape(query)}”</p>{results}"


def _result(section: Section, query: str) -> str:
    title = f"{guides()[section.guide].title}: {section.title}"
    return f'<h3><a href="{section.address}">{escape(title)}</a></h3><p>{escape(excerpt(section, query))}</p>'
