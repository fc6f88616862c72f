"""Shuffling and drawing."""

from domain.games.sheng_ji.first_drawer import count_of, first_drawer
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import RANK_NAMES, RANKS, SUITS, face
from domain.kernel.seats import Seat
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import number


def _counts(rules: Rules) -> Grid | None:
    if rules.first_drawer_method != "count":
        return None
    rows = []
    for rank in RANKS:
        count = count_of(face(rank, SUITS[0]), rules.first_drawer_ace)
        place = "another card is exposed" if count is None else _place(first_drawer(Seat(0), count, rules.players))
        rows.append((RANK_NAMES[rank], place))
    head = ("card", "first drawer")
    return Grid("Who draws first, by the exposed card", head, (*rows, ("joker", "another card is exposed")))


def _place(seats_on: int) -> str:
    return "the shuffler" if not seats_on else f"{number(seats_on)} to the right of the shuffler"


def _first_hand(rules: Rules) -> str:
    return {
        "random": "In the first hand, a randomly chosen seat draws first.",
        "count": "In the first hand, a random seat is the shuffler and a card is exposed. Its value is counted "
        "counter-clockwise, with the shuffler as one. The exposed card comes from a separate pack.",
        "shuffler": "In the first hand, a random seat is the shuffler and draws first.",
    }[rules.first_drawer_method]


def _cutter(rules: Rules) -> str:
    if rules.cutter == "any_other":
        return "A random player other than the first drawer cuts."
    return "The player to the left of the first drawer cuts."


def _later(rules: Rules) -> str:
    if rules.zpy_dealer == "declare":
        return (
            "In later hands the dealer is not known before the draw. The player to the right of the previous hand's "
            "dealer draws first."
        )
    return {
        "dealer": "In later hands the dealer draws first.",
        "right_of_dealer": "In later hands the player to the right of the dealer draws first.",
        "right_of_previous_dealer": "In later hands the player to the right of the previous hand's dealer draws first.",
    }[rules.later_first_drawer]


def _way(rules: Rules) -> str:
    return {
        "auction": "All cards are dealt at once, in drawing order. Then the seats act in turn from the first drawer: "
        "each declares or passes. A player who passes may still declare later.",
        "live_draw": "The cards arrive round by round. Any seat may declare between two rounds: see EX-LIVE-01.",
        "plan": "Each seat sees its whole hand and files a sealed plan. Then the draw is replayed: see EX-PLAN-01.",
    }[rules.deal_mode]


def closing(rules: Rules) -> str:
    """Returns the text on the end of declaring."""
    if rules.deal_mode == "plan":
        return "Declaring ends with the last card of the replayed draw."
    if rules.deal_mode == "live_draw":
        if rules.declaration_window == "until_kitty_taken":
            return (
                "After the last card, declaring ends when all seats have passed. It also ends when the player who "
                "would take the kitty passes."
            )
        return (
            "After the last card, declaring ends when all seats have passed. It also ends after "
            f"{rules.declare_seconds} seconds without a further declaration."
        )
    others = (
        "all seats, including the last declarer,"
        if rules.declaration_window == "until_kitty_taken"
        else "all other seats"
    )
    return f"Declaring ends when all seats have passed in succession, or {others} after the last declaration."


def _shows(rules: Rules) -> list[Declaration]:
    """Every kind of declaration that the pack allows, without added jokers."""
    faces = (face(EXAMPLE_RANK, SUITS[2]), SMALL_JOKER, BIG_JOKER)
    return [Declaration(_DECLARER, card, copies) for card in faces for copies in range(1, rules.decks + 1)]


def _opens(rules: Rules, made: Declaration) -> bool:
    try:
        show(rules, EXAMPLE_RANK, Floor(), made.seat, made.cards)
    except Illegal:
        return False
    return True


def _overrides(rules: Rules, made: Declaration) -> bool:
    """Whether it can be shown over one card of the trump rank in another suit."""
    standing = Declaration(Seat(1), face(EXAMPLE_RANK, SUITS[3]), 1)
    try:
        show(rules, EXAMPLE_RANK, Floor(standing), made.seat, made.cards)
    except Illegal:
        return False
    return True


def bid_grid(rules: Rules) -> Grid:
    """What can be shown at trump rank 7, low to high."""
    rows = []
    made = sorted(_shows(rules), key=strength)
    for _, equals in groupby(made, key=strength):
        shown = list(equals)
        rows += [
            (cards(one.cards), "yes" if _opens(rules, one) else "no", "yes" if _overrides(rules, one) else "no")
            for one in shown
            if _opens(rules, one) or _overrides(rules, one)
        ]
    head = ("shown", "opens", "over a single card of the rank")
    return Grid("Declarations at trump rank 7, low to high; any suit serves like hearts", head, tuple(rows))


