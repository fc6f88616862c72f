"""What views show of past tricks, and the figures of ratings."""

from typing import Literal

from domain.kernel.options import Options, choice, number

HistoryView = Literal["last_trick", "all"]


class ViewAndRatingOptions(Options):
    history_view: HistoryView = choice(
        "which past tricks of the current hand a view shows",
        {
            "last_trick": "views show only the last of the past tricks",
            "all": "views show all past tricks of the hand",
        },
        default="last_trick",
        rules="SJ-GEN-06 DEC-94",
    )
    elo_start: int | None = number(
        "the first rating of a player, where results are rated",
        {1500: "ratings start at 1500"},
        default=None,
        rules="NIGHT-ELO-02",
        others=(0, 9999, "ratings start at {}"),
    )
    elo_k: int | Literal["32_then_16"] | None = number(
        "how far a result can change a rating",
        {
            "32_then_16": "a result changes a rating by at most 32 in the first rated games, then by at most 16",
            32: "a result changes a rating by at most 32",
            16: "a result changes a rating by at most 16",
        },
        default=None,
        rules="NIGHT-ELO-02",
        others=(0, 400, "a result changes a rating by at most {}"),
    )
    elo_scale: int | None = number(
        "the scale of the ratings",
        {400: "a difference of 400 points stands for odds of ten to one"},
        default=None,
        rules="NIGHT-ELO-02",
        others=(1, 9999, "a difference of {} points stands for odds of ten to one"),
    )
