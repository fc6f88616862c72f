"""A leak is planted in each output of the service, and must be found there."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from service import feed_answers as feeds
from service.accounts import export
from service.notifications import projections as account_events
from service.notifications.mail import contents as mails
from service.notifications.mail.message import Said, lines
from service.notifications.mail.writer import Writer
from service.notifications.webhooks import payloads as deliver
from service.notifications.webhooks import sender as webhook_sender
from service.platform import logs
from service.platform.http import problems
from service.platform.metrics import REQUEST_SECONDS, measure_request
from service.processes import app as front
from service.processes import application
from service.tables import asked
from tests.support import outlets
from tests.support.outlets import partings, the_cards
from tests.support.twin_outputs import of_sheng_ji

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
    honest = feeds.Listener._read

    def leaky(self: Any, after: int, *given: Any) -> Any:
        page = honest(self, after, *given)
        entries = [each._replace(document=also(each.document)) for each in page.entries]
        return page._replace(entries=entries) if after else page

    patch.setattr(feeds.Listener, "_read", leaky)


def what_is_asked(patch: pytest.MonkeyPatch) -> None:
    honest = asked.asked_document
    patch.setattr(asked, "asked_document", lambda *given: [also(each) for each in honest(*given)])


def what_is_included(patch: pytest.MonkeyPatch) -> None:
    honest = asked.moves_document
    patch.setattr(asked, "moves_document", lambda *given: also(honest(*given)))


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
        return said._replace(blocks=[*said.blocks, lines(the_cards())])

    return lambda patch: patch.setattr(Writer, what, leaky)


def heads_of_mails(patch: pytest.MonkeyPatch) -> None:
    honest = mails.message_with

    def leaky(*given: Any) -> Any:
        message = honest(*given)
        message["X-Cards"] = the_cards()[:60]
        return message

    patch.setattr(mails, "message_with", leaky)


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
    patch.setattr(logs, "PLAIN", {"builtins.Exception"})


def names_of_figures(patch: pytest.MonkeyPatch) -> None:
    def measuring(_: Any, __: int, took_s: float) -> None:
        REQUEST_SECONDS.labels(the_cards()[:20]).observe(took_s)

    patch.setattr(application, "measure_request", measuring)


def figures(patch: pytest.MonkeyPatch) -> None:
    """Counts requests by the cards."""

    def measuring(view: Any, status: int, took_s: float) -> None:
        for _ in range(1 + sum(the_cards().encode()[:40]) % 7):
            measure_request(view, status, took_s)

    patch.setattr(application, "measure_request", measuring)


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
    "what is asked in pages": Leak(what_is_asked, "answers", "GET table_events by viewer", "table_events"),
    "what is asked in streams": Leak(what_is_asked, "live", "application/x-ndjson of table_events"),
    "what is asked in answers to commands": Leak(what_is_asked, "live", "command"),
    "moves in pages": Leak(what_is_included, "answers", "GET table_events by viewer", "table_events"),
    "moves in streams": Leak(what_is_included, "live", "text/event-stream of table_events"),
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
    "mails about turns": Leak(mails_by("report"), "mails", "mail"),
    "mails that remind": Leak(mails_by("report"), "mails", "mail that reminds"),
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
