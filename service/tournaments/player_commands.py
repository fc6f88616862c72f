"""Commands that players send to a tournament: completed with what the service adds, then carried out or foreseen."""

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.next_round import round_to_refuse
from domain.tournaments.recorder import check_right
from domain.tournaments.round_refusals import EmptyRound
from domain.tournaments.rounds import Round
from domain.tournaments.rounds_evolve import without_newest_round
from domain.tournaments.state import Tournament, course
from service.platform.sources import Randomness
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import Done
from service.tournaments.command_facts import ForeseenTournament
from service.tournaments.commands import Fresh, Given
from service.tournaments.handlers import Tournaments, new_entrant
from service.tournaments.seeds import seed_of

PAIRING = ("pair_round", "pair_again", "schedule_round")
"""The commands that may leave the pairing of a round to the format."""


class TournamentCommands:
    """Carries out the commands of players, or says what they would bring about."""

    def __init__(self, tournaments: Tournaments, randomness: Randomness) -> None:
        """Takes the tournaments, and the source of ids and seeds."""
        self._tournaments = tournaments
        self._randomness = randomness

    def carry_out(self, tournament_id: str, by: PlayerId, given: Given, expected: int | None, key: Key | None) -> Done:
        """Carries a command out.

        Args:
            tournament_id: the tournament.
            by: the player who sends the command.
            given: the command as it was sent.
            expected: the version that the tournament must have; `None` for any.
            key: remembers the command. A command that was carried out before gets the same answer again.

        Raises:
            NoSuchTournament, Refusal, StaleVersion, KeyReused: see `Tournaments.carry_out`.
        """
        try:
            command = self._command(tournament_id, given, by)
            return self._tournaments.carry_out(tournament_id, command, expected=expected, key=key)
        except Refusal:
            # The format must not make a round again that was paired by an earlier copy of this command.
            before = self._tournaments.done_before(key)
            if before is None:
                raise
            return before

    def foresee(self, tournament_id: str, by: PlayerId, given: Given, expected: int | None) -> ForeseenTournament:
        """Returns what a command would bring about. Changes nothing. Raises as `carry_out` does."""
        command = self._command(tournament_id, given, by)
        return self._tournaments.foresee(tournament_id, command, expected=expected)

    def _command(self, tournament_id: str, given: Given, by: PlayerId) -> TournamentCommand:
        """Returns the command, with a round by the format if it names no matches. Raises `Refusal`."""
        if given.kind not in PAIRING:
            return given.command(by, Fresh(new_entrant(self._randomness)))
        tournament = self._tournaments.at(tournament_id).tournament
        if given.kind == "pair_again" and tournament.open_round is not None:
            tournament = without_newest_round(tournament)
        check_right(tournament, by, "rounds")
        seed = seed_of(tournament, self._randomness)
        fresh = Fresh(new_entrant(self._randomness), seed, tournament.next_number)
        return given.command(by, fresh, self._proposed(given, tournament, seed))

    def _proposed(self, given: Given, tournament: Tournament, seed: bytes) -> Round | None:
        """Returns the round that the format makes, if the command leaves it to the format. Raises `Refusal`."""
        if not given.leaves_pairing_to_format:
            return None
        empty = round_to_refuse(tournament, given.members.get("round", tournament.next_number))
        if empty is not None:
            return empty
        proposed = self._tournaments.proposed(course(tournament), tournament.settings, seed)
        if proposed is None:
            raise EmptyRound("all rounds were played", hint="finish the tournament")
        return proposed
