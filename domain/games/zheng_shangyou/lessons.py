"""The phase of a decision of Zheng Shangyou, and why one move is better than another.

| phase | decision |
|---|---|
| `exchange` | the tribute, the cards taken and the cards given back |
| `lead`, `follow` | leads, and answers or passes |
| `end` | both, once a hand still played has at most `LAST_CARDS` cards |
"""

from collections import Counter
from typing import Any

from domain.games.lessons import OTHER, HandPhase, Lessons, Reason
from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.card_order import RUNG_OF, TWO
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.state import Climbing, MatchState, held
from domain.kernel.cards import Cards, Face
from domain.kernel.messages import counted, message
from domain.kernel.seats import Seat
from domain.kernel.wording import cards as named

LAST_CARDS = 3
LEAST_COST = 0.1
"""A hand brings a few points at most, so this is worth what a point is in Sheng Ji."""


def phase_of(match: MatchState, _seat: Seat, move: Any) -> HandPhase | None:
    """Returns the phase of a decision."""
    if isinstance(move, PayTribute | Take | Discard):
        return "exchange"
    if not isinstance(match.phase, Climbing):
        return None
    if min(hand.size for hand in match.phase.hands if hand.size) <= LAST_CARDS:
        return "end"
    return "lead" if match.phase.standing is None else "follow"


def reason_for(match: MatchState, seat: Seat, played: Any, best: Any) -> Reason:
    """Returns why the second move is better than the first."""
    climbing = match.phase
    if not isinstance(climbing, Climbing):
        return _exchange(played, best)
    hand = held(climbing.hands, seat)
    partner_stands = climbing.standing is not None and match.side_of(climbing.standing.seat) == match.side_of(seat)
    match played, best:
        case Pass(), Play(cards):
            return _passed(match, climbing, seat, cards)
        case Play(cards), Pass():
            if partner_stands:
                text = message("The partner's play stands, so that beating it only costs cards.")
                return Reason("partner_beaten", text)
            text = message("{cards} is worth more in a later round than this one.", cards=named(cards))
            return Reason("kept", text)
        case Play(cards), Play(others):
            return _plays(hand, cards, others)
    return OTHER


def _exchange(played: Any, best: Any) -> Reason:
    match played, best:
        case (PayTribute(card), PayTribute(other)) | (Discard(card), Discard(other)):
            text = message("The hand needs {kept} more than {given}.", kept=named((card,)), given=named((other,)))
            return Reason("other_card_given", text)
        case Take(card), Take(other):
            text = message("{best} fits the hand better than {taken}.", best=named((other,)), taken=named((card,)))
            return Reason("other_card_taken", text)
    return OTHER


def _passed(match: MatchState, climbing: Climbing, seat: Seat, cards: Cards) -> Reason:
    left = climbing.hands[seat].size - len(cards)
    if not left:
        return Reason("not_gone_out", message("{cards} plays the last cards.", cards=named(cards)))
    danger = _fewest_of_opponents(match, climbing, seat)
    if danger <= LAST_CARDS:
        text = message(
            "An opponent has only {left} left, and {cards} can stop it.",
            left=counted("{count} card", "{count} cards", danger),
            cards=named(cards),
        )
        return Reason("not_stopped", text)
    text = message("{cards} can win the round, and with it the next lead.", cards=named(cards))
    return Reason("round_missed", text)


def _plays(hand: Cards, played: Cards, best: Cards) -> Reason:
    if len(best) == len(hand) > len(played):
        return Reason("not_gone_out", message("{cards} plays all cards that are left.", cards=named(best)))
    return _groups(hand, played, best) or _lengths(hand, played, best) or _heights(played, best)


def _groups(hand: Cards, played: Cards, best: Cards) -> Reason | None:
    """Returns the reason in wild cards that are spent, or in a group that is broken."""
    wild, fewer = _wild(played), _wild(best)
    if wild > fewer:
        template = (
            message("{played} spends {wild}; {best} needs {fewer}.")
            if fewer
            else message("{played} spends {wild}; {best} needs none.")
        )
        spent = counted("{count} wild card", "{count} wild cards", wild)
        text = template.about(played=named(played), wild=spent, best=named(best), fewer=fewer)
        return Reason("wild_spent", text)
    broken = _broken(hand, played)
    if broken is None or _broken(hand, best) is not None:
        return None
    text = message(
        "{played} breaks the group of {card}; {best} breaks none.",
        played=named(played),
        card=named((broken,)),
        best=named(best),
    )
    return Reason("group_broken", text)


def _lengths(hand: Cards, played: Cards, best: Cards) -> Reason | None:
    """Returns the reason in the number of cards that are played."""
    if len(best) > len(played):
        length = counted("{count} card", "{count} cards", len(best))
        text = message("{cards} plays {length} in one turn.", cards=named(best), length=length)
        return Reason("few_cards_played", text)
    kept = tuple(card for card in played if card not in best)
    if len(best) == len(played) or not kept:
        return None
    left, better = (cost_of(tuple(card for card in hand if card not in cards)) for cards in (played, best))
    template = (
        message("{best} keeps {kept} for a later turn, and the hand needs no more turns.")
        if better <= left
        else message("{best} keeps {kept} for a later turn.")
    )
    return Reason("too_many_played", template.about(best=named(best), kept=named(kept)))


def _heights(played: Cards, best: Cards) -> Reason:
    high, low = (max(RUNG_OF[card] for card in cards) for cards in (played, best))
    if high > low:
        text = message("{best} keeps {played} to win a later round.", best=named(best), played=named(played))
        return Reason("too_high", text)
    if high < low:
        text = message("{best} is harder to beat than {played}.", best=named(best), played=named(played))
        return Reason("too_low", text)
    return OTHER


def _wild(cards: Cards) -> int:
    """Returns the number of twos and jokers."""
    return sum(RUNG_OF[card] >= TWO for card in cards)


def _broken(hand: Cards, cards: Cards) -> Face | None:
    """Returns a card of a rank of which some cards are played and some stay, or `None`."""
    held_ranks, taken = (Counter(RUNG_OF[card] for card in each) for each in (hand, cards))
    return next((card for card in cards if held_ranks[RUNG_OF[card]] > taken[RUNG_OF[card]]), None)


def _fewest_of_opponents(match: MatchState, climbing: Climbing, seat: Seat) -> int:
    """Returns the least number of cards of an opponent who still holds any."""
    own = match.side_of(seat)
    sizes = [each.size for other, each in enumerate(climbing.hands) if each.size and match.side_of(Seat(other)) != own]
    return min(sizes, default=LAST_CARDS + 1)


LESSONS = Lessons(phase_of, reason_for, LEAST_COST)