def _opening(rules: Rules) -> str:
    jokers = (
        " So do identical jokers, for no-trump."
        if rules.no_trump_declare == "joker_pair" and rules.initial_declare != "single" and rules.decks > 1
        else " Jokers open nothing."
    )
    if rules.decks == 1:
        return f"One card of the trump rank declares, and makes its suit the trump suit.{jokers}"
    if rules.initial_declare == "single_or_pair_or_joker_pair":
        return (
            "One card of the trump rank, or several identical ones, open the declaring, and make their suit the trump "
            f"suit.{jokers}"
        )
    return (
        "One card of the trump rank opens the declaring, and makes its suit the trump suit. More of them shown at once "
        f"count as declaring and reinforcing.{jokers}"
    )


def _jokers(rules: Rules) -> str:
    if rules.no_trump_declare == "off":
        return "Jokers do not declare at this table."
    return (
        "Two or more identical jokers declare no-trump. They override cards of the trump rank that are not more, "
        "reinforced or not; big jokers override as many small ones."
    )


def _same_suit(rules: Rules) -> str:
    same = (
        "may name the suit that stands"
        if rules.override_same_suit == "allowed"
        else "has to change the trump suit, unless it is made with jokers"
    )
    return f"Another player overrides by showing two or more cards that stand higher. An override {same}."


def _dealer_example(rules: Rules) -> Grid:
    rank, jokers = EXAMPLE_RANK, (SMALL_JOKER,) * 2
    acts = (
        Shown(Seat(0), "declare", (face(rank, SUITS[2]),)),
        Shown(Seat(1), "override", (face(rank, SUITS[3]),) * 2),
        Shown(Seat(2), "override", jokers),
    )
    rows = []
    for count in range(1, len(acts) + 1):
        told = ", then ".join(f"seat {act.seat} {cards(act.cards)}" for act in acts[:count])
        rows.append((told, f"seat {dealer_by(rules.first_hand_dealer, acts[:count])}"))
    return Grid("Who deals the first hand, at trump rank 7", ("shown", "dealer"), tuple(rows))


FIRST: Chapter[Rules] = Chapter(
    "draw",
    "Shuffling and drawing",
    (
        rule("SJ-FIRST-01", "The shuffle", "The whole pack is shuffled before each hand."),
        rule("SJ-FIRST-02", "Counting an exposed card", _counts, when=lambda rules: bool(_counts(rules))),
        rule("SJ-FIRST-03", "Who draws first", _first_hand),
        rule("SJ-FIRST-04", "Who cuts", _cutter),
        rule("SJ-FIRST-05", "Who draws first later", _later),
        rule(
            "SJ-DEAL-01",
            "The draw",
            "The players draw one card each in turn, counter-clockwise from the first drawer. Nobody sees the cards "
            "of another player.",
        ),
        rule(
            "SJ-DEAL-02",
            "The end of the draw",
            lambda rules: f"The last {rules.deal_shape.kitty} cards are not drawn. They are the kitty.",
        ),
        rule("SJ-DEAL-03", "Declaring and drawing", _way),
        rule(
            "SJ-DEAL-04",
            "How a hand is shown",
            "A hand is sorted by effective suit: all trumps together, then the side suits, red and black alternately.",
        ),
        rule("DEC-01", "How declaring ends", closing),
        rule(
            "DEC-03",
            "Before the kitty",
            "Declaring is always over before a card of the kitty is turned or taken.",
        ),
    ),
)


def _joins(rules: Rules) -> str:
    if not rules.joker_in_bid:
        return "Jokers cannot be added to cards of the trump rank."
    return (
        "Jokers of either kind may be added to two or more cards of the trump rank, when declaring or reinforcing. "
        "Each counts as one card more; the trump suit stays that of the cards of the rank."
    )


def _late(rules: Rules) -> str:
    if not rules.late_reinforce:
        return "A declaration that has been overridden cannot be reinforced any more."
    return (
        "Whoever was just overridden by cards of the trump rank may still add copies to the overridden declaration, if "
        "it then has at least the place of the one above it, and so takes the trump suit back. Against jokers that "
        "does not help."
    )


