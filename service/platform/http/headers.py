"""Security headers for every response (OWASP Secure Headers Project).

| header | what it prevents |
|---|---|
| `Content-Security-Policy` | running or displaying a response as a page, except for the content of our own pages |
| `X-Content-Type-Options` | guessing another content type |
| `Referrer-Policy` | sending addresses with ids to other sites |
| `Strict-Transport-Security` | requests without TLS, if the service is reached by https |
"""

import base64
import hashlib
import re

from flask import Response

DOCUMENTS = "/docs/"
"""Swagger UI, the only page here that runs scripts. The page brings them itself."""
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TWO_YEARS_S = 63_072_000
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def add_security_headers(response: Response, path: str, *, is_by_tls: bool) -> None:
    """Adds the security headers that a response does not have yet.

    Args:
        response: the response.
        path: the path of the request.
        is_by_tls: whether the service is reached by https only.
    """
    headers = response.headers
    known = {name for name, _ in headers}
    headers.add("X-Content-Type-Options", "nosniff")
    if "Referrer-Policy" not in known:
        headers.add("Referrer-Policy", "no-referrer")
    if "Content-Security-Policy" not in known:
        headers.add("Content-Security-Policy", _policy_of_documents(response) if path == DOCUMENTS else NOTHING)
    if is_by_tls:
        headers.add("Strict-Transport-Security", f"max-age={TWO_YEARS_S}")


def _policy_of_documents(response: Response) -> str:
    """Returns the policy of the page: it may run its own scripts, one of them inline, and call this service."""
    hashes = (base64.b64encode(hashlib.sha256(each).digest()).decode() for each in _SCRIPT.findall(response.get_data()))
    scripts = " ".join(("'self'", *(f"'sha256-{each}'" for each in hashes)))
    return (
        f"{NOTHING}; connect-src 'self'; script-src {scripts}; "
        # The page generates styles at run time, so they have no hash.
        "img-src 'self' data:; style-src 'self' 'unsafe-inline'"
    )
