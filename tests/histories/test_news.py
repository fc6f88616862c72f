"""The checks of notifications find every planted fault."""

from typing import Any

from tests.histories.news import Message, News, faults

TABLE = "tbl_1"
BEGAN = {"number": 1, "type": "turn_began", "table": TABLE, "data": {"seat": 0, "what": "play", "version": 9}}
AGAIN = {"number": 2, "type": "turn_began", "table": TABLE, "data": {"seat": 0, "what": "play", "version": 12}}
ENDED = {"number": 3, "type": "match_ended", "table": TABLE, "data": {"won": True}}
FEED: list[dict[str, Any]] = [BEGAN, AGAIN, ENDED]
MESSAGES = [Message(f"msg_{event['number']}", event) for event in FEED]


def found(feed: list[dict[str, Any]], messages: list[Message]) -> str:
    return "; ".join(faults(News(feed, messages, [TABLE])))


def test_events_delivered_once_or_repeated_with_their_id_are_no_fault():
    assert found(FEED, MESSAGES) == ""
    assert found(FEED, [*MESSAGES, MESSAGES[0]]) == ""


def test_a_gap_in_a_feed_is_found():
    assert "has gaps" in found([BEGAN, ENDED], MESSAGES)


def test_a_turn_notified_twice_is_found():
    twice = [BEGAN, {**AGAIN, "data": BEGAN["data"]}, ENDED]
    assert "has 2 times" in found(twice, [Message("msg", event) for event in twice])


def test_an_end_without_notification_is_found():
    assert "does not have the end of tbl_1" in found(FEED[:2], MESSAGES[:2])


def test_a_missing_message_is_found():
    assert "no message for the events [2]" in found(FEED, [MESSAGES[0], MESSAGES[2]])


def test_a_message_with_two_ids_is_found():
    assert "two ids" in found(FEED, [*MESSAGES, Message("another", BEGAN)])


def test_a_message_that_contradicts_the_feed_is_found():
    assert "differs from event" in found(FEED, [Message("msg_1", {**BEGAN, "type": "hand_over"})])