DECLARING: Chapter[Rules] = Chapter(
    "declaring",
    "Declaring trumps",
    (
        rule(
            "SJ-BID-01",
            "Nobody has to",
            "Any player may declare by showing cards of the own hand; nobody ever has to.",
        ),
        rule("SJ-BID-02", "The first declaration", _opening, bid_grid),
        rule(
            "SJ-BID-03",
            "No single jokers",
            "One joker declares nothing, and neither do a small and a big one together.",
        ),
        rule(
            "SJ-BID-04",
            "Reinforcing",
            "Whoever holds the standing declaration may add further copies of its card.",
            when=has_pairs,
        ),
        rule("SJ-BID-05", "Overriding", _same_suit, when=has_pairs),
        rule("SJ-BID-06", "No-trump", _jokers),
        rule(
            "SJ-BID-07",
            "Ever higher",
            "Each declaration has to stand higher than the one before it.",
        ),
        rule(
            "SJ-BID-08",
            "Not over oneself",
            "Nobody overrides the declaration that they hold themselves, neither with another suit nor with jokers.",
        ),
        rule("SJ-BID-09", "Reinforcing late", _late, when=has_pairs),
        rule(
            "SJ-BID-10",
            "Only the own cards",
            "A declaration is reinforced by whoever made it, never by a partner.",
            when=has_pairs,
        ),
        rule(
            "SJ-BID-11",
            "The holder only adds",
            "While your declaration stands you may add copies of its card and show nothing else.",
            when=has_pairs,
        ),
        rule(
            "SJ-BID-12",
            "The dealer of the first hand",
            "Whoever the declarations of the first hand make dealer is found like this.",
            _dealer_example,
        ),
        rule(
            "SJ-BID-13",
            "Later hands",
            "Where dealer and trump rank are known before the draw, declaring settles the trump suit and nothing else.",
        ),
        rule("SJ-BID-14", "At once and for good", "A declaration holds from the moment at which it is made."),
        rule(
            "SJ-BID-15",
            "More cards first",
            "More cards stand above fewer, whatever they are. Of equally many cards big jokers stand highest, then "
            "small jokers, then the trump rank; equals never override.",
            when=has_triples,
        ),
        rule(
            "SJ-BID-16",
            "Small jokers",
            lambda rules: (
                "Small jokers declare like big ones."
                if rules.small_joker_declare == "allowed"
                else "Small jokers declare nothing; only big ones do."
            ),
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 1,
        ),
        rule("SJ-BID-17", "Added jokers", _joins, when=has_pairs),
        rule("SJ-BID-18", "Until when", _closing),
        rule("SJ-BID-19", "Shown cards", "Cards that were shown stay in the hand and are played like any other."),
        rule(
            "SJ-BID-20",
            "Each with the own level",
            "From the second hand on the dealer is not known before the draw. Each player declares with cards of their "
            "own level; whoever declares last deals, and their level is the trump rank.",
            when=lambda rules: rules.zpy_dealer == "declare" or rules.redeal_dealer == "up_for_grabs",
            example={"team_mode": "friends", "succession": "next_winner_right", "zpy_dealer": "declare"},
        ),
        rule(
            "DEC-06",
            "How late is too late",
            "Late reinforcing is possible until somebody else declares, until your next pass, and where cards are "
            "drawn meanwhile until your own next card.",
            when=lambda rules: rules.late_reinforce,
            example={"late_reinforce": "on"},
        ),
        rule(
            "DEC-07",
            "Big over small",
            "Big jokers override as many small ones at every table, also where `joker_pair_order` names no order.",
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 1,
        ),
        rule(
            "DEC-08",
            "A pair at once",
            "Where a single card opens, a pair shown at once is taken as opening and reinforcing in one move.",
            when=lambda rules: rules.decks > 1 and rules.initial_declare != "single_or_pair_or_joker_pair",
        ),
        rule(
            "DEC-12",
            "No such pair",
            "When nobody shows the pair that would make the dealer, whoever declared first deals.",
            when=lambda rules: rules.first_hand_dealer in ("first_pair", "first_joker_pair"),
            example={"first_hand_dealer": "first_pair"},
        ),
        rule(
            "DEC-13",
            "Jokers first",
            "Whoever declares first deals, also by jokers.",
            when=lambda rules: rules.first_hand_dealer == "first_declarer",
        ),
        rule(
            "DEC-19",
            "Levels that differ",
            "Declarations of different levels compare by the number of cards and by jokers alone. When nobody "
            "declares, the player whom the succession names deals, with their level.",
            when=lambda rules: rules.zpy_dealer == "declare" or rules.redeal_dealer == "up_for_grabs",
            example={"team_mode": "friends", "succession": "next_winner_right", "zpy_dealer": "declare"},
        ),
        rule(
            "RUL-03",
            "Cards of an overridden declaration",
            "They count as any others again: whoever was overridden may show them anew as part of an override, and "
            "then lists all its cards. Reinforcing lists only the copies that are added.",
            when=has_pairs,
        ),
        rule(
            "RUL-04",
            "More jokers",
            "Whoever holds a standing declaration of jokers may add further jokers of its kind.",
            when=lambda rules: rules.no_trump_declare == "joker_pair" and rules.decks > 2,
        ),
        rule(
            "RUL-05",
            "An opening pair",
            "It becomes two events, a declaration of one card and its reinforcement.",
            when=lambda rules: rules.decks > 1 and rules.initial_declare != "single_or_pair_or_joker_pair",
        ),
    ),
)


