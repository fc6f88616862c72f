"""The rules lab: answers questions about the rules, so that client authors need not write them again (design §10)."""

from domain.lab.question import Answer, Part, UnknownKind
from domain.lab.sheng_ji import KINDS, Setting

__all__ = ["KINDS", "answer"]


def answer(kind: str, setup: object, asked: object) -> Answer:
    """The answer to one question.

    Args:
        kind: a name in `KINDS`.
        setup: JSON object: `players`, `decks`, `trump_rank`, `trump_suit`, `first_hand`, `options`.
        asked: JSON object: the `input` of that kind.

    Raises:
        Refusal: unknown kind, options that cannot be played, or a question that cannot be read.
    """
    function = KINDS.get(kind)
    if function is None:
        raise UnknownKind(f"there is no kind {kind!r}", hint=f"ask one of {', '.join(KINDS)}", facts={"field": "kind"})
    return function(Setting(Part("setup", setup)), Part("input", asked))
