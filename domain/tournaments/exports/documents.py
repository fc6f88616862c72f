"""Standings, possible ranks and cross tables as documents that can be encoded as JSON.

| domain | document |
|---|---|
| points in hundredths | decimals as text, `"3.5"` |
| value of a tie-break | decimals as text, and the exact fraction as numerator and denominator; null without a value |
| part of a working | its members without empty ones; amounts unchanged, points in hundredths |

Decimals are text, because most readers treat JSON numbers as binary fractions.
"""

from collections.abc import Sequence

from domain.tournaments.exports.cross_table import Cell, CrossTableRow
from domain.tournaments.exports.figures import decimal, points_text
from domain.tournaments.standings.possible_ranks import PossibleRanks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.standings.tie_break_values import TieBreakPart, TieBreakValue

ExportDocument = dict[str, object]


def standing_document(standing: Standing) -> ExportDocument:
    """Returns one line of the standings, with the working of every tie-break."""
    document: ExportDocument = standing._asdict()
    document["points"] = points_text(standing.points)
    document["values"] = [value_document(value) for value in standing.values]
    return document


def value_document(value: TieBreakValue) -> ExportDocument:
    """Returns the value of a tie-break, with its working."""
    number = value.value
    return {
        "tie_break": value.tie_break,
        "value": None if number is None else decimal(number),
        "exact": None if number is None else [str(number.numerator), str(number.denominator)],
        "parts": [_part(part) for part in value.parts],
    }


def _part(part: TieBreakPart) -> ExportDocument:
    said = {name: member for name, member in part._asdict().items() if member is not None}
    if not part.is_cut:
        del said["is_cut"]
    return said


def possible_rank_document(possible: PossibleRanks | None) -> ExportDocument | None:
    """Returns the possible ranks of one entrant; `None` if they are not known."""
    if possible is None:
        return None
    return {"best": possible.best, "worst": possible.worst, "is_exact": possible.is_exact}


def cross_table_document(rows: Sequence[CrossTableRow]) -> list[ExportDocument]:
    """Returns the cross table by rounds, one document for each entrant."""
    return [_row(row) for row in rows]


def by_opponents_document(rows: Sequence[CrossTableRow]) -> list[ExportDocument]:
    """Returns the cross table by opponents: `against` has the other entrants, `cells` rounds without an opponent."""
    return [{**_row(row), **_by_opponents(row, len(rows))} for row in rows]


def _by_opponents(row: CrossTableRow, places: int) -> ExportDocument:
    met = row.by_opponents()
    return {
        "cells": [_cell(cell) for cell in row.without_opponent()],
        "against": [
            {"opponent": place, "cells": [_cell(cell) for cell in met.get(place, ())]}
            for place in range(1, places + 1)
            if place != row.place
        ],
    }


def _row(row: CrossTableRow) -> ExportDocument:
    document: ExportDocument = row._asdict()
    document["points"] = points_text(row.points)
    document["cells"] = [_cell(cell) for cell in row.cells]
    return document


def _cell(cell: Cell) -> ExportDocument:
    document: ExportDocument = cell._asdict()
    document["points"] = None if cell.points is None else points_text(cell.points)
    return document
