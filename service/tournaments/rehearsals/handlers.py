"""Rehearsals: a tournament of house bots in a sandbox of its own, whose clock the service moves.

The job of the sandbox plays as always. When nothing is due there, it moves the clock to what is due next, until the
tournament is over. Then the sandbox is like any other: its owner reads it, and may continue it.
"""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.instants import LATEST, utc
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import EnterEntrants, NewEntrant
from domain.tournaments.entrants.entering import next_bots
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.refusals import TooFewEntrants
from domain.tournaments.rehearsals import begins_at, rehearsed
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.staff import check_right
from service.accounts.handlers import Accounts, Identity, Player, Token
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Sources
from service.platform.store.database import Database
from service.sandbox.handlers import SANDBOX_PREFIX, Sandbox, Sandboxes
from service.tournaments.events import NoSuchTournament
from service.tournaments.handlers import Tournaments, new_entrant

USUAL_ENTRANTS = 8


class NoRehearsal(Exception):
    """The sandbox of the player has no rehearsal."""


class Field(NamedTuple):
    """The entrants of a rehearsal.

    Attributes:
        entrants: their number; `None` for all places, or eight if the tournament has no limit.
        bot: the house bot that plays for all.
        hands: the number of hands of a match; `None` for that of the settings.
    """

    entrants: int | None
    bot: str
    hands: int | None


class NewRehearsal(NamedTuple):
    """A rehearsal that has begun, its sandbox, and the organiser there with a token."""

    tournament: str
    sandbox: Sandbox
    organiser: Player
    token: Token
    secret: str


class Rehearsal(NamedTuple):
    """The rehearsal of a sandbox.

    Attributes:
        tournament: its tournament.
        changed: the settings that differ from those that were given.
        made_at, ended_at: when it began and ended, in real time.
    """

    tournament: str
    changed: list[str]
    made_at: datetime
    ended_at: datetime | None


class Rehearsals:
    """The rehearsals."""

    def __init__(
        self,
        database: Database,
        tournaments: Tournaments,
        sandboxes: Sandboxes,
        accounts: Accounts,
        notifier: Notifier,
        sources: Sources,
    ) -> None:
        """Takes the stores, the notifier that announces moved clocks, and the clock and randomness."""
        self._database = database
        self._tournaments = tournaments
        self._sandboxes = sandboxes
        self._accounts = accounts
        self._notifier = notifier
        self._sources = sources

    def settings_of(self, identity: Identity, tournament_id: str) -> TournamentSettings:
        """Returns the settings of a tournament for its directors. Raises `NoSuchTournament`, `StaffOnly`."""
        if not self._tournaments.is_in(identity.sandbox, tournament_id):
            raise NoSuchTournament(tournament_id)
        tournament = self._tournaments.at(tournament_id).tournament
        check_right(tournament, identity.player, "settings")
        return tournament.settings

    def begin(self, identity: Identity, settings: TournamentSettings, field: Field) -> NewRehearsal:
        """Makes a sandbox with a tournament of house bots. The workers play it.

        Raises:
            InSandbox, TooManySandboxes: the player cannot make a sandbox.
            Refusal: the settings are not valid, or the tournament cannot be played by these bots.
        """
        ready = rehearsed(settings, field.hands)
        self._tournaments.check_possible(ready.settings)
        number = _number_of_entrants(ready.settings, field)
        clock = utc(begins_at(ready.settings.schedule, self._sources.clock()))
        sandbox, organiser, token, secret = self._sandboxes.make(identity, clock, identity.name)
        try:
            tournament = self._tournaments.create(organiser.id, ready.settings).id
            self._enter(tournament, organiser.id, field.bot, number)
            if ready.settings.schedule.starts_at is None:
                self._tournaments.carry_out(tournament, StartTournament(organiser.id))
        except BaseException:
            self._sandboxes.end(sandbox.id)
            raise
        row = {"sandbox": sandbox.id, "tournament": tournament, "changed": list(ready.changed)}
        self._database.run("add_rehearsal", row)
        return NewRehearsal(tournament, sandbox, organiser, token, secret)

    def _enter(self, tournament_id: str, by: PlayerId, bot: str, number: int) -> None:
        """Enters this number of entrants, each with as many bots as it needs."""
        tournament = self._tournaments.at(tournament_id).tournament
        size = tournament.settings.entrants.members_least
        bots = next_bots(tournament, [bot] * size * number)
        entrants = tuple(
            NewEntrant(new_entrant(self._sources.randomness), tuple(map(Applicant, bots[first : first + size])))
            for first in range(0, len(bots), size)
        )
        command = EnterEntrants(by, entrants, bots=frozenset(bots))
        self._tournaments.carry_out(
            tournament_id, command, also=lambda run: self._accounts.keep_numbered_bots(run, bots)
        )

    def of(self, sandbox: Sandbox) -> Rehearsal:
        """Returns the rehearsal of a sandbox. Raises `NoRehearsal`."""
        for row in self._database.read("rehearsal", {"sandbox": sandbox.id}):
            return Rehearsal(*row)
        raise NoRehearsal

    def continue_at_rest(self, sandbox_id: str) -> bool:
        """Moves the clock of a sandbox at rest to what is due next, or ends its rehearsal if nothing is.

        Returns:
            Whether work may have become due. False if the sandbox has no rehearsal that goes on.
        """
        steps = self._database.read("rehearsal_step", {"sandbox": sandbox_id})
        if not steps:
            return False
        [(tournament_id, next_at, is_recorded)] = steps
        if not is_recorded:
            return True
        if next_at is None or self._tournaments.at(tournament_id).tournament.is_over:
            self._database.run("end_rehearsal", {"sandbox": sandbox_id})
            return False
        self._database.run("move_clock", {"id": sandbox_id, "seconds": None, "to": next_at, "latest": LATEST})
        self._notifier.notify(f"{SANDBOX_PREFIX}{sandbox_id}", 1)
        return True


def _number_of_entrants(settings: TournamentSettings, field: Field) -> int:
    """Returns the number of entrants. Raises `TooFewEntrants`."""
    size = settings.entrants
    number = field.entrants or size.capacity or max(size.least, USUAL_ENTRANTS)
    if number < size.least:
        raise TooFewEntrants(
            message("{number} entrants would be present, but {least} are needed", number=number, least=size.least),
            hint=message("give more entrants, or lower entrants.least"),
            facts={"entrants": number, "least": size.least},
        )
    return number
