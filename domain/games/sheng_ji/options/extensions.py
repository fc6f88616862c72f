"""Extensions of this server (rules `EX-…`). Every profile of the catalogue leaves them off or neutral."""

from typing import Any, Literal

from domain.games.sheng_ji.options.pack import FRIENDS_ONLY
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
            f"{rules.decks} decks do not have {width} equal cards",
            hint=f"give at most {max(2, rules.decks)}",
            rule="EX-RUN-01",
            facts={"options": ["run_width", "decks"]},
        )


class ExtensionOptions(Options):
    enforcement: Literal["server", "honor"] = choice(
        "whether the server refuses plays that do not follow, or opponents have to challenge them",
        {
            "server": "the server refuses plays that do not follow",
            "honor": "the server accepts any play of the right number of cards; opponents may challenge it",
        },
        default="server",
        rules="EX-HONOR-01 SJ-ILLEGAL-02",
    )
    take_back: bool = switch(
        "whether a play or declaration can be taken back if all others agree",
        off="a play cannot be taken back",
        on="the last play is taken back if all others agree",
        rules="EX-BACK-01",
    )
    end_early: bool = switch(
        "whether a hand can be ended when its result can no longer change",
        off="every hand is played to its last trick",
        on="any seat may end a hand whose result can no longer change",
        rules="EX-EARLY-01",
        conflicts=(
            excludes(
                "on", "enforcement", "honor", "leave one out: a revoke shows only when the hand is played to its end"
            ),
            excludes("on", "throw_penalty", none_of("none"), "leave one out: every further throw can cost points"),
            excludes("on", "hong_wu_penalty", over(0), "leave one out: every red five still held can cost points"),
        ),
    )
    kitty_removes_cards: bool = switch(
        "whether low cards are removed from the pack if kitty_size does not leave equal hands",
        off="a kitty that does not leave equal hands is refused",
        on="low cards without points are removed from the pack until the kitty leaves equal hands",
        rules="EX-KITTY-01",
        conflicts=(
            excludes("on", "kitty_size", "auto", "give a kitty_size"),
            excludes("on", "zpy_dealer", "declare", "use rotate"),
            excludes("on", "redeal_dealer", "up_for_grabs", "use keep"),
        ),
    )
    friend_card: FriendCard = choice(
        "which cards the dealer may call",
        {
            "non_trump": "any card that is not a trump may be called",
            "any": "trumps and jokers may be called too",
            "no_highest": "neither trumps nor the highest cards of the side suits may be called",
            "no_points": "neither trumps nor cards with points may be called",
        },
        default=None,
        absent="non_trump",
        rules="EX-CALL-01 FF-CALL-02",
        conflicts=(FRIENDS_ONLY,),
    )
    double_join: DoubleJoin = choice(
        "whether a called card that a declarer plays uses up the call",
        {
            "allowed": "a declarer who plays a called card uses up the call",
            "ignored": "a called card that a declarer plays does not count, and the call stays open",
        },
        default=None,
        absent="allowed",
        rules="EX-JOIN-01 FF-TEAM-02",
        conflicts=(FRIENDS_ONLY,),
    )
    run_width: int = number(
        "the smallest number of equal cards that can form runs",
        {2: "pairs and wider tuples form runs"},
        default=2,
        rules="EX-RUN-01",
        others=(2, 6, "only tuples of {} or more equal cards form runs"),
        check=_check_run_width,
    )
    run_length: int = number(
        "the smallest number of consecutive tuples that is a run",
        {2: "two consecutive tuples are a run"},
        default=2,
        rules="EX-RUN-01",
        others=(2, 12, "{} or more consecutive tuples are a run"),
    )
    bombs: Bombs = choice(
        "whether four or more identical cards beat other plays",
        {
            "off": "there are no bombs",
            "on": "four or more identical cards beat other plays of as many cards",
            "any_suit": "the same, and bombs may be played without following suit",
        },
        default="off",
        rules="EX-BOMB-01",
        conflicts=(excludes(none_of("off"), "decks", under(4), "bombs need four decks"),),
    )
    level_after_ace: Literal["off", "no_trump"] = choice(
        "whether a last level without a trump rank follows ace",
        {"off": "ace is the last level", "no_trump": "a level NT without a trump rank follows ace, and is the last"},
        default="off",
        rules="EX-LEVEL-01",
        conflicts=(
            excludes(none_of("off"), "final_level", none_of("A"), "leave final_level at A"),
            excludes(none_of("off"), "zpy_dealer", "declare", "use rotate"),
        ),
    )
    hide_points: bool = switch(
        "whether views leave out the points taken so far in a hand",
        off="views add up the points taken so far in a hand",
        on="views do not add up the points taken so far in a hand",
        rules="EX-HIDE-01",
    )
    draw_seconds: int = number(
        "with deal_mode = live_draw, the seconds between two rounds of cards",
        {1: "in a live draw each seat draws one card every second"},
        default=1,
        rules="EX-LIVE-01",
        others=(0, 3600, "in a live draw each seat draws one card every {} seconds"),
        conflicts=(excludes(none_of(1), "deal_mode", _NOT_LIVE, "set deal_mode to live_draw"),),
    )
    declare_seconds: int = number(
        "with deal_mode = live_draw, the seconds in which trumps can be declared after the last card",
        {10: "in a live draw players have ten seconds to declare after the last card"},
        default=10,
        rules="EX-LIVE-01 DEC-03",
        others=(0, 86400, "in a live draw players have {} seconds to declare after the last card"),
        conflicts=(excludes(none_of(10), "deal_mode", _NOT_LIVE, "set deal_mode to live_draw"),),
    )
