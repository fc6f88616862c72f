"""FIDE's report file: column by column, and read back by the independent parser of py4swiss."""

from datetime import date

import pytest
from hypothesis import assume, given
from py4swiss.trf import TrfParser

from domain.tournaments.exports.trf import Heading, NotForTrf, PointScale, trf
from domain.tournaments.standings.ranking import standings
from domain.tournaments.terms import Bye, Entrant, Match, PairingContext, PlayedRound, Points, Result, Round
from tests.support.crosstables import course_of, name
from tests.support.pairing_contexts import FORFEITS, PLAYED, pairing_contexts

TABLE = course_of("""
2150  2w1 3b= 2w+ H
1700  1b0 U   1b- 3w-
0     Z   1w= F   2b-
""")
NAMES = {name(1): "Anna Li", name(2): "  Bo\nXXR 99\t\x07", name(3): "C" * 40}
HEADING = Heading("Autumn cup", rounds=5)


def written(context=TABLE, heading=HEADING, names=NAMES, scale=PointScale()):  # noqa: B008 it cannot be changed
    return trf(context, standings(context), heading, names, scale)


def parsed(text, folder):
    file = folder / "report.trf"
    file.write_text(text, encoding="utf-8")
    return TrfParser.parse(file, strict=True)


def test_the_columns_of_an_entrant_follow_the_format():
    line = written().splitlines()[3]

    assert line.startswith("001 ")
    assert {
        columns: line[columns[0] - 1 : columns[1]] for columns in [(5, 8), (15, 47), (49, 52), (81, 84), (86, 89)]
    } == {
        (5, 8): "   1",
        (15, 47): f"{'Anna Li':<33}",
        (49, 52): "2150",
        (81, 84): " 3.0",
        (86, 89): "   1",
    }
    assert [line[first - 1 : first + 7] for first in (92, 102, 112, 122)] == [
        "   2 w 1",
        "   3 b =",
        "   2 w +",
        "0000 - H",
    ]
    assert len(line) == 129


def test_a_header_line_is_present_when_it_has_content():
    heading = Heading(
        "Autumn cup",
        rounds=5,
        city="Hanoi",
        federation="VIE",
        first_day=date(2026, 9, 5),
        last_day=date(2026, 10, 3),
        kind="Swiss",
        chief_arbiter="Dung Le",
        deputies="Ada, Bea",
        time_control="a week a hand",
        days=(date(2026, 9, 5), date(2026, 9, 12)),
    )

    lines = written(heading=heading).splitlines()

    assert lines[:11] == [
        "012 Autumn cup",
        "022 Hanoi",
        "032 VIE",
        "042 2026/09/05",
        "052 2026/10/03",
        "062 3",
        "072 2",
        "092 Swiss",
        "102 Dung Le",
        "112 Ada, Bea",
        "122 a week a hand",
    ]
    assert (lines[11][:3], lines[11][91:99], lines[11][101:109]) == ("132", "26/09/05", "26/09/12")
    assert lines[-2:] == ["XXR 5", "XXC white1"]
    assert written().splitlines()[:3] == ["012 Autumn cup", "062 3", "072 2"]


def test_a_name_cannot_break_its_line_or_columns():
    lines = written().splitlines()

    assert [line[14:47] for line in lines[3:6]] == [f"{'Anna Li':<33}", f"{'Bo XXR 99':<33}", "C" * 33]
    assert sum(line.startswith("XXR") for line in lines) == 1


def test_an_independent_parser_reads_the_results(tmp_path):
    report = parsed(written(), tmp_path)

    assert report.tournament_section.tournament_name == "Autumn cup"
    assert (report.x_section.number_of_rounds, report.x_section.configuration.first_round_color) == (5, True)
    assert [
        (each.starting_number, each.name, each.fide_rating, each.points_times_ten, each.rank)
        for each in report.player_sections
    ] == [(1, "Anna Li", 2150, 30, 1), (2, "Bo XXR 99", 1700, 10, 3), (3, "C" * 33, None, 15, 2)]
    assert [[result.to_string() for result in each.results] for each in report.player_sections] == [
        ["   2 w 1", "   3 b =", "   2 w +", "0000 - H"],
        ["   1 b 0", "0000 - U", "   1 b -", "   3 w -"],
        ["0000 - Z", "   1 w =", "0000 - F", "   2 b -"],
    ]


def test_pairing_exclusions_are_read_back_by_starting_numbers(tmp_path):
    forbidden = [frozenset((name(3), name(1))), frozenset((name(2), name(1))), frozenset((name(1), name(9)))]

    text = trf(TABLE, standings(TABLE), HEADING, NAMES, forbidden=forbidden)

    assert text.endswith("XXP 1 2\nXXP 1 3\n")
    assert sorted(map(sorted, parsed(text, tmp_path).x_section.forbidden_pairs)) == [[1, 2], [1, 3]]
    assert "XXP" not in written()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("reports")


