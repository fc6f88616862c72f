"""Writing answers: JSON bodies, entity tags, cursors."""

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from flask import Response, request

from service.platform.masking import masked, masked_unknown_path

JSON = "application/json"
_TAG = re.compile(r"([0-9]{1,9})-[a-z0-9]+-[0-9]+")


def shown_path(path: str) -> str:
    """The path of the request as it may be repeated and logged: without codes, also those put there by mistake."""
    return masked_unknown_path(path) if request.url_rule is None else masked(path)


def json_bytes(document: Any) -> bytes:
    """The document as JSON."""
    return orjson.dumps(document)


def answer(document: Any, status: int = 200) -> Response:
    """An answer with a JSON body."""
    return Response(orjson.dumps(document), status, content_type=JSON)


def page_of(name: str, found: Sequence[Mapping[str, Any]], count: int) -> Response:
    """A page of a list.

    Args:
        name: what the items are called.
        found: their documents, each with an `id`; one more than the page holds, where there are more.
        count: how many the page holds at the most.
    """
    page = found[:count]
    return answer({name: page, "next_cursor": cursor_of(page[-1]["id"]) if len(found) > count else None})


def cursor_of(last: str) -> str:
    """An opaque cursor to what comes behind the item of that id."""
    return base64.urlsafe_b64encode(last.encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> str | None:
    """The id in a cursor; none when it is not one of ours."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True).decode("ascii")
    except (ValueError, binascii.Error):
        return None


def version_of_tag(tag: str) -> int | None:
    """Returns the version in an entity tag, or `None` if the tag is not ours."""
    ours = _TAG.fullmatch(tag)
    return int(ours[1]) if ours else None
