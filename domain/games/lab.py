"""The rules lab: answers questions about the rules, so that client authors need not write them again.

Each game offers its own kinds of questions, with its own reading of what `setup` says about the table.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TypeVar

from domain.games.question import Answer, Part, UnknownKind
from domain.games.sheng_ji import lab as sheng_ji
from domain.games.zheng_shangyou import lab as zheng_shangyou

__all__ = ["KINDS", "answer"]

S = TypeVar("S")
Asked = Callable[[Part, Part], Answer]
"""What answers one kind of question, from `setup` and `input`."""


def _about(setting: Callable[[Part], S], kinds: Mapping[str, Callable[[S, Part], Answer]]) -> dict[str, Asked]:
    """The kinds of questions of a game, each of which reads the setup as that game does."""

    def reading(function: Callable[[S, Part], Answer]) -> Asked:
        @wraps(function)
        def answered(setup: Part, asked: Part) -> Answer:
            return function(setting(setup), asked)

        return answered

    return {kind: reading(function) for kind, function in kinds.items()}


KINDS: Mapping[str, Asked] = {
    **_about(sheng_ji.Setting, sheng_ji.KINDS),
    **_about(zheng_shangyou.Setting, zheng_shangyou.KINDS),
}


def answer(kind: str, setup: object, asked: object) -> Answer:
    """The answer to one question.

    Args:
        kind: a name in `KINDS`.
        setup: JSON object: `players`, `decks`, `options`; of Sheng Ji also `trump_rank`, `trump_suit`, `first_hand`.
        asked: JSON object: the `input` of that kind.

    Raises:
        Refusal: unknown kind, options that cannot be played, or a question that cannot be read.
    """
    function = KINDS.get(kind)
    if function is None:
        raise UnknownKind(f"there is no kind {kind!r}", hint=f"ask one of {', '.join(KINDS)}", facts={"field": "kind"})
    return function(Part("setup", setup), Part("input", asked))
