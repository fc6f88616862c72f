"""Profiles say how many players they seat. `seats` opens a table with another number than the default."""

from typing import Any

import pytest

from tests.support.api import Api, Json


def profiles(api: Api) -> dict[str, Json]:
    return {each["name"]: each for each in api.call("GET", "/v1/rules/profiles").json["profiles"]}


def test_a_profile_says_its_seats_and_decks(api: Api):
    told = profiles(api)

    assert told["zheng-shangyou"]["seats"] == {"least": 4, "most": 9, "default": 5, "possible": [4, 5, 6, 7, 8, 9]}
    assert told["zhang-2021"]["seats"] == {"least": 4, "most": 4, "default": 4, "possible": [4]}
    assert {name: told[name]["decks"] for name in ("zheng-shangyou", "zhang-2021", "six-player-teams")} == {
        "zheng-shangyou": 1,
        "zhang-2021": 2,
        "six-player-teams": 3,
    }


def test_every_profile_opens_with_its_default_and_with_each_possible_number(api: Api):
    host = api.sign_up()
    for name, profile in profiles(api).items():
        assert len(host.view(host.open_table(profile=name))["seats"]) == profile["seats"]["default"]
        for number in profile["seats"]["possible"]:
            assert len(host.view(host.open_table(profile=name, seats=number))["seats"]) == number


def test_a_full_table_of_four_begins_by_itself_with_a_profile_that_usually_seats_five(api: Api):
    players = [api.sign_up() for _ in range(4)]
    table = players[0].open_table(profile="zheng-shangyou", seats=4, starts_when_full=True)
    for seat, each in enumerate(players):
        assert each.command(table, "sit", seat=seat).status_code == 200

    assert players[0].view(table)["status"] == "playing"


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"profile": "zhang-2021", "seats": 5}, "a table of zhang-2021 has 4 seats with these options"),
        ({"profile": "zheng-shangyou", "seats": 3}, "has 4, 5, 6, 7, 8 or 9 seats with these options"),
        ({"profile": "zhang-2021", "seats": 4, "options": {"team_mode": "fixed_2x3"}}, "has 6 seats"),
        ({"profile": "zheng-shangyou", "seats": 4, "options": {"zs_players": 6}}, "the option zs_players"),
        ({"profile": "zhang-2021", "seats": 1}, "2"),
        ({"profile": "zhang-2021", "seats": "4"}, "give a whole number"),
    ],
)
def test_an_impossible_number_is_refused_with_what_is_possible(api: Api, members: dict[str, Any], said: str):
    refused = api.sign_up().post("/v1/tables", members)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert said in refused.json["facts"]["fields"]["seats"]


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"profile": "nobody", "seats": 4}, "unknown_profile"),
        ({"game": "sheng_ji", "profile": "zheng-shangyou", "seats": 4}, "unknown_profile"),
        ({"profile": "zhang-2021", "seats": 4, "options": {"nothing": 1}}, "unknown_option"),
        ({"profile": "zhang-2021", "options": {"players": 5}}, "conflicting_options"),
    ],
)
def test_other_mistakes_keep_their_own_problems(api: Api, members: dict[str, Any], code: str):
    assert api.sign_up().post("/v1/tables", members).json["code"] == code


def test_the_number_can_be_given_as_seats_and_as_the_same_option(api: Api):
    host = api.sign_up()
    table = host.open_table(profile="zheng-shangyou", seats=6, options={"zs_players": 6})

    assert len(host.view(table)["seats"]) == 6
