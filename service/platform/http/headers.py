"""Headers that keep browsers from doing more with an answer than it is for (OWASP Secure Headers Project).

| header | what it keeps from happening |
|---|---|
| `Content-Security-Policy` | that anything in an answer is run or shown as a page; pages of ours allow what they hold |
| `X-Content-Type-Options` | that an answer is taken for something else than it says |
| `Referrer-Policy` | that addresses with ids in them are told to others |
| `Strict-Transport-Security` | that a browser asks without TLS, where the service is reached by https |
"""

import base64
import hashlib
import re

from flask import Response

DOCUMENTS = "/docs/"
"""The interactive form of the contract: the one page here that runs scripts, which come with it."""
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
TWO_YEARS_S = 63_072_000
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def guard(response: Response, path: str, *, is_by_tls: bool) -> None:
    """Puts the headers on an answer that it does not have yet.

    Args:
        response: the answer.
        path: what was asked for.
        is_by_tls: whether the service is reached by https and never otherwise.
    """
    headers = response.headers
    headers["X-Content-Type-Options"] = "nosniff"
    headers.setdefault("Referrer-Policy", "no-referrer")
    if "Content-Security-Policy" not in headers:
        headers["Content-Security-Policy"] = _of_documents(response) if path == DOCUMENTS else NOTHING
    if is_by_tls:
        headers["Strict-Transport-Security"] = f"max-age={TWO_YEARS_S}"


def _of_documents(response: Response) -> str:
    """What the page may do: run its own scripts, of which one stands in it, and ask this service."""
    hashes = (base64.b64encode(hashlib.sha256(each).digest()).decode() for each in _SCRIPT.findall(response.get_data()))
    scripts = " ".join(("'self'", *(f"'sha256-{each}'" for each in hashes)))
    return (
        f"{NOTHING}; connect-src 'self'; script-src {scripts}; "
        # The page builds its styles while it runs, so they have no hash.
        "img-src 'self' data:; style-src 'self' 'unsafe-inline'"
    )
