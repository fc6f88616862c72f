"""Request bodies about tables: opening one, rematches, and how many hands are played."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.clocks.odds import ODDS_LEAST, ODDS_MOST
from domain.games.registry import GAMES
from domain.kernel.cards import read_cards
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.table.deals import GivenDeal
from domain.table.events import ChatRule
from domain.table.length import LENGTH_KINDS
from domain.table.rematch import Seating
from domain.table.spectators import DELAYS, LONGEST_DELAY_MINUTES
from service.platform.http.fields import (
    HANDS_LIMIT,
    SEATS_LIMIT,
    CardsField,
    ClockField,
    LadderField,
    OptionsField,
    PausesField,
    StrictBoolean,
    entropy_field,
    hands_field,
    whole_field,
)
from service.sandbox.schemas import EXPIRY_LEAST_S, EXPIRY_MOST_S, EXPIRY_S

DEALS_LIMIT = 50
RECORD_FORMAT = "shengji-record"
EVENTS_LIMIT = 100_000
"""The most events in a record that is verified. The size of the body is the tighter limit."""


class SpectatorsSchema(Schema):
    """The delay with which spectators see a table."""

    delay = fields.String(required=True, validate=validate.OneOf(DELAYS))
    minutes = fields.Integer(strict=True, validate=validate.Range(1, LONGEST_DELAY_MINUTES))

    @validates_schema
    def _minutes_go_with_their_delay(self, data: dict[str, Any], **_: Any) -> None:
        if data["delay"] == "minutes" and "minutes" not in data:
            raise ValidationError(
                message(
                    "give a whole number from 1 to {longest_delay_minutes}", longest_delay_minutes=LONGEST_DELAY_MINUTES
                ),
                "minutes",
            )
        if data["delay"] != "minutes" and "minutes" in data:
            raise ValidationError(message("give minutes only with the delay minutes"), "minutes")


class DealSchema(Schema):
    """A chosen deal: one order of the cards, or the hands of all seats and the kitty."""

    order = CardsField(required=False)
    hands = fields.List(CardsField(least=0), validate=validate.Length(2, SEATS_LIMIT))
    kitty = CardsField(least=0, required=False)
    first_drawer = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> GivenDeal:
        if ("order" in data) == ("hands" in data):
            raise ValidationError(message("give either order, or hands and kitty"), "order")
        if "kitty" in data and "order" in data:
            raise ValidationError(message("leave kitty out: it is the end of the order"), "kitty")
        return GivenDeal(
            order=read_cards(data["order"]) if "order" in data else None,
            hands=tuple(map(read_cards, data.get("hands", ()))),
            kitty=read_cards(data.get("kitty", ())),
            first_drawer=Seat(data["first_drawer"]) if "first_drawer" in data else None,
        )


class LengthSchema(Schema):
    """The length of a match."""

    kind = fields.String(required=True, validate=validate.OneOf(LENGTH_KINDS))
    hands = hands_field()

    @validates_schema
    def _hands_go_with_their_kind(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "hands" and "hands" not in data:
            raise ValidationError(
                message("give a whole number from 1 to {hands_limit}", hands_limit=HANDS_LIMIT), "hands"
            )
        if data["kind"] != "hands" and "hands" in data:
            raise ValidationError(message("give hands only with the kind hands"), "hands")


class OpenTableSchema(Schema):
    """A new table."""

    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = OptionsField()
    seats = fields.Integer(strict=True, validate=validate.Range(2, SEATS_LIMIT))
    listed = StrictBoolean(load_default=True)
    length = fields.Nested(LengthSchema)
    hands = hands_field(allow_none=True)
    spectators = fields.Nested(SpectatorsSchema)
    clock = ClockField()
    time_odds = fields.List(
        whole_field(ODDS_LEAST, ODDS_MOST), load_default=list, validate=validate.Length(0, SEATS_LIMIT)
    )
    pauses = PausesField()
    ladder = LadderField()
    expires_after_s = fields.Integer(
        strict=True, allow_none=True, load_default=EXPIRY_S, validate=validate.Range(EXPIRY_LEAST_S, EXPIRY_MOST_S)
    )
    starts_when_full = StrictBoolean(load_default=False)
    min_reliability = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(0, 100))
    chat = fields.String(load_default="all", validate=validate.OneOf(get_args(ChatRule)))
    public = StrictBoolean(load_default=True)
    deals = fields.List(fields.Nested(DealSchema), load_default=list, validate=validate.Length(0, DEALS_LIMIT))

    @validates_schema
    def _length_is_said_once(self, data: dict[str, Any], **_: Any) -> None:
        if "length" in data and "hands" in data:
            raise ValidationError(message("leave hands out if you give length"), "hands")


class RecordSchema(Schema):
    """A record of a game, as `GET /v1/tables/{table_id}/record` returns it. Its events are read later."""

    format = fields.String(required=True, validate=validate.OneOf([RECORD_FORMAT]))
    revision = fields.Integer(required=True, strict=True, validate=validate.Range(1, 1000))
    table = fields.String(validate=validate.Length(1, 64))
    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    complete = StrictBoolean()
    hands = fields.Integer(strict=True, validate=validate.Range(0, HANDS_LIMIT))
    bots = fields.List(fields.Dict(), validate=validate.Length(0, EVENTS_LIMIT))
    events = fields.List(fields.Dict(), required=True, validate=validate.Length(1, EVENTS_LIMIT))


class RematchSchema(Schema):
    """A rematch."""

    seats = fields.String(load_default="same", validate=validate.OneOf(get_args(Seating)))
    entropy = entropy_field(required=False)
