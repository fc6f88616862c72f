"""The rules lab answers questions about the rules, so client authors need not implement them.

Each game offers its own kinds of questions. All of them read `setup`, which describes the table.
"""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, Part, UnknownKind
from domain.games.registry import PACKAGES
from domain.kernel.messages import message

KINDS: Mapping[str, Callable[[Part, Part], Answer]] = {
    kind: function for package in PACKAGES.values() for kind, function in package.questions.items()
}


def answer(kind: str, setup: object, asked: object) -> Answer:
    """Returns the answer to a question.

    Args:
        kind: a name in `KINDS`.
        setup: an object with `players`, `decks` and `options`; for Sheng Ji also `trump_rank`, `trump_suit` and
            `first_hand`.
        asked: an object with the `input` of that kind.

    Raises:
        Refusal: the kind is unknown, the options are not valid, or the question cannot be read.
    """
    function = KINDS.get(kind)
    if function is None:
        raise UnknownKind(
            message("there is no kind {kind!r}", kind=kind),
            hint=message("ask one of {kinds}", kinds=", ".join(KINDS)),
            facts={"field": "kind"},
        )
    return function(Part("setup", setup), Part("input", asked))
