"""Builds responses: JSON bodies, pages of lists, and cursors."""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import orjson
from flask import Response, request

from service.platform.documents import Json
from service.platform.masking import masked_text, masked_unknown_path

JSON = "application/json"
_TAG = re.compile(r"([0-9]{1,9})-[a-z0-9]+-[0-9]+")


class JsonResponse(Response):
    """A JSON document. It sets no policies for browsers, and the server needs only its bytes and its headers."""

    def get_wsgi_response(self, environ: dict[str, Any]) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """Returns body, status and headers. Usual ones are complete, so nothing is checked for an environment."""
        if self.status_code != 200 or environ["REQUEST_METHOD"] == "HEAD":
            return super().get_wsgi_response(environ)
        return cast("list[bytes]", self.response), self.status, self.headers.to_wsgi_list()


def shown_path(path: str) -> str:
    """Returns the path of the request for responses and logs, with secret codes masked, even in unknown paths."""
    return masked_unknown_path(path) if request.url_rule is None else masked_text(path)


def json_bytes(document: Any) -> bytes:
    """Returns the document as JSON."""
    return orjson.dumps(document)


def answer(
    document: Any,
    status: int = 200,
    *,
    location: str | None = None,
    cache: str | None = None,
    vary: str | None = None,
    replayed: bool = False,
) -> Response:
    """Returns a response with a JSON body.

    Args:
        document: the body.
        status: the status.
        location: the address of what was made, for the header `Location`.
        cache: the header `Cache-Control`.
        vary: the header `Vary`.
        replayed: whether the response repeats that of an earlier request with the same idempotency key.
    """
    replay = "true" if replayed else None
    known = {"Location": location, "Cache-Control": cache, "Vary": vary, "Idempotency-Replayed": replay}
    headers = {name: value for name, value in known.items() if value is not None}
    return JsonResponse(orjson.dumps(document), status, headers, content_type=JSON)


def tagged_response(tag: str, written: Callable[[], Response]) -> Response:
    """Returns the response with its entity tag, or 304 if the client has it."""
    response = Response(status=304) if request.if_none_match.contains_weak(tag) else written()
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    return response


def page_of(name: str, found: Sequence[Mapping[str, Any]], count: int) -> Response:
    """Returns one page of a list. The arguments are those of `page_document`."""
    return answer(page_document(name, found, count))


def page_document(name: str, found: Sequence[Mapping[str, Any]], count: int) -> Json:
    """Returns the document of one page of a list.

    Args:
        name: the member that holds the items.
        found: the documents of the items, each with an `id`. Pass one more than `count` if there are more.
        count: the page size.
    """
    page = found[:count]
    return {name: page, "next_cursor": cursor_of(page[-1]["id"]) if len(found) > count else None}


def page_of_events(of: Mapping[str, str], found: Sequence[Mapping[str, Any]], count: int, otherwise: int) -> Json:
    """Returns one page of the events of a stream.

    Args:
        of: the member that names the stream, with its id.
        found: the documents of the events, each with a `version`. Pass one more than `count` if there are more.
        count: the page size.
        otherwise: the version after which the next page begins if this one is empty.
    """
    page = found[:count]
    next_after = page[-1]["version"] if page else otherwise
    return {**of, "events": page, "next_after": next_after, "more": len(found) > count}


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
