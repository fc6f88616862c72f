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
from domain.games.sheng_ji.rulebook.wording import SUIT_WORDS
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.kernel.cards import POINTS_OF_RANK, RANK_NAMES, RANK_OF_NAME, SUITS, points
from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import DASH, cards, listed_or
from domain.rulebook.entries import Chapter, Grid, rule

EXAMPLE_RANK = RANK_OF_NAME["7"]
EXAMPLE_SUIT = SUITS[2]

_TIERS: dict[TierName, str] = {
    "H5": message("five of hearts"),
    "D5": message("five of diamonds"),
    "BJ": message("big joker"),
    "SJ": message("small joker"),
    "filler": message("spare cards"),
    "rank_and_suit": message("trump rank in the trump suit"),
    "rank_off_suit": message("trump rank in other suits, all equal"),
    "rank_any_suit": message("trump rank, all equal"),
    "two_of_trump_suit": message("two of the trump suit"),
    "two_off_suit": message("other twos, all equal"),
    "two_any_suit": message("twos, all equal"),
    "trump_suit_other": message("trump suit"),
}
_PLAYERS = OPTIONS["players"].values
_DECKS = tuple(value for value in OPTIONS["decks"].values if isinstance(value, int))


def trump_grid(rules: Rules, trump_suit: TrumpSuit) -> Grid:
    """Lists the trumps at trump rank 7, from high to low."""
    tiers = trump_tiers(EXAMPLE_RANK, trump_suit, rules.ordering)
    named = message("{suit} trump", suit=SUIT_WORDS[trump_suit]) if trump_suit is not None else message("no-trump")
    rows = tuple((str(place), cards(faces), _TIERS[name]) for place, (name, faces) in enumerate(reversed(tiers), 1))
    return Grid(
        message("Trumps at trump rank 7, {named}, from high to low", named=named),
        ("", message("cards"), message("what they are")),
        rows,
    )


def _side_order(rules: Rules) -> Message:
    faces = side_faces(EXAMPLE_RANK, SUITS[3], rules.ordering)
    return message("At trump rank 7, the order of a side suit is {reversed}.", reversed=cards(reversed(faces)))


def _trumps_counted(rules: Rules) -> Message:
    whole = pack_of(rules, EXAMPLE_RANK)
    suited, none = (
        sum(map(order_of(EXAMPLE_RANK, suit, rules.ordering).is_trump, whole)) for suit in (EXAMPLE_SUIT, None)
    )
    return message(
        "At trump rank 7, {suited} of the {cards} cards are trumps if there is a trump suit, and {none} in no-trump.",
        suited=suited,
        cards=rules.deal_shape.cards,
        none=none,
    )


def _point_grid(_: Rules) -> Grid:
    rows = tuple(
        (RANK_NAMES[rank], str(worth)) for rank, worth in sorted(POINTS_OF_RANK.items(), reverse=True) if worth
    )
    return Grid(message("Points of cards"), (message("rank"), message("points")), rows)


def _twos(rules: Rules) -> Message:
    if not rules.ordering.permanent_twos:
        return message("Twos are trumps only if two is the trump rank, or if they are of the trump suit.")
    return message(
        "All twos are trumps in every hand. They rank just below the trump rank. The two of the trump suit is the "
        "highest, and the other twos are equal. If two is the trump rank, this changes nothing."
    )


def _red_fives(rules: Rules) -> Message:
    if rules.ordering.hong_wu == "off":
        return message("The red fives are ordinary cards.")
    both = rules.ordering.hong_wu == "h5_d5"
    which = (
        message(
            "The five of hearts is the highest trump, above the big joker. The five of diamonds is the second "
            "highest, and both keep their points."
        )
        if both
        else message("The five of hearts is the highest trump, above the big joker. It keeps its points.")
    )
    cost = (
        message(
            " A player whose red five is won by the other side loses {hong_wu_penalty} points (DEC-97).",
            hong_wu_penalty=rules.hong_wu_penalty,
        )
        if rules.hong_wu_penalty
        else ""
    )
    return message("{which}{cost}", which=which, cost=cost)


