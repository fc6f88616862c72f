"""The order of entrants at the start.

| entrants | order |
|---|---|
| those that staff have seeded by hand | first, in that order |
| all others, `rating` | the highest rating first, ties in the order of registration |
| `entry` | in the order of registration |
| `lot` | by SHA-256 of a seed and the entrant's id, the lowest first; the seed is published at the start |
"""

import hashlib
from collections.abc import Callable
from typing import Any

from domain.kernel.messages import message
from domain.tournaments.entrants.commands import SeedEntrants
from domain.tournaments.entrants.events import EntrantsSeeded
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import CannotSeed, EntrantOut, NoSuchEntrant, TournamentBegun
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def starting_order(tournament: Tournament, seed: str | None) -> tuple[EntrantId, ...]:
    """Returns the entrants that have a place, seed 1 first.

    Args:
        tournament: the tournament before its start.
        seed: the seed of the lots in hexadecimal, if they are drawn.
    """
    by_hand = {entrant: place for place, entrant in enumerate(tournament.seeded)}
    placed = [entry for entry in tournament.entries if entry.has_place]
    if seed is not None:
        placed.sort(key=lambda entry: _lot(seed, entry.id))
    elif tournament.settings.entrants.seeding == "rating":
        placed.sort(key=lambda entry: -entry.rating)
    placed.sort(key=lambda entry: by_hand.get(entry.id, len(by_hand)))
    return tuple(entry.id for entry in placed)


def seed_of_lots(tournament: Tournament, secret: bytes) -> str | None:
    """Returns a seed for the lots in hexadecimal, which does not reveal the secret; `None` if none are drawn."""
    if tournament.settings.entrants.seeding != "lot":
        return None
    return hashlib.sha256(b"seeding" + secret).hexdigest()


def _lot(seed: str, entrant: EntrantId) -> bytes:
    return hashlib.sha256(bytes.fromhex(seed) + entrant.encode()).digest()


def _seed_entrants(recorder: TournamentRecorder, command: SeedEntrants) -> None:
    """Records the seeds that staff give. Raises `TournamentBegun`, `CannotSeed`, `NoSuchEntrant` or `EntrantOut`."""
    tournament = recorder.tournament
    if tournament.has_begun:
        raise TournamentBegun(message("seeds are fixed since the start"), hint=message("pair rounds by hand instead"))
    if len(set(command.entrants)) < len(command.entrants):
        raise CannotSeed(message("an entrant is named twice"), hint=message("name each entrant once, seed 1 first"))
    for entrant in command.entrants:
        entry = tournament.entry(entrant)
        if entry is None:
            raise NoSuchEntrant(
                message("there is no entrant {entrant}", entrant=entrant),
                hint=message("name an entrant of the tournament"),
            )
        if entry.status == "out":
            raise EntrantOut(
                message("{entrant} has left the tournament", entrant=entrant), hint=message("leave it out")
            )
    if command.entrants == tournament.seeded:
        raise CannotSeed(message("the entrants are already seeded like this"), hint=message("no action is needed"))
    recorder.record(EntrantsSeeded(command.by, command.entrants))


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {SeedEntrants: _seed_entrants}
"""The function for the command that seeds entrants."""
