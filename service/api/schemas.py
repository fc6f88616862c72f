"""What may stand in requests: one marshmallow schema for each body and each command; unknown members are refused."""

import unicodedata
from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.bots import BOTS
from domain.cards import FACE_OF_NAME
from domain.climbing.combinations import PATTERNS
from domain.climbing.order import RUNG_NAMES
from domain.games import GAMES
from domain.shengji.friends import CallWord
from domain.shengji.plans import PLAN_LIMIT, Over
from domain.table.decide import ENTROPY_LIMIT
from domain.table.events import DeclineReason
from domain.table.spectators import DELAYS, LONGEST_DELAY_MINUTES
from service.api.deprecation import note_members
from service.api.problems import Problem
from service.application.accounts import SCOPES
from service.projections.account_events import ACCOUNT_EVENT_TYPES

CARDS_LIMIT = 336
"""As many cards as the largest pack has: six decks and a dozen fillers."""
UNIT_LIMIT = 72
"""A run of all copies of a suit's twelve ranks, in six decks."""
UNITS_LIMIT = 100
CALLS_LIMIT = 10
COPIES_LIMIT = 12
WIDTH_LIMIT = 27
"""Half of the one pack of Zheng Shangyou; no combination is as wide."""
TRICKS_LIMIT = 100
HANDS_LIMIT = 1000
SEATS_LIMIT = 10
PLAYER_ID_LIMIT = 64
VERSION_LIMIT = 2**31 - 1
TOKEN_LIFE_LIMIT_S = 10 * 366 * 24 * 3600
URL_LIMIT = 2000
FORMER_LIFE_S = 24 * 3600
FORMER_LIFE_LIMIT_S = 7 * 24 * 3600


def _card(**more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(FACE_OF_NAME, error="write cards like 10S, AH, SJ or BJ"), **more)


class Cards(fields.List[str]):
    """A list of cards by name."""

    def __init__(self, most: int = CARDS_LIMIT) -> None:
        super().__init__(_card(), required=True, validate=validate.Length(1, most))


JOINERS = "\u200c\u200d"
"""Invisible characters without which several scripts cannot be written rightly."""


