"""Standing orders over HTTP: placed, shown, executed with the triggering move, reported and verified."""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.table.seat_events import ActedFor, EntropyChanged
from domain.tools.verification import verify
from service.notifications.projections import AccountFeeds
from service.notifications.table_notifications import CommandEvents, account_events_of
from service.tables.records import events_of_record
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.deals import playing
from tests.support.play import play_commands

FOLLOW = {"do": "follow_lowest", "until": "match"}
PASS = {"do": "pass", "until": "match"}


def led(api: Api, orders: list[Any] | None = None, **members: Any) -> tuple[str, list[User], int]:
    """Returns a table whose dealer is about to lead and whose other players have placed orders, and the dealer."""
    table, players = started_table(api, **members)
    while players[0].view(table)["match"]["phase"] != "playing":
        play_commands(table, players, 1)
    dealer = players[0].view(table)["asked"][0]["seat"]
    for seat, player in enumerate(players):
        if seat != dealer:
            given = player.command(table, "give_orders", orders=[FOLLOW] if orders is None else orders)
            assert given.status_code == 200, given.text
    return table, players, dealer


def types(answer: Any) -> list[str]:
    return [event["type"] for event in answer.json["events"]]


def lead(player: User, table: str) -> Any:
    moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
    answer = player.command(table, "play", cards=moves["cards"][0])
    assert answer.status_code == 200, answer.text
    return answer


def test_one_request_can_settle_a_whole_trick(api: Api):
    table, players, dealer = led(api)

    answer = lead(players[dealer], table)

    assert types(answer) == ["cards_played", *["acted_for", "cards_played"] * 3, "trick_won"]
    acted = [event["data"] for event in answer.json["events"] if event["type"] == "acted_for"]
    assert acted == [{"seat": (dealer + step) % 4, "how": "automatic", "order": None} for step in (1, 2, 3)]
    (asked,) = players[0].view(table)["asked"]
    assert asked["what"] == "play"


def test_a_whole_hand_needs_only_its_leads(api: Api):
    table, players, _ = led(api, hands=1)
    for player in players:
        player.command(table, "give_orders", orders=[FOLLOW], auto_forced=True)
    requests = 0
    while players[0].view(table)["status"] == "playing":
        asked = players[0].view(table)["asked"][0]["seat"]
        lead(players[asked], table)
        requests += 1

    assert requests <= 25
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert verify(events_of_record(record)).disagreements == ()
    order_events = [event["data"] for event in record["events"] if event["type"] in ("orders_given", "orders_ended")]
    assert order_events
    assert all(each["seat"] is None and not each["orders"] for each in order_events)
    assert {event["data"]["how"] for event in record["events"] if event["type"] == "acted_for"} == {"order", "forced"}


def test_a_seat_sees_only_its_own_orders(api: Api):
    table, players, dealer = led(api, orders=[])
    mine, other = players[(dealer + 1) % 4], players[(dealer + 2) % 4]
    card = mine.view(table)["match"]["hand"][0]
    orders = [{"do": "play", "cards": [card], "when": {"trick_from": 9, "led_by_side": ["partner"]}}, FOLLOW]

    before = mine.view(table)["version"]
    answer = mine.command(table, "give_orders", orders=orders, auto_forced=True)

    live = [{"id": "1", "until": "hand", **orders[0]}, {"id": "2", **FOLLOW}]
    shown = mine.view(table)["orders"]
    sentences = [each.pop("means") for each in shown["live"]]
    assert shown == {"auto_forced": True, "live": live, "ended": []}
    assert sentences == [
        f"If a partner led and it is trick 9 or later, answer the lead with {card}; once until the end of the hand.",
        "Follow with the lowest legal cards that have no points; until the end of the match.",
    ]
    [event] = answer.json["events"]
    assert event["data"] == {"seat": (dealer + 1) % 4, "orders": live, "auto_forced": True}
    assert other.view(table)["orders"] == {"auto_forced": False, "live": [], "ended": []}
    [event] = other.get(f"/v1/tables/{table}/events?after={before}").json["events"]
    assert event["data"] == {"seat": None, "orders": [], "auto_forced": None}
    assert api.sign_up("eve").view(table)["orders"] is None


