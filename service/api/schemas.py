"""What may stand in requests: one marshmallow schema for each body and each command; unknown members are refused."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, fields, validate

from domain.bots import BOTS
from domain.cards import FACE_OF_NAME, read_cards
from domain.games import GAMES
from domain.seats import Seat
from domain.shengji.commands import Bury, Declare, Pass, Play
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

CARDS_LIMIT = 120
HANDS_LIMIT = 1000
SEATS_LIMIT = 10
VERSION_LIMIT = 2**31 - 1
TOKEN_LIFE_LIMIT_S = 10 * 366 * 24 * 3600


class Cards(fields.List[str]):
    """A list of cards by name."""

    def __init__(self, **more: Any) -> None:
        one_card = fields.String(validate=validate.OneOf(FACE_OF_NAME, error="write cards like 10S, AH, SJ or BJ"))
        super().__init__(one_card, required=True, validate=validate.Length(1, CARDS_LIMIT), **more)


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


class BurySchema(CommandSchema):
    cards = Cards()


class PlaySchema(CommandSchema):
    cards = Cards()


class CommandKind(NamedTuple):
    """A type of command: its schema, and what makes the command of who asks and the members of the body."""

    schema: Schema
    command: Callable[[PlayerId, Mapping[str, Any], str], TableCommand]


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
    "declare": CommandKind(DeclareSchema(), lambda by, body, _: Act(by, Declare(read_cards(body["cards"])))),
    "pass": CommandKind(PassSchema(), lambda by, _, __: Act(by, Pass())),
    "bury": CommandKind(BurySchema(), lambda by, body, _: Act(by, Bury(read_cards(body["cards"])))),
    "play": CommandKind(PlaySchema(), lambda by, body, _: Act(by, Play(read_cards(body["cards"])))),
}
"""The commands that a table takes, by the `type` in the body (design §7: one door)."""


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
