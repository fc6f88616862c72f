"""Leads, runs, throws, following, winning tricks, and what is wrong with plays."""

from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.order import EffectiveSuit, Order, order_of
from domain.games.sheng_ji.revoke import points_after_revoke
from domain.games.sheng_ji.rulebook.entries import has_pairs, has_triples
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rulebook.wording import shape_name, tuple_name
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.throw import penalty_points
from domain.games.sheng_ji.trick import compared_shapes
from domain.games.sheng_ji.units import Unit, decompose, named_unit, unit_cards, weakness
from domain.kernel.cards import ACE, RANKS, SUITS, Cards, Face, Suit, face
from domain.rulebook.entries import Chapter, Grid, rule
from domain.rulebook.wording import cards, listed, number

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUITS


def _order(rules: Rules) -> Order:
    """At trump rank 7, hearts trump."""
    return order_of(EXAMPLE_RANK, EXAMPLE_SUIT, rules.ordering)


def _of(suit: Suit, ranks: tuple[int, ...], copies: int) -> Cards:
    """So many copies of the cards of these ranks, counted from two."""
    return tuple(face(RANKS[rank - 2], suit) for rank in ranks for _ in range(copies))


def _side(suit: Suit) -> EffectiveSuit:
    return EffectiveSuit(suit)


# --- runs


def _candidates(width: int) -> tuple[Cards, ...]:
    """Cards that are a run at some tables."""

    def each(*faces: Face) -> Cards:
        return tuple(card for card in faces for _ in range(width))

    seven = {suit: face(EXAMPLE_RANK, suit) for suit in SUITS}
    return (
        _of(_SPADES, (5, 6), width),
        _of(_SPADES, (6, 8), width),
        _of(_SPADES, (4, 5, 6), width),
        _of(_SPADES, (5, 8), width),
        each(seven[_CLUBS], seven[_DIAMONDS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS], seven[_DIAMONDS]),
        each(face(ACE, EXAMPLE_SUIT), seven[_CLUBS], seven[_HEARTS]),
        each(seven[_CLUBS], seven[_DIAMONDS], seven[_SPADES]),
        each(seven[_CLUBS], seven[_DIAMONDS], seven[_SPADES], seven[_HEARTS]),
        each(seven[_HEARTS], Face(52), Face(53)),
    )


def run_grid(rules: Rules) -> Grid | None:
    """Which cards are a run at trump rank 7, hearts trump."""
    order = _order(rules)
    width = max(2, rules.ordering.narrowest_run)
    if width > rules.decks:
        return None
    rows = []
    for played in _candidates(width):
        suit = order.suit_of[played[0]]
        unit = named_unit(order, suit, rules.copies, played, rules.narrowest_tuple)
        rows.append((cards(played), "no" if unit is None else f"yes, {shape_name(*unit.shape)}"))
    return Grid("Runs at trump rank 7, hearts trump", ("cards", "a run here?"), tuple(rows))


def _units(rules: Rules) -> str:
    single = "a single card"
    if rules.decks == 1:
        return f"A lead is {single}, or a throw of several."
    narrow = rules.narrowest_tuple
    tuples = listed((tuple_name(width) for width in range(narrow, rules.decks + 1)), "or")
    ordering = rules.ordering
    runs = (
        f"a run of {number(ordering.shortest_run)} or more consecutive "
        f"{tuple_name(max(narrow, ordering.narrowest_run))}s"
    )
    wider = " or wider tuples" if rules.decks > max(narrow, ordering.narrowest_run) else ""
    return f"A lead is {single}, a {tuples} of identical cards, {runs}{wider}, or a throw of several of these."


def _adjacency(rules: Rules) -> str:
    return {
        "distinct_rank": "Each tuple of a run stands on a level of its own, next to the one before. Equally high "
        "tuples are never neighbours.",
        "no_gap": "A run has all cards of its suit that stand between its ends, and one or more of the equally high "
        "ones at each end.",
        "equal_rank_chain": "Tuples are neighbours when their levels are consecutive, or when they are equally high "
        "and of different suits.",
    }[rules.ordering.adjacency]


