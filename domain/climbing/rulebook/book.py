"""The whole rule book of Zheng Shangyou."""

from domain.climbing.conflicts import CONFLICTS
from domain.climbing.meanings import MEANINGS
from domain.climbing.options import OPTIONS
from domain.climbing.profiles import DESCRIPTIONS, PROFILES
from domain.climbing.rulebook.cards import CARDS
from domain.climbing.rulebook.combinations import COMBINATIONS
from domain.climbing.rulebook.hands import EXCHANGE, SCORING
from domain.climbing.rulebook.playing import PLAYING
from domain.climbing.rules import rules_of
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
