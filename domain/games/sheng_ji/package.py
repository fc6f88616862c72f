"""Everything that Sheng Ji offers, as `domain/games/package.py` lists it."""

from typing import get_args

from domain.games.package import GamePackage, Notation
from domain.games.question import about
from domain.games.sheng_ji import lab
from domain.games.sheng_ji.board_scores import scores
from domain.games.sheng_ji.bots.caretaker import CaretakerBot
from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.expert import ExpertBot
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.games.sheng_ji.bots.steady import SteadyBot
from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES
from domain.games.sheng_ji.friends import Call, CallWord
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.lessons.phases import LESSONS
from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.games.sheng_ji.move_events import MOVES as MOVE_EVENTS
from domain.games.sheng_ji.moves import MOVES, command_of
from domain.games.sheng_ji.orders.library import ORDERS as COMMON_ORDERS
from domain.games.sheng_ji.orders.reader import WORDS
from domain.games.sheng_ji.plans import PlannedShow
from domain.games.sheng_ji.rulebook.book import BOOK
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.scale import SHENG_JI as SCALE
from domain.games.sheng_ji.standing import standing
from domain.games.sheng_ji.state import MatchState
from domain.games.sheng_ji.units import UnitName
from domain.kernel.cards import SUIT_NAMES, Rank

COMPETITIVE_SEATS = 4
COMPETITIVE_DECKS = 2


def _may_redeal(rules: Rules) -> bool:
    return bool(rules.redeals or rules.first_dealer_fallback == "redeal")


def _is_competitive(rules: Rules) -> bool:
    """Returns whether rated games can be played by these rules: with four seats, only two decks without friends."""
    return rules.players != COMPETITIVE_SEATS or (rules.decks == COMPETITIVE_DECKS and rules.friends is None)


def _most_k(rules: Rules) -> int | None:
    k = rules.value("elo_k")
    return k if isinstance(k, int) else None


_RANK_OF_LEVEL = {name: Rank(number) for number, name in enumerate(LEVEL_NAMES)}

SHENG_JI = GamePackage(
    game=ShengJi(),
    book=BOOK,
    bots=(CaretakerBot(), RandomBot(), SteadyBot(), ClubBot(), ExpertBot()),
    moves=MOVES,
    command_of=command_of,
    notation=Notation(
        state=MatchState,
        converters={
            Rank: (LEVEL_NAMES.__getitem__, _RANK_OF_LEVEL.__getitem__),
            # A hand has more bits than a number in JSON may have.
            Hand: (hex, lambda text: Hand(int(text, 16))),
        },
        objects=frozenset({Call, PlannedShow}),
        components={PlannedShow: "FiledShow"},
        enumerations={
            "CallWord": get_args(CallWord),
            "EffectiveSuit": EFFECTIVE_SUIT_NAMES,
            "Level": LEVEL_NAMES,
            "TrumpSuit": [*SUIT_NAMES, "NT"],
            "UnitName": get_args(UnitName),
        },
    ),
    scores=scores,
    scale=lambda _: SCALE,
    questions=about(lab.Setup, lab.KINDS),
    order_words=WORDS,
    common_orders=COMMON_ORDERS,
    may_redeal=_may_redeal,
    is_competitive=_is_competitive,
    most_k=_most_k,
    standing=standing,
    move_events=MOVE_EVENTS,
    lessons=LESSONS,
)