LEADS: Chapter[Rules] = Chapter(
    "leads",
    "Leads",
    (
        rule(
            "SJ-LEAD-01",
            "Who leads, and what",
            "The dealer leads to the first trick, and whoever wins a trick to the next. All cards of a lead belong to "
            "one effective suit.",
        ),
        rule("SJ-LEAD-02", "Units", _units),
        rule(
            "SJ-LEAD-03",
            "Identical",
            "Cards of a tuple have the same rank and the same printed suit. Cards of the trump rank in two suits are "
            "no pair, though they are equally high; nor are a small and a big joker.",
            when=has_pairs,
        ),
        rule(
            "SJ-LEAD-04",
            "No runs of single cards",
            "Consecutive single cards are not one unit; they can only be thrown.",
        ),
        rule(
            "SJ-LEAD-05",
            "Which tuples are units",
            lambda rules: (
                f"Only all {rules.decks} copies of a card are led as one unit; fewer count as single cards."
                if rules.free_leads == "full_tuples_only"
                else "Any number of identical cards is led as one unit."
            ),
            when=has_pairs,
        ),
        rule(
            "DEC-59",
            "Tuples that are not whole",
            "Where only whole tuples are units, a lead of fewer copies is judged as a throw of single cards.",
            when=lambda rules: rules.free_leads == "full_tuples_only" and rules.decks > 1,
        ),
        rule(
            "RUL-01",
            "What leads are called",
            "A single, a pair, a tuple of three or more equal cards, a tractor of consecutive pairs, a run of wider "
            "consecutive tuples, and a throw of several of these.",
        ),
    ),
)

RUNS: Chapter[Rules] = Chapter(
    "runs",
    "Tractors and runs",
    (
        rule(
            "SJ-TRAC-01",
            "Tractors",
            "Consecutive pairs of one effective suit are a tractor. Trumps make them too: above the ace of the trump "
            "suit come the trump rank off suit, the trump rank in the suit, the small and the big joker.",
            run_grid,
            when=has_pairs,
        ),
        rule(
            "SJ-TRAC-02",
            "Which levels touch",
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "distinct_rank",
        ),
        rule(
            "SJ-TRAC-03",
            "Nothing left out between",
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "no_gap",
            example={"tractor_adjacency": "no_gap"},
        ),
        rule(
            "SJ-TRAC-04",
            "Equals are neighbours",
            _adjacency,
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "equal_rank_chain",
        ),
        rule(
            "SJ-TRAC-05",
            "Not in the printed suit",
            "Cards of the trump rank never stand in a run of the suit printed on them; their neighbours there touch.",
            when=has_pairs,
        ),
        rule("SJ-TRAC-06", "No way round", "The ace is not next to the two.", when=has_pairs),
        rule(
            "SJ-TRAC-07",
            "How high a run is",
            "Its highest tuple says how high a run is. Only runs of the same width and length are compared.",
            when=has_pairs,
        ),
        rule(
            "DEC-71",
            "No gap in no-trump",
            "All cards of the trump rank are equally high there, so tuples of any of them are a run; small jokers can "
            "follow whichever of them are held.",
            when=lambda rules: rules.decks > 1 and rules.ordering.adjacency == "no_gap",
            example={"tractor_adjacency": "no_gap"},
        ),
        rule(
            "SJ-TUPLE-01",
            "Three and more",
            lambda rules: (
                f"Tuples of {listed(map(str, range(3, rules.decks + 1)), 'or')} identical cards are units like pairs, "
                "and consecutive ones of the same width are runs."
            ),
            when=has_triples,
        ),
        rule(
            "SJ-TUPLE-02",
            "One width in a unit",
            "A unit has tuples of one width. A triple and a pair led together are a throw.",
            when=has_triples,
        ),
        rule(
            "SJ-TUPLE-03",
            "Wider and narrower",
            "What is said of pairs holds for wider tuples; how they answer each other is said in SJ-FOLLOW-03.",
            when=has_triples,
        ),
    ),
)


# --- throws


def _thrown(rules: Rules) -> tuple[Order, tuple[Unit, ...], Cards]:
    """A throw of spades at trump rank 7: pairs where there are any, else singles."""
    order = _order(rules)
    copies = min(2, rules.decks)
    thrown = (*_of(_SPADES, (13, 9), copies), *_of(_SPADES, (5,), 1))
    holding = hand_of(order, rules.copies, thrown)[_side(_SPADES)]
    units = decompose(order.chains[_side(_SPADES)], holding, rules.throw_ambiguity, rules.narrowest_tuple)
    return order, units, thrown


