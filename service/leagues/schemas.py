"""Marshmallow schemas for requests about leagues: one for each body, part of a body, and command."""

from typing import Any, Literal, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.kernel.instants import instant_of
from domain.kernel.messages import message
from domain.tournaments.leagues.divisions import SIXTH, LeagueRules
from domain.tournaments.leagues.plan import DIVISION_LEAST, DIVISION_MOST, SEASONS_LIMIT
from domain.tournaments.settings import ENTRANTS_LIMIT, NAME_LIMIT, SPAN_LIMIT_S, TEAM_LIMIT
from domain.tournaments.staff import Role
from service.platform.http.fields import (
    CommandSchema,
    StrictBoolean,
    datetime_of,
    entrant_field,
    name_field,
    player_field,
    reason_field,
    timestamp_field,
    whole_field,
    word_field,
)
from service.tournaments.schemas import TournamentSettingsSchema

Rounding = Literal["up", "down", "nearest"]
DIVISIONS_LIMIT = ENTRANTS_LIMIT // DIVISION_LEAST
USUAL = LeagueRules()
SHARE = {"numerator", "denominator", "rounding"}


def _season() -> fields.Integer:
    return whole_field(1, SEASONS_LIMIT, required=True)


class FigureSchema(Schema):
    """The number of entrants that move up or down: a count, or a fraction of the division."""

    count = whole_field(0, ENTRANTS_LIMIT)
    numerator = whole_field(0, ENTRANTS_LIMIT)
    denominator = whole_field(1, ENTRANTS_LIMIT)
    rounding = word_field(get_args(Rounding))

    @validates_schema
    def _one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        if set(data) not in ({"count"}, SHARE):
            raise ValidationError(message("give either count, or numerator, denominator and rounding"), "count")
        if "numerator" in data and data["numerator"] > data["denominator"]:
            raise ValidationError(message("give a share of at most the whole division"), "numerator")


class LeagueRulesSchema(Schema):
    """The sizes of divisions, and the numbers of promotions and relegations."""

    least = whole_field(DIVISION_LEAST, ENTRANTS_LIMIT, load_default=USUAL.least)
    most = whole_field(DIVISION_MOST, ENTRANTS_LIMIT, load_default=USUAL.most)
    promoted = fields.Nested(FigureSchema, load_default=SIXTH._asdict())
    relegated = fields.Nested(FigureSchema, load_default=SIXTH._asdict())

    @validates_schema
    def _no_smaller_than_the_least(self, data: dict[str, Any], **_: Any) -> None:
        if data["least"] > data["most"]:
            raise ValidationError(message("give at least the value of least"), "most")


class CalendarSchema(Schema):
    """The dates of seasons."""

    starts_at = timestamp_field(required=True)
    length_s = whole_field(1, SPAN_LIMIT_S, required=True)
    break_s = whole_field(0, SPAN_LIMIT_S, required=True)
    closes_before_s = whole_field(0, SPAN_LIMIT_S, required=True)
    seasons = whole_field(1, SEASONS_LIMIT, allow_none=True, load_default=None)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "starts_at": instant_of(datetime_of(data["starts_at"], "starts_at"))}


class LeaguePlanSchema(Schema):
    """The plan of a league."""

    name = name_field(NAME_LIMIT, required=True)
    template = fields.Nested(TournamentSettingsSchema, required=True)
    rules = fields.Nested(LeagueRulesSchema)
    calendar = fields.Nested(CalendarSchema, required=True)
    continues = StrictBoolean(load_default=True)


# ------------------------------------------------------------------------------------------------ commands


class ChangeLeagueSchema(CommandSchema):
    plan = fields.Nested(LeaguePlanSchema, required=True)


class AppointLeagueStaffSchema(CommandSchema):
    player = player_field(required=True)
    role = word_field(get_args(Role), required=True)


class DismissLeagueStaffSchema(CommandSchema):
    player = player_field(required=True)


class EndLeagueSchema(CommandSchema):
    reason = reason_field(required=True)


class OverrideDivisionsSchema(CommandSchema):
    season = _season()
    divisions = fields.List(
        fields.List(entrant_field(required=False), validate=validate.Length(1, ENTRANTS_LIMIT)),
        required=True,
        validate=validate.Length(1, DIVISIONS_LIMIT),
    )
    reason = reason_field(required=True)


class CutSeasonShortSchema(CommandSchema):
    season = _season()
    reason = reason_field(required=True)


class RegisterMemberSchema(CommandSchema):
    name = name_field(NAME_LIMIT)
    club = name_field(NAME_LIMIT)
    partners = fields.List(player_field(), load_default=list, validate=validate.Length(0, TEAM_LIMIT))


class AcceptMembershipSchema(CommandSchema):
    entrant = entrant_field()


class DeclineMembershipSchema(CommandSchema):
    entrant = entrant_field()


class ContinueMembershipSchema(CommandSchema):
    pass


class WithdrawMemberSchema(CommandSchema):
    entrant = entrant_field()
    reason = reason_field(required=False)


LEAGUE_COMMANDS: dict[str, CommandSchema] = {
    "change_league": ChangeLeagueSchema(),
    "appoint_staff": AppointLeagueStaffSchema(),
    "dismiss_staff": DismissLeagueStaffSchema(),
    "end_league": EndLeagueSchema(),
    "override_divisions": OverrideDivisionsSchema(),
    "cut_season_short": CutSeasonShortSchema(),
    "register": RegisterMemberSchema(),
    "accept": AcceptMembershipSchema(),
    "decline": DeclineMembershipSchema(),
    "continue": ContinueMembershipSchema(),
    "withdraw": WithdrawMemberSchema(),
}
"""The schema of each command, by `type`. Commands that the calendar or tournaments trigger have no schema."""
