"""The whole rule book of Zheng Shangyou."""

from domain.games.zheng_shangyou.conflicts import CONFLICTS
from domain.games.zheng_shangyou.meanings import MEANINGS
from domain.games.zheng_shangyou.options import OPTIONS
from domain.games.zheng_shangyou.profiles import DESCRIPTIONS, PROFILES
from domain.games.zheng_shangyou.rulebook.cards import CARDS
from domain.games.zheng_shangyou.rulebook.combinations import COMBINATIONS
from domain.games.zheng_shangyou.rulebook.hands import EXCHANGE, SCORING
from domain.games.zheng_shangyou.rulebook.playing import PLAYING
from domain.games.zheng_shangyou.rules import rules_of
from domain.rulebook.book import Book

BOOK = Book(
    game="zheng_shangyou",
    title="Zheng Shangyou",
    usual="zheng-shangyou",
    options=OPTIONS,
    conflicts=CONFLICTS,
    profiles=PROFILES,
    descriptions=DESCRIPTIONS,
    meanings=MEANINGS,
    rules_of=rules_of,
    chapters=(CARDS, COMBINATIONS, PLAYING, SCORING, EXCHANGE),
)
