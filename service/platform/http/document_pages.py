"""Shows a JSON document as a plain HTML page, for people who open its address in a browser.

The address answers JSON unless the client prefers HTML, so the page needs no address of its own.
"""

import functools
import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import orjson
from flask import Response, current_app, request

from domain.kernel.messages import message
from service.platform.documents import Json
from service.platform.http.answers import JSON
from service.platform.http.ids import page_of_id
from service.platform.http.language import language, note_language, spoken_html
from service.platform.http.pages import HTML, STYLE_OF_TEXTS, style_source
from service.platform.languages import digits_of

View = TypeVar("View", bound=Callable[..., Any])

STYLE = (
    STYLE_OF_TEXTS
    + """
h2 { font-size: 1.1rem; margin: 1rem 0 .3rem; padding: 0; border: 0; }
nav { background: var(--tint); border-radius: .3rem; margin: 1rem 0; padding: .1rem 1rem .5rem; }
nav ul { margin: 0; columns: auto; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .2rem 1rem; margin: .4rem 0; }
dt { color: var(--soft); font-family: system-ui, sans-serif; font-size: .92rem; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd > dl { border-left: 2px solid var(--line); padding-left: .8rem; }
dd > .scroll { margin-top: 0; }
td > .scroll { margin: 0; }
table { overflow-wrap: normal; }
td dl { margin: 0; gap: 0 .6rem; grid-template-columns: auto auto; }
td dt, td dd { overflow-wrap: normal; font-size: inherit; }
.sheet h2 { font-size: 1.2rem; margin: 1.4rem 0 .3rem; }
.sheet td.number, .sheet th.number { text-align: right; }
.sheet td.won { font-weight: 700; }
.bracket { display: flex; gap: 1.2rem; font-family: system-ui, sans-serif; overflow-x: auto; }
.bracket section, .bracket .matches { display: flex; flex-direction: column; flex: 1; min-width: 11rem; }
.bracket .matches { justify-content: space-around; }
.bracket .match { border: 1px solid var(--line); border-radius: .3rem; margin: .5rem 0; padding: .3rem .5rem; }
.bracket .match p { display: flex; justify-content: space-between; gap: .6rem; margin: 0; }
.bracket .match small { color: var(--soft); }
.slips { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .8rem; }
.slip { border: 1px dashed var(--soft); padding: .6rem .8rem; font-family: system-ui, sans-serif; }
.slip b { font-size: 1.15rem; }
.slip .line { border-bottom: 1px solid var(--soft); height: 1.9rem; display: flex; align-items: end; }
@page { margin: 12mm; }
@page wide { size: landscape; margin: 10mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --line: #999; --tint: #fff; --link: #000; }
  body { padding: 0; font-size: 10.5pt; }
  a { text-decoration: none; }
  .programs { display: none; }
  .scroll, .bracket { overflow: visible; }
  thead { display: table-header-group; }
  tr, .slip, .bracket .match, h2 { break-inside: avoid; }
  h2 { break-after: avoid; }
  .new-page, .board + .board { break-before: page; }
  body:has(.bracket) { page: wide; }
}
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
"""
)
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src {style_source(STYLE)}"
    ),
    "Referrer-Policy": "no-referrer",
}
VARY = "Accept, Accept-Language, Authorization, Cookie"
"""What both forms depend on, for caches."""
ROWS_LIMIT = 100
"""The most items of a list that a page shows."""
WRITTEN_BY_PEOPLE = {"club", "description", "name", "reason", "text"}
"""Members whose text is never shown as a link. Otherwise players could pose as others by a name that is an id."""
_PROGRAMS = message("Programs get the same facts as JSON from this address.")
_HOW_TO_WRITE_ONE = message("How to write one")
_WORDS = re.compile(r"[a-z][a-z0-9_]*")


def has_page(varies: str) -> Callable[[View], View]:
    """Marks a view whose document is a page in a browser. Its refusals are then pages too.

    Args:
        varies: the header `Vary` of its answers.
    """

    def decorate(view: View) -> View:
        # service/contract/app_routes.py reads this for openapi.yaml, and refusal_pages.py for refusals.
        view.page_varies = varies  # type: ignore[attr-defined]
        return view

    return decorate


