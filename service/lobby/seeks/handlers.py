"""Seeks: what players look for, alone or with a partner, until others are found, it expires or they withdraw it.

A seek stands in PostgreSQL and is matched there (`service.lobby.matchmaking.handlers`). Whether it is open is said by
one function of the database, `shengji.is_open`.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

import orjson

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.seeks.wishes import UNTIMED, Pace, Seek, Span, Variant
from domain.table.spectators import AT_ONCE, Spectators
from service.accounts.handlers import AccountClosed, Accounts
from service.notifications.account_event_writer import AccountEventWriter
from service.notifications.events import NewAccountEvent
from service.platform.documents import Json, timestamp
from service.platform.sources import Randomness
from service.platform.store.database import Database, Row
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.subscription import Run

SEEKS_LIMIT = 10
"""So many seeks a player can have open."""
RULES_LIMIT = 5
ATTEMPTS = 10
AFTER_ALL = "sek_~"
"""Sorts behind the id of every seek."""
UNTIMED_PACE = Pace((UNTIMED,), None)

SeekState = Literal["open", "waiting_for_partner", "matched", "expired", "withdrawn"]


class NoSuchSeek(Exception):
    """There is no seek of this id of which the player may know; its argument is the id."""


class TooManySeeks(Exception):
    """The player has as many open seeks as may be."""


class AlreadyMatched(Exception):
    """A table is just being opened for the seek, or was: it can no longer be withdrawn."""


class NoFixedTeams(Exception):
    """By these rules, its argument, nobody has a partner from the start, so that no pair can play together."""


class OwnPartner(Exception):
    """Nobody is a pair with themselves."""


class RulesSought(NamedTuple):
    """Rules by which somebody would play, as they have written them."""

    game: str
    profile: str
    options: Mapping[str, Any]


class Wishes(NamedTuple):
    """What somebody looks for.

    Attributes:
        rules: those by which they would play, the ones they like best in front.
        hands: how many, within a range; none: until the match is won.
        pace: with which clocks.
        spectators: how late they see the table.
        with_bots: whether the others may be programs.
    """

    rules: tuple[RulesSought, ...]
    hands: Span | None = None
    pace: Pace = UNTIMED_PACE
    spectators: Spectators = AT_ONCE
    with_bots: bool = False


class Sought(NamedTuple):
    """A seek; `table_id` is the table that was opened for it."""

    id: str
    player: PlayerId
    partner: PlayerId | None
    state: SeekState
    wishes: Wishes
    table_id: str | None
    created_at: datetime
    expires_at: datetime


def wishes_document(wishes: Wishes) -> Json:
    """What a seek asks for, as JSON."""
    return {
        "rules": [rules._asdict() for rules in wishes.rules],
        "hands": wishes.hands._asdict() if wishes.hands else None,
        "clock": {
            "kinds": list(wishes.pace.kinds),
            "per_move_s": wishes.pace.per_move_s._asdict() if wishes.pace.per_move_s else None,
        },
        "spectators": {"delay": wishes.spectators.delay, "minutes": wishes.spectators.minutes},
        "bots": wishes.with_bots,
    }


def wishes_from(document: Mapping[str, Any]) -> Wishes:
    """What `wishes_document` has written."""
    hands, clock = document["hands"], document["clock"]
    return Wishes(
        rules=tuple(RulesSought(**rules) for rules in document["rules"]),
        hands=Span(**hands) if hands else None,
        pace=Pace(tuple(clock["kinds"]), Span(**clock["per_move_s"]) if clock["per_move_s"] else None),
        spectators=Spectators(**document["spectators"]),
        with_bots=document["bots"],
    )


def seek_document(sought: Sought) -> Json:
    """A seek as JSON."""
    return {
        "id": sought.id,
        "player": sought.player,
        "partner": sought.partner,
        "state": sought.state,
        **wishes_document(sought.wishes),
        "table": sought.table_id,
        "created_at": timestamp(sought.created_at),
        "expires_at": timestamp(sought.expires_at),
    }


def variant_of(rules: RulesSought) -> Variant:
    """The rules as they are compared. Raises `InvalidRules`."""
    return _variant(rules.game, rules.profile, json.dumps(rules.options, sort_keys=True))


@lru_cache(1000)
def _variant(game_name: str, profile: str, options: str) -> Variant:
    game = GAMES[game_name]
    rules = game.rules(profile, json.loads(options))
    written = {"game": game_name, "revision": game.rules_revision, **game.rules_document(rules)}
    return Variant(json.dumps(written, sort_keys=True), game.teams(rules))


def seek_to_match(row: Row) -> tuple[Seek, Wishes]:
    """A row of `seeks_to_match` as the domain compares it, and the wishes in it. Raises `InvalidRules`."""
    seek_id, player, partner, document, is_bot = row
    wishes = wishes_from(document)
    seek = Seek(
        id=seek_id,
        players=(player, partner) if partner else (player,),
        variants=tuple(variant_of(rules) for rules in wishes.rules),
        hands=wishes.hands,
        pace=wishes.pace,
        spectators=wishes.spectators,
        with_bots=wishes.with_bots,
        is_bot=is_bot,
    )
    return seek, wishes


class Seeks:
    """The seeks of all players. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(
        self, database: Database, accounts: Accounts, event_writer: AccountEventWriter, randomness: Randomness
    ) -> None:
        """Puts together where they are kept, who knows the players, who tells them, and where ids are drawn."""
        self._database = database
        self._randomness = randomness
        self._accounts = accounts
        self._event_writer = event_writer

    def post(
        self, player: PlayerId, wishes: Wishes, partner: PlayerId | None, lives_s: int, key: Key | None
    ) -> tuple[Sought, bool]:
        """Says what a player looks for.

        Args:
            player: who looks.
            wishes: for what.
            partner: the partner, who is notified and has to agree.
            lives_s: after how many seconds it expires.
            key: under which it is remembered.

        Returns:
            The seek, and whether it had been posted before by the same key.

        Raises:
            InvalidRules: there are no such rules.
            NoFixedTeams: a pair cannot play together by them.
            OwnPartner: the partner is the player.
            CannotBeChallenged: the partner is no player who could sit down.
            TooManySeeks: the player has as many as may be.
            KeyReused: the key was used for something else.
            AccountClosed: the account is closed.
        """
        for rules in wishes.rules:
            if variant_of(rules).pairs == 0 and partner is not None:
                raise NoFixedTeams(rules.profile)
        if partner is not None:
            if partner == player:
                raise OwnPartner(player)
            self._accounts.check_can_be_challenged(partner, player)
        seek_id = self._randomness.new_id("sek")
        row = {
            "id": seek_id,
            "player_id": player,
            "partner_id": partner,
            "wishes": orjson.dumps(wishes_document(wishes)).decode(),
            "lives_s": lives_s,
            "most": SEEKS_LIMIT,
            "command_id": key.command_id if key else None,
            "fingerprint": key.fingerprint if key else None,
        }
        asked = [NewAccountEvent(partner, "partner_asked", {"seek": seek_id, "by": player})] if partner else []
        if not self._event_writer.transact(lambda run: asked if run("add_seek", row) else None):
            return self._posted_before(player, key), True
        return self.one(player, seek_id), False

    def _posted_before(self, player: PlayerId, key: Key | None) -> Sought:
        """The seek of a key that was used before; where there is none, there were too many seeks."""
        rows = self._database.read("seek_of_command", {"command_id": key.command_id}) if key else []
        for seek_id, fingerprint in rows:
            if key is None or fingerprint != key.fingerprint:
                raise KeyReused
            return self.one(player, seek_id)
        if self._accounts.player(player).closed_at:
            raise AccountClosed(player)
        raise TooManySeeks

    def one(self, player: PlayerId, seek_id: str) -> Sought:
        """A seek of the player's own, or one that is open. Raises `NoSuchSeek`."""
        rows = self._database.read("seek", {"id": seek_id, "player_id": player})
        if not rows:
            raise NoSuchSeek(seek_id)
        return sought_of(rows[0])

    def open(self, player: PlayerId, after: str, limit: int) -> list[Sought]:
        """The seeks of everybody there that can be matched, the oldest first, from behind the one of id `after`."""
        rows = self._database.read("open_seeks", {"player_id": player, "after": after, "limit": limit})
        return [sought_of(row) for row in rows]

    def own(self, player: PlayerId, before: str | None, limit: int) -> list[Sought]:
        """All seeks of a player, the newest first, from behind the one of id `before`."""
        rows = self._database.read("own_seeks", {"player_id": player, "before": before or AFTER_ALL, "limit": limit})
        return [sought_of(row) for row in rows]

    def agree(self, player: PlayerId, seek_id: str) -> Sought:
        """Agrees to look for others with who has asked.

        Raises:
            NoSuchSeek: the player is asked by no such seek, or it is over.
        """

        def agree(run: Run) -> list[NewAccountEvent]:
            held = run("hold_seek", {"id": seek_id, "player_id": player})
            if not held or held[0][1] != player:
                raise NoSuchSeek(seek_id)
            asker, _, agreed_at, _ = held[0]
            if agreed_at is not None:
                return []
            if not run("agree_to_seek", {"id": seek_id, "player_id": player}):
                raise NoSuchSeek(seek_id)
            return [NewAccountEvent(asker, "partner_agreed", {"seek": seek_id, "partner": player})]

        self._event_writer.transact(agree)
        return self.one(player, seek_id)

    def withdraw(self, player: PlayerId, seek_id: str) -> None:
        """Ends a seek, whichever of a pair wants that; others for whom a table was planned with it are free again.

        Raises:
            NoSuchSeek: the player has no such seek, or it is over.
            AlreadyMatched: its table is being opened, or open.
        """
        for _ in range(ATTEMPTS):
            work = partial(_withdraw, player=player, seek_id=seek_id, planned=self._planned(player, seek_id))
            if self._event_writer.transact(work):
                return
        raise AlreadyMatched(seek_id)

    def withdraw_all(self, player: PlayerId) -> None:
        """Ends all seeks of a player, but for those whose table is being opened."""
        for (seek_id,) in self._database.read("live_seeks", {"player_id": player}):
            try:
                self.withdraw(player, seek_id)
            except (NoSuchSeek, AlreadyMatched):
                continue

    def _planned(self, player: PlayerId, seek_id: str) -> str | None:
        """The table that is planned for a seek of the player's own. Raises `NoSuchSeek` and `AlreadyMatched`."""
        rows = self._database.read("seek", {"id": seek_id, "player_id": player})
        if not rows or player not in rows[0][1:3]:
            raise NoSuchSeek(seek_id)
        state = sought_of(rows[0]).state
        if state == "matched":
            raise AlreadyMatched(seek_id)
        if state in ("withdrawn", "expired"):
            raise NoSuchSeek(seek_id)
        return str(rows[0][-1]) if rows[0][-1] else None


