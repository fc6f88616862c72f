"""Reads requests: identity, parameters, headers and body."""

import hashlib
import json
import re
from typing import Any, cast
from urllib.parse import parse_qsl

import orjson
from flask import g, request
from werkzeug.datastructures import MultiDict
from werkzeug.sansio.utils import get_content_length

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from service.platform.documents import INCLUDES
from service.platform.http.answers import JSON, read_cursor, version_of_tag
from service.platform.http.ids import is_id
from service.platform.http.problems import Problem
from service.platform.settings import Settings
from service.platform.store.idempotency import Key, key_of

FORM = "application/x-www-form-urlencoded"
FIELDS_LIMIT = 50
LIST_LIMIT = 100
LIST_DEFAULT = 20
SHOWN_ONCE = message("the response contains a secret that is shown only once")


def settings() -> Settings:
    """Returns the settings of the service that answers this request."""
    return cast("Settings", g.service.settings)


def _body_bytes(limit: int) -> bytes:
    """Returns the complete body, of at most `limit` bytes.

    A truncated body is refused, because its beginning could have another meaning.
    """
    if "data" in g:
        return cast("bytes", g.data)
    environ = request.environ
    declared = get_content_length(environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING"))
    if declared is not None and declared > limit:
        raise _too_large(limit)
    try:
        data: bytes = environ["wsgi.input"].read(limit + 1 if declared is None else declared)
    except OSError:
        detail = message("the body is incomplete, arrives too late, or has malformed chunks")
        raise Problem("invalid_request", detail) from None
    if len(data) > limit:
        raise _too_large(limit)
    if declared is not None and len(data) < declared:
        raise Problem(
            "invalid_request",
            message("the body ends after {count} of {declared} bytes", count=len(data), declared=declared),
        )
    g.data = data
    return data


def _too_large(limit: int) -> Problem:
    return Problem(
        "body_too_large",
        message("the body is larger than {limit} bytes", limit=limit),
        hint=message("send at most {limit} bytes", limit=limit),
    )


def body() -> Any:
    """Returns the JSON body.

    Raises:
        Problem: the body is not JSON.
    """
    return parsed(json_bytes(settings().body_limit))


def json_bytes(limit: int) -> bytes:
    """Returns a body of at most `limit` bytes that should be JSON, for `parsed`. Raises `Problem`."""
    if request.environ.get("CONTENT_TYPE") != JSON:
        _check_content_type()
    if "HTTP_CONTENT_ENCODING" in request.environ and request.headers["Content-Encoding"].lower() != "identity":
        raise Problem("not_json", message("the body is encoded"), hint=message("send it without Content-Encoding"))
    return _body_bytes(limit)


def _check_content_type() -> None:
    """Raises `Problem` unless the body is said to be JSON in UTF-8."""
    if request.mimetype != JSON:
        raise Problem(
            "not_json",
            message("the body has the type {mimetype}", mimetype=request.mimetype or "none"),
            hint=message("send {json}", json=JSON),
        )
    if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "us-ascii"):
        raise Problem("not_json", message("the body is not in UTF-8"), hint=message("send JSON in UTF-8"))


def parsed(data: bytes) -> Any:
    """Returns the document in a JSON body. Raises `Problem` if it is not JSON."""
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Problem("malformed_json", message("{error}", error=error)) from None
    # orjson accepts repeated members and keeps the last. They are refused, because the intended one is unknown.
    try:
        _MEMBERS.decode(data.decode())
    except RecursionError:
        raise Problem(
            "malformed_json", message("the body is nested too deeply"), hint=message("nest it less deeply")
        ) from None
    return document


def form() -> MultiDict[str, str] | None:
    """Returns the fields of a form, as OAuth 2 sends them, or `None` if the body is not a form in UTF-8.

    Raises:
        Problem: the body is too large.
    """
    if request.mimetype != FORM:
        return None
    try:
        text = _body_bytes(settings().body_limit).decode()
        fields = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=FIELDS_LIMIT)
    except ValueError:
        return None
    except Problem as problem:
        if problem.code == "body_too_large":
            raise
        return None
    return MultiDict(fields)


def _check_no_repeated_member(members: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in members]
    if len(set(names)) < len(names):
        twin = next(name for name in names if names.count(name) > 1)
        raise Problem(
            "malformed_json",
            message("the member {twin!r} is given twice", twin=twin[:64]),
            hint=message("give it once"),
        )


def wrong_parameter(name: str, wanted: Message) -> Problem:
    """Returns the problem for a wrong parameter or header."""
    return Problem(
        "invalid_request",
        message("{name}: {wanted}", name=name, wanted=wanted),
        hint=wanted,
        facts={"fields": {name: wanted}},
    )


_MEMBERS = json.JSONDecoder(object_pairs_hook=_check_no_repeated_member)


def check_parameters(*names: str) -> None:
    """Raises `Problem` if the query has unknown or repeated parameters."""
    if not request.environ.get("QUERY_STRING"):
        return
    for name, values in request.args.lists():
        if name not in names:
            raise wrong_parameter(
                name,
                (
                    message("unknown; known are {names}", names=", ".join(names))
                    if names
                    else message("unknown; this address takes none")
                ),
            )
        if len(values) > 1:
            raise wrong_parameter(name, message("give it once"))


def _given(name: str) -> str | None:
    """Returns a parameter of the query as text, or `None`. Most requests have no query to parse."""
    return request.args.get(name) if request.environ.get("QUERY_STRING") else None


