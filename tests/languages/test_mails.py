"""The sentences of mails and of the inbox in Chinese. `tests/support/sample_mails.py` has whole mails."""

from typing import Any

from domain.kernel.messages import message
from service.notifications.mail import texts
from service.notifications.mail.since import lines_since
from service.platform.languages import said

CHINESE = "zh-Hans"
SCORED = ("hand_scored", {"winners": "opponents", "levels_won": 2, "opponent_points": 85, "declarers": [0, 2]})
TRUMPS = ("trump_fixed", {"trump_suit": "H", "dealer": 0})
WON = ("trick_won", {"seat": 1, "points": 10})


def played(seat: int, *cards: str) -> tuple[str, Any]:
    return "cards_played", {"seat": seat, "cards": list(cards)}


def test_what_happened_is_said_in_the_language_of_the_reader():
    labels = {0: message("you"), 1: "Bob", 2: message("your partner"), 3: message("the player before you")}
    events = [SCORED, TRUMPS, WON, played(1, "KS", "KS"), played(2, "10H", "BJ")]

    assert [said(line, CHINESE) for line in lines_since(events, labels)] == [
        "红桃为主。庄家：你。",
        "Bob赢得这一墩，含 10 分。",
        "Bob先出 K♠ K♠，你的对家出 10♥ 大王。",
    ]
    assert [said(line, CHINESE) for line in lines_since(events[:1], labels)] == [
        "闲家赢了这一局，升 2 级。他们有 85 分。"
    ]


def test_durations_and_events_are_said_in_the_language_of_the_reader():
    left = message("Your vacation is over, and {time} left", time=texts.lasting(3600))
    declined = texts.happened("challenge_declined", {"player": "ply_1", "reason": "pace"}, {"ply_1": "Bob"})

    assert said(left, CHINESE) == "你的休假已结束，还剩 1 小时"
    assert said(declined, CHINESE) == "Bob拒绝了你的邀战：希望用别的节奏"
