"""Score cards over HTTP: opponents, seats, scores, byes, totals, and what is not shown."""

import csv
import io
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.tournaments_served import BOARDS, Tournament

ALONE = {"format": "night", "entrants": {"kind": "player", "least": 4}, "tie_breaks": []}


def card(tournament: Tournament, entrant: str, user: Any = None) -> Any:
    return tournament.read(f"/entrants/{entrant}/score-card", user)


@pytest.fixture
def played(api: Api) -> Tournament:
    """A Swiss of five pairs after two rounds: with a pairing bye, a half-point bye, and a match in play."""
    tournament = Tournament(api, byes={"half": 1})
    tournament.start(5)
    tournament.play(1)
    entrant, captain, _ = tournament.pairs[4]
    tournament.done(captain, "ask_for_bye", entrant=entrant, round=2, kind="half")
    tournament.pair(2)
    tournament.win(2, 1)
    return tournament


def test_score_cards_agree_with_rounds_and_standings(played: Tournament):
    rounds = [played.round(number) for number in (1, 2)]
    for standing in played.standings():
        entrant = standing["entrant"]
        found = card(played, entrant)
        assert {**found["standing"], "possible_ranks": standing["possible_ranks"]} == standing
        total = 0.0
        for seen, line in zip(rounds, found["rounds"], strict=True):
            total += float(line["points"] or 0)
            assert (line["number"], float(line["total"])) == (seen["number"], total)
            matches = [each for each in seen["matches"] if entrant in (each["first"], each["second"])]
            if not matches:
                [bye] = [each for each in seen["byes"] if each["entrant"] == entrant]
                assert (line["kind"], line["match"], line["seats"]) == (bye["kind"], None, None)
                assert line["points"] == {"pairing": "1", "half": "0.5"}[bye["kind"]]
                continue
            [match] = matches
            is_first = match["first"] == entrant
            assert line["opponents"] == [match["second" if is_first else "first"]]
            assert (line["match"], line["seats"]) == (match["number"], "even" if is_first else "odd")
            assert line["tables"] == match["tables"]
            result = match["result"]
            assert line["kind"] == (result["kind"] if result else "open")
            own = None if result is None else result["first" if is_first else "second"]
            assert line["points"] == (None if own is None else str(own // 100))
        assert total == float(standing["points"])
        named = {each["id"] for each in found["entrants"]}
        assert named == {entrant, *(each for line in found["rounds"] for each in line["opponents"])}
    assert {each["kind"] for each in card(played, played.pairs[4][0])["rounds"]} >= {"half"}


def test_a_score_card_is_available_as_csv(played: Tournament):
    entrant = played.pairs[0][0]
    answered = played.owner.get(f"{played.path}/entrants/{entrant}/score-card?format=csv")
    assert answered.mimetype == "text/csv"
    heading, *rows = csv.reader(io.StringIO(answered.text))
    lines = card(played, entrant)["rounds"]
    names = {each["id"]: each["name"] for each in card(played, entrant)["entrants"]}
    for row, line in zip(rows, lines, strict=True):
        found = dict(zip(heading, row, strict=True))
        assert found["opponents"] == " + ".join(names[each] for each in line["opponents"])
        assert (found["points"], found["total"]) == (line["points"] or "", line["total"])


def test_partners_of_a_night_are_named(api: Api):
    tournament = Tournament(api, **ALONE, figures={"rounds": 2})
    for name in ("Ann", "Ben", "Cat", "Dan"):
        tournament.done(api.sign_up(name), "register")
    tournament.done(tournament.owner, "start_tournament")
    tournament.play(1)
    tournament.pair(2)
    [match] = tournament.round(1)["matches"]
    first, second = match["first"].split("+"), match["second"].split("+")

    found = card(tournament, first[0])

    assert found["rounds"][0]["partners"] == [first[1]]
    assert set(found["rounds"][0]["opponents"]) == set(second)
    assert [line["total"] for line in found["rounds"]] == ["1", "1"]
    assert (found["rounds"][1]["kind"], found["rounds"][1]["points"]) == ("open", None)


def test_where_boards_count_there_are_no_points_of_matches(api: Api):
    tournament = Tournament(api, **BOARDS)
    tournament.start()
    tournament.pair()

    found = card(tournament, tournament.pairs[0][0])

    [line] = found["rounds"]
    assert (line["points"], line["total"], line["kind"]) == (None, None, "open")
    assert found["boards"] == found["seats"] == []


def test_sealed_results_are_open(api: Api):
    tournament = Tournament(api, is_sealed=True)
    tournament.start()
    [match, _] = tournament.pair()["matches"]
    users = (tournament.owner, tournament.pairs[0][1], api.sign_up("Stranger"))
    before = [card(tournament, match["first"], user)["rounds"] for user in users]

    tournament.win(1, 1)

    assert [card(tournament, match["first"], user)["rounds"] for user in users] == before
    tournament.win(1, 2)
    tournament.done(tournament.owner, "close_round", round=1)
    [line] = card(tournament, match["first"], users[2])["rounds"]
    assert (line["points"], line["total"]) == ("1", "1")
