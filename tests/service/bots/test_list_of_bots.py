"""The list of bots, and the places where each can be chosen."""

import pytest

from domain.games.bots import BOARD_BOTS, BOT_NAMES, BOTS, STAND_INS, is_slow, stand_ins
from domain.table.bot import Evaluator
from tests.support.api import Api


def test_every_bot_of_every_game_is_listed_with_its_version(api: Api):
    found = api.call("GET", "/v1/bots").json["bots"]
    assert {(each["game"], each["version"]) for each in found} == {
        (game, f"{name}@{bot.version}") for game, bots in BOTS.items() for name, bot in bots.items()
    }
    assert all(each["about"].endswith(".") and each["profiles"] for each in found)
    assert all(each["player"] == f"ply_house_{each['name']}" for each in found)
    assert {each["name"] for each in found if each["searches"]} == {
        name for bots in BOTS.values() for name, bot in bots.items() if isinstance(bot, Evaluator)
    }


def test_ratings_are_those_of_the_listed_version(api: Api):
    found = api.call("GET", "/v1/bots").json["bots"]
    rated = [each for each in found if each["ratings"]]
    assert rated
    for each in rated:
        for rating in each["ratings"]:
            assert rating["low_95"] < rating["rating"] < rating["high_95"]
            assert rating["profile"] in each["profiles"]


@pytest.mark.parametrize("game", sorted(BOTS))
def test_all_bots_that_play_to_some_purpose_can_stand_in(api: Api, game: str):
    host = api.sign_up()
    profile = {"sheng_ji": "zhang-2021", "zheng_shangyou": "zheng-shangyou"}[game]
    for name in BOT_NAMES:
        body = {"profile": profile, "ladder": {"stand_in": name}}
        answered = host.post("/v1/tables", body)
        assert (answered.status_code == 201) is (name in stand_ins(game)), name
        assert (name in stand_ins(game)) is (name in STAND_INS and name in BOTS[game])
        if answered.status_code == 201:
            assert host.view(answered.json["id"])["ladder"]["stand_in"] == name


def test_every_bot_but_the_caretaker_plays_boards(api: Api):
    for name in BOT_NAMES:
        answered = api.sign_up().post("/v1/boards", {"profile": "zhang-2021", "bot": name})
        assert (answered.status_code == 201) is (name in BOARD_BOTS), name


def test_only_bots_that_judge_moves_are_slow():
    assert not is_slow("random")
    assert not is_slow("steady")
    assert not is_slow(None)