def penalty_grid(rules: Rules) -> Grid | None:
    """What an example of a throw costs."""
    if rules.throw_penalty == "none":
        return None
    order, units, thrown = _thrown(rules)
    rows = []
    for count in range(1, len(units) + 1):
        beatable = tuple(sorted(units, key=weakness)[:count])
        led = beatable if rules.throw_forced_lead == "all_beatable" else beatable[:1]
        cost = penalty_points(rules.throw_penalty, len(thrown), beatable, sum(unit.size for unit in led))
        named = [cards(unit_cards(order, _side(_SPADES), unit)) for unit in beatable]
        back = [cards(unit_cards(order, _side(_SPADES), unit)) for unit in led]
        rows.append((listed(named), listed(back), str(cost)))
    caption = f"What the throw {cards(thrown)} costs when units of it can be beaten"
    return Grid(caption, ("can be beaten", "led instead", "points"), tuple(rows))


def _forced(rules: Rules) -> str:
    return {
        "weakest": "The weakest unit that can be beaten is led instead, in the same move.",
        "leader_choice": "The leader leads one of the units that can be beaten, any of them.",
        "challenger_choice": "The first player to the right who can beat one of the units chooses, among those that "
        "they can beat, which is led.",
        "all_beatable": "All units that can be beaten are led together, in the same move, and are not tried again.",
    }[rules.throw_forced_lead]


def weakness_grid(rules: Rules) -> Grid:
    """Shapes of units from the weakest."""
    lengths = range(rules.ordering.shortest_run, rules.ordering.shortest_run + 3)
    shapes = [(width, 1) for width in range(1, rules.decks + 1)]
    shapes += [(width, length) for width in range(rules.ordering.narrowest_run, rules.decks + 1) for length in lengths]
    shapes.sort(key=lambda shape: weakness(Unit(shape[0], shape[1], 0, 0)))
    rows = tuple((str(place), shape_name(*shape)) for place, shape in enumerate(shapes, 1))
    return Grid("From the weakest unit on; of one kind the lower is weaker", ("", "unit"), rows)


def division_grid(rules: Rules) -> Grid | None:
    """How cards that are led together are divided."""
    if rules.decks == 1:
        return None
    order = _order(rules)
    suit = _side(_SPADES)
    examples = [(*_of(_SPADES, (14, 13), 1), *_of(_SPADES, (8, 6), 2))]
    if rules.decks > 2:
        examples.append((*_of(_SPADES, (3,), 3), *_of(_SPADES, (4,), 2)))
    rows = []
    for thrown in examples:
        units = decompose(
            order.chains[suit],
            hand_of(order, rules.copies, thrown)[suit],
            rules.throw_ambiguity,
            rules.narrowest_tuple,
        )
        rows.append((cards(thrown), " + ".join(cards(unit_cards(order, suit, unit)) for unit in units)))
    return Grid("How cards led together are read, trump rank 7", ("led", "units"), tuple(rows))


def _division(rules: Rules) -> str:
    return {
        "longest_unit": "The unit with most cards is taken out first, of equally many cards the wider and then the "
        "higher one, and so on with the rest.",
        "leader_specifies": "The leader may name the units of a lead; every card belongs to exactly one. When none are "
        "named, the unit with most cards is taken out first, and so on.",
        "most_equal_copies": "All copies of a card stay together; those that are equally many and consecutive make "
        "runs, the longest first.",
    }[rules.throw_ambiguity]


def _revealed(rules: Rules) -> str:
    shown = {
        "witness_cards": "and of one other hand the cards that beat the unit led",
        "witness_seat": "and which player could beat the unit led, but not with what",
        "none": "and nothing of the other hands",
    }[rules.throw_reveal]
    return (
        f"Everybody sees all cards of a throw that fails, what is led of it, {shown}. The witness is the first player "
        "to "
        "the right who can beat that unit, with the lowest unit that does."
    )


