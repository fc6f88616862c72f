"""What may stand in requests: one marshmallow schema for each body and each command; unknown members are refused."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, pre_load, validate, validates_schema
from marshmallow.exceptions import SCHEMA

from domain.clocks.calendar import TIME_OF_DAY, WEEKDAYS
from domain.clocks.rules import CLOCK_KINDS, LONGEST_S, SHORTEST_S
from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji.friends import CallWord
from domain.games.sheng_ji.order import EFFECTIVE_SUIT_NAMES
from domain.games.sheng_ji.plans import PLAN_LIMIT, Over
from domain.games.sheng_ji.units import UnitName
from domain.games.zheng_shangyou.combinations import PATTERNS
from domain.games.zheng_shangyou.order import RUNG_NAMES
from domain.kernel.cards import FACE_OF_NAME, SUIT_NAMES, read_cards
from domain.kernel.seats import Seat
from domain.orders.order import DEPTH_LIMIT, KINDS, ORDERS_LIMIT, SIDES, Otherwise, Until
from domain.orders.order import Over as OrderOver
from domain.seeks.wishes import UNTIMED
from domain.table.deals import GivenDeal
from domain.table.decide import ENTROPY_LIMIT
from domain.table.events import ChatRule, DeclineReason, ProposalKind
from domain.table.length import LENGTH_KINDS
from domain.table.rematch import Seating
from domain.table.spectators import DELAYS, LONGEST_DELAY_MINUTES
from domain.table.talk import CANNED, ROOMS
from service.accounts.handlers import SCOPES
from service.accounts.oauth.handlers import REDIRECT_URI
from service.lobby.seeks.handlers import RULES_LIMIT
from service.notifications.account_events import ACCOUNT_EVENT_TYPES
from service.notifications.mail.kinds import MAIL_KINDS, WISHES
from service.platform.http.deprecation import note_members
from service.platform.http.problems import Problem
from service.sandbox.handlers import EARLIEST, LATEST
from service.social.moderation.handlers import MEASURES, REASONS

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
POINTS_LIMIT = 1000
ORDER_ID_LIMIT = 40
ASKED = ("bid", "declare", "plan", "play", "redeal", "review")
"""What can be asked of a seat that orders answer, whichever game it is."""
HANDS_LIMIT = 1000
SEATS_LIMIT = 10
PLAYER_ID_LIMIT = 64
VERSION_LIMIT = 2**31 - 1
MESSAGE_LIMIT = 500
NOTES_LIMIT = 4000
REPORT_LIMIT = 1000
SILENCE_LIMIT_DAYS = 3650
TABLE_ID = "^tbl_[0-9A-HJKMNP-TV-Z]{26}$"
PLAYER_ID = "^ply_([0-9A-HJKMNP-TV-Z]{26}|house_[a-z_]{1,30})$"
ZONE_LIMIT = 40
ADDRESS_LIMIT = 254
MAIL_ADDRESS = (
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"
)
"""A mailbox of RFC 5321, 4.1.2, without quotes, at a domain of two labels or more."""
EXPIRY_S = 14 * 24 * 3600
EXPIRY_LEAST_S = 60
EXPIRY_MOST_S = 90 * 24 * 3600
LOGIN = "^[A-Za-z0-9._@+-]{3,40}$"
PASSWORD_LIMIT = 200
MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"
"""A time as RFC 3339 writes it."""
REDIRECT_URIS_LIMIT = 10
TOKEN_LIFE_LIMIT_S = 10 * 366 * 24 * 3600
URL_LIMIT = 2000
USES_LIMIT = 100
WEEK_S = 7 * 24 * 3600
MONTH_S = 30 * 24 * 3600
DEALS_LIMIT = 50
MATCH_BOARDS_LIMIT = 32
MATCH_DAYS_LIMIT = 60
BOARD_BOTS = ("random", "steady")
ADVANCE_LIMIT_S = 366 * 24 * 3600
FORMER_LIFE_S = 24 * 3600
FORMER_LIFE_LIMIT_S = 7 * 24 * 3600


def _card(**more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(FACE_OF_NAME, error="write cards like 10S, AH, SJ or BJ"), **more)


class Cards(fields.List[str]):
    """A list of cards by name."""

    def __init__(self, most: int = CARDS_LIMIT, *, least: int = 1, required: bool = True) -> None:
        super().__init__(_card(), required=required, validate=validate.Length(least, most))


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


def _entropy(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, ENTROPY_LIMIT), printable])


def _seat() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


class SignUpSchema(Schema):
    """A new player."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), printable])
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class TokenSchema(Schema):
    """A further token."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), printable])
    scopes = fields.List(
        fields.String(validate=validate.OneOf(sorted(SCOPES))), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in_s = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(1, TOKEN_LIFE_LIMIT_S)
    )


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


class SandboxSchema(Schema):
    """A new sandbox."""

    name = fields.String(validate=[validate.Length(1, 40), printable])
    now = moment_field(required=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "now": moment_of(data["now"], "now")} if "now" in data else data


class SandboxPlayerSchema(Schema):
    """A further player of a sandbox."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), printable])
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class AdvanceSchema(Schema):
    """By how much, or to when, the clock of a sandbox goes forward."""

    seconds = fields.Integer(strict=True, validate=validate.Range(0, ADVANCE_LIMIT_S))
    to = moment_field(required=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        if ("seconds" in data) == ("to" in data):
            raise ValidationError("give seconds, or a time as to, and not both", "seconds")
        return {**data, "to": moment_of(data["to"], "to")} if "to" in data else data


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


class TournamentWebhookSchema(Schema):
    """A new webhook for the events of a tournament."""

    url = _url(required=True)


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


class PreferencesSchema(Schema):
    """How a player wants to be told."""

    kinds = fields.Nested(
        Schema.from_dict(
            {kind: fields.String(validate=validate.OneOf(WISHES)) for kind in MAIL_KINDS}, name="MailKindsSchema"
        )
    )
    time_zone = fields.String(validate=validate.Length(1, ZONE_LIMIT))
    digest_hour = fields.Integer(strict=True, validate=validate.Range(0, 23))


class MailAddressSchema(Schema):
    """An address for e-mail."""

    address = fields.String(
        required=True,
        validate=[
            validate.Length(3, ADDRESS_LIMIT),
            fits(MAIL_ADDRESS, "give an address like ada@example.org, in ASCII; write its domain as xn--… if need be"),
        ],
    )


class MailCodeSchema(Schema):
    """A code that was mailed."""

    code = fields.String(required=True, validate=[validate.Length(1, 64), printable])


class LoginSchema(Schema):
    """A login with its password, and the password so far."""

    login = fields.String(
        required=True,
        validate=[
            validate.Length(3, 40),
            fits(LOGIN, "give 3 to 40 of the letters A to Z, digits and . _ @ + -"),
        ],
    )
    password = fields.String(required=True, validate=validate.Length(10, PASSWORD_LIMIT))
    current_password = fields.String(validate=validate.Length(1, PASSWORD_LIMIT))


class DropLoginSchema(Schema):
    """The password of the login that goes."""

    current_password = fields.String(required=True, validate=validate.Length(1, PASSWORD_LIMIT))


class QuietHoursSchema(Schema):
    """From when to when it is quiet, by the clock on the wall."""

    start = fields.String(required=True, validate=fits(TIME_OF_DAY, "give hours and minutes, like 22:00"))
    end = fields.String(required=True, validate=fits(TIME_OF_DAY, "give hours and minutes, like 07:30"))


class AvailabilitySchema(Schema):
    """When a player is there."""

    time_zone = fields.String(required=True, validate=validate.Length(1, 64))
    quiet_hours = fields.Nested(QuietHoursSchema, allow_none=True, load_default=None)
    weekend = fields.List(
        fields.String(validate=validate.OneOf(WEEKDAYS)), load_default=list, validate=validate.Length(0, len(WEEKDAYS))
    )
    automatic_vacation = Truth(load_default=True)


class VacationSchema(Schema):
    """A vacation that is to begin."""

    starts_at = moment_field(required=False)
    ends_at = moment_field(required=True)


class CloseSchema(Schema):
    """That the account really is to be closed."""

    confirm = fields.String(required=True, validate=validate.Length(1, 64))
    current_password = fields.String(validate=validate.Length(1, PASSWORD_LIMIT))


class ClientSchema(Schema):
    """A new OAuth client."""

    name = fields.String(required=True, validate=[validate.Length(1, 40), printable])
    redirect_uris = fields.List(
        fields.String(
            validate=[
                validate.Length(1, 200),
                fits(
                    REDIRECT_URI,
                    "give https:// and a host, http:// and 127.0.0.1, [::1] or localhost, or a scheme of your own with"
                    " a dot in it; without user, query and fragment",
                ),
            ]
        ),
        load_default=list,
        validate=validate.Length(0, REDIRECT_URIS_LIMIT),
    )


class MessageSchema(Schema):
    """Something to be said: in one's own words, or by one of those that everybody knows."""

    text = fields.String(validate=[validate.Length(1, MESSAGE_LIMIT), printable])
    canned = fields.String(validate=validate.OneOf(CANNED))

    @validates_schema
    def _one_of_them(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("give either text or canned", "text")


class NotesSchema(Schema):
    """Private notes, in lines."""

    text = fields.String(required=True, validate=[validate.Length(1, NOTES_LIMIT), lines])


class ReportedMessageSchema(Schema):
    """Where a message stands that is reported."""

    table = fields.String(required=True, validate=fits(TABLE_ID, "give the id of a table"))
    room = fields.String(required=True, validate=validate.OneOf(ROOMS))
    number = fields.Integer(required=True, strict=True, validate=validate.Range(1, VERSION_LIMIT))


class ReportSchema(Schema):
    """A report of a player, a message or a table."""

    player = fields.String(validate=fits(PLAYER_ID, "give the id of a player"))
    message = fields.Nested(ReportedMessageSchema)
    table = fields.String(validate=fits(TABLE_ID, "give the id of a table"))
    reason = fields.String(required=True, validate=validate.OneOf(REASONS))
    text = fields.String(validate=[validate.Length(1, REPORT_LIMIT), lines])

    @validates_schema
    def _one_subject(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"player", "message", "table"}) != 1:
            raise ValidationError("give one of player, message and table", "player")


class VerdictSchema(Schema):
    """What is done about a report."""

    action = fields.String(required=True, validate=validate.OneOf(MEASURES))
    days = fields.Integer(strict=True, validate=validate.Range(1, SILENCE_LIMIT_DAYS))
    note = fields.String(validate=[validate.Length(1, REPORT_LIMIT), lines])

    @validates_schema
    def _days_go_with_their_action(self, data: dict[str, Any], **_: Any) -> None:
        if (data["action"] == "mute_player") != ("days" in data):
            raise ValidationError("give it with mute_player, and only then", "days")


class DealSchema(Schema):
    """A deal that is chosen: as one order, or as the hands of all seats and the kitty."""

    order = Cards(required=False)
    hands = fields.List(Cards(least=0), validate=validate.Length(2, SEATS_LIMIT))
    kitty = Cards(least=0, required=False)
    first_drawer = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> GivenDeal:
        if ("order" in data) == ("hands" in data):
            raise ValidationError("give an order, or hands and a kitty", "order")
        if "kitty" in data and "order" in data:
            raise ValidationError("leave it out: the kitty is the end of the order", "kitty")
        return GivenDeal(
            order=read_cards(data["order"]) if "order" in data else None,
            hands=tuple(map(read_cards, data.get("hands", ()))),
            kitty=read_cards(data.get("kitty", ())),
            first_drawer=Seat(data["first_drawer"]) if "first_drawer" in data else None,
        )


def _hands(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(1, HANDS_LIMIT), **more)


class LengthSchema(Schema):
    """How long a match is."""

    kind = fields.String(required=True, validate=validate.OneOf(LENGTH_KINDS))
    hands = _hands()

    @validates_schema
    def _hands_go_with_their_kind(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "hands" and "hands" not in data:
            raise ValidationError(f"give a whole number from 1 to {HANDS_LIMIT}", "hands")
        if data["kind"] != "hands" and "hands" in data:
            raise ValidationError("leave it out, or let kind be hands", "hands")


class OpenTableSchema(Schema):
    """A new table."""

    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)), load_default=dict, validate=validate.Length(0, 100)
    )
    listed = Truth(load_default=True)
    length = fields.Nested(LengthSchema)
    hands = _hands(allow_none=True)
    spectators = fields.Nested(SpectatorsSchema)
    clock = fields.Dict(keys=fields.String(), load_default=dict)
    pauses = fields.Dict(keys=fields.String(), load_default=dict)
    ladder = fields.Dict(keys=fields.String(), load_default=dict)
    expires_after_s = fields.Integer(
        strict=True, allow_none=True, load_default=EXPIRY_S, validate=validate.Range(EXPIRY_LEAST_S, EXPIRY_MOST_S)
    )
    starts_when_full = Truth(load_default=False)
    min_reliability = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(0, 100))
    chat = fields.String(load_default="all", validate=validate.OneOf(get_args(ChatRule)))
    deals = fields.List(fields.Nested(DealSchema), load_default=list, validate=validate.Length(0, DEALS_LIMIT))

    @validates_schema
    def _length_is_said_once(self, data: dict[str, Any], **_: Any) -> None:
        if "length" in data and "hands" in data:
            raise ValidationError("leave it out: length says it", "hands")


