"""The body of each command to a table."""

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.clocks.rules import LONGEST_S
from domain.games.bots import BOT_NAMES
from domain.games.sheng_ji.friends import CallWord
from domain.games.sheng_ji.plans import PLAN_LIMIT, Over
from domain.games.zheng_shangyou.card_order import RUNG_NAMES
from domain.games.zheng_shangyou.combinations import PATTERNS
from domain.table.events import ProposalKind
from domain.table.seat_events import DeclineReason
from service.platform.http.fields import (
    PLAYER_ID_LIMIT,
    SEATS_LIMIT,
    UNIT_LIMIT,
    CardsField,
    CommandSchema,
    StrictBoolean,
    card_field,
    check_printable,
    entropy_field,
    seat_field,
    whole_field,
)
from service.tables.order_schemas import TRICKS_LIMIT, WIDTH_LIMIT, GiveOrdersSchema, WithdrawOrdersSchema

UNITS_LIMIT = 100
CALLS_LIMIT = 10
COPIES_LIMIT = 12


class SitSchema(CommandSchema):
    seat = seat_field()
    entropy = entropy_field(required=False)


class ResumeSeatSchema(CommandSchema):
    """Takes the player's seat back from the bot."""


class LeaveSchema(CommandSchema):
    pass


class SeatBotSchema(CommandSchema):
    seat = seat_field()
    bot = fields.String(required=True, validate=validate.OneOf(BOT_NAMES))


class UnseatBotSchema(CommandSchema):
    seat = seat_field()


class SetEntropySchema(CommandSchema):
    entropy = entropy_field(required=True)


class StartSchema(CommandSchema):
    pass


class CancelSchema(CommandSchema):
    pass


class ChallengePlayerSchema(CommandSchema):
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


class DeclineChallengeSchema(CommandSchema):
    reason = fields.String(required=True, validate=validate.OneOf(get_args(DeclineReason)))


class WithdrawChallengeSchema(CommandSchema):
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])


def _proposal_kind() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(get_args(ProposalKind)))


class ProposeSchema(CommandSchema):
    what = _proposal_kind()


class AgreeSchema(CommandSchema):
    what = _proposal_kind()


class DisagreeSchema(CommandSchema):
    pass


class WithdrawProposalSchema(CommandSchema):
    pass


class DeclareSchema(CommandSchema):
    cards = CardsField()


class PassSchema(CommandSchema):
    pass


class PlannedShowSchema(Schema):
    """Cards to show, and whose declarations they may overcall."""

    cards = CardsField()
    over = fields.String(required=True, validate=validate.OneOf(get_args(Over)))


class PlanSchema(CommandSchema):
    shows = fields.List(fields.Nested(PlannedShowSchema), required=True, validate=validate.Length(0, PLAN_LIMIT))


class ClaimRedealSchema(CommandSchema):
    pass


class BurySchema(CommandSchema):
    cards = CardsField()


class CallSchema(Schema):
    """A called card, as players name it."""

    card = card_field(required=True)
    word = fields.String(load_default="ordinal", validate=validate.OneOf(get_args(CallWord)))
    ordinal = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, COPIES_LIMIT))


class CallFriendsSchema(CommandSchema):
    calls = fields.List(fields.Nested(CallSchema), load_default=list, validate=validate.Length(0, CALLS_LIMIT))
    solo = StrictBoolean(load_default=False)


class ReadingSchema(Schema):
    """The intended reading of cards. Only members that distinguish it from other readings are required."""

    pattern = fields.String(validate=validate.OneOf(PATTERNS))
    top = fields.String(validate=validate.OneOf(RUNG_NAMES))
    width = fields.Integer(strict=True, validate=validate.Range(1, WIDTH_LIMIT))


class PlaySchema(CommandSchema):
    cards = CardsField()
    units = fields.List(CardsField(UNIT_LIMIT), validate=validate.Length(0, UNITS_LIMIT))
    reading = fields.Nested(ReadingSchema)


class ChallengeSchema(CommandSchema):
    trick = fields.Integer(required=True, strict=True, validate=validate.Range(1, TRICKS_LIMIT))
    seat = seat_field()


class EndHandSchema(CommandSchema):
    pass


class ClaimSchema(CommandSchema):
    leads = fields.List(CardsField(UNIT_LIMIT), validate=validate.Length(1, TRICKS_LIMIT))


class TakeBackSchema(CommandSchema):
    pass


class ConsentSchema(CommandSchema):
    agree = StrictBoolean(required=True)


class PayTributeSchema(CommandSchema):
    card = card_field(required=True)


class TakeSchema(CommandSchema):
    card = card_field(required=True)


class DiscardSchema(CommandSchema):
    card = card_field(required=True)


BONUS_LEAST_S = 60


class GiveTimeSchema(CommandSchema):
    seat = seat_field()
    seconds = whole_field(BONUS_LEAST_S, LONGEST_S, required=True)


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
    "resume_seat": ResumeSeatSchema(),
    "cancel": CancelSchema(),
    "propose": ProposeSchema(),
    "agree": AgreeSchema(),
    "disagree": DisagreeSchema(),
    "withdraw_proposal": WithdrawProposalSchema(),
    "give_time": GiveTimeSchema(),
    "give_orders": GiveOrdersSchema(),
    "withdraw_orders": WithdrawOrdersSchema(),
    "declare": DeclareSchema(),
    "pass": PassSchema(),
    "plan": PlanSchema(),
    "claim_redeal": ClaimRedealSchema(),
    "bury": BurySchema(),
    "call_friends": CallFriendsSchema(),
    "play": PlaySchema(),
    "challenge": ChallengeSchema(),
    "end_hand": EndHandSchema(),
    "claim": ClaimSchema(),
    "take_back": TakeBackSchema(),
    "consent": ConsentSchema(),
    "pay_tribute": PayTributeSchema(),
    "take": TakeSchema(),
    "discard": DiscardSchema(),
}
"""The schema of each command, by `type`, in all games. Clients cannot send clock ticks, so these are not among them."""
