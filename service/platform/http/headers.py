"""Security headers for every response (OWASP Secure Headers Project).

| header | what it prevents |
|---|---|
| `Content-Security-Policy` | running or displaying a response as a page, except for the content of our own pages |
| `X-Content-Type-Options` | guessing another content type |
| `Referrer-Policy` | sending addresses with ids to other sites |
| `Strict-Transport-Security` | requests without TLS, if the service is reached by https |
"""

from flask import Response

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TWO_YEARS_S = 63_072_000


def add_security_headers(response: Response, *, is_by_tls: bool) -> None:
    """Adds the security headers that a response does not have yet.

    Args:
        response: the response.
        is_by_tls: whether the service is reached by https only.
    """
    headers = response.headers
    known = {name for name, _ in headers}
    headers.add("X-Content-Type-Options", "nosniff")
    if "Referrer-Policy" not in known:
        headers.add("Referrer-Policy", "no-referrer")
    if "Content-Security-Policy" not in known:
        headers.add("Content-Security-Policy", NOTHING)
    if is_by_tls:
        headers.add("Strict-Transport-Security", f"max-age={TWO_YEARS_S}")
