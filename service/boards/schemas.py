"""Request bodies about boards and matches on boards."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.games.bots import BOARD_BOTS
from domain.kernel.messages import message
from service.platform.http.fields import PLAYER_ID_LIMIT, OptionsField, StrictBoolean, check_printable

MATCH_BOARDS_LIMIT = 32
MATCH_DAYS_LIMIT = 60


class PlayBoardSchema(Schema):
    """A board that is played at once."""

    profile = fields.String(required=True, validate=validate.Length(1, 64))
    options = OptionsField()
    bot = fields.String(load_default="steady", validate=validate.OneOf(BOARD_BOTS))


class BoardMatchSchema(PlayBoardSchema):
    """A match on the same boards."""

    player = fields.String(required=True, validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])
    boards = fields.Integer(strict=True, load_default=4, validate=validate.Range(1, MATCH_BOARDS_LIMIT))
    days = fields.Integer(strict=True, load_default=7, validate=validate.Range(1, MATCH_DAYS_LIMIT))
    partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])
    opponent_partner = fields.String(validate=[validate.Length(1, PLAYER_ID_LIMIT), check_printable])

    @validates_schema
    def _two_against_two(self, data: dict[str, Any], **_: Any) -> None:
        if ("partner" in data) != ("opponent_partner" in data):
            missing = "opponent_partner" if "partner" in data else "partner"
            raise ValidationError(message("name the partners of both sides, or none"), missing)


class BoardMatchAnswerSchema(Schema):
    """A player's answer to a match of pairs."""

    agrees = StrictBoolean(required=True)
