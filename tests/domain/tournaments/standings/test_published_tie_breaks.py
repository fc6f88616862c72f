"""Tie-breaks compared with published tables.

The exercises are from Mario Held, "Exercises in Tie-Breaking" (2024, by FIDE's regulations C.07 of 2023). The edition
of April 2024 did not change the definitions. They have three tournaments, with the right values as the paper gives
them.

Other figures are those of Otto Milvang's tie-break server, on which FIDE's own server is based: the first tournament by
the edition of March 2026, and a tournament with many unplayed rounds by both editions. Results and values are taken
from its public repository (OttoMilvang/TieBreakServer: tests/test_fide_held_individual_exercises.py and
tests/fixtures), but no code.
"""

from fractions import Fraction

import pytest

from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.tie_break_values import TieBreakRules
from tests.support.crosstables import course_of, name

SWISS_OF_5 = course_of("""
2200  9w1 13b= 2w= 15b1 4w=
2150  10b1 7w1 1b= 16w1 3b=
2100  11w= 6b1 8w1 4b= 2w=
2050  12b1 H 13w1 3w= 1b=
2000  13w0 15b0 11w1 7b= 10w1
1950  14b0 3w0 U 10w1 8b1
1900  15w1 2b0 16b0 5w= 11b0
1850  16b= 14w1 3b0 13w1 6w0
1800  1b0 10w0 H 11b- U
1750  2w0 9b1 15w0 6b0 5b0
1700  3b= 16w0 5b0 9w+ 7w1
1650  4w0 U 14w+ Z Z
1600  5b1 1w= 4b0 8b0 14w0
1550  6w1 8b0 12b- Z 13b1
1500  7b0 5w1 10b1 1w0 16b0
1450  8w= 11b1 7w1 2b0 15w1
""")

SWISS_OF_9 = course_of("""
2150  9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
2130  10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
2200  11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
2110  12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
1890  13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
2090  14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
1950  15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
1930  16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
1790  1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
1870  2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
1810  3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
1770  4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
1750  5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
1850  6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
1830  7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
1910  8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
""")

ROUND_ROBIN = course_of("""
2200  5w= 2w1 3b1 4w0 6b1
2150  6w1 1b0 5w1 3w= 4b1
2100  4w1 6b1 1w0 2b= 5w1
2050  3b0 5b0 6w= 1b1 2w0
1950  1b= 4w1 2b0 6w- 3b0
2000  2b0 3w0 4b= 5b+ 1w0
""")

MANY_UNPLAYED = course_of("""
2240  8b= 6w1 3b= 14w+ 5w= 2b0 9w=
1923  9w0 11b1 15w1 5b- 7b1 1w1 5b0
1852  10b+ 7b1 1w= 9b= H Z H
1902  11w- 13w- 6b- U 8w= 15b= 6w=
1734  13b1 9w= 7b= 2w+ 1b= 11w= 2w1
0     14w= 1b0 4w+ 7w= 9b0 10w0 4b=
1516  15b1 3w0 5w= 6b= 2w0 14b0 U
1752  1w= 14b- Z Z 4b= 13w1 14b0
0     2b1 5b= H 3w= 6w1 H 1b=
0     3w- 15w- 13w= 15b1 14w1 6b1 11w0
1388  4b- 2w0 U 13b1 15w1 5b= 10b1
0     H F 14b1 H Z F Z
0     5w0 4b- 10b= 11w0 U 8b0 15w0
0     6b= 8w+ 12w0 1b- 10b0 7w1 8w1
0     7w0 10b+ 2b0 10w0 11b0 4w= 13b1
""")

OF_2024 = TieBreakRules(edition="2024")
OF_2026 = TieBreakRules(edition="2026")
FIXED = TieBreakRules(edition="2024", is_predetermined=True)


def by(course, tie_break, rules):
    """Values of a tie-break, in the order of the entrants' numbers."""
    values = {each.entrant: each.values[0].value for each in standings(course, [tie_break], rules)}
    return [values[name(number)] for number in range(1, len(course.entrants) + 1)]


def figures(text):
    return [Fraction(figure) for figure in text.split()]


BUCHHOLZ = "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"
CUT_1 = "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11"
SONNEBORN_BERGER = "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"


