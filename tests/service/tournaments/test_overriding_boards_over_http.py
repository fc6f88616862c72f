"""Scores assigned by staff to single boards over HTTP: visibility, and processing by workers."""

import csv
import io
import re
from random import Random

import pytest

from domain.tournaments.staff import AppointStaff
from service.platform.store.checks import check_store, refold
from service.wiring import Service
from tests.service.tournaments.test_duplicate_tournaments import half_played, play_the_rest
from tests.support.api import Api
from tests.support.boards import score_hand
from tests.support.duplicate_tournaments import BOARDS, TEAMS
from tests.support.tournaments import of, open_tables, settle
from tests.support.watched_tournaments import WatchedTournament

REASON = "a card was missing"


def asked(board: int = 1, match: int = 1, **what: object) -> dict[str, object]:
    return {"type": "override_board", "round": 1, "match": match, "board": board, "reason": REASON, **what}


def test_an_assigned_board_score_is_hidden_until_its_set_is_closed(api: Api, at_work: Service):
    luck = Random("assigned")
    watched = half_played(api, at_work, luck)
    director = api.sign_up("director")
    at_work.tournaments.carry_out(watched.id, AppointStaff(watched.owner.id, director.id, "director"))
    shares = {"even": 7123, "odd": 2877}
    done = director.post(f"{watched.path}/commands", asked(shares=shares))
    assert done.status_code == 200
    [event] = done.json["events"]
    assert (event["type"], event["data"]["even_share"], event["data"]["by"]) == ("board_overridden", 7123, director.id)
    settle(at_work)

    for user in (*watched.users, watched.stranger):
        # Hashes and ids may contain the same digits.
        assert not re.search(r"\b7123\b", watched.everything(user))
        [event] = [
            each
            for each in user.get(f"{watched.path}/events?limit=1000").json["events"]
            if each["type"] == "board_overridden"
        ]
        hidden = (
            "excess",
            "levels",
            "step",
            "for_even",
            "for_odd",
            "even_share",
            "odd_share",
            "first",
            "second",
            "kind",
        )
        assert all(event["data"][name] is None for name in hidden)
        assert (event["data"]["by"], event["data"]["reason"]) == (director.id, REASON)
        assert user.get(f"{watched.path}/rounds/1").json["matches"][0]["assigned"] is None
        assert not re.search(r"\b7123\b", user.get(f"{watched.path}/results").text)
        assert "7123" not in user.get("/v1/me/events?limit=500").text
    assert "7123" in watched.everything(watched.owner)

    play_the_rest(at_work, watched, luck)
    seen = watched.stranger.get(f"{watched.path}/rounds/1").json["matches"][0]
    [assigned] = seen["assigned"]
    assert assigned == {
        "board": 1,
        "room": 1,
        "score": None,
        "for_even": None,
        "for_odd": None,
        "even_share": 7123,
        "odd_share": 2877,
        "is_void": False,
    }
    scores = watched.stranger.get(f"{watched.path}/boards").json["scores"]
    [mine] = [each for each in scores if (each["board"], each["match"]) == (1, 1)]
    assert (mine["is_assigned"], mine["even_points"], mine["odd_points"], mine["top"]) == (True, 142, 58, 200)
    [other] = [each for each in scores if (each["board"], each["match"]) == (1, 2)]
    assert (other["even_points"], other["is_assigned"]) == (100, False), "a pair with the only score has half"
    table = list(csv.DictReader(io.StringIO(watched.stranger.get(f"{watched.path}/boards?format=csv").text)))
    assert [each["even_share"] for each in table if each["board"] == "1"] == ["7123", ""]
    assert [each["is_assigned"] for each in table] == ["1", "0", "0", "0"]
    assert check_store(at_work.database, lambda _, __: None) == []
    assert refold(at_work.database, lambda _, __: None) == []


def test_an_assigned_score_can_be_corrected_later_and_the_standings_follow(api: Api, at_work: Service):
    luck = Random("later")
    watched = half_played(api, at_work, luck)
    play_the_rest(at_work, watched, luck)

    def points() -> dict[str, str]:
        standings = watched.stranger.get(f"{watched.path}/standings").json["standings"]
        return {each["entrant"]: each["points"] for each in standings}

    played = points()
    path = f"{watched.path}/commands"
    assert watched.owner.post(path, asked(shares={"even": 10_000, "odd": 0})).status_code == 200
    assert points() != played
    tag = watched.stranger.get(f"{watched.path}/boards").headers["ETag"]
    assert watched.owner.post(path, asked(is_void=True)).status_code == 200
    assert watched.stranger.get(f"{watched.path}/boards").headers["ETag"] != tag
    assert watched.owner.post(path, asked()).status_code == 200
    assert points() == played
    refused = watched.owner.post(path, asked())
    assert (refused.status_code, refused.json["code"]) == (409, "nothing_played")