def _withdraw(run: Run, player: PlayerId, seek_id: str, planned: str | None) -> list[NewAccountEvent] | None:
    """Withdraws a seek; none when something else is planned for it than was when it was looked at.

    The plan is locked before the seek, in the same order as when it is carried out.
    """
    if planned is not None:
        run("break_meeting", {"id": planned})
    held = run("hold_seek", {"id": seek_id, "player_id": player})
    if not held:
        return None
    asker, partner, _, meeting = held[0]
    if meeting is not None and meeting == planned:
        raise AlreadyMatched(seek_id)
    if meeting is not None:
        return None
    run("withdraw_seek", {"id": seek_id})
    other = partner if player == asker else asker
    return [NewAccountEvent(other, "partner_withdrew", {"seek": seek_id, "by": player})] if other else []


def sought_of(row: Row) -> Sought:
    """The seek of a row of `seek` and the other statements that list seeks."""
    seek_id, player, partner, agreed_at, withdrawn_at, table_id, wishes, created_at, expires_at, is_over, meeting = row
    state: SeekState = "open"
    if table_id is not None:
        state = "matched"
    elif withdrawn_at is not None:
        state = "withdrawn"
    elif is_over and meeting is None:
        state = "expired"
    elif partner is not None and agreed_at is None:
        state = "waiting_for_partner"
    return Sought(seek_id, player, partner, state, wishes_from(wishes), table_id, created_at, expires_at)
