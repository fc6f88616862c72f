"""Standings by boards, from closed sets only.

| scoring | compared first, in hundredths |
|---|---|
| `matchpoints` | the share of the top over all boards; adjusted boards follow the others (Law 12C2c) |
| `imps` | the IMPs of all boards |
| `victory_points` | each match: its margin in IMPs on the scale for its boards; byes as the tournament sets them |

With matchpoints and IMPs, a round that an entrant sits out changes nothing. Seat by seat, matchpoints count, and
matches are not won or lost. In an individual both partners have the
score of their side. In a Mitchell with two winners the directions are ranked separately, even seats first.

The tie-breaks use these quantities of each round, in hundredths:

| quantity | won | lost |
|---|---|---|
| `matchpoints` | the own ones; for teams 2 for each board won, 1 for an equal one | the rest of the top |
| `imps`, `victory_points` | the own ones | those of the other side, in IMPs for teams only |
| `board_points` | points of the game with levels (`scores`), where above 0 | where below 0 |
| `levels` | levels won | levels of the other side |
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.closed_boards import BoardAtTable, compared_boards, compared_seats, match_swings
from domain.tournaments.boards.line_ups import OF_TEAMS
from domain.tournaments.boards.matchpoints import Average, Line, counted_lines, session_totals
from domain.tournaments.boards.seat_by_seat import SeatBySeat, table_of
from domain.tournaments.boards.sets import sealed_rounds
from domain.tournaments.boards.table_results import board_a_match, imp_points, scale_of_two_sides
from domain.tournaments.boards.victory_points import victory_points
from domain.tournaments.formats.format import Format
from domain.tournaments.pairing.partnerships import course_of_players
from domain.tournaments.standings.ranking import Standing, byes_of, standings
from domain.tournaments.standings.tie_break_values import Quantity, Tally, TieBreak, TieBreakInput, TieBreakRules
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, PairingContext, Points


class _OwnBoard(NamedTuple):
    """A board from the view of one entrant; `adjusted` is the average if it has no score."""

    entrant: EntrantId
    round: int
    points: Points
    top: Points
    imps: int
    adjusted: Average | None
    score: int
    levels: int
    is_void: bool = False


def board_standings(
    tournament: Tournament,
    format_: DuplicatePairs | DuplicateIndividual,
    tie_breaks: Sequence[TieBreak],
    rules: TieBreakRules,
    seed: bytes | None,
) -> tuple[Standing, ...]:
    """Returns the standings of the entrants by the closed sets."""
    known = _course_without_sealed(tournament, format_)
    if isinstance(format_, DuplicateIndividual):
        known = course_of_players(known)
    own = _with_counted_points(list(_own_boards(format_, compared_boards(tournament, format_))))
    totals = _totals(tournament, known, own)
    found = standings(known, tie_breaks, rules, TieBreakInput(tuple(_tallies_of_boards(own)), seed), totals)
    lines = format_.line_of(known) if isinstance(format_, DuplicatePairs) else {}
    return _standings_by_line(found, lines) if lines else found


def seat_standings(
    tournament: Tournament,
    format_: SeatBySeat,
    tie_breaks: Sequence[TieBreak],
    rules: TieBreakRules,
    seed: bytes | None,
) -> tuple[Standing, ...]:
    """Returns the standings of players who are compared seat by seat."""
    known = pairing_context(tournament)
    own = _with_counted_points(
        [
            _OwnBoard(each.entrant, each.round, each.points, each.top, 0, each.instead, *_total_and_levels(each.score))
            for each in compared_seats(tournament, format_)
        ]
    )
    given = TieBreakInput(tuple(_tallies_of_boards(own)), seed)
    found = standings(known._replace(rounds=()), tie_breaks, rules, given, _shares(known, own))
    played, byes = _rounds_at_tables(tournament, format_), byes_of(known)
    return tuple(each._replace(played=played[each.entrant], byes=byes[each.entrant]) for each in found)


def _rounds_at_tables(tournament: Tournament, format_: SeatBySeat) -> Counter[EntrantId]:
    """Returns the number of rounds that each player sat at a table, without sealed rounds."""
    sealed = sealed_rounds(tournament, format_)
    found: Counter[EntrantId] = Counter()
    for number, round_ in enumerate(tournament.rounds, start=1):
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            if result is not None and number not in sealed:
                found.update(table_of(match))
    return found


def _course_without_sealed(tournament: Tournament, format_: Format) -> PairingContext:
    """Returns the context without results that are still sealed."""
    sealed = sealed_rounds(tournament, format_)
    known = pairing_context(tournament)
    rounds = tuple(
        played._replace(results=(None,) * len(played.results)) if played.round.number in sealed else played
        for played in known.rounds
    )
    return known._replace(rounds=rounds)


def _totals(tournament: Tournament, known: PairingContext, own: Sequence[_OwnBoard]) -> dict[EntrantId, Points]:
    scoring = tournament.settings.boards.scoring if tournament.settings.boards is not None else "matchpoints"
    if scoring == "matchpoints":
        return _shares(known, own)
    total: Counter[EntrantId] = Counter()
    if scoring == "imps":
        for each in own:
            total[each.entrant] += 100 * each.imps
    else:
        for tally in _victory_points(own):
            total[tally.entrant] += tally.won
        worth = known.bye_worth()
        for played in known.rounds:
            for bye in played.round.byes:
                total[bye.entrant] += worth.of(bye)
    return {entrant.id: Points(total[entrant.id]) for entrant in known.entrants}


def _shares(known: PairingContext, own: Sequence[_OwnBoard]) -> dict[EntrantId, Points]:
    """Returns the share of the top of each entrant over all boards; 0 without boards."""
    found = session_totals(map(_line, own))
    return {entrant.id: Points(found[entrant.id].share if entrant.id in found else 0) for entrant in known.entrants}


def _own_boards(format_: Format, tables: Iterable[BoardAtTable]) -> Iterator[_OwnBoard]:
    """Yields every board from the view of every entrant who played it."""
    for each in tables:
        total, levels = _total_and_levels(each.score)
        for entrant in format_.entrants_of(each.even):
            even = (each.even_points, each.top, each.even_imps, each.for_even, total, levels)
            yield _OwnBoard(entrant, each.round, *even, each.is_void)
        for entrant in format_.entrants_of(each.odd):
            odd = (each.odd_points, each.top, each.odd_imps, each.for_odd, -total, -levels)
            yield _OwnBoard(entrant, each.round, *odd, each.is_void)


def _total_and_levels(score: BoardScore | None) -> tuple[int, int]:
    """Returns the total and the levels of a score; 0 without one."""
    return (0, 0) if score is None else (score.total, score.levels)


def _line(each: _OwnBoard) -> Line:
    return Line(each.entrant, each.points, each.top, each.adjusted)


def _with_counted_points(own: Sequence[_OwnBoard]) -> list[_OwnBoard]:
    """Returns each board with the matchpoints that the entrant gets for it.

    On an adjusted board, the matchpoints can depend on the results of the entrant on its other boards. See
    `counted_lines`.
    """
    lines = counted_lines(map(_line, own))
    return [each._replace(points=line.points) for each, line in zip(own, lines, strict=True)]


def _standings_by_line(found: Sequence[Standing], lines: dict[EntrantId, int]) -> tuple[Standing, ...]:
    """Returns both lines one after the other, each with its own ranks."""
    ranked: list[Standing] = []
    for line in (0, 1):
        mine = [each for each in found if lines[each.entrant] == line]
        ranks = [each.rank for each in mine]
        ranked += [each._replace(rank=ranks.index(each.rank) + 1, line=line) for each in mine]
    return tuple(ranked)


# ------------------------------------------------------------------------------------------------ what is counted


def board_tallies(tournament: Tournament, format_: Format) -> tuple[Tally, ...]:
    """Returns the tallies of teams by boards for every round; empty without boards."""
    if tournament.settings.boards is None or tournament.settings.format not in OF_TEAMS:
        return ()
    matches: dict[tuple[int, int], list[BoardAtTable]] = {}
    for each in compared_boards(tournament, format_):
        matches.setdefault((each.round, each.match), []).append(each)
    scale = scale_of_two_sides(tournament.settings.play)
    return tuple(tally for tables in matches.values() for tally in _tallies_of_match(tables, scale))


def _tallies_of_match(tables: Sequence[BoardAtTable], scale: Scale) -> Iterator[Tally]:
    first, second, number = tables[0].even, tables[0].odd, tables[0].round
    swings = match_swings(tables, scale)
    margin = sum(each.imps for each in swings)
    differences = [each.difference or 0 for each in swings]
    void = {each.board for each in tables if each.is_void}
    known = [(each.room, each.score) for each in tables if each.score is not None and each.board not in void]
    levels = [score.levels if room % 2 else -score.levels for room, score in known]
    both: tuple[tuple[Quantity, tuple[int, int]], ...] = (
        ("imps", imp_points(swings)[:2]),
        ("matchpoints", board_a_match(swings)[:2]),
        ("victory_points", victory_points(margin, max(len(swings), 1))),
        ("board_points", _sums_by_sign(differences)),
        ("levels", _sums_by_sign(levels)),
    )
    for quantity, (one, other) in both:
        yield Tally(first, number, quantity, one, other)
        yield Tally(second, number, quantity, other, one)


def _sums_by_sign(amounts: Iterable[int]) -> tuple[int, int]:
    """Returns the sum of the positive amounts and the sum of the negative ones, both in hundredths and not negative."""
    given = list(amounts)
    return 100 * sum(each for each in given if each > 0), -100 * sum(each for each in given if each < 0)


def _tallies_of_boards(own: Sequence[_OwnBoard]) -> Iterator[Tally]:
    for (entrant, number), mine in _own_boards_by_round(own).items():
        points = sum(each.points for each in mine)
        yield Tally(entrant, number, "matchpoints", points, sum(each.top for each in mine) - points)
        yield Tally(entrant, number, "imps", 100 * sum(each.imps for each in mine))
        yield Tally(entrant, number, "board_points", *_sums_by_sign(each.score for each in mine))
        yield Tally(entrant, number, "levels", *_sums_by_sign(each.levels for each in mine))
    yield from _victory_points(own)


def _victory_points(own: Sequence[_OwnBoard]) -> Iterator[Tally]:
    """Yields the victory points of both sides of each match."""
    for (entrant, number), mine in _own_boards_by_round(own).items():
        boards = sum(not each.is_void for each in mine)
        won = victory_points(sum(each.imps for each in mine), max(boards, 1)).first
        yield Tally(entrant, number, "victory_points", won)


def _own_boards_by_round(own: Sequence[_OwnBoard]) -> dict[tuple[EntrantId, int], list[_OwnBoard]]:
    found: dict[tuple[EntrantId, int], list[_OwnBoard]] = {}
    for each in own:
        found.setdefault((each.entrant, each.round), []).append(each)
    return found
