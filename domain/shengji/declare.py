"""Declaring trumps (RULES §8): what may be shown over what, and who becomes dealer by it.

the ladder (SJ-BID-07, SJ-BID-15)   number of cards, then: cards of the trump rank < small jokers < big jokers
SJ-BID-02  opening: one card of the trump rank, or as `initial_declare` says a pair, or identical jokers
SJ-BID-03  a single joker never declares, nor do unlike jokers
SJ-BID-04  the holder of the standing declaration may add copies of it, jokers too (RUL-04)
SJ-BID-05  another player overrides with two or more cards that stand higher
SJ-BID-08  nobody overrides their own standing declaration; it binds the holder only (SJ-BID-11, RUL-03)
DEC-07     `joker_pair_order` = `flat` plays as `big_over_small`
RUL-05     under `single_or_joker_pair` an opening pair counts as declaring and reinforcing at once

who deals in the first hand (SJ-BID-12, `first_hand_dealer`)
last_declarer        whoever declared or overrode last, jokers included
last_suit_declarer   the same, but overriding into no-trump moves nothing
"""

from typing import Literal, NamedTuple

from domain.cards import BIG_JOKER, NAMES, RANK_NAMES, SMALL_JOKER, Cards, Face, Rank, is_joker, rank_of
from domain.refusals import Illegal
from domain.seats import Seat

InitialDeclare = Literal["single", "single_or_joker_pair", "single_or_pair_or_joker_pair"]
FirstHandDealer = Literal["last_declarer", "last_suit_declarer", "first_declarer", "first_pair", "first_joker_pair"]
DeclarationKind = Literal["declare", "reinforce", "override"]


class Declaration(NamedTuple):
    """What a seat has shown and stands for: `copies` of one face."""

    seat: Seat
    card: Face
    copies: int


class Show(NamedTuple):
    """One act of showing: what it was, the cards newly shown, and the declaration that stands by it."""

    kind: DeclarationKind
    cards: Cards
    standing: Declaration


class DeclarationRules(NamedTuple):
    """The options of a table that govern declaring."""

    initial_declare: InitialDeclare
    override_same_suit: bool
    no_trump_declare: bool
    small_joker_declare: bool
    joker_in_bid: bool
    late_reinforce: bool
    first_hand_dealer: FirstHandDealer


class NotADeclaration(Illegal):
    """These cards cannot declare trumps."""

    usual_rule = "SJ-BID-02"


class OwnDeclaration(Illegal):
    """Nobody overrides the declaration that they hold themselves."""

    usual_rule = "SJ-BID-08"


class DeclarationTooLow(Illegal):
    """A declaration has to stand higher than the one before it."""

    usual_rule = "SJ-BID-07"


class SameSuitOverride(Illegal):
    """Here an override has to name another suit."""

    usual_rule = "SJ-BID-05"


def strength(card: Face, copies: int) -> tuple[int, int]:
    """The place of a declaration on the ladder (SJ-BID-15)."""
    return (copies, {SMALL_JOKER: 1, BIG_JOKER: 2}.get(card, 0))


def show(
    rules: DeclarationRules, trump_rank: Rank, standing: Declaration | None, seat: Seat, cards: Cards
) -> tuple[Show, ...]:
    """What it means that the seat shows these cards over what stands; two acts in the case of RUL-05.

    Args:
        rules: the table's options for declaring.
        trump_rank: the trump rank of the hand.
        standing: the declaration that stands, if any.
        seat: who shows.
        cards: what is shown, at least one card; reinforcing lists the added copies.

    Raises:
        Illegal: they cannot be shown now.
    """
    card = _declaring_face(rules, trump_rank, cards)
    if standing is None:
        return _opening(rules, Declaration(seat, card, len(cards)), cards)
    if standing.seat == seat:
        if card != standing.card:
            raise OwnDeclaration(
                f"your {NAMES[standing.card]} stands; {NAMES[card]} would override it",
                hint=f"add further copies of {NAMES[standing.card]}, or pass",
            )
        return (Show("reinforce", cards, standing._replace(copies=standing.copies + len(cards))),)
    return (_override(rules, standing, Declaration(seat, card, len(cards)), cards),)


