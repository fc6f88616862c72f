"""Cross tables over HTTP: their content, the formats that have one, and sealed results."""

import csv
import io
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.tournaments_served import BOARDS, Tournament

ALONE = {"format": "night", "entrants": {"kind": "player", "least": 4}, "tie_breaks": []}


def crossed(tournament: Tournament, query: str = "", user: Any = None) -> Any:
    """Returns the cross table as a viewer sees it."""
    answered = (user or tournament.owner).get(f"{tournament.path}/cross-table{query}")
    assert answered.status_code == 200, answered.text
    return answered.json


def table(tournament: Tournament, query: str) -> list[list[str]]:
    """Returns the cross table as rows of cells."""
    answered = tournament.owner.get(f"{tournament.path}/cross-table?format=csv{query}")
    assert (answered.status_code, answered.mimetype) == (200, "text/csv")
    return list(csv.reader(io.StringIO(answered.text)))


def results(tournament: Tournament) -> dict[tuple[int, str], tuple[str | None, bool, int | None, str]]:
    """Returns the outcomes according to the rounds: opponent, side, hundredths and kind."""
    found: dict[tuple[int, str], Any] = {}
    worth = {"pairing": 100, "full": 100, "half": 50}
    for number in range(1, len(tournament.view()["rounds"]) + 1):
        seen = tournament.round(number)
        for match in seen["matches"]:
            result = match["result"] or {"first": None, "second": None, "kind": "open"}
            for side, other in (("first", "second"), ("second", "first")):
                found[number, match[side]] = (match[other], side == "first", result[side], result["kind"])
        for bye in seen["byes"]:
            found[number, bye["entrant"]] = (None, False, worth.get(bye["kind"], 0), bye["kind"])
    return found


def cells(document: Any, of_row: Any) -> dict[tuple[int, str], Any]:
    """Returns the outcomes according to a cross table."""
    at = {row["place"]: row["entrant"] for row in document["rows"]}
    return {
        (cell["round"], row["entrant"]): (
            None if cell["opponent"] is None else at[cell["opponent"]],
            cell["is_first"],
            None if cell["points"] is None else round(100 * float(cell["points"])),
            cell["kind"],
        )
        for row in document["rows"]
        for cell in of_row(row)
    }


def test_a_cross_table_agrees_with_the_rounds(api: Api):
    tournament = Tournament(api)
    tournament.start(5)
    tournament.play(1)
    _, captain, _ = tournament.pairs[4]
    tournament.done(captain, "ask_for_bye", entrant=tournament.pairs[4][0], round=2, kind="zero")
    tournament.pair(2)
    tournament.done(
        tournament.owner, "override_result", round=2, match=1, first=0, second=100, kind="forfeit", reason="x"
    )

    found = crossed(tournament)

    assert cells(found, lambda row: row["cells"]) == results(tournament)
    assert {kind for *_, kind in results(tournament).values()} == {"adjudicated", "pairing", "zero", "forfeit", "open"}
    ranked = [(each["rank"], each["entrant"], each["points"], each["name"]) for each in tournament.standings()]
    assert [(row["rank"], row["entrant"], row["points"], row["name"]) for row in found["rows"]] == ranked
    assert [row["place"] for row in found["rows"]] == [1, 2, 3, 4, 5]
    assert (found["by"], found["rounds"], found["is_final"]) == ("rounds", 2, False)
    assert all(row["against"] is None and len(row["players"]) == 2 for row in found["rows"])


def test_a_round_robin_has_a_cross_table_by_opponents(api: Api):
    tournament = Tournament(api, format="round_robin", figures={"cycles": 2}, tie_breaks=[])
    tournament.start(3)
    for number in range(1, 5):
        tournament.play(number)
    tournament.pair(5)

    found = crossed(tournament, "?by=opponents")

    def own(row: Any) -> list[Any]:
        assert [each["opponent"] for each in row["against"]] == [place for place in (1, 2, 3) if place != row["place"]]
        return row["cells"] + [cell for each in row["against"] for cell in each["cells"]]

    assert cells(found, own) == results(tournament) == cells(crossed(tournament), lambda row: row["cells"])
    assert all(cell["opponent"] is None for row in found["rows"] for cell in row["cells"])
    assert crossed(tournament, "?by=rounds") == crossed(tournament)


def test_cross_tables_are_available_as_csv(api: Api):
    tournament = Tournament(api, format="round_robin", figures={}, tie_breaks=[])
    entrants = [tournament.enter(name) for name in ("=1+1", "Bert", "Cleo")]
    tournament.done(tournament.owner, "start_tournament")
    tournament.play(1)
    tournament.play(2)
    tournament.pair(3)
    rows = crossed(tournament)["rows"]

    heading, *body = table(tournament, "")
    assert heading == ["place", "rank", "id", "name", "points", "1", "2", "3"]
    for row, line in zip(rows, body, strict=True):
        assert line[:3] + line[4:5] == [str(row["place"]), str(row["rank"]), row["entrant"], row["points"]]
        for cell, text in zip(row["cells"], line[5:], strict=True):
            side = "" if cell["opponent"] is None else f"{cell['opponent']}{'f' if cell['is_first'] else 's'}"
            assert text == " ".join(part for part in (side, cell["points"], cell["kind"]) if part)
    assert {line[2]: line[3] for line in body}[entrants[0]] == "'=1+1"
    heading, *body = table(tournament, "&by=opponents")
    assert heading == ["place", "rank", "id", "name", "points", "1", "2", "3", "byes"]
    # Places 1 to 3 have 2, 1 and 0 points: each has met all but two, who play now.
    assert [line[5 + place] for place, line in enumerate(body)] == [""] * 3
    assert sorted(text for line in body for text in line[5:8] if text) == [
        *["0 adjudicated"] * 2,
        *["1 adjudicated"] * 2,
        *["open"] * 2,
    ]
    assert {line[8] for line in body} == {"1 pairing"}


