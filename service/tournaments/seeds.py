"""The seeds from which rounds are drawn."""

import dataclasses
from collections.abc import Callable

from domain.kernel.shuffle import SECRET_BYTES
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.rounds.commands import PairAgain, PairRound, ScheduleRound
from domain.tournaments.state import Tournament
from service.platform.sources import Randomness
from service.platform.store.vault import NoKey, Vault

ONE_SEED = frozenset(("swiss", "round_robin"))
"""The formats that draw all rounds from one seed."""

NewSeed = Callable[[], bytes]
"""Returns a seed that no round has."""


class RoundSeeds:
    """Makes the seeds of rounds that staff pair.

    Such a seed follows from the version of the tournament and a key of the vault. So a dry run shows the pairing that
    the command then makes, if nothing has happened in between. Nobody without the key can compute a seed. Another draw
    needs another event in the log, so nobody can repeat dry runs until they like the draw.
    """

    def __init__(self, vault: Vault, randomness: Randomness) -> None:
        """Takes the vault, and the randomness for servers without keys."""
        self._vault = vault
        self._randomness = randomness

    def at(self, tournament_id: str, version: int) -> bytes:
        """Returns the new seed for a version of a tournament. Without keys, each call returns another one."""
        try:
            return self._vault.derived(f"seed of a round of {tournament_id} after event {version}")[0]
        except NoKey:
            return self._randomness.token_bytes(SECRET_BYTES)


def seed_of(tournament: Tournament, new_seed: NewSeed) -> bytes:
    """Returns the seed for the next round.

    A seed is published with its round. Formats that draw lots, and knock-outs, therefore use a new seed for each round:
    entrants cannot predict later pairings from an earlier seed. Swiss tournaments and round robins (`ONE_SEED`) reuse
    the seed of round 1. In a Swiss tournament it only decides the side of the strongest entrant in round 1; later
    pairings follow from results and seeding. In a round robin it only decides the order of the schedule, which is
    public.
    """
    if tournament.rounds and tournament.settings.format in ONE_SEED:
        return bytes.fromhex(tournament.rounds[0].seed)
    return new_seed()


def with_own_seed(tournament: Tournament, command: TournamentCommand, new_seed: NewSeed) -> TournamentCommand:
    """Returns the command. If it pairs a round without a valid new seed, its seed is replaced by `seed_of`.

    A seed is valid if it has `SECRET_BYTES` bytes and no earlier round has it. Formats in `ONE_SEED` use the
    seed of their first round.
    """
    if not isinstance(command, PairRound | PairAgain | ScheduleRound):
        return command
    again = isinstance(command, PairAgain) and tournament.open_round is not None
    before = tournament._replace(rounds=tournament.rounds[:-1]) if again else tournament
    is_shared = bool(before.rounds) and before.settings.format in ONE_SEED
    known = {round_.seed for round_ in tournament.rounds}
    if not is_shared and len(command.seed) == SECRET_BYTES and command.seed.hex() not in known:
        return command
    return dataclasses.replace(command, seed=seed_of(before, new_seed))
