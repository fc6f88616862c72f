"""Which web pages may use the API from a browser (the CORS protocol of the Fetch standard), by flask-cors.

Tokens are sent by the page itself, never by the browser, so credentials are not allowed and any page can be let in.
Pages of our own that people look at are left out: nobody else's script has any business with them.
"""

import re

from flask import Flask, Response, request
from flask_cors import CORS

PATHS = re.compile(
    r"/v1/|/oauth/(token|revoke|device_authorization)\Z|/\.well-known/|/openapi\.(json|yaml)\Z", re.ASCII
)
"""Where it is allowed; not at `/oauth/authorize` and `/oauth/device`, which are pages."""
METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
ASKED = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "X-Request-Id",
)
"""Headers that a page may send."""
TOLD = (
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "X-Request-Id",
)
"""Headers that a page may read, besides those that every page may."""
KEPT_S = 7200
"""So long a browser keeps what a preflight said; the longest that all of them take."""


def allow_pages(app: Flask, origins: str) -> None:
    """Lets pages use the API.

    Args:
        app: the application.
        origins: `*` for pages of any origin, origins with commas between them, or nothing for none.
    """
    if not origins:
        return
    is_any = origins == "*"
    if not is_any:
        _tell_apart_by_origin(app)
    CORS(
        app,
        resources={PATHS: {}},
        # As patterns, since flask-cors would take some addresses for such.
        origins="*" if is_any else [re.compile(re.escape(each) + r"\Z", re.IGNORECASE) for each in origins.split(",")],
        send_wildcard=is_any,
        always_send=is_any,
        supports_credentials=False,
        methods=METHODS,
        allow_headers=ASKED,
        expose_headers=TOLD,
        max_age=KEPT_S,
        vary_header=False,
        intercept_exceptions=False,
    )


def _tell_apart_by_origin(app: Flask) -> None:
    """Tells caches that the answer depends on the origin also where none is sent, which flask-cors leaves out."""

    @app.after_request
    def vary(response: Response) -> Response:
        if PATHS.match(request.path):
            response.vary.add("Origin")
        return response
