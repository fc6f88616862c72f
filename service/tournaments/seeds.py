"""The seeds from which rounds are drawn."""

import dataclasses

from domain.kernel.shuffle import SECRET_BYTES
from domain.tournaments.commands import (
    TournamentCommand,
)
from domain.tournaments.round_commands import PairAgain, PairRound, ScheduleRound
from domain.tournaments.state import Tournament
from service.platform.sources import Randomness

ONE_SEED = frozenset(("swiss", "round_robin"))
"""The formats all rounds of which are drawn from one seed."""


def seed_of(tournament: Tournament, randomness: Randomness) -> bytes:
    """A seed from which the next round may be drawn; nobody knows it before that round is paired.

    A seed is published with its round. Where rounds are drawn, and in a knock-out, every round therefore has one of its
    own: from the seed of an earlier round nobody foretells whom they will meet, or who will be first. The rounds of a
    Swiss tournament and of a round robin share that of the first one. In a Swiss it says no more than which side the
    strongest entrant had in round 1, which everybody has seen; all that comes later follows from results and places at
    the start. In a round robin it is the order of the schedule at most, which everybody may know.
    """
    if tournament.rounds and tournament.settings.format in ONE_SEED:
        return bytes.fromhex(tournament.rounds[0].seed)
    return randomness.token_bytes(SECRET_BYTES)


def with_own_seed(tournament: Tournament, command: TournamentCommand, randomness: Randomness) -> TournamentCommand:
    """A command that pairs a round, with a seed which is not that of an earlier one, unless the format shares it.

    A seed from `seed_of`, with the round that was drawn from it, stays. Any other seed, as of a round made by hand, is
    replaced by one of the server.
    """
    if not isinstance(command, PairRound | PairAgain | ScheduleRound):
        return command
    again = isinstance(command, PairAgain) and tournament.open_round is not None
    before = tournament._replace(rounds=tournament.rounds[:-1]) if again else tournament
    is_shared = bool(before.rounds) and before.settings.format in ONE_SEED
    known = {played.seed for played in tournament.rounds}
    if not is_shared and len(command.seed) == SECRET_BYTES and command.seed.hex() not in known:
        return command
    return dataclasses.replace(command, seed=seed_of(before, randomness))