def _declaring_face(rules: DeclarationRules, trump_rank: Rank, cards: Cards) -> Face:
    """The one face shown; it can declare at all."""
    card = cards[0]
    rank_name = RANK_NAMES[trump_rank]
    if any(other != card for other in cards):
        raise NotADeclaration(
            "the cards shown are not identical",
            rule="SJ-BID-03" if all(map(is_joker, cards)) else None,
            hint=f"show cards of rank {rank_name} in one suit, or identical jokers",
        )
    if not is_joker(card):
        if rank_of(card) != trump_rank:
            raise NotADeclaration(f"{NAMES[card]} is not of the trump rank {rank_name}", hint=f"show a {rank_name}")
        return card
    if not rules.no_trump_declare:
        raise NotADeclaration("jokers do not declare at this table", rule="SJ-BID-06", hint=f"show a {rank_name}")
    if card == SMALL_JOKER and not rules.small_joker_declare:
        raise NotADeclaration("small jokers do not declare at this table", rule="SJ-BID-16", hint="show big jokers")
    return card


def _opening(rules: DeclarationRules, made: Declaration, cards: Cards) -> tuple[Show, ...]:
    if is_joker(made.card):
        _refuse_single_joker(made)
        return (Show("declare", cards, made),)
    if made.copies > 1 and rules.initial_declare == "single_or_joker_pair":
        single = made._replace(copies=1)
        return (Show("declare", cards[:1], single), Show("reinforce", cards[1:], made))
    return (Show("declare", cards, made),)


def _refuse_single_joker(made: Declaration) -> None:
    if made.copies == 1:
        raise NotADeclaration("a single joker declares nothing", rule="SJ-BID-03", hint="show two identical jokers")


def _override(rules: DeclarationRules, standing: Declaration, made: Declaration, cards: Cards) -> Show:
    if is_joker(made.card) and standing.card != made.card:
        _refuse_single_joker(made)
    if strength(made.card, made.copies) <= strength(standing.card, standing.copies):
        raise DeclarationTooLow(
            f"{made.copies} x {NAMES[made.card]} does not stand higher than {standing.copies} x {NAMES[standing.card]}",
            hint="show more identical cards, or identical jokers of a higher kind, or pass",
        )
    if made.card == standing.card and not rules.override_same_suit:
        raise SameSuitOverride(f"{NAMES[made.card]} is declared already", hint="override in another suit, or pass")
    return Show("override", cards, made)


def dealer_by(rule: FirstHandDealer, dealer: Seat | None, act: Show) -> Seat:
    """The dealer of the first hand after a declaration (SJ-BID-12); `dealer` is who it was before."""
    if dealer is not None and rule == "last_suit_declarer" and is_joker(act.standing.card):
        return dealer
    return act.standing.seat


def possible_shows(
    rules: DeclarationRules, trump_rank: Rank, standing: Declaration | None, seat: Seat, held: dict[Face, int]
) -> tuple[Cards, ...]:
    """Everything a seat that holds these numbers of each face could show now.

    Args:
        rules: the table's options for declaring.
        trump_rank: the trump rank of the hand.
        standing: the declaration that stands, if any.
        seat: who would show.
        held: how many copies of each face the seat holds; copies that stand shown by it still count.
    """
    shows: list[Cards] = []
    for card in sorted(held):
        shown = standing.copies if standing and standing.seat == seat and standing.card == card else 0
        for copies in range(1, held[card] - shown + 1):
            try:
                show(rules, trump_rank, standing, seat, (card,) * copies)
            except Illegal:
                continue
            shows.append((card,) * copies)
    return tuple(shows)
