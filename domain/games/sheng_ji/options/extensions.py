"""Extensions of this server (rules `EX-…`). Every profile of the catalogue leaves them off or neutral."""

from typing import Any, Literal

from domain.games.sheng_ji.options.pack import FRIENDS_ONLY
from domain.kernel.messages import message
from domain.kernel.options import (
    ConflictingOptions,
    Options,
    choice,
    excludes,
    none_of,
    number,
    over,
    switch,
    under,
)

FriendCard = Literal["non_trump", "any", "no_highest", "no_points"]
DoubleJoin = Literal["allowed", "ignored"]
Bombs = Literal["off", "on", "any_suit"]
_NOT_LIVE = none_of("live_draw")


def _check_run_width(width: int, rules: Any) -> None:
    if width > max(2, rules.decks):
        raise ConflictingOptions(
            message("{decks} decks do not have {width} equal cards", decks=rules.decks, width=width),
            hint=message("give at most {value}", value=max(2, rules.decks)),
            rule="EX-RUN-01",
            facts={"options": ["run_width", "decks"]},
        )


class ExtensionOptions(Options):
    enforcement: Literal["server", "honor"] = choice(
        message("whether the server refuses plays that do not follow, or opponents have to challenge them"),
        {
            "server": message("the server refuses plays that do not follow"),
            "honor": message("the server accepts any play of the right number of cards; opponents may challenge it"),
        },
        default="server",
        rules="EX-HONOR-01 SJ-ILLEGAL-02",
    )
    take_back: bool = switch(
        message("whether a play or declaration can be taken back if all others agree"),
        off=message("a play cannot be taken back"),
        on=message("the last play is taken back if all others agree"),
        rules="EX-BACK-01",
    )
    end_early: bool = switch(
        message("whether a hand can be ended when its result can no longer change"),
        off=message("every hand is played to its last trick"),
        on=message("any seat may end a hand whose result can no longer change"),
        rules="EX-EARLY-01",
        conflicts=(
            excludes(
                "on",
                "enforcement",
                "honor",
                message("leave one out: a revoke shows only when the hand is played to its end"),
            ),
            excludes(
                "on", "throw_penalty", none_of("none"), message("leave one out: every further throw can cost points")
            ),
            excludes(
                "on", "hong_wu_penalty", over(0), message("leave one out: every red five still held can cost points")
            ),
        ),
    )
    kitty_removes_cards: bool = switch(
        message("whether low cards are removed from the pack if kitty_size does not leave equal hands"),
        off=message("a kitty that does not leave equal hands is refused"),
        on=message("low cards without points are removed from the pack until the kitty leaves equal hands"),
        rules="EX-KITTY-01",
        conflicts=(
            excludes("on", "kitty_size", "auto", message("give a kitty_size")),
            excludes("on", "zpy_dealer", "declare", message("use rotate")),
            excludes("on", "redeal_dealer", "up_for_grabs", message("use keep")),
        ),
    )
    friend_card: FriendCard = choice(
        message("which cards the dealer may call"),
        {
            "non_trump": message("any card that is not a trump may be called"),
            "any": message("trumps and jokers may be called too"),
            "no_highest": message("neither trumps nor the highest cards of the side suits may be called"),
            "no_points": message("neither trumps nor cards with points may be called"),
        },
        default=None,
        absent="non_trump",
        rules="EX-CALL-01 FF-CALL-02",
        conflicts=(FRIENDS_ONLY,),
    )
    double_join: DoubleJoin = choice(
        message("whether a called card that a declarer plays uses up the call"),
        {
            "allowed": message("a declarer who plays a called card uses up the call"),
            "ignored": message("a called card that a declarer plays does not count, and the call stays open"),
        },
        default=None,
        absent="allowed",
        rules="EX-JOIN-01 FF-TEAM-02",
        conflicts=(FRIENDS_ONLY,),
    )
    run_width: int = number(
        message("the smallest number of equal cards that can form runs"),
        {2: message("pairs and wider tuples form runs")},
        default=2,
        rules="EX-RUN-01",
        others=(2, 6, message("only tuples of {n} or more equal cards form runs")),
        check=_check_run_width,
    )
    run_length: int = number(
        message("the smallest number of consecutive tuples that is a run"),
        {2: message("two consecutive tuples are a run")},
        default=2,
        rules="EX-RUN-01",
        others=(2, 12, message("{n} or more consecutive tuples are a run")),
    )
    bombs: Bombs = choice(
        message("whether four or more identical cards beat other plays"),
        {
            "off": message("there are no bombs"),
            "on": message("four or more identical cards beat other plays of as many cards"),
            "any_suit": message("the same, and bombs may be played without following suit"),
        },
        default="off",
        rules="EX-BOMB-01",
        conflicts=(excludes(none_of("off"), "decks", under(4), message("bombs need four decks")),),
    )
    level_after_ace: Literal["off", "no_trump"] = choice(
        message("whether a last level without a trump rank follows ace"),
        {
            "off": message("ace is the last level"),
            "no_trump": message("a level NT without a trump rank follows ace, and is the last"),
        },
        default="off",
        rules="EX-LEVEL-01",
        conflicts=(
            excludes(none_of("off"), "final_level", none_of("A"), message("leave final_level at A")),
            excludes(none_of("off"), "zpy_dealer", "declare", message("use rotate")),
        ),
    )
    hide_points: bool = switch(
        message("whether the points taken so far in a hand stay hidden"),
        off=message("the points taken so far in a hand are shown"),
        on=message("the points taken so far in a hand are not shown"),
        rules="EX-HIDE-01",
    )
    draw_seconds: int = number(
        message("with deal_mode = live_draw, the seconds between two rounds of cards"),
        {1: message("in a live draw each seat draws one card every second")},
        default=1,
        rules="EX-LIVE-01",
        others=(0, 3600, message("in a live draw each seat draws one card every {n} seconds")),
        conflicts=(excludes(none_of(1), "deal_mode", _NOT_LIVE, message("set deal_mode to live_draw")),),
    )
    declare_seconds: int = number(
        message("with deal_mode = live_draw, the seconds in which trumps can be declared after the last card"),
        {10: message("in a live draw players have ten seconds to declare after the last card")},
        default=10,
        rules="EX-LIVE-01 DEC-03",
        others=(0, 86400, message("in a live draw players have {n} seconds to declare after the last card")),
        conflicts=(excludes(none_of(10), "deal_mode", _NOT_LIVE, message("set deal_mode to live_draw")),),
    )
