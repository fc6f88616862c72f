"""The cards, their order, and how many are dealt."""

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
from domain.games.sheng_ji.order import TierName, TrumpSuit, order_of, side_faces, trump_tiers
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.kernel.cards import POINTS_OF_RANK, RANK_NAMES, RANK_OF_NAME, SUIT_NAMES, SUITS, points
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import DASH, cards, counted, listed, number

EXAMPLE_RANK = RANK_OF_NAME["7"]
EXAMPLE_SUIT = SUITS[2]

_TIERS: dict[TierName, str] = {
    "H5": "five of hearts",
    "D5": "five of diamonds",
    "BJ": "big joker",
    "SJ": "small joker",
    "filler": "spare cards",
    "rank_and_suit": "trump rank in the trump suit",
    "rank_off_suit": "trump rank in the other suits, all equal",
    "rank_any_suit": "trump rank, all equal",
    "two_of_trump_suit": "two of the trump suit",
    "two_off_suit": "the other twos, all equal",
    "two_any_suit": "twos, all equal",
    "trump_suit_other": "trump suit",
}
_PLAYERS = OPTIONS["players"].values
_DECKS = tuple(value for value in OPTIONS["decks"].values if isinstance(value, int))


def trump_grid(rules: Rules, trump_suit: TrumpSuit) -> Grid:
    """The trumps of a hand of rank 7, high to low."""
    tiers = trump_tiers(EXAMPLE_RANK, trump_suit, rules.ordering)
    named = f"trump suit {SUIT_NAMES[trump_suit]}" if trump_suit is not None else "no-trump"
    rows = tuple((str(place), cards(faces), _TIERS[name]) for place, (name, faces) in enumerate(reversed(tiers), 1))
    return Grid(f"Trumps at trump rank 7, {named}, high to low", ("", "cards", "what they are"), rows)


def _side_order(rules: Rules) -> str:
    faces = side_faces(EXAMPLE_RANK, SUITS[3], rules.ordering)
    return f"At trump rank 7 a side suit runs {cards(reversed(faces))}."


def _trumps_counted(rules: Rules) -> str:
    size = rules.deal_shape.cards
    counts = []
    for suit, words in ((EXAMPLE_SUIT, "With a trump suit"), (None, "In no-trump")):
        order = order_of(EXAMPLE_RANK, suit, rules.ordering)
        whole = pack_of(rules, EXAMPLE_RANK)
        counts.append(f"{words} {sum(map(order.is_trump, whole))} of the {size} cards are trumps")
    return f"At trump rank 7: {'; '.join(words[0].lower() + words[1:] for words in counts)}."


def _point_grid(_: Rules) -> Grid:
    rows = tuple(
        (RANK_NAMES[rank], str(worth)) for rank, worth in sorted(POINTS_OF_RANK.items(), reverse=True) if worth
    )
    return Grid("What cards are worth", ("rank", "points"), rows)


def _twos(rules: Rules) -> str:
    if not rules.ordering.permanent_twos:
        return "Twos are trumps only where two is the trump rank, or in the trump suit."
    return (
        "Every two is a trump in every hand, right below the trump rank: the two of the trump suit above the others, "
        "which are equal. Where two is the trump rank nothing changes."
    )


def _red_fives(rules: Rules) -> str:
    if rules.ordering.hong_wu == "off":
        return "The red fives are ordinary cards."
    both = rules.ordering.hong_wu == "h5_d5"
    which = "The five of hearts, and below it the five of diamonds, stand" if both else "The five of hearts stands"
    cost = (
        f" When the other side wins one in a trick, whoever played it loses {rules.hong_wu_penalty} points (DEC-97)."
        if rules.hong_wu_penalty
        else ""
    )
    return f"{which} above the big joker and belong to the trumps; they keep their points.{cost}"


def _fillers(rules: Rules) -> str:
    if not rules.filler_cards:
        return "No spare cards are in the pack."
    return (
        f"{number(rules.filler_cards).capitalize()} spare cards, all equal, are trumps below the small joker. They are "
        "worth nothing, declare nothing and stand in no run."
    )


def _one_shape(players: int, decks: int) -> DealShape | None:
    try:
        return deal_shape(players, decks)
    except UnevenDeal:
        return None


def shapes_grid(rules: Rules) -> Grid:
    """Kitty and hand for every number of players and decks, as they are chosen when nothing is said."""
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
    return Grid("Kitty / hand where no kitty_size is chosen; the arrow marks this table's decks", head, tuple(rows))


def _this_deal(rules: Rules) -> str:
    shape = rules.deal_shape
    return f"At this table {shape.cards} cards are dealt: {shape.hand} to each player and {shape.kitty} to the kitty."


def _other_kitties(rules: Rules) -> str:
    sizes = possible_kitties(rules.players, rules.deal_shape.cards)
    return f"With these cards a kitty can have {listed(map(str, sizes), 'or')} cards."


