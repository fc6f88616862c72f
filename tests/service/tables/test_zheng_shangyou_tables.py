"""Zheng Shangyou at the tables of the service: opened by profile, played by people and bots, and shown everywhere."""

import re

import orjson
import pytest

from domain.games.rulebooks import BOOKS
from domain.games.zheng_shangyou.profiles import PROFILES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from service.cli.folded_feed import FoldedFeed
from service.cli.verify import verified_record
from service.platform.queue.job_queue import JobQueue
from service.tables.bot_turns import play_bot_turns
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.play import play_commands
from tests.support.stored import catch_up

FOUR = {"profile": "zheng-shangyou", "options": {"zs_players": 4}}


def started(api: Api, **opening: object) -> tuple[str, list[User]]:
    """Returns a started table with players on all seats."""
    host = api.sign_up("player 0")
    table = host.open_table(**{**FOUR, **opening})
    players = [host, *(api.sign_up(f"player {seat}") for seat in range(1, len(host.view(table)["seats"])))]
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat, entropy=f"entropy {seat}").status_code == 200
    assert host.command(table, "start").status_code == 200
    return table, players


def asked(players: list[User], table: str) -> User:
    return players[players[0].view(table)["asked"][0]["seat"]]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_profile_selects_the_game(api: Api, profile: str):
    user = api.sign_up()
    table = user.open_table(profile=profile)
    view = user.view(table)

    assert view["game"] == "zheng_shangyou"
    assert user.view(user.open_table(profile=profile, game="zheng_shangyou"))["game"] == "zheng_shangyou"
    assert user.view(user.open_table())["game"] == "sheng_ji"


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        ({"profile": "zheng-shangyou", "game": "sheng_ji"}, "unknown_profile"),
        ({"profile": "zhang-2021", "game": "zheng_shangyou"}, "unknown_profile"),
        ({"profile": "zheng"}, "unknown_profile"),
        ({"profile": "zheng-shangyou", "options": {"kitty_size": 8}}, "unknown_option"),
        ({"profile": "zheng-shangyou", "options": {"zs_players": 3}}, "invalid_option_value"),
        ({"profile": "zheng-shangyou", "options": {"zs_team_mode": "teams_2x3"}}, "conflicting_options"),
    ],
)
def test_an_impossible_table_is_refused(api: Api, opening: Json, code: str):
    refused = api.sign_up().post("/v1/tables", opening)
    assert (refused.status_code, refused.json["code"]) == (422, code)
    if "rule" in refused.json:
        assert refused.json["rule_url"] == f"/docs/rules/all#{refused.json['rule']}"


def test_an_unknown_profile_is_refused_with_the_profiles_of_all_games(api: Api):
    allowed = api.sign_up().post("/v1/tables", {"profile": "zheng"}).json["facts"]["allowed"]
    assert {"zhang-2021", "san-jia-xi"} <= set(allowed)


def test_commands_of_the_other_game_and_malformed_commands_are_refused(api: Api):
    table, players = started(api)
    mover = asked(players, table)
    card = mover.view(table)["match"]["hand"][0]
    for body in ({"type": "bury", "cards": [card]}, {"type": "play", "cards": [card], "units": [[card]]}):
        for path in ("commands", "commands?dry_run=true"):
            refused = mover.post(f"/v1/tables/{table}/{path}", body)
            assert (refused.status_code, refused.json["code"]) == (422, "not_in_this_game")
    assert mover.command(table, "play", cards=[card], reading={"top": "1"}).status_code == 400
    assert mover.command(table, "pay_tribute").status_code == 400
    nowhere = mover.post(f"/v1/tables/tbl_{'0' * 26}/commands", {"type": "take", "card": "2S"})
    assert nowhere.status_code == 404
    other = api.sign_up()
    refused = other.command(other.open_table(), "take", card="2S")
    assert (refused.status_code, refused.json["code"]) == (422, "not_in_this_game")


def test_a_dry_run_and_the_answer_say_which_combination_the_cards_form(api: Api):
    table, players = started(api)
    mover = asked(players, table)
    moves = mover.get(f"/v1/tables/{table}/moves").json["moves"]
    place = next(
        (n for n, each in enumerate(moves["combinations"]) if each["pattern"] == "sequence"), len(moves["cards"]) - 1
    )
    body = {"type": "play", "cards": moves["cards"][place]}

    foreseen = mover.post(f"/v1/tables/{table}/commands?dry_run=true", body).json["foreseen"]
    wrong = mover.command(table, "play", cards=moves["cards"][0], reading={"pattern": "multiple_sequence"})
    named = {name: foreseen["reading"][name] for name in ("pattern", "top", "width")}
    done = mover.command(table, "play", cards=body["cards"], reading=named)

    assert (wrong.status_code, wrong.json["code"]) == (422, "no_such_reading")
    assert wrong.json["rule_url"] == "/docs/rules/zheng-shangyou?zs_players=4#DEC-99"
    assert done.status_code == 200, done.text
    assert done.json["events"][0]["data"]["reading"] == foreseen["reading"]
    assert mover.view(table)["match"]["standing"]["reading"] == foreseen["reading"]


