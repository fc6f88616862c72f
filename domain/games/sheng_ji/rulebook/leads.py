"""Leads, tractors and wider runs."""

from domain.games.sheng_ji.rulebook.entries import has_pairs, has_triples
from domain.games.sheng_ji.rulebook.examples import cards_of, example_order
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import shape_name, tuple_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.units import named_unit
from domain.kernel.cards import ACE, BIG_JOKER, SMALL_JOKER, SUITS, Cards, Face, face
from domain.kernel.messages import Message, message
from domain.kernel.wording import cards, listed_or, number
from domain.rulebook.entries import Chapter, Grid, rule

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUITS


def _candidates(width: int) -> tuple[Cards, ...]:
    """Returns sets of cards that are a run at some tables."""

    def each(*faces: Face) -> Cards:
        return tuple(card for card in faces for _ in range(width))

    seven = {suit: face(EXAMPLE_RANK, suit) for suit in SUITS}
    return (
        cards_of(_SPADES, (5, 6), width),
        cards_of(_SPADES, (6, 8), width),
        cards_of(_SPADES, (4, 5, 6), width),
        cards_of(_SPADES, (5, 8), width),
        each(seven[_CLUBS], seven[_DIAMONDS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS], seven[_DIAMONDS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS], seven[_HEARTS]),
        each(seven[_CLUBS], seven[_DIAMONDS], seven[_SPADES]),
        each(seven[_CLUBS], seven[_DIAMONDS], seven[_SPADES], seven[_HEARTS]),
        each(seven[_HEARTS], SMALL_JOKER, BIG_JOKER),
    )


def run_grid(rules: Rules) -> Grid | None:
    """Lists which cards are a run at trump rank 7, hearts trump. Returns `None` if the pack allows no runs."""
    order = example_order(rules)
    width = max(2, rules.ordering.narrowest_run)
    if width > rules.decks:
        return None
    rows = []
    for played in _candidates(width):
        suit = order.suit_of[played[0]]
        unit = named_unit(order, suit, played, rules.narrowest_tuple)
        rows.append(
            (
                cards(played),
                message("no") if unit is None else message("yes, {shape_name}", shape_name=shape_name(*unit.shape)),
            )
        )
    return Grid(message("Runs at trump rank 7, hearts trump"), (message("cards"), message("a run here?")), tuple(rows))


def _units(rules: Rules) -> Message:
    single = message("a single card")
    if rules.decks == 1:
        return message("A lead is {single}, or a throw of several.", single=single)
    narrow = rules.narrowest_tuple
    tuples = listed_or(tuple_name(width) for width in range(narrow, rules.decks + 1))
    ordering = rules.ordering
    runs = message(
        "a run of {shortest_run} or more consecutive {tuple_name}s",
        shortest_run=number(ordering.shortest_run),
        tuple_name=tuple_name(max(narrow, ordering.narrowest_run)),
    )
    wider = message(" or wider tuples") if rules.decks > max(narrow, ordering.narrowest_run) else ""
    return message(
        "A lead is {single}, a {tuples} of identical cards, {runs}{wider}, or a throw of several of these.",
        single=single,
        tuples=tuples,
        runs=runs,
        wider=wider,
    )


def _adjacency(rules: Rules) -> Message:
    return {
        "distinct_rank": message(
            "Each tuple of a run is one step above the one before it. Equally high tuples are never neighbours."
        ),
        "no_gap": message(
            "A run includes every card of its suit between its two ends. At each end, one or more of the equally "
            "high cards are enough."
        ),
        "equal_rank_chain": message(
            "Two tuples are neighbours if they are one step apart, or if they are equally high and of different suits."
        ),
    }[rules.ordering.adjacency]


