"""Facts about a command to a tournament: who asks, whom it names, what it costs."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from domain.table.state import Table
from domain.tournaments.commands import (
    AppointStaff,
    TournamentCommand,
)
from domain.tournaments.decide import TournamentOutcome
from domain.tournaments.entrant_commands import (
    InvitePartner,
    LeaveEntrant,
    Register,
)
from domain.tournaments.formats import format_of
from domain.tournaments.leaving_cost import LeavingCost, leaving_cost
from domain.tournaments.state import Tournament
from service.accounts.handlers import Accounts
from service.accounts.reliability import Reliability
from service.platform.computing import Computing
from service.platform.sources import SOURCES, Sources
from service.platform.store.stream_repository import Decided
from service.ratings.handlers import Ratings
from service.tables.handlers import BY_CLOCK, TableBusy

Look = Callable[[str], Table]
"""Gives a table as it is now."""
TOURNAMENTS_LIMIT = 50
"""So many tournaments of one owner can be open, where nothing else is set."""


class TooManyTournaments(Exception):
    """The player owns as many tournaments that are not over as may be; its argument is how many."""


class TournamentBusy(TableBusy):
    """Others move the tournament so fast that the command found no moment; try again."""


class AboutPlayers(NamedTuple):
    """Where it is known who players are, how reliable, and how good; `look` gives a table at which they sit."""

    accounts: Accounts
    reliability: Reliability
    ratings: Ratings
    look: Look


class ForeseenTournament(NamedTuple):
    """What a command would bring about now.

    Attributes:
        version: of the tournament.
        events: what would happen.
        tournament: as it would be then.
        cost: what it costs who would leave.
    """

    version: int
    events: tuple[Any, ...]
    tournament: Tournament
    cost: LeavingCost | None = None


class Means(NamedTuple):
    """The most open tournaments of one owner, where long computations run, and the sources of time and chance."""

    limit: int = TOURNAMENTS_LIMIT
    computing: Computing = Computing()
    sources: Sources = SOURCES


USUAL_MEANS = Means()


def as_decided(outcome: TournamentOutcome) -> Decided[Tournament]:
    """Returns what was decided, as streams append it."""
    return Decided(outcome.events, outcome.tournament, outcome.tournament.world)


def asker(command: TournamentCommand) -> str:
    """Whose command it is, where a player has asked for it."""
    return getattr(command, "by", None) or BY_CLOCK


def cost_of_leaving(tournament: Tournament, command: TournamentCommand, events: Sequence[Any]) -> LeavingCost | None:
    """What a command costs who leaves by it; none where nobody does."""
    entry = tournament.entry_of(command.by) if isinstance(command, LeaveEntrant) else None
    if entry is None or not isinstance(command, LeaveEntrant):
        return None
    return leaving_cost(tournament, format_of(tournament.settings), entry.id, command.reports, events)


def named_players(command: TournamentCommand) -> tuple[PlayerId, ...]:
    """Whom the command asks to do something."""
    match command:
        case Register(partners=partners):
            return partners
        case InvitePartner(player=player) | AppointStaff(player=player):
            return (player,)
        case _:
            return ()
