"""Builds responses: JSON bodies, pages of lists, and cursors."""

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
    """Returns the path of the request for responses and logs, with secret codes masked, even in unknown paths."""
    return masked_unknown_path(path) if request.url_rule is None else masked(path)


def json_bytes(document: Any) -> bytes:
    """Returns the document as JSON."""
    return orjson.dumps(document)


def answer(document: Any, status: int = 200) -> Response:
    """Returns a response with a JSON body."""
    return Response(orjson.dumps(document), status, content_type=JSON)


def page_of(name: str, found: Sequence[Mapping[str, Any]], count: int) -> Response:
    """Returns one page of a list.

    Args:
        name: the member that holds the items.
        found: the documents of the items, each with an `id`. Pass one more than `count` if there are more.
        count: the page size.
    """
    page = found[:count]
    return answer({name: page, "next_cursor": cursor_of(page[-1]["id"]) if len(found) > count else None})


def cursor_of(last: str) -> str:
    """Returns an opaque cursor to the item after `last`."""
    return base64.urlsafe_b64encode(last.encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> str | None:
    """Returns the id in a cursor, or `None` if the cursor is not valid."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True).decode("ascii")
    except (ValueError, binascii.Error):
        return None


def version_of_tag(tag: str) -> int | None:
    """Returns the version in an entity tag, or `None` if the tag is not ours."""
    ours = _TAG.fullmatch(tag)
    return int(ours[1]) if ours else None
