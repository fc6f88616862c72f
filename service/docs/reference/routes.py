"""HTTP routes of the API reference, and of the start page of all documents."""

from html import escape

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.docs.guides import GUIDES, guides
from service.docs.reference.assets import POLICY, REFERENCE
from service.platform.http.archive import ARCHIVED, document_response
from service.platform.http.pages import HTML, STYLE_OF_TEXTS, style_source
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import uncounted
from service.platform.http.requests import check_parameters
from service.platform.http.rule_links import RULES

reference_pages = Blueprint("reference_pages", __name__, url_prefix="/docs")

HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
START_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    f"style-src {style_source(STYLE_OF_TEXTS)}"
)


@reference_pages.get("/")
@uncounted
def documents_page() -> Response:
    check_parameters()
    links = {
        REFERENCE: ("API reference", "every operation, with examples, and a search"),
        **{f"{GUIDES}/{each.name}": (each.title, "guide") for each in guides().values()},
        RULES: ("Rules", "the rules of the games, by profile"),
        "/problems": ("Problems", "what each problem code means, and what to do"),
        "/openapi.yaml": ("openapi.yaml", "the API as a document of OpenAPI; /openapi.json is the same as JSON"),
    }
    items = "".join(f'<li><a href="{link}">{escape(name)}</a>: {about}</li>' for link, (name, about) in links.items())
    page = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Documents - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE_OF_TEXTS}</style></head>'
        f"<body><h1>Documents</h1><ul>{items}</ul></body></html>"
    )
    headers = {"Content-Security-Policy": START_POLICY, "Cache-Control": "no-cache"}
    return Response(page, content_type=HTML, headers=headers)


@reference_pages.get("/api", strict_slashes=False)
@uncounted
def reference_start() -> Response:
    return _page(REFERENCE)


@reference_pages.get("/api/<path:name>")
@uncounted
def reference_page(name: str) -> Response:
    return _page(f"{REFERENCE}/{name}")


def _page(address: str) -> Response:
    check_parameters()
    found = ARCHIVED.documents().get(address)
    if found is None:
        hint = message("{reference} lists all operations", reference=REFERENCE)
        raise Problem("not_found", message("the reference has no such page"), hint=hint)
    return document_response(found, HEADERS)
