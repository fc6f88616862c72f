"""An entry about a challenge names the challenger, the rules, the deadline and the replies."""

from datetime import datetime, timedelta

from service.wiring import Service
from tests.support.api import Api
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_groups import groups_of, only_entry, send, snooze
from tests.support.inbox_replies import entry_about, possible_replies
from tests.support.stored import catch_up
from tests.support.tournaments_served import Tournament
from tests.support.turns import CLOCK


def test_a_challenge_to_a_table_says_all_that_the_answer_depends_on(api: Api, service: Service):
    ada, eve = api.sign_up("Ada"), api.sign_up("Eve")
    table = eve.open_table(profile="zhang-2021", options={"take_back": "on"}, hands=8, clock=CLOCK)
    eve.command(table, "sit", seat=0)
    eve.command(table, "challenge_player", player=ada.id, seat=2)
    catch_up(service)

    entry = only_entry(ada)
    assert (entry["by"], entry["seat"], entry["table"]) == (eve.id, 2, table)
    assert ada.get("/v1/me/inbox").json["players"][eve.id]["name"] == "Eve"
    assert entry["play"] == {
        "game": "sheng_ji",
        "profile": "zhang-2021",
        "options": eve.view(table)["rules"]["options"],
        "hands": 8,
        "clock": CLOCK,
    }
    assert entry["play"]["options"]["take_back"] == "on"
    assert entry["deadline_at"] == eve.view(table)["expires_at"]
    assert [reply["title"] for reply in entry["replies"]] == ["Take the seat", "Decline"]
    snoozed = snooze(ada, table)
    expires = datetime.fromisoformat(entry["deadline_at"])
    assert datetime.fromisoformat(snoozed.json["until"]) == expires - timedelta(hours=1)
    assert send(ada, entry["replies"][0]).status_code == 200


def test_a_challenge_whose_table_expires_within_a_day_is_near(api: Api, service: Service):
    sandbox = ClockedSandbox(api, service)
    host, ada = sandbox.author, sandbox.sign_up()
    table = host.open_table(expires_after_s=2 * 86_400)
    host.command(table, "challenge_player", player=ada.id)
    sandbox.follow()
    assert [each["table"] for each in groups_of(ada)["others"]] == [table]
    sandbox.move("2027-03-21T12:00:01Z")
    assert [each["table"] for each in groups_of(ada)["deadline_near"]] == [table]


def test_a_challenge_in_a_ladder_names_the_challengers_and_how_it_is_played(api: Api, service: Service):
    tournament = Tournament(
        api,
        format="challenge_ladder",
        figures={"days": 30, "answer_days": 2},
        entrants={"kind": "pair", "seeding": "entry"},
        rounds={"window_s": 7 * 86_400},
        tie_breaks=["wins"],
        play={"profile": "zhang-2021", "hands": 6, "clock": CLOCK},
    )
    tournament.start(3)
    _, third, partner = tournament.pairs[2]
    [made] = tournament.done(third, "challenge_entrant", entrant=tournament.pairs[0][0])

    for player in tournament.pairs[0][1:]:
        entry = entry_about(player, service, "answer_challenge")
        assert sorted(entry["opponents"]) == sorted((third.id, partner.id))
        assert set(entry["opponents"]) <= set(player.get("/v1/me/inbox").json["players"])
        assert (entry["play"]["profile"], entry["play"]["hands"]) == ("zhang-2021", 6)
        assert entry["play"]["clock"] == CLOCK
        assert entry["deadline_at"] == made["data"]["until"]
        assert possible_replies(player, service, "answer_challenge") == ["Accept", "Decline"]
