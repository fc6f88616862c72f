"""The seeds from which rounds are drawn."""

import dataclasses

from domain.kernel.shuffle import SECRET_BYTES
from domain.tournaments.commands import TournamentCommand
from domain.tournaments.rounds.commands import PairAgain, PairRound, ScheduleRound
from domain.tournaments.state import Tournament
from service.platform.sources import Randomness

ONE_SEED = frozenset(("swiss", "round_robin"))
"""The formats that draw all rounds from one seed."""


def seed_of(tournament: Tournament, randomness: Randomness) -> bytes:
    """Returns the seed for the next round.

    A seed is published with its round. Formats that draw lots, and knock-outs, therefore use a new seed for each round:
    entrants cannot predict later pairings from an earlier seed. Swiss tournaments and round robins (`ONE_SEED`) reuse
    the seed of round 1. In a Swiss tournament it only decides the side of the strongest entrant in round 1; later
    pairings follow from results and seeding. In a round robin it only decides the order of the schedule, which is
    public.
    """
    if tournament.rounds and tournament.settings.format in ONE_SEED:
        return bytes.fromhex(tournament.rounds[0].seed)
    return randomness.token_bytes(SECRET_BYTES)


def with_own_seed(tournament: Tournament, command: TournamentCommand, randomness: Randomness) -> TournamentCommand:
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
    return dataclasses.replace(command, seed=seed_of(before, randomness))
