"""HTTP routes of the web client: its page at each address of the client, and its files."""

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.platform.http.archive import document_response
from service.platform.http.pages import HTML
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import uncounted
from service.web.assets import PAGE_HEADERS, ROOT, client

web = Blueprint("web", __name__)

ADDRESSES = (
    "/play",
    "/tables/<name>",
    "/tables/<name>/analysis",
    "/watch/<name>",
    "/replay",
    "/replay/<name>",
    "/inbox",
    "/account",
    "/seeks",
    "/rules",
    "/rules/<name>",
    "/train",
    "/train/<name>",
    "/sign-in",
    "/code",
    "/code/<code>",
    "/leagues",
    "/leagues/<name>",
    "/leagues/<name>/<part>",
    "/series",
    "/series/<name>",
    "/tournaments",
    "/tournaments/<name>",
    "/tournaments/<name>/<part>",
)
"""The addresses of the client besides `/`. The client reads them, so the server gives the same page for all."""
KEPT = "public, max-age=31536000, immutable"
NOT_KEPT = {"Cache-Control": "no-store"}


@uncounted
def client_page(**_: str) -> Response:
    # The client reads the variables from the address.
    return page_response()


for _address in ADDRESSES:
    web.get(_address)(client_page)


@web.get(f"{ROOT}/<digest>/<path:name>")
@uncounted
def client_file(digest: str, name: str) -> Response:
    found = client()
    if digest != found.digest:
        hint = message("load the page again")
        raise Problem(
            "not_found", message("this release of the client is not served here"), hint=hint, headers=NOT_KEPT
        )
    if name not in found.files:
        raise Problem("not_found", message("the client has no such file"), headers=NOT_KEPT)
    response = document_response(found.files[name])
    response.headers["Cache-Control"] = KEPT
    return response


def page_response() -> Response:
    """Returns the page of the client, which browsers load at each visit. It is too short to compress."""
    return Response(client().page, content_type=HTML, headers={**PAGE_HEADERS, "Cache-Control": "no-cache"})
