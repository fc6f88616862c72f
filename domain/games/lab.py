"""The rules lab: answers questions about the rules, so that client authors need not write them again.

Each game offers its own kinds of questions. All of them read `setup`, which describes the table.
"""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, Part, UnknownKind
from domain.games.registry import PACKAGES

KINDS: Mapping[str, Callable[[Part, Part], Answer]] = {
    kind: function for package in PACKAGES.values() for kind, function in package.questions.items()
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