class PlayBoardSchema(Schema):
    """A board that is played at once."""

    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)), load_default=dict, validate=validate.Length(0, 100)
    )
    bot = fields.String(load_default="steady", validate=validate.OneOf(BOARD_BOTS))


class BoardMatchSchema(PlayBoardSchema):
    """A match on the same boards."""

    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])
    boards = fields.Integer(strict=True, load_default=4, validate=validate.Range(1, MATCH_BOARDS_LIMIT))
    days = fields.Integer(strict=True, load_default=7, validate=validate.Range(1, MATCH_DAYS_LIMIT))
    partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])
    opponent_partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])

    @validates_schema
    def _two_against_two(self, data: dict[str, Any], **_: Any) -> None:
        if ("partner" in data) != ("opponent_partner" in data):
            missing = "opponent_partner" if "partner" in data else "partner"
            raise ValidationError("name the partners of both sides, or none", missing)


class BoardMatchAnswerSchema(Schema):
    """Whether somebody plays in a match of pairs."""

    agrees = Truth(required=True)


class RematchSchema(Schema):
    """Playing again."""

    seats = fields.String(load_default="same", validate=validate.OneOf(get_args(Seating)))
    entropy = _entropy(required=False)


class InvitationSchema(Schema):
    """A link to an open table."""

    seat = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(0, SEATS_LIMIT - 1))
    uses = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, USES_LIMIT))
    expires_after_s = fields.Integer(strict=True, load_default=WEEK_S, validate=validate.Range(60, MONTH_S))