THROWS: Chapter[Rules] = Chapter(
    "throws",
    "Throws",
    (
        rule(
            "SJ-THROW-01",
            "Several units at once",
            "Units of one effective suit may be led together. That is good when nobody else holds anything that beats "
            "one of them in that suit.",
        ),
        rule(
            "SJ-THROW-02",
            "When a unit can be beaten",
            "A unit can be beaten when one other hand, also the partner's, holds a unit of the same shape in that suit "
            "that is higher. It may be a part of something larger. Equals do not beat, and neither do cards that were "
            "played or lie in the kitty.",
        ),
        rule(
            "SJ-THROW-03",
            "Who looks",
            "The server knows the hands and tells at once; nobody has to speak up.",
        ),
        rule("SJ-THROW-04", "A throw that fails", "The throw is taken back.", _forced),
        rule("SJ-THROW-05", "Weak and strong", weakness_grid),
        rule("SJ-THROW-06", "How a lead is read", _division, division_grid),
        rule(
            "SJ-THROW-07",
            "What it costs",
            lambda rules: (
                "A throw that fails costs no points."
                if rules.throw_penalty == "none"
                else "A throw that fails costs points on top."
            ),
            penalty_grid,
        ),
        rule(
            "SJ-THROW-08",
            "The better card may wait",
            "Whoever could beat a throw does not have to play that unit to the trick.",
        ),
        rule("SJ-THROW-09", "Trumps", "Trumps are thrown by the same rules. That others could ruff does not matter."),
        rule("SJ-THROW-10", "Highest singles", "Single cards can be thrown together like other units."),
        rule("DEC-51", "What is shown", _revealed),
        rule("DEC-52", "Without a word from the leader", "The largest unit is taken first, again and again."),
        rule(
            "DEC-54",
            "No second trial",
            "Units that are led together after a throw has failed are led as they are.",
            when=lambda rules: rules.throw_forced_lead == "all_beatable",
        ),
        rule("DEC-55", "The kitty does not count", "A higher card in the kitty does not make a throw fail."),
        rule("DEC-56", "One hand", "The unit that beats another has to be in one hand."),
        rule(
            "DEC-58",
            "Whose points they are",
            "What a declarer loses is added to the points of the opponents, what an opponent loses is taken off them, "
            "below zero if need be. Sides are those at the end of the hand.",
            when=lambda rules: rules.throw_penalty != "none" or rules.hong_wu_penalty > 0,
            example={"throw_penalty": "flat_10"},
        ),
        rule(
            "RUL-02",
            "What is forced",
            "Where nobody chooses the server leads what has to be led; where somebody chooses it offers the units that "
            "can be beaten.",
        ),
        rule(
            "RUL-10",
            "Of two equally weak units",
            "The one in the lower printed suit is led: clubs, then diamonds, hearts, spades.",
        ),
    ),
)


# --- following


def follow_grid(rules: Rules) -> Grid:
    """Leads of clubs, what a hand holds of them, and a legal answer."""
    order = _order(rules)
    suit = _side(_CLUBS)
    cases: list[tuple[Cards, Cards]] = [(_of(_CLUBS, (5,), 1), _of(_CLUBS, (9, 13), 1))]
    if rules.decks > 1:
        cases += [
            (_of(_CLUBS, (5,), 2), (*_of(_CLUBS, (9,), 2), *_of(_CLUBS, (12, 13), 1))),
            (_of(_CLUBS, (5, 6), 2), (*_of(_CLUBS, (9, 11), 2), *_of(_CLUBS, (3, 4), 1))),
            (_of(_CLUBS, (5, 6), 2), (*_of(_CLUBS, (9, 11, 12), 2), *_of(_CLUBS, (3,), 1))),
        ]
    if rules.decks > 2:
        cases += [
            (_of(_CLUBS, (5,), 2), (*_of(_CLUBS, (9,), 3), *_of(_CLUBS, (12, 13), 1))),
            (_of(_CLUBS, (5,), 3), (*_of(_CLUBS, (9,), 2), *_of(_CLUBS, (12, 13), 1))),
        ]
    if rules.decks > 3:
        bomb = (*_of(_CLUBS, (12, 13, 4, 3, 11), 1), *_of(_SPADES, (9,), 4))
        cases.append(((*_of(_CLUBS, (5, 6), 2),), bomb))
    rows = []
    for led, held in cases:
        units = decompose(order.chains[suit], hand_of(order, rules.copies, led)[suit], "longest_unit", 2)
        lead = lead_of(suit, units)
        hand = hand_of(order, rules.copies, held)
        plays, complete = first_few(
            follows(order, lead, hand, protect_tuples=rules.protect_tuples, bombs=rules.bombs), _ANSWERS
        )
        told = " / ".join(map(cards, plays)) + ("" if complete else " / …")
        rows.append((cards(led), cards(held), told))
    return Grid("Answers to a lead of clubs, trump rank 7, hearts trump", ("led", "held", "may be played"), tuple(rows))


