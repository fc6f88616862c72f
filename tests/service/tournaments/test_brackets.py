"""Brackets over HTTP: named rounds, feeders, scores, states, and what is not shown."""

import csv
import io
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.tournaments_served import BOARDS, Tournament

KNOCK_OUT = {"format": "knock_out", "figures": {"third_place": True}, "tie_breaks": []}


def bracket(tournament: Tournament, user: Any = None) -> Any:
    return tournament.read("/bracket", user)


def by_name(tournament: Tournament, user: Any = None) -> dict[str, list[Any]]:
    """Returns the matches of each round by the name of the round."""
    return {each["name"]: each["matches"] for each in bracket(tournament, user)["rounds"]}


def sources(match: Any) -> list[tuple[str, int]]:
    return [(side["source"], side["of"]) for side in match["sides"]]


def decide(tournament: Tournament, number: int) -> list[tuple[str, str]]:
    """Pairs a round and gives each match to its second side. Returns winner and loser of each."""
    won = []
    for match in tournament.pair(number)["matches"]:
        result = {"match": match["number"], "first": 0, "second": 100, "reason": "as seen"}
        tournament.done(tournament.owner, "override_result", round=number, **result)
        won.append((match["second"], match["first"]))
    tournament.done(tournament.owner, "close_round", round=number)
    return won


@pytest.mark.parametrize(
    ("entrants", "names"),
    [
        (2, ["final"]),
        (3, ["semi_finals", "final"]),
        (4, ["semi_finals", "final", "third_place"]),
        (5, ["quarter_finals", "semi_finals", "final", "third_place"]),
        (9, ["round_of_16", "quarter_finals", "semi_finals", "final", "third_place"]),
    ],
)
def test_rounds_have_names_from_the_start(api: Api, entrants: int, names: list[str]):
    tournament = Tournament(api, **KNOCK_OUT)
    assert bracket(tournament)["rounds"] == []
    tournament.start(entrants)

    found = bracket(tournament)

    assert [each["name"] for each in found["rounds"]] == names
    assert len(found["entrants"]) == entrants
    first = found["rounds"][0]["matches"]
    assert {match["status"] for match in first} == {"ready"}
    assert all(side["source"] == "seed" for match in first for side in match["sides"])


def test_a_bracket_follows_a_knock_out_to_its_end(api: Api):
    tournament = Tournament(api, **KNOCK_OUT)
    tournament.start(4)
    semi_finals = decide(tournament, 1)

    named = by_name(tournament)
    assert [match["winner"] for match in named["semi_finals"]] == [winner for winner, _ in semi_finals]
    for match in named["semi_finals"]:
        sides = {side["entrant"]: side["points"] for side in match["sides"]}
        assert sides == {match["winner"]: "1", next(each for each in sides if each != match["winner"]): "0"}
        assert (match["status"], match["kind"]) == ("decided", "adjudicated")
    assert sources(named["final"][0]) == [("winner", 1), ("winner", 2)]
    assert sources(named["third_place"][0]) == [("loser", 1), ("loser", 2)]
    assert [side["entrant"] for side in named["final"][0]["sides"]] == [winner for winner, _ in semi_finals]
    assert [side["entrant"] for side in named["third_place"][0]["sides"]] == [loser for _, loser in semi_finals]
    assert (named["final"][0]["status"], named["final"][0]["match"]) == ("ready", None)

    won = {frozenset(two): two[0] for two in decide(tournament, 2)}
    final = bracket(tournament)
    for each in final["rounds"][1:]:
        [match] = each["matches"]
        assert match["winner"] == won[frozenset(side["entrant"] for side in match["sides"])]
    assert {each["players"][0] for each in final["entrants"]} <= final["players"].keys()
    assert {each["name"] for each in final["entrants"]} == {f"Pair {number}" for number in range(1, 5)}


def test_a_side_that_goes_on_without_a_match_is_decided_without_a_score(api: Api):
    tournament = Tournament(api, **KNOCK_OUT)
    tournament.start(4)
    [(winner, _), (other, _)] = decide(tournament, 1)
    tournament.done(tournament.owner, "withdraw_entrant", entrant=winner, reason="ill")
    tournament.pair(2)

    [final] = by_name(tournament)["final"]

    assert (final["status"], final["winner"], final["match"]) == ("decided", other, None)
    assert [side["points"] for side in final["sides"]] == [None, None]


