"""Fields and checks of request bodies that several features share, and `load`, which reads a body by its schema."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import reduce
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA

from domain.kernel.cards import FACE_OF_NAME
from domain.kernel.instants import EARLIEST, LATEST
from domain.kernel.messages import Message, message
from domain.table.decide import ENTROPY_LIMIT
from domain.tournaments.staff import REASON_LIMIT
from service.platform.http.deprecation import deprecated_members, note_deprecated_members
from service.platform.http.field_messages import as_clause
from service.platform.http.problems import Problem

CARDS_LIMIT = 336
"""The size of the largest pack: six decks and twelve fillers."""
UNIT_LIMIT = 72
"""All copies of the twelve ranks of a suit, in six decks."""
HANDS_LIMIT = 1000
OPTIONS_LIMIT = 100
OPTION_NAME_LIMIT = 64
SEATS_LIMIT = 10
PLAYER_ID_LIMIT = 64
VERSION_LIMIT = 2**31 - 1
TABLE_ID = "^tbl_[0-9A-HJKMNP-TV-Z]{26}$"
PLAYER_ID = "^ply_([0-9A-HJKMNP-TV-Z]{26}|house_[a-z_]{1,30}[0-9]{0,4})$"
ENTRANT_ID = "^[A-Za-z0-9_+-]{1,160}$"
ZONE_LIMIT = 40
PASSWORD_LIMIT = 200
TIMESTAMP = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"
"""A timestamp of RFC 3339."""
WEEK_S = 7 * 24 * 3600
MONTH_S = 30 * 24 * 3600
FORMER_LIFE_S = 24 * 3600
FORMER_LIFE_LIMIT_S = 7 * 24 * 3600


def card_field(**more: Any) -> fields.String:
    return fields.String(
        validate=validate.OneOf(FACE_OF_NAME, error=message("write cards like 10S, AH, SJ or BJ")), **more
    )


class CardsField(fields.List[str]):
    """A list of cards by name."""

    def __init__(self, most: int = CARDS_LIMIT, *, least: int = 1, required: bool = True) -> None:
        super().__init__(card_field(), required=required, validate=validate.Length(least, most))


JOINERS = "\u200c\u200d"
"""Invisible characters that several scripts need for correct spelling."""


class StrictBoolean(fields.Boolean):
    """`true` or `false`. Similar values, such as 1, are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return bool(super()._deserialize(value, attr, data, **more))


def is_printable(text: str) -> bool:
    """Returns whether a text has only printable characters, and not only spaces. An empty one counts as printable."""
    wrong = [
        character
        for character in text
        if unicodedata.category(character)[0] in "CZ" and character not in JOINERS and character != " "
    ]
    return not text or (not wrong and bool(text.strip(JOINERS + " ")))


def check_printable(text: str) -> None:
    if not is_printable(text):
        raise ValidationError(message("give printable characters, not only spaces"))


def check_printable_lines(text: str) -> None:
    """Like `check_printable`, but allows line breaks."""
    check_printable(text.replace("\n", " "))


def entropy_field(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, ENTROPY_LIMIT), check_printable])


def seat_field() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


def full_match(pattern: str, wanted: str) -> validate.Validator:
    """Returns a validator that matches the whole text. `$` alone would allow a trailing line break."""
    return validate.Regexp(rf"(?:{pattern})\Z", error=wanted)


def timestamp_field(*, required: bool, perhaps: bool = False) -> fields.String:
    """Returns a field for an RFC 3339 timestamp in any time zone. With `perhaps`, null is allowed and the default."""
    absent: dict[str, Any] = {"allow_none": True, "load_default": None} if perhaps else {}
    wanted = full_match(TIMESTAMP, message("give a time as RFC 3339 writes it, like 2026-12-24T18:00:00Z"))
    return fields.String(required=required, validate=wanted, **absent)


def datetime_of(text: str, name: str) -> datetime:
    """Returns the time in a text of this form. Raises `ValidationError`."""
    try:
        time = datetime.fromisoformat(text)
        if EARLIEST <= time < LATEST:
            return time
    except (ValueError, OverflowError):
        pass
    raise ValidationError(message("give a time that exists, from 2000 to 2199"), name)


def whole_field(low: int, high: int, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high), **more)


def word_field(allowed: tuple[str, ...], **more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(allowed), **more)


def name_field(limit: int, **more: Any) -> fields.String:
    return fields.String(validate=[validate.Length(1, limit), check_printable], **more)