def _fillers(rules: Rules) -> Message:
    if not rules.filler_cards:
        return message("The pack has no spare cards.")
    return message(
        "The pack has {cards}. Spare cards are equal trumps just below the small joker. They have no points, "
        "cannot declare and belong to no run.",
        cards=counted("{count} spare card", "{count} spare cards", rules.filler_cards),
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
            DASH
            if shape is None
            else message(
                "{kitty} / {hand}{value}", kitty=shape.kitty, hand=shape.hand, value=(message(" ←") if here else "")
            )
            for decks, shape in zip(_DECKS, shapes, strict=True)
            for here in [rules.players == players and rules.decks == decks]
        ]
        rows.append((str(players), *cells))
    head = (message("players"), *(counted("{count} deck", "{count} decks", decks) for decks in _DECKS))
    return Grid(message("Kitty / hand if no size is chosen; the arrow marks this table"), head, tuple(rows))


def _this_deal(rules: Rules) -> Message:
    shape = rules.deal_shape
    return message(
        "At this table, {cards} cards are dealt: {hand} to each player and {kitty} to the kitty.",
        cards=shape.cards,
        hand=shape.hand,
        kitty=shape.kitty,
    )


def _other_kitties(rules: Rules) -> Message:
    sizes = possible_kitties(rules.players, rules.deal_shape.cards)
    return message("With these cards, the kitty can have {sizes} cards.", sizes=listed_or(map(str, sizes)))


def _by_players(_: Rules) -> Grid:
    rows = []
    for each in _PLAYERS:
        players, decks = int(each), usual_decks(int(each))
        shape = deal_shape(players, decks)
        figures = (players, decks, shape.hand, shape.kitty, declarers_nominal(players), threshold(decks))
        rows.append((*map(str, figures), str(usual_step(decks))))
    head = (
        message("players"),
        message("decks"),
        message("hand"),
        message("kitty"),
        message("declarers"),
        message("threshold"),
        message("step"),
    )
    return Grid(message("Default sizes"), head, tuple(rows))


def _jokers_out(rules: Rules) -> Message:
    if not rules.jokers_removed and not rules.filler_cards:
        return message("At this table, nothing is removed or added.")
    return message(
        "At this table, {jokers} are removed and {cards} added.",
        jokers=counted("{count} joker", "{count} jokers", rules.jokers_removed),
        cards=counted("{count} spare card", "{count} spare cards", rules.filler_cards),
    )


