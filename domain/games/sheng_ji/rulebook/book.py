"""The whole rule book of Sheng Ji."""

from domain.games.sheng_ji.profiles import DESCRIPTIONS
from domain.games.sheng_ji.rulebook.advancing import DEALER, VARIANTS
from domain.games.sheng_ji.rulebook.declaring import DECLARING, NOBODY
from domain.games.sheng_ji.rulebook.drawing import FIRST
from domain.games.sheng_ji.rulebook.extensions import EXTENSIONS
from domain.games.sheng_ji.rulebook.following import FOLLOWING, ILLEGAL, WINNING
from domain.games.sheng_ji.rulebook.friends import FRIENDS, LEVELUP
from domain.games.sheng_ji.rulebook.general import GENERAL, LEVELS
from domain.games.sheng_ji.rulebook.kitty import CHAO, KITTY, REDEAL
from domain.games.sheng_ji.rulebook.leads import LEADS, RUNS
from domain.games.sheng_ji.rulebook.pack import CARDS, DEAL
from domain.games.sheng_ji.rulebook.scoring import BONUS, SCORE
from domain.games.sheng_ji.rulebook.throws import THROWS
from domain.games.sheng_ji.rulebook.variants_and_ratings import FORMS
from domain.games.sheng_ji.rules import REVISIONS, Rules
from domain.kernel.messages import message
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
    title=message("Sheng Ji"),
    usual="zhang-2021",
    descriptions=DESCRIPTIONS,
    revisions=REVISIONS,
    chapters=_CHAPTERS,
)
