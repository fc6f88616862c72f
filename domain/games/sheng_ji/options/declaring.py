"""Declaring trumps, and what happens if nobody declares."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, none_of, switch

InitialDeclare = Literal["single", "single_or_joker_pair", "single_or_pair_or_joker_pair"]
FirstHandDealer = Literal["last_declarer", "last_suit_declarer", "first_declarer", "first_pair", "first_joker_pair"]
NoDeclaration = Literal["rank_then_highest", "first_card"]
NoDeclarationJoker = Literal["skip", "no_trump", "redeal"]


class DeclaringOptions(Options):
    initial_declare: InitialDeclare = choice(
        message("which cards may be declared first; where a pair may not, it counts as declaring and reinforcing"),
        {
            "single": message("one card of the trump rank can be declared first; jokers cannot"),
            "single_or_joker_pair": message(
                "one card of the trump rank, or identical jokers; a pair counts as two acts"
            ),
            "single_or_pair_or_joker_pair": message("one or more equal cards of the trump rank, or identical jokers"),
        },
        default="single_or_pair_or_joker_pair",
        rules="SJ-BID-02",
    )
    override_same_suit: Literal["forbidden", "allowed"] = choice(
        message("whether another player may override in the declared suit, with three decks or more"),
        {
            "forbidden": message("an override has to change the trump suit"),
            "allowed": message("an override may repeat the declared suit with more cards"),
        },
        default="allowed",
        rules="SJ-BID-05",
    )
    no_trump_declare: Literal["off", "joker_pair"] = choice(
        message("whether jokers can declare no-trump"),
        {
            "off": message("jokers declare nothing"),
            "joker_pair": message("two or more identical jokers declare no-trump"),
        },
        default="joker_pair",
        rules="SJ-BID-06",
    )
    joker_pair_order: Literal["big_over_small", "flat"] = choice(
        message("whether big jokers override small ones; flat plays the same, since it states no order"),
        {
            "big_over_small": message("big jokers override the same number of small ones"),
            "flat": message("no order is stated; big jokers still override the same number of small ones"),
        },
        default="big_over_small",
        rules="SJ-BID-06 DEC-07",
    )
    small_joker_declare: Literal["allowed", "disallowed"] = choice(
        message("whether small jokers can declare"),
        {
            "allowed": message("small jokers declare like big ones"),
            "disallowed": message("only big jokers declare no-trump"),
        },
        default="allowed",
        rules="SJ-BID-16",
    )
    joker_in_bid: bool = switch(
        message("whether jokers can be added to a declaration"),
        off=message("a declaration has identical cards only"),
        on=message("jokers may be added to two or more cards of the trump rank"),
        rules="SJ-BID-17",
        conflicts=(excludes("on", "decks", 1, message("jokers are added to a pair, which needs two decks")),),
    )
    late_reinforce: bool = switch(
        message("whether a player who was just overridden can still reinforce"),
        off=message("an overridden declaration can no longer be reinforced"),
        on=message("a player just overridden by cards of the trump rank may add copies and take the declaration back"),
        rules="SJ-BID-09",
    )
    first_hand_dealer: FirstHandDealer = choice(
        message("which declaration decides who is dealer of the first hand"),
        {
            "last_declarer": message("the last player to declare deals the first hand, also with jokers"),
            "last_suit_declarer": message(
                "the last player to declare a suit deals the first hand; no-trump does not count"
            ),
            "first_declarer": message("the first player to declare deals the first hand"),
            "first_pair": message("the first player to show two cards of the trump rank deals the first hand"),
            "first_joker_pair": message("the first player to show identical jokers deals the first hand"),
        },
        default="last_declarer",
        rules="SJ-BID-12",
        conflicts=(
            excludes("first_joker_pair", "no_trump_declare", "off", message("set no_trump_declare to joker_pair")),
        ),
    )
    declaration_window: Literal["draw", "until_kitty_taken"] = choice(
        message("until when trumps can be declared"),
        {
            "draw": message("declaring ends with the draw"),
            "until_kitty_taken": message(
                "declaring continues until the kitty is taken, and the last declarer is asked too"
            ),
        },
        default="draw",
        rules="SJ-BID-18",
    )
    no_declaration: NoDeclaration = choice(
        message("which card of the kitty decides trumps if nobody declares"),
        {
            "rank_then_highest": message(
                "kitty cards are turned until one has the trump rank; otherwise the highest decides"
            ),
            "first_card": message("the first ordinary card of the kitty decides"),
        },
        default="rank_then_highest",
        rules="SJ-NODECL-03",
    )
    no_declaration_joker: NoDeclarationJoker = choice(
        message("with no_declaration = first_card, what happens if the first card is a joker"),
        {
            "skip": message("a joker turned first is skipped"),
            "no_trump": message("a joker turned first means no-trump"),
            "redeal": message("a joker turned first means a new deal"),
        },
        default="skip",
        rules="SJ-NODECL-02",
        conflicts=(
            excludes(
                none_of("skip"), "no_declaration", "rank_then_highest", message("set no_declaration to first_card")
            ),
        ),
    )
    first_dealer_fallback: Literal["first_drawer", "redeal"] = choice(
        message("who deals the first hand if nobody declares"),
        {
            "first_drawer": message("if nobody declares in the first hand, the first drawer deals it"),
            "redeal": message("if nobody declares in the first hand, the cards are dealt again"),
        },
        default="first_drawer",
        rules="SJ-NODECL-05",
    )
