"""Why one entrant is before another, over HTTP: criteria, figures and the sentence."""

from typing import Any

import pytest

from tests.support.api import Api
from tests.support.tournaments_served import Tournament

ALONE = {"format": "night", "entrants": {"kind": "player", "least": 4}, "tie_breaks": ["wins"]}


def compared(tournament: Tournament, one: str, other: str, user: Any = None) -> Any:
    return tournament.read(f"/entrants/{one}/before/{other}", user)


def figures(document: Any) -> dict[str, tuple[str, str]]:
    return {each["criterion"]: (each["one"], each["other"]) for each in document["criteria"]}


def deciding(document: Any) -> list[str]:
    return [each["criterion"] for each in document["criteria"] if each["decides"]]


def played(api: Api, **settings: Any) -> Tournament:
    """Returns a tournament of four pairs after one round, in which the first sides have won."""
    tournament = Tournament(api, **settings)
    tournament.start()
    tournament.play(1)
    return tournament


def test_points_decide_first(api: Api):
    tournament = played(api)
    [one, _, other, _] = tournament.standings()

    found = compared(tournament, one["entrant"], other["entrant"])

    assert (found["before"], deciding(found)) == (one["entrant"], ["points"])
    assert figures(found)["points"] == ("1", "0")
    assert found["sentence"] == f"{one['name']} is before {other['name']}: 1 point against 0."
    back = compared(tournament, other["entrant"], one["entrant"])
    assert (back["before"], figures(back)["points"]) == (one["entrant"], ("0", "1"))
    assert back["sentence"] == found["sentence"]


def test_the_first_tie_break_that_differs_decides_and_names_its_article(api: Api):
    tournament = played(api, tie_breaks=["wins", "buchholz"], figures={"rounds": 3})
    tournament.pair(2)
    for match in (1, 2):
        result = {"match": match, "first": 50, "second": 50, "reason": "as seen"}
        tournament.done(tournament.owner, "override_result", round=2, **result)
    tournament.done(tournament.owner, "close_round", round=2)
    standings = tournament.standings()

    for one, other in [(a, b) for a in standings for b in standings if a["rank"] < b["rank"]]:
        found = compared(tournament, one["entrant"], other["entrant"])
        mine, theirs = ([each["points"], *(value["value"] for value in each["values"])] for each in (one, other))
        place = next(place for place, (left, right) in enumerate(zip(mine, theirs, strict=True)) if left != right)
        assert deciding(found) == [["points", "wins", "buchholz"][place]]
        assert list(figures(found).values()) == list(zip(mine, theirs, strict=True))
        assert found["before"] == one["entrant"]
        assert f"{mine[place]}" in found["sentence"]
    assert {each["criterion"]: each["rule"] for each in found["criteria"]} == {
        "points": None,
        "wins": "FIDE C.07, 7.1",
        "buchholz": "FIDE C.07, 8.1",
    }


def test_a_tie_break_is_explained_in_words_with_figures(api: Api):
    tournament = Tournament(api, tie_breaks=["wins_played", "wins"])
    tournament.start(3)
    tournament.play(1)
    standings = {each["points"]: [] for each in tournament.standings()}
    for each in tournament.standings():
        standings[each["points"]].append(each)
    one, other = standings["1"]

    found = compared(tournament, one["entrant"], other["entrant"])

    assert deciding(found) == ["wins_played"]
    expected = "both have 1 point, and wins at the table decides with 1 against 0."
    assert found["sentence"] == f"{one['name']} is before {other['name']}: {expected}"


def test_entrants_that_are_equal_in_everything_share_a_rank(api: Api):
    tournament = played(api)
    [one, other, *_] = tournament.standings()
    assert one["rank"] == other["rank"] == 1

    found = compared(tournament, one["entrant"], other["entrant"])

    assert (found["before"], deciding(found)) == (None, [])
    start = f"{one['name']} and {other['name']} share rank 1: both have 1 point and "
    assert found["sentence"] == f"{start}0 for Buchholz and 1 for wins."


def test_in_a_knock_out_the_bracket_decides(api: Api):
    tournament = played(api, format="knock_out", figures={}, tie_breaks=[])
    tournament.play(2)
    [first, second, third, fourth] = tournament.standings()

    found = compared(tournament, first["entrant"], second["entrant"])
    assert (found["before"], figures(found)) == (first["entrant"], {"bracket": ("1", "2")})
    assert "the bracket decides, with rank 1 against 2" in found["sentence"]
    shared = compared(tournament, third["entrant"], fourth["entrant"])
    assert (shared["before"], "share rank 3" in shared["sentence"]) == (None, True)


def test_names_of_players_stand_for_entrants_without_a_name(api: Api):
    tournament = Tournament(api, **ALONE, figures={"rounds": 1})
    for name in ("Ann", "Ben", "Cat", "Dan"):
        tournament.done(api.sign_up(name), "register")
    tournament.done(tournament.owner, "start_tournament")
    tournament.play(1)
    [one, *_, last] = tournament.standings()

    found = compared(tournament, one["entrant"], last["entrant"])

    known = {player: each["name"] for player, each in found["players"].items()}
    assert found["sentence"].startswith(f"{known[one['players'][0]]} is before {known[last['players'][0]]}: 1 point")


def test_sealed_results_do_not_count(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start()
    tournament.pair()
    (one, *_), (other, *_), *_ = tournament.pairs
    before = compared(tournament, one, other)

    tournament.win(1, 1)
    tournament.win(1, 2)

    after = compared(tournament, one, other, api.sign_up("Stranger"))
    assert (after["criteria"], after["sentence"]) == (before["criteria"], before["sentence"])


def test_entrants_that_take_no_part_are_not_found(api: Api):
    tournament = Tournament(api)
    one, other = tournament.enter("One"), tournament.enter("Other")
    nobody = "ent_01M7ZZZZZZZZZZZZZZZZZZZZZZ"
    paths = [f"{one}/before/{other}", f"{one}/score-card"]

    def answers(these: list[str]) -> set[tuple[int, str]]:
        answered = [tournament.owner.get(f"{tournament.path}/entrants/{each}") for each in these]
        return {(each.status_code, each.json["code"]) for each in answered}

    assert answers(paths) == {(404, "not_found")}
    tournament.done(tournament.owner, "start_tournament")
    assert {tournament.owner.get(f"{tournament.path}/entrants/{each}").status_code for each in paths} == {200}
    assert answers([f"{one}/before/{nobody}", f"{nobody}/before/{one}", f"{nobody}/score-card"]) == {(404, "not_found")}


@pytest.mark.parametrize("path", ["ent_1/before/ent_2", "x/score-card"])
def test_malformed_ids_are_not_found(api: Api, path: str):
    tournament = Tournament(api)
    assert tournament.owner.get(f"{tournament.path}/entrants/{path}").status_code == 404


def test_an_entrant_is_not_compared_with_itself(api: Api):
    tournament = Tournament(api)
    tournament.start(2)
    one = tournament.pairs[0][0]
    answered = tournament.owner.get(f"{tournament.path}/entrants/{one}/before/{one}")
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    assert list(answered.json["facts"]["fields"]) == ["other_id"]
