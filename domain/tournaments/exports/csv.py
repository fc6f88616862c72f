"""Standings, results and cross tables as comma-separated values (RFC 4180), safe to open in a spreadsheet.

| table | row | columns |
|---|---|---|
| standings | an entrant | rank, id, name, points, one for each tie-break, played, wins, draws, losses, byes; optional \
columns: the best and the worst possible rank and whether both are exact |
| cross table by rounds | an entrant | place, rank, id, name, points, one for each round by its number |
| cross table by opponents | an entrant | place, rank, id, name, points, one for each place, byes |
| results | a match or a bye | round, table, both sides by id and name, points of both, kind of the result |

A cell of a cross table by rounds gives the opponent by place, with `f` if the entrant was the first side and `s` if it
was the second, then the points. The kind of the result follows unless the match was played: `3f 1`, `12s 0 forfeit`,
`2f open`. Without an opponent it gives the points and the kind of the bye: `1 pairing`. By opponents, cells leave out
the opponent, and `;` separates several matches of the same two. So a cell of one played match is a number.

Spreadsheets treat a cell that begins with `=`, `+`, `-` or `@` as a formula, even after blanks, a tab or a line break
(OWASP, CSV Injection). Such text gets an apostrophe in front. Numbers are not changed, so that a negative number stays
a number. Lines end with CR LF.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from domain.tournaments.exports.cross_table import Cell as CrossTableCell
from domain.tournaments.exports.cross_table import CrossTableRow
from domain.tournaments.exports.figures import decimal, points_text
from domain.tournaments.standings.possible_ranks import PossibleRanks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.terms import EntrantId

ENTRANT = ("place", "rank", "id", "name", "points")
FORMULA_SIGNS = ("=", "+", "-", "@")

Names = Mapping[EntrantId, str]
"""The names of entrants; an entrant without a name appears by its id."""

CsvCell = Fraction | int | str | None
"""Numbers are fractions or integers; text may come from users; `None` is an empty cell."""


def standings_csv(
    standings: Sequence[Standing], names: Names, possible: Mapping[EntrantId, PossibleRanks] | None = None
) -> str:
    """Returns the standings, with a heading.

    Args:
        standings: the standings, rank 1 first.
        names: the names of the entrants.
        possible: the possible ranks for additional columns, empty for entrants without an entry; `None` for no such
            columns.
    """
    tie_breaks = [value.tie_break for value in standings[0].values] if standings else []
    counts = ["played", "wins", "draws", "losses", "byes"]
    columns = [f"{each}_tie_break" if each in counts else each for each in tie_breaks]
    heading = ["rank", "id", "name", "points", *columns, *counts]
    if possible is None:
        return _csv_text([heading, *(_standing_cells(each, names) for each in standings)])
    heading += ["best_rank", "worst_rank", "ranks_are_exact"]
    rows = ([*_standing_cells(each, names), *_possible_rank_cells(possible.get(each.entrant))] for each in standings)
    return _csv_text([heading, *rows])


def _possible_rank_cells(each: PossibleRanks | None) -> list[CsvCell]:
    return [None, None, None] if each is None else [each.best, each.worst, "yes" if each.is_exact else "no"]


def _standing_cells(each: Standing, names: Names) -> list[CsvCell]:
    values = [value.value for value in each.values]
    counts = (each.played, each.wins, each.draws, each.losses, each.byes)
    return [each.rank, each.entrant, _name(each.entrant, names), Fraction(each.points, 100), *values, *counts]


def cross_table_csv(rows: Sequence[CrossTableRow], names: Names) -> str:
    """Returns the cross table by rounds, with a heading."""
    rounds = [str(cell.round) for cell in rows[0].cells] if rows else []
    body = ([*_entrant_cells(row, names), *(_round_cell(cell) for cell in row.cells)] for row in rows)
    return _csv_text([[*ENTRANT, *rounds], *body])


def by_opponents_csv(rows: Sequence[CrossTableRow], names: Names) -> str:
    """Returns the cross table by opponents, with a heading."""
    heading = [*ENTRANT, *(str(row.place) for row in rows), "byes"]
    return _csv_text([heading, *(_row_by_opponents(row, len(rows), names) for row in rows)])


def _row_by_opponents(row: CrossTableRow, places: int, names: Names) -> list[CsvCell]:
    met = row.by_opponents()
    matches = (_match_cell(met.get(place, ())) for place in range(1, places + 1))
    return [*_entrant_cells(row, names), *matches, _match_cell(row.without_opponent())]


def _entrant_cells(row: CrossTableRow, names: Names) -> list[CsvCell]:
    return [row.place, row.rank, row.entrant, _name(row.entrant, names), Fraction(row.points, 100)]


def _round_cell(cell: CrossTableCell) -> str:
    if cell.opponent is None:
        return _match_result_text(cell)
    return f"{cell.opponent}{'f' if cell.is_first else 's'} {_match_result_text(cell)}"


def _match_cell(cells: Sequence[CrossTableCell]) -> CsvCell:
    match [(cell.points, cell.kind) for cell in cells]:
        case []:
            return None
        case [(int() as points, "played")]:
            return Fraction(points, 100)
        case _:
            return "; ".join(map(_match_result_text, cells))


def _match_result_text(cell: CrossTableCell) -> str:
    points = [] if cell.points is None else [points_text(cell.points)]
    return " ".join([*points, *([] if cell.kind == "played" else [cell.kind])])


def _name(entrant: EntrantId, names: Names) -> str:
    return names.get(entrant, entrant)


class _Text(list[str]):
    """A target for the writer of the standard library, without a file."""

    def write(self, line: str) -> None:
        self.append(line)


def table_csv(rows: Iterable[Iterable[CsvCell]]) -> str:
    """Returns any table; its first row is its heading."""
    return _csv_text(rows)


def _csv_text(rows: Iterable[Iterable[CsvCell]]) -> str:
    text = _Text()
    csv.writer(text).writerows([_cell_text(cell) for cell in row] for row in rows)
    return "".join(text)


def _cell_text(cell: CsvCell) -> str:
    if cell is None:
        return ""
    return without_formula(cell) if isinstance(cell, str) else decimal(Fraction(cell))


def without_formula(text: str) -> str:
    """Returns the text, with an apostrophe in front if a spreadsheet would treat it as a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA_SIGNS) else text
