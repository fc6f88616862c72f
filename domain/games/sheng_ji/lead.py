"""Leading: cards of one effective suit, and their division into units."""

from collections.abc import Sequence

from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import in_suit, sole_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.units import Unit, decompose, named_units
from domain.kernel.cards import Cards
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal


class MixedLead(Illegal):
    """All cards of a lead must belong to one effective suit."""

    usual_rule = "SJ-LEAD-01"


class UnitsNotAsked(Illegal):
    """Players do not name units at this table."""

    usual_rule = "SJ-THROW-06"


def led_units(
    order: CardOrder, rules: Rules, play: Hand, cards: Cards, named: Sequence[Cards] = ()
) -> tuple[EffectiveSuit, tuple[Unit, ...]]:
    """Returns the suit of a lead, and its units (SJ-THROW-06, SJ-LEAD-05).

    Args:
        order: the order of the cards.
        rules: the rules of the table.
        play: the lead as a hand.
        cards: the cards of the lead, as the leader named them.
        named: the units, if the leader names them.

    Raises:
        Illegal: the cards are of several suits, or the named units are not units of the lead, or naming is not allowed.
    """
    suit = sole_suit(play)
    if suit is None:
        raise MixedLead(message("the cards belong to several effective suits"))
    read = decompose(order.chains[suit], in_suit(play, suit), rules.throw_ambiguity, rules.narrowest_tuple)
    if not named:
        return suit, read
    units = named_units(order, suit, cards, named, rules.narrowest_tuple)
    if sorted(units) == sorted(read):
        # The leader named the units that we found. Only their order may differ, and it does not matter.
        return suit, read
    if rules.throw_ambiguity != "leader_specifies":
        raise UnitsNotAsked(message("the leader cannot choose the units at this table"), hint=message("omit units"))
    return suit, units
