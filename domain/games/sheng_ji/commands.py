"""The commands of a hand of Sheng Ji: the moves of a seat, and the ticks of the clock of a live draw."""

from dataclasses import dataclass

from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import Plan
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """Shows cards to declare, to reinforce one's declaration (only the added copies), to override, or to bid."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class FilePlan:
    """Files a sealed plan: the cards to show during the draw, and the seats to override."""

    shows: Plan


@dataclass(frozen=True, slots=True)
class Pass:
    """Passes: no declaration, no redeal, or no challenge."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """Shows one's hand, which has no trump or too few points, and claims a redeal."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Sets aside as many cards as the kitty had."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CallFriends:
    """Calls friends; with `solo` the dealer calls none and plays alone."""

    calls: tuple[Call, ...]
    solo: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Leads or follows with cards. After a failed throw, chooses which of the units offered is led.

    `units` names the units of a lead, where the leader decides that (`throw_ambiguity`).
    """

    cards: Cards
    units: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class ChallengePlay:
    """Challenges a seat that did not follow in a past trick of the hand, numbered from 1 (`enforcement` = `honor`)."""

    trick: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndHand:
    """Ends a hand whose result can no longer change."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claims all remaining tricks with these leads in this order; without leads, the server looks for a line.

    The claim is judged by what the seat itself knows (see `claims`). A proven claim is played out.
    """

    leads: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Asks the others for consent to take back one's last play or declaration."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Answers a request to take back."""

    agree: bool


Announcement = ChallengePlay | EndHand | Claim | TakeBack | Consent
Move = Declare | FilePlan | Pass | ClaimRedeal | Bury | CallFriends | Play | Announcement


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Every seat draws its next card, on the clock (`deal_mode` = `live_draw`)."""


@dataclass(frozen=True, slots=True)
class CloseDeclaring:
    """The time to declare after the last card has expired."""


Tick = DrawRound | CloseDeclaring
"""Commands of the clock of a live draw."""
