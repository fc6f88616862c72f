"""The tables of a match: the rooms, the players of each room, and the order of the boards.

| match between | rooms | even seats of room 1, 2, … |
|---|---|---|
| entrants that fill a side of a table | 1 | the first side |
| teams of several sides | one for each side | as in `pairing.teams`: `duplicate` with boards, else `boards` |
| players who are compared seat by seat | 1 | `first`; `second` has the odd seats |

The players of a team are in the order in which they joined, and each side takes as many as it has seats. Further
players are reserves that move up when a player leaves. In each room the boards are played one after the other, each at
its own table. So no hand depends on the one before it.
"""

from collections.abc import Sequence

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.boards.records import Place
from domain.tournaments.boards.sets import numbers_of
from domain.tournaments.formats.format import Format
from domain.tournaments.pairing.teams import Team, TeamTable, TeamWay, TooFewPairs, line_up, team_tables
from domain.tournaments.parts import TournamentRound
from domain.tournaments.settings import TableGame, TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match

OF_TEAMS = frozenset(("swiss", "round_robin", "knock_out", "groups_knock_out"))
"""The formats in which an entrant can be a team of several sides."""
INDIVIDUAL = "duplicate_individual"
PARTNERS = 2


def side_size(play: TableGame) -> int:
    """Returns the number of seats of a side at a table."""
    return len(play.teams[0])


def sides_of_match(play: TableGame) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Returns the seats of the first and of the second side of a match at a table: alternate seats.

    Raises:
        InvalidRules: there are no such rules.
    """
    seats = sorted(seat for team in play.teams for seat in team)
    return tuple(seats[::2]), tuple(seats[1::2])


def is_seat_by_seat(settings: TournamentSettings) -> bool:
    """Returns whether each seat is compared alone: an individual in a game without two sides of two.

    Raises:
        InvalidRules: there are no such rules.
    """
    if settings.format != INDIVIDUAL or settings.play.game not in GAMES:
        return False
    return [len(team) for team in settings.play.teams] != [PARTNERS, PARTNERS]


def rooms_of(settings: TournamentSettings, seats: int) -> int:
    """Returns the number of tables a match plays at once, given the seats of a side at a table."""
    if settings.format not in OF_TEAMS:
        return 1
    return max(settings.entrants.members_least // seats, 1)


def places_of(
    settings: TournamentSettings, seats: int, round_: TournamentRound, number: int
) -> tuple[tuple[Place, ...], ...]:
    """Returns the places of a match: for each room, its places in order."""
    boards = boards_of(settings, round_, number) or (0,)
    rooms = range(1, rooms_of(settings, seats) + 1)
    return tuple(tuple(Place(room, board) for board in boards) for room in rooms)


def boards_of(settings: TournamentSettings, round_: TournamentRound, number: int) -> Sequence[int]:
    """Returns the numbers of the boards of a match; empty without boards."""
    return numbers_of(settings.boards, round_.sets[number - 1]) if settings.boards is not None and round_.sets else ()


def team_way_of(settings: TournamentSettings) -> TeamWay:
    """Returns the line-up of team matches."""
    return "boards" if settings.boards is None else "duplicate"


def even_is_first(settings: TournamentSettings, room: int) -> bool:
    """Returns whether the first side of a match has the even seats of a room."""
    return room % 2 == 1 or settings.format not in OF_TEAMS


def seated_players(
    tournament: Tournament, format_: Format, match: Match, room: int, seats: int
) -> tuple[list[PlayerId | None], list[PlayerId | None]]:
    """Returns the players on the even and on the odd seats of a room; empty if a team lacks players.

    `None` stands for a player of an entrant that has left.
    """
    sides = [_players_of_side(tournament, format_, side) for side in match]
    rooms = rooms_of(tournament.settings, seats)
    if rooms == 1:
        return sides[0], sides[1]
    parts = {
        EntrantId(f"{side}.{place}"): players[place * seats : (place + 1) * seats]
        for side, players in zip(match, sides, strict=True)
        for place in range(len(players) // seats)
    }
    try:
        first, second = (
            line_up(Team(side, tuple(part for part in parts if part.startswith(f"{side}."))), rooms, ())
            for side in match
        )
    except TooFewPairs:
        return [], []
    table: TeamTable = team_tables(first, second, team_way_of(tournament.settings))[room - 1]
    return parts[table.even], parts[table.odd]


def _players_of_side(tournament: Tournament, format_: Format, side: EntrantId) -> list[PlayerId | None]:
    """Returns the players of a side, with `None` for those of an entrant that has left."""
    entries = (tournament.entry(entrant) for entrant in format_.entrants_of(side))
    return [
        None if entry.status == "out" else player for entry in entries if entry is not None for player in entry.players
    ]