_ANSWERS = 4


def _protected(rules: Rules) -> str:
    if rules.protect_tuples:
        return (
            "A card of which you hold more copies than the widest tuple led has counts as single cards: it owes "
            "nothing, and it answers nothing. You may play it all the same."
        )
    return "Wider tuples have to be broken when nothing else answers the lead as well."


FOLLOWING: Chapter[Rules] = Chapter(
    "following",
    "Following",
    (
        rule("SJ-FOLLOW-01", "As many cards", "Everybody plays as many cards as were led."),
        rule(
            "SJ-FOLLOW-02",
            "The suit led",
            "Who holds no more cards of the effective suit led than were led plays all of them, and any others to make "
            "up the number. Who holds none plays what they like; nobody has to trump.",
        ),
        rule(
            "SJ-FOLLOW-03",
            "Answering as well as one can",
            "Who holds more cards of the suit than were led plays only that suit, and answers what was led as well as "
            "the hand allows: as many runs as were led, first of the widest tuples; as long as those led, the longest "
            "first; then as many tuples as were led; then the same for narrower ones.",
            follow_grid,
        ),
        rule(
            "SJ-FOLLOW-04",
            "With two decks",
            "A pair is answered by a pair, a tractor by one as long, or else by one as long as it can be and further "
            "pairs, or else by pairs; and whatever cannot be answered by cards of the suit.",
            when=lambda rules: rules.decks == 2,
        ),
        rule(
            "SJ-FOLLOW-05",
            "Long runs are not spared",
            "A longer run has to be broken when nothing else answers the lead as well.",
            when=has_pairs,
        ),
        rule("SJ-FOLLOW-06", "Wider tuples", _protected, when=has_triples),
        rule("SJ-FOLLOW-07", "Trumping", "Trumping is allowed to those who cannot follow, and never a duty."),
        rule(
            "SJ-FOLLOW-08",
            "Counting pairs",
            "With two decks it is enough to count: for one tractor led, the longest tractor you can, up to its length; "
            "and always as many pairs as were led, as far as you hold them.",
            when=lambda rules: rules.decks == 2,
        ),
        rule(
            "DEC-66",
            "What is protected",
            "Tuples wider than the widest one that was led.",
            when=lambda rules: rules.protect_tuples and rules.decks > 2,
            example={"protect_tuples": "on", "decks": 3},
        ),
        rule(
            "RUL-07",
            "Tuples that cannot be matched",
            "Each tuple led that cannot be answered as wide is answered by one narrower tuple at the most.",
            when=has_triples,
        ),
        rule(
            "RUL-08",
            "Not more tuples than were led",
            "Nobody owes more tuples than were led, and no tuple answers twice.",
            when=has_triples,
        ),
        rule(
            "RUL-11",
            "Breaking what is protected",
            "Cards of a protected tuple may be played, but count as single cards both for what is owed and for what is "
            "played.",
            when=lambda rules: rules.protect_tuples and rules.decks > 2,
            example={"protect_tuples": "on", "decks": 3},
        ),
    ),
)


# --- winning


def _compared(rules: Rules) -> str:
    return {
        "longest_unit": "Of two plays that match, only the units that answer the longest unit of the lead are "
        "compared; "
        "of equally long ones the wider counts. The rest does not matter, and equals leave the trick where it is.",
        "pairs_then_singles": "Of two plays that match, the highest units of the widest kind led are compared, runs "
        "before tuples; when they are equal, those of the next narrower kind, down to single cards.",
        "all_units": "Of two plays that match, the later wins only when each of its units is higher than the one that "
        "it answers.",
    }[rules.trump_throw_compare]