class Truth(fields.Boolean):
    """`true` or `false`, and nothing that is only like them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return bool(super()._deserialize(value, attr, data, **more))


def _printable(text: str) -> None:
    wrong = [
        character
        for character in text
        if unicodedata.category(character)[0] in "CZ" and character not in JOINERS and character != " "
    ]
    if text and (wrong or not text.strip(JOINERS + " ")):
        raise ValidationError("give printable characters, not only spaces")


def _entropy(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, ENTROPY_LIMIT), _printable])


def _seat() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


class SignUpSchema(Schema):
    """A new player."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), _printable])
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class TokenSchema(Schema):
    """A further token."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), _printable])
    scopes = fields.List(
        fields.String(validate=validate.OneOf(sorted(SCOPES))), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in_s = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(1, TOKEN_LIFE_LIMIT_S)
    )


class SpectatorsSchema(Schema):
    """How late those who hold no seat see a table."""

    delay = fields.String(required=True, validate=validate.OneOf(DELAYS))
    minutes = fields.Integer(strict=True, validate=validate.Range(1, LONGEST_DELAY_MINUTES))

    @validates_schema
    def _minutes_go_with_their_delay(self, data: dict[str, Any], **_: Any) -> None:
        if data["delay"] == "minutes" and "minutes" not in data:
            raise ValidationError(f"give a whole number from 1 to {LONGEST_DELAY_MINUTES}", "minutes")
        if data["delay"] != "minutes" and "minutes" in data:
            raise ValidationError("leave it out, or let delay be minutes", "minutes")


def _url(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=validate.Length(1, URL_LIMIT))


def _event_types(**more: Any) -> fields.List[str]:
    kind = fields.String(validate=validate.OneOf(sorted(ACCOUNT_EVENT_TYPES)))
    return fields.List(kind, validate=validate.Length(0, len(ACCOUNT_EVENT_TYPES)), **more)


class WebhookSchema(Schema):
    """A new webhook."""

    url = _url(required=True)
    types = _event_types(load_default=list)


class WebhookChangesSchema(Schema):
    """What is to change of a webhook."""

    url = _url(required=False)
    types = _event_types()
    enabled = Truth()


class RotationSchema(Schema):
    """A new secret for a webhook."""

    former_lives_s = fields.Integer(
        strict=True, load_default=FORMER_LIFE_S, validate=validate.Range(0, FORMER_LIFE_LIMIT_S)
    )


class OpenTableSchema(Schema):
    """A new table."""

    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)), load_default=dict, validate=validate.Length(0, 100)
    )
    listed = Truth(load_default=True)
    hands = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(1, HANDS_LIMIT))
    spectators = fields.Nested(SpectatorsSchema)


class QuestionSchema(Schema):
    """A question to the rules lab."""

    setup = fields.Dict(keys=fields.String(), load_default=dict)
    input = fields.Dict(keys=fields.String(), load_default=dict)


class CommandSchema(Schema):
    """What every command may say besides its own."""

    type = fields.String(required=True)
    expected_version = fields.Integer(strict=True, validate=validate.Range(1, VERSION_LIMIT))


class SitSchema(CommandSchema):
    seat = _seat()
    entropy = _entropy(required=False)


class LeaveSchema(CommandSchema):
    pass


class SeatBotSchema(CommandSchema):
    seat = _seat()
    bot = fields.String(
        required=True, validate=validate.OneOf(sorted({name for bots in BOTS.values() for name in bots}))
    )


class UnseatBotSchema(CommandSchema):
    seat = _seat()


class SetEntropySchema(CommandSchema):
    entropy = _entropy(required=True)


class StartSchema(CommandSchema):
    pass


class CancelSchema(CommandSchema):
    pass


class ChallengePlayerSchema(CommandSchema):
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), _printable])
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


class DeclineChallengeSchema(CommandSchema):
    reason = fields.String(required=True, validate=validate.OneOf(get_args(DeclineReason)))


class WithdrawChallengeSchema(CommandSchema):
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), _printable])


class DeclareSchema(CommandSchema):
    cards = Cards()


class PassSchema(CommandSchema):
    pass


class PlannedShowSchema(Schema):
    """Cards to be shown, and over whom."""

    cards = Cards()
    over = fields.String(required=True, validate=validate.OneOf(get_args(Over)))


class PlanSchema(CommandSchema):
    shows = fields.List(fields.Nested(PlannedShowSchema), required=True, validate=validate.Length(0, PLAN_LIMIT))


class ClaimRedealSchema(CommandSchema):
    pass


class BurySchema(CommandSchema):
    cards = Cards()


class CallSchema(Schema):
    """A card that is called, in the words of the table."""

    card = _card(required=True)
    word = fields.String(load_default="ordinal", validate=validate.OneOf(get_args(CallWord)))
    ordinal = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, COPIES_LIMIT))


class CallFriendsSchema(CommandSchema):
    calls = fields.List(fields.Nested(CallSchema), load_default=list, validate=validate.Length(0, CALLS_LIMIT))
    solo = Truth(load_default=False)


class ReadingSchema(Schema):
    """As what cards are meant, by as much as is needed to tell it from other readings."""

    pattern = fields.String(validate=validate.OneOf(PATTERNS))
    top = fields.String(validate=validate.OneOf(RUNG_NAMES))
    width = fields.Integer(strict=True, validate=validate.Range(1, WIDTH_LIMIT))


class PlaySchema(CommandSchema):
    cards = Cards()
    units = fields.List(Cards(UNIT_LIMIT), validate=validate.Length(0, UNITS_LIMIT))
    reading = fields.Nested(ReadingSchema)


class ChallengeSchema(CommandSchema):
    trick = fields.Integer(required=True, strict=True, validate=validate.Range(1, TRICKS_LIMIT))
    seat = _seat()


class EndHandSchema(CommandSchema):
    pass


class TakeBackSchema(CommandSchema):
    pass


class ConsentSchema(CommandSchema):
    agree = Truth(required=True)


class PayTributeSchema(CommandSchema):
    card = _card(required=True)


class TakeSchema(CommandSchema):
    card = _card(required=True)


class DiscardSchema(CommandSchema):
    card = _card(required=True)


COMMANDS: dict[str, Schema] = {
    "sit": SitSchema(),
    "leave": LeaveSchema(),
    "seat_bot": SeatBotSchema(),
    "unseat_bot": UnseatBotSchema(),
    "set_entropy": SetEntropySchema(),
    "challenge_player": ChallengePlayerSchema(),
    "decline_challenge": DeclineChallengeSchema(),
    "withdraw_challenge": WithdrawChallengeSchema(),
    "start": StartSchema(),
    "cancel": CancelSchema(),
    "declare": DeclareSchema(),
    "pass": PassSchema(),
    "plan": PlanSchema(),
    "claim_redeal": ClaimRedealSchema(),
    "bury": BurySchema(),
    "call_friends": CallFriendsSchema(),
    "play": PlaySchema(),
    "challenge": ChallengeSchema(),
    "end_hand": EndHandSchema(),
    "take_back": TakeBackSchema(),
    "consent": ConsentSchema(),
    "pay_tribute": PayTributeSchema(),
    "take": TakeSchema(),
    "discard": DiscardSchema(),
}
"""The form of each command by the `type` in its body (design §7: one door), whichever game takes it. The clock of a
game is no command that anybody could give, so its ticks are not among them.
"""


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
            yield from _wrong_members(deeper, f"{path}.{name}" if path else str(name))
    elif isinstance(messages, list):
        yield path, "; ".join(_as_clause(str(message)) for message in messages)
    else:
        yield path, _as_clause(str(messages))


def _as_clause(message: str) -> str:
    """A message of marshmallow as part of a sentence; only its first letter is lowered, since names stand in it."""
    return message[:1].lower() + message[1:].rstrip(".")
