"""Marshmallow schemas for requests about tournaments: one for each body, part of a body, and command."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.games.registry import GAMES
from domain.kernel.cards import RANK_NAMES
from domain.kernel.instants import Instant, instant_of
from domain.tournaments.duplicate.overriding import MOST_EXCESS, MOST_LEVELS
from domain.tournaments.pairing_exclusions import GROUP_LIMIT
from domain.tournaments.recorder import REASON_LIMIT
from domain.tournaments.roles import Role
from domain.tournaments.rounds import ByeKind, ResultKind
from domain.tournaments.scoring.matchpoints import WHOLE, Average
from domain.tournaments.settings import (
    BOARDS_LIMIT,
    CORRECTIONS_LIMIT_S,
    ENTRANTS_LIMIT,
    NAME_LIMIT,
    ROUNDS_LIMIT,
    SPAN_LIMIT_S,
    TEAM_LIMIT,
    TIE_BREAKS_LIMIT,
    Adjudication,
    BoardScoring,
    EntrantKind,
    Leaving,
    Pace,
)
from domain.tournaments.tie_breaks import TieBreak
from service.platform.http.fields import (
    HANDS_LIMIT,
    PLAYER_ID,
    SEATS_LIMIT,
    Cards,
    CommandSchema,
    Truth,
    fits,
    lines,
    moment_field,
    moment_of,
    printable,
)

ENTRANT_ID = "^[A-Za-z0-9_+-]{1,160}$"
POINTS_LIMIT = 1_000_000
PLAYERS_LIMIT = 1000
"""The most player ids in a body. Use entry codes to admit more players."""
MATCHES_LIMIT = ENTRANTS_LIMIT // 2
OVERLAPPING_LIMIT = 100_000
"""The highest round number in formats whose rounds overlap, where every pairing may be a round."""
RATING_LIMIT = 1_000_000
WORD_LIMIT = 64
FIGURES_LIMIT = 20
ASKED_BYES: tuple[ByeKind, ...] = ("half", "zero", "full")
LATE_BYES: tuple[ByeKind, ...] = ("half", "zero")


def _whole(low: int, high: int, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high), **more)


def _perhaps(low: int, high: int) -> fields.Integer:
    return _whole(low, high, allow_none=True, load_default=None)


def _word(allowed: tuple[str, ...], **more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(allowed), **more)


def _named(limit: int, **more: Any) -> fields.String:
    return fields.String(validate=[validate.Length(1, limit), printable], **more)


def _player(**more: Any) -> fields.String:
    return fields.String(validate=fits(PLAYER_ID, "give the id of a player"), **more)


def _entrant() -> fields.String:
    return fields.String(required=True, validate=fits(ENTRANT_ID, "give the id of an entrant"))


def _reason(*, required: bool) -> fields.String:
    return fields.String(required=required, validate=[validate.Length(1, REASON_LIMIT), lines])


def _round(limit: int = ROUNDS_LIMIT) -> fields.Integer:
    return _whole(1, limit, required=True)


def _instant(text: str | None, name: str) -> Instant | None:
    """Returns the instant in a text. Raises `ValidationError`."""
    return None if text is None else instant_of(moment_of(text, name))


def _code() -> fields.String:
    return _named(WORD_LIMIT)


class PlaySchema(Schema):
    """What is played at the tables."""

    game = _word(tuple(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, WORD_LIMIT))
    overrides = fields.Dict(
        keys=fields.String(validate=validate.Length(1, WORD_LIMIT)), load_default=dict, validate=validate.Length(0, 100)
    )
    hands = _perhaps(1, HANDS_LIMIT)
    clock = fields.Dict(keys=fields.String(), load_default=dict)
    pauses = fields.Dict(keys=fields.String(), load_default=dict)
    ladder = fields.Dict(keys=fields.String(), load_default=dict)


class FieldSchema(Schema):
    """Who can enter, and how many."""

    kind = _word(get_args(EntrantKind), required=True)
    members_least = _whole(1, TEAM_LIMIT)
    members_most = _whole(1, TEAM_LIMIT)
    capacity = _perhaps(2, ENTRANTS_LIMIT)
    least = _whole(2, ENTRANTS_LIMIT)

    @validates_schema
    def _teams_say_how_large_they_are(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "team" and not {"members_least", "members_most"} <= set(data):
            raise ValidationError("say how many members a team has at least and at most", "members_least")


class GatesSchema(Schema):
    """Conditions for entering."""

    rating_least = _perhaps(0, RATING_LIMIT)
    rating_most = _perhaps(0, RATING_LIMIT)
    reliability = _perhaps(0, 100)
    games = _whole(0, 1_000_000, load_default=0)
    players = fields.List(_player(), allow_none=True, load_default=None, validate=validate.Length(0, PLAYERS_LIMIT))
    by_code = Truth(load_default=False)


class ScheduleSchema(Schema):
    """Scheduled times."""

    opens_at = moment_field(required=False, perhaps=True)
    closes_at = moment_field(required=False, perhaps=True)
    check_in_s = _whole(1, SPAN_LIMIT_S, allow_none=True)
    starts_at = moment_field(required=False, perhaps=True)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        times = {name: _instant(data[name], name) for name in ("opens_at", "closes_at", "starts_at")}
        return {**data, **times}


class RoundPlanSchema(Schema):
    """The sequence of rounds."""

    pace = _word(get_args(Pace), load_default="at_once")
    window_s = _perhaps(1, SPAN_LIMIT_S)
    interval_s = _whole(0, SPAN_LIMIT_S, load_default=0)
    adjudication = _word(get_args(Adjudication), load_default="draw")
    leaving = _word(get_args(Leaving), load_default="played_on")
    is_automatic = Truth(load_default=True)
    win = _whole(0, POINTS_LIMIT, load_default=100)
    draw = _whole(0, POINTS_LIMIT, load_default=50)
    loss = _whole(0, POINTS_LIMIT, load_default=0)


class LateEntrySchema(Schema):
    """Late entries."""

    until_round = _whole(0, ROUNDS_LIMIT, load_default=0)
    bye = _word(LATE_BYES, load_default="zero")


class ByesSchema(Schema):
    """How many byes an entrant may request."""

    half = _whole(0, ROUNDS_LIMIT, load_default=0)
    zero = _perhaps(0, ROUNDS_LIMIT)
    until_round = _perhaps(0, ROUNDS_LIMIT)


class BoardsSchema(Schema):
    """Duplicate boards."""

    per_match = _whole(1, BOARDS_LIMIT, required=True)
    scoring = _word(get_args(BoardScoring), required=True)
    movement = fields.String(allow_none=True, load_default=None, validate=validate.Length(1, WORD_LIMIT))
    pools = _whole(1, BOARDS_LIMIT, load_default=1)


class TournamentSettingsSchema(Schema):
    """The settings of a tournament."""

    name = _named(NAME_LIMIT, required=True)
    play = fields.Nested(PlaySchema, required=True)
    format = fields.String(required=True, validate=validate.Length(1, WORD_LIMIT))
    figures = fields.Dict(
        keys=fields.String(validate=validate.Length(1, WORD_LIMIT)),
        load_default=dict,
        validate=validate.Length(0, FIGURES_LIMIT),
    )
    entrants = fields.Nested(FieldSchema)
    gates = fields.Nested(GatesSchema)
    schedule = fields.Nested(ScheduleSchema)
    rounds = fields.Nested(RoundPlanSchema)
    late = fields.Nested(LateEntrySchema)
    byes = fields.Nested(ByesSchema)
    is_rated = Truth(load_default=False)
    tie_breaks = fields.List(_word(get_args(TieBreak)), validate=validate.Length(0, TIE_BREAKS_LIMIT))
    boards = fields.Nested(BoardsSchema, allow_none=True, load_default=None)
    is_sealed = Truth(load_default=False)
    corrections_s = _perhaps(0, CORRECTIONS_LIMIT_S)
    season = fields.String(allow_none=True, load_default=None, validate=validate.Length(1, WORD_LIMIT))
    series = fields.String(allow_none=True, load_default=None, validate=validate.Length(1, WORD_LIMIT))


# ------------------------------------------------------------------------------------------------ commands


class ChangeSettingsSchema(CommandSchema):
    settings = fields.Nested(TournamentSettingsSchema, required=True)


class AppointStaffSchema(CommandSchema):
    player = _player(required=True)
    role = _word(get_args(Role), required=True)


class DismissStaffSchema(CommandSchema):
    player = _player(required=True)


class StartTournamentSchema(CommandSchema):
    pass


class PauseTournamentSchema(CommandSchema):
    reason = _reason(required=True)


class ResumeTournamentSchema(CommandSchema):
    pass


class FinishTournamentSchema(CommandSchema):
    reason = _reason(required=False)


class ReopenTournamentSchema(CommandSchema):
    reason = _reason(required=True)


class CancelTournamentSchema(CommandSchema):
    reason = _reason(required=True)


class RegisterSchema(CommandSchema):
    name = _named(NAME_LIMIT)
    club = _named(NAME_LIMIT)
    partners = fields.List(_player(), load_default=list, validate=validate.Length(0, TEAM_LIMIT))
    code = _code()


class InvitePartnerSchema(CommandSchema):
    entrant = _entrant()
    player = _player(required=True)


class WithdrawPartnerInvitationSchema(CommandSchema):
    entrant = _entrant()
    player = _player(required=True)


class AcceptPartnerSchema(CommandSchema):
    entrant = _entrant()
    code = _code()


class DeclinePartnerSchema(CommandSchema):
    entrant = _entrant()


class PartFromPartnerSchema(CommandSchema):
    pass


class KeepApartSchema(CommandSchema):
    entrants = fields.List(_entrant(), required=True, validate=validate.Length(2, GROUP_LIMIT))


class LetMeetSchema(KeepApartSchema):
    pass


class LeaveEntrantSchema(CommandSchema):
    pass


class WithdrawEntrantSchema(CommandSchema):
    entrant = _entrant()
    reason = _reason(required=False)


class CheckInSchema(CommandSchema):
    player = _player()


class OfferToSubstituteSchema(CommandSchema):
    code = _code()


class WithdrawOfferToSubstituteSchema(CommandSchema):
    pass


class CallSubstituteSchema(CommandSchema):
    entrant = _entrant()
    player = _player(required=True)
    instead_of = _player()


class AskForByeSchema(CommandSchema):
    entrant = _entrant()
    round = _round()
    kind = _word(ASKED_BYES, required=True)


class GiveByeBackSchema(CommandSchema):
    entrant = _entrant()
    round = _round()


class TakeBreakSchema(CommandSchema):
    entrant = _entrant()


class EndBreakSchema(CommandSchema):
    entrant = _entrant()


class MatchSchema(Schema):
    """A pairing of two entrants."""

    first = _entrant()
    second = _entrant()


class ByeSchema(Schema):
    """A bye of an entrant."""

    entrant = _entrant()
    kind = _word(get_args(ByeKind), required=True)


class PairedSchema(CommandSchema):
    """A round to pair: by hand if `matches` is given, else by the format."""

    matches = fields.List(fields.Nested(MatchSchema), validate=validate.Length(1, MATCHES_LIMIT))
    byes = fields.List(fields.Nested(ByeSchema), validate=validate.Length(0, ENTRANTS_LIMIT))

    @validates_schema
    def _byes_go_with_matches(self, data: dict[str, Any], **_: Any) -> None:
        if "byes" in data and "matches" not in data:
            raise ValidationError("give matches too, or leave the round to the format", "byes")


class PairRoundSchema(PairedSchema):
    round = _round(OVERLAPPING_LIMIT)


class ScheduleRoundSchema(PairedSchema):
    round = _round(OVERLAPPING_LIMIT)
    begins_at = moment_field(required=True)
    pair_now = fields.Boolean(load_default=False)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "begins_at": _instant(data["begins_at"], "begins_at")}


class UnscheduleRoundSchema(CommandSchema):
    reason = _reason(required=True)


class PairAgainSchema(PairedSchema):
    reason = _reason(required=True)


class OverrideResultSchema(CommandSchema):
    round = _round(OVERLAPPING_LIMIT)
    match = _whole(1, MATCHES_LIMIT, required=True)
    first = _whole(0, POINTS_LIMIT, required=True)
    second = _whole(0, POINTS_LIMIT, required=True)
    kind = _word(get_args(ResultKind), load_default="adjudicated")
    reason = _reason(required=True)


class PointsAndLevelsSchema(Schema):
    """The score of a board, from the side of the even seats."""

    excess = _whole(-MOST_EXCESS, MOST_EXCESS, required=True)
    levels = _whole(-MOST_LEVELS, MOST_LEVELS, required=True)


class AveragesSchema(Schema):
    """An average score for each side of a table."""

    even = _word(get_args(Average), required=True)
    odd = _word(get_args(Average), required=True)


class SharesSchema(Schema):
    """Shares of the top score, in hundredths of a per cent."""

    even = _whole(0, WHOLE, required=True)
    odd = _whole(0, WHOLE, required=True)


class OverrideBoardSchema(CommandSchema):
    round = _round(OVERLAPPING_LIMIT)
    match = _whole(1, MATCHES_LIMIT, required=True)
    board = _whole(1, ROUNDS_LIMIT * BOARDS_LIMIT, required=True)
    room = _whole(1, TEAM_LIMIT, load_default=1)
    score = fields.Nested(PointsAndLevelsSchema)
    averages = fields.Nested(AveragesSchema)
    shares = fields.Nested(SharesSchema)
    is_void = Truth(load_default=False)
    reason = _reason(required=True)


class MoveDeadlineSchema(CommandSchema):
    deadline = moment_field(required=True)
    reason = _reason(required=True)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "deadline": _instant(data["deadline"], "deadline")}


class CloseRoundSchema(CommandSchema):
    round = _round(OVERLAPPING_LIMIT)


class ChosenBoardSchema(Schema):
    """A board with a chosen deal."""

    order = Cards()
    first_drawer = _whole(0, SEATS_LIMIT - 1, required=True)
    level = _word(RANK_NAMES)


class ChooseBoardsSchema(CommandSchema):
    set = _whole(1, ROUNDS_LIMIT, required=True)
    boards = fields.List(fields.Nested(ChosenBoardSchema), required=True, validate=validate.Length(1, BOARDS_LIMIT))


TOURNAMENT_COMMANDS: dict[str, CommandSchema] = {
    "change_settings": ChangeSettingsSchema(),
    "appoint_staff": AppointStaffSchema(),
    "dismiss_staff": DismissStaffSchema(),
    "start_tournament": StartTournamentSchema(),
    "pause_tournament": PauseTournamentSchema(),
    "resume_tournament": ResumeTournamentSchema(),
    "finish_tournament": FinishTournamentSchema(),
    "reopen_tournament": ReopenTournamentSchema(),
    "cancel_tournament": CancelTournamentSchema(),
    "register": RegisterSchema(),
    "invite_partner": InvitePartnerSchema(),
    "withdraw_partner_invitation": WithdrawPartnerInvitationSchema(),
    "accept_partner": AcceptPartnerSchema(),
    "decline_partner": DeclinePartnerSchema(),
    "part_from_partner": PartFromPartnerSchema(),
    "keep_apart": KeepApartSchema(),
    "let_meet": LetMeetSchema(),
    "leave_entrant": LeaveEntrantSchema(),
    "withdraw_entrant": WithdrawEntrantSchema(),
    "check_in": CheckInSchema(),
    "offer_to_substitute": OfferToSubstituteSchema(),
    "withdraw_offer_to_substitute": WithdrawOfferToSubstituteSchema(),
    "call_substitute": CallSubstituteSchema(),
    "ask_for_bye": AskForByeSchema(),
    "give_bye_back": GiveByeBackSchema(),
    "take_break": TakeBreakSchema(),
    "end_break": EndBreakSchema(),
    "pair_round": PairRoundSchema(),
    "pair_again": PairAgainSchema(),
    "override_result": OverrideResultSchema(),
    "override_board": OverrideBoardSchema(),
    "schedule_round": ScheduleRoundSchema(),
    "unschedule_round": UnscheduleRoundSchema(),
    "move_deadline": MoveDeadlineSchema(),
    "choose_boards": ChooseBoardsSchema(),
    "close_round": CloseRoundSchema(),
}
"""The schema of each command, by `type`. Commands that the clock and tables trigger are not among them."""
