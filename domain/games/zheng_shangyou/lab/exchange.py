"""Questions to the rules lab about the exchange before a later hand (ZS-EXCH-01, ZS-EXCH-02)."""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, BadQuestion, Part
from domain.games.zheng_shangyou.exchange import Places, places
from domain.games.zheng_shangyou.lab.setting import Setup
from domain.kernel.cards import NAMES, Face
from domain.kernel.messages import message
from domain.kernel.seats import Seat


def zs_exchange(setting: Setup, asked: Part) -> Answer:
    """Returns the card that each of the four players gets in the exchange, and the card that each gives.

    `finish_order` names the players. `best_of` has the tribute of each pit dweller. The choices of a player X are in
    `X_picks` and `X_discards`.
    """
    players = setting.rules.players
    names = asked.distinct_texts("finish_order", players)
    at = places([Seat(place) for place in range(players)])
    best = asked.part("best_of")
    tribute = {seat: best.card(names[seat]) for seat in at.givers}
    picked = _picked(asked, f"{names[at.first]}_picks", tribute)
    discards = {seat: asked.card(f"{names[seat]}_discards") for seat in at.takers}
    returned = _picked(asked, f"{names[at.next_to_last]}_picks", discards)
    return {
        names[seat]: {"in": NAMES[got], "out": NAMES[given]}
        for seat, got, given in _moves(at, tribute, picked, discards, returned)
    }


def _picked(asked: Part, field: str, offered: dict[Seat, Face]) -> tuple[Face, Face]:
    """Returns the chosen card, and the other one."""
    one, other = offered.values()
    card = asked.card(field)
    if one == other or card not in (one, other):
        wanted = message("give one of two different cards that are shown")
        raise BadQuestion(
            message("input.{field}: {wanted}", field=field, wanted=wanted),
            hint=wanted,
            facts={"field": f"input.{field}"},
        )
    return card, other if card == one else one


def _moves(
    at: Places,
    tribute: dict[Seat, Face],
    picked: tuple[Face, Face],
    discards: dict[Seat, Face],
    returned: tuple[Face, Face],
) -> list[tuple[Seat, Face, Face]]:
    """Returns the seats of the exchange, each with the card that it got and the card that it gave."""
    return [
        (at.first, picked[0], discards[at.first]),
        (at.second, picked[1], discards[at.second]),
        (at.next_to_last, returned[0], tribute[at.next_to_last]),
        (at.last, returned[1], tribute[at.last]),
    ]


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {"zs_exchange": zs_exchange}
