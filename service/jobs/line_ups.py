"""The tables of a match: which exist, and which has to be opened next.

| state of a room of a match | table to open |
|---|---|
| it has no table | one at its first place |
| its last table is in play | none |
| its last table was called off, or the match has to be played on | another one at the same place |
| its last table is finished | one at the next place, if there is any |

No table is opened at a place whose board has a score assigned by staff, and tables there no longer count.
"""

import logging
from collections.abc import Callable, Container, Iterator

from domain.refusals import Refusal
from domain.table.commands import UnsealTable
from domain.table.state import Table
from domain.tournament.duplicate.assigned import places_assigned
from domain.tournament.duplicate.line_ups import places_of, side_size
from domain.tournament.duplicate.records import Place
from domain.tournament.events import TableId
from domain.tournament.format import Format
from domain.tournament.formats import format_of
from domain.tournament.sealed_tables import SealedTable, opened_sealed, to_unseal
from domain.tournament.state import Tournament, TournamentRound
from domain.tournament.tables import AtPlace, wants_table
from service.projections.streams import NoSuchTable
from service.wiring import Service

_log = logging.getLogger(__name__)

Look = Callable[[TableId], Table]


def tables_of(played: TournamentRound, number: int, look: Look) -> list[AtPlace]:
    """Returns the tables of a match, in the order in which they were linked."""
    linked = zip(played.places[number - 1], played.tables[number - 1], strict=True)
    return [AtPlace(place, table, look(table)) for place, table in linked]


def wanted(
    tournament: Tournament, form: Format, played: TournamentRound, at_rest: Container[str], look: Look
) -> Iterator[tuple[int, Place]]:
    """Yields the matches for which a table has to be opened, with its place.

    Args:
        tournament: the tournament.
        form: its format.
        played: the round.
        at_rest: the tables that wait for no player.
        look: returns the current table of an id.
    """
    seats = side_size(tournament.settings.play)
    for number in played.open_matches():
        rooms = places_of(tournament.settings, seats, played, number)
        is_played_on = len(rooms) == 1 and tournament.settings.boards is None
        for room in (_Room(played, number, each) for each in rooms):
            place = _wanted(room, form if is_played_on else None, at_rest, look)
            if place is not None:
                yield number, place


class _Room:
    """A room of a match: the places that are played, and their tables."""

    def __init__(self, played: TournamentRound, number: int, room: tuple[Place, ...]) -> None:
        by_staff = places_assigned(played.assigned, number)
        self.places = tuple(place for place in room if place not in by_staff)
        linked = zip(played.places[number - 1], played.tables[number - 1], strict=True)
        self.tables = [(place, table) for place, table in linked if place in self.places]


def _wanted(room: _Room, form: Format | None, at_rest: Container[str], look: Look) -> Place | None:
    """Returns the place of the next table of a room, or `None`.

    `form` is set if a drawn match may be played on at another table.
    """
    if not room.tables:
        return next(iter(room.places), None)
    place, last = room.tables[-1]
    if last not in at_rest:
        return None
    if form is not None:
        return place if wants_table(form, [look(table) for _, table in room.tables]) else None
    return place if look(last).status == "cancelled" else _next(room, place)


def _next(room: _Room, place: Place) -> Place | None:
    further = room.places[room.places.index(place) + 1 :]
    return further[0] if further else None


def unseal(service: Service, tournament_id: str, tournament: Tournament) -> None:
    """Unseals the finished tables that are now public (`domain/tournament/sealed_tables.py`).

    Args:
        service: the service.
        tournament_id: id of the tournament.
        tournament: the current tournament.
    """
    if not opened_sealed(tournament.settings):
        return
    rows = service.database.read("sealed_tables_over", {"tournament_id": tournament_id})
    sealed = [SealedTable(TableId(table), number) for table, number in rows]
    for table in to_unseal(tournament, format_of(tournament.settings), sealed):
        try:
            service.tables.carry_out(table, UnsealTable())
        except (Refusal, NoSuchTable) as refusal:
            # Another process was faster, or its head is under repair.
            _log.info("%s is not unsealed: %r", table, refusal)
            continue
        service.database.run("unseal_tournament_tables", {"tables": [table]})


def tables_with_assigned_scores(played: TournamentRound) -> set[TableId]:
    """Returns the tables of a round whose boards have a score assigned by staff."""
    return {
        table
        for number, (places, tables) in enumerate(zip(played.places, played.tables, strict=True), start=1)
        for place, table in zip(places, tables, strict=True)
        if place in places_assigned(played.assigned, number)
    }


def last_tables(played: TournamentRound, number: int) -> dict[int, tuple[Place, TableId]]:
    """Returns the last table of each room of a match, with its place."""
    return {
        place.room: (place, table)
        for place, table in zip(played.places[number - 1], played.tables[number - 1], strict=True)
    }


def made_at(played: TournamentRound, number: int, place: Place, before: int = 0) -> str:
    """Returns the part of a table's id that stands for the earlier tables at that place.

    `before` reduces their number: 1 gives the part of the id of the last table.
    """
    made = sum(each == place for each in played.places[number - 1]) - before
    which = str(made) if place == Place() else f"{made}@{place.room}.{place.board}"
    # In a sandbox, a round may be paired again at the same time.
    return f"{which}#{played.again}" if played.again else which
