"""Questions to the rules lab."""

import json

from domain.games import lab
from domain.kernel.refusals import Refusal

EIGHT_OF_HEARTS = {"players": 4, "decks": 2, "trump_rank": "8", "trump_suit": "H"}


def ask(kind: str, asked: object, **setup: object):
    return lab.answer(kind, {**EIGHT_OF_HEARTS, **setup}, asked)


def split(text: str) -> list[str]:
    return text.split()


def check_any_question(kind: str, setup: object, asked: object) -> None:
    """Checks that a question has an answer that JSON can hold, or is refused with a reason."""
    try:
        said = lab.answer(kind, setup, asked)
    except Refusal as refusal:
        said = refusal
    assert said.detail if isinstance(said, Refusal) else json.loads(json.dumps(said)) == said
