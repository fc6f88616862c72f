"""Declaring trumps: which cards may be shown over which, and the dealer that results.

the ladder (SJ-BID-07, SJ-BID-15)   number of cards, then: cards of the trump rank < small jokers < big jokers
SJ-BID-02  opening: one card of the trump rank, or by `initial_declare` a pair, or identical jokers
SJ-BID-03  a single joker never declares, nor do unlike jokers
SJ-BID-04  the holder of the standing declaration may add copies of it, jokers too (RUL-04)
SJ-BID-05  another player overrides with two or more cards that rank higher
SJ-BID-08  players cannot override their own standing declaration; it binds only its holder (SJ-BID-11, RUL-03)
SJ-BID-09  `late_reinforce`: a player just overridden by cards of the trump rank may still add copies (DEC-06)
SJ-BID-17  `joker_in_bid`: jokers may be added to two or more cards of the trump rank, and count as further cards
SJ-BID-20  where each declares at their own level, the trump rank is the level of the last to declare
DEC-07     `joker_pair_order` = `flat` plays as `big_over_small`
RUL-05     where only a single card may open, an opening pair counts as declaring and reinforcing at once (DEC-08)

the dealer of the first hand (SJ-BID-12, `first_hand_dealer`)
last_declarer        the last to declare or override, jokers included
last_suit_declarer   the same, but overriding into no-trump changes nothing
first_declarer       the first to declare (DEC-13)
first_pair           the first to show two cards of the trump rank, else the first declarer (DEC-12)
first_joker_pair     the first to show jokers, else the first declarer (DEC-12)
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple

from domain.games.sheng_ji.options.declaring import DeclaringOptions, FirstHandDealer
from domain.kernel.cards import (
    BIG_JOKER,
    NAMES,
    RANK_NAMES,
    SMALL_JOKER,
    Cards,
    Face,
    Rank,
    has_rank,
    is_joker,
    rank_of,
    suit_of,
)
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat

DeclarationKind = Literal["declare", "reinforce", "override"]


class Declaration(NamedTuple):
    """The declaration of a seat: `copies` of one face, and the jokers added to them (SJ-BID-17)."""

    seat: Seat
    card: Face
    copies: int
    jokers: Cards = ()

    @property
    def cards(self) -> Cards:
        """All cards shown."""
        return (self.card,) * self.copies + self.jokers


class Shown(NamedTuple):
    """One act of declaring: the seat, the kind of act, and the cards newly shown."""

    seat: Seat
    kind: DeclarationKind
    cards: Cards


class Floor(NamedTuple):
    """The standing declaration, and the declaration just overridden that may still be reinforced (SJ-BID-09)."""

    standing: Declaration | None = None
    overridden: Declaration | None = None


class Show(NamedTuple):
    """The effect of showing cards: the kind of act, the cards newly shown, and the resulting declarations."""

    kind: DeclarationKind
    cards: Cards
    standing: Declaration
    overridden: Declaration | None = None

    @property
    def floor(self) -> Floor:
        """The floor after the act."""
        return Floor(self.standing, self.overridden)


class NotADeclaration(Illegal):
    """These cards cannot declare trumps."""

    usual_rule = "SJ-BID-02"


class OwnDeclaration(Illegal):
    """Players cannot override their own declaration."""

    usual_rule = "SJ-BID-08"


class DeclarationTooLow(Illegal):
    """A declaration must rank higher than the one before it."""

    usual_rule = "SJ-BID-07"


class SameSuitOverride(Illegal):
    """An override must name another suit at this table."""

    usual_rule = "SJ-BID-05"


def strength(made: Declaration) -> tuple[int, int]:
    """Returns the rank of a declaration on the ladder (SJ-BID-15), as a sort key."""
    return (made.copies + len(made.jokers), {SMALL_JOKER: 1, BIG_JOKER: 2}.get(made.card, 0))


def show(rules: DeclaringOptions, trump_rank: Rank, floor: Floor, seat: Seat, cards: Cards) -> tuple[Show, ...]:
    """Returns the acts when the seat shows these cards; two acts in the case of RUL-05, else one.

    Args:
        rules: the table's options for declaring.
        trump_rank: the trump rank of the hand, or the level of the seat where each declares at their own.
        floor: the standing declaration, if any.
        seat: the seat that shows cards.
        cards: at least one card; a reinforcement lists only the added copies.

    Raises:
        Illegal: the seat cannot show these cards now.
    """
    standing = floor.standing
    if standing is not None and standing.seat == seat:
        return (_reinforcing(rules, standing, cards),)
    made = _declaration(rules, trump_rank, seat, cards)
    if standing is None:
        return _opening(rules, made, cards)
    late = _late_reinforcing(rules, floor, seat, cards)
    if late is not None and strength(made) <= strength(standing):
        return (late,)
    return (_override(rules, standing, made, cards),)


def _declaration(rules: DeclaringOptions, trump_rank: Rank, seat: Seat, cards: Cards) -> Declaration:
    """Returns the declaration that the cards make by themselves.

    Raises:
        NotADeclaration: they make none.
    """
    rank_name = _rank_name(trump_rank)
    jokers = tuple(sorted(filter(is_joker, cards)))
    plain = tuple(card for card in cards if not is_joker(card))
    card = (plain or jokers)[0]
    if plain and jokers and rules.joker_in_bid and len(plain) > 1 and len(set(plain)) == 1:
        _refuse_other_rank(card, trump_rank, rank_name)
        return Declaration(seat, card, len(plain), jokers)
    if len(set(cards)) > 1:
        raise NotADeclaration(
            message("the shown cards are not identical"),
            rule="SJ-BID-03" if not plain else None,
            hint=message("show cards of rank {rank_name} in one suit, or identical jokers", rank_name=rank_name),
        )
    if plain:
        _refuse_other_rank(card, trump_rank, rank_name)
    else:
        refuse_jokers(rules, trump_rank, card)
    return Declaration(seat, card, len(cards))


def may_declare(rules: DeclaringOptions, card: Face) -> bool:
    """Returns whether a joker of that kind may declare at the table. Other cards always may."""
    if not is_joker(card):
        return True
    return rules.no_trump_declare == "joker_pair" and (card != SMALL_JOKER or rules.small_joker_declare == "allowed")


def refuse_jokers(rules: DeclaringOptions, trump_rank: Rank, card: Face) -> None:
    """Refuses a joker that may not declare at the table.

    Raises:
        NotADeclaration: the card is such a joker.
    """
    if may_declare(rules, card):
        return
    if rules.no_trump_declare == "off":
        raise NotADeclaration(
            message("jokers cannot declare at this table"),
            rule="SJ-BID-06",
            hint=message("show a {rank_name}", rank_name=_rank_name(trump_rank)),
        )
    raise NotADeclaration(
        message("small jokers cannot declare at this table"), rule="SJ-BID-16", hint=message("show big jokers")
    )


def can_declare(rules: DeclaringOptions, trump_rank: Rank, seat: Seat, cards: Cards) -> None:
    """Refuses cards that the seat could never show or add to its declaration.

    Raises:
        NotADeclaration: it could not.
    """
    if all(map(is_joker, cards)) and rules.joker_in_bid:
        return
    _declaration(rules, trump_rank, seat, cards)


def _rank_name(trump_rank: Rank) -> str:
    return RANK_NAMES[trump_rank] if trump_rank < len(RANK_NAMES) else message("no rank")


def _refuse_other_rank(card: Face, trump_rank: Rank, rank_name: str) -> None:
    if not has_rank(card) or rank_of(card) != trump_rank:
        raise NotADeclaration(
            message("{names} is not of the trump rank {rank_name}", names=NAMES[card], rank_name=rank_name),
            hint=message("show a {rank_name}", rank_name=rank_name),
        )


def _opening(rules: DeclaringOptions, made: Declaration, cards: Cards) -> tuple[Show, ...]:
    if is_joker(made.card):
        _refuse_single_joker(made)
        if rules.initial_declare == "single":
            raise NotADeclaration(
                message("jokers cannot open at this table"), hint=message("show one card of the trump rank")
            )
        return (Show("declare", cards, made),)
    if len(cards) > 1 and rules.initial_declare != "single_or_pair_or_joker_pair":
        single = Declaration(made.seat, made.card, 1)
        added = (made.card,) * (made.copies - 1) + made.jokers
        return (Show("declare", (made.card,), single), Show("reinforce", added, made))
    return (Show("declare", cards, made),)


def _refuse_single_joker(made: Declaration) -> None:
    if made.copies == 1:
        raise NotADeclaration(
            message("a single joker declares nothing"), rule="SJ-BID-03", hint=message("show two identical jokers")
        )


def _reinforcing(rules: DeclaringOptions, standing: Declaration, cards: Cards) -> Show:
    """Adds copies, and jokers where the rules allow it, to the seat's own standing declaration."""
    added = sum(card == standing.card for card in cards)
    jokers = tuple(card for card in cards if card != standing.card)
    may_add = rules.joker_in_bid and not is_joker(standing.card) and standing.copies + added > 1
    wrong = [card for card in jokers if not (may_add and is_joker(card))]
    if wrong:
        raise OwnDeclaration(
            message(
                "your own {names} stands, and {names_2} would override it",
                names=NAMES[standing.card],
                names_2=NAMES[wrong[0]],
            ),
            hint=message("add further copies of {names}, or pass", names=NAMES[standing.card]),
        )
    made = standing._replace(copies=standing.copies + added, jokers=tuple(sorted((*standing.jokers, *jokers))))
    return Show("reinforce", cards, made)