def test_the_view_shows_how_orders_ended(api: Api):
    table, players, dealer = led(api)
    mine = players[(dealer + 1) % 4]
    once = {"do": "follow_lowest", "until": "trick"}
    mine.command(table, "give_orders", orders=[once, FOLLOW])

    lead(players[dealer], table)
    assert mine.view(table)["orders"]["ended"] == [{"id": "1", "reason": "trick_over", "means": "The trick was over."}]

    withdrawn = mine.command(table, "withdraw_orders", orders=["2"])
    assert withdrawn.json["events"][0]["data"] == {
        "seat": (dealer + 1) % 4,
        "orders": ["2"],
        "reason": "withdrawn",
        "auto_forced": False,
    }
    assert mine.view(table)["orders"]["live"] == []
    nothing = mine.command(table, "withdraw_orders")
    assert (nothing.status_code, nothing.json["code"]) == (409, "no_such_order")


def test_orders_act_at_once_when_their_player_is_to_move(api: Api):
    table, players, dealer = led(api, orders=[])
    lead(players[dealer], table)

    answer = players[(dealer + 1) % 4].command(table, "give_orders", orders=[FOLLOW])

    assert types(answer) == ["orders_given", "acted_for", "cards_played"]
    assert answer.json["events"][1]["data"]["how"] == "order"


def test_a_dry_run_validates_orders_without_placing_them(api: Api):
    table, players, dealer = led(api, orders=[])
    mine = players[(dealer + 1) % 4]
    door = f"/v1/tables/{table}/commands?dry_run=true"

    assert mine.post(door, {"type": "give_orders", "orders": [FOLLOW]}).json["legal"] is True
    assert mine.post(door, {"type": "give_orders", "orders": [{"do": "play_out"}]}).status_code == 422
    assert mine.view(table)["orders"]["live"] == []


def test_a_dry_run_explains_orders_and_shows_what_they_would_do_at_once(api: Api):
    table, players, dealer = led(api, orders=[])
    mine, other = players[(dealer + 1) % 4], players[(dealer + 2) % 4]
    lead(players[dealer], table)
    before = mine.view(table)

    def foreseen(player: User) -> Any:
        body = {"type": "give_orders", "orders": [FOLLOW]}
        return player.post(f"/v1/tables/{table}/commands?dry_run=true", body).json

    sentence = "Follow with the lowest legal cards that have no points; until the end of the match."
    assert foreseen(other)["foreseen"] == {
        "orders": [{"id": "1", "means": sentence}],
        "acts_now": None,
        "preview": foreseen(other)["foreseen"]["preview"],
    }
    acts_now = foreseen(mine)["foreseen"]["acts_now"]
    assert mine.view(table) == before
    events = mine.command(table, "give_orders", orders=[FOLLOW]).json["events"]
    played = next(event["data"]["cards"] for event in events if event["type"] == "cards_played")
    assert acts_now == {"order": "1", "type": "play", "cards": played}


def test_a_dry_run_previews_what_orders_would_have_done(api: Api):
    table, players, dealer = led(api, orders=[])
    play_commands(table, players, 12)
    mine = players[(dealer + 1) % 4]
    hand = mine.view(table)["match"]["hand"]

    def preview(*orders: Any) -> list[Any]:
        answer = mine.post(f"/v1/tables/{table}/commands?dry_run=true", {"type": "give_orders", "orders": list(orders)})
        assert answer.status_code == 200, answer.text
        found: list[Any] = answer.json["foreseen"]["preview"]
        return found

    turns = preview(FOLLOW)
    own = [
        each
        for each in mine.get(f"/v1/tables/{table}/events?after=0&limit=1000").json["events"]
        if each["data"].get("seat") == (dealer + 1) % 4
        and each["type"] in ("declaration_passed", "cards_played", "throw_failed")
    ]
    assert [turn["version"] for turn in turns] == [each["version"] for each in own]
    assert [turn["did"] for turn in turns] == [{"type": each["type"], "data": each["data"]} for each in own]
    [declared, *plays] = turns
    assert declared["would"] is None
    followed = [turn for turn in plays if turn["would"]]
    assert followed
    assert all(turn["would"]["type"] == "play" and turn["would"]["order"] == "1" for turn in followed)
    assert all(len(turn["would"]["cards"]) == len(turn["did"]["data"]["cards"]) for turn in followed)
    # An order that could not act any more is reported with its reason.
    gone = preview({"do": "pass", "when": {"asked": ["declare"]}, "until": "match"})
    assert gone[0]["would"] == {"order": "1", "type": "pass"}
    assert [turn["would"] for turn in gone[1:]] == [None] * len(gone[1:])
    ends = preview({"do": "play", "cards": hand[:1], "until": "hand", "unless": {"trick_from": 90}}, FOLLOW)
    assert {each["reason"] for turn in ends for each in turn["ended"]} <= {"not_legal"}


