"""Questions to the rules lab about combinations, and which of them beats another."""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, Part
from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF_NAME
from domain.games.zheng_shangyou.combinations import ANYTHING, Combination, Named, Pattern, beats, readings
from domain.games.zheng_shangyou.lab.setting import Setup
from domain.kernel.cards import Cards

_TYPE: dict[Pattern, str] = {
    "single": "single",
    "set": "set",
    "sequence": "seq",
    "multiple_sequence": "mseq",
}
_PATTERN: dict[str, Pattern] = {name: pattern for pattern, name in _TYPE.items()}
_WIDEST = 10
"""The maximum number of cards in a set: four natural cards, four twos and two jokers."""


def _described(combination: Combination) -> Answer:
    """Returns a reading in the format of the conformance cases."""
    kind, top = _TYPE[combination.pattern], RUNG_NAMES[combination.top]
    match combination.pattern:
        case "single" | "set":
            return {"type": kind, "size": combination.size, "rank": top, "pure": combination.pure}
        case "sequence":
            return {
                "type": kind,
                "size": combination.size,
                "top": top,
                "pure": combination.pure,
                "suited": combination.suited,
            }
        case "multiple_sequence":
            return {
                "type": kind,
                "ranks": combination.ranks,
                "width": combination.width,
                "top": top,
                "pure": combination.pure,
            }


def _read(setting: Setup, cards: Cards) -> tuple[Combination, ...]:
    return readings(cards, twos=setting.rules.twos_in_sequences)


def _named(asked: Part, field: str) -> Named:
    """Returns the reading that a question names by `type`, `top` and `width`. Each of them is optional."""
    if not asked.has(field):
        return ANYTHING
    said = asked.part(field)
    return Named(
        pattern=_PATTERN[said.word("type", tuple(_PATTERN))] if said.has("type") else None,
        top=RUNG_OF_NAME[said.word("top", RUNG_NAMES)] if said.has("top") else None,
        width=said.whole("width", 1, _WIDEST) if said.has("width") else None,
    )


def zs_order(_setting: Setup, _asked: Part) -> Answer:
    """Returns the order of single cards."""
    return {"low_to_high": list(RUNG_NAMES)}


def zs_combo(setting: Setup, asked: Part) -> Answer:
    """Returns the reading of cards on a lead, and all their other readings."""
    found = _read(setting, asked.cards("cards", 1))
    if not found:
        return {"valid": False, "readings": []}
    return {"valid": True, **_described(found[0]), "readings": [_described(each) for each in found]}


def zs_beats(setting: Setup, asked: Part) -> Answer:
    """Returns whether a play beats the previous one, and its reading. `previous_as` and `play_as` may name readings."""
    before = _meant(setting, asked, "previous")
    meant = _meant(setting, asked, "play")
    previous = before[0] if before else None
    if previous is None:
        return {"beats": False, "previous": None, "play": None}
    best = max((each for each in meant if beats(each, previous)), key=lambda each: each.key, default=None)
    return {
        "beats": best is not None,
        "previous": _described(previous),
        "play": _described(best) if best else _described(meant[0]) if meant else None,
    }


def _meant(setting: Setup, asked: Part, field: str) -> list[Combination]:
    named = _named(asked, f"{field}_as")
    return [each for each in _read(setting, asked.cards(field, 1)) if named.is_said_of(each)]


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "zs_order": zs_order,
    "zs_combo": zs_combo,
    "zs_beats": zs_beats,
}
