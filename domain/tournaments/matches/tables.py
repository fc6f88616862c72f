"""The tables of a match: how they are opened, and which result they give.

| seats | players |
|---|---|
| of the side with seat 0 | the players of `first`, in the order in which they joined; in a night the two partners |
| of the other side | the players of `second` |

Teams of several sides, and the boards of a match, use several tables: see `boards.line_ups`.

| how the table ended | result of the match |
|---|---|
| no player of a side has acted, although it was their turn | forfeited by that side, or by both: `no_show` |
| one side won, the other conceded, or it was ahead after the last hand | won by that side |
| a seat forfeited | won by the other side; a forfeit if no hand was completed, otherwise played |
| nobody won | drawn; if the format needs winners, played on at another table |
| all players agreed to give it up | the result of the rule for matches without a result: `adjudication` |
| nobody won at three tables, and the format needs winners | won by the better seed, as `adjudicated` |
| it must be played on, there is no deadline, and a side lacks a player | forfeited by that side |

When a match is played on at another table, only that table counts. A played or agreed result counts even if players
have left since. When all give a match up, a bot agrees for the player that it replaces. The rule of the tournament
then decides the result, because that rule considers who was present.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.commands import OpenTable
from domain.table.state import Table
from domain.tournaments.boards import line_ups
from domain.tournaments.boards.assigned import assigned_in_match, counted_boards, places_assigned
from domain.tournaments.boards.dealing import DealtBoard
from domain.tournaments.boards.line_ups import is_seat_by_seat
from domain.tournaments.boards.records import BoardResult, Place
from domain.tournaments.boards.sets import board_of, dealt_set, game_with_board
from domain.tournaments.boards.table_results import board_result, lead_of, result_of_boards
from domain.tournaments.formats.format import Format
from domain.tournaments.matches.adjudication import OverdueMatch, adjudicated_result, awarded_result, forfeited_result
from domain.tournaments.matches.no_show import idle_entrants, is_a_side_absent, no_shows, without_idle_seats
from domain.tournaments.matches.opening import MatchOpening, seating_command
from domain.tournaments.matches.unsealing import is_opened_sealed
from domain.tournaments.pairing.teams import TeamRules, TeamTable, match_points, points_of_boards
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.rounds.events import TableId
from domain.tournaments.state import Tournament, better_side, lacks_players
from domain.tournaments.terms import EntrantId, LevelsWon, Match, Result, ResultKind

OVER = ("finished", "cancelled")
REPLAYS = 2
"""The maximum number of further tables for a drawn match, if the format needs winners."""


class OpeningPlace(NamedTuple):
    """The room of a match in which a table is opened, and its board, if any."""

    room: int
    board: DealtBoard | None


WHOLE_MATCH = OpeningPlace(1, None)


class MatchOutcome(NamedTuple):
    """The outcome of a match according to its tables.

    Attributes:
        result: the result of the match.
        boards: the scores of its boards.
        idle: the entrants of which no player has acted.
        levels: the levels that both sides won; `None` where levels are not counted.
    """

    result: Result
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] = ()
    levels: LevelsWon | None = None


class TableAtPlace(NamedTuple):
    """A table of a match, its id, and its position in the match."""

    place: Place
    id: TableId
    table: Table


def match_opening(
    tournament: Tournament, format_: Format, match: Match, entropy: Callable[[], str], at: OpeningPlace = WHOLE_MATCH
) -> MatchOpening | None:
    """Returns how the table of a match is opened.

    Args:
        tournament: its current state.
        format_: its format.
        match: the match.
        entropy: returns random bytes for a seat.
        at: the room and the board.

    Returns:
        `None` while a side does not have exactly the players that its seats need.
    """
    play = tournament.settings.play if at.board is None else game_with_board(tournament.settings.play, at.board)
    sides = line_ups.sides_of_match(play)
    seated: list[tuple[Seat, PlayerId]] = []
    for seats, players in zip(
        sides, line_ups.seated_players(tournament, format_, match, at.room, len(sides[0])), strict=True
    ):
        there = [player for player in players if player is not None]
        if len(there) != len(seats):
            return None
        seated += zip(seats, there, strict=True)
    seated.sort()
    opened = OpenTable(
        by=seated[0][1],
        game=play.game,
        profile=play.profile,
        overrides=play.overrides,
        listed=True,
        hands=play.hands,
        clock=play.clock,
        pauses=play.pauses,
        ladder=play.ladder,
        starts_when_full=True,
        deals=() if at.board is None else at.board.deals(),
        sandbox=tournament.sandbox,
        sealed=is_opened_sealed(tournament.settings),
        public=tournament.settings.public,
    )
    return MatchOpening(opened, tuple(seating_command(opened.by, player, seat, entropy()) for seat, player in seated))


def opening_place(tournament: Tournament, round_: TournamentRound, number: int, place: Place) -> OpeningPlace:
    """Returns the room of a place in a match, and the board as it is dealt there."""
    if not place.board:
        return OpeningPlace(place.room, None)
    dealt = dealt_set(tournament, round_.sets[number - 1])
    if dealt is None:
        raise ValueError(f"board {place.board} was not dealt")
    return OpeningPlace(place.room, board_of(tournament, dealt, place.board, round_.deals[number - 1]))


def places_of_match(tournament: Tournament, round_: TournamentRound, number: int) -> tuple[tuple[Place, ...], ...]:
    """Returns the places where a match is played: for each room its places in order."""
    seats = line_ups.side_size(tournament.settings.play)
    return line_ups.places_of(tournament.settings, seats, round_, number)


def needs_table(format_: Format, tables: Sequence[Table]) -> bool:
    """Returns whether a match without a result needs a table, or another one.

    Args:
        format_: the format of the tournament.
        tables: the tables of the match, in the order in which they were linked.
    """
    if not tables:
        return True
    last = tables[-1]
    if last.status == "cancelled":
        return True
    is_drawn = last.result is not None and not last.result.winners and not is_a_side_absent(tables)
    return format_.needs_winners and is_drawn and sum(table.result is not None for table in tables) <= REPLAYS


def result_of(tournament: Tournament, format_: Format, match: Match, tables: Sequence[Table]) -> Result | None:
    """Returns the result of an open match by its tables, or `None` if they give none yet."""
    if not tables:
        return None
    if needs_table(format_, tables):
        return _result_without_players(tournament, format_, match)
    last = tables[-1]
    if last.result is None:
        return None
    plan, winners = tournament.settings.rounds, set(last.result.winners)
    if not winners:
        better = better_side(tournament, format_, match)
        if better is not None:
            return awarded_result(plan, to_first=better == "first")
        if last.result.reason == "abandoned":
            return adjudicated_result(plan, _match_given_up(tournament, format_, match, last))
        return Result(plan.draw, plan.draw, "played")
    first = set(line_ups.sides_of_match(tournament.settings.play)[0])
    kind = _kind_of_result(last)
    return Result(plan.win, plan.loss, kind) if winners & first else Result(plan.loss, plan.win, kind)


def _match_given_up(tournament: Tournament, format_: Format, match: Match, table: Table) -> OverdueMatch:
    """Returns the state of a match that all players gave up at its table."""
    sides = line_ups.sides_of_match(tournament.settings.play)
    leaders = set(table.game.leaders(table.match))
    leads = [bool(leaders & set(side)) for side in sides]
    away = [any(table.absences[seat].bot is not None for seat in side) for side in sides]
    lacks = [lacks_players(tournament, format_, side) for side in match]
    return OverdueMatch(
        leads[0] - leads[1],
        away[0] or lacks[0],
        away[1] or lacks[1],
        first_lacks=lacks[0],
        second_lacks=lacks[1],
    )


def _result_without_players(tournament: Tournament, format_: Format, match: Match) -> Result | None:
    """Returns the result of a match that lacks players, or `None` if it can continue or has a deadline."""
    round_ = next((each for each in tournament.open_rounds[::-1] if match in each.paired.matches), None)
    if round_ is None or round_.deadline is not None:
        return None
    lacking = [lacks_players(tournament, format_, side) for side in match]
    if not any(lacking):
        return None
    return forfeited_result(tournament.settings.rounds, by_first=lacking[0], by_second=lacking[1])


def _kind_of_result(table: Table) -> ResultKind:
    is_forfeited = table.result is not None and table.result.reason == "forfeited"
    return "forfeit" if is_forfeited and not table.game.hands_played(table.match) else "played"


def outcome_of(
    tournament: Tournament, format_: Format, round_: TournamentRound, number: int, tables: Sequence[TableAtPlace]
) -> MatchOutcome | None:
    """Returns the outcome of a match by all its tables, or `None` if they give none yet.

    Args:
        tournament: its current state.
        format_: its format.
        round_: the round of the match.
        number: the number of the match.
        tables: the tables of the match, in the order in which they were linked.
    """
    outcome = _outcome_of(tournament, format_, round_, number, tables)
    if outcome is None:
        return None
    idle = idle_entrants(tournament, format_, round_.paired.matches[number - 1], tables)
    absent = no_shows(tournament, tables)
    if not any(absent) or is_seat_by_seat(tournament.settings) or not any(each.table.result for each in tables):
        return outcome._replace(idle=idle)
    plan = tournament.settings.rounds
    return MatchOutcome(forfeited_result(plan, by_first=absent.first, by_second=absent.second), (), idle)


def _outcome_of(
    tournament: Tournament, format_: Format, round_: TournamentRound, number: int, tables: Sequence[TableAtPlace]
) -> MatchOutcome | None:
    """Returns the outcome of a match by all its tables, without regard to who has acted there."""
    match = round_.paired.matches[number - 1]
    rooms = places_of_match(tournament, round_, number)
    if len(rooms) == 1 and tournament.settings.boards is None:
        result = result_of(tournament, format_, match, [each.table for each in tables])
        return None if result is None else MatchOutcome(result, levels=_levels_won(tournament, tables[-1:]))
    last = {each.place: each for each in tables if each.table.status == "finished"}
    boards = _board_results(tournament, tables)
    by_staff = places_assigned(round_.assigned, number)
    if any(place not in last and place not in by_staff for room in rooms for place in room):
        forfeit = _result_without_players(tournament, format_, match) if tables else None
        return None if forfeit is None else MatchOutcome(forfeit, boards)
    if tournament.settings.boards is None:
        at = [last[room[0]] for room in rooms]
        result = _result_of_teams(tournament, format_, match, [each.table for each in at])
        return MatchOutcome(result, levels=_levels_won(tournament, at))
    assigned, better = assigned_in_match(round_.assigned, number), better_side(tournament, format_, match)
    return MatchOutcome(result_of_boards(tournament.settings, boards, assigned, better), boards)


def _board_results(tournament: Tournament, tables: Sequence[TableAtPlace]) -> tuple[BoardResult, ...]:
    """Returns the scores of the boards at finished tables."""
    if tournament.settings.boards is None:
        return ()
    by_seats = is_seat_by_seat(tournament.settings)
    return tuple(
        without_idle_seats(each.table, board_result(each.place, each.id, each.table, is_seat_by_seat=by_seats))
        for each in sorted(tables, key=lambda each: (each.place.board, each.place.room))
        if each.table.status == "finished"
    )


def _levels_won(tournament: Tournament, tables: Sequence[TableAtPlace]) -> LevelsWon | None:
    """Returns the levels that both sides won at the tables, or `None` in a game without levels."""
    play = tournament.settings.play
    if not GAMES[play.game].has_levels:
        return None
    even, odd = (seats[0] for seats in line_ups.sides_of_match(play))
    first = second = 0
    for place, _, table in tables:
        if table.match is not None:
            of_first, of_second = (
                (even, odd) if line_ups.even_is_first(tournament.settings, place.room) else (odd, even)
            )
            first += table.game.levels_won(table.match, of_first)
            second += table.game.levels_won(table.match, of_second)
    return LevelsWon(first, second)


def _result_of_teams(tournament: Tournament, format_: Format, match: Match, tables: Sequence[Table]) -> Result:
    """Returns the result of a match of teams that was played without boards at several tables."""
    plan, first_seats = tournament.settings.rounds, set(line_ups.sides_of_match(tournament.settings.play)[0])
    rules = TeamRules(plan.win, plan.draw, plan.loss)
    results = []
    for table in tables:
        winners = set(table.result.winners) if table.result is not None else set()
        even = plan.draw if not winners else plan.win if winners & first_seats else plan.loss
        odd = plan.draw if not winners else plan.loss if winners & first_seats else plan.win
        results.append(Result(even, odd, _kind_of_result(table)))
    by_room = [
        TeamTable(room, match.first, match.second, line_ups.even_is_first(tournament.settings, room))
        for room in range(1, len(tables) + 1)
    ]
    points = points_of_boards(by_room, results)
    if points is None:
        raise ValueError("a table without a result")
    better = better_side(tournament, format_, match)
    if better is not None and points.first == points.second:
        return awarded_result(plan, to_first=better == "first")
    return match_points(points, rules)


def report_of(tournament: Tournament, number: int, tables: Sequence[Table]) -> MatchReport:
    """Returns the state of a match without a result: the score at its last table, and the players that it waits for.

    It waits for the players to move, and for those whom a bot replaces until they return.
    """
    last = tables[-1] if tables else None
    if last is None or last.match is None or last.status in OVER:
        return MatchReport(number)
    return _report(tournament, number, last)


def with_leaver(report: MatchReport, tables: Sequence[TableAtPlace], leaver: PlayerId) -> MatchReport:
    """Adds the hands of a leaving player's table to the report of a match, and whether others left it before."""
    for each in reversed(tables):
        if each.table.match is not None and each.table.status not in OVER and each.table.seat_of(leaver) is not None:
            hands = int(each.table.game.hands_played(each.table.match))
            return replace(report, hands=hands, left_before=bool(each.table.presence.left))
    return report