class AcceptInvitationSchema(Schema):
    """Sitting down by a link."""

    entropy = _entropy(required=False)


class PerMoveSoughtSchema(Schema):
    """How many seconds somebody would have each turn given anew."""

    least = fields.Integer(required=True, strict=True, validate=validate.Range(SHORTEST_S, LONGEST_S))
    most = fields.Integer(required=True, strict=True, validate=validate.Range(SHORTEST_S, LONGEST_S))

    @validates_schema
    def _least_is_not_above_most(self, data: dict[str, Any], **_: Any) -> None:
        _check_span(data)


class ClockSoughtSchema(Schema):
    """Clocks with which somebody would play."""

    kinds = fields.List(
        fields.String(validate=validate.OneOf(CLOCK_KINDS)),
        required=True,
        validate=validate.Length(1, len(CLOCK_KINDS)),
    )
    per_move_s = fields.Nested(PerMoveSoughtSchema)

    @validates_schema
    def _seconds_go_with_their_kinds(self, data: dict[str, Any], **_: Any) -> None:
        if set(data["kinds"]) == {UNTIMED} and "per_move_s" in data:
            raise ValidationError("leave it out, or name a kind of clock that has it", "per_move_s")
        if set(data["kinds"]) != {UNTIMED} and "per_move_s" not in data:
            raise ValidationError("give the least and the most seconds", "per_move_s")


