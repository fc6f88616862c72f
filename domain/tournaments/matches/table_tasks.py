"""The tables of a match that the service opens, follows and calls off.

| state of a simultaneous table (`room`) of a match | table to open |
|---|---|
| it has had no table | one at its first place |
| its last table is being played | none |
| its last table was called off, or the match has to be played on | another one at the same place |
| its last table is finished | one at the next place, if there is one |

No table is opened for a match that is played elsewhere, or for a board to which staff have assigned a score. A table
there no longer counts.

A table is wanted while its match is being played and has no result. All other tables are called off. A table that was
opened, but is not linked to its match yet, is found by its id, which `IdOfTable` computes.
"""

from collections.abc import Callable, Collection, Container, Iterator
from itertools import chain

from domain.table.events import CalledOffWhy
from domain.table.state import Table
from domain.tournaments.boards.assigned import places_assigned
from domain.tournaments.boards.line_ups import places_of, side_size
from domain.tournaments.boards.records import Place
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.matches.seats import SeatHolders, seating
from domain.tournaments.matches.tables import TableAtPlace, needs_table, outcome_of, places_of_match
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds.commands import RecordResult
from domain.tournaments.rounds.events import TableId
from domain.tournaments.state import Tournament, is_played_elsewhere
from domain.tournaments.terms import Match

LoadTable = Callable[[TableId], Table]
"""Returns the current state of a table."""

IdOfTable = Callable[[TournamentRound, int, Place], TableId | None]
"""Returns the id of the next table of a match at a place; `None` while a side lacks players.

The arguments are the round, the number of the match, from 1, and the place.
"""


# ------------------------------------------------------------------------------------------------ linked tables


def tables_of(round_: TournamentRound, number: int, load_table: LoadTable) -> list[TableAtPlace]:
    """Returns the tables of a match, in the order in which they were linked."""
    return [TableAtPlace(place, table, load_table(table)) for place, table in _linked_tables(round_, number)]


def last_tables(round_: TournamentRound, number: int) -> dict[int, tuple[Place, TableId]]:
    """Returns the last table of each room of a match, and its place."""
    return {place.room: (place, table) for place, table in _linked_tables(round_, number)}


def tables_before(round_: TournamentRound, number: int, place: Place) -> int:
    """Returns the number of tables that a match has had at a place."""
    return sum(each == place for each in round_.places[number - 1])


def matches_at_tables(tournament: Tournament, round_: TournamentRound) -> list[int]:
    """Returns the matches without a result that are played at tables."""
    return [number for number in round_.open_matches() if not is_played_elsewhere(tournament, round_, number)]


def matches_at_rest(tournament: Tournament, round_: TournamentRound, at_rest: Collection[str]) -> list[int]:
    """Returns the matches without a result that have tables, if all these wait for nobody."""
    return [
        number
        for number in matches_at_tables(tournament, round_)
        if round_.tables[number - 1] and all(table in at_rest for table in round_.tables[number - 1])
    ]


def tables_with_assigned_scores(round_: TournamentRound) -> set[TableId]:
    """Returns the tables of a round for boards to which staff have assigned a score."""
    return {
        table
        for number in range(1, len(round_.tables) + 1)
        for place, table in _linked_tables(round_, number)
        if place in places_assigned(round_.assigned, number)
    }


def _linked_tables(round_: TournamentRound, number: int) -> Iterator[tuple[Place, TableId]]:
    return zip(round_.places[number - 1], round_.tables[number - 1], strict=True)


# ------------------------------------------------------------------------------------------------ tables to open


def tables_to_open(
    tournament: Tournament, format_: Format, round_: TournamentRound, at_rest: Container[str], load_table: LoadTable
) -> Iterator[tuple[int, Place]]:
    """Yields the matches, numbered from 1, for which a table has to be opened, and the place.

    Args:
        tournament: its current state.
        format_: its format.
        round_: the round.
        at_rest: the tables that wait for nobody.
        load_table: returns the current state of a table.
    """
    seats = side_size(tournament.settings.play)
    for number in matches_at_tables(tournament, round_):
        rooms = places_of(tournament.settings, seats, round_, number)
        is_played_on = len(rooms) == 1 and tournament.settings.boards is None
        for room in (_Room(round_, number, each) for each in rooms):
            place = _next_place(room, format_ if is_played_on else None, at_rest, load_table)
            if place is not None:
                yield number, place


class _Room:
    """A room of a match: its places that are played, and the tables opened there."""

    def __init__(self, round_: TournamentRound, number: int, room: tuple[Place, ...]) -> None:
        by_staff = places_assigned(round_.assigned, number)
        self.places = tuple(place for place in room if place not in by_staff)
        self.tables = [(place, table) for place, table in _linked_tables(round_, number) if place in self.places]

    def after(self, place: Place) -> Place | None:
        further = self.places[self.places.index(place) + 1 :]
        return further[0] if further else None


