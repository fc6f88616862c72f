"""Checks of what players want of an entrant of a tournament, or of a member of a league."""

from collections.abc import Iterable

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.parts import Entry
from domain.tournaments.refusals import EntrantOut, NameNotPossible, NameTaken, NoSuchEntrant, NotInvited, NotOfEntrant
from domain.tournaments.settings import NAME_LIMIT, EntrantKind
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def existing_entry(tournament: Tournament, entrant: EntrantId) -> Entry:
    """Returns the entrant with that id. Raises `NoSuchEntrant`."""
    entry = tournament.entry(entrant)
    if entry is None:
        raise NoSuchEntrant(
            message("there is no entrant {entrant}", entrant=entrant),
            hint=message("read the list of entrants for their ids"),
        )
    return entry


def active_entry(tournament: Tournament, entrant: EntrantId) -> Entry:
    """Returns the entrant with that id, which must not be out. Raises `NoSuchEntrant`, `EntrantOut`."""
    entry = existing_entry(tournament, entrant)
    if entry.status == "out":
        raise EntrantOut(
            message("{entrant} has withdrawn", entrant=entrant),
            hint=message("choose an entrant that has not withdrawn"),
        )
    return entry


def own_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    """Returns an entry of a player. Raises `NotOfEntrant`."""
    entry = active_entry(tournament, entrant)
    if by not in entry.players:
        raise NotOfEntrant(
            message("{by} is not a member of {entrant}", by=by, entrant=entrant), hint=message("ask its captain")
        )
    return entry


def check_entrant_name(kind: EntrantKind, name: str | None, taken: Iterable[tuple[EntrantId, str | None]]) -> None:
    """Checks the name of a new entrant. Case and extra spaces make no difference between two names.

    Args:
        kind: the kind of entrants.
        name: the name; `None` if it has none.
        taken: the other entrants and their names.

    Raises:
        NameNotPossible: entrants have no names of their own, or the name is empty or too long.
        NameTaken: another entrant has the name.
    """
    if name is None:
        return
    if kind == "player":
        raise NameNotPossible(message("players take part under their own names"), hint=message("omit the name"))
    if not 1 <= len(name.strip()) <= NAME_LIMIT:
        raise NameNotPossible(
            message("the name is empty or too long"),
            hint=message("give 1 to {name_limit} characters", name_limit=NAME_LIMIT),
        )
    for entrant, other in taken:
        if other is not None and _comparable_name(other) == _comparable_name(name):
            raise NameTaken(
                message("{entrant} has this name", entrant=entrant),
                hint=message("choose another name"),
                facts={"entrant": entrant},
            )


def _comparable_name(name: str) -> str:
    return " ".join(name.casefold().split())


def check_invited(entrant: EntrantId, invited: Iterable[PlayerId], player: PlayerId) -> None:
    """Checks that a player is invited to join an entrant. Raises `NotInvited`."""
    if player not in invited:
        raise NotInvited(
            message("{player} is not invited to {entrant}", player=player, entrant=entrant),
            hint=message("ask its captain"),
            facts={"entrant": entrant},
        )
