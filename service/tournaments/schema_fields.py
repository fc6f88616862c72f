"""Fields and limits that several schemas of tournaments share."""

from typing import Any

from marshmallow import fields, validate

from domain.kernel.instants import Instant, instant_of
from domain.tournaments.settings import ENTRANTS_LIMIT, ROUNDS_LIMIT
from domain.tournaments.staff import REASON_LIMIT
from domain.tournaments.terms import ByeKind
from service.platform.http.fields import PLAYER_ID, check_printable, check_printable_lines, datetime_of, full_match

OVERLAPPING_LIMIT = 100_000
"""The highest round number in formats whose rounds overlap, where every pairing may be a round."""

ASKED_BYES: tuple[ByeKind, ...] = ("half", "zero", "full")


ENTRANT_ID = "^[A-Za-z0-9_+-]{1,160}$"
POINTS_LIMIT = 1_000_000
PLAYERS_LIMIT = 1000
"""The most player ids in a body. Use entry codes to admit more players."""
MATCHES_LIMIT = ENTRANTS_LIMIT // 2
RATING_LIMIT = 1_000_000
WORD_LIMIT = 64


def whole_field(low: int, high: int, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high), **more)


def optional_field(low: int, high: int) -> fields.Integer:
    return whole_field(low, high, allow_none=True, load_default=None)


def word_field(allowed: tuple[str, ...], **more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(allowed), **more)


def name_field(limit: int, **more: Any) -> fields.String:
    return fields.String(validate=[validate.Length(1, limit), check_printable], **more)


def player_field(**more: Any) -> fields.String:
    return fields.String(validate=full_match(PLAYER_ID, "give the id of a player"), **more)


def entrant_field(*, required: bool = True) -> fields.String:
    return fields.String(required=required, validate=full_match(ENTRANT_ID, "give the id of an entrant"))


def reason_field(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, REASON_LIMIT), check_printable_lines])


def round_field(limit: int = ROUNDS_LIMIT) -> fields.Integer:
    return whole_field(1, limit, required=True)


def instant_field(text: str | None, name: str) -> Instant | None:
    """Returns the instant in a text. Raises `ValidationError`."""
    return None if text is None else instant_of(datetime_of(text, name))


def code_field() -> fields.String:
    return name_field(WORD_LIMIT)
