"""Translates the body of a request into a command to a tournament."""

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.package import Body
from domain.kernel.cards import read_cards
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
    UndoStaffAct,
)
from domain.tournaments.decide import RIGHT_FOR
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.ladder import commands as ladder_commands
from domain.tournaments.matches import commands as match_commands
from domain.tournaments.rounds import commands as round_commands
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import Bye, EntrantId, Match, Points, Result, Round
from service.platform.http.command_bodies import CommandBody, kinds_of, load_command
from service.tournaments.schemas import TOURNAMENT_COMMANDS, settings_of

OF_STAFF = kinds_of(RIGHT_FOR)
"""Commands for staff only. They require a scope of the token."""


class Fresh(NamedTuple):
    """Inputs that the server generates or looks up.

    Attributes:
        entrant: the id of a new entrant.
        seed, number: the seed and the number of a round.
        entrants: the entrants that staff enter.
        guests: those of their players whose accounts are created with the command.
        bots: those of their players who are house bots.
    """

    entrant: EntrantId
    seed: bytes = b""
    number: int = 1
    entrants: tuple[entrant_commands.NewEntrant, ...] = ()
    guests: frozenset[PlayerId] = frozenset()
    bots: frozenset[PlayerId] = frozenset()


class TournamentCommandBody(CommandBody):
    """A well-formed command, not yet checked against the tournament."""

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
    "undo_staff_act": lambda by, body, _: UndoStaffAct(by, body["act"], body["reason"]),
    "cancel_tournament": lambda by, body, _: CancelTournament(by, body["reason"]),
    "register": _register,
    "enter_entrants": lambda by, body, fresh: entrant_commands.EnterEntrants(
        by, fresh.entrants, body["are_here"], fresh.guests, fresh.bots
    ),
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
    "seed_entrants": lambda by, body, _: entrant_commands.SeedEntrants(by, tuple(map(EntrantId, body["entrants"]))),
    "keep_apart": lambda by, body, _: entrant_commands.KeepApart(by, tuple(map(EntrantId, body["entrants"]))),
    "let_meet": lambda by, body, _: entrant_commands.LetMeet(by, tuple(map(EntrantId, body["entrants"]))),
    "leave_entrant": lambda by, _, __: entrant_commands.LeaveEntrant(by),
    "withdraw_entrant": lambda by, body, _: entrant_commands.WithdrawEntrant(
        by, EntrantId(body["entrant"]), body.get("reason")
    ),
    "check_in": lambda by, body, _: entrant_commands.CheckIn(by, PlayerId(body.get("player", by))),
    "accept_place": lambda by, body, _: entrant_commands.AcceptPlace(by, EntrantId(body["entrant"])),
    "decline_place": lambda by, body, _: entrant_commands.DeclinePlace(by, EntrantId(body["entrant"])),
    "offer_to_substitute": lambda by, body, _: entrant_commands.OfferToSubstitute(by, _applicant(by, body)),
    "withdraw_offer_to_substitute": lambda by, _, __: entrant_commands.WithdrawOfferToSubstitute(by),
    "call_substitute": lambda by, body, _: entrant_commands.CallSubstitute(
        by, EntrantId(body["entrant"]), PlayerId(body["player"]), body.get("instead_of"), until=body.get("until")
    ),
    "end_substitution": lambda by, body, _: entrant_commands.EndSubstitution(by, PlayerId(body.get("player", by))),
    "ask_for_bye": lambda by, body, _: entrant_commands.AskForBye(
        by, EntrantId(body["entrant"]), body["round"], body["kind"]
    ),
    "give_bye_back": lambda by, body, _: entrant_commands.GiveByeBack(by, EntrantId(body["entrant"]), body["round"]),
    "take_break": lambda by, body, _: entrant_commands.TakeBreak(by, EntrantId(body["entrant"])),
    "end_break": lambda by, body, _: entrant_commands.EndBreak(by, EntrantId(body["entrant"])),
    "challenge_entrant": lambda by, body, _: ladder_commands.ChallengeEntrant(by, EntrantId(body["entrant"])),
    "answer_ladder_challenge": lambda by, body, _: ladder_commands.AnswerLadderChallenge(by, body["accepts"]),
    "withdraw_ladder_challenge": lambda by, _, __: ladder_commands.WithdrawLadderChallenge(by),
    "override_result": _override,
    "override_board": _override_board,
    "unschedule_round": lambda by, body, _: round_commands.UnscheduleRound(by, body["reason"]),
    "propose_time": lambda by, body, _: match_commands.ProposeTime(by, body["round"], body["match"], body["times"]),
    "agree_time": lambda by, body, _: match_commands.AgreeTime(by, body["round"], body["match"], body["plays_at"]),
    "play_elsewhere": lambda by, body, _: match_commands.PlayElsewhere(
        by, body["round"], body["match"], body["reason"]
    ),
    "report_result": lambda by, body, _: match_commands.ReportResult(by, body["round"], body["match"], body["outcome"]),
    "confirm_result": lambda by, body, _: match_commands.ConfirmResult(by, body["round"], body["match"]),
    "dispute_result": lambda by, body, _: match_commands.DisputeResult(
        by, body["round"], body["match"], body["reason"]
    ),
    "move_deadline": lambda by, body, _: round_commands.MoveDeadline(by, body["deadline"], body["reason"]),
    "choose_boards": _choose_boards,
    "close_round": lambda by, body, _: round_commands.CloseRound(by, body["round"]),
}
