"""Fields and checks of request bodies that several features share, and `load`, which reads a body by its schema."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA

from domain.kernel.cards import FACE_OF_NAME
from domain.kernel.instants import EARLIEST, LATEST
from domain.table.decide import ENTROPY_LIMIT
from service.platform.http.deprecation import note_members
from service.platform.http.problems import Problem

CARDS_LIMIT = 336
"""As many cards as the largest pack has: six decks and a dozen fillers."""
UNIT_LIMIT = 72
"""A run of all copies of a suit's twelve ranks, in six decks."""
HANDS_LIMIT = 1000
SEATS_LIMIT = 10
PLAYER_ID_LIMIT = 64
VERSION_LIMIT = 2**31 - 1
TABLE_ID = "^tbl_[0-9A-HJKMNP-TV-Z]{26}$"
PLAYER_ID = "^ply_([0-9A-HJKMNP-TV-Z]{26}|house_[a-z_]{1,30})$"
ZONE_LIMIT = 40
PASSWORD_LIMIT = 200
MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"
"""A time as RFC 3339 writes it."""
WEEK_S = 7 * 24 * 3600
MONTH_S = 30 * 24 * 3600
FORMER_LIFE_S = 24 * 3600
FORMER_LIFE_LIMIT_S = 7 * 24 * 3600


def card_field(**more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(FACE_OF_NAME, error="write cards like 10S, AH, SJ or BJ"), **more)


class Cards(fields.List[str]):
    """A list of cards by name."""

    def __init__(self, most: int = CARDS_LIMIT, *, least: int = 1, required: bool = True) -> None:
        super().__init__(card_field(), required=required, validate=validate.Length(least, most))


JOINERS = "\u200c\u200d"
"""Invisible characters without which several scripts cannot be written rightly."""


class Truth(fields.Boolean):
    """`true` or `false`, and nothing that is only like them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return bool(super()._deserialize(value, attr, data, **more))


def printable(text: str) -> None:
    wrong = [
        character
        for character in text
        if unicodedata.category(character)[0] in "CZ" and character not in JOINERS and character != " "
    ]
    if text and (wrong or not text.strip(JOINERS + " ")):
        raise ValidationError("give printable characters, not only spaces")


def lines(text: str) -> None:
    """As `printable`, in several lines."""
    printable(text.replace("\n", " "))


def entropy_field(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, ENTROPY_LIMIT), printable])


def seat_field() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


def fits(pattern: str, wanted: str) -> validate.Validator:
    """The whole text has to fit; `$` alone would let a line end follow."""
    return validate.Regexp(rf"(?:{pattern})\Z", error=wanted)


def moment_field(*, required: bool, perhaps: bool = False) -> fields.String:
    """A date and time of any zone, as RFC 3339 writes it; `perhaps`: or null, which is what it is when left out."""
    absent: dict[str, Any] = {"allow_none": True, "load_default": None} if perhaps else {}
    wanted = fits(MOMENT, "give a time as RFC 3339 writes it, like 2026-12-24T18:00:00Z")
    return fields.String(required=required, validate=wanted, **absent)


def moment_of(text: str, name: str) -> datetime:
    """The moment that a text of that form names. Raises `ValidationError`."""
    try:
        moment = datetime.fromisoformat(text)
        if EARLIEST <= moment < LATEST:
            return moment
    except (ValueError, OverflowError):
        pass
    raise ValidationError("give a time that there is, from 2000 to 2199", name)


def hands_field(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(1, HANDS_LIMIT), **more)


class CommandSchema(Schema):
    """What every command may say besides its own."""

    type = fields.String(required=True)
    expected_version = fields.Integer(strict=True, validate=validate.Range(1, VERSION_LIMIT))


def load(schema: Schema, body: Any) -> dict[str, Any]:
    """The members of a body that fits the schema.

    Raises:
        Problem: it does not fit; every wrong member is named.
    """
    if not isinstance(body, dict):
        raise Problem("invalid_request", "the body is not a JSON object", hint="send a JSON object")
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        wrong = list(_wrong_members(error.messages))
        raise Problem(
            "invalid_request",
            "; ".join(f"{path}: {message}" for path, message in wrong[:5]),
            facts={"fields": dict(wrong)},
        ) from None
    note_members(schema, body)
    return loaded


def _wrong_members(messages: Any, path: str = "") -> Any:
    """The path and message of every wrong member; marshmallow nests them as the body does."""
    if isinstance(messages, dict):
        for name, deeper in messages.items():
            if path and name == SCHEMA:  # what is wrong with an object as a whole
                yield from _wrong_members(deeper, path)
            else:
                yield from _wrong_members(deeper, f"{path}.{name}" if path else str(name))
    elif isinstance(messages, list):
        yield path, "; ".join(_as_clause(str(message)) for message in messages)
    else:
        yield path, _as_clause(str(messages))


def _as_clause(message: str) -> str:
    """A message of marshmallow as part of a sentence; only its first letter is lowered, since names stand in it."""
    return message[:1].lower() + message[1:].rstrip(".")