@pytest.mark.parametrize(
    ("plan", "query", "why"),
    [
        (ALONE, "", "other partners"),
        ({**ALONE, "format": "individual_swiss"}, "", "other partners"),
        (BOARDS, "", "boards"),
        ({"format": "arena", "figures": {"minutes": 5}, "rounds": {}, "tie_breaks": []}, "", "overlap"),
        ({}, "?by=opponents", "not all entrants"),
        ({"format": "knock_out", "figures": {}, "tie_breaks": []}, "?by=opponents", "not all entrants"),
    ],
)
def test_formats_without_a_cross_table_give_a_reason(api: Api, plan: Any, query: str, why: str):
    if plan.get("format") == "arena":
        plan = {
            **plan,
            "play": {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 60}},
        }
    tournament = Tournament(api, **plan)
    answered = tournament.owner.get(f"{tournament.path}/cross-table{query}")
    assert (answered.status_code, answered.json["code"]) == (422, "no_cross_table")
    assert why in answered.json["detail"]
    assert answered.json["hint"]


def test_the_cross_table_of_a_knock_out_is_by_rounds_and_marks_eliminated_entrants_as_absent(api: Api):
    tournament = Tournament(api, format="knock_out", figures={}, tie_breaks=[])
    tournament.start()
    tournament.play(1)
    tournament.pair(2)
    kinds = [[cell["kind"] for cell in row["cells"]] for row in crossed(tournament)["rows"]]
    assert kinds == [["adjudicated", "open"]] * 2 + [["adjudicated", "absent"]] * 2


@pytest.mark.parametrize("query", ["?by=seeds", "?format=xml", "?round=1"])
def test_unknown_kinds_of_tables_are_refused(api: Api, query: str):
    tournament = Tournament(api)
    answered = tournament.owner.get(f"{tournament.path}/cross-table{query}")
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")


def test_an_unchanged_cross_table_is_not_sent_again_and_each_format_has_its_own_tag(api: Api):
    tournament = Tournament(api, format="round_robin", figures={}, tie_breaks=[])
    tournament.start()
    tournament.pair(1)
    queries = ("", "?by=opponents", "?format=csv", "?format=csv&by=opponents")
    answers = {query: tournament.owner.get(f"{tournament.path}/cross-table{query}") for query in queries}
    tags = {query: answered.headers["ETag"] for query, answered in answers.items()}
    assert len(set(tags.values())) == 4
    assert {answered.headers["Vary"] for answered in answers.values()} == {
        "Accept, Accept-Language, Authorization, Cookie"
    }
    for query, tag in tags.items():
        path = f"{tournament.path}/cross-table{query}"
        assert tournament.owner.get(path, headers={"If-None-Match": tag}).status_code == 304
    tournament.win(1, 1)
    for query, tag in tags.items():
        path = f"{tournament.path}/cross-table{query}"
        assert tournament.owner.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_cross_tables_omit_results_of_a_sealed_round(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start()
    tournament.pair(1)
    _, player, _ = tournament.pairs[0]
    users = (player, tournament.owner, api.sign_up("Stranger"))

    def visible_tables() -> list[Any]:
        paths = (f"{tournament.path}/cross-table{query}" for query in ("", "?format=csv"))
        seen = [user.get(path) for path in paths for user in users]
        return [each.json["rows"] if each.is_json else each.text for each in seen]

    before = visible_tables()
    for match in (1, 2):
        tournament.win(1, match)
    assert visible_tables() == before
    assert {kind for *_, kind in cells(crossed(tournament), lambda row: row["cells"]).values()} == {"open"}
    tournament.done(tournament.owner, "close_round", round=1)
    assert cells(crossed(tournament, "", player), lambda row: row["cells"]) == results(tournament)
    assert visible_tables() != before


@pytest.mark.parametrize("movement", [None, "mitchell", "howell"])
def test_standings_by_boards_are_empty_before_the_start(api: Api, movement: str | None):
    plan = {**BOARDS, "boards": {**BOARDS["boards"], "movement": movement}}
    if movement is not None:
        plan["entrants"] = {"kind": "pair", "least": 6, "capacity": 8}
    tournament = Tournament(api, **plan)
    tournament.enter("Pair 1")
    assert tournament.standings() == []
    assert tournament.owner.get(f"{tournament.path}/standings?format=csv").status_code == 200
