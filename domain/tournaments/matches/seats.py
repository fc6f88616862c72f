"""Owners of seats during a match: finds players who have left, and the substitutes for their seats.

| holder of a seat | effect |
|---|---|
| plays for an entrant of that side | keeps the seat |
| no longer does, and another player of the side has no seat | the seat goes to that player |
| no longer does, and there is no other player | a bot plays until a substitute is called |
| is a house bot that was entered | the bot plays this match to its end |
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from domain.kernel.players import PlayerId, bot_of
from domain.kernel.seats import Seat
from domain.table.state import Table
from domain.tournaments.boards import line_ups
from domain.tournaments.entrants.commands import CallSubstitute
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.parts import Entry, TournamentRound
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match

SeatHolders = Mapping[Seat, PlayerId | None]
"""The player of each seat if the table were opened now; `None` for a missing player."""


class Vacancy(NamedTuple):
    """An entrant of a match that lacks a player."""

    number: int
    entrant: EntrantId


def seating(tournament: Tournament, format_: Format, match: Match, room: int) -> SeatHolders:
    """Returns the players of each seat at the table of a room of a match."""
    sides = line_ups.sides_of_match(tournament.settings.play)
    seated = line_ups.seated_players(tournament, format_, match, room, len(sides[0]))
    return {
        seat: player
        for seats, players in zip(sides, seated, strict=True)
        for seat, player in zip_longest(seats, players[: len(seats)])
    }


def moved_seats(table: Table, wanted: SeatHolders) -> list[tuple[Seat, PlayerId]]:
    """Returns the seats that go to other players. A missing player without a replacement keeps the seat.

    Args:
        table: the state of the table.
        wanted: the current seating; seats of one side have players of that side.
    """
    moved: list[tuple[Seat, PlayerId]] = []
    for seat in sorted(wanted):
        own = {player for each in table.game.side(table.match, seat) if (player := wanted.get(each)) is not None}
        occupant = table.occupant(seat)
        if occupant is not None and occupant.bot is None and occupant.player not in own:
            seated = {who.player for who in table.seats if who is not None} | {player for _, player in moved}
            new = sorted(player for player in own - seated if bot_of(player) is None)
            moved += [(seat, new[0])] if new else []
    return moved


def seats_of_leavers(tournament: Tournament, format_: Format, match: Match, table: Table) -> list[Seat]:
    """Returns the seats of players who no longer play for an entrant of the match, and that have no bot for it yet."""
    playing = {
        player
        for entry in map(tournament.entry, entrants_of_match(format_, match))
        if entry is not None and entry.status != "out"
        for player in entry.players
    }
    gone = {(each.seat, each.player) for each in table.presence.left}
    return [
        Seat(seat)
        for seat, occupant in enumerate(table.seats)
        if occupant is not None
        and occupant.bot is None
        and occupant.player not in playing
        and (seat, occupant.player) not in gone
    ]


def vacancies(tournament: Tournament, format_: Format, round_: TournamentRound) -> Iterator[Vacancy]:
    """Yields the entrants of open matches with a table that lack a player."""
    entries: dict[EntrantId, Entry] = {entry.id: entry for entry in tournament.entries}
    for number in round_.open_matches():
        if round_.tables[number - 1]:
            for entrant in sorted(entrants_of_match(format_, round_.paired.matches[number - 1])):
                if entries[entrant].status in ("out", "spared"):
                    yield Vacancy(number, entrant)


def substitute_calls(tournament: Tournament, format_: Format) -> Iterator[CallSubstitute]:
    """Yields the calls of substitutes to try until one is accepted: for each vacancy the first offer first."""
    if not tournament.substitutes or tournament.settings.rounds.leaving != "played_on":
        return
    for round_ in tournament.open_rounds:
        for vacancy in vacancies(tournament, format_, round_):
            for offered in tournament.substitutes:
                yield CallSubstitute(None, vacancy.entrant, offered.player)
