"""Fourteen sample mails, the last two in Chinese, written from real events at a fixed time with fixed cards.

`python -m tests.support.sample_mails` writes them to `tests/service/notifications/mail/samples`, as text and as HTML.
A test compares them. Read them aloud after a change.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from domain.kernel.instants import read_instant
from service.notifications.mail.dispatch import MailDispatch
from service.notifications.mail.jobs import send_mails
from service.notifications.mail.sender import MailResult
from service.notifications.projections import AccountFeeds
from service.notifications.reminding import Reminding
from service.platform.queue.job_queue import JobQueue
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.tables.deadlines import apply_deadlines
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.contract.recording.following import follow_all
from tests.contract.recording.recorder import Recorder
from tests.contract.recording.stage import Stage
from tests.support.api import User
from tests.support.databases import Databases
from tests.support.fixtures import directory_for_servers, tune
from tests.support.play import legal_command, play_commands
from tests.support.tournaments import open_tables, settle
from tests.support.tournaments_served import Tournament

SAMPLES = Path(__file__).parents[1] / "service" / "notifications" / "mail" / "samples"
DAY_S = 86400
CLOCK = {"kind": "simple", "per_move_s": DAY_S}
SETTINGS = {"smtp_host": "127.0.0.1", "mail_from": "Sheng Ji <cards@example.org>"}
ADDRESS = "ada@example.org"
EVERYTHING = dict.fromkeys(("turn", "reminder", "invitation", "match"), "each")
Sample = tuple[str, EmailMessage]
"""The name of a sample, and the mail."""


class Post:
    """Takes the mails of a service instead of a mail server."""

    timeout_s = 30.0

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []

    @contextmanager
    def connected(self) -> Iterator["Post"]:
        yield self

    def send(self, to: str, message: EmailMessage) -> MailResult:
        assert to == ADDRESS
        self.taken.append(message)
        return MailResult("sent", 250)


class Scene:
    """A service at a fixed time, and the mails to Ada."""

    def __init__(self, api: Recorder) -> None:
        self.api, self.post = api, Post()
        self.samples: list[Sample] = []
        self.ada, self.bob, self.carol = (self._player(name) for name in ("Ada", "Bob", "Carol"))
        # Dave wants no mail to name him.
        self.dave = api.sign_up("Dave")
        self.four = [self.ada, self.carol, self.bob, self.dave]

    @property
    def service(self) -> Service:
        return self.api.service

    def _player(self, name: str) -> User:
        user = self.api.sign_up(name)
        self.change(user, names=True)
        return user

    def change(self, user: User, **wanted: Any) -> None:
        """Changes the mail settings of a player."""
        changed = self.api.call("PATCH", "/v1/me/notifications", wanted, token=user.token)
        assert changed.status_code == 200, changed.text

    def mails(self) -> list[EmailMessage]:
        """Returns the mails that are due, after all processes have done their work."""
        service = self.service
        follow_all(service, AccountFeeds(service.database, service.store, service.notifier, service.mail))
        while Reminding(service.database, service.store, service.notifier, service.mail).send_due():
            pass
        WorkerContext.mail_sender = self.post  # type: ignore[assignment]
        send_mails()
        taken, self.post.taken = self.post.taken, []
        return taken

    def later(self, seconds: float) -> list[EmailMessage]:
        """Returns the mails of the next seconds."""
        self.mails()
        self.api.clock.pass_time(seconds)
        return self.mails()

    def take(self, name: str, mails: list[EmailMessage]) -> None:
        """Takes the only mail as a sample."""
        [mail] = mails
        self.samples.append((name, mail))

    def seated(self, players: list[User], **members: Any) -> str:
        """Returns a table of these players that has started."""
        table = players[0].open_table(**members)
        for seat, player in enumerate(players):
            assert player.command(table, "sit", seat=seat, entropy=f"dice {seat}").status_code == 200
        assert players[0].command(table, "start").status_code == 200
        return table

    def until_asked(self, table: str, user: User, least: int = 0) -> None:
        """Plays at least so many moves, and on until the user is asked."""
        play_commands(table, self.four, least)
        while self.four[self.ada.view(table)["asked"][0]["seat"]] is not user:
            play_commands(table, self.four, 1)


def samples(stage: Stage) -> list[Sample]:
    """Returns the mails, in the order of their names."""
    with stage.opened("sample mails", **SETTINGS) as api:
        scene = Scene(api)
        for tell in (_confirmation, _invitations, _match, _absence, _tournament, _climbing, _digest, _chinese):
            tell(scene)
    return [(f"{number:02d}_{name}", mail) for number, (name, mail) in enumerate(scene.samples, start=1)]


def _confirmation(scene: Scene) -> None:
    put = scene.api.call("PUT", "/v1/me/notifications/address", {"address": ADDRESS}, token=scene.ada.token)
    assert put.status_code == 202
    mails = scene.mails()
    scene.take("confirmation", mails)
    body = mails[0].get_body(("plain",))
    assert body is not None
    code = next(line for line in str(body.get_content()).splitlines() if line.startswith("sjm_"))
    assert scene.ada.post("/v1/me/notifications/confirmation", {"code": code}).status_code == 200
    scene.change(scene.ada, kinds=EVERYTHING, time_zone="Europe/Berlin")


def _invitations(scene: Scene) -> None:
    table = scene.bob.open_table(hands=8, clock=CLOCK)
    scene.bob.command(table, "sit", seat=0)
    scene.bob.command(table, "challenge_player", player=scene.ada.id, seat=2)
    scene.take("invitation", scene.later(60))
    scene.bob.command(table, "cancel")
    stranger = scene._player("win at evil.example/now")
    asked = {"rules": [{"profile": "zhang-2021"}], "partner": scene.ada.id}
    scene.api.clock.pass_time(3600)
    assert stranger.post("/v1/seeks", asked).status_code == 201
    scene.take("pair_asked_by_a_stranger", scene.later(60))


def _match(scene: Scene) -> None:
    scene.mails()
    table = scene.seated(scene.four, hands=2, clock=CLOCK)
    scene.until_asked(table, scene.ada)
    scene.take("start_and_first_turn", scene.later(120))
    scene.until_asked(table, scene.bob, 30)
    scene.api.clock.pass_time(3600)
    scene.until_asked(table, scene.ada)
    scene.take("turn", scene.later(120))
    scene.later(DAY_S / 2)
    scene.take("half_of_the_time", scene.later(60))
    play_commands(table, scene.four, 1000)
    assert scene.ada.view(table)["status"] == "finished"
    scene.take("match_over", scene.later(60))


def _absence(scene: Scene) -> None:
    table = scene.seated(scene.four, hands=4, clock=CLOCK, ladder={"grace_s": 0, "stand_in_after": 1})
    put = {"time_zone": "Europe/Berlin", "automatic_vacation": False}
    assert scene.api.call("PUT", "/v1/me/availability", put, token=scene.ada.token).status_code == 200
    scene.until_asked(table, scene.ada, 12)
    scene.mails()
    scene.api.clock.pass_time(DAY_S + 1)
    scene.mails()
    apply_deadlines(table)
    scene.take("missed_turn", scene.later(60))


def _tournament(scene: Scene) -> None:
    play = {"profile": "zhang-2021", "hands": 4, "clock": CLOCK}
    cup = Tournament(scene.api, name="Autumn Cup 2026", play=play, rounds={"is_automatic": False})
    for captain, partner in ((scene.ada, scene.bob), (scene.carol, scene.dave)):
        entrant = cup.done(captain, "register", name=f"{captain.id}", partners=[partner.id])[0]["data"]["entrant"]
        cup.done(partner, "accept_partner", entrant=entrant)
    cup.done(cup.owner, "start_tournament")
    cup.pair(1)
    settle(scene.service)
    [table] = open_tables(scene.service, cup.id)
    by_id = {user.id: user for user in scene.four}
    seats = [by_id[each["player"]] for each in scene.ada.view(table)["seats"]]
    scene.later(120)
    for _ in range(260):
        asked = seats[scene.ada.view(table)["asked"][0]["seat"]]
        if asked is scene.ada and scene.ada.view(table)["hand"]["number"] == 2:
            break
        answer = asked.post(f"/v1/tables/{table}/commands", legal_command(asked, table))
        assert answer.status_code == 200, answer.text
    scene.take("turn_in_a_tournament", scene.later(16 * 60)[-1:])
    scene.api.clock.pass_time(3600)
    scene.mails()
    cup.done(cup.owner, "cancel_tournament", reason="The hall is closed.")
    settle(scene.service)
    scene.take("tournament_called_off", scene.later(60))


def _climbing(scene: Scene) -> None:
    table = scene.seated(scene.four, profile="zheng-shangyou-4-partners", hands=6, clock=CLOCK)
    scene.until_asked(table, scene.ada, 4)
    scene.later(120)
    scene.until_asked(table, scene.bob, 1)
    scene.until_asked(table, scene.ada)
    scene.take("turn_of_zheng_shangyou", scene.later(16 * 60))


def _digest(scene: Scene) -> None:
    scene.mails()
    scene.change(scene.ada, kinds=dict.fromkeys(EVERYTHING, "digest"))
    for _ in range(2):
        table = scene.seated(scene.four, clock=CLOCK, hands=2)
        scene.until_asked(table, scene.ada, 6)
    invited = scene.carol.open_table(profile="zhao-peng-you", hands=4)
    scene.carol.command(invited, "challenge_player", player=scene.ada.id)
    cancelled = scene.bob.open_table()
    scene.ada.command(cancelled, "sit", seat=1)
    scene.bob.command(cancelled, "cancel")
    scene.take("digest", _next_digest(scene))


def _next_digest(scene: Scene) -> list[EmailMessage]:
    scene.mails()
    settings = scene.ada.get("/v1/me/notifications").json
    scene.api.clock.stop_at(read_instant(settings["next_digest_at"]))
    dispatch = MailDispatch(scene.service.database, JobQueue(scene.service.settings.redis_url), kept_days=30)
    dispatch.queue_digests()
    return scene.mails()


def _chinese(scene: Scene) -> None:
    scene.mails()
    chosen = scene.api.call("PUT", "/v1/me/language", {"language": "zh-Hans"}, token=scene.ada.token)
    assert chosen.status_code == 200
    scene.change(scene.ada, kinds=EVERYTHING)
    table = scene.seated(scene.four, hands=2, clock=CLOCK)
    scene.until_asked(table, scene.bob, 30)
    scene.later(3600)
    scene.until_asked(table, scene.ada)
    scene.take("turn_in_chinese", scene.later(120))
    scene.change(scene.ada, kinds=dict.fromkeys(EVERYTHING, "digest"))
    cancelled = scene.bob.open_table()
    scene.ada.command(cancelled, "sit", seat=1)
    scene.bob.command(cancelled, "cancel")
    scene.take("digest_in_chinese", _next_digest(scene))


def parts_of(mail: EmailMessage) -> dict[str, str]:
    """Returns the text of a mail below its main headers, and its HTML, by the ending of their files."""
    plain, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None
    assert html is not None
    head = "".join(
        f"{name}: {mail[name]}\n" for name in ("From", "To", "Subject", "Date", "List-Unsubscribe") if mail[name]
    )
    return {"txt": f"{head}\n{plain.get_content()}", "html": str(html.get_content())}


def main() -> None:
    """Starts servers, and writes the files."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = postgres.start()
            tune(url)
            made = samples(Stage(Databases(url), redis.start()))
        finally:
            redis.stop()
            postgres.stop()
    for old in SAMPLES.glob("*.*"):
        old.unlink()
    for name, mail in made:
        for ending, text in parts_of(mail).items():
            (SAMPLES / f"{name}.{ending}").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
