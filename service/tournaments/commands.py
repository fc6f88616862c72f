"""Translates the body of a request into a command to a tournament."""

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.clocks.ladder import ladder, pauses
from domain.clocks.rules import clock_rules
from domain.games.package import Body
from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.cards import read_cards
from domain.kernel.instants import SECOND_MS
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.boards.records import ChosenBoard
from domain.tournaments.commands import (
    CancelTournament,
    ChangeSettings,
    FinishTournament,
    PauseTournament,
    ReopenTournament,
    ResumeTournament,
    StartTournament,
    TournamentCommand,
)
from domain.tournaments.decide import RIGHT_FOR
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.entrants.gates import Applicant, Gates
from domain.tournaments.formats.catalogue import default_tie_breaks
from domain.tournaments.formats.checks import default_check_in_s, default_least_entrants
from domain.tournaments.matches.corrections import default_corrections_s
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.rounds import commands as round_commands
from domain.tournaments.settings import (
    Boards,
    Byes,
    EntrantSettings,
    LateEntry,
    RoundPlan,
    Schedule,
    Settings,
    TableGame,
)
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import Bye, EntrantId, Match, Points, Result, Round
from service.tournaments.command_bodies import kinds_of, load_command
from service.tournaments.schemas import TOURNAMENT_COMMANDS

OF_STAFF = kinds_of(RIGHT_FOR)
"""Commands for staff only. They require a scope of the token."""
NIGHT_LEVEL = {"initial_level": "8"}


class Fresh(NamedTuple):
    """Inputs that the server generates: the id of a new entrant, and the seed and number of a round."""

    entrant: EntrantId
    seed: bytes = b""
    number: int = 1


class TournamentCommandBody(NamedTuple):
    """A well-formed command, not yet checked against the tournament."""

    members: Body

    @property
    def kind(self) -> str:
        """The type of the command."""
        return str(self.members["type"])

    @property
    def expected_version(self) -> int | None:
        """The version that the client expects the tournament to have, if given."""
        return self.members.get("expected_version")

    @property
    def leaves_pairing_to_format(self) -> bool:
        """Whether a round is to be paired and the command has no pairings."""
        is_paired = self.kind in ("pair_round", "pair_again") or self.members.get("pair_now", False)
        return is_paired and "matches" not in self.members

    def command(self, by: PlayerId, fresh: Fresh, paired: Round | None = None) -> TournamentCommand:
        """Returns the command.

        Args:
            by: the player who sends it.
            fresh: the inputs that the server generates.
            paired: the round paired by the format, if the command leaves the pairing to it.
        """
        if self.kind == "pair_round":
            return round_commands.PairRound(by, paired or round_of(self.members), fresh.seed)
        if self.kind == "schedule_round":
            now = paired or (round_of(self.members) if "matches" in self.members else None)
            return round_commands.ScheduleRound(by, self.members["round"], self.members["begins_at"], now, fresh.seed)
        if self.kind == "pair_again":
            again = paired or round_of(self.members, fresh.number)
            return round_commands.PairAgain(by, again, fresh.seed, self.members["reason"])
        return _COMMANDS[self.kind](by, self.members, fresh)


def read_tournament_command(body: Any) -> TournamentCommandBody:
    """Returns the command in a request body.

    Raises:
        Problem: the type is unknown, or the body does not match its schema.
    """
    return TournamentCommandBody(load_command(TOURNAMENT_COMMANDS, body))


def round_of(members: Body, number: int = 1) -> Round:
    """Returns the round with the given pairings. `number` is used if the body has no round number."""
    matches = tuple(Match(EntrantId(each["first"]), EntrantId(each["second"])) for each in members["matches"])
    byes = tuple(Bye(EntrantId(each["entrant"]), each["kind"]) for each in members.get("byes", ()))
    return Round(members.get("round", number), matches, byes)


# ------------------------------------------------------------------------------------------------ settings


def settings_of(body: Body) -> Settings:
    """Returns the settings in a body. Raises `InvalidTimes`, `UnknownProfile` or `InvalidSettings`."""
    gates = body.get("gates", {})
    if (body["series"] or "").startswith("lge_"):
        raise InvalidSettings(
            "only a league opens its tournaments", hint="leave series out", facts={"option": "series"}
        )
    play = _play(body["play"], starts_high=body["format"] == "night" and body["is_rated"])
    corrections_s = body["corrections_s"]
    return Settings(
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
        tie_breaks=tuple(body.get("tie_breaks", default_tie_breaks(body["format"], play.game))),
        boards=Boards(**body["boards"]) if body["boards"] else None,
        is_sealed=body["is_sealed"],
        season=body["season"],
        series=body["series"],
        corrections_s=default_corrections_s(play.clock) if corrections_s is None else corrections_s,
    )


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
        ladder=ladder(body["ladder"], clock),
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


# ------------------------------------------------------------------------------------------------ commands


def _applicant(by: PlayerId, members: Body) -> Applicant:
    """Returns the applicant with their entry code. The service looks up everything else."""
    return Applicant(by, code=members.get("code"))