@given(context=pairing_contexts(results=[*PLAYED, *FORFEITS]))
def test_any_tournament_can_be_read_back(context, folder):
    assume(context.rounds)

    report = parsed(written(context, Heading("Cup", rounds=6), {}), folder)

    assert read_back(context.entrants, report) == context._replace(
        rounds=tuple(in_order(played, context.entrants) for played in context.rounds)
    )
    assert {
        name(each.starting_number): 10 * each.points_times_ten for each in report.player_sections
    } == context.points()
    ranks = {name(each.starting_number): each.rank for each in report.player_sections}
    assert sorted(ranks, key=ranks.get) == [each.entrant for each in standings(context)]


def read_back(entrants: tuple[Entrant, ...], report) -> PairingContext:
    """The context in the report, with tables in the order of their first sides."""
    worth = {"1": (100, 0, "played"), "=": (50, 50, "played"), "0": (0, 100, "played")}
    rounds = []
    for place in range(len(report.player_sections[0].results)):
        matches, results, byes = [], [], []
        signs = {each.starting_number: each.results[place] for each in report.player_sections}
        for number, sign in signs.items():
            if not sign.id:
                byes.append(
                    Bye(name(number), {"U": "pairing", "F": "full", "H": "half", "Z": "zero"}[sign.result.value])
                )
            elif sign.color.value == "w":
                pair = sign.result.value + signs[sign.id].result.value
                forfeits = {"+-": (100, 0, "forfeit"), "-+": (0, 100, "forfeit"), "--": (0, 0, "double_forfeit")}
                matches.append(Match(name(number), name(sign.id)))
                results.append(Result(*(forfeits | {f"{a}{b}": worth[a] for a, b in ("10", "==", "01")})[pair]))
        played = PlayedRound(Round(place + 1, tuple(matches), tuple(byes)), tuple(results))
        rounds.append(in_order(played, entrants))
    return PairingContext(entrants, tuple(rounds))


def in_order(played: PlayedRound, entrants: tuple[Entrant, ...]) -> PlayedRound:
    """The same round with tables and byes in order, and with the kinds of byes of the report."""
    tables = sorted(zip(played.round.matches, played.results, strict=True))
    named = set(played.round.entrants())
    zero = (Bye(entrant.id, "zero") for entrant in entrants if entrant.id not in named)
    said = (bye._replace(kind="zero") if bye.kind == "absent" else bye for bye in played.round.byes)
    matches, results = tuple(match for match, _ in tables), tuple(result for _, result in tables)
    return PlayedRound(played.round._replace(matches=matches, byes=tuple(sorted({*said, *zero}))), results)


def test_unfinished_rounds_are_omitted(tmp_path):
    begun = PlayedRound(Round(5, (Match(name(1), name(3)),)), (None,))
    context = TABLE._replace(rounds=(*TABLE.rounds, begun))

    assert written(context) == written()


def test_another_scale_is_written_and_read(tmp_path):
    context = PairingContext(
        TABLE.entrants,
        (
            PlayedRound(Round(1, (Match(name(2), name(1)),), (Bye(name(3), "pairing"),)), (Result(300, 0),)),
            PlayedRound(Round(2, (Match(name(1), name(3)),), (Bye(name(2), "half"),)), (Result(100, 100),)),
        ),
        bye_points=(("pairing", 250), ("full", 300), ("half", 100), ("zero", 0), ("absent", 0)),
    )

    text = written(context, scale=PointScale(Points(300), Points(100), Points(0)))
    report = parsed(text, tmp_path)

    assert "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 FW=3.0 FL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=2.5\n" in text
    assert "XXC black1\n" in text
    assert [each.points_times_ten for each in report.player_sections] == [10, 40, 35]


def test_an_entrant_missing_in_a_round_is_listed_without_points():
    context = TABLE._replace(rounds=(PlayedRound(Round(1, (Match(name(1), name(2)),)), (Result(100, 0),)),))

    assert written(context).splitlines()[5].endswith("0000 - Z")


@pytest.mark.parametrize(
    "context",
    [
        pytest.param(
            TABLE._replace(entrants=(Entrant(name(1), 1, 10_000), *TABLE.entrants[1:])), id="a rating too high"
        ),
        pytest.param(TABLE._replace(rounds=TABLE.rounds * 2), id="more rounds than there will be"),
        pytest.param(
            TABLE._replace(rounds=(PlayedRound(Round(1, (Match(name(1), name(2)),)), (Result(75, 25),)),)),
            id="neither a win nor a draw nor a loss",
        ),
        pytest.param(
            TABLE._replace(bye_points=(("pairing", 75), ("full", 100), ("half", 50), ("zero", 0), ("absent", 0))),
            id="three quarters of a point",
        ),
        pytest.param(
            TABLE._replace(bye_points=(("pairing", 100), ("full", 100), ("half", 50), ("zero", 50), ("absent", 0))),
            id="points for a round without the entrant",
        ),
        pytest.param(TABLE._replace(bye_points=(("pairing", 10_000), *TABLE.bye_points[1:])), id="too many points"),
    ],
)
def test_a_tournament_that_the_report_cannot_express_is_refused(context):
    with pytest.raises(NotForTrf):
        written(context)