def test_the_preview_begins_anew_with_each_hand(api: Api):
    table, players, _ = led(api, orders=[], hands=2)
    while players[0].view(table)["hand"]["number"] == 1:
        play_commands(table, players, 1)
    body = {"type": "give_orders", "orders": [FOLLOW]}
    answer = players[0].post(f"/v1/tables/{table}/commands?dry_run=true", body)
    assert answer.json["foreseen"]["preview"] == []


@pytest.mark.parametrize("profile", ["zhang-2021", "zheng-shangyou-4-partners"])
def test_every_common_order_can_be_given(api: Api, profile: str):
    table, players = started_table(api, profile=profile)
    game = players[0].view(table)["game"]
    listed = [each for each in api.call("GET", "/v1/rules/orders/common").json["orders"] if each["game"] == game]
    assert len(listed) >= 5
    assert len({each["name"] for each in listed}) == len(listed)
    for each in listed:
        body = {"type": "give_orders", "orders": [each["order"]]}
        answer = players[0].post(f"/v1/tables/{table}/commands?dry_run=true", body)
        assert answer.status_code == 200, (each, answer.text)
        assert answer.json["foreseen"]["orders"][0]["means"] == each["means"]


def test_common_orders_of_all_games_are_listed(api: Api):
    games = {each["game"] for each in api.call("GET", "/v1/rules/orders/common").json["orders"]}
    assert games == {"sheng_ji", "zheng_shangyou"}


def test_the_same_key_gives_the_same_answer(api: Api):
    table, players, dealer = led(api, orders=[])
    mine = players[(dealer + 1) % 4]
    answers = [
        mine.command(table, "give_orders", headers={"Idempotency-Key": "once"}, orders=[FOLLOW]) for _ in range(2)
    ]

    assert answers[0].json == answers[1].json
    assert answers[1].headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    ("body", "status", "member"),
    [
        ({}, 400, "orders"),
        ({"orders": "all"}, 400, "orders"),
        ({"orders": [{}]}, 400, "orders.0.do"),
        ({"orders": [{"do": "think"}]}, 400, "orders.0.do"),
        ({"orders": [FOLLOW], "auto_forced": "yes"}, 400, "auto_forced"),
        ({"orders": [{**FOLLOW, "id": "1"}]}, 400, "orders.0.id"),
        ({"orders": [{**FOLLOW, "when": {"mood": 3}}]}, 400, "orders.0.when.mood"),
        ({"orders": [{**FOLLOW, "when": {"led_by": ["partner"]}}]}, 400, "orders.0.when.led_by.0"),
        ({"orders": [{"do": "play", "cards": ["1X"]}]}, 400, "orders.0.cards.0"),
        ({"orders": [{"do": "play", "cards": ["2S"], "then": [{"do": 5}]}]}, 400, "orders.0.then.0.do"),
        ({"orders": [FOLLOW] * 61}, 400, "orders"),
        ({"orders": [{"do": "play"}]}, 422, "orders.0.cards"),
        ({"orders": [{"do": "play", "cards": ["FC"]}]}, 422, "orders.0.cards"),
        ({"orders": [{"do": "cover", "most_wild": 1}]}, 422, "orders.0.most_wild"),
        ({"orders": [{"do": "declare", "suit": "S"}]}, 422, "orders.0"),
    ],
)
def test_an_error_in_orders_is_named(api: Api, body: dict[str, Any], status: int, member: str):
    table, players, dealer = led(api, orders=[])
    answer = players[(dealer + 1) % 4].command(table, "give_orders", **body)

    assert answer.status_code == status, answer.text
    facts = answer.json["facts"]
    assert member in (facts["fields"] if status == 400 else [facts["member"]])