def test_play_on_a_board_with_an_assigned_score_stops_and_the_next_board_starts(api: Api, at_work: Service):
    luck = Random("stops")
    watched = WatchedTournament(api, at_work, BOARDS)
    settle(at_work)
    first = of(at_work, watched.id).rounds[0].tables[0][0]
    assert (
        watched.owner.post(
            f"{watched.path}/commands", asked(averages={"even": "average", "odd": "average"})
        ).status_code
        == 200
    )
    settle(at_work)
    assert at_work.table_cache.newest(first).table.status == "cancelled"
    events = at_work.store.read_all(f"table-{first}")
    assert [each.record.data["why"] for each in events if each.record.type == "table_called_off"] == ["result_given"]
    tables = of(at_work, watched.id).rounds[0].tables[0]
    assert [at_work.table_cache.newest(table).table.status for table in tables] == ["cancelled", "playing"]
    score_hand(at_work, tables[-1], luck)
    settle(at_work)
    assert of(at_work, watched.id).rounds[0].results[0] is not None
    assert len(of(at_work, watched.id).rounds[0].tables[0]) == 2

    path = f"{watched.path}/commands"
    for board in (1, 2):
        assert watched.owner.post(path, asked(board, match=2, is_void=True)).status_code == 200
    settle(at_work)
    assert of(at_work, watched.id).rounds[0].closed_at is not None, "both matches have a result"
    assert all(
        at_work.table_cache.newest(table).table.status != "playing"
        for table in of(at_work, watched.id).rounds[0].tables[1]
    )


def test_the_result_of_a_team_match_includes_assigned_boards(api: Api, at_work: Service):
    luck = Random("teams")
    owner = api.sign_up("owner")
    users = [api.sign_up(f"player {number}") for number in range(8)]
    tournament = at_work.tournaments.create(owner.id, TEAMS).id
    path = f"/v1/tournaments/{tournament}"
    for place in (0, 4):
        registered = users[place].post(
            f"{path}/commands", {"type": "register", "partners": [each.id for each in users[place + 1 : place + 4]]}
        )
        entrant = registered.json["events"][0]["data"]["entrant"]
        for each in users[place + 1 : place + 4]:
            each.post(f"{path}/commands", {"type": "accept_partner", "entrant": entrant})
    assert owner.post(f"{path}/commands", {"type": "start_tournament"}).status_code == 200
    settle(at_work)
    body = asked(room=2, score={"excess": 160, "levels": 4})
    assert owner.post(f"{path}/commands", body).status_code == 200
    settle(at_work)
    for _ in range(2):
        for table in open_tables(at_work, tournament):
            score_hand(at_work, table, luck)
        settle(at_work)
    ended = of(at_work, tournament)
    assert ended.status == "finished"
    boards = owner.get(f"{path}/boards").json["scores"]
    assert [each["score"]["total"] for each in boards if (each["board"], each["room"]) == (1, 2)] == [160 + 4 * 40]
    standings = owner.get(f"{path}/standings").json["standings"]
    [result] = ended.rounds[0].results
    assert result
    assert {float(each["points"]) for each in standings} == {result.first / 100, result.second / 100}
    refused = owner.post(f"{path}/commands", asked(is_void=True))
    assert (refused.status_code, refused.json["code"]) == (409, "tournament_over")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (asked(3, is_void=True), 422, "board_not_of_match"),
        (asked(shares={"even": 10_001, "odd": 0}), 400, "invalid_request"),
        (asked(shares={"even": 5000}), 400, "invalid_request"),
        (asked(averages={"even": "best", "odd": "average"}), 400, "invalid_request"),
        (asked(shares={"even": 1, "odd": 1}, is_void=True), 422, "invalid_board_score"),
        ({**asked(is_void=True), "round": 2}, 422, "no_such_round"),
        ({**asked(is_void=True), "reason": ""}, 400, "invalid_request"),
    ],
)
def test_an_invalid_assignment_changes_nothing(
    api: Api, at_work: Service, body: dict[str, object], status: int, code: str
):
    watched = WatchedTournament(api, at_work, BOARDS)
    settle(at_work)
    before = at_work.tournaments.at(watched.id).version
    refused = watched.owner.post(f"{watched.path}/commands", body)
    assert (refused.status_code, refused.json["code"]) == (status, code)
    refused = watched.users[0].post(f"{watched.path}/commands", asked(is_void=True))
    assert (refused.status_code, refused.json["code"]) == (403, "staff_only")
    assert at_work.tournaments.at(watched.id).version == before
