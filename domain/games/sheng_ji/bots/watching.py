"""Actions that a seat may take on its turn besides playing.

`enforcement` = `honor`   challenges an opponent's play that later cards prove to be a revoke
`end_early` = `on`        ends a hand whose result can no longer change
"""

from collections.abc import Iterator

from domain.games.sheng_ji.bots.roles import held, open_calls
from domain.games.sheng_ji.commands import ChallengePlay, EndHand
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.revoke import is_revoke
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import MatchState, PlayedTrick, Reviewing, Tricks
from domain.kernel.seats import Seat


def object_or_end(match: MatchState, seat: Seat) -> ChallengePlay | EndHand | None:
    """Returns a challenge if an opponent has provably revoked, the end of a decided hand, or `None`."""
    rules, phase = match.rules, match.phase
    tricks = phase.tricks if isinstance(phase, Reviewing) else phase
    if not isinstance(tricks, Tricks):
        return None
    if rules.enforcement == "honor" and not _may_join(tricks, seat):
        for number, offender in revokes(tricks, rules, seat):
            return ChallengePlay(number, offender)
    ends = rules.end_early and isinstance(phase, Tricks) and nothing_can_change(tricks, rules)
    return EndHand() if ends else None


def _may_join(tricks: Tricks, seat: Seat) -> bool:
    """Returns whether the seat holds a called card, so that apparent opponents may be its friends."""
    if tricks.deal.declares(seat):
        return False
    hand = tricks.hands[seat].known
    return any(held(tricks.deal.order, hand, call.card) for call, _ in open_calls(tricks))


def revokes(tricks: Tricks, rules: Rules, seat: Seat) -> Iterator[tuple[int, Seat]]:
    """Yields the tricks, numbered from 1, in which an opponent provably revoked, with that opponent."""
    for number, trick in enumerate(tricks.history, start=1):
        for offender in _suspects(tricks, trick):
            opposed = tricks.deal.declares(offender) != tricks.deal.declares(seat)
            if opposed and is_revoke(tricks, rules, number, offender):
                yield number, offender


def _suspects(tricks: Tricks, trick: PlayedTrick) -> Iterator[Seat]:
    """Yields the seats that may have revoked: those that played off the suit, or had to answer runs or tuples."""
    for play in trick.plays[1:]:
        followed = in_suit(hand_of(tricks.deal.order, play.cards), trick.lead.suit).bit_count()
        if trick.lead.demands or followed < trick.lead.size:
            yield play.seat
