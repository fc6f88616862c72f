"""How players are notified: the feed of the account, the inbox, mails and webhooks."""

import dataclasses

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from tests.contract.recording.following import follow_all
from tests.contract.recording.meeting import four, seated
from tests.contract.recording.recorder import Recorder, with_settings
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.play import play_commands
from tests.support.post import code_in, deliver, post_office
from tests.support.receiver import Hook, Receiver, receiving, tell
from tests.support.tournaments_served import Tournament

CLOCK = {"kind": "simple", "per_move_s": 86400}
ADA = "ada@example.org"
TOLD = {"seat": 0, "what": "play", "version": 120}


def inbox(api: Recorder) -> None:
    """The decisions that wait for a player."""
    players = four(api)
    eve = api.sign_up("Eve")
    api.keep("none", eve.get("/v1/me/turns"))
    table = seated(players)
    follow_all(api.service)
    mover = players[players[0].view(table)["asked"][0]["seat"]]
    api.keep("moves", mover.get("/v1/me/turns?include=moves"))
    timed = seated(players, clock=CLOCK)
    host = players[0].open_table()
    mover = players[players[0].view(timed)["asked"][0]["seat"]]
    challenged = players[0].command(host, "challenge_player", player=mover.id)
    assert mover is not players[0], "choose another name for the scene"
    assert challenged.status_code == 200
    play_commands(table, players, 1)
    tournament = Tournament(api)
    asked = tournament.ask(eve, "register", None, name="Pair 1", partners=[mover.id])
    assert asked.status_code == 200
    follow_all(api.service)
    api.clock.pass_time(300)
    api.keep("one", mover.get("/v1/me/turns?limit=1"), next_cursor=None)


def inbox_in_groups(api: Recorder) -> None:
    """The same in groups of urgency, with snoozes, and the pace of a player."""
    players = four(api)
    table = seated(players, clock=CLOCK)
    api.keep("nothing", api.sign_up("Eve").get("/v1/me/inbox"))
    mover = players[players[0].view(table)["asked"][0]["seat"]]
    clockless = seated(players)
    assert players[1].command(clockless, "propose", what="draw").status_code == 200
    assert players[1].command(players[1].open_table(), "challenge_player", player=mover.id).status_code == 200
    api.clock.pass_time(300)
    play_commands(table, players, 8)
    follow_all(api.service)
    api.keep("urgent", mover.get("/v1/me/inbox"))
    snoozed = api.call("PUT", f"/v1/me/inbox/{clockless}/snooze", {}, token=players[2].token)
    api.keep("clockless", snoozed)
    asked = players[players[0].view(table)["asked"][0]["seat"]]
    api.keep("hour", api.call("PUT", f"/v1/me/inbox/{table}/snooze", {}, token=asked.token))
    api.keep("some", mover.get("/v1/me/pace"))
    seen = api.call("PUT", f"/v1/me/inbox/{table}/visit", {"version": 1}, token=api.sign_up("Finn").token)
    api.keep("not_seated", seen)


def account_feed(api: Recorder) -> None:
    """The events of an account, from the first turn to the end of a match."""
    players = four(api)
    table = seated(players)
    follow_all(api.service)
    mover = players[players[0].view(table)["asked"][0]["seat"]]
    numbers = [event["number"] for event in mover.get("/v1/me/events").json["events"]]
    api.keep("first_turn", mover.get(f"/v1/me/events?after={numbers[-1] - 2}"))
    play_commands(table, players, 300)
    follow_all(api.service)
    [*_, last] = [event["number"] for event in players[1].get("/v1/me/events?limit=1000").json["events"]]
    api.keep("results", players[1].get(f"/v1/me/events?after={last - 2}"))
    api.keep("nothing", players[1].get(f"/v1/me/events?after={last}"))
    api.keep_streams(f"/v1/me/events?after={last - 1}", players[1])


