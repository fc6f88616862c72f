"""A message says which tournament, game and hand it is about, and who plays."""

from typing import Any

from service.notifications.webhooks.jobs import deliver_to
from service.platform.queue.job_queue import JobQueue
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.contract import contract, misfits
from tests.support.mail_settings import patch
from tests.support.play import play_commands
from tests.support.post import follow
from tests.support.receiver import Hook, Receiver, hook
from tests.support.stored import catch_up
from tests.support.tournaments import follow as follow_tournaments
from tests.support.tournaments import open_tables, settle
from tests.support.tournaments_served import Tournament


def newest(service: Service, receiver: Receiver, which: Hook, kind: str) -> Any:
    """Sends all messages, and returns what the newest one of a type tells."""
    follow(service, None)
    follow_tournaments(service)
    catch_up(service)
    while deliver_to(which.id):
        pass
    messages = [each.verified(which.secret) for each in receiver.received]
    schema = contract()["components"]["schemas"]["WebhookMessage"]
    assert [misfits(schema, message) for message in messages] == [[]] * len(messages)
    return [message["about"] for message in messages if message["type"] == kind][-1]


def test_a_message_tells_the_game_the_hand_the_levels_and_the_players(api: Api, service: Service, receiver: Receiver):
    table, players = started_table(api, hands=2, spectators={"delay": "hand"})
    ada, carol = players[0], players[1]
    which = hook(ada, receiver.url)
    for player in (ada, carol):
        patch(player, names=True)
    play_commands(table, players, 40)

    about = newest(service, receiver, which, "turn_began")

    assert (about["game"], about["profile"], about["hands"], about["hand"]) == ("sheng_ji", "zhang-2021", 2, 1)
    assert (about["levels"], about["totals"], about["tournament"]) == (["2"] * 4, [], None)
    assert isinstance(about["taken"], int)
    assert [(each["side"], each["name"]) for each in about["seats"]] == [
        ("you", None),
        ("opponent", "player 1"),
        ("partner", None),
        ("opponent", None),
    ]
    assert [each["player"] for each in about["seats"]] == [player.id for player in players]


def test_a_player_without_a_seat_is_told_what_lists_tell(api: Api, service: Service, receiver: Receiver):
    table, players = started_table(api, spectators={"delay": "hand"}, ladder={"grace_s": 0}, clock=CLOCK)
    invited = api.sign_up()
    which = hook(invited, receiver.url)
    players[1].command(table, "leave")
    challenged = players[3].command(table, "challenge_player", player=invited.id, seat=1)
    assert challenged.status_code == 200, challenged.text

    about = newest(service, receiver, which, "challenged")

    assert (about["profile"], about["hand"], about["levels"], about["taken"]) == ("zhang-2021", None, [], None)
    assert {each["side"] for each in about["seats"]} == {"other"}


CLOCK = {"kind": "simple", "per_move_s": 86400}


def test_a_message_tells_the_tournament_and_its_round(api: Api, service: Service, receiver: Receiver):
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    cup = Tournament(api, name="Autumn Cup")
    cup.start(2)
    which = hook(cup.pairs[0][1], receiver.url)
    cup.pair(1)
    settle(service)
    assert len(open_tables(service, cup.id)) == 1

    assert newest(service, receiver, which, "table_started")["tournament"] == {
        "id": cup.id,
        "name": "Autumn Cup",
        "round": 1,
        "match": 1,
    }
    cup.done(cup.owner, "cancel_tournament", reason="The hall is closed.")
    about = newest(service, receiver, which, "tournament_over")
    assert about["tournament"] == {"id": cup.id, "name": "Autumn Cup", "round": None, "match": None}
    assert (about["game"], about["seats"]) == (None, [])


def test_a_name_of_a_tournament_like_a_link_is_not_told(api: Api, service: Service, receiver: Receiver):
    cup = Tournament(api, name="win at evil.example")
    cup.start(2)
    which = hook(cup.pairs[0][1], receiver.url)
    cup.done(cup.owner, "cancel_tournament", reason="The hall is closed.")

    assert newest(service, receiver, which, "tournament_over")["tournament"]["name"] is None


def test_the_log_of_deliveries_shows_the_same(api: Api, service: Service, receiver: Receiver, mine: Hook):
    user: User = mine.owner
    host = api.sign_up()
    table = host.open_table()
    host.command(table, "challenge_player", player=user.id)
    about = newest(service, receiver, mine, "challenged")

    [listed] = mine.deliveries()
    assert mine.delivery(listed["id"])["payload"]["about"] == about
    assert about["profile"] == "zhang-2021"
