"""Looks up the entries that players act for."""

from domain.kernel.players import PlayerId
from domain.tournaments.parts import Entry
from domain.tournaments.refusals import EntrantOut, NoSuchEntrant, NotOfEntrant
from domain.tournaments.rounds import EntrantId
from domain.tournaments.state import Tournament


def active_entry(tournament: Tournament, entrant: EntrantId) -> Entry:
    """Returns the entrant with that id, which must not be out. Raises `NoSuchEntrant`, `EntrantOut`."""
    entry = tournament.entry(entrant)
    if entry is None:
        raise NoSuchEntrant(f"there is no entrant {entrant}", hint="read the list of entrants for their ids")
    if entry.status == "out":
        raise EntrantOut(f"{entrant} has withdrawn", hint="choose an entrant that has not withdrawn")
    return entry


def own_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    """Returns an entry of a player. Raises `NotOfEntrant`."""
    entry = active_entry(tournament, entrant)
    if by not in entry.players:
        raise NotOfEntrant(f"{by} is not a member of {entrant}", hint="ask its captain")
    return entry
