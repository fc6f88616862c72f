"""Everything that Zheng Shangyou offers, as `domain/games/package.py` lists it."""

from domain.games.package import GamePackage, Notation
from domain.games.question import about
from domain.games.zheng_shangyou import lab
from domain.games.zheng_shangyou.board_scores import scores
from domain.games.zheng_shangyou.bots.caretaker import CaretakerBot
from domain.games.zheng_shangyou.bots.club import ClubBot
from domain.games.zheng_shangyou.bots.expert import ExpertBot
from domain.games.zheng_shangyou.bots.random_bot import RandomBot
from domain.games.zheng_shangyou.bots.steady import SteadyBot
from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF_NAME, Rung
from domain.games.zheng_shangyou.combinations import PATTERNS, Combination
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.games.zheng_shangyou.lessons import LESSONS
from domain.games.zheng_shangyou.move_events import MOVES as MOVE_EVENTS
from domain.games.zheng_shangyou.moves import MOVES, command_of
from domain.games.zheng_shangyou.order_library import ORDERS as COMMON_ORDERS
from domain.games.zheng_shangyou.orders import WORDS
from domain.games.zheng_shangyou.rulebook.book import BOOK
from domain.games.zheng_shangyou.rules import Rules
from domain.games.zheng_shangyou.scale import ZHENG_SHANGYOU_OF_FOUR, ZHENG_SHANGYOU_OF_SIX
from domain.games.zheng_shangyou.standing import standing
from domain.games.zheng_shangyou.state import MatchState
from domain.games.zheng_shangyou.teams import sides
from domain.kernel.cards import FACES
from domain.kernel.scale import Scale

_SCALE_OF_SIDES_OF = {2: ZHENG_SHANGYOU_OF_FOUR, 3: ZHENG_SHANGYOU_OF_SIX}
"""The scales by the number of seats of a side."""


def _scale(rules: Rules) -> Scale | None:
    return _SCALE_OF_SIDES_OF.get(rules.players // sides(rules.team_mode, rules.players))


ZHENG_SHANGYOU = GamePackage(
    game=ZhengShangyou(),
    book=BOOK,
    bots=(CaretakerBot(), RandomBot(), SteadyBot(), ClubBot(), ExpertBot()),
    moves=MOVES,
    command_of=command_of,
    notation=Notation(
        state=MatchState,
        converters={
            Rung: (RUNG_NAMES.__getitem__, RUNG_OF_NAME.__getitem__),
        },
        components={Combination: "Combination"},
        enumerations={"Pattern": PATTERNS, "Rung": RUNG_NAMES},
    ),
    scores=scores,
    scale=_scale,
    lessons=LESSONS,
    standing=standing,
    move_events=frozenset(MOVE_EVENTS),
    questions=about(lab.Setup, lab.KINDS, FACES),
    order_words=WORDS,
    common_orders=COMMON_ORDERS,
)
