"""The bot `steady`, which follows the strategy hints of rule BOT-08.

The value of a play is

    cost of the hand before - cost of the remaining hand (planning)
    TEMPO  x chance to stand        more if few groups are left
    - DANGER x chance to be beaten  by an opponent who finishes with it

The bot passes if no play is worth at least PATIENCE. It finishes whenever it can. It does not beat a partner's play
that is likely to stand.
"""

from domain.games.zheng_shangyou.bots.card_counting import CardCounting
from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.card_order import RUNG_OF, highest
from domain.games.zheng_shangyou.choices import Choice, choices
from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.state import (
    Choosing,
    Climbing,
    Discarding,
    MatchState,
    Paying,
    Returning,
    StandingPlay,
    held,
)
from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table

TEMPO = 0.3
ENDGAME = 0.5
"""The additional value of the lead, divided by the cost of the remaining hand."""
DANGER = 0.6
PATIENCE = 0.2
PARTNER_STANDS = 0.25
"""A partner's play is not beaten if its probability to stand is at least this."""


class SteadyBot:
    """Plans for the fewest turns, leads low groups, and keeps high cards to regain the lead."""

    name = "steady"

    def choose(self, view: Table, seat: Seat, _luck: Luck) -> Move:
        """Returns the best move. The same view always gives the same move."""
        match: MatchState = view.match
        match match.phase:
            case Paying(hands=hands):
                return PayTribute(_least_wanted(held(hands, seat), highest(held(hands, seat))))
            case Choosing(hands, _, _, offers) | Returning(hands, _, _, offers):
                return Take(_most_wanted(held(hands, seat), tuple(offer.card for offer in offers)))
            case Discarding(hands=hands):
                return Discard(_least_wanted(held(hands, seat), held(hands, seat)))
            case Climbing() as climbing:
                return _Turn(match, climbing, seat).best()
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")

    def interject(self, _view: Table, _seat: Seat, _luck: Luck) -> Move | None:
        """Returns `None`: in this game no seat acts unasked."""
        return None


def _without(hand: Cards, cards: Cards) -> Cards:
    return tuple(card for card in hand if card not in cards)


def _least_wanted(hand: Cards, among: Cards) -> Face:
    """Returns the card without which the hand is best; of equal ones, the lowest."""
    return min(among, key=lambda card: (cost_of(_without(hand, (card,))), RUNG_OF[card]))


def _most_wanted(hand: Cards, among: Cards) -> Face:
    """Returns the card with which the hand is best; of equal ones, the highest."""
    return min(among, key=lambda card: (cost_of((*hand, card)), -RUNG_OF[card]))


class _Turn:
    """A turn of one seat."""

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.counting = CardCounting(match, climbing, seat)
        self.standing = climbing.standing
        self.hand = self.counting.hand
        self.cost = cost_of(self.hand)
        previous = climbing.standing.reading if climbing.standing else None
        self.choices = list(choices(self.hand, previous, twos=match.rules.twos_in_sequences))

    def best(self) -> Move:
        """Returns the best play, or a pass."""
        out = next((choice for choice in self.choices if len(choice.cards) == len(self.hand)), None)
        if out is not None:
            return _play(out)
        if self.standing is not None and (not self.choices or self._is_left_alone(self.standing)):
            return Pass()
        choice = max(self.choices, key=self._worth)
        if self.standing is not None and self._worth(choice) < PATIENCE:
            return Pass()
        return _play(choice)

    def _is_left_alone(self, standing: StandingPlay) -> bool:
        counting = self.counting
        return counting.is_partner(standing.seat) and counting.chance_to_stand(standing.reading) >= PARTNER_STANDS

    def _worth(self, choice: Choice) -> float:
        left = cost_of(_without(self.hand, choice.cards))
        stands = self.counting.chance_to_stand(choice.combination)
        tempo = TEMPO + ENDGAME / max(1.0, left)
        worth = self.cost - left + tempo * stands
        if any(size == choice.combination.size for size in self.counting.opponents() if size <= 2):
            worth -= DANGER * (1 - stands)
        return worth


def _play(choice: Choice) -> Play:
    meant = choice.combination
    return Play(choice.cards, Named(meant.pattern, meant.top, meant.width))
