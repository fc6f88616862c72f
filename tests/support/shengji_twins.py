"""Moments of Sheng Ji at which the decision of a bot is compared with that in a twin: other hidden cards."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from domain.games.registry import GAMES
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat
from domain.table.bot import Bot
from domain.table.evolve import fold
from domain.table.redact import redact
from tests.support.exchange import Moment, Redaction, feed, moment_by_chance, with_hidden_cards_exchanged

PROFILES = ("zhang-2021", "zhang-2021", "zhao-peng-you", "six-player-teams", "levelup-5", "si-shi-fen")


def moments(seeds: Iterable[int]) -> Iterator[tuple[int, Moment]]:
    """Yields the moments at which a seat has to act, with their seeds. That seat is the viewer."""
    for seed in seeds:
        moment = moment_by_chance(PROFILES[seed % len(PROFILES)], {}, seed)
        table = fold(GAMES, moment.events)
        seats = _moving(table) if table.match is not None else []
        if seats:
            yield seed, replace(moment, viewer=seats[0])


def _moving(table: Any) -> list[Seat]:
    """The seats that have to act. Nobody has, between the last play to a trick and its end, or before the score."""
    phase = table.match.phase
    over = isinstance(phase, Tricks) and (
        not any(held.known for held in phase.hands)
        or (phase.trick is not None and len(phase.trick.plays) == len(phase.hands))
    )
    return [] if over else [asking.seat for asking in table.game.asked(table.match)]


def depends_on_hidden_cards(bot: Bot, moment: Moment, seed: int, redaction: Redaction = redact) -> bool:
    """Whether the bot decides otherwise if the cards that its seat cannot see are exchanged."""
    twin = with_hidden_cards_exchanged(moment, random.Random(seed))
    return bool(_decision(bot, moment, redaction) != _decision(bot, twin, redaction))


def _decision(bot: Bot, moment: Moment, redaction: Redaction) -> Any:
    assert isinstance(moment.viewer, int)
    table = fold(GAMES, feed(moment.events, moment.viewer, redaction))
    return bot.choose(table, Seat(moment.viewer), random.Random(5))


def shows_everything(game: Any, event: Any, viewer: Any) -> Any:
    """A redaction that hides nothing, so that bots see the cards of all seats."""
    return event


class Peeking:
    """Plays a card that depends on the hand of the next seat."""

    name = "peeking"

    def choose(self, view: Any, seat: Seat, luck: Any) -> Any:
        hands = getattr(view.match.phase, "hands", None)
        return hands[(seat + 1) % len(hands)] if hands else None
