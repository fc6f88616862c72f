"""Schemas of the commands about rounds of a tournament."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.kernel.cards import RANK_NAMES
from domain.kernel.messages import message
from domain.tournaments.boards.matchpoints import WHOLE, Average
from domain.tournaments.boards.overriding import MOST_EXCESS, MOST_LEVELS
from domain.tournaments.matches.times import MOST_TIMES
from domain.tournaments.settings import BOARDS_LIMIT, ENTRANTS_LIMIT, ROUNDS_LIMIT, TEAM_LIMIT
from domain.tournaments.terms import ByeKind, Outcome, ResultKind
from service.platform.http.fields import (
    SEATS_LIMIT,
    CardsField,
    CommandSchema,
    StrictBoolean,
    entrant_field,
    reason_field,
    timestamp_field,
    whole_field,
    word_field,
)
from service.tournaments.schema_fields import (
    MATCHES_LIMIT,
    OVERLAPPING_LIMIT,
    POINTS_LIMIT,
    read_instant_or_none,
    round_field,
)


class MatchSchema(Schema):
    """A pairing of two entrants."""

    first = entrant_field()
    second = entrant_field()


class ByeSchema(Schema):
    """A bye of an entrant."""

    entrant = entrant_field()
    kind = word_field(get_args(ByeKind), required=True)


class PairedSchema(CommandSchema):
    """A round to pair: by hand if `matches` is given, else by the format."""

    matches = fields.List(fields.Nested(MatchSchema), validate=validate.Length(1, MATCHES_LIMIT))
    byes = fields.List(fields.Nested(ByeSchema), validate=validate.Length(0, ENTRANTS_LIMIT))

    @validates_schema
    def _byes_go_with_matches(self, data: dict[str, Any], **_: Any) -> None:
        if "byes" in data and "matches" not in data:
            raise ValidationError(message("give byes only together with matches"), "byes")


class PairRoundSchema(PairedSchema):
    round = round_field(OVERLAPPING_LIMIT)


class ScheduleRoundSchema(PairedSchema):
    round = round_field(OVERLAPPING_LIMIT)
    begins_at = timestamp_field(required=True)
    pair_now = fields.Boolean(load_default=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "begins_at": read_instant_or_none(data["begins_at"], "begins_at")}


class UnscheduleRoundSchema(CommandSchema):
    reason = reason_field(required=True)


class PairAgainSchema(PairedSchema):
    reason = reason_field(required=True)


class OverrideResultSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)
    first = whole_field(0, POINTS_LIMIT, required=True)
    second = whole_field(0, POINTS_LIMIT, required=True)
    kind = word_field(get_args(ResultKind), load_default="adjudicated")
    reason = reason_field(required=True)


class PointsAndLevelsSchema(Schema):
    """The score of a board, from the side of the even seats."""

    excess = whole_field(-MOST_EXCESS, MOST_EXCESS, required=True)
    levels = whole_field(-MOST_LEVELS, MOST_LEVELS, required=True)


class AveragesSchema(Schema):
    """An average score for each side of a table."""

    even = word_field(get_args(Average), required=True)
    odd = word_field(get_args(Average), required=True)


class SharesSchema(Schema):
    """Shares of the top score, in hundredths of a per cent."""

    even = whole_field(0, WHOLE, required=True)
    odd = whole_field(0, WHOLE, required=True)


class OverrideBoardSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)
    board = whole_field(1, ROUNDS_LIMIT * BOARDS_LIMIT, required=True)
    room = whole_field(1, TEAM_LIMIT, load_default=1)
    score = fields.Nested(PointsAndLevelsSchema)
    averages = fields.Nested(AveragesSchema)
    shares = fields.Nested(SharesSchema)
    is_void = StrictBoolean(load_default=False)
    reason = reason_field(required=True)


class MoveDeadlineSchema(CommandSchema):
    deadline = timestamp_field(required=True)
    reason = reason_field(required=True)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "deadline": read_instant_or_none(data["deadline"], "deadline")}


class ProposeTimeSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)
    times = fields.List(timestamp_field(required=True), required=True, validate=validate.Length(1, MOST_TIMES))

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "times": tuple(read_instant_or_none(each, "times") for each in data["times"])}


class AgreeTimeSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)
    plays_at = timestamp_field(required=True)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "plays_at": read_instant_or_none(data["plays_at"], "plays_at")}


class ReportResultSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)
    outcome = word_field(get_args(Outcome), required=True)


class ConfirmResultSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)
    match = whole_field(1, MATCHES_LIMIT, required=True)


class DisputeResultSchema(ConfirmResultSchema):
    reason = reason_field(required=True)


class PlayElsewhereSchema(DisputeResultSchema):
    pass


class CloseRoundSchema(CommandSchema):
    round = round_field(OVERLAPPING_LIMIT)


class ChosenBoardSchema(Schema):
    """A board with a chosen deal."""

    order = CardsField()
    first_drawer = whole_field(0, SEATS_LIMIT - 1, required=True)
    level = word_field(RANK_NAMES)


class ChooseBoardsSchema(CommandSchema):
    set = whole_field(1, ROUNDS_LIMIT, required=True)
    boards = fields.List(fields.Nested(ChosenBoardSchema), required=True, validate=validate.Length(1, BOARDS_LIMIT))
