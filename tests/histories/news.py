"""What players are told of their tables while processes are killed: by the feeds of their accounts, and by webhooks.

| what was told | what has to hold |
|---|---|
| the feed of an account | it is numbered from 1 without gaps |
| that a turn began, or that a match ended | once for each turn, and once for each table that has ended |
| messages of a webhook | every event of the feed came, at least once |
| a message that came again | it has the id, and the bytes, of the first time |
| a message | it says what the feed says |
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]
ONCE = ("turn_began", "match_ended")


class Message(NamedTuple):
    """One message of a webhook as it came: its id, and what it says."""

    id: str
    said: Json


class News(NamedTuple):
    """All that one account was told: its feed from the beginning, its messages, and the tables that have ended."""

    feed: Sequence[Json]
    messages: Sequence[Message]
    ended: Sequence[str]


def faults(news: News) -> Iterator[str]:
    """What does not hold, in words; nothing where everything does."""
    numbers = [event["number"] for event in news.feed]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the feed of an account has gaps: {numbers}"
    yield from _told_more_than_once(news.feed)
    told = Counter(event["table"] for event in news.feed if event["type"] == "match_ended")
    yield from (f"nobody was told of the end of {table}" for table in news.ended if not told[table])
    yield from _faults_of_messages(news)


def _told_more_than_once(feed: Sequence[Json]) -> Iterator[str]:
    happened = Counter(
        (event["type"], event["table"], event["data"].get("seat"), event["data"].get("version"))
        for event in feed
        if event["type"] in ONCE
    )
    yield from (f"told {times} times: {each}" for each, times in happened.items() if times > 1)


def _faults_of_messages(news: News) -> Iterator[str]:
    by_number = {event["number"]: event for event in news.feed}
    ids: dict[int, str] = {}
    for message in news.messages:
        number = message.said["number"]
        if message.said != by_number.get(number):
            yield f"message {message.id} does not say what the feed says of {number}: {message.said}"
        if ids.setdefault(number, message.id) != message.id:
            yield f"{number} came under two ids, {ids[number]} and {message.id}"
    missing = by_number.keys() - ids.keys()
    if missing:
        yield f"no message of {sorted(missing)}"