@pytest.mark.parametrize(
    ("tie_break", "right"),
    [
        pytest.param("buchholz", BUCHHOLZ, id="exercises 1-4"),
        pytest.param("buchholz_cut_1", CUT_1, id="exercises 5-8"),
        pytest.param("sonneborn_berger", SONNEBORN_BERGER, id="exercises 11-12"),
        pytest.param(
            "average_rating",
            "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
            id="exercise 17",
        ),
        pytest.param(
            "performance",
            "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
            id="exercises 19-20",
        ),
        pytest.param("wins", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3", id="exercise 27"),
        pytest.param("wins_played", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3", id="exercise 28"),
        pytest.param("progressive", "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5", id="exercise 32"),
    ],
)
def test_the_exercises_of_2024_give_the_published_values(tie_break, right):
    assert by(SWISS_OF_5, tie_break, OF_2024) == figures(right)


@pytest.mark.parametrize(
    ("course", "rules", "right"),
    [
        pytest.param(SWISS_OF_5, OF_2024, {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}, id="exercises 23-24"),
        pytest.param(
            SWISS_OF_9,
            OF_2024,
            {1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16, 14: 9, 15: 9, 16: 6},
            id="exercise 25",
        ),
        pytest.param(ROUND_ROBIN, FIXED, {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}, id="exercise 26"),
    ],
)
def test_direct_encounters_give_the_published_ranks(course, rules, right):
    ranks = {each.entrant: each.rank for each in standings(course, ["direct_encounter"], rules)}

    assert {number: ranks[name(number)] for number in right} == right


def test_in_fixed_pairings_a_forfeit_counts_as_met_as_in_exercise_14():
    assert by(ROUND_ROBIN, "sonneborn_berger", FIXED) == figures("9.25 6.25 6.25 4.25 3.25 2.25")


@pytest.mark.parametrize(
    ("tie_break", "right"),
    [
        ("buchholz", {1: "12.5", 3: "15.5", 4: "14", 16: "12.5", 5: "8.5", 8: "13.5", 11: "12.5"}),
        ("buchholz_cut_1", {5: "7.5", 8: "12", 11: "11"}),
        ("sonneborn_berger", dict(enumerate(SONNEBORN_BERGER.split(), 1)) | {4: "9.25", 6: "6", 11: "4.75"}),
    ],
)
def test_in_the_edition_of_2026_dummies_are_capped_by_article_16_4(tie_break, right):
    found = by(SWISS_OF_5, tie_break, OF_2026)

    assert {number: found[number - 1] for number in right} == {number: Fraction(each) for number, each in right.items()}


UNPLAYED = [
    ("2024", "points", "4 4 4 2.5 5 2.5 3 2 4.5 3.5 4.5 4 1.5 3.5 2.5"),
    ("2024", "wins", "2 4 2 1 3 1 2 1 2 3 4 3 1 3 2"),
    ("2024", "wins_played", "1 4 1 0 2 0 1 1 2 3 3 1 0 2 1"),
    ("2024", "progressive", "18 16 19.5 7 20 11 12.5 7 19 11.5 14 18.5 5.5 12.5 8"),
    ("2024", "buchholz", "26.5 27.5 27.5 17 26.5 23.5 25 17.5 29 21.5 25.5 27.5 20.5 22.5 21.5"),
    ("2024", "buchholz_cut_1", "24.5 23.5 23.5 14.5 25 21 22.5 15.5 24.5 18 21 23.5 19 19 20"),
    ("2024", "buchholz_cut_2", "22 21 19.5 12 22 18.5 20 13.5 20 14.5 19.5 19.5 17.5 17 17.5"),
    ("2024", "buchholz_median", "19.5 18.5 19 12 20 16.5 17.5 11.5 19.5 13.5 16 19.5 14 14.5 15.5"),
    ("2024", "sonneborn_berger", "14.5 14 15.25 6 18.5 7 9.25 4.75 17.75 9.25 14.5 15.5 3.25 9.75 5.25"),
    ("2026", "buchholz", "26 27.5 25.5 16 25.5 23.5 25 17.5 27 20.5 22.5 24.5 20.5 21 21.5"),
    ("2026", "buchholz_cut_1", "24 23.5 22 14.5 24 21 22.5 15.5 23.5 18 20 21 19 17.5 20"),
    ("2026", "buchholz_cut_2", "21.5 21 18.5 12 21 18.5 20 13.5 20 14.5 18.5 17.5 17.5 15.5 17.5"),
    ("2026", "buchholz_median", "19 18.5 17.5 12 19.5 16.5 17.5 11.5 18.5 13.5 15 17.5 14 13 15.5"),
    ("2026", "sonneborn_berger", "14 14 14.25 6 17.5 7 9.25 4.75 16.75 9.25 13.5 14 3.25 8.25 5.25"),
]


@pytest.mark.parametrize(("edition", "tie_break", "right"), UNPLAYED)
def test_many_unplayed_rounds_agree_with_the_tie_break_server(edition, tie_break, right):
    rules = TieBreakRules(edition=edition)
    if tie_break == "points":
        points = {each.entrant: Fraction(each.points, 100) for each in standings(MANY_UNPLAYED)}
        assert [points[name(number)] for number in range(1, 16)] == figures(right)
    else:
        assert by(MANY_UNPLAYED, tie_break, rules) == figures(right)