def with_page(title: Callable[[Json], str], body: Callable[[Json], str] | None = None) -> Callable[[View], View]:
    """Makes a view answer HTML if the client prefers it to JSON, and does not request JSON by `format`.

    Args:
        title: returns the title of the page from the document.
        body: returns the content of the page as HTML; `None` for a list of all members.
    """

    def decorate(view: View) -> View:
        @has_page(VARY)
        @functools.wraps(view)
        def shown(*args: Any, **kwargs: Any) -> Response:
            if not prefers_page() or request.args.get("format") == "json":
                response: Response = view(*args, **kwargs)
                response.headers["Vary"] = VARY
                return response
            known = _without_known_tags()
            response = view(*args, **kwargs)
            response.headers["Vary"] = VARY
            if response.content_type != JSON:
                return response
            document: Json = orjson.loads(response.get_data())
            heading = title(document)
            if body is None:
                page = document_page(heading, document, _answers_get)
            else:
                page = html_page(heading, f'<div class="sheet">{body(document)}</div>')
            found = _page_instead(response, page)
            found.make_conditional({**request.environ, **known})
            return found

        return cast("View", shown)

    return decorate


def _without_known_tags() -> dict[str, str]:
    """Takes If-None-Match out of the request, and returns it.

    A browser names the tag of the document there, if a script has read it at the same address. A view that compares it
    would answer 304, and the browser would show the document in place of the page.
    """
    name = "HTTP_IF_NONE_MATCH"
    given = request.environ.pop(name, None)
    return {} if given is None else {name: given}


def _page_instead(response: Response, page: str) -> Response:
    """Returns the response with a page in place of its document. The page has an entity tag of its own."""
    response.set_data(page)
    response.content_type = HTML
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(f"{tag}0{digits_of(language())}")
    return note_language(response, language())


def _answers_get(href: str) -> bool:
    """Returns whether an address answers GET. Browsers cannot follow a link to commands."""
    return current_app.url_map.bind("localhost").test(urlsplit(href).path, "GET")


def prefers_page() -> bool:
    """Returns whether the client prefers HTML to JSON. Only browsers name HTML."""
    accepted = request.headers.get("Accept", "")
    return "text/html" in accepted and request.accept_mimetypes.best_match([JSON, "text/html"], JSON) == "text/html"


def document_page(title: str, document: Json, is_followed: Callable[[str], bool] = lambda _: True) -> str:
    """Returns the page of a document.

    Args:
        title: the title.
        document: the document.
        is_followed: says whether a browser can follow a link of the document.
    """
    return html_page(title, f"{_go_on(document, is_followed)}{_Facts(document).members(document)}")


def html_page(title: str, body: str) -> str:
    """Returns a page. Its body is HTML, and the title is text."""
    return (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8">'
        f"<title>{spoken_html(title)} - Sheng Ji</title>"
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{spoken_html(title)}</h1>{body}"
        f'<p class="programs">{spoken_html(_PROGRAMS)} '
        f'<a href="/docs/guides/client-authors">{spoken_html(_HOW_TO_WRITE_ONE)}</a>.</p></body></html>'
    )


def words(name: str) -> str:
    """Returns the name of a member in words: `starts_when_full` is "Starts when full". Other keys stay as they are."""
    return name.replace("_", " ").capitalize() if _WORDS.fullmatch(name) and page_of_id(name) is None else name


# ------------------------------------------------------------------------------------------------ links


def _go_on(document: Json, is_followed: Callable[[str], bool]) -> str:
    """Returns the list of the links in a document, without those to itself."""
    shown = {name: _followed(link, is_followed) for name, link in _links_in(document) if name != "self"}
    items = "".join(f"<li>{_link_item(name, found)}</li>" for name, found in shown.items() if found)
    return f"<nav><h2>{spoken_html(message('Go on'))}</h2><ul>{items}</ul></nav>" if items else ""


def _links_in(document: Json) -> Iterator[tuple[str, Any]]:
    """Yields the links of a document and of the documents in it, by their relation."""
    links = document.get("_links")
    if isinstance(links, dict):
        yield from links.items()
    for name, each in document.items():
        if isinstance(each, dict) and name != "_links":
            yield from _links_in(each)


def _followed(link: Any, is_followed: Callable[[str], bool]) -> str | list[str]:
    """Returns the address of a link, or those of a list of links. It is empty if a browser cannot follow them."""
    if isinstance(link, list):
        return [found for each in link if isinstance(found := _followed(each, is_followed), str) and found]
    href = link.get("href") if isinstance(link, dict) and "templated" not in link else None
    return href if isinstance(href, str) and _is_ours(href) and is_followed(href) else ""