def test_a_bracket_shows_no_sealed_result(api: Api):
    tournament = Tournament(api, **KNOCK_OUT, is_sealed=True)
    tournament.start(4)
    tournament.pair()
    before = bracket(tournament)["rounds"]

    tournament.win(1, 1)

    stranger = api.sign_up("Stranger")
    assert bracket(tournament)["rounds"] == bracket(tournament, stranger)["rounds"] == before
    tournament.win(1, 2)
    tournament.done(tournament.owner, "close_round", round=1)
    assert bracket(tournament, stranger)["rounds"] != before


def test_a_bracket_is_available_as_csv(api: Api):
    tournament = Tournament(api, **KNOCK_OUT)
    for name in ("=1+1", "Bert", "Cleo", "Dora"):
        tournament.enter(name)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    tournament.win(1, 1)

    answered = tournament.owner.get(f"{tournament.path}/bracket?format=csv")

    assert answered.mimetype == "text/csv"
    heading, *rows = csv.reader(io.StringIO(answered.text))
    found = [dict(zip(heading, row, strict=True)) for row in rows]
    assert [each["name"] for each in found] == ["semi_finals", "semi_finals", "final", "third_place"]
    assert "'=1+1" in {each[name] for each in found for name in ("upper_name", "lower_name")}
    assert (found[2]["upper_from"], found[3]["lower_from"]) == ("winner 1", "loser 2")
    assert {found[0]["upper_points"], found[0]["lower_points"]} == {"1", "0"}
    tags = {tournament.owner.get(f"{tournament.path}/bracket{each}").headers["ETag"] for each in ("", "?format=csv")}
    assert len(tags) == 2


@pytest.mark.parametrize("plan", [{}, BOARDS, {"format": "round_robin", "figures": {}, "tie_breaks": []}])
def test_other_formats_say_that_they_have_no_bracket(api: Api, plan: Any):
    tournament = Tournament(api, **plan)

    answered = tournament.owner.get(f"{tournament.path}/bracket")

    assert (answered.status_code, answered.json["code"]) == (422, "no_bracket")
    assert tournament.view()["settings"]["format"] in answered.json["detail"]
    assert "bracket" not in tournament.view()["_links"]


def test_a_knock_out_links_to_its_bracket(api: Api):
    tournament = Tournament(api, **KNOCK_OUT)
    assert tournament.view()["_links"]["bracket"] == {"href": f"{tournament.path}/bracket"}


def test_a_round_and_the_results_name_entrants_and_the_tournament(api: Api):
    tournament = Tournament(api)
    tournament.start(3)
    tournament.pair()

    found = tournament.round(1)

    assert {each["id"] for each in found["entrants"]} == {entrant for entrant, *_ in tournament.pairs}
    assert {player for each in found["entrants"] for player in each["players"]} == found["players"].keys()
    for path in ("/rounds/1", "/standings", "/cross-table"):
        assert tournament.read(path)["name"] == "Friday pairs"


GROUPS = {
    "format": "groups_knock_out",
    "figures": {"groups": 2, "advance": 2, "third_place": True},
    "entrants": {"kind": "pair", "least": 6},
    "tie_breaks": [],
    "rounds": {"is_automatic": False, "adjudication": "current_score"},
}


def test_groups_are_followed_by_a_bracket(api: Api):
    tournament = Tournament(api, **GROUPS)
    tournament.start(6)
    for number in (1, 2, 3):
        assert bracket(tournament)["rounds"] == []
        tournament.play(number)
    assert [each["number"] for each in bracket(tournament)["rounds"]] == [4, 5, 5]
    assert {each["rank"] for each in tournament.standings()} == {1, 5}
    for number in (4, 5):
        tournament.play(number)

    found = bracket(tournament)
    assert [each["name"] for each in found["rounds"]] == ["semi_finals", "final", "third_place"]
    assert all(match["winner"] for each in found["rounds"] for match in each["matches"])
    assert tournament.view()["_links"]["bracket"] == {"href": f"{tournament.path}/bracket"}
    assert [each["rank"] for each in tournament.standings()] == [1, 2, 3, 4, 5, 5]
    for part in ("cross-table", "results", "display", "report"):
        assert tournament.owner.get(f"{tournament.path}/{part}").status_code == 200


def test_a_result_of_a_group_is_fixed_once_the_bracket_depends_on_it(api: Api):
    tournament = Tournament(api, **GROUPS)
    tournament.start(6)
    for number in (1, 2, 3, 4):
        tournament.play(number)
    changed = {"round": 1, "match": 1, "first": 0, "second": 100, "reason": "the wrong way round"}
    others = {**changed, "match": 2}
    codes = {tournament.ask(tournament.owner, "override_result", **each).json.get("code") for each in (changed, others)}
    assert "bracket_played_on" in codes
