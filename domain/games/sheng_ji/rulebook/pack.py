"""The cards, their order and points, and the sizes of hands and kitty."""

from domain.games.sheng_ji.card_order import TierName, TrumpSuit, order_of, side_faces, trump_tiers
from domain.games.sheng_ji.deal_shape import (
    DealShape,
    UnevenDeal,
    deal_shape,
    declarers_nominal,
    pack,
    possible_kitties,
    threshold,
    usual_decks,
    usual_step,
)
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.kernel.cards import POINTS_OF_RANK, RANK_NAMES, RANK_OF_NAME, SUIT_NAMES, SUITS, points
from domain.kernel.wording import DASH, cards, counted, listed
from domain.rulebook.entries import Chapter, Grid, rule

EXAMPLE_RANK = RANK_OF_NAME["7"]
EXAMPLE_SUIT = SUITS[2]

_TIERS: dict[TierName, str] = {
    "H5": "five of hearts",
    "D5": "five of diamonds",
    "BJ": "big joker",
    "SJ": "small joker",
    "filler": "spare cards",
    "rank_and_suit": "trump rank in the trump suit",
    "rank_off_suit": "trump rank in other suits, all equal",
    "rank_any_suit": "trump rank, all equal",
    "two_of_trump_suit": "two of the trump suit",
    "two_off_suit": "other twos, all equal",
    "two_any_suit": "twos, all equal",
    "trump_suit_other": "trump suit",
}
_PLAYERS = OPTIONS["players"].values
_DECKS = tuple(value for value in OPTIONS["decks"].values if isinstance(value, int))


def trump_grid(rules: Rules, trump_suit: TrumpSuit) -> Grid:
    """Lists the trumps at trump rank 7, from high to low."""
    tiers = trump_tiers(EXAMPLE_RANK, trump_suit, rules.ordering)
    named = f"trump suit {SUIT_NAMES[trump_suit]}" if trump_suit is not None else "no-trump"
    rows = tuple((str(place), cards(faces), _TIERS[name]) for place, (name, faces) in enumerate(reversed(tiers), 1))
    return Grid(f"Trumps at trump rank 7, {named}, from high to low", ("", "cards", "what they are"), rows)


def _side_order(rules: Rules) -> str:
    faces = side_faces(EXAMPLE_RANK, SUITS[3], rules.ordering)
    return f"At trump rank 7, the order of a side suit is {cards(reversed(faces))}."


def _trumps_counted(rules: Rules) -> str:
    whole = pack_of(rules, EXAMPLE_RANK)
    suited, none = (
        sum(map(order_of(EXAMPLE_RANK, suit, rules.ordering).is_trump, whole)) for suit in (EXAMPLE_SUIT, None)
    )
    return (
        f"At trump rank 7, {suited} of the {rules.deal_shape.cards} cards are trumps if there is a trump suit, and "
        f"{none} in no-trump."
    )


def _point_grid(_: Rules) -> Grid:
    rows = tuple(
        (RANK_NAMES[rank], str(worth)) for rank, worth in sorted(POINTS_OF_RANK.items(), reverse=True) if worth
    )
    return Grid("Points of cards", ("rank", "points"), rows)


def _twos(rules: Rules) -> str:
    if not rules.ordering.permanent_twos:
        return "Twos are trumps only if two is the trump rank, or if they are of the trump suit."
    return (
        "All twos are trumps in every hand. They rank just below the trump rank. The two of the trump suit is the "
        "highest, and the other twos are equal. If two is the trump rank, this changes nothing."
    )


def _red_fives(rules: Rules) -> str:
    if rules.ordering.hong_wu == "off":
        return "The red fives are ordinary cards."
    both = rules.ordering.hong_wu == "h5_d5"
    which = (
        "The five of hearts is the highest trump, above the big joker. The five of diamonds is the second highest, and "
        "both keep their points."
        if both
        else "The five of hearts is the highest trump, above the big joker. It keeps its points."
    )
    cost = (
        f" A player whose red five is won by the other side loses {rules.hong_wu_penalty} points (DEC-97)."
        if rules.hong_wu_penalty
        else ""
    )
    return f"{which}{cost}"


def _fillers(rules: Rules) -> str:
    if not rules.filler_cards:
        return "The pack has no spare cards."
    return (
        f"The pack has {counted(rules.filler_cards, 'spare card')}. Spare cards are equal trumps just below the small "
        "joker. They have no points, cannot declare and belong to no run."
    )


def _one_shape(players: int, decks: int) -> DealShape | None:
    try:
        return deal_shape(players, decks)
    except UnevenDeal:
        return None


def shapes_grid(rules: Rules) -> Grid:
    """Lists the default sizes of kitty and hand, by players and decks."""
    rows: list[tuple[str, ...]] = []
    for players in _PLAYERS:
        shapes = [_one_shape(int(players), decks) for decks in _DECKS]
        cells = [
            DASH if shape is None else f"{shape.kitty} / {shape.hand}{' ←' if here else ''}"
            for decks, shape in zip(_DECKS, shapes, strict=True)
            for here in [rules.players == players and rules.decks == decks]
        ]
        rows.append((str(players), *cells))
    head = ("players", *(counted(decks, "deck") for decks in _DECKS))
    return Grid("Kitty / hand if no kitty_size is chosen; the arrow marks this table", head, tuple(rows))


def _this_deal(rules: Rules) -> str:
    shape = rules.deal_shape
    return f"At this table, {shape.cards} cards are dealt: {shape.hand} to each player and {shape.kitty} to the kitty."


