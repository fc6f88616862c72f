"""What views show of past tricks, and the figures of ratings."""

from typing import Literal

from domain.kernel.messages import message
from domain.kernel.options import Options, choice, number

HistoryView = Literal["last_trick", "all"]


class ViewAndRatingOptions(Options):
    history_view: HistoryView = choice(
        message("which past tricks of the current hand a view shows"),
        {
            "last_trick": message("players see only the last of the past tricks"),
            "all": message("players see all past tricks of the hand"),
        },
        default="last_trick",
        rules="SJ-GEN-06 DEC-94",
    )
    elo_start: int | None = number(
        message("the first rating of a player, where results are rated"),
        {1500: message("ratings start at 1500")},
        default=None,
        rules="NIGHT-ELO-02",
        others=(0, 9999, message("ratings start at {n}")),
    )
    elo_k: int | Literal["32_then_16"] | None = number(
        message("how far a result can change a rating"),
        {
            "32_then_16": message(
                "a result changes a rating by at most 32 in the first rated games, then by at most 16"
            ),
            32: message("a result changes a rating by at most 32"),
            16: message("a result changes a rating by at most 16"),
        },
        default=None,
        rules="NIGHT-ELO-02",
        others=(0, 400, message("a result changes a rating by at most {n}")),
    )
    elo_scale: int | None = number(
        message("the scale of the ratings"),
        {400: message("a difference of 400 points stands for odds of ten to one")},
        default=None,
        rules="NIGHT-ELO-02",
        others=(1, 9999, message("a difference of {n} points stands for odds of ten to one")),
    )