def _is_ours(href: str) -> bool:
    """Returns whether an address is a path on this server, so that no link runs a script or leads elsewhere."""
    return href.startswith("/") and not href.startswith(("//", "/\\"))


def _link_item(name: str, found: str | list[str]) -> str:
    """Returns one link, or the name of the relation with a numbered link to each address."""
    if isinstance(found, str):
        return _link(found, words(name))
    return f"{escape(words(name))} {' '.join(_link(href, str(number)) for number, href in enumerate(found, start=1))}"


def _link(href: str, text: str, title: str = "") -> str:
    told = f' title="{escape(title)}"' if title else ""
    return f'<a href="{escape(href)}"{told}>{escape(text)}</a>'


# ------------------------------------------------------------------------------------------------ facts


class _Facts:
    """Writes the facts of one document, with names in place of the ids of players."""

    def __init__(self, document: Json) -> None:
        """Takes the document, which has the names."""
        self._own_id = document.get("id")
        self._names = dict(_names_in(document))

    def members(self, document: Json) -> str:
        """Returns the members of the document, or of an object in it."""
        # The links stand in a list of their own.
        shown = {name: value for name, value in document.items() if name != "_links"}
        return f"<dl>{''.join(self._member(name, value) for name, value in shown.items())}</dl>"

    def _member(self, name: str, value: Any) -> str:
        return f"<dt>{_key(name)}</dt><dd>{self._value(name, value)}</dd>"

    def _value(self, name: str, value: Any) -> str:
        match value:
            case None | []:
                return spoken_html(message("none"))
            case dict() if not value:
                return spoken_html(message("none"))
            case bool():
                return spoken_html(message("yes") if value else message("no"))
            case dict() if all(page_of_id(key) and isinstance(each, dict) for key, each in value.items()):
                return self._table(list(value.values()), list(value))
            case dict():
                return self.members(value)
            case list() if all(isinstance(each, dict) for each in value):
                return self._table(value)
            case list():
                return ", ".join(self._value(name, each) for each in value)
            case _:
                return self._text(name, str(value))

    def _text(self, name: str, text: str) -> str:
        """Returns a text. An id becomes a link to its page, with the name of the player if the document has it."""
        href = None if name in WRITTEN_BY_PEOPLE or text == self._own_id else page_of_id(text)
        if href is None:
            return escape(text)
        return _link(href, self._names[text], text) if text in self._names else _link(href, text)

    def _table(self, rows: list[Json], ids: list[str] | None = None) -> str:
        """Returns a table with a column for each member of any row. The ids of the rows come first, if given."""
        columns = list(dict.fromkeys(name for row in rows for name in row))
        first = "" if ids is None else f"<th>{spoken_html(message('Id'))}</th>"
        head = first + "".join(f"<th>{_key(name)}</th>" for name in columns)
        starts = [""] * len(rows) if ids is None else [f"<td>{_key(each)}</td>" for each in ids]
        body = "".join(
            f"<tr>{start}{''.join(self._cells(row, columns))}</tr>"
            for start, row in zip(starts[:ROWS_LIMIT], rows[:ROWS_LIMIT], strict=True)
        )
        more = (
            f"<p>{spoken_html(message('and {count} more', count=len(rows) - ROWS_LIMIT))}</p>"
            if len(rows) > ROWS_LIMIT
            else ""
        )
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'

    def _cells(self, row: Json, columns: list[str]) -> Iterator[str]:
        for name in columns:
            yield f"<td>{self._value(name, row[name]) if name in row else ''}</td>"


def _key(name: str) -> str:
    """Returns the name of a member in words. An id stays as it is, and leads to its page."""
    href = page_of_id(name)
    return escape(words(name)) if href is None else _link(href, name)


def _names_in(document: Json) -> Iterator[tuple[str, str]]:
    """Yields the ids of players with their names, from `players` of a document and of the documents in it."""
    for name, value in document.items():
        if not isinstance(value, dict):
            continue
        if name == "players":
            yield from ((id_, told) for id_, each in value.items() if (told := _name_of(each)))
        yield from _names_in(value)


def _name_of(player: Any) -> str | None:
    """Returns the name of a player in `players`, or `None` for those who closed their account."""
    name = player.get("name") if isinstance(player, dict) else None
    return name if isinstance(name, str) else None
