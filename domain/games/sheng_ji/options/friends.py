"""Calling friends, and what depends on how many there are."""

from typing import Literal

from domain.games.sheng_ji.options.pack import FRIENDS_ONLY
from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, one_of, switch

FriendCallStyle = Literal["ordinal", "first_other", "card_owner"]
MissingBonusScope = Literal["dealer", "declarers"]
ZpyWin = Literal["own_level_ace", "trump_rank_ace"]


class FriendOptions(Options):
    friend_call_style: FriendCallStyle = choice(
        message("how friends are called"),
        {
            "ordinal": message("a call names a card and which of its copies, in the order in which they are played"),
            "first_other": message(
                "a call names a card: First if the dealer holds no copy, Other if the dealer holds one"
            ),
            "card_owner": message("a call names a card of which the dealer does not hold all copies"),
        },
        default=None,
        absent="ordinal",
        rules="FF-CALL-03",
        conflicts=(FRIENDS_ONLY,),
    )
    solo_call: bool = switch(
        message("whether the dealer may play alone"),
        off=message("the dealer has to call friends"),
        on=message("the dealer may play alone instead of calling friends"),
        default=None,
        rules="LU-1V4-01",
        conflicts=(FRIENDS_ONLY,),
    )
    missing_teammate_bonus: Literal["off", "n_per_missing"] = choice(
        message("whether declarers who win with fewer friends gain more levels"),
        {
            "off": message("winning with fewer friends gains no more levels"),
            "n_per_missing": message("the levels of a win count once more for each missing friend"),
        },
        default=None,
        absent="n_per_missing",
        rules="FF-SCORE-03",
        conflicts=(FRIENDS_ONLY,),
    )
    missing_bonus_scope: MissingBonusScope = choice(
        message("who gains the levels for missing friends"),
        {
            "dealer": message("only the dealer gains levels for missing friends"),
            "declarers": message("every declarer gains levels for missing friends"),
        },
        default=None,
        absent="dealer",
        rules="DEC-45",
        conflicts=(FRIENDS_ONLY,),
    )
    auto_leveling: bool = switch(
        message("whether opponents who win gain one level more"),
        off=message("opponents who win gain the levels of the table"),
        on=message("opponents who win gain one level more than in the table"),
        default=None,
        rules="FF-SCORE-04",
        conflicts=(
            FRIENDS_ONLY,
            excludes("on", "players", one_of(5, 7), message("it is for an even number of players"), rule="DEC-46"),
        ),
    )
    zpy_win: ZpyWin = choice(
        message("how the level ace is passed in friend games"),
        {
            "own_level_ace": message("a declarer at level ace passes it by winning, whatever the trump rank"),
            "trump_rank_ace": message("ace is passed only in a hand whose trump rank is ace"),
        },
        default=None,
        absent="own_level_ace",
        rules="DEC-43",
        conflicts=(FRIENDS_ONLY,),
    )