def _register(by: PlayerId, members: Body, fresh: Fresh) -> entrant_commands.Register:
    partners = tuple(map(PlayerId, members["partners"]))
    return entrant_commands.Register(
        by, fresh.entrant, _applicant(by, members), members.get("name"), members.get("club"), partners
    )


def _override(by: PlayerId, members: Body, _: Fresh) -> round_commands.OverrideResult:
    result = Result(Points(members["first"]), Points(members["second"]), members["kind"])
    return round_commands.OverrideResult(by, members["round"], members["match"], result, members["reason"])


def _override_board(by: PlayerId, members: Body, _: Fresh) -> round_commands.OverrideBoard:
    score, averages, shares = (members.get(name) for name in ("score", "averages", "shares"))
    return round_commands.OverrideBoard(
        *(by, members["round"], members["match"], members["board"], members["reason"], members["room"]),
        score=None if score is None else (score["excess"], score["levels"]),
        averages=None if averages is None else (averages["even"], averages["odd"]),
        shares=None if shares is None else (shares["even"], shares["odd"]),
        is_void=members["is_void"],
    )


def _choose_boards(by: PlayerId, members: Body, _: Fresh) -> round_commands.ChooseBoards:
    return round_commands.ChooseBoards(by, members["set"], tuple(map(_chosen_board, members["boards"])))


def _chosen_board(board: Body) -> ChosenBoard:
    return ChosenBoard(read_cards(board["order"]), Seat(board["first_drawer"]), board.get("level"))


_COMMANDS: dict[str, Callable[[PlayerId, Body, Fresh], TournamentCommand]] = {
    "change_settings": lambda by, body, _: ChangeSettings(by, settings_of(body["settings"])),
    "appoint_staff": lambda by, body, _: AppointStaff(by, PlayerId(body["player"]), body["role"]),
    "dismiss_staff": lambda by, body, _: DismissStaff(by, PlayerId(body["player"])),
    "start_tournament": lambda by, _, __: StartTournament(by),
    "pause_tournament": lambda by, body, _: PauseTournament(by, body["reason"]),
    "resume_tournament": lambda by, _, __: ResumeTournament(by),
    "finish_tournament": lambda by, body, _: FinishTournament(by, body.get("reason")),
    "reopen_tournament": lambda by, body, _: ReopenTournament(by, body["reason"]),
    "cancel_tournament": lambda by, body, _: CancelTournament(by, body["reason"]),
    "register": _register,
    "invite_partner": lambda by, body, _: entrant_commands.InvitePartner(
        by, EntrantId(body["entrant"]), PlayerId(body["player"])
    ),
    "withdraw_partner_invitation": lambda by, body, _: entrant_commands.WithdrawPartnerInvitation(
        by, EntrantId(body["entrant"]), PlayerId(body["player"])
    ),
    "accept_partner": lambda by, body, fresh: entrant_commands.AcceptPartner(
        by, EntrantId(body["entrant"]), _applicant(by, body), fresh.entrant
    ),
    "decline_partner": lambda by, body, _: entrant_commands.DeclinePartner(by, EntrantId(body["entrant"])),
    "part_from_partner": lambda by, _, __: entrant_commands.PartFromPartner(by),
    "keep_apart": lambda by, body, _: entrant_commands.KeepApart(by, tuple(map(EntrantId, body["entrants"]))),
    "let_meet": lambda by, body, _: entrant_commands.LetMeet(by, tuple(map(EntrantId, body["entrants"]))),
    "leave_entrant": lambda by, _, __: entrant_commands.LeaveEntrant(by),
    "withdraw_entrant": lambda by, body, _: entrant_commands.WithdrawEntrant(
        by, EntrantId(body["entrant"]), body.get("reason")
    ),
    "check_in": lambda by, body, _: entrant_commands.CheckIn(by, PlayerId(body.get("player", by))),
    "offer_to_substitute": lambda by, body, _: entrant_commands.OfferToSubstitute(by, _applicant(by, body)),
    "withdraw_offer_to_substitute": lambda by, _, __: entrant_commands.WithdrawOfferToSubstitute(by),
    "call_substitute": lambda by, body, _: entrant_commands.CallSubstitute(
        by, EntrantId(body["entrant"]), PlayerId(body["player"]), body.get("instead_of")
    ),
    "ask_for_bye": lambda by, body, _: entrant_commands.AskForBye(
        by, EntrantId(body["entrant"]), body["round"], body["kind"]
    ),
    "give_bye_back": lambda by, body, _: entrant_commands.GiveByeBack(by, EntrantId(body["entrant"]), body["round"]),
    "take_break": lambda by, body, _: entrant_commands.TakeBreak(by, EntrantId(body["entrant"])),
    "end_break": lambda by, body, _: entrant_commands.EndBreak(by, EntrantId(body["entrant"])),
    "override_result": _override,
    "override_board": _override_board,
    "unschedule_round": lambda by, body, _: round_commands.UnscheduleRound(by, body["reason"]),
    "move_deadline": lambda by, body, _: round_commands.MoveDeadline(by, body["deadline"], body["reason"]),
    "choose_boards": _choose_boards,
    "close_round": lambda by, body, _: round_commands.CloseRound(by, body["round"]),
}
