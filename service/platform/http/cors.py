"""Cross-origin access from web pages (the CORS protocol of the Fetch standard), with flask-cors.

Pages send tokens themselves and the browser never does. Credentials are therefore off, and any origin can be allowed.
Pages that this service renders are excluded, because scripts of other sites have no use for them.
"""

import re

from flask import Flask, Response, request
from flask_cors import CORS

PATHS = re.compile(
    r"/v1/|/oauth/(token|revoke|device_authorization)\Z|/\.well-known/|/openapi(\.(json|yaml)|-[a-z0-9-]+\.json)\Z",
    re.ASCII,
)
"""Paths that allow cross-origin requests. `/oauth/authorize` and `/oauth/device` are pages, and not among them."""
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
    "Allow",
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
"""Headers that a page may read, besides those that are always readable."""
HEADERS_FOR_ANY_ORIGIN = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", ", ".join(TOLD)))
"""The headers of all responses but preflights, if any origin is allowed. flask-cors would compute them each time."""
KEPT_S = 7200
"""Seconds for which browsers cache a preflight response. No common browser caches it for longer."""


def allow_pages(app: Flask, origins: str) -> None:
    """Allows cross-origin requests.

    Args:
        app: the application.
        origins: `*` for any origin, or origins separated by commas. If empty, nothing is allowed.
    """
    if not origins:
        return
    is_any = origins == "*"
    if not is_any:
        _vary_by_origin(app)
    CORS(
        app,
        resources={PATHS: {}},
        # Compiled patterns, because flask-cors would interpret some plain addresses as patterns.
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


def _vary_by_origin(app: Flask) -> None:
    """Adds `Vary: Origin` also to responses without an `Origin` in the request, which flask-cors does not do."""

    @app.after_request
    def vary(response: Response) -> Response:
        if PATHS.match(request.path):
            response.vary.add("Origin")
        return response
