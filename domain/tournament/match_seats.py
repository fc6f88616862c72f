"""Whose the seats of a table are while its match is played: who has left is found there, and who was called instead.

| who holds a seat | the seat |
|---|---|
| who plays for an entrant of that side | stays theirs |
| who no longer does, while somebody without a seat does | goes to that player |
| who no longer does, and there is nobody else | is played by a bot until somebody is called |
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from domain.seats import Seat
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.duplicate import line_ups
from domain.tournament.format import Format
from domain.tournament.playing import entrants_of
from domain.tournament.rounds import EntrantId, Match
from domain.tournament.state import Entry, Tournament, TournamentRound

Seating = Mapping[Seat, PlayerId | None]
"""Who would sit on which seat, if the table were opened now; none where somebody is missing."""


class Vacancy(NamedTuple):
    """An entrant of a match of a round that lacks a player."""

    number: int
    entrant: EntrantId


def seating(tournament: Tournament, form: Format, match: Match, room: int) -> Seating:
    """Who would sit at the table of a room of a match."""
    sides = line_ups.sides_of_match(tournament.settings.play)
    seated = line_ups.seated(tournament, form, match, room, len(sides[0]))
    return {
        seat: player
        for seats, players in zip(sides, seated, strict=True)
        for seat, player in zip_longest(seats, players[: len(seats)])
    }


def moved_seats(table: Table, wanted: Seating) -> list[tuple[Seat, PlayerId]]:
    """Which seats go to other players, and to whom; a seat whose player is missing and not replaced stays theirs.

    Args:
        table: as it is played.
        wanted: who would sit there now: seats of one side have players of that side.
    """
    moved: list[tuple[Seat, PlayerId]] = []
    for seat in sorted(wanted):
        own = {player for each in table.game.side(table.match, seat) if (player := wanted.get(each)) is not None}
        occupant = table.occupant(seat)
        if occupant is not None and occupant.player not in own:
            seated = {who.player for who in table.seats if who is not None} | {player for _, player in moved}
            new = sorted(own - seated)
            moved += [(seat, new[0])] if new else []
    return moved


def left_seats(tournament: Tournament, form: Format, match: Match, table: Table) -> list[Seat]:
    """The seats of a table whose players no longer play for anybody in the match, and that no bot was given for it."""
    playing = {
        player
        for entry in map(tournament.entry, entrants_of(form, match))
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


def vacancies(tournament: Tournament, form: Format, played: TournamentRound) -> Iterator[Vacancy]:
    """The entrants of the matches of a round that are played at a table and lack a player."""
    entries: dict[EntrantId, Entry] = {entry.id: entry for entry in tournament.entries}
    for number in played.open_matches():
        if played.tables[number - 1]:
            for entrant in sorted(entrants_of(form, played.paired.matches[number - 1])):
                if entries[entrant].status in ("out", "spared"):
                    yield Vacancy(number, entrant)
