"""No output of the service depends on hidden cards: exchanging them among the other players changes nothing.

`tests.support.outlets` has all outputs. The operations are read from openapi.yaml, so that new ones are included. Then
a leak is planted in each output, and must be found there.
"""

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from random import Random
from types import ModuleType
from typing import Any, NamedTuple
from zlib import crc32

import orjson
import pytest
from flask import Flask, Response
from hypothesis import settings as hypothesis_settings

from domain.games.sheng_ji import claims as proofs
from domain.games.sheng_ji.commands import Claim
from domain.games.sheng_ji.holding import hand_cards, hand_size
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat, right_of
from domain.kernel.viewers import Onlooker
from domain.orders.order import EndedOrder
from domain.table import automatic_moves, redact
from domain.table.evolve import fold
from service import feed_answers as feeds
from service.accounts import export
from service.notifications import projections as account_events
from service.notifications.mail.texts import Said, Writer
from service.notifications.webhooks import jobs as deliver
from service.notifications.webhooks import sender as webhook_sender
from service.platform import logs
from service.platform.http import problems
from service.platform.limits import Limits
from service.platform.settings import Settings
from service.platform.store.database import Database
from service.processes import app as front
from service.wiring import Service
from tests.support import climbing_moments, outlets, shengji_moments
from tests.support.acting_orders import Acting, acting_orders
from tests.support.api import Api
from tests.support.climbing import FORMS
from tests.support.climbing_exchange import moment_by_chance as climbing_moment_by_chance
from tests.support.exchange import Moment as ExchangedMoment
from tests.support.exchange import moment_by_chance
from tests.support.fixtures import PATIENT
from tests.support.house import Answer, Asked, Moment, NextMove, command
from tests.support.matches import played_by_chance
from tests.support.outlets import ASKERS, PARTS, READS, Heard, Outlets, opened_outlets, partings, the_cards
from tests.support.post import PostOffice, with_mail
from tests.support.standing import heed_standing_time
from tests.support.stored import HONEST
from tests.support.table import SHENG_JI

ROUNDS = max(hypothesis_settings().max_examples // 15, 2)
"""The number of positions tested for each game."""
KINDS = ("following in the next hand", "burying", "following", "filing plans")
PLACES = (0, None, 1)
NOT_FOR_US = frozenset(
    {
        "show_authorization",  # only for browsers that a client redirects
        "view_sandbox",  # only for players in a sandbox
        "list_sandbox_mails",  # only for players in a sandbox
        "view_invitation",  # leads to tables before their start only
        "make_entry_code",  # only for staff of a tournament
        "view_league_season",  # these two must have started
        "view_tournament_board",
        "view_board_match",  # only for its two players
    }
)
"""Operations that only refuse the viewers of these tests."""


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str], offices: tuple[PostOffice, int]) -> Iterator[Settings]:
    """Settings with mails, local webhooks and logging of every request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_configure", heed_standing_time())
        given = with_mail(database_url, servers[1], offices[1], webhook_loopback=True)
        yield dataclasses.replace(given, log_requests=True)


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Limits with which streams send heartbeats soon, and always ask for the same delay."""
    return dataclasses.replace(PATIENT, heartbeat_s=0.05, reconnect_ms=(500, 500))


@pytest.fixture(scope="module")
def ways(api: Api, service: Service, database_url: str, offices: tuple[PostOffice, int]) -> Iterator[Outlets]:
    opening = shengji_moments.moment_of("declaring", None, "opening").events[:5]
    with opened_outlets(api, service, database_url, opening, offices[0]) as opened:
        yield opened


# The law -------------------------------------------------------------------------------------------------------------


class Twice(NamedTuple):
    """A position with the next moves of others, and the same with other hidden cards."""

    here: Moment
    there: Moment
    then_here: list[Asked]
    then_there: list[Asked]

    def heard(self, ways: Outlets, *parts: str, only: str | None = None) -> tuple[list[Heard], list[Heard]]:
        """Returns all outputs of the service in both cases."""
        looked_at = parts or PARTS
        return (
            ways.everything(self.here, self.then_here, looked_at, only),
            ways.everything(self.there, self.then_there, looked_at, only),
        )