def _turning(rules: Rules) -> str:
    if rules.no_declaration == "first_card":
        return (
            "When nobody declares, kitty cards are turned from the top: the first ordinary one makes its suit the "
            "trump suit."
        )
    return (
        "When nobody declares, kitty cards are turned one by one. The first of the trump rank makes its suit the trump "
        "suit, and turning stops; if there is none, all are turned, and the highest ordinary card does, among equals "
        "the one turned first."
    )


def _first_fallback(rules: Rules) -> str:
    if rules.first_dealer_fallback == "redeal":
        return (
            f"When nobody declares in the first hand it is dealt anew, {number(MOST_REDEALS)} times at the most; after "
            "that the first drawer deals."
        )
    return "When nobody declares in the first hand, the first drawer deals it."


def _joker_turned(rules: Rules) -> str:
    return {
        "skip": "Jokers are passed over.",
        "no_trump": "A joker turned before any ordinary card means no-trump.",
        "redeal": "A joker turned before any ordinary card means that the hand is dealt anew; when that was done "
        f"{number(MOST_REDEALS)} times, jokers are passed over.",
    }[rules.no_declaration_joker]


NOBODY: Chapter[Rules] = Chapter(
    "nobody",
    "When nobody declares",
    (
        rule(
            "SJ-NODECL-01",
            "Rank, then highest",
            _turning,
            when=lambda rules: rules.no_declaration == "rank_then_highest",
        ),
        rule(
            "SJ-NODECL-02",
            "The first card",
            _turning,
            _joker_turned,
            when=lambda rules: rules.no_declaration == "first_card",
        ),
        rule("SJ-NODECL-03", "How trumps are found", _turning),
        rule(
            "SJ-NODECL-04",
            "Turned cards",
            "Everybody sees the cards that are turned; then they go back to the kitty. Nobody can declare any more.",
        ),
        rule("SJ-NODECL-05", "And who deals", _first_fallback),
        rule("DEC-05", "Nothing but jokers", "A kitty without an ordinary card means no-trump."),
    ),
)


def _claims(rules: Rules) -> str:
    reasons = ["a hand without a single trump"] if rules.redeal_no_trump else []
    if rules.redeal_points_below:
        reasons.append(f"a hand worth fewer than {rules.redeal_points_below} points")
    return f"A new deal may be asked for by {' or '.join(reasons)}."


def _redeals(rules: Rules) -> bool:
    return rules.redeals


_REDEAL: dict[str, OptionValue] = {"redeal_no_trump": "on", "redeal_points_below": 10}

REDEAL: Chapter[Rules] = Chapter(
    "redeals",
    "New deals",
    (
        rule(
            "SJ-REDEAL-01",
            "No trumps",
            lambda rules: (
                "A player without a single trump may force a new deal."
                if rules.redeal_no_trump
                else "A hand without trumps is no reason for a new deal."
            ),
            when=_redeals,
            example=_REDEAL,
        ),
        rule("SJ-REDEAL-02", "Few points", _claims, when=_redeals, example=_REDEAL),
        rule(
            "SJ-REDEAL-03",
            "The claim",
            "Whoever asks for a new deal shows the whole hand to everybody.",
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "SJ-REDEAL-04",
            "After it",
            lambda rules: (
                "In later hands the next player to the right draws first, everybody declares with cards of their own "
                "level, and whoever declares last deals."
                if rules.redeal_dealer == "up_for_grabs"
                else "It goes on from the shuffle. In later hands dealer and first drawer stay; the first hand begins "
                "anew altogether."
            ),
            when=lambda rules: (
                rules.redeals
                or rules.first_dealer_fallback == "redeal"
                or rules.no_declaration_joker == "redeal"
                or rules.redeal_dealer == "up_for_grabs"
            ),
            example=_REDEAL,
        ),
        rule(
            "DEC-14",
            "When and how often",
            "Once trumps are fixed, and before the dealer takes the kitty, every seat says whether it asks for a new "
            f"deal. A hand is dealt anew {number(MOST_REDEALS)} times at the most; then it is played.",
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "DEC-15",
            "Fewer than five",
            "Points come in fives, so fewer than five points are no points at all.",
            when=lambda rules: rules.redeal_points_below > 0,
            example=_REDEAL,
        ),
    ),
)