def report_of_all(
    tournament: Tournament, format_: Format, round_: TournamentRound, number: int, tables: Sequence[TableAtPlace]
) -> MatchReport:
    """Returns the state of a match by its finished tables, and the players for whom the others wait."""
    report = _report_of_all(tournament, round_, number, tables)
    match, absent = round_.paired.matches[number - 1], no_shows(tournament, tables)
    return replace(
        report,
        no_show=(absent.first, absent.second),
        idle=idle_entrants(tournament, format_, match, tables),
    )


def _report_of_all(
    tournament: Tournament, round_: TournamentRound, number: int, tables: Sequence[TableAtPlace]
) -> MatchReport:
    if len(places_of_match(tournament, round_, number)) == 1 and tournament.settings.boards is None:
        return replace(report_of(tournament, number, [each.table for each in tables]), round=round_.paired.number)
    waiting = [each.table for each in tables if each.table.match is not None and each.table.status not in OVER]
    absent = {player for table in waiting for player in _report(tournament, number, table).absent}
    boards = _board_results(tournament, tables)
    counted = counted_boards(boards, assigned_in_match(round_.assigned, number))
    lead = lead_of(tournament.settings, counted) if counted else _lead(tournament, tables)
    return MatchReport(
        number, max(lead, 0), max(-lead, 0), tuple(sorted(absent)), round=round_.paired.number, boards=boards
    )


def _lead(tournament: Tournament, tables: Sequence[TableAtPlace]) -> int:
    """Returns by how many tables the first side is ahead."""
    first_seats, lead = set(line_ups.sides_of_match(tournament.settings.play)[0]), 0
    for each in tables:
        winners = set(each.table.result.winners) if each.table.result is not None else set()
        sign = 1 if line_ups.even_is_first(tournament.settings, each.place.room) else -1
        lead += sign * (bool(winners & first_seats) - bool(winners - first_seats))
    return lead


def _report(tournament: Tournament, number: int, last: Table) -> MatchReport:
    """Returns the state of a match by a table that is still open."""
    leaders, first = set(last.game.leaders(last.match)), set(line_ups.sides_of_match(tournament.settings.play)[0])
    # A paused table waits for nobody now, but its players are as late as before the pause.
    waited = {each.player for each in asking(last._replace(paused_at=None)) if each.bot is None}
    seats = zip(last.seats, last.absences, strict=True)
    waited |= {who.player for who, absence in seats if who is not None and absence.bot is not None}
    return MatchReport(number, int(bool(leaders & first)), int(bool(leaders - first)), tuple(sorted(waited)))