def whole_parameter(name: str, default: int, low: int, high: int, or_word: str | None = None) -> int:
    """Returns a whole number from the query, or `default`.

    Raises:
        Problem: it is not from `low` to `high`. The problem also offers `or_word`, which the caller reads.
    """
    text = _given(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and low <= int(text) <= high):
        also = f", or {or_word}" if or_word else ""
        raise wrong_parameter(
            name, message("give a whole number from {low} to {high}{also}", low=low, high=high, also=also)
        )
    return int(text)


def boolean_parameter(name: str) -> bool:
    """Returns a boolean from the query, `False` by default. Raises `Problem`."""
    text = _given(name)
    if text is None:
        return False
    if text not in ("true", "false"):
        raise wrong_parameter(name, message("give true or false"))
    return text == "true"


def word_parameter(name: str, allowed: tuple[str, ...]) -> str | None:
    """Returns one of the allowed words from the query, or `None`. Raises `Problem`."""
    text = _given(name)
    if text is not None and text not in allowed:
        raise wrong_parameter(name, message("give one of {allowed}", allowed=", ".join(allowed)))
    return text


def renamed_word_parameter(name: str, former: str, allowed: tuple[str, ...]) -> str | None:
    """Returns one of the allowed words from a parameter that also has an older name, or `None`.

    Raises:
        Problem: the word is not allowed, or the parameter is given by both names.
    """
    word, by_former = word_parameter(name, allowed), word_parameter(former, allowed)
    if word is not None and by_former is not None:
        raise wrong_parameter(former, message("leave it out: it is the older name of {name}", name=name))
    return word or by_former


def included() -> frozenset[str]:
    """Returns the words of `INCLUDES` in the parameter `include`; none by default.

    Raises:
        Problem: the parameter is neither `all` nor a list of these words with commas.
    """
    text = _given("include")
    if text is None:
        return frozenset()
    words = frozenset(INCLUDES if text == "all" else text.split(","))
    if not words.issubset(INCLUDES):
        raise wrong_parameter(
            "include", message("give all, or one or more of {includes} with commas", includes=", ".join(INCLUDES))
        )
    return words


def text_parameter(name: str, most: int) -> str | None:
    """Returns a text of 1 to `most` characters from the query, or `None`. Raises `Problem`."""
    given = _given(name)
    if given is not None and not 1 <= len(given) <= most:
        raise wrong_parameter(name, message("give 1 to {most} characters", most=most))
    return given


def ids_parameter(name: str, pattern: str, most: int) -> list[str] | None:
    """Returns the ids of a query such as `a,b,c`, each once, or `None`.

    Args:
        name: the name of the parameter.
        pattern: the regular expression of an id.
        most: the maximum number of ids.

    Raises:
        Problem: there are too many, or one has not the form of an id.
    """
    given = _given(name)
    if given is None:
        return None
    ids = list(dict.fromkeys(given.split(",")))
    if len(ids) > most:
        raise wrong_parameter(name, message("give at most {most} ids, separated by commas", most=most))
    if not all(re.fullmatch(pattern, each) for each in ids):
        raise wrong_parameter(name, message("give well-formed ids, separated by commas"))
    return ids


def page_limit() -> int:
    """Returns the requested page size."""
    return whole_parameter("limit", LIST_DEFAULT, 1, LIST_LIMIT)


def page_cursor() -> str | None:
    """Returns the id after which a page begins, or `None` for the first page. Raises `Problem`."""
    text = _given("cursor")
    if text is None:
        return None
    after = read_cursor(text)
    if after is None or not is_id(after):
        raise wrong_parameter("cursor", message("give the next_cursor of the previous page"))
    return after


def idempotency_key(by: PlayerId) -> Key | None:
    """Returns the idempotency key with a fingerprint of the request, or `None`. Raises `Problem`."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    if not 1 <= len(given) <= 255 or not all(33 <= ord(character) <= 126 for character in given):
        raise wrong_parameter("Idempotency-Key", message("give 1 to 255 visible ASCII characters"))
    asked = b"\n".join([request.method.encode(), request.path.encode(), _body_bytes(settings().body_limit)])
    return key_of(by, given, hashlib.sha256(asked).hexdigest())


def refuse_idempotency_key(why: Message = SHOWN_ONCE) -> None:
    """Refuses an idempotency key. By default, because the response contains a secret that is shown only once."""
    if "Idempotency-Key" in request.headers:
        raise wrong_parameter("Idempotency-Key", message("not accepted here: {why}", why=why))


def expected_version(in_body: int | None) -> int | None:
    """Returns the expected version from If-Match or from the body, or `None` for any version. Raises `Problem`."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return in_body
    tag = header.strip()
    version = version_of_tag(tag[1:-1]) if len(tag) > 2 and tag[0] == tag[-1] == '"' else None
    if version is None:
        raise wrong_parameter("If-Match", message('give the ETag of a view, like "17-s0-2", or *'))
    if in_body is not None and in_body != version:
        raise wrong_parameter("expected_version", message("If-Match says {version}", version=version))
    return version


def prefers(preference: str) -> bool:
    """Returns whether the request has this preference (RFC 7240). The first preference of each name counts."""
    given = request.headers.get("Prefer")
    if given is None:
        return False
    first: dict[str, str] = {}
    for each in given.lower().split(","):
        name, _, value = each.partition(";")[0].partition("=")
        first.setdefault(name.strip(), value.strip().strip('"'))
    name, _, value = preference.partition("=")
    return first.get(name) == value
