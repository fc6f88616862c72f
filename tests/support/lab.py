"""Questions to the rules lab."""

from domain.games import lab

EIGHT_OF_HEARTS = {"players": 4, "decks": 2, "trump_rank": "8", "trump_suit": "H"}


def ask(kind: str, asked: object, **setup: object):
    return lab.answer(kind, {**EIGHT_OF_HEARTS, **setup}, asked)


def split(text: str) -> list[str]:
    return text.split()
