"""Exports agree with the standings: CSV, documents and cross tables."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.exports.cross_table import cross_table
from domain.tournaments.exports.csv import standings_csv, without_formula
from domain.tournaments.exports.documents import (
    cross_table_document,
    possible_rank_document,
    standing_document,
    value_document,
)
from domain.tournaments.exports.figures import decimal, points_text
from domain.tournaments.standings.possible_ranks import RemainingPlay, possible_ranks
from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.tie_break_values import Tally, TieBreakInput, TieBreakValue
from tests.support.crosstables import course_of, name
from tests.support.pairing_contexts import pairing_contexts

TABLE = course_of("""
1800  2w1 3b= 2w+
1700  1b0 U   1b-
0     H   1w= U
""")
TIE_BREAKS = ["buchholz", "sonneborn_berger"]
NAMES = {name(1): "Müller, Änne", name(2): "=HYPERLINK(A1)"}


def rows(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_standings_as_comma_separated_values():
    assert standings_csv(standings(TABLE, TIE_BREAKS), NAMES) == (
        "rank,id,name,points,buchholz,sonneborn_berger,played,wins,draws,losses,byes\r\n"
        '1,e1,"Müller, Änne",2.5,4,3,2,2,1,0,0\r\n'
        "2,e3,e3,2,5.5,3.5,1,0,1,0,2\r\n"
        "3,e2,'=HYPERLINK(A1),1,4.5,1,1,0,0,2,1\r\n"
    )


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n-2+3", "\u00a0=1"])
def test_text_that_looks_like_a_formula_is_escaped(text):
    assert without_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Anna", "a=b", "3-4", "'=1", "e-mail@example.org"])
def test_other_text_is_unchanged(text):
    assert without_formula(text) == text


def test_a_negative_number_stays_a_number():
    found = standings(TABLE, ["imps"], given=TieBreakInput((Tally(name(1), 1, "imps", -1250),)))

    assert [row[4] for row in rows(standings_csv(found, {}))] == ["imps", "-12.5", "0", "0"]


@given(course=pairing_contexts(), wicked=st.text())
def test_a_spreadsheet_reads_back_any_name(course, wicked):
    found = standings(course)

    heading, *lines = rows(standings_csv(found, {each.entrant: wicked for each in found}))

    assert heading[2] == "name"
    assert [line[2] for line in lines] == [without_formula(wicked)] * len(found)
    assert [Fraction(line[3]) for line in lines] == [Fraction(each.points, 100) for each in found]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("0", "0"),
        ("5/2", "2.5"),
        ("-5/2", "-2.5"),
        ("1/3", "0.3333"),
        ("2/3", "0.6667"),
        ("10", "10"),
        ("-1/100000", "0"),
    ],
)
def test_numbers_are_written_as_decimals(number, text):
    assert decimal(Fraction(number)) == text


@given(hundredths=st.integers(-(10**9), 10**9))
def test_points_are_written_exactly(hundredths):
    assert Decimal(points_text(hundredths)) * 100 == hundredths


def test_a_standing_document_includes_the_calculation():
    second = standings(TABLE, ["buchholz_cut_1"])[1]

    assert json.loads(json.dumps(standing_document(second))) == {
        "rank": 2,
        "entrant": "e3",
        "points": "2",
        "values": [
            {
                "tie_break": "buchholz_cut_1",
                "value": "4",
                "exact": ["4", "1"],
                "parts": [
                    {"round": 1, "role": "dummy", "amount": 150, "is_cut": True},
                    {"round": 2, "opponent": "e1", "role": "opponent", "amount": 250},
                    {"round": 3, "role": "dummy", "amount": 150},
                ],
            }
        ],
        "played": 1,
        "wins": 0,
        "draws": 1,
        "losses": 0,
        "byes": 2,
        "line": None,
        "is_absent": False,
    }


def test_an_infinite_value_is_null_and_a_third_is_exact():
    assert value_document(TieBreakValue("board_quotient", None)) == {
        "tie_break": "board_quotient",
        "value": None,
        "exact": None,
        "parts": [],
    }
    third = value_document(TieBreakValue("board_quotient", Fraction(1, 3)))
    assert (third["value"], third["exact"]) == ("0.3333", ["1", "3"])


def test_possible_ranks_have_documents():
    assert possible_rank_document(possible_ranks(TABLE, RemainingPlay())[0]) == {
        "best": 1,
        "worst": 1,
        "is_exact": True,
    }


@given(course=pairing_contexts())
def test_every_document_can_be_written_as_json(course):
    found = standings(course, TIE_BREAKS)
    documents = {
        "standings": [standing_document(each) for each in found],
        "cross_table": cross_table_document(cross_table(course, found)),
        "possible_ranks": [possible_rank_document(each) for each in possible_ranks(course, RemainingPlay(unpaired=1))],
    }

    assert json.loads(json.dumps(documents)) == documents


def test_a_cross_table_numbers_opponents_by_rank():
    first, second, third = cross_table(TABLE, standings(TABLE))

    assert [row.entrant for row in (first, second, third)] == [name(1), name(3), name(2)]
    assert [(cell.opponent, cell.is_first, cell.points, cell.kind) for cell in first.cells] == [
        (3, True, 100, "played"),
        (2, False, 50, "played"),
        (3, True, 100, "forfeit"),
    ]
    assert [cell.round for cell in first.against(3)] == [1, 3]
    assert [(cell.opponent, cell.points, cell.kind) for cell in second.cells] == [
        (None, 50, "half"),
        (1, 50, "played"),
        (None, 100, "pairing"),
    ]


@given(course=pairing_contexts())
def test_both_halves_of_a_cross_table_agree(course):
    table = cross_table(course, standings(course))

    for row in table:
        assert sum(cell.points or 0 for cell in row.cells) == row.points
        assert [cell.round for cell in row.cells] == [played.round.number for played in course.rounds]
        for cell in row.cells:
            if cell.opponent is not None:
                (back,) = (each for each in table[cell.opponent - 1].against(row.place) if each.round == cell.round)
                assert (back.kind, back.is_first) == (cell.kind, not cell.is_first)
                assert (back.points is None) == (cell.points is None) == (cell.kind == "open")
