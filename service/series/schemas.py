"""Marshmallow schemas for requests about series: one for each body, part of a body, and command."""

from marshmallow import Schema, fields, validate

from domain.kernel.messages import message
from domain.tournaments.series.plan import LEAD_LIMIT_S, NUMBERED_NAME, PATTERN_LIMIT, RULE_LIMIT, ZONE_LIMIT
from domain.tournaments.settings import DAY_S, SPAN_LIMIT_S
from service.platform.http.fields import CommandSchema, check_printable, full_match
from service.tournaments.schemas import TournamentSettingsSchema

LOCAL_START = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"
RULE = "^[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*$"
LEAD_S = 6 * DAY_S
"""The default lead: a weekly tournament opens the day after the previous one."""


def _key() -> fields.String:
    return fields.String(
        required=True, validate=full_match(LOCAL_START, message("give a local start like 2026-11-27T19:00"))
    )


def _perhaps(low: int, high: int) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high), allow_none=True, load_default=None)


class RecurrenceSchema(Schema):
    """The recurrence of a series."""

    rule = fields.String(
        required=True,
        validate=[validate.Length(1, RULE_LIMIT), full_match(RULE, message("give a rule like FREQ=WEEKLY;BYDAY=FR"))],
    )
    zone = fields.String(required=True, validate=validate.Length(1, ZONE_LIMIT))
    first = _key()


class SeriesPlanSchema(Schema):
    """The plan of a series."""

    recurrence = fields.Nested(RecurrenceSchema, required=True)
    template = fields.Nested(TournamentSettingsSchema, required=True)
    lead_s = fields.Integer(strict=True, validate=validate.Range(1, LEAD_LIMIT_S), load_default=LEAD_S)
    opens_before_s = _perhaps(0, SPAN_LIMIT_S)
    closes_before_s = _perhaps(0, SPAN_LIMIT_S)
    check_in_s = fields.Integer(strict=True, validate=validate.Range(1, SPAN_LIMIT_S), allow_none=True)
    names = fields.String(validate=[validate.Length(1, PATTERN_LIMIT), check_printable], load_default=NUMBERED_NAME)


class ChangeSeriesSchema(CommandSchema):
    plan = fields.Nested(SeriesPlanSchema, required=True)


class SkipOccurrenceSchema(CommandSchema):
    key = _key()


class EndSeriesSchema(CommandSchema):
    pass


SERIES_COMMANDS: dict[str, CommandSchema] = {
    "change_series": ChangeSeriesSchema(),
    "skip_occurrence": SkipOccurrenceSchema(),
    "end_series": EndSeriesSchema(),
}
"""The schema of each command, by `type`. Commands that the clock triggers have no schema."""
