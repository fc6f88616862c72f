"""Cards that are trumps in every hand."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, excludes, number, over, switch

HongWu = Literal["off", "h5", "h5_d5"]


class TrumpOptions(Options):
    permanent_twos: bool = switch(
        message("whether twos are trumps in every hand"),
        off=message("twos are ordinary cards unless 2 is the trump rank"),
        on=message("all twos are trumps in every hand, just below the trump rank"),
        rules="SJ-CARD-10",
    )
    hong_wu: HongWu = choice(
        message("whether red fives are the highest trumps"),
        {
            "off": message("fives of hearts and diamonds are ordinary cards"),
            "h5": message("the five of hearts is the highest trump"),
            "h5_d5": message("the five of hearts is the highest trump, and the five of diamonds the second highest"),
        },
        default="off",
        rules="SJ-CARD-11",
    )
    hong_wu_penalty: int = number(
        message("points that players lose for each of their red fives that the other side takes"),
        {0: message("a red five that the other side takes costs nothing")},
        default=0,
        rules="SJ-CARD-11",
        others=(0, 200, message("a red five that the other side takes costs its player {n} points")),
        conflicts=(excludes(over(0), "hong_wu", "off", message("set hong_wu, or no penalty")),),
    )
