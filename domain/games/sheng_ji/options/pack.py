"""Players, teams, and the cards of the pack."""

from typing import Any, Literal

from domain.games.sheng_ji.deal_shape import DealShape, UnevenDeal, deal_shape, usual_decks
from domain.kernel.options import ConflictingOptions, Options, choice, excludes, none_of, number, one_of

TeamMode = Literal["fixed_2x2", "fixed_2x3", "friends"]
FIXED_TEAMS = one_of("fixed_2x2", "fixed_2x3")
FRIENDS_ONLY = excludes(
    none_of(None), "team_mode", FIXED_TEAMS, "set team_mode to friends, or leave it out", rule="FF-NUM-01"
)
"""The conflict of options that apply only where friends are called."""


def _decks(chosen: int | str, rules: Any) -> int:
    return usual_decks(rules.players) if isinstance(chosen, str) else chosen


def shape_of_deal(rules: Any) -> DealShape:
    """Returns the sizes of pack, hand and kitty.

    Raises:
        ConflictingOptions: more jokers are removed than there are, or the cards cannot be dealt.
    """
    if rules.jokers_removed > 2 * rules.decks:
        raise ConflictingOptions(
            f"{rules.decks} decks have {2 * rules.decks} jokers; {rules.jokers_removed} cannot be removed",
            hint=f"give at most {2 * rules.decks}",
            rule="SJ-DECK-05",
            facts={"options": ["jokers_removed", "decks"]},
        )
    try:
        return deal_shape(
            rules.players,
            rules.decks,
            kitty_size=None if rules.kitty_size == "auto" else rules.kitty_size,
            fillers=rules.filler_cards,
            jokers_removed=rules.jokers_removed,
            removes_cards=rules.kitty_removes_cards,
        )
    except UnevenDeal as reason:
        raise ConflictingOptions(
            f"kitty_size and players do not fit together: {reason}",
            rule="SJ-DECK-03",
            facts={"options": ["kitty_size", "players"]},
        ) from None


class PackOptions(Options):
    players: int = number(
        "the number of players at the table",
        {4: "four players", 5: "five players", 6: "six players", 7: "seven players", 8: "eight players"},
        default=4,
        rules="SJ-GEN-02 FF-NUM-01",
    )
    team_mode: TeamMode = choice(
        "fixed teams in alternate seats, or friends called anew in each hand",
        {
            "fixed_2x2": "two teams of two for the whole match; partners sit opposite each other",
            "fixed_2x3": "two teams of three for the whole match, in alternate seats",
            "friends": "the dealer calls cards to find friends in each hand; each player has their own level",
        },
        default="fixed_2x2",
        rules="SJ-GEN-02",
        conflicts=(
            excludes("fixed_2x2", "players", none_of(4), "two teams of two are four players"),
            excludes("fixed_2x3", "players", none_of(6), "two teams of three are six players", rule="SIX-01"),
        ),
    )
    decks: int = number(
        "the number of decks; auto is half the number of players",
        {
            "auto": "one deck for every two players, rounded down",
            1: "one deck of 54 cards",
            2: "two decks, 108 cards",
            3: "three decks, 162 cards",
            4: "four decks, 216 cards",
            5: "five decks, 270 cards",
            6: "six decks, 324 cards",
        },
        default=2,
        rules="SJ-DECK-01",
        typed=_decks,
    )
    kitty_size: int | Literal["auto"] = number(
        "the number of cards in the kitty; auto is the smallest number from six up that leaves equal hands",
        {"auto": "the smallest kitty of six or more cards that leaves equal hands"},
        default="auto",
        rules="SJ-DECK-03",
        others=(0, 324, "a kitty of {}"),
        check=lambda _, rules: shape_of_deal(rules),
    )
    filler_cards: int = number(
        "spare cards added to the pack; they are trumps below the small joker",
        {0: "no spare cards"},
        default=0,
        rules="SJ-CARD-12",
        others=(0, 12, "{} spare cards join the pack as low trumps"),
    )
    jokers_removed: int = number(
        "jokers removed to make the kitty smaller, small and big in turn",
        {0: "all jokers are in the pack"},
        default=0,
        rules="SJ-DECK-05",
        others=(0, 12, "{} jokers are removed from the pack, small and big in turn"),
    )
