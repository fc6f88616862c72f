"""Marshmallow schemas for requests about tournaments: one for each body, part of a body, and command.

`settings_of` returns the settings that a body gives.

The schemas of commands about entrants and rounds are in `entrant_schemas.py` and `round_schemas.py`.
"""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.clocks.ladder import ladder, pauses
from domain.clocks.rules import clock_rules
from domain.games.bots import stand_ins
from domain.games.package import Body
from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.instants import SECOND_MS
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.gates import Gates
from domain.tournaments.formats.catalogue import default_tie_breaks
from domain.tournaments.formats.checks import default_check_in_s, default_least_entrants
from domain.tournaments.matches.corrections import default_corrections_s
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.settings import (
    ANSWER_LEAST_S,
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
    BoardSettings,
    Byes,
    EntrantKind,
    EntrantSettings,
    LateEntry,
    Leaving,
    RoundPace,
    RoundPlan,
    Schedule,
    Seeding,
    TableGame,
    TournamentSettings,
)
from domain.tournaments.staff import Role
from domain.tournaments.standings.tie_break_values import TieBreak
from domain.tournaments.terms import ByeKind, PairingByeWorth
from service.platform.http.fields import (
    HANDS_LIMIT,
    VERSION_LIMIT,
    ClockField,
    CommandSchema,
    LadderField,
    OptionsField,
    PausesField,
    StrictBoolean,
    name_field,
    player_field,
    reason_field,
    timestamp_field,
    whole_field,
    word_field,
)
from service.tournaments import entrant_schemas, round_schemas
from service.tournaments.schema_fields import (
    PLAYERS_LIMIT,
    POINTS_LIMIT,
    RATING_LIMIT,
    WORD_LIMIT,
    optional_field,
    read_instant_or_none,
)

NIGHT_LEVEL = {"initial_level": "8"}
FIGURES_LIMIT = 20
LATE_BYES: tuple[ByeKind, ...] = ("half", "zero")


class TournamentPlaySchema(Schema):
    """What is played at the tables."""

    game = word_field(tuple(sorted(GAMES)))
    profile = fields.String(required=True, validate=validate.Length(1, WORD_LIMIT))
    overrides = OptionsField()
    hands = optional_field(1, HANDS_LIMIT)
    clock = ClockField()
    pauses = PausesField()
    ladder = LadderField()


