"""Commands that players send to a tournament.

This module adds the inputs that the service generates, such as ids, seeds and pairings. It then carries the command
out, or returns what the command would do.
"""

from collections.abc import Callable
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from domain.games.package import Body
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.entrants.commands import NewEntrant
from domain.tournaments.entrants.entering import next_bots
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.evolve import without_newest_round
from domain.tournaments.rounds.next_round import empty_round_if_unpairable
from domain.tournaments.rounds.refusals import EmptyRound
from domain.tournaments.staff import check_right
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import Round
from service.accounts.guests.handlers import Guests, NewGuest
from service.accounts.handlers import Accounts
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import CommandResult
from service.tournaments.command_facts import TournamentDryRun
from service.tournaments.commands import Fresh, TournamentCommandBody
from service.tournaments.entry_lists import NamedPlayers, entrants_of_csv
from service.tournaments.handlers import Tournaments, new_entrant
from service.tournaments.seeds import seed_of

PAIRING = ("pair_round", "pair_again", "schedule_round")
"""The commands that may leave the pairing of a round to the format."""


class Prepared(NamedTuple):
    """A command, the guests whose accounts it creates, and the house bots that it enters."""

    command: TournamentCommand
    guests: tuple[NewGuest, ...] = ()
    bots: tuple[PlayerId, ...] = ()


class TournamentCommands:
    """Carries out the commands of players, or dry-runs them."""

    def __init__(
        self,
        tournaments: Tournaments,
        randomness: Randomness,
        named: NamedPlayers,
        guests: Guests,
        accounts: Accounts,
    ) -> None:
        """Takes the tournaments, the source of ids and seeds, the players by name, the guests, and the accounts."""
        self._tournaments = tournaments
        self._randomness = randomness
        self._named = named
        self._guests = guests
        self._accounts = accounts

    def carry_out(
        self,
        tournament_id: str,
        by: PlayerId,
        body: TournamentCommandBody,
        expected: int | None,
        key: Key | None,
    ) -> tuple[CommandResult, tuple[NewGuest, ...]]:
        """Carries a command out. Returns its result, and the guests with their claim codes if it created any.

        Args:
            tournament_id: the tournament.
            by: the player who sends the command.
            body: the command as the player sent it.
            expected: the version that the tournament must have; `None` for any.
            key: idempotency key. A command that was carried out before returns its first result again, without claim
                codes, which are not stored.

        Raises:
            NoSuchTournament, Refusal, StaleVersion, KeyReused: see `Tournaments.carry_out`.
            GuestsNotPossible, TooManyGuests: see `Guests.check_room`.
        """
        try:
            command, guests, bots = self._command(tournament_id, body, by)
            add = self._adding(tournament_id, guests, bots) if guests or bots else None
            done = self._tournaments.carry_out(tournament_id, command, expected=expected, key=key, also=add)
        except Refusal:
            # An earlier copy of this command may have paired the round already.
            before = self._tournaments.earlier_result(key)
            if before is None:
                raise
            return before, ()
        return done, () if done.replayed else guests

    def _adding(
        self, tournament_id: str, guests: tuple[NewGuest, ...], bots: tuple[PlayerId, ...]
    ) -> Callable[[Run], object]:
        """Returns what creates the players of new guests and of house bots, in the transaction of the command."""
        sandbox = self._tournaments.at(tournament_id).tournament.sandbox

        def add(run: Run) -> None:
            if guests:
                self._guests.add(run, tournament_id, sandbox, guests)
            self._accounts.keep_numbered_bots(run, bots)

        return add

    def dry_run(
        self, tournament_id: str, by: PlayerId, body: TournamentCommandBody, expected: int | None
    ) -> TournamentDryRun:
        """Returns what a command would do. Changes nothing. Raises the same errors as `carry_out`."""
        command, guests, _ = self._command(tournament_id, body, by)
        self._guests.check_room(tournament_id, guests)
        return self._tournaments.dry_run(tournament_id, command, expected=expected)

    def _command(self, tournament_id: str, body: TournamentCommandBody, by: PlayerId) -> Prepared:
        """Returns the command. If it names no matches, the format pairs the round. Raises `Refusal`."""
        if body.kind == "enter_entrants":
            return self._entering(tournament_id, body, by)
        if body.kind not in PAIRING:
            return Prepared(body.command(by, Fresh(new_entrant(self._randomness))))
        version, tournament = self._tournaments.at(tournament_id)
        if body.kind == "pair_again" and tournament.open_round is not None:
            tournament = without_newest_round(tournament)
        check_right(tournament, by, "rounds")
        seed = seed_of(tournament, partial(self._tournaments.seeds.at, tournament_id, version))
        fresh = Fresh(new_entrant(self._randomness), seed, tournament.next_number)
        return Prepared(body.command(by, fresh, self._round_of_format(body, tournament, seed)))

    def _entering(self, tournament_id: str, body: TournamentCommandBody, by: PlayerId) -> Prepared:
        """Returns `enter_entrants`, with new entrants and new guests. Raises `Refusal`."""
        tournament = self._tournaments.at(tournament_id).tournament
        # Only staff may find out who has a name.
        check_right(tournament, by, "entrants")
        given = entrants_of_csv(body.members["csv"]) if "csv" in body.members else body.members["entrants"]
        given = [each for each in given for _ in range(each.get("number", 1))]
        guests = [tuple(map(self._guests.new, each["guests"])) for each in given]
        bots = tuple(next_bots(tournament, chain.from_iterable(each["bots"] for each in given)))
        remaining = iter(bots)

        def players(each: Body, its_guests: tuple[NewGuest, ...]) -> tuple[Applicant, ...]:
            known = (self._named.find(player, tournament.sandbox, tournament_id) for player in each["players"])
            its_bots = islice(remaining, len(each["bots"]))
            return tuple(map(Applicant, (*known, *(guest.player for guest in its_guests), *its_bots)))

        entrants = tuple(
            NewEntrant(new_entrant(self._randomness), players(each, its_guests), each.get("name"), each.get("club"))
            for each, its_guests in zip(given, guests, strict=True)
        )
        created = tuple(chain.from_iterable(guests))
        ids = frozenset(guest.player for guest in created)
        fresh = Fresh(entrants[0].entrant, entrants=entrants, guests=ids, bots=frozenset(bots))
        return Prepared(body.command(by, fresh), created, bots)

    def _round_of_format(self, body: TournamentCommandBody, tournament: Tournament, seed: bytes) -> Round | None:
        """Returns the round that the format pairs, or `None` if the command names its matches. Raises `Refusal`."""
        if not body.leaves_pairing_to_format:
            return None
        empty = empty_round_if_unpairable(tournament, body.members.get("round", tournament.next_number))
        if empty is not None:
            return empty
        proposed = self._tournaments.proposed_round(pairing_context(tournament), tournament.settings, seed)
        if proposed is None:
            raise EmptyRound(message("all rounds were played"), hint=message("finish the tournament"))
        return proposed
