"""An option that exists only in the tests: one declaration, and nothing else."""

from domain.kernel.options import Options, excludes, switch


class LuckyOptions(Options):
    """Options of luck."""

    lucky_sevens: bool = switch(
        "whether sevens bring luck",
        off="sevens bring no luck",
        on="each seven brings luck",
        rules="SJ-POINT-02",
        conflicts=(excludes("on", "decks", 1, "use two decks: one has too few sevens"),),
    )