def _revealed(rules: Rules) -> str:
    if rules.kitty_reveal == "always_after_hand":
        return "After every hand it is turned up for all."
    if rules.kitty_awarded_to == "last_trick_winner_team":
        return "It is turned up for all when the side that wins the last trick takes it, also when these are declarers."
    return "It is turned up for all when the opponents win the last trick; else it stays closed."


KITTY: Chapter[Rules] = Chapter(
    "kitty",
    "The kitty",
    (
        rule(
            "SJ-KITTY-01",
            "Taking it",
            lambda rules: (
                f"The dealer takes the {rules.deal_shape.kitty} cards that were not drawn, unseen by the others, and "
                "then sets as many aside."
            ),
        ),
        rule(
            "SJ-KITTY-02", "Which cards", "Any cards may be set aside: points, trumps, jokers, cards that were shown."
        ),
        rule(
            "SJ-KITTY-03",
            "Who sees it",
            "Whoever set it aside may look at it during the hand.",
            _revealed,
        ),
        rule(
            "SJ-KITTY-04",
            "Out of play",
            "Cards in the kitty are in nobody's hand: they do not make a throw beatable, and they answer no call.",
        ),
        rule(
            "DEC-20",
            "After a hand that the declarers end",
            _revealed,
        ),
    ),
)


def chao_grid(rules: Rules) -> Grid:
    """What can be shown for the kitty at trump rank 7, low to high."""
    faces = [card for card in ladder(EXAMPLE_RANK) if may_declare(rules, card)]
    shown = [(card, copies) for card in faces for copies in range(2, rules.decks + 1)]
    shown.sort(key=lambda each: chao_strength(*each))
    rows = tuple((cards((card,) * copies), tuple_name(copies)) for card, copies in shown)
    return Grid("The ladder at trump rank 7, low to high", ("shown", ""), rows)


def _bids(rules: Rules) -> bool:
    return rules.chao_di_pi != "off"


_CHAO: dict[str, OptionValue] = {"chao_di_pi": "repeat"}


def _polled(rules: Rules) -> str:
    again = (
        "After somebody has shown something all the others are asked anew, the dealer among them, until nobody wants "
        "to."
        if rules.chao_di_pi == "repeat"
        else "Each of them is asked once."
    )
    skipped = (
        " Whoever declared last in the draw is left out of the first round." if rules.chao_skip_last_bidder else ""
    )
    return f"The players are asked in turn from the dealer's right, the dealer not.{skipped} {again}"


CHAO: Chapter[Rules] = Chapter(
    "chao",
    "Bidding for the kitty",
    (
        rule(
            "SJ-CHAO-01",
            "What a bid does",
            "When the kitty lies, others may show two or more identical cards of the trump rank or identical jokers. "
            "They make a new trump suit, or no-trump; the bidder takes the kitty and sets as many cards aside. Jokers "
            "that do not declare at the table cannot be shown here either.",
            when=_bids,
            example=_CHAO,
        ),
        rule("SJ-CHAO-02", "Who is asked", _polled, when=_bids, example=_CHAO),
        rule("SJ-CHAO-03", "The ladder", chao_grid, when=_bids, example=_CHAO),
        rule(
            "SJ-CHAO-04",
            "The dealer stays",
            "A bid changes neither the dealer, who leads to the first trick, nor the sides.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "SJ-CHAO-05",
            "More cards first",
            "More cards stand above fewer; the ladder decides between equally many.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-24",
            "When it ends",
            "Bidding ends when nobody is left to ask. In the first round the dealer is not asked.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-25",
            "What to beat",
            "A bid has to stand above the last thing shown, in the draw or since, and never above one's own.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-28",
            "After a turned card",
            "Where nobody had declared, anything on the ladder may be shown.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-29",
            "With more decks",
            "Three equal cards beat any two, four any three.",
            when=lambda rules: _bids(rules) and rules.decks > 2,
            example={**_CHAO, "decks": 3},
        ),
    ),
)