def player_field(**more: Any) -> fields.String:
    return fields.String(validate=full_match(PLAYER_ID, message("give the id of a player")), **more)


def entrant_field(*, required: bool = True) -> fields.String:
    return fields.String(required=required, validate=full_match(ENTRANT_ID, message("give the id of an entrant")))


def reason_field(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, REASON_LIMIT), check_printable_lines])


def hands_field(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(1, HANDS_LIMIT), **more)


class PlayerOrNameField(fields.String):
    """A player by id or by name. The contract has a component for it, so that generated classes have a clear name."""


class OptionsField(fields.Dict):
    """Options of the rules by name. The catalogue of the game checks them, and names the option in its refusal."""

    def __init__(self) -> None:
        super().__init__(
            keys=fields.String(validate=validate.Length(1, OPTION_NAME_LIMIT)),
            load_default=dict,
            validate=validate.Length(0, OPTIONS_LIMIT),
        )


class ClockField(fields.Dict):
    """A clock, which `domain/clocks/rules.py` checks. An empty object means no clock."""

    def __init__(self) -> None:
        super().__init__(keys=fields.String(), load_default=dict)


class PausesField(fields.Dict):
    """Which pauses stop the clocks. `domain/clocks/ladder.py` checks them, and knows the default of each member."""

    def __init__(self) -> None:
        super().__init__(keys=fields.String(), load_default=dict)


class LadderField(fields.Dict):
    """What follows a missed deadline. `domain/clocks/ladder.py` checks it, and knows the default of each member."""

    def __init__(self) -> None:
        super().__init__(keys=fields.String(), load_default=dict)


class CommandSchema(Schema):
    """The members of every command."""

    type = fields.String(required=True)
    expected_version = fields.Integer(strict=True, validate=validate.Range(1, VERSION_LIMIT))


def check_object(body: Any) -> None:
    """Checks that a body is a JSON object. Raises `Problem`."""
    if not isinstance(body, dict):
        raise Problem("invalid_request", message("the body is not a JSON object"), hint=message("send a JSON object"))


def load(schema: Schema, body: Any) -> dict[str, Any]:
    """Returns the loaded members of a body.

    Raises:
        Problem: the body does not match the schema. Names every wrong member.
    """
    check_object(body)
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        wrong = list(_wrong_members(error.messages, schema))
        raise Problem(
            "invalid_request",
            reduce(
                lambda before, one: message("{before}; {one}", before=before, one=one),
                (message("{path}: {wanted}", path=path, wanted=wanted) for path, wanted in wrong[:5]),
            ),
            facts={"fields": dict(wrong)},
        ) from None
    note_deprecated_members(schema, body)
    return loaded


def _wrong_members(
    messages: Any, at: Schema | fields.Field[Any] | None, path: str = ""
) -> Iterator[tuple[str, Message]]:
    """Yields the path and message of every wrong member. marshmallow nests the messages like the body.

    Args:
        messages: the messages of this part of the body.
        at: the schema or field of this part; `None` if it has none.
        path: the path of this part.
    """
    if isinstance(messages, dict):
        for name, deeper in messages.items():
            if path and name == SCHEMA:  # an error of the object as a whole
                yield from _wrong_members(deeper, None, path)
                continue
            where = f"{path}.{name}" if path else str(name)
            if isinstance(at, Schema) and deeper == [at.error_messages["unknown"]]:
                yield where, message("unknown; known are {members}", members=", ".join(_known_members(at)))
            else:
                yield from _wrong_members(deeper, _below(at, name), where)
    elif isinstance(messages, list):
        yield (
            path,
            reduce(lambda before, one: message("{before}; {one}", before=before, one=one), map(as_clause, messages)),
        )
    else:
        yield path, as_clause(messages)


def _known_members(schema: Schema) -> Iterator[str]:
    """Yields the members that a body can have, except those that new programs should not use."""
    outdated = deprecated_members(schema)
    return (field.data_key or name for name, field in schema.load_fields.items() if name not in outdated)


def _below(at: Schema | fields.Field[Any] | None, name: str | int) -> Schema | fields.Field[Any] | None:
    """Returns the schema or field of a member of an object, or of an item of a list."""
    if isinstance(at, Schema) and isinstance(name, int):
        return at  # one of several nested objects
    if isinstance(at, Schema):
        found: Any = next((field for key, field in at.load_fields.items() if (field.data_key or key) == name), None)
    else:
        found = at.inner if isinstance(at, fields.List) else None
    return found.schema if isinstance(found, fields.Nested) else found
