"""Finding friends (LU-CALL, LU-1V4): calling cards, and joining the declarers by playing them.

FF-NUM-01   the dealer calls floor(players / 2) - 1 cards, all at once (DEC-32, RUL-13); none when playing alone
DEC-32      no face is called twice with one ordinal

`friend_call_style` (FF-CALL-03)   a call               is answered by the player of
ordinal      the n-th copy of a face, n from 1 to decks   the n-th copy played by anybody (FF-CALL-04, DEC-34, DEC-41)
first_other  *first*, if the dealer holds no copy;        the first copy played by anybody but the dealer
             *other*, if the dealer holds some, but not all (LU-CALL-01, DEC-35)
card_owner   a face of which the dealer does not hold all copies                              likewise

`friend_card`   cards that may be called
non_trump    all but trumps (FF-CALL-02, LU-CALL-02)
any          trumps and jokers too, but no fillers
no_highest   no trumps, no aces; where ace is the trump rank, no kings
no_points    no trumps, no fives, tens and kings

Copies count in the order in which they are played (DEC-36). Copies in the kitty or in a withdrawn throw do not count
(DEC-33, DEC-37). A declarer may answer a call (FF-TEAM-02); a friend is then missing. With `double_join` = ignored, the
call waits for the next copy played by an opponent.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.deal_shape import declarers_nominal
from domain.games.sheng_ji.options.extensions import DoubleJoin, FriendCard
from domain.games.sheng_ji.options.friends import FriendCallStyle
from domain.kernel.cards import ACE, BIG_JOKER, FACES, NAMES, POINTS, RANK_OF_NAME, Cards, Face, rank_of
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat

CallWord = Literal["ordinal", "first", "other", "owner"]

KING = RANK_OF_NAME["K"]

WORDS: dict[FriendCallStyle, tuple[CallWord, ...]] = {
    "ordinal": ("ordinal",),
    "first_other": ("first", "other"),
    "card_owner": ("owner",),
}
"""The words that a call may use in each style."""


class Call(NamedTuple):
    """A called card; `ordinal` is 1 unless the word is `ordinal`."""

    word: CallWord
    card: Face
    ordinal: int = 1


class CallRules(NamedTuple):
    """The options that govern calls."""

    players: int
    decks: int
    style: FriendCallStyle
    friend_card: FriendCard = "non_trump"
    solo_call: bool = False
    double_join: DoubleJoin = "allowed"


class Friends(NamedTuple):
    """The calls of a hand. For each: the number of copies played that count, and the seat that answered it."""

    calls: tuple[Call, ...]
    seen: tuple[int, ...]
    answered_by: tuple[Seat | None, ...]


class WrongNumberOfCalls(Illegal):
    """The dealer must call the exact number of cards."""

    usual_rule = "FF-NUM-01"


class CalledTwice(Illegal):
    """Two calls are the same."""

    usual_rule = "FF-CALL-03"


class WrongCallStyle(Illegal):
    """This table uses another style of calls."""

    usual_rule = "FF-CALL-03"


class NoSuchCopy(Illegal):
    """The pack has fewer copies of the card than the call counts."""

    usual_rule = "FF-CALL-03"


class TrumpCalled(Illegal):
    """Trumps cannot be called."""

    usual_rule = "FF-CALL-02"


class CardNotCallable(Illegal):
    """This card cannot be called at this table."""

    usual_rule = "FF-CALL-02"


class AllCopiesHeld(Illegal):
    """The dealer cannot call a card of which they hold all copies."""

    usual_rule = "LU-CALL-01"


class WrongCallWord(Illegal):
    """The word of the call does not fit the copies that the dealer holds."""

    usual_rule = "LU-CALL-01"


def calls_wanted(players: int) -> int:
    """Returns the number of cards that the dealer calls (FF-NUM-01)."""
    return declarers_nominal(players) - 1


def check_calls(rules: CallRules, order: CardOrder, hand: Cards, calls: Sequence[Call]) -> None:
    """Refuses illegal calls. No calls mean playing alone, where that is allowed (LU-1V4-01).

    Args:
        rules: the options of the table.
        order: the order of the cards in this hand.
        hand: the dealer's hand after burying (DEC-35).
        calls: all calls, in order.

    Raises:
        Illegal: there are too many or too few calls, two are equal, or one is illegal.
    """
    if not calls and rules.solo_call:
        return
    wanted = calls_wanted(rules.players)
    if len(calls) != wanted:
        alone = message(", or none to play alone") if rules.solo_call else ""
        raise WrongNumberOfCalls(
            message("you made {count} calls instead of {wanted}", count=len(calls), wanted=wanted),
            hint=message("make {wanted}{alone}", wanted=wanted, alone=alone),
        )
    for place, call in enumerate(calls):
        check_call(rules, order, hand, call, calls[:place])


def check_call(rules: CallRules, order: CardOrder, hand: Cards, call: Call, earlier: Sequence[Call] = ()) -> None:
    """Refuses a call that is illegal after the earlier ones.

    Raises:
        Illegal: its word is wrong, it repeats an earlier call, or its card cannot be called.
    """
    if call.word not in WORDS[rules.style]:
        raise WrongCallStyle(
            message("{word!r} is not a call word of this table", word=call.word),
            hint=message("use {words}", words=" or ".join(WORDS[rules.style])),
        )
    _check_card(rules, order, call.card)
    most = rules.decks if call.word == "ordinal" else 1
    if not 1 <= call.ordinal <= most:
        raise NoSuchCopy(
            message("copy {ordinal} of {names} does not exist", ordinal=call.ordinal, names=NAMES[call.card]),
            rule="DEC-41",
            hint=message("count from 1 to {most}", most=most),
        )
    if any((call.card, call.ordinal) == (other.card, other.ordinal) for other in earlier):
        raise CalledTwice(
            message("{names} is called twice", names=NAMES[call.card]),
            rule="RUL-13",
            hint=message("call another card or another copy"),
        )
    if call.word != "ordinal":
        _check_word(rules, call, hand.count(call.card))


def _check_card(rules: CallRules, order: CardOrder, card: Face) -> None:
    if card > BIG_JOKER:
        raise CardNotCallable(message("spare cards cannot be called"), hint=message("call another card"))
    if rules.friend_card == "any":
        return
    if order.is_trump(card):
        raise TrumpCalled(message("{names} is a trump", names=NAMES[card]), hint=message("call a card of a side suit"))
    highest = KING if order.trump_rank == ACE else ACE
    if rules.friend_card == "no_highest" and rank_of(card) == highest:
        raise CardNotCallable(
            message("{names} is the highest of its suit", names=NAMES[card]), hint=message("call a lower card")
        )
    if rules.friend_card == "no_points" and POINTS[card]:
        raise CardNotCallable(
            message("{names} has points", names=NAMES[card]), hint=message("call a card without points")
        )


def _check_word(rules: CallRules, call: Call, held: int) -> None:
    """Refuses a card if the dealer holds all copies, and a word that does not fit the hand (LU-CALL-01, DEC-35)."""
    if held == rules.decks:
        raise AllCopiesHeld(
            message("you hold all copies of {names}", names=NAMES[call.card]), hint=message("call another card")
        )
    if call.word != "owner" and (call.word == "other") != (held > 0):
        fitting = "other" if held else "first"
        raise WrongCallWord(
            message("you hold {held} copies of {names}", held=held, names=NAMES[call.card]),
            hint=message("call it {fitting}", fitting=fitting),
        )


def possible_calls(rules: CallRules, order: CardOrder, hand: Cards) -> tuple[Call, ...]:
    """Returns every call that would be legal by itself."""
    most = rules.decks if rules.style == "ordinal" else 1
    worded = (
        Call(word, card, ordinal) for card in FACES for word in WORDS[rules.style] for ordinal in range(1, most + 1)
    )
    return tuple(call for call in worded if _can_call(rules, order, hand, call))


def _can_call(rules: CallRules, order: CardOrder, hand: Cards, call: Call) -> bool:
    try:
        check_call(rules, order, hand, call)
    except Illegal:
        return False
    return True


def called(calls: Sequence[Call]) -> Friends:
    """Returns the state of the calls before any card is played."""
    return Friends(tuple(calls), (0,) * len(calls), (None,) * len(calls))


def after_play(
    friends: Friends, dealer: Seat, seat: Seat, cards: Cards, double_join: DoubleJoin = "allowed"
) -> Friends:
    """Returns the state of the calls after a play that is not withdrawn (FF-CALL-04)."""
    if not any(call.card in cards for call in friends.calls):
        return friends
    for card in cards:
        friends = _after_copy(friends, dealer, seat, card, double_join)
    return friends


def _after_copy(friends: Friends, dealer: Seat, seat: Seat, card: Face, double_join: DoubleJoin) -> Friends:
    ignored = double_join == "ignored" and seat in declarers(friends, dealer)
    seen, answered_by = list(friends.seen), list(friends.answered_by)
    for place, call in enumerate(friends.calls):
        if call.card != card or (call.word != "ordinal" and seat == dealer):
            continue
        seen[place] += 1
        if answered_by[place] is None and seen[place] >= call.ordinal and not ignored:
            answered_by[place] = seat
    return Friends(friends.calls, tuple(seen), tuple(answered_by))


def declarers(friends: Friends, dealer: Seat) -> tuple[Seat, ...]:
    """Returns the dealer and all who have joined, without duplicates, in the order of the calls."""
    joined = (seat for seat in friends.answered_by if seat is not None)
    return tuple(dict.fromkeys((dealer, *joined)))


def missing_teammates(friends: Friends, dealer: Seat) -> int:
    """Returns how many called friends the declarers lack (FF-TEAM-02), or 0 without calls."""
    return len(friends.calls) + 1 - len(declarers(friends, dealer))


def opponent_points(captured: Sequence[int], declared: Collection[Seat]) -> int:
    """Returns the opponents' points: points captured by each seat, without those of declarers (FF-POINT-02)."""
    return sum(worth for seat, worth in enumerate(captured) if Seat(seat) not in declared)