CARDS: Chapter[Rules] = Chapter(
    "cards",
    message("Cards and points"),
    (
        rule(
            "SJ-CARD-01",
            message("A deck"),
            message(
                "A deck has 54 cards: thirteen ranks in four suits, a small black joker and a big red joker. A "
                "card is written `10S` or `AH`, and the jokers `SJ` and `BJ`."
            ),
        ),
        rule(
            "SJ-CARD-02",
            message("What is trump"),
            message(
                "All jokers, all cards of the trump rank and all cards of the trump suit are trumps. In no-trump "
                "there is no trump suit, so only jokers and the trump rank are trumps."
            ),
        ),
        rule(
            "SJ-CARD-03",
            message("The order of the trumps"),
            message("Each row of this table ranks above the next. Cards in one row are equally high."),
            lambda rules: trump_grid(rules, EXAMPLE_SUIT),
        ),
        rule("SJ-CARD-04", message("The order in no-trump"), lambda rules: trump_grid(rules, None)),
        rule(
            "SJ-CARD-05",
            message("The side suits"),
            message(
                "A side suit ranks from ace down to two, without its trumps. Cards of different side suits cannot "
                "be compared. Every trump is higher than every side card."
            ),
            _side_order,
        ),
        rule("SJ-CARD-06", message("How many trumps there are"), _trumps_counted),
        rule(
            "SJ-CARD-07",
            message("Trumps leave their suit"),
            message("A card of the trump rank is always a trump. It never belongs to its printed suit."),
        ),
        rule(
            "SJ-CARD-08",
            message("Neighbours"),
            message(
                "Trumps leave no gap in their printed suit. At trump rank 7, the 8 and the 6 of a suit are neighbours."
            ),
        ),
        rule("SJ-CARD-09", message("Equal cards"), message("Of equally high plays, the earlier one wins.")),
        rule("SJ-CARD-10", message("Twos as trumps"), _twos),
        rule("SJ-CARD-11", message("Red fives"), _red_fives),
        rule("SJ-CARD-12", message("Spare cards"), _fillers),
        rule(
            "DEC-73",
            message("Runs with red fives and spare cards"),
            message(
                "A run may pass over spare cards: the cards above and below them are neighbours. A red five is "
                "next to the big joker. If both red fives are trumps, the five of hearts is above the five of "
                "diamonds."
            ),
            when=lambda rules: rules.filler_cards > 0 or rules.ordering.hong_wu != "off",
            example={"hong_wu": "h5_d5"},
        ),
        rule(
            "DEC-97",
            message("The penalty for a red five"),
            message(
                "The penalty is booked when the hand is scored, with the sides at that time. A declarer's penalty "
                "is added to the opponents' points. An opponent's penalty is subtracted from them."
            ),
            when=lambda rules: rules.hong_wu_penalty > 0,
            example={"hong_wu": "h5", "hong_wu_penalty": 10},
        ),
        rule("SJ-POINT-01", message("Points"), message("Only these cards have points."), _point_grid),
        rule(
            "SJ-POINT-02",
            message("Total points"),
            lambda rules: message(
                "The pack of this table has {total_points} points. Each deck has {points}.",
                total_points=rules.total_points,
                points=points(pack(1, 54)),
            ),
        ),
        rule("SJ-POINT-03", message("Points and rank"), message("The points of a card do not affect how high it is.")),
        rule(
            "SJ-POINT-04",
            message("Who gets the points"),
            message("The side that wins a trick gets its points. Only the opponents' points decide the hand."),
        ),
    ),
)

DEAL: Chapter[Rules] = Chapter(
    "deal",
    message("Decks, hands and kitty"),
    (
        rule(
            "SJ-DECK-01",
            message("How many decks"),
            message("By default there is one deck for every two players. A fifth or seventh player adds no deck."),
            lambda rules: message(
                "This table plays with {decks}.", decks=counted("{count} deck", "{count} decks", rules.decks)
            ),
            _by_players,
        ),
        rule("SJ-DECK-02", message("This table"), _this_deal),
        rule(
            "SJ-DECK-03",
            message("The size of the kitty"),
            message(
                "If no size is chosen, the kitty has six cards, or the next larger number that leaves equal "
                "hands. A table is refused if such a kitty would be larger than a hand. A chosen kitty has at "
                "least one card."
            ),
            _other_kitties,
            shapes_grid,
        ),
        rule(
            "DEC-22",
            message("A kitty larger than a hand"),
            message("The kitty cannot be larger than a hand. Choose a smaller one."),
        ),
        rule(
            "SJ-DECK-05",
            message("Other sizes of kitty"),
            message(
                "To reach another size of kitty, remove jokers or add spare cards. Small and big jokers are "
                "removed alternately."
            ),
            _jokers_out,
        ),
        rule(
            "SJ-DECK-06",
            message("Threshold and step"),
            lambda rules: message(
                "The opponents win a hand with {threshold} points, by default {threshold_2} a deck. A level is "
                "{score_step} points, by default {usual_step} a deck.",
                threshold=rules.threshold,
                threshold_2=threshold(1),
                score_step=rules.score_step,
                usual_step=usual_step(1),
            ),
        ),
    ),
)