@pytest.mark.parametrize("depth", [9, 100, 400, 1500])
def test_orders_nested_too_deeply_are_refused(api: Api, depth: int):
    table, players = started_table(api)
    within, behind = '{"do": "play", "cards": ["2S"], "then": [' * depth, "]}" * depth
    body = f'{{"type": "give_orders", "orders": [{within}{{"do": "follow_lowest"}}{behind}]}}'

    answer = players[0].post(f"/v1/tables/{table}/commands", body.encode())

    assert answer.status_code in (400, 413), answer.text
    assert answer.json["code"] in ("invalid_request", "malformed_json", "body_too_large")


def test_orders_need_a_seat_and_a_running_match(api: Api):
    host, eve = api.sign_up(), api.sign_up()
    table = host.open_table()
    host.command(table, "sit", seat=0)

    assert host.command(table, "give_orders", orders=[]).json["code"] == "not_started"
    assert eve.command(table, "give_orders", orders=[]).json["code"] == "not_seated"
    assert host.command(table, "withdraw_orders").json["code"] == "not_started"


# Notifications of turns -----------------------------------------------------------------------------------------------


def turns(service: Service, player: User) -> list[int]:
    """Returns the versions at which the player was notified of a turn."""
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass
    events = player.get("/v1/me/events?limit=1000").json["events"]
    return [event["data"]["version"] for event in events if event["type"] == "turn_began"]


def test_a_turn_answered_by_an_order_in_the_same_command_is_not_notified(api: Api, service: Service):
    table, players, dealer = led(api)
    before = [turns(service, player) for player in players]

    lead(players[dealer], table)

    view = players[0].view(table)
    asked = view["asked"][0]["seat"]
    for seat, player in enumerate(players):
        new = turns(service, player)[len(before[seat]) :]
        assert new == ([view["version"]] if seat == asked else [])
        assert len(player.get("/v1/me/turns").json["turns"]) <= 1


def test_others_who_are_already_to_move_get_no_new_turn(api: Api, service: Service):
    table, players = started_table(api, options={"deal_mode": "plan"})
    before = [turns(service, player) for player in players]
    given = players[1].command(table, "give_orders", orders=[PASS])
    assert types(given) == ["orders_given", "acted_for", "plan_filed"]

    assert [turns(service, player) for player in players] == before
    assert [each["seat"] for each in players[0].view(table)["asked"]] == [0, 2, 3]


def test_a_player_whose_order_acted_and_who_is_to_move_again_gets_a_new_turn():
    """When all may declare after the last card, a player who overrode by order may have more to declare."""
    table = playing(["3S 9S", "5S 4D", "6S 7S", "8S QS"]).after_plays("0: 3S").table
    quiet = CommandEvents("player 0", 30, table, (EntropyChanged(Seat(0), "other"),), table)
    acted = CommandEvents("player 0", 30, table, (ActedFor(Seat(1), "order", "1"),), table)

    assert account_events_of(quiet) == []
    assert [each.player for each in account_events_of(acted)] == ["player 1"]


def test_orders_can_pass_and_beat_in_zheng_shangyou(api: Api):
    table, players = started_table(api, profile="zheng-shangyou-4-partners", hands=1)
    cover = {"do": "cover", "otherwise": "pass", "until": "match"}
    asked = players[0].view(table)["asked"][0]["seat"]
    for seat, player in enumerate(players):
        if seat != asked:
            assert player.command(table, "give_orders", orders=[cover, {"do": "play_out"}]).status_code == 200

    answer = lead(players[asked], table)

    assert types(answer)[:3] == ["combination_played", "acted_for", types(answer)[2]]
    while players[0].view(table)["status"] == "playing":
        play_commands(table, players, 1)
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert verify(events_of_record(record)).disagreements == ()