def twice(ways: Outlets, family: ModuleType, moment: Moment, seed: int) -> Twice:
    other, move = family.exchanged_with_next_move(moment, Random(seed))
    here, there = (outlets.with_a_clock_and_a_bot(each) for each in (moment, other))
    return Twice(here, there, *(_then(ways, family, moment, move, case) for case in ("here", "there")))


def _then(ways: Outlets, family: ModuleType, moment: Moment, move: NextMove | None, case: str) -> list[Asked]:
    """Returns a move that reveals nothing else to the viewer, if there is one."""
    seats = ways.house.seats
    entropy = command(seats[0].token, {"type": "set_entropy", "entropy": "new"}, is_own=moment.viewer == 0)
    if move is None:
        return [entropy]
    moved = family.in_json(getattr(move, case))
    return [command(seats[move.seat].token, moved, is_own=move.seat == moment.viewer), entropy]


def of_sheng_ji(ways: Outlets, kind: str, place: int | None, seed: int) -> Twice:
    return twice(ways, shengji_moments, _moment_of_sheng_ji(kind, place, seed), seed)


@cache
def _moment_of_sheng_ji(kind: str, place: int | None, seed: int) -> Moment:
    return shengji_moments.moment_of(kind, place, f"anywhere {kind} {place} {seed}")


def of_zheng_shangyou(ways: Outlets, seed: int) -> Twice:
    return twice(ways, climbing_moments, climbing_moment_by_chance(*FORMS[seed % len(FORMS)], seed), seed)


def is_defect(heard: Heard) -> bool:
    """Returns whether something failed unexpectedly."""
    return isinstance(heard.what, Answer) and heard.what.status >= 500 and heard.way != "defect"


@pytest.mark.parametrize("game", ["sheng_ji", "zheng_shangyou"])
def test_no_output_of_the_service_depends_on_hidden_cards(ways, game):
    for seed in range(ROUNDS):
        if game == "sheng_ji":
            kinds = (*KINDS, *shengji_moments.KINDS)
            both = of_sheng_ji(ways, kinds[seed % len(kinds)], PLACES[seed % len(PLACES)], seed)
        else:
            both = of_zheng_shangyou(ways, seed)
        here, there = both.heard(ways)

        assert partings(here, there) == []
        assert not [each for each in here if is_defect(each)]


def test_every_reading_operation_is_requested_by_every_viewer_and_succeeds_for_one(ways):
    here, _ = of_sheng_ji(ways, "following in the next hand", 0, 0).heard(ways, "answers")
    statuses = {
        each.way: each.what if isinstance(each.what, int) else each.what.status
        for each in here
        if each.way.startswith("GET ")
    }

    assert statuses.keys() == {f"GET {one.id} by {asker}" for one in READS for asker in ASKERS}
    answered = {way.split()[1] for way, status in statuses.items() if status < 400}
    assert {one.id for one in READS} - answered == NOT_FOR_US


def test_every_channel_delivers_something(ways):
    seated, _ = of_sheng_ji(ways, "following in the next hand", 0, 0).heard(ways, *PARTS[1:])

    found = {each.way for each in seated if each.what}
    streams = {f"{form} of {one.id}" for one in outlets.STREAMS for form in outlets.STREAM_FORMS}
    assert len(streams) == 6
    once = {"refusal", "command", "page that waits", "webhook", "mail", "mail that reminds", "digest", "metrics", "log"}
    assert streams | once | {"defect", "stream with a defect"} <= found
    logged = b"".join(seated[-1].what)
    for said in (b"bot steady failed", b"cannot be written", b"cannot be read", b"was closed", b'"defect"'):
        assert said in logged


# Orders that act -----------------------------------------------------------------------------------------------------