def _next_place(room: _Room, format_: Format | None, at_rest: Container[str], load_table: LoadTable) -> Place | None:
    """Returns where the next table of a room is opened. With a format, another table may continue a drawn match."""
    if not room.tables:
        return next(iter(room.places), None)
    place, last = room.tables[-1]
    if last not in at_rest:
        return None
    if format_ is not None:
        return place if needs_table(format_, [load_table(table) for _, table in room.tables]) else None
    status = load_table(last).status
    if status == "playing":
        # It waits for nobody for another reason, such as a pause that has not ended there yet.
        return None
    return place if status == "cancelled" else room.after(place)


# ------------------------------------------------------------------------------------------------ tables to call off


def tables_to_call_off(
    tournament: Tournament, opened: Collection[TableId], next_table: IdOfTable
) -> list[tuple[TableId, CalledOffWhy]]:
    """Returns the tables that are no longer wanted, each with the reason.

    Args:
        tournament: its current state.
        opened: the tables opened for it that are not over, in the order of the answer.
        next_table: returns the id of the next table of a match.
    """
    wanted: set[TableId] = set()
    if not tournament.is_over:
        wanted.update(*(_wanted_tables(tournament, round_, opened, next_table) for round_ in tournament.open_rounds))
    unwanted = [table for table in opened if table not in wanted]
    has_result = _tables_with_results(tournament) if unwanted else set()
    otherwise: CalledOffWhy = "tournament_over" if tournament.play_is_over else "match_called_off"
    return [(table, "result_given" if table in has_result else otherwise) for table in unwanted]


def _wanted_tables(
    tournament: Tournament, round_: TournamentRound, opened: Collection[TableId], next_table: IdOfTable
) -> set[TableId]:
    """Returns the tables of matches without a result, with those that were opened and are not linked yet."""
    open_at_tables = matches_at_tables(tournament, round_)
    wanted = {table for number in open_at_tables for table in round_.tables[number - 1]}
    wanted -= tables_with_assigned_scores(round_)
    if wanted.issuperset(opened):
        return wanted
    for number in open_at_tables:
        by_staff = places_assigned(round_.assigned, number)
        for place in chain.from_iterable(places_of_match(tournament, round_, number)):
            table = None if place in by_staff else next_table(round_, number, place)
            if table is not None:
                wanted.add(table)
    return wanted


def _tables_with_results(tournament: Tournament) -> set[TableId]:
    """Returns the tables of matches, and of boards, that have a result."""
    given = {table for round_ in tournament.rounds for table in tables_with_assigned_scores(round_)}
    return given | {
        table
        for round_ in tournament.rounds
        for tables, result in zip(round_.tables, round_.results, strict=True)
        if result is not None
        for table in tables
    }


# ------------------------------------------------------------------------------------------------ seats and results


def tables_to_reseat(
    tournament: Tournament, format_: Format, round_: TournamentRound, last_id: IdOfTable
) -> Iterator[tuple[TableId, SeatHolders]]:
    """Yields the tables of a round whose seats may have to go to other players, and the current seating.

    Args:
        tournament: its current state.
        format_: its format.
        round_: the round.
        last_id: returns the id that the last table of a match would have with the players of today.
    """
    lent = {entry.id for entry in tournament.entries if entry.substitutions}
    for number in round_.open_matches():
        is_lent = not lent.isdisjoint(entrants_of_match(format_, round_.paired.matches[number - 1]))
        for place, linked in last_tables(round_, number).values():
            # The id of a table depends on its players, so most tables need not be loaded. After a substitution for a
            # time the players are the first ones again, but the table still has the substitute.
            if is_lent or last_id(round_, number, place) != linked:
                yield linked, seating(tournament, format_, round_.paired.matches[number - 1], place.room)


def tables_to_vacate(round_: TournamentRound, numbers: Collection[int]) -> Iterator[tuple[TableId, Match]]:
    """Yields the last tables of the rooms of these matches, in order, each with its match."""
    for number in sorted(set(numbers)):
        for _, linked in last_tables(round_, number).values():
            yield linked, round_.paired.matches[number - 1]


def result_command(
    tournament: Tournament, format_: Format, round_: TournamentRound, number: int, tables: list[TableAtPlace]
) -> RecordResult | None:
    """Returns the command that records the result of a match by its tables, or `None` if they give none yet."""
    outcome = outcome_of(tournament, format_, round_, number, tables)
    if outcome is None:
        return None
    return RecordResult(
        *(round_.paired.number, number, outcome.result, round_.tables[number - 1]),
        boards=outcome.boards,
        idle=outcome.idle,
        levels=outcome.levels,
    )