def _by_players(_: Rules) -> Grid:
    rows = []
    for each in _PLAYERS:
        players, decks = int(each), usual_decks(int(each))
        shape = deal_shape(players, decks)
        figures = (players, decks, shape.hand, shape.kitty, declarers_nominal(players), threshold(decks))
        rows.append((*map(str, figures), str(usual_step(decks))))
    head = ("players", "decks", "hand", "kitty", "declarers", "threshold", "step")
    return Grid("The usual figures", head, tuple(rows))


def _jokers_out(rules: Rules) -> str:
    if not rules.jokers_removed and not rules.filler_cards:
        return "Nothing is taken out of the pack for that here, and nothing is added."
    return (
        f"Here {counted(rules.jokers_removed, 'joker')} leave the pack and {counted(rules.filler_cards, 'spare card')} "
        "join it."
    )


CARDS: Chapter[Rules] = Chapter(
    "cards",
    "Cards and points",
    (
        rule(
            "SJ-CARD-01",
            "A deck",
            "A deck has 54 cards: thirteen ranks in four suits, a small black joker and a big red one. Cards are "
            "written `10S` or `AH`, the jokers `SJ` and `BJ`.",
        ),
        rule(
            "SJ-CARD-02",
            "What is trump",
            "Trumps are the jokers, every card of the trump rank, and every card of the trump suit. In no-trump there "
            "is no trump suit, and the others remain.",
        ),
        rule(
            "SJ-CARD-03",
            "The order of the trumps",
            "The lines of this table stand above each other; cards on one line are equally high.",
            lambda rules: trump_grid(rules, EXAMPLE_SUIT),
        ),
        rule("SJ-CARD-04", "The order in no-trump", lambda rules: trump_grid(rules, None)),
        rule(
            "SJ-CARD-05",
            "The side suits",
            "A side suit goes from ace down to two, without the cards that have become trumps. Cards of two side suits "
            "cannot be compared; every trump is higher than every side card.",
            _side_order,
        ),
        rule("SJ-CARD-06", "How many trumps there are", _trumps_counted),
        rule(
            "SJ-CARD-07",
            "Trumps have left their suit",
            "A card of the trump rank counts as a trump for everything, and never as a card of the suit printed on it.",
        ),
        rule(
            "SJ-CARD-08",
            "Who are neighbours",
            "What has become a trump leaves no gap in its suit: at trump rank 7 the 8 and the 6 of a suit touch.",
        ),
        rule("SJ-CARD-09", "Equal cards", "Of equally high plays the one played first is the higher."),
        rule("SJ-CARD-10", "Twos as trumps", _twos),
        rule("SJ-CARD-11", "Red fives", _red_fives),
        rule("SJ-CARD-12", "Spare cards", _fillers),
        rule(
            "DEC-73",
            "Runs past red fives and spare cards",
            "Spare cards do not part the cards above and below them. A red five follows the big joker, with the five "
            "of hearts on top.",
            when=lambda rules: rules.filler_cards > 0 or rules.ordering.hong_wu != "off",
            example={"hong_wu": "h5_d5"},
        ),
        rule(
            "DEC-97",
            "What a red five costs",
            "The points are booked when the hand is scored, by the sides as they have come out by then: a loss of "
            "declarers is added to what the opponents have, a loss of opponents is taken off it.",
            when=lambda rules: rules.hong_wu_penalty > 0,
            example={"hong_wu": "h5", "hong_wu_penalty": 10},
        ),
        rule("SJ-POINT-01", "Points", "Every other card is worth nothing.", _point_grid),
        rule(
            "SJ-POINT-02",
            "All points",
            lambda rules: f"The pack of this table is worth {rules.total_points} points, {points(pack(1, 54))} a deck.",
        ),
        rule("SJ-POINT-03", "Points and rank", "What a card is worth says nothing about how high it is."),
        rule(
            "SJ-POINT-04",
            "Who gets them",
            "The points of a trick go to the side that wins it. Only those of the opponents decide the hand.",
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
            "Usually one deck for two players; a fifth or seventh player adds none.",
            lambda rules: f"This table plays with {counted(rules.decks, 'deck')}.",
            _by_players,
        ),
        rule("SJ-DECK-02", "This table", _this_deal),
        rule(
            "SJ-DECK-03",
            "The size of the kitty",
            "Where none is chosen, the kitty is the smallest of at least six cards that leaves equal hands, and a "
            "table "
            "is refused when that were more than a hand. A kitty that is chosen has at least one card.",
            _other_kitties,
            shapes_grid,
        ),
        rule("DEC-22", "A kitty larger than a hand", "Such a table is refused; choose a smaller `kitty_size`."),
        rule(
            "SJ-DECK-05",
            "Making it come out even",
            "Jokers may be taken out, small and big in turn, or spare cards added, until the kitty has the size that "
            "one wants.",
            _jokers_out,
        ),
        rule(
            "SJ-DECK-06",
            "Threshold and step",
            lambda rules: (
                f"The opponents win a hand with {rules.threshold} points, {threshold(1)} a deck; a level is "
                f"{rules.score_step} points, and {usual_step(1)} a deck where nothing else is chosen."
            ),
        ),
    ),
)
