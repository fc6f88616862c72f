"""New deals, the kitty, and bidding for the kitty."""

from domain.games.sheng_ji.chao import ladder
from domain.games.sheng_ji.chao import strength as chao_strength
from domain.games.sheng_ji.declare import may_declare
from domain.games.sheng_ji.redeal import MOST_REDEALS
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK
from domain.games.sheng_ji.rulebook.wording import tuple_name
from domain.games.sheng_ji.rules import Rules
from domain.kernel.options import OptionValue
from domain.kernel.wording import cards, number
from domain.rulebook.entries import Chapter, Grid, rule


def _claims(rules: Rules) -> str:
    reasons = ["has no trump"] if rules.redeal_no_trump else []
    if rules.redeal_points_below:
        reasons.append(f"is worth fewer than {rules.redeal_points_below} points")
    return f"A player may ask for a new deal if their hand {' or '.join(reasons)}."


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
                "A player without any trump may force a new deal."
                if rules.redeal_no_trump
                else "A player without any trump cannot force a new deal for that reason."
            ),
            when=_redeals,
            example=_REDEAL,
        ),
        rule("SJ-REDEAL-02", "Few points", _claims, when=_redeals, example=_REDEAL),
        rule(
            "SJ-REDEAL-03",
            "The claim",
            "A player who asks for a new deal shows their whole hand to everybody.",
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "SJ-REDEAL-04",
            "After a new deal",
            lambda rules: (
                "In later hands, the next player to the right draws first. Everybody declares with cards of their own "
                "level, and the last player to declare deals."
                if rules.redeal_dealer == "up_for_grabs"
                else "The hand starts again at the shuffle. In later hands, the dealer and the first drawer stay the "
                "same. In the first hand, everything starts again."
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
            "After trumps are fixed and before the dealer takes the kitty, each seat says whether it asks for a new "
            f"deal. A hand is dealt again at most {number(MOST_REDEALS)} times. Then it is played.",
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "DEC-15",
            "Fewer than five",
            "All points come in fives, so fewer than five points means no points.",
            when=lambda rules: rules.redeal_points_below > 0,
            example=_REDEAL,
        ),
    ),
)


def _revealed(rules: Rules) -> str:
    if rules.kitty_reveal == "always_after_hand":
        return "The kitty is shown to everybody after each hand."
    if rules.kitty_awarded_to == "last_trick_winner_team":
        return "The kitty is shown to everybody if it goes to the side that wins the last trick, declarers included."
    return "The kitty is shown to everybody if the opponents win the last trick. Otherwise it stays hidden."


KITTY: Chapter[Rules] = Chapter(
    "kitty",
    "The kitty",
    (
        rule(
            "SJ-KITTY-01",
            "Taking the kitty",
            lambda rules: (
                f"The dealer takes the {rules.deal_shape.kitty} undrawn cards without showing them, and then buries "
                "the same number of cards."
            ),
        ),
        rule(
            "SJ-KITTY-02",
            "Which cards",
            "Any cards may be buried, including points, trumps, jokers and cards shown in a declaration.",
        ),
        rule(
            "SJ-KITTY-03",
            "Who sees it",
            "The player who buried the kitty may look at it during the hand.",
            _revealed,
        ),
        rule(
            "SJ-KITTY-04",
            "Out of play",
            "Kitty cards are in no player's hand. They cannot beat a throw, and they do not answer a call.",
        ),
        rule("DEC-20", "After the hand", _revealed),
    ),
)


def chao_grid(rules: Rules) -> Grid:
    """Lists what can be shown for the kitty at trump rank 7, from low to high."""
    faces = [card for card in ladder(EXAMPLE_RANK) if may_declare(rules, card)]
    shown = [(card, copies) for card in faces for copies in range(2, rules.decks + 1)]
    shown.sort(key=lambda each: chao_strength(*each))
    rows = tuple((cards((card,) * copies), tuple_name(copies)) for card, copies in shown)
    return Grid("The ladder at trump rank 7, from low to high", ("shown", ""), rows)


def _bids(rules: Rules) -> bool:
    return rules.chao_di_pi != "off"


_CHAO: dict[str, OptionValue] = {"chao_di_pi": "repeat"}


def _polled(rules: Rules) -> str:
    again = (
        "After each bid, all other players are asked again, including the dealer, until nobody bids."
        if rules.chao_di_pi == "repeat"
        else "Each player is asked once."
    )
    skipped = (
        " The last player who declared during the draw is skipped in the first round."
        if rules.chao_skip_last_bidder
        else ""
    )
    return f"The other players are asked in turn, starting to the dealer's right.{skipped} {again}"


CHAO: Chapter[Rules] = Chapter(
    "chao",
    "Bidding for the kitty",
    (
        rule(
            "SJ-CHAO-01",
            "What a bid does",
            "After the kitty is buried, another player may show two or more identical cards of the trump rank, or "
            "identical jokers. These set a new trump suit, or no-trump. The bidder takes the kitty and buries the same "
            "number of cards. Jokers that cannot declare at this table cannot bid.",
            when=_bids,
            example=_CHAO,
        ),
        rule("SJ-CHAO-02", "Who is asked", _polled, when=_bids, example=_CHAO),
        rule("SJ-CHAO-03", "The ladder", chao_grid, when=_bids, example=_CHAO),
        rule(
            "SJ-CHAO-04",
            "The dealer stays",
            "A bid does not change the sides or the dealer. The dealer still leads to the first trick.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "SJ-CHAO-05",
            "More cards first",
            "More cards rank above fewer. The ladder decides between equally many cards.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-24",
            "When bidding ends",
            "Bidding ends when no player is left to ask. The dealer is not asked in the first round.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-25",
            "What to beat",
            "A bid must rank above the last cards shown, in the draw or since. Players cannot bid over their own "
            "cards.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-28",
            "After a turned card",
            "If nobody declared, anything on the ladder may be shown.",
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-29",
            "With more decks",
            "Three equal cards beat any two, and four beat any three.",
            when=lambda rules: _bids(rules) and rules.decks > 2,
            example={**_CHAO, "decks": 3},
        ),
    ),
)