def orders_of(game: str, wanted: Callable[[Acting], bool]) -> Iterator[Acting]:
    """Positions of a game at which orders respond to the move of another player."""
    for seed in count():
        if game == "sheng_ji":
            moment: Moment = moment_by_chance("zhang-2021", {}, seed)
        else:
            moment = climbing_moment_by_chance("zheng-shangyou", {"zs_players": 4}, seed)
        if not isinstance(moment.viewer, Onlooker):
            family = FAMILIES[game]
            found = (acting_orders(family, moment, f"{seed} {attempt}") for attempt in range(4))
            yield from (each for each in found if each and wanted(each))


FAMILIES: dict[str, ModuleType] = {"sheng_ji": shengji_moments, "zheng_shangyou": climbing_moments}
WHOSE: dict[str, Callable[[Acting], bool]] = {
    "viewer": lambda acting: acting.here.viewer in acting.acted,
    "others": lambda acting: bool(acting.acted - {acting.here.viewer}),
}


def with_orders(ways: Outlets, game: str, acting: Acting) -> Twice:
    seats, move = ways.house.seats, acting.move
    moved = [
        [command(seats[move.seat].token, FAMILIES[game].in_json(each), is_own=False)]
        for each in (move.here, move.there)
    ]
    return Twice(acting.here, acting.there, *moved)


