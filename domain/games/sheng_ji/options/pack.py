"""Players, teams, and the cards of the pack."""

from typing import Any, Literal

from domain.games.sheng_ji.deal_shape import DealShape, UnevenDeal, deal_shape, usual_decks
from domain.kernel.messages import message
from domain.kernel.options import ConflictingOptions, Options, choice, excludes, none_of, number, one_of

TeamMode = Literal["fixed_2x2", "fixed_2x3", "friends"]
FIXED_TEAMS = one_of("fixed_2x2", "fixed_2x3")
FRIENDS_ONLY = excludes(
    none_of(None), "team_mode", FIXED_TEAMS, message("set team_mode to friends, or leave it out"), rule="FF-NUM-01"
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
            message(
                "{decks} decks have {value} jokers; {jokers_removed} cannot be removed",
                decks=rules.decks,
                value=2 * rules.decks,
                jokers_removed=rules.jokers_removed,
            ),
            hint=message("give at most {value}", value=2 * rules.decks),
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
            message("kitty_size and players do not fit together: {reason}", reason=reason),
            rule="SJ-DECK-03",
            facts={"options": ["kitty_size", "players"]},
        ) from None


class PackOptions(Options):
    players: int = number(
        message("the number of players at the table"),
        {
            4: message("four players"),
            5: message("five players"),
            6: message("six players"),
            7: message("seven players"),
            8: message("eight players"),
        },
        default=4,
        rules="SJ-GEN-02 FF-NUM-01",
    )
    team_mode: TeamMode = choice(
        message("fixed teams in alternate seats, or friends called anew in each hand"),
        {
            "fixed_2x2": message("two teams of two for the whole match; partners sit opposite each other"),
            "fixed_2x3": message("two teams of three for the whole match, in alternate seats"),
            "friends": message("the dealer calls cards to find friends in each hand; each player has their own level"),
        },
        default="fixed_2x2",
        rules="SJ-GEN-02",
        conflicts=(
            excludes("fixed_2x2", "players", none_of(4), message("two teams of two are four players")),
            excludes("fixed_2x3", "players", none_of(6), message("two teams of three are six players"), rule="SIX-01"),
        ),
    )
    decks: int = number(
        message("the number of decks; auto is half the number of players"),
        {
            "auto": message("one deck for every two players, rounded down"),
            1: message("one deck of 54 cards"),
            2: message("two decks, 108 cards"),
            3: message("three decks, 162 cards"),
            4: message("four decks, 216 cards"),
            5: message("five decks, 270 cards"),
            6: message("six decks, 324 cards"),
        },
        default=2,
        rules="SJ-DECK-01",
        typed=_decks,
    )
    kitty_size: int | Literal["auto"] = number(
        message("the number of cards in the kitty; auto is the smallest number from six up that leaves equal hands"),
        {"auto": message("the smallest kitty of six or more cards that leaves equal hands")},
        default="auto",
        rules="SJ-DECK-03",
        others=(0, 324, message("a kitty of {n}")),
        check=lambda _, rules: shape_of_deal(rules),
    )
    filler_cards: int = number(
        message("spare cards added to the pack; they are trumps below the small joker"),
        {0: message("no spare cards")},
        default=0,
        rules="SJ-CARD-12",
        others=(0, 12, message("{n} spare cards join the pack as low trumps")),
    )
    jokers_removed: int = number(
        message("jokers removed to make the kitty smaller, small and big in turn"),
        {0: message("all jokers are in the pack")},
        default=0,
        rules="SJ-DECK-05",
        others=(0, 12, message("{n} jokers are removed from the pack, small and big in turn")),
    )
