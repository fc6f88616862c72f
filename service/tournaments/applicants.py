"""Facts about the players in a command, which the domain needs to decide it."""

import dataclasses

from domain.kernel.players import PlayerId
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CallSubstitute,
    EnterEntrants,
    LeaveEntrant,
    OfferToSubstitute,
    Register,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.matches.tables import TableAtPlace, report_of_all, with_leaver
from domain.tournaments.ratings.rated_games import pool_of
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.settings import TournamentSettings
from service.platform.store.database import Database
from service.tournaments.command_facts import PlayerFacts, named_players
from service.tournaments.entry_codes import EntryCodes
from service.tournaments.events import NoSuchTournament
from service.tournaments.reader import TournamentReader


class Applicants:
    """Checks the players in commands, and looks up the facts about them."""

    def __init__(
        self, tournaments: TournamentReader, database: Database, players: PlayerFacts, entry_codes: EntryCodes
    ) -> None:
        """Takes the tournaments, the database, the sources of facts about players, and the entry codes."""
        self._tournaments = tournaments
        self._database = database
        self._accounts, self._reliability, self._ratings, self._load_table, self._vacations = players
        self._entry_codes = entry_codes

    def check_players(self, tournament_id: str, command: TournamentCommand) -> None:
        """Checks that the author, and the players whom the command names, can take part in the tournament.

        Raises:
            NoSuchTournament: the tournament does not exist in the sandbox of the author.
            CannotBeChallenged: a named player does not exist in this sandbox, or cannot be asked.
        """
        by = getattr(command, "by", None)
        if by is None:
            return
        if not self._tournaments.is_in(self._accounts.sandbox_of(by), tournament_id):
            raise NoSuchTournament(tournament_id)
        # A guest who has withdrawn can be entered again.
        own_guests = tournament_id if isinstance(command, EnterEntrants) else None
        self._accounts.check_can_be_challenged(named_players(command), by, own_guests)

    def add_facts(self, tournament_id: str, command: TournamentCommand) -> TournamentCommand:
        """Returns the command with the facts about a player who applies, is called as substitute, or leaves."""
        if isinstance(command, LeaveEntrant | WithdrawEntrant):
            return dataclasses.replace(command, reports=self._reports(tournament_id, command))
        if isinstance(command, CallSubstitute):
            away = () if command.by is None or command.until is None else tuple(self._vacations(command.by))
            linked = self._linked_accounts(tournament_id, command.player)
            return dataclasses.replace(command, linked=linked, vacations=away)
        if isinstance(command, EnterEntrants):
            return self._with_facts_of_all(tournament_id, command)
        if not isinstance(command, Register | AcceptPartner | OfferToSubstitute):
            return command
        settings = self._tournaments.at(tournament_id).tournament.settings
        applicant = self.facts_of(settings, command.by, command.applicant.code)
        linked = self._linked_accounts(tournament_id, command.by)
        codes = self._entry_codes.of(tournament_id, command.by) if settings.gates.by_code else ()
        return dataclasses.replace(command, applicant=applicant._replace(linked=linked, codes=codes))

    def _with_facts_of_all(self, tournament_id: str, command: EnterEntrants) -> EnterEntrants:
        """Returns the command with the rating and the linked accounts of each player that it enters."""
        settings = self._tournaments.at(tournament_id).tournament.settings

        def known(applicant: Applicant) -> Applicant:
            linked = self._linked_accounts(tournament_id, applicant.player)
            rating = self._ratings.of(applicant.player, pool_of(settings, self._ratings.among(applicant.player))).rating
            return Applicant(applicant.player, rating, linked=linked)

        entrants = (
            dataclasses.replace(each, applicants=tuple(map(known, each.applicants))) for each in command.entrants
        )
        return dataclasses.replace(command, entrants=tuple(entrants))

    def facts_of(self, settings: TournamentSettings, player: PlayerId, code: str | None = None) -> Applicant:
        """Returns the facts about a player that gates check, with the entry code that the player gave.

        The rating is the Elo in the pool of the tournament. The games are those rated in this pool. For programs, both
        come from the pool of programs.
        """
        rating = self._ratings.of(player, pool_of(settings, self._ratings.among(player)))
        # The team rating counts every rated game. The Elo counts only games between sides of equal size.
        games = rating.team_games
        return Applicant(player, rating.rating, self._reliability.of(player).score, games, code=code)

    def _reports(self, tournament_id: str, command: LeaveEntrant | WithdrawEntrant) -> tuple[MatchReport, ...]:
        """Returns reports on the open matches of the entrant that would leave."""
        tournament = self._tournaments.at(tournament_id).tournament
        format_, leaves = format_of(tournament.settings), isinstance(command, LeaveEntrant)
        entry = tournament.entry_of(command.by) if leaves else tournament.entry(command.entrant)  # type: ignore[union-attr]
        if entry is None:
            return ()
        leaver = command.by if leaves else entry.captain
        reports = []
        for round_ in tournament.open_rounds:
            for number in round_.open_matches():
                linked = zip(round_.places[number - 1], round_.tables[number - 1], strict=True)
                if entry.id in entrants_of_match(format_, round_.paired.matches[number - 1]):
                    tables = [TableAtPlace(place, table, self._load_table(table)) for place, table in linked]
                    report = report_of_all(tournament, format_, round_, number, tables)
                    reports.append(with_leaver(report, tables, leaver))
        return tuple(reports)

    def _linked_accounts(self, tournament_id: str, player: PlayerId) -> tuple[PlayerId, ...]:
        """Returns the accounts linked with the player's. Empty for tournaments without duplicate boards."""
        if self._tournaments.at(tournament_id).tournament.settings.boards is None:
            return ()
        rows = self._database.read("linked_accounts", {"player_id": player})
        return tuple(PlayerId(each) for (each,) in rows if each != player)