def _late_reinforcing(rules: DeclaringOptions, floor: Floor, seat: Seat, cards: Cards) -> Show | None:
    """Adds copies to a declaration that was just overridden (SJ-BID-09). Returns `None` if that is not possible."""
    standing, mine = floor.standing, floor.overridden
    if not rules.late_reinforce or standing is None or mine is None or mine.seat != seat or is_joker(standing.card):
        return None
    if any(card != mine.card for card in cards):
        return None
    made = mine._replace(copies=mine.copies + len(cards))
    return Show("reinforce", cards, made) if strength(made) >= strength(standing) else None


def _override(rules: DeclaringOptions, standing: Declaration, made: Declaration, cards: Cards) -> Show:
    if is_joker(made.card) and standing.card != made.card:
        _refuse_single_joker(made)
    if strength(made) <= strength(standing):
        raise DeclarationTooLow(
            message(
                "{in_words} does not rank above {in_words_2}", in_words=_in_words(made), in_words_2=_in_words(standing)
            ),
            hint=message("show more identical cards, or identical jokers of a higher kind, or pass"),
        )
    if rules.override_same_suit == "forbidden" and _same_suit(made.card, standing.card):
        raise SameSuitOverride(
            message("the suit of {names} is already declared", names=NAMES[standing.card]),
            hint=message("override in another suit, or pass"),
        )
    overridden = None if is_joker(made.card) else standing
    return Show("override", cards, made, overridden)


