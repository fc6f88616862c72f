"""The phase of a decision, and which part explains it.

| phase | decision |
|---|---|
| `declare` | declarations, sealed plans, redeals, and bids for the kitty |
| `kitty` | burying, and calling friends |
| `lead` | leads, and the unit of a failed throw |
| `ruff` | answers to a side suit that the seat does not have, with trumps in its hand |
| `follow` | all other answers |
| `end` | leads and answers with at most `LAST_CARDS` cards in the hand |

Answers to requests, challenges, claims and the early end of a hand are not judged.
"""

from typing import Any

from domain.games.lessons import OTHER, HandPhase, Lessons, Reason
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.commands import Bury, CallFriends, ClaimRedeal, Declare, FilePlan, Pass, Play
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.lessons.before_play import why_bury, why_declare
from domain.games.sheng_ji.lessons.following import why_follow
from domain.games.sheng_ji.lessons.leading import why_lead
from domain.games.sheng_ji.lessons.phase_sizes import LAST_CARDS
from domain.games.sheng_ji.state import Bidding, Burying, Calling, Declaring, MatchState, Redealing, Tricks
from domain.kernel.seats import Seat

LEAST_COST = 1.0
"""The smallest card with points has five, so a part of a point matters to nobody."""


def phase_of(match: MatchState, seat: Seat, move: Any) -> HandPhase | None:
    """Returns the phase of a decision, or `None` if it is not judged."""
    match match.phase:
        case Declaring() | Redealing() | Bidding() if isinstance(move, Declare | FilePlan | Pass | ClaimRedeal):
            return "declare"
        case Burying() | Calling() if isinstance(move, Bury | CallFriends):
            return "kitty"
        case Tricks() as tricks if isinstance(move, Play):
            return _phase_of_play(tricks, seat)
    return None


def _phase_of_play(tricks: Tricks, seat: Seat) -> HandPhase:
    hand = tricks.hands[seat].known
    if hand.bit_count() <= LAST_CARDS:
        return "end"
    if tricks.trick is None:
        return "lead"
    led = tricks.trick.lead.suit
    is_free = led != TRUMPS and not in_suit(hand, led) and in_suit(hand, TRUMPS)
    return "ruff" if is_free else "follow"


def reason_for(match: MatchState, seat: Seat, played: Any, best: Any) -> Reason:
    """Returns why the second move is better than the first."""
    match match.phase, played, best:
        case Tricks(trick=None) as tricks, Play(), Play():
            return why_lead(match, tricks, seat, played.cards, best.cards)
        case Tricks() as tricks, Play(), Play():
            return why_follow(match, tricks, seat, played.cards, best.cards)
        case Burying() as burying, Bury(), Bury():
            return why_bury(match, burying, played.cards, best.cards)
        case Declaring() as declaring, _, _:
            return why_declare(declaring, seat, played, best)
    return OTHER


LESSONS = Lessons(phase_of, reason_for, LEAST_COST)
