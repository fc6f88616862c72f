"""Request bodies about availability: time zone, quiet hours and vacations."""

from marshmallow import Schema, fields, validate

from domain.clocks.calendar import TIME_OF_DAY, WEEKDAYS
from domain.kernel.messages import message
from service.platform.http.fields import StrictBoolean, full_match, timestamp_field


class QuietHoursSchema(Schema):
    """The quiet hours, in local time."""

    start = fields.String(
        required=True, validate=full_match(TIME_OF_DAY, message("give hours and minutes, like 22:00"))
    )
    end = fields.String(required=True, validate=full_match(TIME_OF_DAY, message("give hours and minutes, like 07:30")))


class AvailabilitySchema(Schema):
    """The availability of a player."""

    time_zone = fields.String(required=True, validate=validate.Length(1, 64))
    quiet_hours = fields.Nested(QuietHoursSchema, allow_none=True, load_default=None)
    weekend = fields.List(
        fields.String(validate=validate.OneOf(WEEKDAYS)), load_default=list, validate=validate.Length(0, len(WEEKDAYS))
    )
    automatic_vacation = StrictBoolean(load_default=True)


class VacationSchema(Schema):
    """A new vacation."""

    starts_at = timestamp_field(required=False)
    ends_at = timestamp_field(required=True)
