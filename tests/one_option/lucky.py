"""An option that exists only in the tests: one declaration, and nothing else."""

from domain.kernel.messages import message
from domain.kernel.options import Options, excludes, switch


class LuckyOptions(Options):
    """Options of luck."""

    lucky_sevens: bool = switch(
        message("whether sevens bring luck"),
        off=message("sevens bring no luck"),
        on=message("each seven brings luck"),
        rules="SJ-POINT-02",
        conflicts=(excludes("on", "decks", 1, message("use two decks: one has too few sevens")),),
    )
