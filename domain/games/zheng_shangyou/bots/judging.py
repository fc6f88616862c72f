"""What a seat considers when it judges a play, as numbers.

A judgement is the sum of the considerations, each times its weight. A pass is worth 0.
"""

from typing import NamedTuple

from domain.games.zheng_shangyou.bots.card_counting import CardCounting
from domain.games.zheng_shangyou.bots.chances import Chances
from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.card_order import ACE
from domain.games.zheng_shangyou.choices import Choice, choices
from domain.games.zheng_shangyou.options import TeamMode
from domain.games.zheng_shangyou.playouts.bits import PLAIN, TWOS, bits_of, size_of
from domain.games.zheng_shangyou.playouts.division import groups_of
from domain.games.zheng_shangyou.state import Climbing, MatchState, StandingPlay
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat

EARLY = 4
"""The number of groups with which a hand is not nearly played out."""
LOW = 8
"""Single cards up to this rung are a burden."""
FEW = 2
"""With so few cards, a player is nearly out."""


class Considerations(NamedTuple):
    """The considerations for and against a play.

    Attributes:
        saves: what the play saves of the cost of the hand.
        saves_late: the same if an opponent is nearly out.
        groups: how many groups fewer the hand has.
        lonely: how many low single cards fewer the hand has.
        cards: the number of cards played.
        stands: the probability that the play stands.
        stands_cost: the same, divided by the cost of the remaining hand.
        stands_one, stands_two: the same if at most one group, or two groups, remain.
        stands_late: the same if an opponent is nearly out.
        twos, jokers: how many of them the play uses.
        twos_early, jokers_early: the same while many groups remain.
        keeps_entry: whether a wild card or an ace remains, for more than one group.
        danger: the probability that the play is beaten, if an opponent can run out with it.
        high_lead: the height of a single card that is led.
        follows: whether an opponent's play is beaten.
        stops: whether that opponent is nearly out.
        over_partner: whether a partner's play is beaten.
        over_standing: the probability that the partner's play stands.
        over_late: whether that partner is nearly out.
        feeds: how low the lead is, if a partner can run out on it.
    """

    saves: float
    saves_late: float
    groups: float
    lonely: float
    cards: float
    stands: float
    stands_cost: float
    stands_one: float
    stands_two: float
    stands_late: float
    twos: float
    jokers: float
    twos_early: float
    jokers_early: float
    keeps_entry: float
    danger: float
    high_lead: float
    follows: float
    stops: float
    over_partner: float
    over_standing: float
    over_late: float
    feeds: float


WEIGHTS: dict[TeamMode, Considerations] = {
    "individual": Considerations(
        saves=1.0,
        saves_late=0.0,
        groups=0.0,
        lonely=0.0,
        cards=0.0,
        stands=0.3,
        stands_cost=0.5,
        stands_one=0.0,
        stands_two=0.0,
        stands_late=0.0,
        twos=0.0,
        jokers=0.0,
        twos_early=0.0,
        jokers_early=0.0,
        keeps_entry=0.0,
        danger=-0.6,
        high_lead=0.0,
        follows=-0.2,
        stops=0.0,
        over_partner=0.0,
        over_standing=0.0,
        over_late=0.0,
        feeds=0.0,
    ),
    "teams_2x2": Considerations(
        saves=0.278,
        saves_late=-0.007,
        groups=-0.088,
        lonely=0.108,
        cards=0.042,
        stands=0.058,
        stands_cost=0.372,
        stands_one=0.157,
        stands_two=0.023,
        stands_late=0.217,
        twos=-0.25,
        jokers=-0.24,
        twos_early=0.006,
        jokers_early=-0.183,
        keeps_entry=0.087,
        danger=-0.258,
        high_lead=0.023,
        follows=-0.029,
        stops=0.155,
        over_partner=-0.016,
        over_standing=-0.431,
        over_late=-0.223,
        feeds=0.031,
    ),
    "teams_2x3": Considerations(
        saves=1.688,
        saves_late=-0.156,
        groups=-1.291,
        lonely=-0.051,
        cards=0.221,
        stands=0.533,
        stands_cost=0.223,
        stands_one=0.21,
        stands_two=0.035,
        stands_late=0.083,
        twos=-0.527,
        jokers=-0.284,
        twos_early=-0.043,
        jokers_early=-0.327,
        keeps_entry=0.037,
        danger=-0.003,
        high_lead=0.19,
        follows=0.127,
        stops=-0.256,
        over_partner=-0.126,
        over_standing=-0.799,
        over_late=0.159,
        feeds=-0.049,
    ),
}
"""The weights for playing alone, in pairs and in teams of three.

Those of teams were fitted by least squares to the points that playouts gave to the plays of some 1,500 decisions of
each kind, in the same ten worlds for all plays of a decision. When playing alone, fitted weights lost duels against
`steady`, so there they are those of `steady`.
"""


