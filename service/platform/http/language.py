"""The language of the texts of an answer: that of the account, else by `Accept-Language` (RFC 9110, 12.5.4)."""

from collections.abc import Mapping
from html import escape
from typing import Any

from flask import Response, g, request

from domain.kernel.messages import Message
from service.platform.http.answers import JSON, json_bytes
from service.platform.languages import ENGLISH, best_language, in_language, said

LANGUAGE_DEPENDS = "Accept-Language"


def language() -> str:
    """Returns the language of the reader.

    The setting of the account counts if the request has been identified, see `request_context.asker`.
    """
    known = g.get("asker")
    if known is not None and known.language is not None:
        found: str = known.language
        return found
    return ENGLISH if "HTTP_ACCEPT_LANGUAGE" not in request.environ else best_language(request.accept_languages)


def spoken(text: str) -> str:
    """Returns a text in the language of the reader. A text that is no message stays as it is."""
    return said(text, language())


def spoken_html(text: str) -> str:
    """Returns a text in the language of the reader, escaped for a page."""
    return escape(spoken(text))


def spoken_around(template: Message, **parts: str) -> str:
    """Returns a message without values in the language of the reader, escaped for a page, with HTML in its gaps."""
    return spoken_html(template).format_map(parts)


def note_language(response: Response, said_in: str) -> Response:
    """Returns the response with the headers about the language of its texts."""
    response.headers["Content-Language"] = said_in
    response.vary.add(LANGUAGE_DEPENDS)
    return response


def answer_with_texts(
    document: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Returns a JSON response whose messages are in the language of the reader."""
    wanted = language()
    response = Response(json_bytes(in_language(document, wanted)), status, dict(headers or {}), content_type=JSON)
    return note_language(response, wanted)
