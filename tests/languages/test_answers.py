"""Answers in the language of the reader, over HTTP: refusals, rules, orders, explanations, pages and calendars."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.support.api import Api, User, started_table

HANS = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}
PAGE = {**HANS, "Accept": "text/html"}
CHINESE = re.compile("[\u4e00-\u9fff]")
ORDER = {"do": "follow_lowest"}


def is_chinese(text: str) -> bool:
    return CHINESE.search(text) is not None


def check_language(response: TestResponse, language: str = "zh-Hans") -> None:
    """Checks the headers about the language of an answer."""
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]


def choose(user: User, language: str | None) -> TestResponse:
    """Chooses the language of the account."""
    return user.api.call("PUT", "/v1/me/language", {"language": language}, token=user.token)


class TestWhichLanguage:
    def test_a_refusal_is_english_without_a_wish(self, api: Api):
        refused = api.sign_up().get("/v1/tables?limit=0")
        check_language(refused, "en")
        assert refused.json["detail"] == "limit: give a whole number from 1 to 100"

    def test_a_refusal_is_in_the_accepted_language(self, api: Api):
        refused = api.sign_up().get("/v1/tables?limit=0", headers=HANS)
        check_language(refused)
        assert refused.json["code"] == "invalid_request"
        assert refused.json["title"] == "正文中的参数、请求头或某一项缺失、未知或有误。"
        assert refused.json["detail"] == "limit：请给出 1 到 100 的整数"
        assert refused.json["facts"]["fields"] == {"limit": "请给出 1 到 100 的整数"}

    def test_a_language_that_is_not_there_is_english(self, api: Api):
        check_language(api.sign_up().get("/v1/tables?limit=0", headers={"Accept-Language": "fr"}), "en")

    def test_the_choice_of_the_account_goes_first(self, api: Api):
        ada = api.sign_up()
        assert choose(ada, "zh-Hans").json == {"language": "zh-Hans"}
        assert ada.get("/v1/me").json["language"] == "zh-Hans"
        check_language(ada.get("/v1/tables?limit=0", headers={"Accept-Language": "en"}))
        assert ada.get("/v1/me/export").json["language"] == "zh-Hans"
        choose(ada, None)
        check_language(ada.get("/v1/tables?limit=0"), "en")

    def test_only_languages_of_this_server_can_be_chosen(self, api: Api):
        ada = api.sign_up()
        refused = choose(ada, "tlh")
        assert refused.status_code == 400
        assert refused.json["facts"]["fields"] == {"language": "must be one of: en, zh-Hans"}
        assert ada.get("/v1/me").json["language"] is None

    def test_a_closed_account_has_no_language(self, api: Api):
        ada = api.sign_up()
        choose(ada, "zh-Hans")
        assert api.call("DELETE", "/v1/me", {"confirm": ada.id}, token=ada.token).status_code == 204
        assert choose(ada, "zh-Hans").status_code == 401


class TestRefusals:
    def test_of_the_domain(self, api: Api):
        table, players = started_table(api)
        refused = players[0].command(table, "bury", cards=["AS"], headers=HANS)
        check_language(refused)
        assert refused.json["code"] == "wrong_phase"
        assert refused.json["title"] == "本局的当前阶段不能这样做。"
        assert is_chinese(refused.json["detail"])

    def test_of_options_with_their_hints(self, api: Api):
        refused = api.sign_up().post("/v1/tables", {"profile": "zhang-2021", "options": {"decks": 99}}, headers=HANS)
        assert refused.json["detail"] == "decks 不能是 99"
        assert refused.json["hint"].startswith("请给出")

    def test_of_wrong_members_of_a_body(self, api: Api):
        refused = api.call("POST", "/v1/players", {"kind": "cat"}, headers=HANS)
        assert refused.json["facts"]["fields"] == {"name": "缺少必需的项", "kind": "必须为以下之一：human, bot"}

    def test_without_a_token(self, api: Api):
        refused = api.call("GET", "/v1/me", headers=HANS)
        check_language(refused)
        assert refused.json["title"] == "需要有效的令牌。"

    def test_of_an_unknown_address_as_a_page(self, api: Api):
        refused = api.sign_up().get("/v1/tables/tbl_01M7ZBDP89QN5ZFWN99F5H7N4Q", headers=PAGE)
        check_language(refused)
        assert '<html lang="zh-Hans">' in refused.text
        assert "没有牌桌" in refused.text


class TestRules:
    def test_options_and_what_they_mean(self, api: Api):
        shown = api.call("GET", "/v1/rules/options", headers=HANS)
        check_language(shown)
        options = {each["name"]: each for each in shown.json["options"]}
        assert options["players"]["meaning"] == "本桌的玩家人数"
        assert all(is_chinese(each["meaning"]) for each in options.values())
        assert all(is_chinese(said["says"]) for each in options.values() for said in each["says"])
        assert options["declare_seconds"]["number_says"] == "摸牌亮主时，摸完后有 n 秒可以亮主"

    def test_profiles_and_common_orders(self, api: Api):
        profiles = api.call("GET", "/v1/rules/profiles", headers=HANS).json["profiles"]
        assert all(is_chinese(each["about"]) for each in profiles)
        orders = api.call("GET", "/v1/rules/orders/common", headers=HANS).json["orders"]
        assert all(is_chinese(each["title"]) and is_chinese(each["means"]) for each in orders)

    @pytest.mark.parametrize("path", ["all", "zhang-2021", "levelup-5", "zheng-shangyou", "zhang-2021?decks=4"])
    def test_all_sentences_of_the_rule_book(self, api: Api, path: str):
        shown = api.call("GET", f"/docs/rules/{path}", headers={**HANS, "Accept": "application/json"})
        check_language(shown)
        assert is_chinese(shown.json["title"])
        rules = [rule for chapter in shown.json["chapters"] for rule in chapter["rules"]]
        assert rules
        english = [rule["title"] for rule in rules if not is_chinese(rule["title"])]
        assert english in ([], ["LevelUp"])
        texts = [text for rule in rules for text in rule["text"] if isinstance(text, str)]
        assert [text for text in texts if not is_chinese(text)] == []
        # Words of English that are left are names of options and values, in backticks, or names of cards and rules.
        left = [text for text in texts if re.search(r"[a-z]{3,} [a-z]{3,}", re.sub(r"`[^`]*`", "", text))]
        assert left == []

    def test_pages_have_entity_tags_for_each_language(self, api: Api):
        english, chinese = (
            api.call("GET", "/docs/rules/zhang-2021", headers={"Accept": "text/html", **more}) for more in ({}, HANS)
        )
        assert english.headers["ETag"] != chinese.headers["ETag"]
        assert '<html lang="zh-Hans">' in chinese.text
        same = {**PAGE, "If-None-Match": chinese.headers["ETag"]}
        assert api.call("GET", "/docs/rules/zhang-2021", headers=same).status_code == 304

    def test_explanations_of_problems(self, api: Api):
        shown = api.call("GET", "/problems/not_your_turn", headers=HANS)
        check_language(shown)
        assert shown.json["cause"] == "应由另一座位先行动，或你已经行动过。"
        listed = api.call("GET", "/problems", headers=HANS).json["problems"]
        assert all(is_chinese(each["title"]) for each in listed)
        assert "应由另一座位先行动" in api.call("GET", "/problems/not_your_turn", headers=PAGE).text


class TestOrders:
    def test_a_dry_run_says_what_orders_mean(self, api: Api):
        table, players = started_table(api)
        path = f"/v1/tables/{table}/commands?dry_run=true"
        foreseen = players[0].post(path, {"type": "give_orders", "orders": [ORDER]}, headers=HANS)
        check_language(foreseen)
        assert foreseen.json["foreseen"]["orders"][0]["means"] == "用没有分的最小的合法牌跟牌；到本局结束为止。"

    def test_a_view_says_them_in_the_language_of_its_reader_alone(self, api: Api):
        table, players = started_table(api)
        assert players[0].command(table, "give_orders", orders=[ORDER]).status_code == 200
        english, chinese = (players[0].get(f"/v1/tables/{table}", headers=headers) for headers in ({}, HANS))
        assert english.json["orders"]["live"][0]["means"].startswith("Follow with the lowest")
        assert is_chinese(chinese.json["orders"]["live"][0]["means"])
        assert english.headers["ETag"] != chinese.headers["ETag"]
        kept = {**HANS, "If-None-Match": chinese.headers["ETag"]}
        assert players[0].get(f"/v1/tables/{table}", headers=kept).status_code == 304
        assert (
            players[0]
            .get(f"/v1/tables/{table}", headers={**HANS, "If-None-Match": english.headers["ETag"]})
            .status_code
            == 200
        )

    def test_a_view_without_texts_is_the_same_in_every_language(self, api: Api):
        table, players = started_table(api)
        tags = {players[1].get(f"/v1/tables/{table}", headers=headers).headers["ETag"] for headers in ({}, HANS)}
        assert len(tags) == 1


class TestTournaments:
    def test_templates_and_pages(self, api: Api):
        ada = api.sign_up()
        templates = ada.get("/v1/tournament-templates", headers=HANS).json["templates"]
        assert all(is_chinese(each["description"]) for each in templates)

    def test_the_calendar_of_a_player(self, api: Api):
        ada = api.sign_up()
        started = ada.post("/v1/me/vacation", {"ends_at": "2199-01-01T00:00:00Z"}, headers=HANS)
        assert is_chinese(started.json["detail"])
