"""The names of the entrants of a tournament."""

from collections.abc import Iterable

from domain.kernel.players import PlayerId
from domain.tournaments.pairing.partnerships import players_of_side
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from service.tournaments.document_types import NamedEntrant


def named_entrants(tournament: Tournament, sides: Iterable[EntrantId]) -> list[NamedEntrant]:
    """Returns the entrants of these sides with their names, in the order in which they registered."""
    wanted = {entrant for side in sides for entrant in players_of_side(side)}
    return [
        {"id": entry.id, "name": entry.name, "players": list(entry.players)}
        for entry in tournament.entries
        if entry.id in wanted
    ]


def display_names(tournament: Tournament, names: dict[PlayerId, str]) -> dict[EntrantId, str]:
    """Returns the display names of entrants: their own, or else those of their players."""
    return {
        entry.id: entry.name or " / ".join(names.get(player, player) for player in entry.players)
        for entry in tournament.entries
    }
