"""Opens tables."""

from domain.clocks.odds import check_odds
from domain.kernel import shuffle
from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.table.checks import NoSuchGame
from domain.table.commands import OpenTable
from domain.table.deals import chosen_deals
from domain.table.events import TableOpened
from domain.table.game import Game
from domain.table.hands import Chance, TableDecision, TableRecorder
from domain.table.turn_clocks import DecisionContext


def open_table(games: dict[str, Game], command: OpenTable, chance: Chance, context: DecisionContext) -> TableDecision:
    """Returns the decision to open a table.

    Raises:
        NoSuchGame: the game does not exist.
        Refusal: the rules or the times are not possible.
    """
    game = games.get(command.game)
    if game is None:
        raise NoSuchGame(
            message("there is no game {game!r}", game=command.game),
            hint=message("play one of {games}", games=", ".join(sorted(games))),
        )
    rules = game.rules(command.profile, command.overrides)
    check_odds(command.time_odds, command.clock, game.seats(rules))
    recorder = TableRecorder(games, None, chance)
    recorder.record(
        TableOpened(
            game=game.name,
            rules=game.rules_document(rules),
            rules_revision=game.rules_revision,
            seats=game.seats(rules),
            host=command.by,
            listed=command.listed and not command.sealed,
            hands=command.hands,
            spectators=command.spectators,
            clock=command.clock,
            pauses=command.pauses,
            ladder=command.ladder,
            expires_at=_later(context.now, command.expires_after_s),
            starts_when_full=command.starts_when_full,
            min_reliability=command.min_reliability,
            chat=command.chat,
            world=command.sandbox,
            deals=chosen_deals(game.every_deal(rules), game.seats(rules), command.deals),
            sealed=command.sealed,
            match=command.match,
            public=command.public,
            time_odds=command.time_odds,
            commitment=shuffle.commitment(chance.secret),
            secret=chance.secret.hex(),
        )
    )
    return recorder.decision()


def _later(now: Instant, seconds: int | None) -> Instant | None:
    return None if seconds is None else Instant(now + seconds * 1000)