def _same_suit(card: Face, other: Face) -> bool:
    return not is_joker(card) and not is_joker(other) and suit_of(card) == suit_of(other)


def _in_words(made: Declaration) -> str:
    jokers = "".join(f" and {NAMES[card]}" for card in made.jokers)
    return f"{made.copies} x {NAMES[made.card]}{jokers}"


def standing_after(floor: Floor, act: Shown) -> Declaration:
    """Returns the standing declaration after a legal act, from public facts."""
    before = floor.standing
    if act.kind == "reinforce":
        mine = before if before is not None and before.seat == act.seat else floor.overridden
        if mine is not None:
            added = sum(card == mine.card for card in act.cards)
            jokers = tuple(card for card in act.cards if card != mine.card)
            return mine._replace(copies=mine.copies + added, jokers=tuple(sorted((*mine.jokers, *jokers))))
    plain = tuple(card for card in act.cards if not is_joker(card))
    if not plain:
        return Declaration(act.seat, act.cards[0], len(act.cards))
    return Declaration(act.seat, plain[0], len(plain), tuple(sorted(filter(is_joker, act.cards))))


def floor_after(floor: Floor, act: Shown) -> Floor:
    """Returns the floor after a legal act. Only an override by cards of the trump rank can be reinforced late."""
    standing = standing_after(floor, act)
    overridden = floor.standing if act.kind == "override" and not is_joker(standing.card) else None
    return Floor(standing, overridden)


