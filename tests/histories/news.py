"""Checks the notifications of players while processes are killed: the feeds of their accounts, and webhooks.

| observation | condition |
|---|---|
| the feed of an account | it is numbered from 1 without gaps |
| the start of a turn, or the end of a match | the feed has it once for each turn and each ended table |
| webhook messages | every event of the feed arrived at least once |
| a repeated message | it has the same id and content as the first one |
| any message | it equals the event in the feed |
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]
ONCE = ("turn_began", "match_ended")


class Message(NamedTuple):
    """A received webhook message: its id and content."""

    id: str
    content: Json


class News(NamedTuple):
    """All notifications of one account: its feed from the beginning, its messages, and its ended tables."""

    feed: Sequence[Json]
    messages: Sequence[Message]
    ended: Sequence[str]


def faults(news: News) -> Iterator[str]:
    """Yields the conditions that do not hold, or nothing if all hold."""
    numbers = [event["number"] for event in news.feed]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the feed of an account has gaps: {numbers}"
    yield from _repeated_events(news.feed)
    ends = Counter(event["table"] for event in news.feed if event["type"] == "match_ended")
    yield from (f"the feed does not have the end of {table}" for table in news.ended if not ends[table])
    yield from _faults_of_messages(news)


def _repeated_events(feed: Sequence[Json]) -> Iterator[str]:
    happened = Counter(
        (event["type"], event["table"], event["data"].get("seat"), event["data"].get("version"))
        for event in feed
        if event["type"] in ONCE
    )
    yield from (f"the feed has {times} times: {each}" for each, times in happened.items() if times > 1)


def _faults_of_messages(news: News) -> Iterator[str]:
    by_number = {event["number"]: event for event in news.feed}
    ids: dict[int, str] = {}
    for message in news.messages:
        number = message.content["number"]
        # `about` says what is true when a message is sent, and the feed does not have it.
        told = {name: value for name, value in message.content.items() if name != "about"}
        if told != by_number.get(number):
            yield f"message {message.id} differs from event {number} of the feed: {message.content}"
        if ids.setdefault(number, message.id) != message.id:
            yield f"event {number} was sent with two ids, {ids[number]} and {message.id}"
    missing = by_number.keys() - ids.keys()
    if missing:
        yield f"no message for the events {sorted(missing)}"