def _other_kitties(rules: Rules) -> str:
    sizes = possible_kitties(rules.players, rules.deal_shape.cards)
    return f"With these cards, the kitty can have {listed(map(str, sizes), 'or')} cards."


def _by_players(_: Rules) -> Grid:
    rows = []
    for each in _PLAYERS:
        players, decks = int(each), usual_decks(int(each))
        shape = deal_shape(players, decks)
        figures = (players, decks, shape.hand, shape.kitty, declarers_nominal(players), threshold(decks))
        rows.append((*map(str, figures), str(usual_step(decks))))
    head = ("players", "decks", "hand", "kitty", "declarers", "threshold", "step")
    return Grid("Default sizes", head, tuple(rows))


def _jokers_out(rules: Rules) -> str:
    if not rules.jokers_removed and not rules.filler_cards:
        return "At this table, nothing is removed or added."
    return (
        f"At this table, {counted(rules.jokers_removed, 'joker')} are removed and "
        f"{counted(rules.filler_cards, 'spare card')} added."
    )


CARDS: Chapter[Rules] = Chapter(
    "cards",
    "Cards and points",
    (
        rule(
            "SJ-CARD-01",
            "A deck",
            "A deck has 54 cards: thirteen ranks in four suits, a small black joker and a big red joker. A card is "
            "written `10S` or `AH`, and the jokers `SJ` and `BJ`.",
        ),
        rule(
            "SJ-CARD-02",
            "What is trump",
            "All jokers, all cards of the trump rank and all cards of the trump suit are trumps. In no-trump there is "
            "no trump suit, so only jokers and the trump rank are trumps.",
        ),
        rule(
            "SJ-CARD-03",
            "The order of the trumps",
            "Each row of this table ranks above the next. Cards in one row are equally high.",
            lambda rules: trump_grid(rules, EXAMPLE_SUIT),
        ),
        rule("SJ-CARD-04", "The order in no-trump", lambda rules: trump_grid(rules, None)),
        rule(
            "SJ-CARD-05",
            "The side suits",
            "A side suit ranks from ace down to two, without its trumps. Cards of different side suits cannot be "
            "compared. Every trump is higher than every side card.",
            _side_order,
        ),
        rule("SJ-CARD-06", "How many trumps there are", _trumps_counted),
        rule(
            "SJ-CARD-07",
            "Trumps leave their suit",
            "A card of the trump rank is always a trump. It never belongs to its printed suit.",
        ),
        rule(
            "SJ-CARD-08",
            "Neighbours",
            "Trumps leave no gap in their printed suit. At trump rank 7, the 8 and the 6 of a suit are neighbours.",
        ),
        rule("SJ-CARD-09", "Equal cards", "Of equally high plays, the earlier one wins."),
        rule("SJ-CARD-10", "Twos as trumps", _twos),
        rule("SJ-CARD-11", "Red fives", _red_fives),
        rule("SJ-CARD-12", "Spare cards", _fillers),
        rule(
            "DEC-73",
            "Runs with red fives and spare cards",
            "A run may pass over spare cards: the cards above and below them are neighbours. A red five is next to the "
            "big joker. If both red fives are trumps, the five of hearts is above the five of diamonds.",
            when=lambda rules: rules.filler_cards > 0 or rules.ordering.hong_wu != "off",
            example={"hong_wu": "h5_d5"},
        ),
        rule(
            "DEC-97",
            "The penalty for a red five",
            "The penalty is booked when the hand is scored, with the sides at that time. A declarer's penalty is added "
            "to the opponents' points. An opponent's penalty is subtracted from them.",
            when=lambda rules: rules.hong_wu_penalty > 0,
            example={"hong_wu": "h5", "hong_wu_penalty": 10},
        ),
        rule("SJ-POINT-01", "Points", "Only these cards have points.", _point_grid),
        rule(
            "SJ-POINT-02",
            "Total points",
            lambda rules: (
                f"The pack of this table has {rules.total_points} points. Each deck has {points(pack(1, 54))}."
            ),
        ),
        rule("SJ-POINT-03", "Points and rank", "The points of a card do not affect how high it is."),
        rule(
            "SJ-POINT-04",
            "Who gets the points",
            "The side that wins a trick gets its points. Only the opponents' points decide the hand.",
        ),
    ),
)

DEAL: Chapter[Rules] = Chapter(
    "deal",
    "Decks, hands and kitty",
    (
        rule(
            "SJ-DECK-01",
            "How many decks",
            "By default there is one deck for every two players. A fifth or seventh player adds no deck.",
            lambda rules: f"This table plays with {counted(rules.decks, 'deck')}.",
            _by_players,
        ),
        rule("SJ-DECK-02", "This table", _this_deal),
        rule(
            "SJ-DECK-03",
            "The size of the kitty",
            "If no size is chosen, the kitty has six cards, or the next larger number that leaves equal hands. A table "
            "is refused if such a kitty would be larger than a hand. A chosen kitty has at least one card.",
            _other_kitties,
            shapes_grid,
        ),
        rule(
            "DEC-22",
            "A kitty larger than a hand",
            "A table is refused if its kitty is larger than a hand. Choose a smaller `kitty_size`.",
        ),
        rule(
            "SJ-DECK-05",
            "Other sizes of kitty",
            "To reach another size of kitty, remove jokers or add spare cards. Small and big jokers are removed "
            "alternately.",
            _jokers_out,
        ),
        rule(
            "SJ-DECK-06",
            "Threshold and step",
            lambda rules: (
                f"The opponents win a hand with {rules.threshold} points, by default {threshold(1)} a deck. A level is "
                f"{rules.score_step} points, by default {usual_step(1)} a deck."
            ),
        ),
    ),
)
