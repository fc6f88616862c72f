"""What a seat can ask for in a hand of Sheng Ji."""

from dataclasses import dataclass

from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import Plan
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """Show cards: to declare, to reinforce one's declaration (the added copies), to override, to bid for the kitty."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class FilePlan:
    """File what one would show during the draw, and over whom; sealed."""

    shows: Plan


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this time: show nothing, ask for no new deal, challenge nobody."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """Show one's hand, which has no trump or too few points, and have the cards dealt anew."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Set aside as many cards as the kitty had."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CallFriends:
    """Call the friends of the hand, or with `solo` none: the dealer plays alone."""

    calls: tuple[Call, ...]
    solo: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Lead or follow with these cards; after a throw that can be beaten, say which of the units offered is led.

    `units` says in which units a lead is to be read, where the leader decides that (`throw_ambiguity`).
    """

    cards: Cards
    units: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that a seat did not follow in a past trick of the hand, numbered from 1 (`enforcement` = `honor`)."""

    trick: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndHand:
    """End the hand, whose result nothing can change any more."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that one takes all tricks that are left, leading these cards in this order; none: in an order that does.

    The claim is judged by what the seat itself knows (`claims`), and played out when it holds.
    """

    leads: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Ask the others to let one take back what one has just played or declared."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Answer a seat that asks to take something back."""

    agree: bool


Announcement = Challenge | EndHand | Claim | TakeBack | Consent
Move = Declare | FilePlan | Pass | ClaimRedeal | Bury | CallFriends | Play | Announcement


@dataclass(frozen=True, slots=True)
class DrawRound:
    """The clock: every seat draws its next card (`deal_mode` = `live_draw`)."""


@dataclass(frozen=True, slots=True)
class CloseDeclaring:
    """The clock: the time to declare after the last card is over."""


Tick = DrawRound | CloseDeclaring
"""What no seat asks for, but the clock of a live draw."""
