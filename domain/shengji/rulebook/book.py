"""The whole rule book of Sheng Ji."""

from domain.rulebook.book import Book
from domain.rulebook.entries import Chapter
from domain.shengji.conflicts import CONFLICTS
from domain.shengji.meanings import MEANINGS
from domain.shengji.options import OPTIONS
from domain.shengji.profiles import DESCRIPTIONS, PROFILES
from domain.shengji.rulebook.drawing import CHAO, DECLARING, FIRST, KITTY, NOBODY, REDEAL
from domain.shengji.rulebook.extensions import EXTENSIONS
from domain.shengji.rulebook.friends import FORMS, FRIENDS, LEVELUP
from domain.shengji.rulebook.general import GENERAL, LEVELS
from domain.shengji.rulebook.pack import CARDS, DEAL
from domain.shengji.rulebook.playing import FOLLOWING, ILLEGAL, LEADS, RUNS, THROWS, WINNING
from domain.shengji.rulebook.scoring import BONUS, DEALER, SCORE, VARIANTS
from domain.shengji.rules import Rules, rules_of

_CHAPTERS: tuple[Chapter[Rules], ...] = (
    GENERAL,
    CARDS,
    DEAL,
    LEVELS,
    FIRST,
    DECLARING,
    NOBODY,
    REDEAL,
    KITTY,
    CHAO,
    FRIENDS,
    LEVELUP,
    LEADS,
    RUNS,
    THROWS,
    FOLLOWING,
    WINNING,
    ILLEGAL,
    SCORE,
    BONUS,
    VARIANTS,
    DEALER,
    FORMS,
    EXTENSIONS,
)

BOOK = Book(
    game="sheng_ji",
    title="Sheng Ji",
    usual="zhang-2021",
    options=OPTIONS,
    conflicts=CONFLICTS,
    profiles=PROFILES,
    descriptions=DESCRIPTIONS,
    meanings=MEANINGS,
    rules_of=rules_of,
    chapters=_CHAPTERS,
)