@with_settings(smtp_host="127.0.0.1", smtp_security="none", mail_from="Sheng Ji <cards@example.org>")
def mails(api: Recorder) -> None:
    """An address for mail, its confirmation and the frequency of mails."""
    ada = api.sign_up("Ada")
    path = "/v1/me/notifications"
    asked = api.call("PUT", f"{path}/address", {"address": ADA}, token=ada.token)
    api.keep("asked", asked)
    with post_office() as (office, port):
        settings = dataclasses.replace(api.service.settings, smtp_port=port)
        deliver(dataclasses.replace(api.service, settings=settings))
    code = code_in(office.taken.pop())
    api.keep("not_good", ada.post(f"{path}/confirmation", {"code": f"sjm_{'x' * 43}"}))
    api.keep("confirmed", ada.post(f"{path}/confirmation", {"code": code}), body="code")
    wanted = {"kinds": {"turn": "digest", "match": "off"}, "time_zone": "Europe/Berlin", "digest_hour": 8}
    api.keep("confirmed", api.call("PATCH", path, wanted, token=ada.token), body="digest")
    api.keep("confirmed", ada.get(path))
    api.keep("unknown", api.call("PATCH", path, {"time_zone": "Europe/Atlantis"}, token=ada.token))
    while (refused := api.call("PUT", f"{path}/address", {"address": ADA}, token=ada.token)).status_code == 202:
        pass
    api.keep("too_many", refused)


def mails_of_sandboxes(api: Recorder) -> None:
    """A reminder in a sandbox."""
    sandbox = ClockedSandbox(api, api.service, "2027-03-27T20:00:00Z")
    ada = sandbox.author
    put = api.call("PUT", "/v1/me/notifications/address", {"address": ADA}, token=ada.token)
    api.keep("in_a_sandbox", put)
    players = [ada, *(sandbox.sign_up(name) for name in ("Ben", "Carla", "Dan"))]
    table = seated(players, clock=CLOCK, pauses={})
    while ada.view(table)["asked"][0]["seat"] != 0:
        play_commands(table, players, 1)
    sandbox.advance("2027-03-28T08:01:01Z")
    reminder = next(mail for mail in ada.get("/v1/sandbox/mails").json["mails"] if mail["kind"] == "reminder")
    api.keep("one", ada.get("/v1/sandbox/mails"), mails=[reminder], next_cursor=None)


@with_settings(webhook_loopback=True)
def webhooks(api: Recorder) -> None:
    """A webhook for turns: its deliveries, and what becomes of it when its receiver fails."""
    WebhookContext.basics = api.service
    WebhookContext.sender = Sender(api.service.webhooks.guard, api.service.settings.webhook_timeout_s)
    ada = api.sign_up("Ada")
    path = "/v1/me/webhooks"
    api.keep("none", ada.get(path))
    with receiving() as receiver:
        api.replaced[f"http://127.0.0.1:{receiver.port}"] = "https://bots.example"
        asked = {"url": receiver.url.replace("turns?for=me", "turns"), "types": ["turn_began"]}
        made = api.keep("turns", ada.post(path, asked), body="turns")
        api.keep("one", ada.get(path))
        mine = Hook(ada, made["id"], made["secret"])
        api.keep("waiting", ada.post(f"{mine.path}/test"))
        deliver_to(mine.id)
        _failures(api, mine, receiver)
        display = Tournament(api)
        answered = display.owner.post(f"{display.path}/webhooks", {"url": f"http://127.0.0.1:{receiver.port}/pairs"})
        api.keep("display", answered)
        while (refused := ada.post(path, asked)).status_code == 201:
            pass
        assert refused.status_code == 409
    api.keep_common("UrlRefused", "private", ada.post(path, {"url": "https://10.0.0.1/turns"}))


def _failures(api: Recorder, mine: Hook, receiver: Receiver) -> None:
    """Lets deliveries fail until the server disables the webhook, and enables it again."""
    ada = mine.owner
    receiver.answers = [500] * 100
    tell(api.service, ada.id, data=TOLD, table=f"tbl_{1:026d}")
    deliver_to(mine.id)
    delivery = f"{mine.path}/deliveries/{mine.deliveries()[0]['id']}"
    answered = ada.get(delivery)
    api.keep("failed_once", answered, history=[{**answered.json["history"][0], "duration_ms": 117}])
    api.keep("one", ada.get(f"{mine.path}/deliveries?limit=1"), next_cursor=None)
    for _ in range(100):
        api.clock.pass_time(24 * 3600)
        deliver_to(mine.id)
        if not mine.document()["enabled"]:
            break
    api.keep("failing", ada.get(mine.path))
    disabled = ada.post(f"{mine.path}/test")
    api.keep_common("WebhookDisabled", "disabled", disabled)
    changes = {"types": ["turn_began", "match_ended"], "enabled": True}
    api.keep("enabled", api.call("PATCH", mine.path, changes, token=ada.token))
    receiver.answers = []
    api.keep("waiting", ada.post(f"{delivery}/redeliver"))
    api.keep("rotated", ada.post(f"{mine.path}/secret", {}))


SCENES = (inbox, inbox_in_groups, account_feed, mails, mails_of_sandboxes, webhooks)
