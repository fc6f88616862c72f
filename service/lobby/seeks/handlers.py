"""Seeks: what players look for, alone or with a partner. A seek ends when it is matched, expires or is withdrawn.

Seeks are rows in PostgreSQL, and `service.lobby.matchmaking.handlers` matches them. The database function
`shengji.is_open` decides whether a seek is open.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

import orjson

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.seeks.opponents import ANY_OPPONENT, OpponentWishes
from domain.seeks.wishes import UNTIMED, AcceptedClocks, IntegerSpan, Seek, Variant
from domain.table.spectators import NO_DELAY, Spectators
from service.accounts.handlers import AccountClosed, Accounts
from service.lobby.seeks.document_types import Seek as SeekDocument
from service.lobby.seeks.document_types import SpanWanted, WishesOfSeek
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.documents import timestamp
from service.platform.lists import AFTER_ALL
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row
from service.platform.store.idempotency import Key, KeyReused

SEEKS_LIMIT = 10
"""Maximum number of open seeks of a player."""
RULES_LIMIT = 5
KEEP_LIMIT = 10
"""Maximum number of games that a recurring seek keeps going."""
MEETING = 10
"""The place of the planned table in a row of `seek`."""
ATTEMPTS = 10
UNTIMED_PACE = AcceptedClocks((UNTIMED,), None)

SeekState = Literal["open", "waiting_for_partner", "enough_games", "away", "matched", "expired", "withdrawn"]


class NoSuchSeek(Exception):
    """The player can see no seek with this id (the argument)."""


class TooManySeeks(Exception):
    """The player has the maximum number of open seeks."""


class AlreadyMatched(Exception):
    """A table is being opened for the seek, or is open, so it can no longer be withdrawn."""


class NoFixedTeams(Exception):
    """These rules (the argument) have no fixed partners, so a pair cannot play together."""


class OwnPartner(Exception):
    """Players cannot be their own partner."""


class RulesSought(NamedTuple):
    """Acceptable rules, as the player wrote them."""

    game: str
    profile: str
    options: Mapping[str, Any]


class Wishes(NamedTuple):
    """What a player looks for.

    Attributes:
        rules: acceptable rules, in order of preference.
        hands: range of the number of hands; `None` for a full match.
        pace: acceptable clocks.
        spectators: the delay for spectators.
        with_bots: whether other players may be programs.
        opponents: what the other players have to be like.
    """

    rules: tuple[RulesSought, ...]
    hands: IntegerSpan | None = None
    pace: AcceptedClocks = UNTIMED_PACE
    spectators: Spectators = NO_DELAY
    with_bots: bool = False
    opponents: OpponentWishes = ANY_OPPONENT


class SeekLife(NamedTuple):
    """How long a seek lasts: at most these seconds. With `keep`, it stays until so many of its games are going."""

    seconds: int
    keep: int | None = None


class Sought(NamedTuple):
    """A seek.

    Attributes:
        id, player, partner, state, wishes, created_at, expires_at: as their names say.
        table_id: the table that was opened for it; `None` for recurring seeks.
        keep: how many games a recurring seek keeps going; `None` for other seeks.
        tables: the tables of a recurring seek that are not over.
    """

    id: str
    player: PlayerId
    partner: PlayerId | None
    state: SeekState
    wishes: Wishes
    table_id: str | None
    created_at: datetime
    expires_at: datetime
    keep: int | None = None
    tables: tuple[str, ...] = ()


def wishes_document(wishes: Wishes) -> WishesOfSeek:
    """Returns the wishes of a seek as JSON."""
    return {
        "rules": [{"game": each.game, "profile": each.profile, "options": each.options} for each in wishes.rules],
        "hands": _span(wishes.hands),
        "clock": {
            "kinds": list(wishes.pace.kinds),
            "per_move_s": _span(wishes.pace.per_move_s),
        },
        "spectators": {"delay": wishes.spectators.delay, "minutes": wishes.spectators.minutes},
        "bots": wishes.with_bots,
        "opponents": {
            "not_met_days": wishes.opponents.not_met_days,
            "known_only": wishes.opponents.known_only,
            "least_reliability": wishes.opponents.least_reliability,
            "most_seconds_a_turn": wishes.opponents.most_seconds_a_turn,
        },
    }


def _span(span: IntegerSpan | None) -> SpanWanted | None:
    return None if span is None else {"least": span.least, "most": span.most}


def wishes_from(document: Mapping[str, Any]) -> Wishes:
    """Returns the wishes from the JSON that `wishes_document` wrote."""
    hands, clock = document["hands"], document["clock"]
    return Wishes(
        rules=tuple(RulesSought(**rules) for rules in document["rules"]),
        hands=IntegerSpan(**hands) if hands else None,
        pace=AcceptedClocks(tuple(clock["kinds"]), IntegerSpan(**clock["per_move_s"]) if clock["per_move_s"] else None),
        spectators=Spectators(**document["spectators"]),
        with_bots=document["bots"],
        # Seeks of older releases ask nothing of the other players.
        opponents=OpponentWishes(**document.get("opponents", {})),
    )


def seek_document(sought: Sought) -> SeekDocument:
    """Returns a seek as JSON."""
    return {
        "id": sought.id,
        "player": sought.player,
        "partner": sought.partner,
        "status": sought.state,
        "state": sought.state,
        **wishes_document(sought.wishes),
        "table": sought.table_id,
        "keep": sought.keep,
        "tables": list(sought.tables),
        "created_at": timestamp(sought.created_at),
        "expires_at": timestamp(sought.expires_at),
    }


def variant_of(rules: RulesSought) -> Variant:
    """Returns the rules in the form that matchmaking compares. Raises `InvalidRules`."""
    return _variant(rules.game, rules.profile, json.dumps(rules.options, sort_keys=True))


@lru_cache(1000)
def _variant(game_name: str, profile: str, options: str) -> Variant:
    game = GAMES[game_name]
    rules = game.rules(profile, json.loads(options))
    written = {"game": game_name, "revision": game.rules_revision, **game.rules_document(rules)}
    return Variant(json.dumps(written, sort_keys=True), game.teams(rules))


def seek_to_match(row: Row) -> tuple[Seek, Wishes]:
    """Converts a row of `seeks_to_match` to the seek that the domain compares, and its wishes.

    Raises `InvalidRules`.
    """
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
        opponents=wishes.opponents,
    )
    return seek, wishes


class Seeks:
    """The seeks of all players. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(
        self, database: Database, accounts: Accounts, event_writer: AccountEventWriter, randomness: Randomness
    ) -> None:
        """Takes the stores of seeks and accounts, the sender of account events, and the source of ids."""
        self._database = database
        self._randomness = randomness
        self._accounts = accounts
        self._event_writer = event_writer

    def post(
        self,
        player: PlayerId,
        wishes: Wishes,
        partner: PlayerId | None,
        lives: SeekLife,
        key: Key | None,
    ) -> tuple[Sought, bool]:
        """Posts a seek.

        Args:
            player: the player who seeks.
            wishes: what the player looks for.
            partner: the partner, who is notified and has to agree; or `None`.
            lives: how long it lasts.
            key: idempotency key of the request, or `None`.

        Returns:
            The seek, and whether an earlier copy of the request posted it.

        Raises:
            InvalidRules: these rules do not exist.
            NoFixedTeams: a pair cannot play together by these rules.
            OwnPartner: the partner is the player.
            CannotBeChallenged: the partner is not a player who can take a seat.
            TooManySeeks: the player has the maximum number of open seeks.
            KeyReused: the key was used for another request.
            AccountClosed: the account is closed.
        """
        for rules in wishes.rules:
            if variant_of(rules).pairs == 0 and partner is not None:
                raise NoFixedTeams(rules.profile)
        if partner is not None:
            if partner == player:
                raise OwnPartner(player)
            self._accounts.check_can_be_challenged([partner], player)
        seek_id = self._randomness.new_id("sek")
        row = {
            "id": seek_id,
            "player_id": player,
            "partner_id": partner,
            "wishes": orjson.dumps(wishes_document(wishes)).decode(),
            "lives_s": lives.seconds,
            "keep": lives.keep,
            "most": SEEKS_LIMIT,
            "command_id": key.command_id if key else None,
            "fingerprint": key.fingerprint if key else None,
        }
        asked = [NewAccountEvent(partner, "partner_asked", {"seek": seek_id, "by": player})] if partner else []
        if not self._event_writer.transact(lambda run: asked if run("add_seek", row) else None):
            return self._posted_before(player, key), True
        return self.one(player, seek_id), False

    def _posted_before(self, player: PlayerId, key: Key | None) -> Sought:
        """Returns the seek that was posted with this key. Raises `TooManySeeks` if there is none."""
        rows = self._database.read("seek_of_command", {"command_id": key.command_id}) if key else []
        for seek_id, fingerprint in rows:
            if key is None or fingerprint != key.fingerprint:
                raise KeyReused
            return self.one(player, seek_id)
        if self._accounts.player(player).closed_at:
            raise AccountClosed(player)
        raise TooManySeeks

    def one(self, player: PlayerId, seek_id: str) -> Sought:
        """Returns a seek of the player, or an open seek of another. Raises `NoSuchSeek`."""
        rows = self._database.read("seek", {"id": seek_id, "player_id": player})
        if not rows:
            raise NoSuchSeek(seek_id)
        return sought_of(rows[0])

    def open(self, player: PlayerId, after: str, limit: int) -> list[Sought]:
        """Returns a page of the open seeks of all players in the same sandbox, oldest first, after the id `after`."""
        rows = self._database.read("open_seeks", {"player_id": player, "after": after, "limit": limit})
        return [sought_of(row) for row in rows]

    def own(self, player: PlayerId, before: str | None, limit: int) -> list[Sought]:
        """Returns a page of a player's seeks, newest first, before the id `before`."""
        rows = self._database.read("own_seeks", {"player_id": player, "before": before or AFTER_ALL, "limit": limit})
        return [sought_of(row) for row in rows]

    def agree(self, player: PlayerId, seek_id: str) -> Sought:
        """Agrees to seek with the partner who posted the seek.

        Raises:
            NoSuchSeek: no such seek asks this player, or it has ended.
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
        """Ends a seek. Either player of a pair may do this. Other players of a table planned with it become free again.

        Raises:
            NoSuchSeek: the player has no such seek, or it has ended.
            AlreadyMatched: its table is open or being opened.
        """
        for _ in range(ATTEMPTS):
            work = partial(_withdraw, player=player, seek_id=seek_id, planned=self._planned(player, seek_id))
            if self._event_writer.transact(work):
                return
        raise AlreadyMatched(seek_id)

    def withdraw_all(self, player: PlayerId) -> None:
        """Ends all seeks of a player, except those whose table is being opened."""
        for (seek_id,) in self._database.read("live_seeks", {"player_id": player}):
            try:
                self.withdraw(player, seek_id)
            except (NoSuchSeek, AlreadyMatched):
                continue

    def _planned(self, player: PlayerId, seek_id: str) -> str | None:
        """Returns the plan that has reserved the player's seek, or `None`. Raises `NoSuchSeek` and `AlreadyMatched`."""
        rows = self._database.read("seek", {"id": seek_id, "player_id": player})
        if not rows or player not in rows[0][1:3]:
            raise NoSuchSeek(seek_id)
        state = sought_of(rows[0]).state
        if state == "matched":
            raise AlreadyMatched(seek_id)
        if state in ("withdrawn", "expired"):
            raise NoSuchSeek(seek_id)
        return str(rows[0][MEETING]) if rows[0][MEETING] else None


def _withdraw(run: Run, player: PlayerId, seek_id: str, planned: str | None) -> list[NewAccountEvent] | None:
    """Withdraws a seek. Returns `None` if another plan has reserved it meanwhile.

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
    """Returns the seek in a row of `seek` and of the statements that list seeks."""
    seek_id, player, partner, agreed_at, withdrawn_at, table_id, wishes, created_at, expires_at, is_over, *more = row
    meeting, keep, tables, rest = more
    state: SeekState = rest or "open"
    if table_id is not None:
        state = "matched"
    elif withdrawn_at is not None:
        state = "withdrawn"
    elif is_over and meeting is None:
        state = "expired"
    elif partner is not None and agreed_at is None:
        state = "waiting_for_partner"
    times = (created_at, expires_at)
    return Sought(seek_id, player, partner, state, wishes_from(wishes), table_id, *times, keep, tuple(tables))