def weights_of(mode: TeamMode) -> Considerations:
    """Returns the weights for playing alone or with partners."""
    return WEIGHTS[mode]


class Judging:
    """The turn of one seat.

    Attributes:
        hand: its cards.
        standing: the play to beat, or `None` on a lead.
        choices: the combinations that it can play.
        chances: what it expects of the opponents.
    """

    def __init__(self, match: MatchState, climbing: Climbing, seat: Seat) -> None:
        self.chances = Chances(match, climbing, seat)
        self.hand: Cards = self.chances.hand
        self.standing: StandingPlay | None = climbing.standing
        previous = climbing.standing.reading if climbing.standing else None
        self.choices = list(choices(self.hand, previous, twos=match.rules.twos_in_sequences))
        self._bits = bits_of(self.hand)
        self._cost = cost_of(self.hand)
        groups = groups_of(self._bits)
        self._groups, self._lonely = len(groups), _lonely(groups)
        # Alone, the simple probabilities gain more, with which the weights of that case were found.
        alone = match.rules.team_mode == "individual"
        self._stands = CardCounting(match, climbing, seat).chance_to_stand if alone else self.chances.to_stand
        self._late = 0 < self.chances.fewest <= FEW
        self._on_partner = self.standing is not None and match.side_of(self.standing.seat) == match.side_of(seat)
        self._holder = climbing.hands[self.standing.seat].size if self.standing else 0
        self._on_partner_stands = self.chances.to_stand(previous) if previous and self._on_partner else 0.0

    def considerations(self, choice: Choice) -> Considerations:
        """Returns the considerations for and against a play."""
        made, played = choice.combination, bits_of(choice.cards)
        left = self._bits & ~played
        groups = groups_of(left)
        count = len(groups)
        cost = cost_of(tuple(card for card in self.hand if card not in choice.cards))
        stands = self._stands(made)
        twos, wild = (played & TWOS).bit_count(), (played & ~PLAIN).bit_count()
        early, late, leads = count >= EARLY, self._late, self.standing is None
        follows = not leads and not self._on_partner
        entry = left >> 4 * ACE > 0
        partners = self.chances.partners
        return Considerations(
            saves=self._cost - cost,
            saves_late=(self._cost - cost) * late,
            groups=self._groups - count,
            lonely=self._lonely - _lonely(groups),
            cards=made.size,
            stands=stands,
            stands_cost=stands / max(1.0, cost),
            stands_one=stands * (count <= 1),
            stands_two=stands * (count == 2),
            stands_late=stands * late,
            twos=twos,
            jokers=wild - twos,
            twos_early=twos * early,
            jokers_early=(wild - twos) * early,
            keeps_entry=entry and count > 1,
            danger=(1 - stands) * any(made.size == each.size <= FEW for each in self.chances.opponents),
            high_lead=made.top / ACE * (leads and made.size == 1),
            follows=follows,
            stops=follows and self._holder <= FEW,
            over_partner=self._on_partner,
            over_standing=self._on_partner_stands,
            over_late=self._on_partner and self._holder <= FEW,
            feeds=(1 - made.top / ACE) * (leads and made.size <= FEW and made.size in partners),
        )


def _lonely(groups: tuple[tuple[int, int], ...]) -> int:
    return sum(size_of(code) == 1 and code >> 1 & 15 <= LOW for code, _ in groups)