@pytest.mark.slow
@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize("game", FAMILIES)
def test_executed_orders_reveal_nothing_about_hidden_cards(ways, game, whose):
    for acting in islice(orders_of(game, WHOSE[whose]), max(ROUNDS // 4, 1)):
        here, there = with_orders(ways, game, acting).heard(ways, "live", "webhooks", "answers afterwards")

        assert partings(here, there) == []
        assert next(each for each in here if each.way == "command").what.status == 200
        [stream] = [each.what for each in here if each.way == "application/x-ndjson of table_events"]
        assert b"acted_for" in stream[-1]


# Claims --------------------------------------------------------------------------------------------------------------


def claims(*, is_proven: bool) -> Iterator[tuple[Moment, tuple[Claim, ...]]]:
    """Positions late in a hand, seen by the leader, with claims that are all proven or all refused."""
    for seed in count():
        events: list[Any] = []
        for outcome in played_by_chance(seed, "zhang-2021", {}, 1):
            events.extend(outcome.events)
            tricks = outcome.table.match.phase if outcome.table.match else None
            if isinstance(tricks, Tricks) and tricks.trick is None and 2 <= hand_size(tricks.hands[0].known) <= 6:
                hand = hand_cards(tricks.deal.order, tricks.hands[tricks.turn].known)
                tries = (
                    Claim(),
                    Claim(tuple((card,) for card in sorted(hand))),
                    Claim(tuple((card,) for card in hand)),
                )
                seat = tricks.turn
                proven = [shengji_moments.what_follows(outcome.table, seat, claim) is not None for claim in tries]
                if proven[0] if is_proven else not any(proven):
                    yield ExchangedMoment(tuple(events), seat), tries


def claimed(ways: Outlets, moment: Moment, tries: tuple[Claim, ...], seed: int = 1) -> Twice:
    """Makes the claims in both cases, by the viewer or by the leader."""
    other = shengji_moments.exchanged(moment, Random(seed))
    [(leader, _)] = SHENG_JI.asked(fold(HONEST, moment.events).match)
    token, is_own = ways.house.seats[leader].token, leader == moment.viewer
    asked = [command(token, shengji_moments.in_json(each), is_own=is_own) for each in tries]
    if is_own:
        asked = [*(command(token, each.body, dry=True) for each in asked), *asked]
    return Twice(moment, other, asked, asked)


def test_the_refusal_of_a_claim_does_not_depend_on_hidden_cards(ways):
    for moment, tries in islice(claims(is_proven=False), ROUNDS):
        here, there = claimed(ways, moment, tries).heard(ways, "live")

        assert partings(here, there) == []
        answers = [each.what for each in here if each.way == "command"][: 2 * len(tries)]
        assert [each.status for each in answers] == [422] * 2 * len(tries)
        dry, earnest = answers[: len(tries)], answers[len(tries) :]
        # The claim is refused on the knowledge of the seat, so executing it reveals no more than the dry run.
        assert [each.body for each in dry] == [each.body for each in earnest]


def test_other_players_get_no_sign_of_a_refused_claim(ways):
    found = 0
    for moment, tries in claims(is_proven=False):
        watching = dataclasses.replace(moment, viewer=right_of(moment.viewer, 4, 1))
        both = claimed(ways, watching, tries[:1])
        if not is_refused(both.there, tries[0]):
            continue
        here, there = both.heard(ways, "live", "webhooks")

        assert partings(here, there) == []
        [stream] = [each.what for each in here if each.way == "application/x-ndjson of table_events"]
        assert b"claim" not in stream[-1]
        found += 1
        if found == max(ROUNDS // 2, 1):
            break


def is_refused(moment: Moment, claim: Claim) -> bool:
    table = fold(HONEST, moment.events)
    [(seat, _)] = SHENG_JI.asked(table.match)
    return shengji_moments.what_follows(table, seat, claim) is None


def test_a_provable_claim_is_accepted_wherever_the_hidden_cards_are(ways):
    for moment, tries in islice(claims(is_proven=True), ROUNDS):
        both = claimed(ways, moment, tries[:1])
        here, there = both.heard(ways, "live")

        answers = [[each.what for each in heard if each.way == "command"][:2] for heard in (here, there)]
        assert answers[0][0] == answers[1][0]
        assert [each.status for case in answers for each in case] == [200] * 4
        # After the claim the hand is over and everybody sees all cards.
        first = [orjson.loads(case[1].body)["events"][0] for case in answers]
        assert first[0] == first[1]
        assert first[0]["type"] == "claim_proven"


# Planted leaks --------------------------------------------------------------------------------------------------------


Plant = Callable[[pytest.MonkeyPatch], None]


def also(measuring: dict[str, Any]) -> dict[str, Any]:
    return {**measuring, "cards": the_cards()}


def entries_of(style: type) -> Plant:
    honest = style.entry

    def entry(self: Any, entry: Any) -> bytes:
        return honest(self, entry._replace(document=also(entry.document)))

    return lambda patch: patch.setattr(style, "entry", entry)


def last_words_of(style: type) -> Plant:
    return lambda patch: patch.setattr(style, "reconnect", lambda *_: the_cards().encode())


def what_comes_while_one_listens(patch: pytest.MonkeyPatch) -> None:
    honest = feeds.Listener._next

    def leaky(self: Any, after: int, waiter: Any) -> Any:
        entries = honest(self, after, waiter)
        return [each._replace(document=also(each.document)) for each in entries] if after else entries

    patch.setattr(feeds.Listener, "_next", leaky)


def pages_that_wait(patch: pytest.MonkeyPatch) -> None:
    honest = feeds._wait_for

    def leaky(*given: Any) -> Any:
        return [each._replace(document=also(each.document)) for each in honest(*given)]

    patch.setattr(feeds, "_wait_for", leaky)


def what_accounts_are_told(patch: pytest.MonkeyPatch) -> None:
    honest = account_events.account_events_of
    patch.setattr(
        account_events,
        "account_events_of",
        lambda happening: [each._replace(data=also(each.data)) for each in honest(happening)],
    )


def bodies_of_webhooks(patch: pytest.MonkeyPatch) -> None:
    honest = deliver.account_event_document
    patch.setattr(deliver, "account_event_document", lambda event: also(honest(event)))


def heads_of_webhooks(patch: pytest.MonkeyPatch) -> None:
    honest = webhook_sender.headers_of
    patch.setattr(webhook_sender, "headers_of", lambda message: {**honest(message), "x-cards": the_cards()})


def mails_by(what: str) -> Plant:
    honest = getattr(Writer, what)

    def leaky(self: Any, *given: Any) -> Said:
        said: Said = honest(self, *given)
        return said._replace(lines=[*said.lines, the_cards()])

    return lambda patch: patch.setattr(Writer, what, leaky)


def heads_of_mails(patch: pytest.MonkeyPatch) -> None:
    honest = Writer.message

    def leaky(self: Any, letter: Any, said: Said) -> Any:
        message = honest(self, letter, said)
        message["X-Cards"] = the_cards()[:60]
        return message

    patch.setattr(Writer, "message", leaky)


def exports(patch: pytest.MonkeyPatch) -> None:
    honest = export.PARTS["tables"]
    patch.setattr(export, "PARTS", {**export.PARTS, "tables": lambda *given: map(also, honest(*given))})


def bodies_of_problems(patch: pytest.MonkeyPatch) -> None:
    honest = problems.json_bytes
    patch.setattr(problems, "json_bytes", lambda body: honest(also(body)))


def paths_in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(front, "shown_path", lambda path: f"{path} {the_cards()}")


def names_in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(outlets.Failing, "name", property(lambda _: the_cards()))


def words_in_traces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(logs, "PLAIN", (Exception,))


class Measuring:
    """Counts requests by the cards."""

    def __init__(self, labels: Callable[..., tuple[Any, ...]], times: Callable[[], int]) -> None:
        self._labels, self._times = labels, times

    def labels(self, *given: Any) -> "Measuring":
        self._measured = front_seconds.labels(*self._labels(*given))
        return self

    def observe(self, took: float) -> None:
        for _ in range(self._times()):
            self._measured.observe(took)


front_seconds = front.REQUEST_SECONDS


def names_of_figures(patch: pytest.MonkeyPatch) -> None:
    measuring = Measuring(lambda _: (the_cards()[:20],), lambda: 1)
    patch.setattr(front, "REQUEST_SECONDS", measuring)


def figures(patch: pytest.MonkeyPatch) -> None:
    measuring = Measuring(lambda *given: given, lambda: 1 + sum(the_cards().encode()[:40]) % 7)
    patch.setattr(front, "REQUEST_SECONDS", measuring)


class Leak(NamedTuple):
    """A leak: how it is planted, which outputs are examined, and in which channel it has to be found."""

    plant: Plant
    part: str
    way: str
    only: str | None = None


LEAKS: dict[str, Leak] = {
    "server-sent events": Leak(entries_of(feeds.EventStream), "live", "text/event-stream of table_events"),
    "server-sent events of the account": Leak(entries_of(feeds.EventStream), "live", "text/event-stream of account_ev"),
    "lines": Leak(entries_of(feeds.Lines), "live", "application/x-ndjson of table_events"),
    "lines of the account": Leak(entries_of(feeds.Lines), "live", "application/x-ndjson of account_events"),
    "messages of the rooms": Leak(entries_of(feeds.Lines), "live", "application/x-ndjson of room_messages"),
    "what comes live": Leak(what_comes_while_one_listens, "live", "text/event-stream of table_events"),
    "what comes live in lines": Leak(what_comes_while_one_listens, "live", "application/x-ndjson of account_events"),
    "last words of a stream": Leak(last_words_of(feeds.EventStream), "defects", "stream with a defect"),
    "last words of lines": Leak(last_words_of(feeds.Lines), "defects", "stream with a defect"),
    "pages that wait": Leak(pages_that_wait, "live", "page that waits"),
    "feeds of accounts": Leak(what_accounts_are_told, "answers", "GET account_events by viewer", "account_events"),
    "feeds of accounts in webhooks": Leak(what_accounts_are_told, "webhooks", "webhook"),
    "feeds of accounts in deliveries": Leak(
        what_accounts_are_told, "answers", "GET view_delivery by viewer", "view_delivery"
    ),
    "bodies of webhooks": Leak(bodies_of_webhooks, "webhooks", "webhook"),
    "heads of webhooks": Leak(heads_of_webhooks, "webhooks", "webhook"),
    "mails about turns": Leak(mails_by("turn"), "mails", "mail"),
    "mails about what has happened": Leak(mails_by("happened"), "mails", "mail"),
    "mails that remind": Leak(mails_by("reminder"), "mails", "mail that reminds"),
    "digests": Leak(mails_by("digest"), "mails", "digest"),
    "heads of mails": Leak(heads_of_mails, "mails", "digest"),
    "the export": Leak(exports, "answers", "GET export_account by viewer", "export_account"),
    "refusals": Leak(bodies_of_problems, "refusals", "refusal"),
    "defects": Leak(bodies_of_problems, "defects", "defect"),
    "paths in the log": Leak(paths_in_the_log, "refusals", "log"),
    "names in the log": Leak(names_in_the_log, "jobs that fail", "log"),
    "traces of requests": Leak(words_in_traces, "defects", "log"),
    "traces of jobs": Leak(words_in_traces, "jobs that fail", "log"),
    "names of figures": Leak(names_of_figures, "refusals", "metrics"),
    "figures": Leak(figures, "refusals", "metrics"),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(ways, monkeypatch, leak):
    both = of_sheng_ji(ways, "following in the next hand", 0, 0)
    with monkeypatch.context() as planted:
        leak.plant(planted)
        found = partings(*both.heard(ways, leak.part, only=leak.only))

    assert any(each.startswith(leak.way) for each in found)


def test_a_planted_leak_in_any_operation_is_found(ways):
    app: Flask = ways.house.app

    def leaky(response: Response) -> Response:
        response.headers["X-Cards"] = str(hash(the_cards()))
        return response

    hooks = app.after_request_funcs.setdefault(None, [])
    hooks.append(leaky)
    try:
        found = partings(*of_sheng_ji(ways, "following", 0, 0).heard(ways, "answers"))
    finally:
        hooks.remove(leaky)

    of_operations = {each.split(":")[0] for each in found}
    every = {f"GET {one.id} by {asker}" for one in READS for asker in ASKERS}
    assert every - of_operations == set()


def orders_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redact, "_without_orders_of_others", lambda event, _: event)


def orders_that_end_by_the_cards_of_others(patch: pytest.MonkeyPatch) -> None:
    honest = automatic_moves.next_step

    def leaky(looked: Any, orders: Any, **more: Any) -> Any:
        if orders and crc32(the_cards().encode()) % 2:
            return EndedOrder(orders[0].id, "overtaken")
        return honest(looked, orders, **more)

    patch.setattr(automatic_moves, "next_step", leaky)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [orders_of_others, orders_that_end_by_the_cards_of_others])
@pytest.mark.parametrize("game", FAMILIES)
def test_a_planted_leak_of_orders_is_found(ways, monkeypatch, game, plant):
    for acting in islice(orders_of(game, WHOSE["others"]), 12):
        with monkeypatch.context() as planted:
            plant(planted)
            found = partings(*with_orders(ways, game, acting).heard(ways, "live"))
        if any("table_events" in each for each in found):
            return
    pytest.fail("it was not found")


def claims_by_the_cards_of_the_next_seat(patch: pytest.MonkeyPatch) -> None:
    honest = proofs._out

    def leaky(match: Any, tricks: Tricks, seat: Seat) -> Any:
        return honest(match, tricks, seat)._replace(cards=tricks.hands[right_of(seat, 4, 1)].known)

    patch.setattr(proofs, "_out", leaky)


def test_a_planted_leak_of_claims_is_found(ways, monkeypatch):
    def is_found(moment: Moment, tries: tuple[Claim, ...]) -> bool:
        with monkeypatch.context() as planted:
            claims_by_the_cards_of_the_next_seat(planted)
            here, there = claimed(ways, moment, tries).heard(ways, "live")
        return any(each.startswith("command") for each in partings(here, there))

    assert any(is_found(*each) for each in islice(claims(is_proven=False), 12))
