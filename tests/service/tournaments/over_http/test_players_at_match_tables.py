"""Players at the table of a match over HTTP: forbidden commands, substitutes and tables that are called off."""

import pytest

from service.notifications.projections import AccountFeeds
from service.platform.queue.job_queue import JobQueue
from service.tournaments.jobs import continue_tournament
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.tournament_requests import catch_up
from tests.support.tournaments_served import Tournament


@pytest.fixture
def tables(service, running: Tournament, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the tables of round 1 after a worker has opened them."""
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    continue_tournament(running.id)
    catch_up(service)
    return [table for match in running.round(1)["matches"] for table in match["tables"]]


def sitting(running: Tournament, table: str) -> list[User]:
    """Returns the players of a table."""
    view = running.owner.get(f"/v1/tables/{table}").json
    users = {user.id: user for _, *pair in running.pairs for user in pair}
    return [users[seat["player"]] for seat in view["seats"]]


@pytest.mark.parametrize(
    "command",
    [{"type": "leave"}, {"type": "seat_bot", "seat": 1, "bot": "steady"}, {"type": "cancel"}],
    ids=lambda command: command["type"],
)
def test_players_of_a_match_cannot_give_up_or_change_seats(running: Tournament, tables: list[str], command: Json):
    host = sitting(running, tables[0])[0]
    answered = host.post(f"/v1/tables/{tables[0]}/commands", command)
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")
    assert answered.json["facts"]["tournament"] == running.id


def test_nobody_can_be_challenged_or_invited_to_a_match_table(api: Api, running: Tournament, tables: list[str]):
    host, outsider = sitting(running, tables[0])[0], api.sign_up("Otto")
    challenge = {"type": "challenge_player", "player": outsider.id, "seat": 0}
    answered = host.post(f"/v1/tables/{tables[0]}/commands", challenge)
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")
    answered = host.post(f"/v1/tables/{tables[0]}/invitations", {"uses": 1})
    assert (answered.status_code, answered.json["code"]) == (403, "seats_of_match")


def test_a_substitute_sees_the_cards_of_the_seat_and_the_replaced_player_no_longer(
    api: Api, running: Tournament, tables: list[str]
):
    entrant, captain, partner = running.pairs[0]
    [table] = [each for each in tables if captain in sitting(running, each)]
    seat = sitting(running, table).index(captain)
    before = captain.get(f"/v1/tables/{table}").json
    substitute = api.sign_up("Sue")
    running.done(substitute, "offer_to_substitute")
    running.done(captain, "call_substitute", entrant=entrant, player=substitute.id, instead_of=captain.id)
    continue_tournament(running.id)

    after, left = (user.get(f"/v1/tables/{table}").json for user in (substitute, captain))
    assert (before["you"], after["you"], left["you"]) == (seat, seat, None)
    assert after["match"]["hand"] == before["match"]["hand"]
    assert "hand" not in left["match"] or not left["match"]["hand"]
    assert partner.get(f"/v1/tables/{table}").json["seats"][seat]["player"] == substitute.id


def test_everybody_sees_why_a_table_was_called_off(service, running: Tournament, tables: list[str]):
    running.win(1, 1)
    continue_tournament(running.id)
    table = running.round(1)["matches"][0]["tables"][0]
    view = running.owner.get(f"/v1/tables/{table}").json
    assert (view["status"], view["result"]) == ("cancelled", None)
    events = running.owner.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    [called_off] = [each["data"] for each in events if each["type"] == "table_called_off"]
    assert called_off == {"why": "result_given"}
    assert events[0]["data"]["match"] == {"tournament": running.id, "round": 1, "number": 1}
    record = running.owner.get(f"/v1/tables/{table}/record").json
    assert record["complete"] is True
    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass
    player = sitting(running, table)[2]
    [own] = [
        each for each in player.get("/v1/me/events?limit=1000").json["events"] if each["type"] == "table_called_off"
    ]
    assert own["data"] == {"seat": 2, "why": "result_given", "version": own["data"]["version"]}