class HandsSoughtSchema(Schema):
    """How many hands somebody would play."""

    least = fields.Integer(required=True, strict=True, validate=validate.Range(1, HANDS_LIMIT))
    most = fields.Integer(required=True, strict=True, validate=validate.Range(1, HANDS_LIMIT))

    @validates_schema
    def _least_is_not_above_most(self, data: dict[str, Any], **_: Any) -> None:
        _check_span(data)


class RulesSoughtSchema(Schema):
    """Rules by which somebody would play."""

    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)), load_default=dict, validate=validate.Length(0, 100)
    )


class SeekSchema(Schema):
    """What somebody looks for."""

    rules = fields.List(fields.Nested(RulesSoughtSchema), required=True, validate=validate.Length(1, RULES_LIMIT))
    hands = fields.Nested(HandsSoughtSchema)
    clock = fields.Nested(ClockSoughtSchema)
    spectators = fields.Nested(SpectatorsSchema)
    bots = Truth(load_default=False)
    partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])
    expires_after_s = fields.Integer(strict=True, load_default=WEEK_S, validate=validate.Range(60, MONTH_S))


def _check_span(data: dict[str, Any]) -> None:
    if data["least"] > data["most"]:
        raise ValidationError("give a number that is not below least", "most")


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


class ResumeSeatSchema(CommandSchema):
    """Play one's seat oneself again."""


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
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))


