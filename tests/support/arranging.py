"""Steps of a random tournament: calls for places, times of matches, reported results, substitutes and byes."""

from typing import Any, get_args

from domain.kernel.instants import Instant
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.entrants.commands import (
    AcceptPlace,
    AskForBye,
    CallSubstitute,
    DeclinePlace,
    GiveByeBack,
    OfferToSubstitute,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.matches.commands import AgreeTime, ConfirmResult, DisputeResult, ProposeTime, ReportResult
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Outcome
from tests.support.random_commands import PLAYERS
from tests.support.tournament import OWNER


class Arranging:
    """Steps of a state machine that has a tournament and sends commands to it."""

    tournament: Tournament
    now: Instant

    def does(self, command: TournamentCommand) -> bool:
        """Sends a command. Returns whether it was accepted. The state machine defines it."""
        # An abstract base class is not possible here: Hypothesis gives state machines a metaclass of their own.
        raise NotImplementedError

    def one_answers_a_call(self, number: int) -> None:
        if self.tournament.calls:
            entrant = self.tournament.calls[number % len(self.tournament.calls)].entrant
            captain = next(entry.captain for entry in self.tournament.entries if entry.id == entrant)
            self.does(AcceptPlace(captain, entrant) if number % 3 else DeclinePlace(captain, entrant))

    def one_proposes_a_time(self, number: int) -> None:
        self.arranges(number, ProposeTime, (Instant(self.now + number * 20_000),))

    def one_agrees_to_a_time(self, number: int) -> None:
        round_ = self.tournament.open_round
        for time in round_.times if round_ is not None else ():
            if time.proposed:
                by = OWNER if number % 2 else PLAYERS[number % len(PLAYERS)]
                self.does(AgreeTime(by, round_.paired.number, time.match, time.proposed[0]))

    def one_reports(self, number: int) -> None:
        self.arranges(number, ReportResult, get_args(Outcome)[number % 5])

    def one_answers_a_report(self, number: int) -> None:
        if number % 3:
            self.arranges(number, ConfirmResult)
        else:
            self.arranges(number, DisputeResult, "no")

    def arranges(self, number: int, command: Any, *more: Any) -> None:
        """Sends a command of a player of a match."""
        round_ = self.tournament.open_round
        if round_ is not None:
            match = number % len(round_.results) + 1
            side = round_.paired.matches[match - 1][number // 5 % 2]
            entry = self.tournament.entry(side)
            if entry is not None and entry.members:
                self.does(command(entry.captain, round_.paired.number, match, *more))

    def one_offers(self, number: int) -> None:
        player = PLAYERS[number % len(PLAYERS)]
        self.does(OfferToSubstitute(player, Applicant(player)))

    def one_is_called(self, number: int) -> None:
        active = [entry for entry in self.tournament.entries if entry.status != "out"]
        if active and self.tournament.substitutes:
            entry = active[number % len(active)]
            player = self.tournament.substitutes[0].player
            instead_of = entry.captain if self.tournament.is_complete(entry) else None
            self.does(CallSubstitute(entry.captain, entry.id, player, instead_of))

    def one_sits_out(self, number: int) -> None:
        active = [entry for entry in self.tournament.entries if entry.status != "out"]
        if active:
            entry = active[number % len(active)]
            wanted = self.tournament.next_number + number % 2
            asked = AskForBye(entry.captain, entry.id, wanted, "half" if number % 3 else "zero")
            if not self.does(asked):
                self.does(GiveByeBack(entry.captain, entry.id, wanted))
