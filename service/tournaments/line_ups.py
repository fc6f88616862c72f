"""The tables of a match as workers look at them: which are there, and which has to be opened next.

| in a room of a match | what is opened |
|---|---|
| no table has been | one at its first place |
| its last table goes on | nothing |
| its last table was called off, or the match has to be played on | another one at the same place |
| its last table is finished | one at the next place, if there is any |

Nothing is opened at a place to whose board staff have assigned a score, and a table there counts for nothing any more.
"""

import logging
from collections.abc import Callable, Container, Iterator

from domain.kernel.refusals import Refusal
from domain.table.commands import UnsealTable
from domain.table.state import Table
from domain.tournaments.duplicate.assigned import places_assigned
from domain.tournaments.duplicate.line_ups import places_of, side_size
from domain.tournaments.duplicate.records import Place
from domain.tournaments.format import Format
from domain.tournaments.formats import format_of
from domain.tournaments.parts import TournamentRound
from domain.tournaments.round_events import TableId
from domain.tournaments.sealed_tables import SealedTable, opened_sealed, to_unseal
from domain.tournaments.state import Tournament
from domain.tournaments.tables import AtPlace, wants_table
from service.tables.cache import NoSuchTable
from service.wiring import Service

_log = logging.getLogger(__name__)

Look = Callable[[TableId], Table]


def tables_of(played: TournamentRound, number: int, look: Look) -> list[AtPlace]:
    """The tables of a match, in the order in which they were linked."""
    linked = zip(played.places[number - 1], played.tables[number - 1], strict=True)
    return [AtPlace(place, table, look(table)) for place, table in linked]


def wanted(
    tournament: Tournament, form: Format, played: TournamentRound, at_rest: Container[str], look: Look
) -> Iterator[tuple[int, Place]]:
    """The matches for which a table has to be opened, and where.

    Args:
        tournament: in which they are played.
        form: its format.
        played: the round that is played.
        at_rest: the tables that wait for nobody.
        look: gives a table as it is now.
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
    """A room of a match: its places at which something is played, and the tables that were opened there."""

    def __init__(self, played: TournamentRound, number: int, room: tuple[Place, ...]) -> None:
        by_staff = places_assigned(played.assigned, number)
        self.places = tuple(place for place in room if place not in by_staff)
        linked = zip(played.places[number - 1], played.tables[number - 1], strict=True)
        self.tables = [(place, table) for place, table in linked if place in self.places]


def _wanted(room: _Room, form: Format | None, at_rest: Container[str], look: Look) -> Place | None:
    """Where the next table of a room is opened; `form` where a drawn match may be played on at another table."""
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
    """Unseals the tables that are over and that everybody may see now (`domain/tournaments/sealed_tables.py`).

    Args:
        service: where they are.
        tournament_id: for which they were opened.
        tournament: as it is now.
    """
    if not opened_sealed(tournament.settings):
        return
    rows = service.database.read("sealed_tables_over", {"tournament_id": tournament_id})
    sealed = [SealedTable(TableId(table), number) for table, number in rows]
    for table in to_unseal(tournament, format_of(tournament.settings), sealed):
        try:
            service.tables.carry_out(table, UnsealTable())
        except (Refusal, NoSuchTable) as refusal:
            # Somebody else was faster, or its head is made anew just now.
            _log.info("%s is not unsealed: %r", table, refusal)
            continue
        service.database.run("unseal_tournament_tables", {"tables": [table]})


def tables_with_assigned_scores(played: TournamentRound) -> set[TableId]:
    """The tables of a round at which boards were played to which staff have assigned a score."""
    return {
        table
        for number, (places, tables) in enumerate(zip(played.places, played.tables, strict=True), start=1)
        for place, table in zip(places, tables, strict=True)
        if place in places_assigned(played.assigned, number)
    }


def last_tables(played: TournamentRound, number: int) -> dict[int, tuple[Place, TableId]]:
    """The last table of each room of a match, and its place."""
    return {
        place.room: (place, table)
        for place, table in zip(played.places[number - 1], played.tables[number - 1], strict=True)
    }


def made_at(played: TournamentRound, number: int, place: Place, before: int = 0) -> str:
    """What a match has had before its next table there, or one so many before, as it goes into the id of that."""
    made = sum(each == place for each in played.places[number - 1]) - before
    which = str(made) if place == Place() else f"{made}@{place.room}.{place.board}"
    # Where a clock stands still the round is paired again at the moment at which it was paired before.
    return f"{which}#{played.again}" if played.again else which
