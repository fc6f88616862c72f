"""New deals, the kitty, and bidding for the kitty."""

from domain.games.sheng_ji.chao import ladder
from domain.games.sheng_ji.chao import strength as chao_strength
from domain.games.sheng_ji.declare import may_declare
from domain.games.sheng_ji.redeal import MOST_REDEALS
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK
from domain.games.sheng_ji.rulebook.wording import tuple_name
from domain.games.sheng_ji.rules import Rules
from domain.kernel.messages import Message, message
from domain.kernel.options import OptionValue
from domain.kernel.wording import cards, listed_or, number
from domain.rulebook.entries import Chapter, Grid, rule


def _claims(rules: Rules) -> Message:
    reasons = [message("has no trump")] if rules.redeal_no_trump else []
    if rules.redeal_points_below:
        reasons.append(
            message("is worth fewer than {redeal_points_below} points", redeal_points_below=rules.redeal_points_below)
        )
    return message("A player may ask for a new deal if their hand {reasons}.", reasons=listed_or(reasons))


def _redeals(rules: Rules) -> bool:
    return rules.redeals


_REDEAL: dict[str, OptionValue] = {"redeal_no_trump": "on", "redeal_points_below": 10}

REDEAL: Chapter[Rules] = Chapter(
    "redeals",
    message("New deals"),
    (
        rule(
            "SJ-REDEAL-01",
            message("No trumps"),
            lambda rules: (
                message("A player without any trump may force a new deal.")
                if rules.redeal_no_trump
                else message("A player without any trump cannot force a new deal for that reason.")
            ),
            when=_redeals,
            example=_REDEAL,
        ),
        rule("SJ-REDEAL-02", message("Few points"), _claims, when=_redeals, example=_REDEAL),
        rule(
            "SJ-REDEAL-03",
            message("The claim"),
            message("A player who asks for a new deal shows their whole hand to everybody."),
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "SJ-REDEAL-04",
            message("After a new deal"),
            lambda rules: (
                message(
                    "In later hands, the next player to the right draws first. Everybody declares with cards of "
                    "their own level, and the last player to declare deals."
                )
                if rules.redeal_dealer == "up_for_grabs"
                else message(
                    "The hand starts again at the shuffle. In later hands, the dealer and the first drawer stay "
                    "the same. In the first hand, everything starts again."
                )
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
            message("When and how often"),
            message(
                "After trumps are fixed and before the dealer takes the kitty, each seat says whether it asks for "
                "a new deal. A hand is dealt again at most {most_redeals} times. Then it is played.",
                most_redeals=number(MOST_REDEALS),
            ),
            when=_redeals,
            example=_REDEAL,
        ),
        rule(
            "DEC-15",
            message("Fewer than five"),
            message("All points come in fives, so fewer than five points means no points."),
            when=lambda rules: rules.redeal_points_below > 0,
            example=_REDEAL,
        ),
    ),
)


def _revealed(rules: Rules) -> Message:
    if rules.kitty_reveal == "always_after_hand":
        return message("The kitty is shown to everybody after each hand.")
    if rules.kitty_awarded_to == "last_trick_winner_team":
        return message(
            "The kitty is shown to everybody if it goes to the side that wins the last trick, declarers included."
        )
    return message("The kitty is shown to everybody if the opponents win the last trick. Otherwise it stays hidden.")


KITTY: Chapter[Rules] = Chapter(
    "kitty",
    message("The kitty"),
    (
        rule(
            "SJ-KITTY-01",
            message("Taking the kitty"),
            lambda rules: message(
                "The dealer takes the {kitty} undrawn cards without showing them, and then buries the same number "
                "of cards.",
                kitty=rules.deal_shape.kitty,
            ),
        ),
        rule(
            "SJ-KITTY-02",
            message("Which cards"),
            message("Any cards may be buried, including points, trumps, jokers and cards shown in a declaration."),
        ),
        rule(
            "SJ-KITTY-03",
            message("Who sees it"),
            message("The player who buried the kitty may look at it during the hand."),
            _revealed,
        ),
        rule(
            "SJ-KITTY-04",
            message("Out of play"),
            message("Kitty cards are in no player's hand. They cannot beat a throw, and they do not answer a call."),
        ),
        rule("DEC-20", message("After the hand"), _revealed),
    ),
)


def chao_grid(rules: Rules) -> Grid:
    """Lists what can be shown for the kitty at trump rank 7, from low to high."""
    faces = [card for card in ladder(EXAMPLE_RANK) if may_declare(rules, card)]
    shown = [(card, copies) for card in faces for copies in range(2, rules.decks + 1)]
    shown.sort(key=lambda each: chao_strength(*each))
    rows = tuple((cards((card,) * copies), tuple_name(copies)) for card, copies in shown)
    return Grid(message("The ladder at trump rank 7, from low to high"), (message("shown"), ""), rows)


def _bids(rules: Rules) -> bool:
    return rules.chao_di_pi != "off"


_CHAO: dict[str, OptionValue] = {"chao_di_pi": "repeat"}


def _polled(rules: Rules) -> Message:
    again = (
        message("After each bid, all other players are asked again, including the dealer, until nobody bids.")
        if rules.chao_di_pi == "repeat"
        else message("Each player is asked once.")
    )
    skipped = (
        message(" The last player who declared during the draw is skipped in the first round.")
        if rules.chao_skip_last_bidder
        else ""
    )
    return message(
        "The other players are asked in turn, starting to the dealer's right.{skipped} {again}",
        skipped=skipped,
        again=again,
    )


CHAO: Chapter[Rules] = Chapter(
    "chao",
    message("Bidding for the kitty"),
    (
        rule(
            "SJ-CHAO-01",
            message("What a bid does"),
            message(
                "After the kitty is buried, another player may show two or more identical cards of the trump "
                "rank, or identical jokers. These set a new trump suit, or no-trump. The bidder takes the kitty "
                "and buries the same number of cards. Jokers that cannot declare at this table cannot bid."
            ),
            when=_bids,
            example=_CHAO,
        ),
        rule("SJ-CHAO-02", message("Who is asked"), _polled, when=_bids, example=_CHAO),
        rule("SJ-CHAO-03", message("The ladder"), chao_grid, when=_bids, example=_CHAO),
        rule(
            "SJ-CHAO-04",
            message("The dealer stays"),
            message("A bid does not change the sides or the dealer. The dealer still leads to the first trick."),
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "SJ-CHAO-05",
            message("More cards first"),
            message("More cards rank above fewer. The ladder decides between equally many cards."),
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-24",
            message("When bidding ends"),
            message("Bidding ends when no player is left to ask. The dealer is not asked in the first round."),
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-25",
            message("What to beat"),
            message(
                "A bid must rank above the last cards shown, in the draw or since. Players cannot bid over their "
                "own cards."
            ),
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-28",
            message("After a turned card"),
            message("If nobody declared, anything on the ladder may be shown."),
            when=_bids,
            example=_CHAO,
        ),
        rule(
            "DEC-29",
            message("With more decks"),
            message("Three equal cards beat any two, and four beat any three."),
            when=lambda rules: _bids(rules) and rules.decks > 2,
            example={**_CHAO, "decks": 3},
        ),
    ),
)