class FieldSchema(Schema):
    """Who can enter, and how many."""

    kind = word_field(get_args(EntrantKind), required=True)
    members_least = whole_field(1, TEAM_LIMIT)
    members_most = whole_field(1, TEAM_LIMIT)
    capacity = optional_field(2, ENTRANTS_LIMIT)
    least = whole_field(2, ENTRANTS_LIMIT)
    seeding = word_field(get_args(Seeding), load_default="rating")
    answer_s = optional_field(ANSWER_LEAST_S, SPAN_LIMIT_S)

    @validates_schema
    def _teams_say_how_large_they_are(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "team" and not {"members_least", "members_most"} <= set(data):
            raise ValidationError(
                message("give the minimum and the maximum number of members of a team"), "members_least"
            )


class GatesSchema(Schema):
    """Conditions for entering."""

    rating_least = optional_field(0, RATING_LIMIT)
    rating_most = optional_field(0, RATING_LIMIT)
    reliability = optional_field(0, 100)
    games = whole_field(0, 1_000_000, load_default=0)
    players = fields.List(
        player_field(), allow_none=True, load_default=None, validate=validate.Length(0, PLAYERS_LIMIT)
    )
    by_code = StrictBoolean(load_default=False)


class ScheduleSchema(Schema):
    """Scheduled times."""

    opens_at = timestamp_field(required=False, perhaps=True)
    closes_at = timestamp_field(required=False, perhaps=True)
    check_in_s = whole_field(1, SPAN_LIMIT_S, allow_none=True)
    starts_at = timestamp_field(required=False, perhaps=True)

    @post_load
    def _read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        times = {name: read_instant_or_none(data[name], name) for name in ("opens_at", "closes_at", "starts_at")}
        return {**data, **times}


class RoundPlanSchema(Schema):
    """The sequence of rounds."""

    pace = word_field(get_args(RoundPace), load_default="at_once")
    window_s = optional_field(1, SPAN_LIMIT_S)
    interval_s = whole_field(0, SPAN_LIMIT_S, load_default=0)
    adjudication = word_field(get_args(Adjudication), load_default="draw")
    leaving = word_field(get_args(Leaving), load_default="played_on")
    played_elsewhere = StrictBoolean(load_default=False)
    is_automatic = StrictBoolean(load_default=True)
    win = whole_field(0, POINTS_LIMIT, load_default=100)
    draw = whole_field(0, POINTS_LIMIT, load_default=50)
    loss = whole_field(0, POINTS_LIMIT, load_default=0)


class LateEntrySchema(Schema):
    """Late entries."""

    until_round = whole_field(0, ROUNDS_LIMIT, load_default=0)
    bye = word_field(LATE_BYES, load_default="zero")


class ByesSchema(Schema):
    """The worth of pairing byes, and how many byes an entrant may request."""

    pairing = word_field(get_args(PairingByeWorth), load_default="full")
    half = whole_field(0, ROUNDS_LIMIT, load_default=0)
    zero = optional_field(0, ROUNDS_LIMIT)
    until_round = optional_field(0, ROUNDS_LIMIT)


class BoardsSchema(Schema):
    """Duplicate boards."""

    per_match = whole_field(1, BOARDS_LIMIT, required=True)
    scoring = word_field(get_args(BoardScoring), required=True)
    movement = fields.String(allow_none=True, load_default=None, validate=validate.Length(1, WORD_LIMIT))
    pools = whole_field(1, BOARDS_LIMIT, load_default=1)


class TournamentSettingsSchema(Schema):
    """The settings of a tournament."""

    name = name_field(NAME_LIMIT, required=True)
    play = fields.Nested(TournamentPlaySchema, required=True)
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
    is_rated = StrictBoolean(load_default=False)
    tie_breaks = fields.List(word_field(get_args(TieBreak)), validate=validate.Length(0, TIE_BREAKS_LIMIT))
    boards = fields.Nested(BoardsSchema, allow_none=True, load_default=None)
    is_sealed = StrictBoolean(load_default=False)
    public = StrictBoolean(load_default=True)
    corrections_s = optional_field(0, CORRECTIONS_LIMIT_S)
    season = name_field(WORD_LIMIT, allow_none=True, load_default=None)
    series = name_field(WORD_LIMIT, allow_none=True, load_default=None)


def settings_of(body: Body) -> TournamentSettings:
    """Returns the settings in a body. Raises `InvalidTimes`, `UnknownProfile` or `InvalidSettings`."""
    gates = body.get("gates", {})
    if (body["series"] or "").startswith("lge_"):
        raise InvalidSettings(
            message("only a league opens its tournaments"), hint=message("leave series out"), facts={"option": "series"}
        )
    play = _play(body["play"], starts_high=body["format"] == "night" and body["is_rated"])
    corrections_s = body["corrections_s"]
    return TournamentSettings(
        name=body["name"],
        play=play,
        format=body["format"],
        figures=body["figures"],
        entrants=_field(body.get("entrants", {"kind": "player"}), body),
        gates=Gates(**{**gates, "players": _players(gates.get("players"))}),
        schedule=_schedule(body),
        rounds=RoundPlan(**body.get("rounds", {})),
        late=LateEntry(**body.get("late", {})),
        byes=Byes(**body.get("byes", {})),
        is_rated=body["is_rated"],
        tie_breaks=tuple(body.get("tie_breaks", _tie_breaks(body, play))),
        boards=BoardSettings(**body["boards"]) if body["boards"] else None,
        is_sealed=body["is_sealed"],
        season=body["season"],
        series=body["series"],
        corrections_s=default_corrections_s(play.clock) if corrections_s is None else corrections_s,
        public=body["public"],
    )


def _tie_breaks(body: Body, play: TableGame) -> tuple[TieBreak, ...]:
    """Returns the default tie-breaks. They need tables."""
    is_at_tables = not body.get("rounds", {}).get("played_elsewhere", False)
    return default_tie_breaks(body["format"], play.game) if is_at_tables else ()


def _schedule(body: Body) -> Schedule:
    """Returns the schedule. By default, players check in to nights."""
    schedule = body.get("schedule", {})
    starts_at, opens_at = schedule.get("starts_at"), schedule.get("opens_at")
    before_s = None if starts_at is None else (starts_at - (opens_at or 0)) // SECOND_MS
    return Schedule(**{"check_in_s": default_check_in_s(body["format"], before_s), **schedule})


def _play(body: Body, *, starts_high: bool) -> TableGame:
    """Returns what is played. With `starts_high`, matches start at level 8 by default, as in rated nights."""
    clock = clock_rules(body["clock"] or {"kind": "none"})
    game = body.get("game") or book_with(body["profile"]).game
    high = NIGHT_LEVEL if starts_high and GAMES[game].has_levels else {}
    return TableGame(
        game=game,
        profile=body["profile"],
        overrides={**high, **body["overrides"]},
        hands=body["hands"],
        clock=clock,
        pauses=pauses(body["pauses"], clock),
        ladder=ladder(body["ladder"], stand_ins(game), clock),
    )


def _field(body: Body, settings: Body) -> EntrantSettings:
    """Returns who can enter. By default, an entrant is one player, or a pair of two.

    Other sizes for these kinds are refused later.
    """
    usual = {"player": 1, "pair": 2}.get(body["kind"])
    movement = settings["boards"]["movement"] if settings["boards"] else None
    rounds = settings["figures"].get("rounds")
    asked_rounds = rounds if type(rounds) is int else None
    least = default_least_entrants(settings["format"], movement, body.get("capacity"), asked_rounds)
    return EntrantSettings(**{"members_least": usual, "members_most": usual, "least": least, **body})


def _players(body: list[str] | None) -> tuple[PlayerId, ...] | None:
    return None if body is None else tuple(map(PlayerId, body))


class ChangeSettingsSchema(CommandSchema):
    settings = fields.Nested(TournamentSettingsSchema, required=True)


class AppointStaffSchema(CommandSchema):
    player = player_field(required=True)
    role = word_field(get_args(Role), required=True)


class DismissStaffSchema(CommandSchema):
    player = player_field(required=True)


class StartTournamentSchema(CommandSchema):
    pass


class PauseTournamentSchema(CommandSchema):
    reason = reason_field(required=True)


class ResumeTournamentSchema(CommandSchema):
    pass


class FinishTournamentSchema(CommandSchema):
    reason = reason_field(required=False)


class ReopenTournamentSchema(CommandSchema):
    reason = reason_field(required=True)


class UndoStaffActSchema(CommandSchema):
    act = whole_field(1, VERSION_LIMIT, required=True)
    reason = reason_field(required=True)


class CancelTournamentSchema(CommandSchema):
    reason = reason_field(required=True)


TOURNAMENT_COMMANDS: dict[str, CommandSchema] = {
    "change_settings": ChangeSettingsSchema(),
    "appoint_staff": AppointStaffSchema(),
    "dismiss_staff": DismissStaffSchema(),
    "start_tournament": StartTournamentSchema(),
    "pause_tournament": PauseTournamentSchema(),
    "resume_tournament": ResumeTournamentSchema(),
    "finish_tournament": FinishTournamentSchema(),
    "reopen_tournament": ReopenTournamentSchema(),
    "undo_staff_act": UndoStaffActSchema(),
    "cancel_tournament": CancelTournamentSchema(),
    "register": entrant_schemas.RegisterSchema(),
    "enter_entrants": entrant_schemas.EnterEntrantsSchema(),
    "invite_partner": entrant_schemas.InvitePartnerSchema(),
    "withdraw_partner_invitation": entrant_schemas.WithdrawPartnerInvitationSchema(),
    "accept_partner": entrant_schemas.AcceptPartnerSchema(),
    "decline_partner": entrant_schemas.DeclinePartnerSchema(),
    "part_from_partner": entrant_schemas.PartFromPartnerSchema(),
    "seed_entrants": entrant_schemas.SeedEntrantsSchema(),
    "keep_apart": entrant_schemas.KeepApartSchema(),
    "let_meet": entrant_schemas.LetMeetSchema(),
    "leave_entrant": entrant_schemas.LeaveEntrantSchema(),
    "withdraw_entrant": entrant_schemas.WithdrawEntrantSchema(),
    "check_in": entrant_schemas.CheckInSchema(),
    "accept_place": entrant_schemas.AcceptPlaceSchema(),
    "decline_place": entrant_schemas.DeclinePlaceSchema(),
    "offer_to_substitute": entrant_schemas.OfferToSubstituteSchema(),
    "withdraw_offer_to_substitute": entrant_schemas.WithdrawOfferToSubstituteSchema(),
    "call_substitute": entrant_schemas.CallSubstituteSchema(),
    "end_substitution": entrant_schemas.EndSubstitutionSchema(),
    "ask_for_bye": entrant_schemas.AskForByeSchema(),
    "give_bye_back": entrant_schemas.GiveByeBackSchema(),
    "take_break": entrant_schemas.TakeBreakSchema(),
    "end_break": entrant_schemas.EndBreakSchema(),
    "challenge_entrant": entrant_schemas.ChallengeEntrantSchema(),
    "answer_ladder_challenge": entrant_schemas.AnswerLadderChallengeSchema(),
    "withdraw_ladder_challenge": entrant_schemas.WithdrawLadderChallengeSchema(),
    "pair_round": round_schemas.PairRoundSchema(),
    "pair_again": round_schemas.PairAgainSchema(),
    "override_result": round_schemas.OverrideResultSchema(),
    "override_board": round_schemas.OverrideBoardSchema(),
    "schedule_round": round_schemas.ScheduleRoundSchema(),
    "unschedule_round": round_schemas.UnscheduleRoundSchema(),
    "propose_time": round_schemas.ProposeTimeSchema(),
    "agree_time": round_schemas.AgreeTimeSchema(),
    "play_elsewhere": round_schemas.PlayElsewhereSchema(),
    "report_result": round_schemas.ReportResultSchema(),
    "confirm_result": round_schemas.ConfirmResultSchema(),
    "dispute_result": round_schemas.DisputeResultSchema(),
    "move_deadline": round_schemas.MoveDeadlineSchema(),
    "choose_boards": round_schemas.ChooseBoardsSchema(),
    "close_round": round_schemas.CloseRoundSchema(),
}
"""The schema of each command, by `type`. Commands that the clock or tables trigger have no schema."""
