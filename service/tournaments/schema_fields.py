"""Fields and limits that several schemas of tournaments share."""

from marshmallow import fields

from domain.kernel.instants import Instant, instant_of
from domain.tournaments.settings import ENTRANTS_LIMIT, ROUNDS_LIMIT
from domain.tournaments.terms import ByeKind
from service.platform.http.fields import datetime_of, name_field, whole_field

OVERLAPPING_LIMIT = 100_000
"""The highest round number in formats whose rounds overlap, where every pairing may be a round."""

ASKED_BYES: tuple[ByeKind, ...] = ("half", "zero", "full")


POINTS_LIMIT = 1_000_000
PLAYERS_LIMIT = 1000
"""The most player ids in a body. Use entry codes to admit more players."""
MATCHES_LIMIT = ENTRANTS_LIMIT // 2
RATING_LIMIT = 1_000_000
WORD_LIMIT = 64


def optional_field(low: int, high: int) -> fields.Integer:
    return whole_field(low, high, allow_none=True, load_default=None)


def round_field(limit: int = ROUNDS_LIMIT) -> fields.Integer:
    return whole_field(1, limit, required=True)


def read_instant_or_none(text: str | None, name: str) -> Instant | None:
    """Reads a time; `None` stays `None`. Raises `ValidationError`, which names the field `name`."""
    return None if text is None else instant_of(datetime_of(text, name))


def code_field() -> fields.String:
    return name_field(WORD_LIMIT)
