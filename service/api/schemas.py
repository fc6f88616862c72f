"""What may stand in requests: one marshmallow schema for each body and each command; unknown members are refused."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from marshmallow import Schema, ValidationError, fields, validate

from domain.bots import BOTS
from domain.cards import FACE_OF_NAME, read_cards
from domain.cards import Cards as Faces
from domain.games import GAMES
from domain.seats import Seat
from domain.shengji.commands import (
    Bury,
    CallFriends,
    Challenge,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.shengji.friends import Call, CallWord
from domain.shengji.plans import PLAN_LIMIT, Over, PlannedShow
from domain.table.commands import (
    Act,
    Cancel,
    Leave,
    SeatBot,
    SetEntropy,
    Sit,
    Start,
    TableCommand,
    UnseatBot,
)
from domain.table.decide import ENTROPY_LIMIT
from domain.table.events import PlayerId
from service.api.problems import Problem
from service.application.accounts import SCOPES, house_player

CARDS_LIMIT = 336
"""As many cards as the largest pack has: six decks and a dozen fillers."""
UNIT_LIMIT = 72
"""A run of all copies of a suit's twelve ranks, in six decks."""
UNITS_LIMIT = 100
CALLS_LIMIT = 10
COPIES_LIMIT = 12
TRICKS_LIMIT = 100
HANDS_LIMIT = 1000
SEATS_LIMIT = 10
VERSION_LIMIT = 2**31 - 1
TOKEN_LIFE_LIMIT_S = 10 * 366 * 24 * 3600


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


class OpenTableSchema(Schema):
    """A new table."""

    game = fields.String(load_default="sheng_ji", validate=validate.OneOf(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)), load_default=dict, validate=validate.Length(0, 100)
    )
    listed = Truth(load_default=True)
    hands = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(1, HANDS_LIMIT))


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


class PlaySchema(CommandSchema):
    cards = Cards()
    units = fields.List(Cards(UNIT_LIMIT), load_default=list, validate=validate.Length(0, UNITS_LIMIT))


class ChallengeSchema(CommandSchema):
    trick = fields.Integer(required=True, strict=True, validate=validate.Range(1, TRICKS_LIMIT))
    seat = _seat()


class EndHandSchema(CommandSchema):
    pass


class TakeBackSchema(CommandSchema):
    pass


class ConsentSchema(CommandSchema):
    agree = Truth(required=True)


Body = Mapping[str, Any]


class CommandKind(NamedTuple):
    """A type of command: its schema, and what makes the command of who asks and the members of the body."""

    schema: Schema
    command: Callable[[PlayerId, Body, str], TableCommand]


def _plan(body: Body) -> FilePlan:
    return FilePlan(tuple(PlannedShow(read_cards(show["cards"]), show["over"]) for show in body["shows"]))


def _calls(body: Body) -> CallFriends:
    calls = (Call(call["word"], FACE_OF_NAME[call["card"]], call["ordinal"]) for call in body["calls"])
    return CallFriends(tuple(calls), body["solo"])


def _play(body: Body) -> Play:
    return Play(_faces(body), tuple(map(read_cards, body["units"])))


def _faces(body: Body) -> Faces:
    return read_cards(body["cards"])


def _move(schema: Schema, move: Callable[[Body], Move]) -> CommandKind:
    """A command that is a move in the game."""
    return CommandKind(schema, lambda by, body, _: Act(by, move(body)))


COMMANDS: dict[str, CommandKind] = {
    "sit": CommandKind(SitSchema(), lambda by, body, fresh: Sit(by, Seat(body["seat"]), body.get("entropy", fresh))),
    "leave": CommandKind(LeaveSchema(), lambda by, _, __: Leave(by)),
    "seat_bot": CommandKind(
        SeatBotSchema(),
        lambda by, body, fresh: SeatBot(by, Seat(body["seat"]), body["bot"], house_player(body["bot"]), fresh),
    ),
    "unseat_bot": CommandKind(UnseatBotSchema(), lambda by, body, _: UnseatBot(by, Seat(body["seat"]))),
    "set_entropy": CommandKind(SetEntropySchema(), lambda by, body, _: SetEntropy(by, body["entropy"])),
    "start": CommandKind(StartSchema(), lambda by, _, __: Start(by)),
    "cancel": CommandKind(CancelSchema(), lambda by, _, __: Cancel(by)),
    "declare": _move(DeclareSchema(), lambda body: Declare(_faces(body))),
    "plan": _move(PlanSchema(), _plan),
    "pass": _move(PassSchema(), lambda _: Pass()),
    "claim_redeal": _move(ClaimRedealSchema(), lambda _: ClaimRedeal()),
    "bury": _move(BurySchema(), lambda body: Bury(_faces(body))),
    "call_friends": _move(CallFriendsSchema(), _calls),
    "play": _move(PlaySchema(), _play),
    "challenge": _move(ChallengeSchema(), lambda body: Challenge(body["trick"], Seat(body["seat"]))),
    "end_hand": _move(EndHandSchema(), lambda _: EndHand()),
    "take_back": _move(TakeBackSchema(), lambda _: TakeBack()),
    "consent": _move(ConsentSchema(), lambda body: Consent(body["agree"])),
}
"""The commands that a table takes, by the `type` in the body (design §7: one door). The clock of a game is no command
that anybody could give, so its ticks are not among them.
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


def read_command(body: Any, by: PlayerId, fresh_entropy: str) -> tuple[TableCommand, int | None]:
    """The command in a body and the version that it expects, if it says so.

    Raises:
        Problem: there is no such command, or it is not complete.
    """
    kind = COMMANDS.get(body.get("type", "")) if isinstance(body, dict) and isinstance(body.get("type"), str) else None
    if kind is None:
        raise Problem(
            "invalid_request",
            "type: there is no such command",
            hint=f"give one of {', '.join(COMMANDS)}",
            facts={"fields": {"type": f"one of {', '.join(COMMANDS)}"}},
        )
    members = load(kind.schema, body)
    return kind.command(by, members, fresh_entropy), members.get("expected_version")