LEADS: Chapter[Rules] = Chapter(
    "leads",
    message("Leads"),
    (
        rule(
            "SJ-LEAD-01",
            message("Who leads, and what"),
            message(
                "The dealer leads to the first trick. After that, the winner of each trick leads to the next. All "
                "cards of a lead belong to one effective suit."
            ),
        ),
        rule("SJ-LEAD-02", message("Units"), _units),
        rule(
            "SJ-LEAD-03",
            message("Identical cards"),
            message(
                "The cards of a tuple have the same rank and the same printed suit. Two equally high cards of the "
                "trump rank are not a pair if their suits differ. A small and a big joker are not a pair either."
            ),
            when=has_pairs,
        ),
        rule(
            "SJ-LEAD-04",
            message("No runs of single cards"),
            message("Consecutive single cards are not a unit. They can only be led as a throw."),
        ),
        rule(
            "SJ-LEAD-05",
            message("Which tuples are units"),
            lambda rules: (
                message(
                    "Only all {decks} copies of a card are one unit. Fewer copies count as single cards.",
                    decks=rules.decks,
                )
                if rules.free_leads == "full_tuples_only"
                else message("Any number of identical cards can be led as one unit.")
            ),
            when=has_pairs,
        ),
        rule(
            "DEC-59",
            message("Incomplete tuples"),
            message("If only complete tuples are units, a lead of fewer copies is checked as a throw of single cards."),
            when=lambda rules: rules.free_leads == "full_tuples_only" and rules.decks > 1,
        ),
        rule(
            "RUL-01",
            message("Names of leads"),
            message(
                "A lead is a single, a pair, a tuple of three or more equal cards, a tractor, a run or a throw. A "
                "tractor has consecutive pairs, and a run has wider consecutive tuples. A throw has several "
                "units."
            ),
        ),
    ),
)

RUNS: Chapter[Rules] = Chapter(
    "runs",
    message("Tractors and runs"),
    (
        rule(
            "SJ-TRAC-01",
            message("Tractors"),
            message(
                "Consecutive pairs of one effective suit are a tractor. Trumps also form tractors. Above the ace "
                "of the trump suit come the trump rank off suit, the trump rank in the trump suit, the small "
                "joker and the big joker."
            ),
            run_grid,
            when=has_pairs,
        ),
        rule(
            "SJ-TRAC-02",
            message("Which cards are neighbours"),
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "distinct_rank",
        ),
        rule(
            "SJ-TRAC-03",
            message("No gap inside a run"),
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "no_gap",
            example={"tractor_adjacency": "no_gap"},
        ),
        rule(
            "SJ-TRAC-04",
            message("Equal tuples are neighbours"),
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "equal_rank_chain",
        ),
        rule(
            "SJ-TRAC-05",
            message("Not in the printed suit"),
            message(
                "Cards of the trump rank never belong to a run of their printed suit. In that suit, the cards "
                "above and below the trump rank are neighbours."
            ),
            when=has_pairs,
        ),
        rule("SJ-TRAC-06", message("Runs do not wrap"), message("An ace is not next to a two."), when=has_pairs),
        rule(
            "SJ-TRAC-07",
            message("How high a run is"),
            message(
                "The highest tuple of a run decides how high it is. Only runs of the same width and length are "
                "compared."
            ),
            when=has_pairs,
        ),
        rule(
            "DEC-71",
            message("No gap in no-trump"),
            message(
                "In no-trump, all cards of the trump rank are equally high. Tuples of any of them form a run, and "
                "small jokers can continue it."
            ),
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "no_gap",
            example={"tractor_adjacency": "no_gap"},
        ),
        rule(
            "SJ-TUPLE-01",
            message("Three and more"),
            lambda rules: message(
                "Tuples of {range} identical cards are units like pairs. Consecutive tuples of the same width "
                "form runs.",
                range=listed_or(map(str, range(3, rules.decks + 1))),
            ),
            when=has_triples,
        ),
        rule(
            "SJ-TUPLE-02",
            message("One width in a unit"),
            message("All tuples of a unit have the same width. A triple and a pair led together are a throw."),
            when=has_triples,
        ),
        rule(
            "SJ-TUPLE-03",
            message("Wider and narrower"),
            message(
                "The rules for pairs also apply to wider tuples. SJ-FOLLOW-03 says how tuples of different widths "
                "answer each other."
            ),
            when=has_triples,
        ),
    ),
)
