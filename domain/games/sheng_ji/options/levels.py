"""Levels: the start of a match and its end."""

from typing import Any, Literal, Unpack

from domain.kernel.cards import RANK_NAMES, RANK_OF_NAME, Rank
from domain.kernel.messages import Message, message
from domain.kernel.options import (
    ConflictingOptions,
    Details,
    Options,
    choice,
    excludes,
    number,
    over,
    under,
)


def _rank(name: str, _: object) -> Rank:
    return RANK_OF_NAME[name]


def _check_final_level(final: str, rules: Any) -> None:
    initial = RANK_NAMES[rules.initial_level]
    if rules.final_level < rules.initial_level:
        raise ConflictingOptions(
            message("final_level {final} is below initial_level {initial}", final=final, initial=initial),
            hint=message("give a final_level of at least initial_level"),
            rule="SJ-LEVEL-05",
            facts={"options": ["final_level", "initial_level"]},
        )


def _level(meaning: Message, means: Message, *, default: str, rules: str, **details: Unpack[Details]) -> Any:
    """Declares an option with a level; `means` is a sentence with `{n}` for it."""
    values = {name: means.about(n=name) for name in RANK_NAMES}
    return choice(meaning, values, default=default, rules=rules, **details)


class LevelOptions(Options):
    initial_level: Rank = _level(
        message("the level at which all players start"),
        message("all players start at level {n}"),
        default="2",
        rules="SJ-LEVEL-02",
        typed=_rank,
    )
    final_level: Rank = _level(
        message("the level that has to be passed to win the match"),
        message("the level to pass is {n}"),
        default="A",
        rules="SJ-LEVEL-05",
        typed=_rank,
        check=_check_final_level,
    )
    after_final: Literal["end", "wrap"] = choice(
        message("what happens after the final level"),
        {
            "end": message("passing the final level wins the match"),
            "wrap": message("after the final level players continue at level 2, until they have done enough laps"),
        },
        default="end",
        rules="SJ-LEVEL-06",
        conflicts=(excludes("wrap", "laps", under(2), message("give two laps or more")),),
    )
    laps: int = number(
        message("how many times the final level has to be passed, with after_final = wrap"),
        {1: message("passing the final level once wins the match")},
        default=1,
        rules="SJ-LEVEL-06",
        others=(1, 100, message("the final level has to be passed {n} times")),
        conflicts=(excludes(over(1), "after_final", "end", message("set after_final to wrap")),),
    )
