"""Challenges over HTTP: a player is invited to a seat, and everybody sees the outcome."""

from typing import get_args

import pytest

from domain.table.seat_events import DeclineReason
from tests.support.api import Api, User

NOBODY = "ply_" + "0" * 26


@pytest.fixture
def table(host: User) -> str:
    return host.open_table()


def test_a_challenged_player_accepts_by_sitting_down(host: User, ben: User, table: str):
    made = host.command(table, "challenge_player", player=ben.id, seat=2)

    assert (made.status_code, made.json["events"][0]["type"]) == (200, "player_challenged")
    assert made.json["events"][0]["data"] == {"by": host.id, "player": ben.id, "seat": 2}
    assert ben.view(table)["challenges"] == [{"by": host.id, "player": ben.id, "seat": 2}]

    sat = ben.command(table, "sit", seat=2).json["events"]
    assert [event["type"] for event in sat] == ["seat_taken", "challenge_accepted"]
    assert sat[1]["data"] == {"by": host.id, "player": ben.id, "seat": 2}
    assert host.view(table)["challenges"] == []


def test_a_challenged_player_declines_and_everybody_sees_the_reason(api: Api, host: User, ben: User, table: str):
    host.command(table, "challenge_player", player=ben.id)

    declined = ben.command(table, "decline_challenge", reason="no_time")

    assert declined.json["events"][0]["data"] == {"by": host.id, "player": ben.id, "reason": "no_time"}
    seen = api.sign_up().get(f"/v1/tables/{table}/events").json["events"]
    assert [event["type"] for event in seen] == ["table_opened", "player_challenged", "challenge_declined"]
    assert host.view(table)["challenges"] == []


@pytest.mark.parametrize("reason", get_args(DeclineReason))
def test_every_reason_for_declining_is_accepted(host: User, ben: User, table: str, reason: str):
    host.command(table, "challenge_player", player=ben.id)

    declined = ben.command(table, "decline_challenge", reason=reason)

    assert declined.json["events"][0]["data"]["reason"] == reason


def test_a_challenge_can_be_withdrawn(host: User, ben: User, table: str):
    host.command(table, "challenge_player", player=ben.id)

    withdrawn = host.command(table, "withdraw_challenge", player=ben.id)

    assert withdrawn.json["events"][0]["data"] == {"by": host.id, "player": ben.id}
    assert ben.command(table, "decline_challenge", reason="other").json["code"] == "no_such_challenge"


@pytest.mark.parametrize("player", [NOBODY, "ply_house_steady", "Ben", "tbl_" + "0" * 26], ids=str)
@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_only_players_who_could_sit_down_can_be_challenged(host: User, table: str, player: str, dry: str):
    body = {"type": "challenge_player", "player": player}

    refused = host.post(f"/v1/tables/{table}/commands{dry}", body)

    assert (refused.status_code, refused.json["code"]) == (422, "cannot_be_challenged")
    assert player in refused.json["detail"]
    assert host.view(table)["version"] == 1


def test_refusals_of_challenges_have_their_own_codes(api: Api, host: User, ben: User, table: str):
    eve = api.sign_up("Eve")

    def code(user: User, kind: str, **members: object) -> tuple[int, str]:
        refused = user.command(table, kind, **members)
        return refused.status_code, refused.json["code"]

    assert code(host, "challenge_player", player=host.id) == (422, "own_challenge")
    assert code(ben, "challenge_player", player=eve.id) == (403, "not_seated")
    assert code(host, "withdraw_challenge", player=ben.id) == (409, "no_such_challenge")
    host.command(table, "challenge_player", player=ben.id)
    assert code(host, "challenge_player", player=ben.id) == (409, "already_challenged")
    assert code(eve, "withdraw_challenge", player=ben.id) == (403, "not_your_challenge")
    ben.command(table, "sit", seat=0)
    assert code(host, "challenge_player", player=ben.id) == (409, "already_seated")
    assert code(host, "challenge_player", player=eve.id, seat=0) == (409, "seat_occupied")
    assert code(host, "challenge_player", player=eve.id, seat=9) == (422, "no_such_seat")


def test_at_most_twenty_challenges_can_be_open(api: Api, host: User, table: str):
    players = [api.sign_up(f"player {number}") for number in range(21)]
    for player in players[:20]:
        assert host.command(table, "challenge_player", player=player.id).status_code == 200

    refused = host.command(table, "challenge_player", player=players[20].id)

    assert (refused.status_code, refused.json["code"]) == (409, "too_many_challenges")


@pytest.mark.parametrize(
    ("members", "wrong"),
    [
        ({"type": "challenge_player"}, "player"),
        ({"type": "challenge_player", "player": ""}, "player"),
        ({"type": "challenge_player", "player": "a\u0000b"}, "player"),
        ({"type": "challenge_player", "player": "a" * 65}, "player"),
        ({"type": "challenge_player", "player": NOBODY, "seat": "1"}, "seat"),
        ({"type": "challenge_player", "player": NOBODY, "seat": None}, "seat"),
        ({"type": "decline_challenge"}, "reason"),
        ({"type": "decline_challenge", "reason": "you are too strong"}, "reason"),
        ({"type": "withdraw_challenge"}, "player"),
        ({"type": "withdraw_challenge", "player": 5}, "player"),
    ],
    ids=str,
)
def test_an_invalid_challenge_is_refused_by_member(host: User, table: str, members, wrong: str):
    refused = host.post(f"/v1/tables/{table}/commands", members)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert list(refused.json["facts"]["fields"]) == [wrong]


def test_a_dry_run_of_a_challenge_changes_nothing(host: User, ben: User, table: str):
    body = {"type": "challenge_player", "player": ben.id}

    assert host.post(f"/v1/tables/{table}/commands?dry_run=true", body).json["legal"] is True
    assert host.view(table)["challenges"] == []


def test_starting_the_match_ends_all_challenges(api: Api, host: User, ben: User, table: str):
    host.command(table, "challenge_player", player=ben.id)
    for seat in range(4):
        host.command(table, "seat_bot", seat=seat, bot="steady")
    assert host.command(table, "start").status_code == 200

    assert ben.view(table)["challenges"] == []
    assert ben.command(table, "decline_challenge", reason="pace").json["code"] == "no_such_challenge"