def compared_grid(rules: Rules) -> Grid | None:
    """Which units of a throw decide."""
    if rules.decks == 1:
        return None
    leads: tuple[tuple[tuple[int, int], ...], ...] = (((2, 1), (1, 1)), ((2, 2), (2, 1), (1, 1)), ((1, 1), (1, 1)))
    if rules.decks > 2:
        leads = (*leads, ((3, 1), (2, 1), (1, 1)))
    rows = tuple(
        (
            " + ".join(shape_name(*shape) for shape in shapes),
            ", then ".join(shape_name(*shape) for shape in compared_shapes(shapes, rules.trump_throw_compare)),
        )
        for shapes in leads
    )
    return Grid("Which units of a throw are compared when it is trumped twice", ("led", "compared"), rows)


WINNING: Chapter[Rules] = Chapter(
    "winning",
    "Winning a trick",
    (
        rule(
            "SJ-TRICK-01",
            "What can win",
            "Only a play all in the suit led, or all in trumps, that matches the units of the lead. Trumps beat the "
            "suit led; otherwise the higher play wins.",
        ),
        rule("SJ-TRICK-02", "Single cards", "The highest trump wins, or else the highest card of the suit led."),
        rule(
            "SJ-TRICK-03",
            "Pairs and tuples",
            "They are beaten by higher tuples as wide; two single cards never beat a pair.",
            when=has_pairs,
        ),
        rule(
            "SJ-TRICK-04",
            "Matching",
            "A play matches when its cards can be divided into exactly the units that were led. A tractor can so serve "
            "as two pairs, and a pair as two single cards.",
        ),
        rule(
            "SJ-TRICK-05", "The longest unit", _compared, compared_grid, when=lambda rules: _is(rules, "longest_unit")
        ),
        rule(
            "SJ-TRICK-06",
            "Class by class",
            _compared,
            compared_grid,
            when=lambda rules: _is(rules, "pairs_then_singles"),
        ),
        rule(
            "SJ-TRICK-07",
            "All units",
            _compared,
            compared_grid,
            when=lambda rules: _is(rules, "all_units"),
            example={"trump_throw_compare": "all_units"},
        ),
        rule("SJ-TRICK-08", "Who has won", "The winner's side takes the points, and the winner leads next."),
        rule(
            "DEC-68",
            "Which unit answers which",
            "Units are sorted by size, then by height, and compared place by place.",
            when=lambda rules: _is(rules, "all_units"),
            example={"trump_throw_compare": "all_units"},
        ),
        rule(
            "DEC-70",
            "Several ways to match",
            "When a play can be divided in several ways, the one that is best for it counts.",
        ),
        rule(
            "RUL-09",
            "The reading stays",
            "Any reading that wins is enough; the play that stands keeps the reading with which it came to stand.",
        ),
        rule(
            "RUL-12",
            "One unit of each kind",
            "In each kind only the highest unit of a play is compared.",
            when=lambda rules: _is(rules, "pairs_then_singles"),
        ),
    ),
)


def _is(rules: Rules, compare: str) -> bool:
    return rules.trump_throw_compare == compare


def _revokes(rules: Rules) -> str:
    if rules.enforcement == "server":
        return "A revoke cannot happen here: the server refuses it."
    fewest, most = (
        points_after_revoke(points, rules, by_declarers=side) for points, side in ((0, True), (9999, False))
    )
    more = (
        " The other side gains a level more than these points bring."
        if rules.revoke_penalty == "lose_hand_plus"
        else ""
    )
    return (
        "A proven revoke ends the hand, and the side of whoever did it has lost. A revoke of a declarer leaves the "
        f"opponents with {fewest} points at least, one of an opponent with {most} at the most.{more}"
    )


ILLEGAL: Chapter[Rules] = Chapter(
    "illegal",
    "Plays that are wrong",
    (
        rule(
            "SJ-ILLEGAL-01",
            "Refused at once",
            "A play that a rule forbids is refused, and nobody hears of it. The refusal names the rule and some plays "
            "that would be right.",
        ),
        rule("SJ-ILLEGAL-02", "Revokes", _revokes),
        rule(
            "SJ-ILLEGAL-03",
            "A failed throw is no offence",
            "It has its own remedy: see SJ-THROW-04.",
        ),
        rule(
            "DEC-95",
            "Revokes on a server",
            "Where the server watches over following, nothing has to be punished.",
            when=lambda rules: rules.enforcement == "server",
        ),
    ),
)
