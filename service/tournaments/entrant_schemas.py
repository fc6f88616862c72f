"""Schemas of the commands about entrants of a tournament."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.games.bots import BOT_NAMES
from domain.kernel.messages import message
from domain.tournaments.entrants.entering import MOST_AT_ONCE
from domain.tournaments.entrants.pairing_exclusions import GROUP_LIMIT
from domain.tournaments.settings import ENTRANTS_LIMIT, NAME_LIMIT, TEAM_LIMIT
from service.platform.http.fields import (
    CommandSchema,
    PlayerOrNameField,
    StrictBoolean,
    check_printable,
    entrant_field,
    name_field,
    player_field,
    reason_field,
    timestamp_field,
    whole_field,
    word_field,
)
from service.tournaments.entry_lists import GUEST_NAME_LIMIT
from service.tournaments.schema_fields import ASKED_BYES, code_field, read_instant_or_none, round_field

CSV_LIMIT = 60_000
"""The largest number of characters of a table of entrants."""


class RegisterSchema(CommandSchema):
    name = name_field(NAME_LIMIT)
    club = name_field(NAME_LIMIT)
    partners = fields.List(player_field(), load_default=list, validate=validate.Length(0, TEAM_LIMIT))
    code = code_field()


class NewEntrantSchema(Schema):
    """An entrant that staff enter: its players by id or name, its guests by the names that they get, and house bots."""

    players = fields.List(
        PlayerOrNameField(validate=[validate.Length(1, NAME_LIMIT), check_printable]),
        load_default=list,
        validate=validate.Length(0, TEAM_LIMIT),
    )
    guests = fields.List(name_field(GUEST_NAME_LIMIT), load_default=list, validate=validate.Length(0, TEAM_LIMIT))
    bots = fields.List(word_field(BOT_NAMES), load_default=list, validate=validate.Length(0, TEAM_LIMIT))
    number = whole_field(1, MOST_AT_ONCE, load_default=1)
    name = name_field(NAME_LIMIT)
    club = name_field(NAME_LIMIT)

    @validates_schema
    def _not_empty(self, data: dict[str, Any], **_: Any) -> None:
        if not data.get("players") and not data.get("guests") and not data.get("bots"):
            raise ValidationError(message("give the players, the guests or the bots of the entrant"), "players")
        if data.get("number", 1) > 1 and (data.get("players") or data.get("guests") or "name" in data):
            raise ValidationError(message("only bots without a name can be entered several times"), "number")


class EnterEntrantsSchema(CommandSchema):
    """Entrants as a list, or as a table in CSV."""

    entrants = fields.List(fields.Nested(NewEntrantSchema), validate=validate.Length(1, MOST_AT_ONCE))
    csv = fields.String(validate=validate.Length(1, CSV_LIMIT))
    are_here = StrictBoolean(load_default=False)

    @validates_schema
    def _one_of_the_two(self, data: dict[str, Any], **_: Any) -> None:
        if ("entrants" in data) == ("csv" in data):
            raise ValidationError(message("give either entrants or csv"), "entrants")
        if sum(each.get("number", 1) for each in data.get("entrants", ())) > MOST_AT_ONCE:
            raise ValidationError(
                message("enter at most {most_at_once} entrants at once", most_at_once=MOST_AT_ONCE), "entrants"
            )


class InvitePartnerSchema(CommandSchema):
    entrant = entrant_field()
    player = player_field(required=True)


class WithdrawPartnerInvitationSchema(CommandSchema):
    entrant = entrant_field()
    player = player_field(required=True)


class AcceptPartnerSchema(CommandSchema):
    entrant = entrant_field()
    code = code_field()


class DeclinePartnerSchema(CommandSchema):
    entrant = entrant_field()


class PartFromPartnerSchema(CommandSchema):
    pass


class SeedEntrantsSchema(CommandSchema):
    entrants = fields.List(entrant_field(), required=True, validate=validate.Length(0, ENTRANTS_LIMIT))


class KeepApartSchema(CommandSchema):
    entrants = fields.List(entrant_field(), required=True, validate=validate.Length(2, GROUP_LIMIT))


class LetMeetSchema(KeepApartSchema):
    pass


class LeaveEntrantSchema(CommandSchema):
    pass


class WithdrawEntrantSchema(CommandSchema):
    entrant = entrant_field()
    reason = reason_field(required=False)


class CheckInSchema(CommandSchema):
    player = player_field()


class AcceptPlaceSchema(CommandSchema):
    entrant = entrant_field()


class DeclinePlaceSchema(CommandSchema):
    entrant = entrant_field()


class OfferToSubstituteSchema(CommandSchema):
    code = code_field()


class WithdrawOfferToSubstituteSchema(CommandSchema):
    pass


class CallSubstituteSchema(CommandSchema):
    entrant = entrant_field()
    player = player_field(required=True)
    instead_of = player_field()
    until = timestamp_field(required=False, perhaps=True)

    @post_load
    def read_time(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Returns the members with the time as the domain has it."""
        return {**data, "until": read_instant_or_none(data["until"], "until")}


class EndSubstitutionSchema(CommandSchema):
    player = player_field()


class AskForByeSchema(CommandSchema):
    entrant = entrant_field()
    round = round_field()
    kind = word_field(ASKED_BYES, required=True)


class GiveByeBackSchema(CommandSchema):
    entrant = entrant_field()
    round = round_field()


class TakeBreakSchema(CommandSchema):
    entrant = entrant_field()


class EndBreakSchema(CommandSchema):
    entrant = entrant_field()


class ChallengeEntrantSchema(CommandSchema):
    entrant = entrant_field()


class AnswerLadderChallengeSchema(CommandSchema):
    accepts = StrictBoolean(required=True)


class WithdrawLadderChallengeSchema(CommandSchema):
    pass
