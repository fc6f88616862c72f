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
        raise NoSuchEntrant(f"there is no entrant {entrant}", hint="the list of entrants has their ids")
    if entry.status == "out":
        raise EntrantOut(f"{entrant} has withdrawn", hint="nothing can be done for it any more")
    return entry


def own_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    """Returns an entry of a player. Raises `NotOfEntrant`."""
    entry = active_entry(tournament, entrant)
    if by not in entry.players:
        raise NotOfEntrant(f"{by} does not play for {entrant}", hint="ask its captain")
    return entry
