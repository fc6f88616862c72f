"""Facts about a command to a tournament: its author, the players it names, and the cost of leaving."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.clocks.calendar import Span
from domain.kernel.players import PlayerId
from domain.table.state import Table
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.entrants.commands import EnterEntrants, InvitePartner, LeaveEntrant, Register
from domain.tournaments.entrants.leaving_cost import LeavingCost, leaving_cost
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.rounds.remarks import Remark
from domain.tournaments.staff import AppointStaff
from domain.tournaments.state import Tournament
from service.accounts.handlers import Accounts
from service.accounts.reliability.handlers import Reliability
from service.platform.computing import Computing
from service.platform.sources import SOURCES, Sources
from service.platform.store.stream_repository import BY_CLOCK
from service.ratings.handlers import Ratings

LoadTable = Callable[[str], Table]
"""Returns the current state of a table, by its id."""
TOURNAMENTS_LIMIT = 50
"""Default for the maximum number of open tournaments per owner."""


class TooManyTournaments(Exception):
    """The player already owns the maximum number of open tournaments. The argument is the maximum."""


class PlayerFacts(NamedTuple):
    """Sources of facts about players: accounts, reliability and ratings.

    `load_table` returns the table of a match, and `vacations` the vacations of a player.
    """

    accounts: Accounts
    reliability: Reliability
    ratings: Ratings
    load_table: LoadTable
    vacations: Callable[[PlayerId], Sequence[Span]]


class TournamentDryRun(NamedTuple):
    """The result of a dry run of a command.

    Attributes:
        version: the current version of the tournament.
        events: the events that the command would append.
        tournament: the state after these events.
        remarks: what staff may want to know about the round that the command pairs.
        cost: what leaving would cost the player; `None` for commands by which nobody leaves.
    """

    version: int
    events: tuple[Any, ...]
    tournament: Tournament
    remarks: tuple[Remark, ...] = ()
    cost: LeavingCost | None = None


class Resources(NamedTuple):
    """The maximum number of open tournaments per owner, where long computations run, and the clock and randomness."""

    limit: int = TOURNAMENTS_LIMIT
    computing: Computing = Computing()
    sources: Sources = SOURCES


DEFAULT_RESOURCES = Resources()


def author_of(command: TournamentCommand) -> str:
    """Returns the player who sent the command, or `BY_CLOCK`."""
    return getattr(command, "by", None) or BY_CLOCK


def cost_of_leaving(tournament: Tournament, command: TournamentCommand, events: Sequence[Any]) -> LeavingCost | None:
    """Returns what leaving costs the author of `LeaveEntrant`; `None` for other commands."""
    entry = tournament.entry_of(command.by) if isinstance(command, LeaveEntrant) else None
    if entry is None or not isinstance(command, LeaveEntrant):
        return None
    return leaving_cost(tournament, format_of(tournament.settings), entry.id, command.reports, events)


def named_players(command: TournamentCommand) -> tuple[PlayerId, ...]:
    """Returns the players whom the command enters, or asks to be partners or staff.

    New guests and house bots are left out.
    """
    match command:
        case EnterEntrants(entrants=entrants, guests=guests, bots=bots):
            entered = (each.player for entrant in entrants for each in entrant.applicants)
            return tuple(player for player in entered if player not in guests and player not in bots)
        case Register(partners=partners):
            return partners
        case InvitePartner(player=player) | AppointStaff(player=player):
            return (player,)
        case _:
            return ()
