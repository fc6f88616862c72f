"""Shows a problem as a plain page, for people who open the address of a page in a browser and are refused."""

import re
from html import escape

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import NotFound

from domain.kernel.messages import message
from service.platform.documents import Json
from service.platform.http.document_pages import VARY
from service.platform.http.language import spoken_html
from service.platform.http.pages import page

_ADDRESSES = "addresses of pages"
"""The key of that pattern in the extensions of the application."""


def note_addresses_of_pages(app: Flask) -> None:
    """Stores the pattern of the addresses of pages. With it, a malformed id is refused with a page too."""
    forms = [
        re.sub(r"<[^<>]+>", "[^/]+", rule.rule)
        for rule in app.url_map.iter_rules()
        if hasattr(app.view_functions[rule.endpoint], "page_varies")
    ]
    app.extensions[_ADDRESSES] = re.compile("|".join(forms))


def page_varies() -> str | None:
    """Returns the header `Vary` of refusals here, or `None` if the request is not for a page."""
    if request.method not in ("GET", "HEAD"):
        return None
    if isinstance(request.routing_exception, NotFound):
        addresses = current_app.extensions.get(_ADDRESSES)
        return VARY if addresses is not None and addresses.fullmatch(request.path) else None
    varies: str | None = getattr(g.get("view"), "page_varies", None)
    return varies


def refusal_page(problem: Json) -> Response:
    """Returns the page of a problem document: its title, detail and hint, and where it is explained."""
    hint = f"<p>{escape(problem['hint'])}</p>" if "hint" in problem else ""
    body = (
        f'<p class="wrong">{escape(problem["detail"])}</p>{hint}'
        f'<p><a href="/problems/{escape(problem["code"])}">{spoken_html(message("What this means"))}</a> · '
        f'<a href="/docs/">{spoken_html(message("Guides and rules"))}</a></p>'
        f"<p><small>{_request(problem)}</small></p>"
    )
    return page(problem["title"], body, problem["status"])


def _request(problem: Json) -> str:
    return spoken_html(message("{status}, request {id}", status=problem["status"], id=problem["request_id"]))
