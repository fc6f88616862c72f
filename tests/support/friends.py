"""Hands at tables with friend calls."""

from collections.abc import Sequence

from domain.games.sheng_ji.commands import CallFriends
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.play_events import HandScored, TrickWon
from domain.kernel.cards import RANK_OF_NAME
from domain.kernel.seats import Seat
from domain.table.events import SecretPublished
from tests.support.deals import burying, followed, hand_opened, led
from tests.support.table import SECRETS, Given, buries, cards


def calls(*texts: str) -> CallFriends:
    """Returns calls, each written as `2 KS` (the second king of spades), `first AC`, `other AC` or `owner AC`."""
    return CallFriends(tuple(map(call, texts)))


def call(text: str) -> Call:
    word, name = text.split()
    (card,) = cards(name)
    return Call("ordinal", card, int(word)) if word.isdigit() else Call(word, card)


ALONE = CallFriends((), solo=True)


def calling(hands: Sequence[str], kitty: str, *, trumps: str = "2H", dealer: int = 0, match: Given) -> Given:
    """Returns a table at which the dealer has buried the kitty and is to call friends."""
    return burying(hands, kitty, trumps=trumps, dealer=dealer, match=match).after((dealer, buries(kitty)))


def scored_hand(match: Given, levels: Sequence[str], *, dealer: int, next_dealer: int) -> Given:
    """Returns the match after a hand of one trick. The next hand is opened, with these levels and this dealer."""
    players = len(levels)
    ranks = ["3", "4", "5", "6", "7", "8", "9", "10"]
    order = [(dealer + step) % players for step in range(players)]
    hands = [f"{ranks[order.index(seat)]}S" for seat in range(players)]
    kitty = ["9C", "9D", "9H", "JC", "JD", "JH", "QC", "QD"][: match.table.rules.deal_shape.kitty]
    wanted = players // 2 - 1
    given = calling(hands, " ".join(kitty), dealer=dealer, match=match)
    given = given.after((dealer, calls(*(f"1 {rank}D" for rank in ranks[:wanted]))))
    number = match.table.hand.number
    won = order[-1]
    scored = HandScored(
        last_trick=Seat(won),
        trick_points=5,
        kitty_points=0,
        kitty_factor=0,
        penalties=0,
        opponent_points=5,
        declarers=(Seat(dealer),),
        solo=False,
        missing=wanted,
        winners="declarers",
        levels_won=2,
        reset_to=None,
        revoked_by=None,
        levels_before=tuple(position.level for position in match.table.match.positions),
        levels_after=tuple(RANK_OF_NAME[level] for level in levels),
        laps_after=(0,) * players,
        attempted_after=((),) * players,
        next_dealer=Seat(next_dealer),
        match_won_by=(),
    )
    return given.and_then(
        led(dealer, hands[dealer]),
        *(followed(seat, hands[seat], reading=[hands[seat]]) for seat in order[1:]),
        TrickWon(Seat(won), 5),
        scored,
        SecretPublished(number, SECRETS[number].hex()),
        hand_opened(number + 1, players),
    )
