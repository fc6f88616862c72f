"""The owner of a standing order learns how it ended: from the feed, the inbox, and mails."""

from typing import Any

from service.wiring import Service
from tests.support.api import Api, Json, User, started_table
from tests.support.inbox_groups import only_entry, visit
from tests.support.play import play_commands
from tests.support.post import PostOffice, confirmed, deliver, follow, time_passes
from tests.support.stored import catch_up

ONCE = {"do": "follow_lowest", "until": "trick"}
ALWAYS = {"do": "follow_lowest", "until": "match"}


def before_the_lead(api: Api, **members: Any) -> tuple[str, list[User], int]:
    """Returns a table whose dealer is about to lead, its players, and the seat of the dealer."""
    table, players = started_table(api, **members)
    while players[0].view(table)["match"]["phase"] != "playing":
        play_commands(table, players, 1)
    return table, players, players[0].view(table)["asked"][0]["seat"]


def ends(user: User, service: Service) -> list[Json]:
    catch_up(service)
    events = user.get("/v1/me/events?limit=1000").json["events"]
    return [{**each["data"], "table": each["table"]} for each in events if each["type"] == "orders_ended"]


def test_the_end_of_a_trick_ends_an_order_and_only_its_owner_is_told(api: Api, service: Service):
    table, players, dealer = before_the_lead(api)
    mine = players[(dealer + 1) % 4]
    assert mine.command(table, "give_orders", orders=[ONCE, ONCE, ALWAYS]).status_code == 200
    play_commands(table, players, 4)

    [told] = ends(mine, service)
    assert told.pop("version") <= mine.view(table)["version"]
    assert told == {"seat": (dealer + 1) % 4, "orders": ["1", "2"], "reason": "trick_over", "table": table}
    assert all(ends(other, service) == [] for other in players if other is not mine)


def test_an_order_that_acts_once_and_one_that_its_condition_ends_have_their_reasons(api: Api, service: Service):
    table, players, dealer = before_the_lead(api)
    leader, mine = players[dealer], players[(dealer + 1) % 4]
    cards = leader.get(f"/v1/tables/{table}/moves").json["moves"]["cards"][0]
    ended_by_the_lead = {**ALWAYS, "unless": {"played": cards}}
    assert mine.command(table, "give_orders", orders=[ended_by_the_lead]).status_code == 200
    assert leader.command(table, "give_orders", orders=[{"do": "lead", "cards": cards}]).status_code == 200

    told = [[(each["orders"], each["reason"]) for each in ends(user, service)] for user in (leader, mine)]
    assert told == [[(["1"], "played")], [(["1"], "overtaken")]]


def test_orders_that_a_player_withdraws_are_not_told(api: Api, service: Service):
    table, players, dealer = before_the_lead(api)
    mine = players[(dealer + 1) % 4]
    mine.command(table, "give_orders", orders=[ALWAYS])
    assert mine.command(table, "withdraw_orders").status_code == 200
    mine.command(table, "give_orders", orders=[ALWAYS])
    mine.command(table, "give_orders", orders=[])
    assert ends(mine, service) == []


def test_the_end_of_the_hand_is_told_and_the_end_of_the_match_is_not(api: Api, service: Service):
    table, players, dealer = before_the_lead(api, hands=2)
    mine = players[(dealer + 1) % 4]
    orders = [{"do": "follow_lowest", "until": "hand"}, ALWAYS]
    assert mine.command(table, "give_orders", orders=orders).status_code == 200
    while mine.view(table)["status"] == "playing":
        play_commands(table, players, 20)
    assert [(each["orders"], each["reason"]) for each in ends(mine, service)] == [(["1"], "hand_over")]


def test_the_inbox_says_why_orders_ended(api: Api, service: Service):
    table, players, dealer = before_the_lead(api)
    mine = players[(dealer + 1) % 4]
    mine.command(table, "give_orders", orders=[ONCE])
    play_commands(table, players, 4)
    while players[mine.view(table)["asked"][0]["seat"]] is not mine:
        play_commands(table, players, 1)
    catch_up(service)

    entry = only_entry(mine)
    assert len(entry["since_visit"]) <= 3
    assert entry["since_visit"][-1] == "1 of your standing orders ended, because the trick was over."
    version = mine.view(table)["version"]
    assert visit(mine, table, version).status_code == 204
    assert only_entry(mine)["since_visit"] == []


def test_mails_say_why_orders_ended(api: Api, service: Service, office: PostOffice):
    table, players, dealer = before_the_lead(api)
    mine = players[(dealer + 1) % 4]
    confirmed(service, office, mine, "ada@example.org", turn="each", match="each")
    mine.command(table, "give_orders", orders=[ONCE])
    play_commands(table, players, 4)
    while players[mine.view(table)["asked"][0]["seat"]] is not mine:
        play_commands(table, players, 1)
    follow(service)
    catch_up(service)
    time_passes(service)
    deliver(service)

    sentence = "1 of your standing orders ended, because the trick was over"
    texts = {str(mail.message["Subject"]): mail.text for mail in office.taken}
    [of_order] = [text for subject, text in texts.items() if subject.startswith(sentence)]
    assert "Sheng Ji (rules zhang-2021), hand 1" in of_order
    [of_turn] = [text for text in texts.values() if "It is your turn to play." in text]
    assert f"* {sentence}." in of_turn
