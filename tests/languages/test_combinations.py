"""Combinations of Zheng Shangyou have the names that players use, in English and in Chinese."""

import pytest

from domain.games.zheng_shangyou.check import in_words
from domain.games.zheng_shangyou.combinations import readings
from domain.kernel.cards import FACE_OF_NAME
from service.platform.languages import said


@pytest.mark.parametrize(
    ("cards", "english", "chinese"),
    [
        ("AS", "single card up to A", "单张 A"),
        ("KS KH", "set of 2 up to K", "对子 K"),
        ("KS 2H", "set of 2 up to K (with wild cards)", "对子 K（含百搭牌）"),
        ("7S 7H 7D", "set of 3 up to 7", "三张 7"),
        ("7S 7H 7D 7C", "set of 4 up to 7", "4 张相同的牌，最大 7"),
        ("3S 4S 5H 6H", "sequence of 4 up to 6", "4 张顺子，最大 6"),
        ("3S 3H 4S 4H 5S 5D", "multiple sequence of 3 ranks, 2 cards each up to 5", "3 连对，最大 5"),
        (
            "3S 3H 3D 4S 4H 4D 5S 5D 5C",
            "multiple sequence of 3 ranks, 3 cards each up to 5",
            "3 连飞机，最大 5",
        ),
    ],
)
def test_a_combination_in_words(cards: str, english: str, chinese: str):
    reading, *_ = readings(tuple(sorted(FACE_OF_NAME[card] for card in cards.split())))
    assert (in_words(reading), said(in_words(reading), "zh-Hans")) == (english, chinese)
