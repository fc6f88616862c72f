"""Security headers for every response (OWASP Secure Headers Project).

| header | what it prevents |
|---|---|
| `Content-Security-Policy` | running or displaying a response as a page, except for the content of our own pages |
| `X-Content-Type-Options` | guessing another content type |
| `Referrer-Policy` | sending addresses with ids to other sites |
| `Strict-Transport-Security` | requests without TLS, if the service is reached by https |
"""

from flask import Response

from service.platform.http.answers import JsonResponse

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TWO_YEARS_S = 63_072_000


_OF_DOCUMENTS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", NOTHING),
)
_BY_TLS = ("Strict-Transport-Security", f"max-age={TWO_YEARS_S}")


def security_headers(response: Response, *, is_by_tls: bool) -> list[tuple[str, str]]:
    """Returns the security headers that a response does not have yet.

    Args:
        response: the response.
        is_by_tls: whether the service is reached by https only.
    """
    headers = list(_OF_DOCUMENTS)
    if not isinstance(response, JsonResponse):
        headers = [each for each in headers if each[0] not in response.headers]
    if is_by_tls:
        headers.append(_BY_TLS)
    return headers
