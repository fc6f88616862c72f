"""Shows a JSON document as a plain HTML page, for people who open its address in a browser.

The address answers JSON unless the client prefers HTML, so the page needs no address of its own.
"""

import functools
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, TypeVar, cast

import orjson
from flask import Response, request

from service.platform.documents import Json
from service.platform.http.answers import JSON
from service.platform.http.pages import HTML, STYLE_OF_TEXTS, style_source

View = TypeVar("View", bound=Callable[..., Any])

STYLE = (
    STYLE_OF_TEXTS
    + """
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .2rem 1rem; margin: .4rem 0; }
dt { color: var(--soft); font-family: system-ui, sans-serif; font-size: .92rem; }
dd { margin: 0; overflow-wrap: anywhere; }
dd > dl { border-left: 2px solid var(--line); padding-left: .8rem; }
"""
)
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src {style_source(STYLE)}"
    ),
    "Referrer-Policy": "no-referrer",
}
VARY = "Accept, Authorization"
"""What both forms depend on, for caches."""
ROWS_LIMIT = 100
"""The most items of a list that a page shows."""


def with_page(title: Callable[[Json], str]) -> Callable[[View], View]:
    """Makes a view answer HTML if the client prefers it to JSON.

    Args:
        title: returns the title of the page from the document.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def shown(*args: Any, **kwargs: Any) -> Response:
            response: Response = view(*args, **kwargs)
            response.headers["Vary"] = VARY
            if response.content_type != JSON or not prefers_page():
                return response
            document: Json = orjson.loads(response.get_data())
            return _page_instead(response, document_page(title(document), document))

        # service/contract/app_routes.py reads this for openapi.yaml.
        shown.has_page = True  # type: ignore[attr-defined]
        return cast("View", shown)

    return decorate


def _page_instead(response: Response, page: str) -> Response:
    """Returns the response with a page in place of its document. The page has an entity tag of its own."""
    response.set_data(page)
    response.content_type = HTML
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(f"{tag}0")
    return response


def prefers_page() -> bool:
    """Returns whether the client prefers HTML to JSON. Only browsers name HTML."""
    accepted = request.headers.get("Accept", "")
    return "text/html" in accepted and request.accept_mimetypes.best_match([JSON, "text/html"], JSON) == "text/html"


def document_page(title: str, document: Json) -> str:
    """Returns the page of a document."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1><p>Programs get the same facts as JSON from this address. "
        '<a href="/docs/guides/client-authors">How to write one</a>.</p>'
        f"{_members(document)}</body></html>"
    )


def _members(document: Json) -> str:
    # Links are for programs.
    shown = {name: value for name, value in document.items() if name != "_links"}
    return f"<dl>{''.join(_member(name, value) for name, value in shown.items())}</dl>"


def _member(name: str, value: Any) -> str:
    return f"<dt>{escape(words(name))}</dt><dd>{_value(value)}</dd>"


def words(name: str) -> str:
    """Returns the name of a member in words: `starts_when_full` is "Starts when full"."""
    return name.replace("_", " ").capitalize()


def _value(value: Any) -> str:
    match value:
        case None | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case dict():
            return _members(value) if value else "none"
        case list() if all(isinstance(each, dict) for each in value):
            return _table(value)
        case list():
            return ", ".join(map(_value, value))
        case _:
            return escape(str(value))


def _table(rows: list[Json]) -> str:
    """Returns a table with a column for each member of any row."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{escape(words(name))}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(_cells(row, columns))}</tr>" for row in rows[:ROWS_LIMIT])
    more = f"<p>and {len(rows) - ROWS_LIMIT} more</p>" if len(rows) > ROWS_LIMIT else ""
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'


def _cells(row: Json, columns: list[str]) -> Iterator[str]:
    for name in columns:
        yield f"<td>{_value(row[name]) if name in row else ''}</td>"