def dealer_by(rule: FirstHandDealer, acts: Sequence[Shown]) -> Seat:
    """Returns the dealer of the first hand after one or more acts of declaring, by the table above (SJ-BID-12)."""
    if rule == "last_declarer":
        return acts[-1].seat
    if rule == "last_suit_declarer":
        suits = [act for act in acts if not all(map(is_joker, act.cards))]
        return (suits or acts[:1])[-1].seat
    if rule == "first_pair":
        pairs = [act for act in acts if _shows_tuple(act) and not all(map(is_joker, act.cards))]
        return (pairs or acts)[0].seat
    if rule == "first_joker_pair":
        jokers = [act for act in acts if act.kind != "reinforce" and all(map(is_joker, act.cards))]
        return (jokers or acts)[0].seat
    return acts[0].seat


def _shows_tuple(act: Shown) -> bool:
    return len(act.cards) > 1 or act.kind == "reinforce"


def possible_shows(
    rules: DeclaringOptions, trump_rank: Rank, floor: Floor, seat: Seat, held: dict[Face, int]
) -> tuple[Cards, ...]:
    """Returns all cards that a seat could show now.

    Args:
        rules: the table's options for declaring.
        trump_rank: the trump rank of the hand, or the level of the seat.
        floor: the standing declaration, if any.
        seat: the seat.
        held: the number of copies of each face that the seat holds, including those in its standing declaration.
    """
    free = dict(held)
    standing = floor.standing
    if standing is not None and standing.seat == seat:
        for card in standing.cards:
            free[card] -= 1
    late = _late_copies(rules, floor, seat)
    shows: list[Cards] = []
    for cards in _sets_to_show(rules, trump_rank, free):
        try:
            acts = show(rules, trump_rank, floor, seat, cards)
        except Illegal:
            continue
        if late and acts[0].kind == "reinforce" and late + len(cards) > held[cards[0]]:
            continue
        shows.append(cards)
    return tuple(shows)


def _late_copies(rules: DeclaringOptions, floor: Floor, seat: Seat) -> int:
    """Returns how many cards of the seat's overridden declaration a late reinforcement would include, or 0."""
    mine = floor.overridden
    return mine.copies if rules.late_reinforce and mine is not None and mine.seat == seat else 0


def _sets_to_show(rules: DeclaringOptions, trump_rank: Rank, free: dict[Face, int]) -> Iterator[Cards]:
    """Yields copies of one face, with jokers added where the rules allow it."""
    faces = [card for card in sorted(free) if is_joker(card) or (has_rank(card) and rank_of(card) == trump_rank)]
    small, big = free.get(SMALL_JOKER, 0), free.get(BIG_JOKER, 0)
    added = list(product(range(small + 1), range(big + 1))) if rules.joker_in_bid else [(0, 0)]
    for card in faces:
        for copies in range(0 if rules.joker_in_bid and not is_joker(card) else 1, free[card] + 1):
            for smalls, bigs in added if not is_joker(card) else [(0, 0)]:
                cards = (card,) * copies + (SMALL_JOKER,) * smalls + (BIG_JOKER,) * bigs
                if cards and (copies or rules.joker_in_bid):
                    yield cards
