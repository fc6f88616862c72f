"""The e-mail settings of players: a confirmed address, how often they want mails, and the hour of digests.

An address is used only once the code that was mailed to it is confirmed, so players cannot have mails sent to others.
In a sandbox any address is used at once, because sandboxes send no mails. Responses do not reveal whether other players
use an address.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import orjson

from domain.clocks.calendar import UnknownTimeZone, is_time_zone
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed, hash_of, new_secret
from service.notifications.mail.document_types import Notifications as NotificationsDocument
from service.notifications.mail.kinds import MAIL_KINDS, USUAL, MailKind, Wish
from service.platform.documents import timestamp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

CODE_PREFIX = "sjm_"
CODE_LIVES_S = 24 * 3600.0
CODES_A_DAY = 5
"""Number of codes that a player may request in a day, and that are mailed to one address in a day."""
DIGEST = "digest"
"""The name in unsubscribe links for all kinds of mails in the digest."""
USUAL_ZONE = "UTC"
USUAL_HOUR = 8


class NoMail(Exception):
    """This server sends no e-mail."""


class TooManyCodes(Exception):
    """The player has requested the maximum number of codes per day."""


class NoSuchCode(Exception):
    """The code is not valid: unknown, expired, used, of another player, or for an earlier address."""


class Preferences(NamedTuple):
    """Changes to the settings of a mailbox. `None`, and kinds that are not named, stay unchanged."""

    kinds: Mapping[MailKind, Wish] | None = None
    time_zone: str | None = None
    digest_hour: int | None = None
    names: bool | None = None


class Mailbox(NamedTuple):
    """The stored mail preferences of a player.

    Attributes:
        address: the confirmed address; `None` if no mails are sent.
        asked_address: an address that is not confirmed yet, or `None`.
        failing_status: the reply code with which the mail server refuses mails to the address; `None` if it accepts
            them.
        wishes: how often mails are sent, by kind. Kinds that are missing have the default.
        digest_at: when the next digest is due, or `None`.
        names: whether mails and webhooks name the player to others, and name others to the player.
    """

    address: str | None = None
    confirmed_at: datetime | None = None
    asked_address: str | None = None
    asked_at: datetime | None = None
    failing_since: datetime | None = None
    failing_status: int | None = None
    wishes: Mapping[MailKind, Wish] = {}
    time_zone: str = USUAL_ZONE
    digest_hour: int = USUAL_HOUR
    digest_at: datetime | None = None
    changed_at: datetime | None = None
    names: bool = False

    def wish(self, kind: MailKind) -> Wish:
        """Returns how often the player wants mails of a kind."""
        return self.wishes.get(kind, USUAL[kind])


def next_digest(after: datetime, zone: str, hour: int) -> datetime:
    """Returns the first time after `after` at which the hour begins in the time zone: once on each local day.

    If clocks skip the hour, it is the time of the change. If the hour occurs twice, it is the first one.
    """
    place = ZoneInfo(zone)
    day = after.astimezone(place).date()
    while True:
        # Count calendar days; the time zone then gives the instant.
        instant = datetime(day.year, day.month, day.day, hour, tzinfo=place).astimezone(UTC)
        if instant > after:
            return instant
        day += timedelta(days=1)


def following_digest(after: datetime, zone: str, hour: int) -> datetime:
    """Returns `next_digest`, in UTC if this computer does not know the time zone."""
    return next_digest(after, zone if is_time_zone(zone) else USUAL_ZONE, hour)


def mailbox_document(mailbox: Mailbox) -> NotificationsDocument:
    """Returns the mailbox as JSON for its owner."""
    return {
        "address": mailbox.address,
        "confirmed_at": _time(mailbox.confirmed_at),
        "unconfirmed": None
        if mailbox.asked_address is None or mailbox.asked_at is None
        else {"address": mailbox.asked_address, "asked_at": timestamp(mailbox.asked_at)},
        "failing": None
        if mailbox.failing_since is None or mailbox.failing_status is None
        else {"since": timestamp(mailbox.failing_since), "status": mailbox.failing_status},
        "kinds": {
            "turn": mailbox.wish("turn"),
            "reminder": mailbox.wish("reminder"),
            "invitation": mailbox.wish("invitation"),
            "match": mailbox.wish("match"),
        },
        "time_zone": mailbox.time_zone,
        "digest_hour": mailbox.digest_hour,
        "names": mailbox.names,
        "next_digest_at": _time(mailbox.digest_at),
    }


def _time(at: datetime | None) -> str | None:
    return timestamp(at) if at else None


class Notifications:
    """Reads and changes the mailboxes of players. Methods raise `AccountClosed` if the account is closed."""

    def __init__(self, database: Database, randomness: Randomness, *, sends_mail: bool) -> None:
        """Takes the database and the randomness. Unless `sends_mail`, addresses outside sandboxes are refused."""
        self._database = database
        self._randomness = randomness
        self.sends_mail = sends_mail

    def of(self, player: PlayerId) -> Mailbox:
        """Returns the mailbox of a player, by default an empty one."""
        rows = self._database.read("mailbox", {"player_id": player})
        return Mailbox(*rows[0]) if rows else Mailbox()

    def change(self, player: PlayerId, wanted: Preferences) -> None:
        """Changes the settings of a player. Raises `UnknownTimeZone`."""
        if wanted.time_zone is not None and not is_time_zone(wanted.time_zone):
            hint = message("give a name of the IANA database, like Europe/Berlin")
            raise UnknownTimeZone(
                message("there is no time zone {time_zone!r}", time_zone=wanted.time_zone),
                hint=hint,
                facts={"fields": {"time_zone": hint}},
            )

        def change(run: Run) -> None:
            _hold(run, player, self._new_secret())
            run(
                "change_mailbox",
                {
                    "player_id": player,
                    "wishes": orjson.dumps(dict(wanted.kinds or {})).decode(),
                    "time_zone": wanted.time_zone,
                    "digest_hour": wanted.digest_hour,
                    "names": wanted.names,
                },
            )
            _plan_digest(run, player)

        self._database.together(change)

    def ask(self, player: PlayerId, address: str) -> None:
        """Mails a code to an address. The address is used once the code is confirmed.

        If too many codes were requested for the address, no code is sent. The response does not say so, because other
        players may have requested them.

        Raises:
            NoMail: this server sends no e-mail.
            TooManyCodes: the player has requested the maximum number of codes per day.
        """
        if not self.sends_mail:
            raise NoMail
        hashed = hashlib.sha256(address.lower().encode()).digest()

        def ask(run: Run) -> None:
            _hold(run, player, self._new_secret())
            [(by_player, for_address)] = run("codes_asked", {"player_id": player, "hash": hashed})
            if by_player >= CODES_A_DAY:
                raise TooManyCodes
            run("ask_address", {"player_id": player, "address": address})
            is_sent = for_address < CODES_A_DAY
            if is_sent:
                run("note_asked", {"hash": hashed})
            run("add_confirmation", {"player_id": player, "is_sent": is_sent})

        self._database.together(ask)

    def give(self, player: PlayerId, address: str) -> None:
        """Sets the address of a player of a sandbox. No confirmation is needed, because sandboxes send no mails.

        Raises:
            NoMail: the player is not in a sandbox.
        """

        def give(run: Run) -> None:
            _hold(run, player, self._new_secret())
            if not run("give_address", {"player_id": player, "address": address}):
                raise NoMail
            _plan_digest(run, player)

        self._database.together(give)

    def new_code(self, player: PlayerId, address: str) -> str:
        """Returns a new code that confirms an address once, within a day. Only its hash is stored."""
        code = self._new_secret()
        self._database.run(
            "add_mail_code",
            {"hash": hash_of(code), "player_id": player, "address": address, "lives_s": CODE_LIVES_S},
        )
        return code

    def _new_secret(self) -> str:
        return new_secret(self._randomness, CODE_PREFIX)

    def confirm(self, code: str, player: PlayerId | None = None) -> None:
        """Confirms an address, which is used from now on.

        Args:
            code: the code that was mailed to the address.
            player: the owner of the code; `None`: anyone with the code may confirm the address.

        Raises:
            NoSuchCode: the code is not valid.
        """

        def confirm(run: Run) -> None:
            asked = {"hash": hash_of(code), "player_id": player, "code": self._new_secret()}
            rows = run("use_mail_code", asked)
            if not rows:
                raise NoSuchCode
            _plan_digest(run, PlayerId(rows[0][0]))

        self._database.together(confirm)

    def drop(self, player: PlayerId) -> None:
        """Removes the address of a player, and all mails that wait for it."""
        self._database.run("drop_address", {"player_id": player})

    def unsubscribe(self, code: str, kind: str) -> None:
        """Stops mails of a kind. A wrong code is ignored.

        Args:
            code: the code of the mailbox.
            kind: a kind of mail, `digest` for all kinds in the digest, or `all`.
        """

        def stop(run: Run) -> None:
            for player, wishes in run("unsubscribe", {"code": code}):
                mailbox = Mailbox(wishes=wishes)
                off = {
                    each: "off"
                    for each in MAIL_KINDS
                    if kind in (each, "all") or (kind == DIGEST and mailbox.wish(each) == DIGEST)
                }
                unchanged = {"time_zone": None, "digest_hour": None, "names": None}
                run("change_mailbox", {"player_id": player, "wishes": orjson.dumps(off).decode(), **unchanged})
                _plan_digest(run, player)

        self._database.together(stop)


def _hold(run: Run, player: PlayerId, code: str) -> None:
    """Locks the account until the transaction ends. Creates a mailbox with this code if there is none.

    Raises:
        AccountClosed: the account is closed.
    """
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)
    usual = {"time_zone": USUAL_ZONE, "digest_hour": USUAL_HOUR, "code": code}
    run("keep_mailbox", {"player_id": player, **usual})


def _plan_digest(run: Run, player: PlayerId) -> None:
    """Schedules the next digest, if the player has an address and wants any kind of mail in digests."""
    mailbox = Mailbox(*run("mailbox", {"player_id": player})[0])
    wanted = mailbox.address is not None and any(mailbox.wish(kind) == DIGEST for kind in MAIL_KINDS)
    [(now,)] = run("time_of", {"player_id": player})
    digest_at = next_digest(now, mailbox.time_zone, mailbox.digest_hour) if wanted else None
    run("plan_digest", {"player_id": player, "digest_at": digest_at})
