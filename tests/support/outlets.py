"""Records every output of the service that concerns a table, for one viewer.

These are the answers of all reading operations of openapi.yaml, refusals, answers after defects, open streams, waiting
pages, webhooks, mails, the export, log lines and metrics. The database clock is stopped and no id is random. So the
same table gives the same bytes.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, NamedTuple

import orjson
import pytest

from domain.clocks.rules import clock_rules
from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.kernel.cards import write_cards
from domain.kernel.instants import Instant, instant_of
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.asking import asking
from domain.table.events import CardsDealt, MatchEnded, TableOpened, TableStarted
from domain.table.evolve import fold
from domain.table.seat_events import SeatTaken
from domain.table.turn_clocks import DecisionContext as ClockMoment
from domain.table.turn_clocks import clocks_set_event
from service.accounts.reliability import projections as reliability
from service.notifications.handlers import Mail
from service.notifications.mail import jobs as mail
from service.notifications.mail.jobs import send_mails
from service.notifications.mail.sender import MailSender
from service.notifications.reminding import Reminding
from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import DeliveryResult, Sender, WebhookMessage
from service.platform.feeds.notifier import Waiter
from service.tables.bot_turns import let_bots_interject
from service.tables.feeds import TableFeed
from service.tables.player_commands import PlayerCommands
from service.tables.views import Views
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.belongings import Belongings
from tests.support.chat_messages import new_moderator
from tests.support.clock import SERVICE_CLOCK
from tests.support.frozen_api import AT_TABLE, TABLE, Asked, Moment, answer, command, commands_in_vain, opened_house
from tests.support.frozen_database import stop_time_and_chance
from tests.support.held_requests import PAGE, PATIENCE_S, number_of_waiters, until_all_is_done
from tests.support.post import PostOffice, confirmed
from tests.support.receiver import hook, receiving
from tests.support.root_log import line_without_times, logged
from tests.support.stored import STANDING, forget_table, store_table
from tests.support.surroundings import ASKERS, READS, STREAM_FORMS, Surroundings

NOW = datetime.fromisoformat(STANDING.split("'")[1])
CLOCK = clock_rules({"kind": "simple", "per_move_s": 36_000})


class Heard(NamedTuple):
    """An output of the service: its channel and its content."""

    way: str
    what: Any

    def differs_from(self, other: "Heard") -> str | None:
        """Returns where the two differ, or `None` if they are equal."""
        if self == other:
            return None
        here, there = repr(self.what), repr(other.what)
        place = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(here, there, strict=False)))
        return f"{self.way}: {here[max(place - 80, 0) : place + 80]} / {there[max(place - 80, 0) : place + 80]}"


def partings(here: Sequence[Heard], there: Sequence[Heard]) -> list[str]:
    """Returns the channels whose outputs differ, and where they differ."""
    found: list[str] = []
    for way in dict.fromkeys(each.way for each in (*here, *there)):
        one, other = ([each for each in heard if each.way == way] for heard in (here, there))
        if len(one) != len(other):
            found.append(f"{way}: {len(one)} times / {len(other)} times")
        found += filter(None, (each.differs_from(its) for each, its in zip(one, other, strict=False)))
    return found


class Exhibit(Exception):
    """A server error that contains all cards."""


def exhibit() -> Any:
    """Stands for a defect: raises `Exhibit` with all cards in its text."""
    raise Exhibit(the_cards())


def the_cards() -> str:
    """Returns the current cards of the table."""
    return _truth["cards"]


_truth: dict[str, str] = {}
PARTS = ("answers", "refusals", "live", "webhooks", "mails", "defects", "answers afterwards", "jobs that fail")


class Outlets(Surroundings):
    """Every output of the service about a table."""

    def asked(
        self, viewer: Viewer, askers: Sequence[str] = ASKERS, only: str | None = None
    ) -> Iterator[tuple[str, Asked]]:
        """Yields the requests of these players, with their channels, for every reading operation or `only` one."""
        user = self.house.user(viewer)
        tokens = {"viewer": user.token, "stranger": self.house.stranger.token, "moderator": self.moderator.token}
        for one in READS:
            if only is None or only == one.id:
                for asker in askers:
                    for path in self._paths(one, user, viewer):
                        yield f"GET {one.id} by {asker}", Asked(tokens.get(asker), "GET", path)

    # ---------------------------------------------------------------------------------------------- one case

    def everything(
        self, moment: Moment, then: Sequence[Asked], parts: Collection[str] = PARTS, only: str | None = None
    ) -> list[Heard]:
        """Returns every output of the service about a table: now, while others act, and afterwards.

        Args:
            moment: the table and its viewer.
            then: the requests of others.
            parts: the parts of `PARTS` to record; log and metrics are always recorded.
            only: the id of the only operation to call; `None` for all.
        """
        self._begin(moment)
        before = self._figures()
        heard: list[Heard] = []
        with logged() as lines:
            for part in PARTS:
                if part in parts:
                    heard += self._part(part, moment, then, only)
        after = self._figures()
        heard.append(Heard("metrics", {name: after[name] - before.get(name, 0.0) for name in sorted(after)}))
        heard.append(Heard("log", sorted(map(line_without_times, lines.getvalue().splitlines()))))
        return heard

    def _part(self, part: str, moment: Moment, then: Sequence[Asked], only: str | None) -> Iterable[Heard]:
        viewer = moment.viewer
        match part:
            case "answers":
                return self._answers(moment, ASKERS, only)
            case "refusals":
                return self._in_vain(moment)
            case "live":
                return self._while(moment, then)
            case "webhooks":
                return self._sent(viewer)
            case "mails":
                return self._mailed(viewer)
            case "defects":
                return self._defects(viewer)
            case "answers afterwards":
                return self._answers(moment, ASKERS[:1], only)
            case _:
                self._jobs_that_fail()
                return ()

    def _begin(self, moment: Moment) -> None:
        """Deletes all data of the previous case, and stores the table of this one."""
        house = self.house
        forget_table(house.owner, TABLE)
        for name in ("delivery", "mail", "reminder", "chat_message", "chat_reader", "chat_room"):
            house.owner.execute(f"DELETE FROM shengji.{name}")
        for name in ("reliability", "challenge", "proposal"):
            house.owner.execute(f"DELETE FROM shengji_read.{name}")
        house.owner.execute("UPDATE shengji.webhook SET claims = 0, failures = 0, leased_until = '-infinity'")
        house.owner.execute("UPDATE shengji.mailbox SET digest_after = 0, digest_at = NULL, wishes = '{}'")
        events = house.with_accounts(moment.events)
        dealt = [event.order for event in events if isinstance(event, CardsDealt)]
        _truth["cards"] = " ".join(write_cards(dealt[-1])) if dealt else "nothing"
        store_table(house.service, TABLE, events)
        # Requests every kind of mail at once.
        users = [house.user(moment.viewer).id]
        house.owner.execute(
            "UPDATE shengji.mailbox SET wishes = %s WHERE player_id = ANY(%s)",
            ['{"turn": "each", "reminder": "each", "invitation": "each", "match": "each"}', users],
        )
        house.service.begin_anew()
        self._say()
        self._follow()
        house.service.begin_anew()

    def _answers(self, moment: Moment, askers: Sequence[str], only: str | None) -> Iterator[Heard]:
        viewer, is_over = moment.viewer, isinstance(moment.events[-1], MatchEnded)
        for way, asked in self.asked(viewer, askers, only):
            given = answer(self.house.app, asked)
            is_left_out = is_over and "GET table_record" in way  # A record reveals everything after the match.
            yield Heard(way, given.status if is_left_out else given)

    def _in_vain(self, moment: Moment) -> Iterator[Heard]:
        token = self.house.user(moment.viewer).token
        for asked in commands_in_vain(token, moment.viewer, len(moment.events)):
            yield Heard("refusal", answer(self.house.app, asked))

    # ---------------------------------------------------------------------------------------------- while it happens

    def _while(self, moment: Moment, then: Sequence[Asked]) -> Iterator[Heard]:
        """Yields what arrives in streams and waiting pages while other players act."""
        viewer, user = moment.viewer, self.house.user(moment.viewer)
        with ExitStack() as stack:
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            all_done = threading.Event()
            stack.callback(all_done.set)
            patch.setattr(Waiter, "wait", until_all_is_done(all_done))
            open_ones = [
                (way, stack.enter_context(self._listening(token, path, form)))
                for way, token, one, form in self._streams(user)
                for path in self._paths(one, user, viewer)
            ]
            # Without new events a stream starts with a heartbeat.
            began = [(way, stream and [next(stream), next(stream)]) for way, stream in open_ones]
            # Players without a seat get no event of the table and would wait in vain.
            is_told = not isinstance(viewer, Onlooker) and not isinstance(moment.events[-1], MatchEnded)
            waited_for = [f"{AT_TABLE}/events", *(["/v1/me/events"] if is_told else [])]
            pages = [self._waiting(user, path) for path in waited_for]
            # A proposal notifies every seat, and messages arrive in the rooms.
            proposes = command(
                self.house.seats[1 if viewer == 0 else 0].token, {"type": "propose", "what": "abandon"}, is_own=False
            )
            done = [*(answer(self.house.app, each) for each in (*then, proposes)), *self._say()]
            self._follow()
            all_done.set()
            yield from (Heard("command", each) for each in done)
            for (way, stream), (_, begun) in zip(open_ones, began, strict=True):
                yield Heard(way, stream and [*begun, next(stream)])
            yield from (Heard("page that waits", page()) for page in pages)

    def _waiting(self, user: User, path: str) -> Callable[[], Any]:
        """Requests a page that waits for events. Returns a function that returns its answer."""
        end = answer(self.house.app, Asked(user.token, "GET", f"{path}?after=2000000000"))
        after = orjson.loads(end.body)["next_after"]
        service, pages = self.house.service, []
        ask = Asked(user.token, "GET", f"{path}?after={after}&wait=20")
        thread = threading.Thread(target=lambda: pages.append(answer(self.house.app, ask)), name=PAGE)
        waiting = number_of_waiters(service)
        thread.start()
        while number_of_waiters(service) == waiting and thread.is_alive():
            thread.join(0.005)

        def page() -> Any:
            thread.join(PATIENCE_S)
            return pages[0]

        return page

    # ---------------------------------------------------------------------------------------------- messages

    def _sent(self, viewer: Viewer) -> Iterator[Heard]:
        """Yields the webhook deliveries to the viewer: paths, headers and bodies."""
        service = self.house.service
        WebhookContext.basics, WebhookContext.sender = service, _Sender(service.webhooks.guard, PATIENCE_S)
        self.receiver.received.clear()
        while deliver_to(self.hooks[self.house.user(viewer).id].id):
            pass
        for each in self.receiver.received:
            yield Heard("webhook", (each.path, sorted(each.headers.items()), each.body))

    def _mailed(self, viewer: Viewer) -> Iterator[Heard]:
        """Yields the mails to the viewer: about events, reminders, and a digest."""
        service, user = self.house.service, self.house.user(viewer)
        WorkerContext.mail_sender = MailSender(service.settings)
        yield from self._posted("mail")
        Reminding(service.database, service.store, service.notifier, Mail(0.0)).send_due(now=NOW + timedelta(hours=6))
        yield from self._posted("mail that reminds")
        self.house.owner.execute(
            "UPDATE shengji.mailbox SET digest_at = %s, wishes = %s WHERE player_id = %s",
            [NOW, '{"turn": "digest", "reminder": "digest", "invitation": "digest", "match": "digest"}', user.id],
        )
        service.database.run(
            "queue_digest", {"player_id": user.id, "digest_at": NOW, "next_at": NOW + timedelta(days=1)}
        )
        yield from self._posted("digest")

    def _posted(self, way: str) -> Iterator[Heard]:
        self.office.taken.clear()
        send_mails()
        for each in sorted((each.message.as_bytes(), each.sender, each.to) for each in self.office.taken):
            yield Heard(way, each)

    # ---------------------------------------------------------------------------------------------- defects

    def _defects(self, viewer: Viewer) -> Iterator[Heard]:
        """Yields the answers when the service fails with all cards in the exception."""
        user = self.house.user(viewer)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Views, "own_view", lambda *_: exhibit())
            patch.setattr(PlayerCommands, "dry_run", lambda *_: exhibit())
            patch.setattr(TableFeed, "read", lambda *_: exhibit())
            for asked in (
                Asked(user.token, "GET", f"{AT_TABLE}/moves"),
                command(user.token, {"type": "pass"}, dry=True),
                Asked(user.token, "GET", f"{AT_TABLE}/events"),
            ):
                yield Heard("defect", answer(self.house.app, asked))
            for form in STREAM_FORMS:
                with self._listening(user.token, f"{AT_TABLE}/events", form) as stream:
                    yield Heard("stream with a defect", b"".join(stream or ()))

    def _jobs_that_fail(self) -> None:
        """Makes bots, mails and read models fail with all cards in the exceptions."""
        service = self.house.service
        with pytest.MonkeyPatch.context() as patch:
            for bots in BOTS.values():
                patch.setitem(bots, "steady", Failing())  # type: ignore[arg-type]
            let_bots_interject(service, TABLE)
            patch.setattr(mail, "message_of", lambda *_: exhibit())
            self.house.owner.execute(
                f"UPDATE shengji.mail SET state = 'pending', settled_at = NULL, next_attempt_at = {STANDING}"
            )
            send_mails()
            patch.setattr(reliability, "observe_command", lambda *_: exhibit())
            answer(self.house.app, command(self.house.seats[0].token, {"type": "set_entropy", "entropy": "last"}))
            self._follow()
            # Otherwise the projection would skip the next events of the table.
            self.house.owner.execute("DELETE FROM shengji.set_aside")


class _Sender(Sender):
    """A sender of webhooks that always reports the same duration."""

    def send(self, message: WebhookMessage) -> DeliveryResult:
        return super().send(message)._replace(duration_ms=5)


class Failing:
    """A bot with a defect."""

    name = "steady"

    def choose(self, *_: Any) -> Any:
        return exhibit()

    def interject(self, *_: Any) -> Any:
        return exhibit()


# ---------------------------------------------------------------------------------------------- what stands around it


def with_a_clock_and_a_bot(moment: Any) -> Any:
    """Returns the moment with a clock at its table, and with a bot at a seat that is not asked, if there is one."""
    table = fold(GAMES, moment.events)
    asked = {each.seat for each in asking(table)} | {0, 1, moment.viewer}
    free = next((seat for seat in range(len(table.seats)) if seat not in asked), None)

    def changed(event: Any) -> Any:
        match event:
            case TableOpened():
                return replace(event, clock=CLOCK)
            case SeatTaken(seat=seat) if seat == free and table.status == "playing":
                return replace(event, bot="steady")
            case _:
                return event

    events = tuple(map(changed, moment.events))
    begun = next(place for place, event in enumerate(events) if isinstance(event, TableStarted))
    started = clocks_set_event(
        fold(GAMES, events[:begun]), fold(GAMES, events), frozenset(), ClockMoment(Instant(instant_of(NOW)))
    )
    return replace(moment, events=events if started is None else (*events, started))


@contextmanager
def opened_outlets(
    api: Api, service: Any, database_url: str, opening: tuple[Any, ...], office: PostOffice
) -> Iterator[Outlets]:
    """Yields the outputs of a new house. `opening` has the events of a table before its start, which has rooms."""
    belongings = Belongings(api)
    with ExitStack() as stack:
        house = stack.enter_context(opened_house(api, service, database_url))
        receiver = stack.enter_context(receiving())
        users = [*house.seats, house.host]
        hooks = {user.id: hook(user, receiver.url) for user in users}
        for number, user in enumerate(users):
            confirmed(service, office, user, f"player{number}@example.org")
        codes = dict(house.owner.execute("SELECT player_id, code FROM shengji.mailbox").fetchall())
        store_table(house.service, TABLE, house.with_accounts(opening))
        invitation = house.host.post(f"{AT_TABLE}/invitations", {"uses": 2}).json["code"]
        for user in [*users, house.stranger]:
            user.api.call("PUT", f"{AT_TABLE}/notes", {"text": "hearts are out"}, token=user.token)
        house.stranger.post("/v1/reports", {"player": house.seats[1].id, "reason": "name"})
        moderator = new_moderator(api, service)
        stop_time_and_chance(house.owner)
        stack.enter_context(SERVICE_CLOCK.as_before())
        SERVICE_CLOCK.stop_at(NOW)
        yield Outlets(house, belongings, moderator, hooks, codes, invitation, receiver, office)
