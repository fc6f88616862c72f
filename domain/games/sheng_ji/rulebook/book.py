"""The whole rule book of Sheng Ji."""

from domain.games.sheng_ji.profiles import DESCRIPTIONS
from domain.games.sheng_ji.rulebook.drawing import CHAO, DECLARING, FIRST, KITTY, NOBODY, REDEAL
from domain.games.sheng_ji.rulebook.extensions import EXTENSIONS
from domain.games.sheng_ji.rulebook.friends import FORMS, FRIENDS, LEVELUP
from domain.games.sheng_ji.rulebook.general import GENERAL, LEVELS
from domain.games.sheng_ji.rulebook.pack import CARDS, DEAL
from domain.games.sheng_ji.rulebook.playing import FOLLOWING, ILLEGAL, LEADS, RUNS, THROWS, WINNING
from domain.games.sheng_ji.rulebook.scoring import BONUS, DEALER, SCORE, VARIANTS
from domain.games.sheng_ji.rules import REVISIONS, Rules
from domain.rulebook.book import Book
from domain.rulebook.entries import Chapter

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
    descriptions=DESCRIPTIONS,
    revisions=REVISIONS,
    chapters=_CHAPTERS,
)