def test_every_refusal_links_to_its_rule(api: Api):
    """The leader cannot pass. The next seat cannot play another shape, a lower rank or out of turn."""
    table, players = started(api)
    leader = asked(players, table)
    refused = [leader.command(table, "pass"), leader.command(table, "take", card="2S")]
    refused.append(leader.command(table, "play", cards=["3C", "4C", "5C", "9D"]))
    high = leader.view(table)["match"]["hand"][-1]
    assert leader.command(table, "play", cards=[high]).status_code == 200
    follower = asked(players, table)
    hand = follower.view(table)["match"]["hand"]
    refused += [follower.command(table, "play", cards=hand[:2]), leader.command(table, "pass")]
    refused.append(follower.command(table, "play", cards=[hand[0]]))

    assert {answer.status_code for answer in refused} == {409, 422}
    anchors: dict[str, str] = {}
    for answer in refused:
        page, _, rule = answer.json["rule_url"].partition("#")
        anchors.setdefault(page, api.call("GET", page).text)
        assert f'id="{rule}"' in anchors[page], rule


@pytest.fixture
def bots(service, settings) -> None:
    """Lets house bots play in this process."""
    WorkerContext.service = service
    WorkerContext.queue = JobQueue(settings.redis_url)


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_house_bots_play_a_match_whose_record_verifies_and_folds_to_its_views(api: Api, service, bots, profile: str):
    host = api.sign_up()
    table = host.open_table(profile=profile, options={"zs_target": 8})
    assert host.command(table, "sit", seat=0).status_code == 200
    for seat in range(1, len(host.view(table)["seats"])):
        assert host.command(table, "seat_bot", seat=seat, bot=("steady", "random")[seat % 2]).status_code == 200
    assert host.command(table, "start").status_code == 200
    for _ in range(2000):
        play_bot_turns(table, service.table_cache.newest(table).version)
        view = host.view(table)
        if view["status"] == "finished":
            break
        if any(each["seat"] == 0 for each in view["asked"]):
            play_commands(table, [host], 1) if view["asked"][0]["seat"] == 0 else _answer(host, table)

    assert view["result"]["reason"] == "won"
    record = host.get(f"/v1/tables/{table}/record")
    assert verified_record(record.get_data()).disagreements == ()
    assert record.json["complete"]
    for viewer, user in ((Seat(0), host), (Onlooker.SPECTATOR, api.sign_up())):
        feed, after, more = FoldedFeed(viewer), 0, True
        while more:
            page = user.get(f"/v1/tables/{table}/events?after={after}&limit=1000").json
            for event in page["events"]:
                feed.take_in(event)
            after, more = page["next_after"], page["more"]
        folded, seen = feed.view(table), user.view(table)
        assert folded == {name: seen[name] for name in folded}


def _answer(host: User, table: str) -> None:
    """Makes the host's move in an exchange in which the bots have not chosen yet."""
    moves = host.get(f"/v1/tables/{table}/moves").json["moves"]
    assert host.command(table, moves["asked"], card=moves["cards"][0][0]).status_code == 200


def test_a_tampered_record_is_detected(api: Api):
    table, players = started(api, hands=2)
    play_commands(table, players, 2000)
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert verified_record(orjson.dumps(record)).disagreements == ()

    played = next(each for each in record["events"] if each["type"] == "combination_played")
    played["data"]["reading"]["top"] = "2" if played["data"]["reading"]["top"] != "2" else "A"
    assert verified_record(orjson.dumps(record)).disagreements
    places = next(each for each in record["events"] if each["type"] == "places_scored")
    places["data"]["points"][0] += 1
    assert verified_record(orjson.dumps(record)).disagreements


def test_lists_and_turns_contain_climbing_tables(api: Api, service):
    table, players = started(api)
    catch_up(service)
    listed = players[0].get("/v1/tables?mine=true").json["tables"]
    assert [(each["id"], each["game"]) for each in listed] == [(table, "zheng_shangyou")]
    waiting = [turn["what"] for player in players for turn in player.get("/v1/me/turns").json["turns"]]
    assert waiting == ["play"]


def test_the_rules_lab_answers_for_both_games(api: Api):
    profiles = api.call("GET", "/v1/rules/profiles").json["profiles"]
    assert {each["game"] for each in profiles if each["name"] in PROFILES} == {"zheng_shangyou"}
    options = api.call("GET", "/v1/rules/options").json["options"]
    for game, book in BOOKS.items():
        assert [each["name"] for each in options if each["game"] == game] == [option.name for option in book.options]
    for each in profiles:
        assert set(each["options"]) == {option["name"] for option in options if option["game"] == each["game"]}
    kinds = [each["kind"] for each in api.call("GET", "/v1/rules/kinds").json["kinds"]]
    assert {"score", "zs_score"} <= set(kinds)
    answered = api.call("POST", "/v1/rules/zs_beats", {"input": {"previous": ["9C"], "play": ["10D"]}})
    assert answered.json["beats"] is True


def test_rule_pages_name_the_game(api: Api):
    listed = api.call("GET", "/docs/rules", headers={"Accept": "application/json"}).json["profiles"]
    assert {each["game"] for each in listed} == set(BOOKS)
    assert re.search("<h1>Rules of san-jia-xi</h1><p>Zheng Shangyou: ", api.call("GET", "/docs/rules/san-jia-xi").text)
