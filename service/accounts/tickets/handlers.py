"""Tickets: short-lived secrets that open the streams of one feed, for clients that cannot send a token in a header.

`EventSource` in browsers is such a client. A ticket has the hash of the token that made it, so it ends with its token
and shows what the token shows. It is encrypted and signed (Fernet), and the service does not store it.

`EventSource` reconnects to the same address after a stream has broken. So a ticket is valid for some time after its
making, and again after each moment at which a stream was open with it. Redis has these moments. If they are lost, only
tickets that are older than that time need a new one. Open streams store the moment anew with the next heartbeat.

A browser also sends no token when it opens the page for a projector (`/display`). A ticket for that page opens the feed
that the page follows, too.
"""

import hashlib
import json
from base64 import b64decode, b64encode, urlsafe_b64encode
from functools import cached_property

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from domain.kernel.instants import Instant
from service.accounts.handlers import Accounts, Identity, hash_of
from service.platform.counting import Counting
from service.platform.sources import TimeSource
from service.platform.store.vault import Vault

TICKET_PREFIX = "sjf_"
LENGTH_LIMIT = 1000
"""The most characters of a ticket that are read."""
PURPOSE = "tickets of feeds"
KEYS_IN_REDIS = "shengji:tickets"

_NOTE = "redis.call('SET', KEYS[1], 1, 'EX', ARGV[1]) return {1}"
_IS_NOTED = "return {redis.call('EXISTS', KEYS[1])}"


class Tickets:
    """The tickets of feeds."""

    def __init__(self, accounts: Accounts, vault: Vault, counting: Counting, clock: TimeSource, lives_s: int) -> None:
        """Takes the accounts, the keys, the connection to Redis, the time, and how long a ticket lives in seconds."""
        self._accounts = accounts
        self._vault = vault
        self._counting = counting
        self._clock = clock
        self._lives_s = lives_s
        self._note = counting.script(_NOTE)
        self._is_noted = counting.script(_IS_NOTED)

    def make(self, token: str, feed: str) -> tuple[str, Instant]:
        """Returns a ticket for a feed, and until when it is valid without a stream.

        Args:
            token: a valid token, which sees the feed through the ticket.
            feed: the path of the feed.
        """
        until = Instant(self._clock() + self._lives_s * 1000)
        written = [b64encode(hash_of(token)).decode(), feed, until]
        return TICKET_PREFIX + self._fernet.encrypt(json.dumps(written).encode()).decode(), until

    def identify(self, ticket: str, feed: str) -> Identity | None:
        """Returns the identity behind the token of a ticket. `None` if the ticket or its token is not valid here."""
        read = self._read(ticket)
        if read is None:
            return None
        token_hash, of, until = read
        if of not in (feed, _page_that_follows(feed)) or (self._clock() >= until and not self._was_open(ticket)):
            return None
        return self._accounts.identify_hash(token_hash)

    def keep(self, ticket: str) -> bool:
        """Notes that a stream is open with a ticket. Returns whether its token is still valid."""
        read = self._read(ticket)
        if read is None or self._accounts.identify_hash(read[0]) is None:
            return False
        self._counting.run(self._note, keys=[_key_of(ticket)], args=[self._lives_s])
        return True

    def _was_open(self, ticket: str) -> bool:
        """Returns whether a stream was open with the ticket a short time ago. No while Redis does not answer."""
        return self._counting.run(self._is_noted, keys=[_key_of(ticket)], args=[]) == [1]

    def _read(self, ticket: str) -> tuple[bytes, str, int] | None:
        """Returns the hash of the token, the path of the feed, and the end in milliseconds."""
        if not ticket.startswith(TICKET_PREFIX) or len(ticket) > LENGTH_LIMIT or not ticket.isascii():
            return None
        try:
            token_hash, feed, until = json.loads(self._fernet.decrypt(ticket.removeprefix(TICKET_PREFIX)))
        except InvalidToken:
            return None
        return b64decode(token_hash), feed, until

    @cached_property
    def _fernet(self) -> MultiFernet:
        return MultiFernet([Fernet(urlsafe_b64encode(each)) for each in self._vault.derived(PURPOSE)])


def _page_that_follows(feed: str) -> str | None:
    """Returns the address of the page that follows a feed, if there is such a page."""
    tournament, _, last = feed.rpartition("/")
    return f"{tournament}/display" if last == "events" else None


def _key_of(ticket: str) -> str:
    return f"{KEYS_IN_REDIS}:{hashlib.sha256(ticket.encode()).hexdigest()}"
