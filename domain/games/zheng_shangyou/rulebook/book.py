"""The whole rule book of Zheng Shangyou."""

from domain.games.zheng_shangyou.profiles import DESCRIPTIONS
from domain.games.zheng_shangyou.rulebook.cards import CARDS
from domain.games.zheng_shangyou.rulebook.combinations import COMBINATIONS
from domain.games.zheng_shangyou.rulebook.hands import EXCHANGE, SCORING
from domain.games.zheng_shangyou.rulebook.playing import PLAYING
from domain.games.zheng_shangyou.rules import REVISIONS
from domain.kernel.messages import message
from domain.rulebook.book import Book

BOOK = Book(
    game="zheng_shangyou",
    title=message("Zheng Shangyou"),
    usual="zheng-shangyou",
    descriptions=DESCRIPTIONS,
    revisions=REVISIONS,
    chapters=(CARDS, COMBINATIONS, PLAYING, SCORING, EXCHANGE),
)