class DeclineChallengeSchema(CommandSchema):
    reason = fields.String(required=True, validate=validate.OneOf(get_args(DeclineReason)))


class WithdrawChallengeSchema(CommandSchema):
    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), printable])


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


class ClaimSchema(CommandSchema):
    leads = fields.List(Cards(UNIT_LIMIT), validate=validate.Length(1, TRICKS_LIMIT))


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


def _some_cards(most: int = UNIT_LIMIT) -> fields.List[str]:
    return fields.List(_card(), validate=validate.Length(1, most))


def _some_of(words: tuple[str, ...]) -> fields.List[str]:
    return fields.List(fields.String(validate=validate.OneOf(words)), validate=validate.Length(1, len(words)))


def _some_seats() -> fields.List[int]:
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))
    return fields.List(seat, validate=validate.Length(1, SEATS_LIMIT))


def _number(low: int, high: int) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high))


class OrderFactsSchema(Schema):
    """On which facts an order acts, or ends."""

    asked = _some_of(ASKED)
    led_by = _some_seats()
    led_by_side = _some_of(SIDES)
    winning = _some_seats()
    winning_side = _some_of(SIDES)
    led_suit = _some_of(EFFECTIVE_SUIT_NAMES)
    led_shape = _some_of(tuple(sorted({*get_args(UnitName), *PATTERNS})))
    led = _some_cards()
    ruffed = Truth()
    points_at_least = _number(0, POINTS_LIMIT)
    points_at_most = _number(0, POINTS_LIMIT)
    trick_from = _number(1, TRICKS_LIMIT)
    trick_to = _number(1, TRICKS_LIMIT)
    last_to_play = Truth()
    played = _some_cards()
    not_played = _some_cards()
    declared = _some_of((*SUIT_NAMES, "NT"))
    can_beat = Truth()
    opponent_holds_at_most = _number(1, WIDTH_LIMIT)


class OrderSchema(Schema):
    """A standing order, with those that follow on it."""

    do = fields.String(required=True, validate=validate.OneOf(KINDS))
    when = fields.Nested(OrderFactsSchema)
    unless = fields.Nested(OrderFactsSchema)
    until = fields.String(load_default="hand", validate=validate.OneOf(get_args(Until)))
    cards = _some_cards()
    keep = _some_cards()
    suit = fields.String(validate=validate.OneOf((*SUIT_NAMES, "NT")))
    over = fields.String(validate=validate.OneOf(get_args(OrderOver)))
    reinforce = Truth()
    most = _number(0, UNIT_LIMIT)
    most_wild = _number(0, WIDTH_LIMIT)
    otherwise = fields.String(validate=validate.OneOf(get_args(Otherwise)))
    then = fields.List(
        fields.Nested(lambda: OrderSchema()),  # noqa: PLW0108 - the class is not there yet
        validate=validate.Length(1, ORDERS_LIMIT),
    )


class GiveOrdersSchema(CommandSchema):
    orders = fields.List(fields.Nested(OrderSchema), required=True, validate=validate.Length(0, ORDERS_LIMIT))
    auto_forced = Truth(load_default=False)

    @pre_load
    def _no_deeper_than_can_be_read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Orders lie in each other, so how deep is looked at before anything goes down into them."""
        level, depth = data.get("orders"), 0
        while isinstance(level, list) and level:
            depth += 1
            if depth > DEPTH_LIMIT:
                raise ValidationError(f"let at most {DEPTH_LIMIT} orders follow on each other", "orders")
            deeper = [each["then"] for each in level if isinstance(each, dict) and isinstance(each.get("then"), list)]
            level = [order for orders in deeper for order in orders]
        return data


class WithdrawOrdersSchema(CommandSchema):
    orders = fields.List(
        fields.String(validate=validate.Length(1, ORDER_ID_LIMIT)),
        load_default=list,
        validate=validate.Length(0, ORDERS_LIMIT),
    )


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
"""The form of each command by the `type` in its body, whichever game takes it. The clock of a
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
