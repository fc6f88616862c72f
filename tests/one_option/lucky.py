"""An option that exists only in the tests: one declaration, and nothing else."""

from domain.kernel.options import Excludes, Options, one_of, switch


class LuckyOptions(Options):
    """Options of luck."""

    lucky_sevens: bool = switch(
        "whether sevens bring luck",
        off="sevens bring no luck",
        on="each seven brings luck",
        rules="SJ-POINT-02",
        conflicts=(Excludes(one_of("on"), "decks", one_of(1), "SJ-POINT-02", "use two decks: one has too few sevens"),),
    )
