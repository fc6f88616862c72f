"""Guests of tournaments, the tokens with which staff act for them, and claiming.

A guest is an account without tokens of its own. Its claim code is shown once and stored as a hash. Claiming makes it
an ordinary account with its results and ratings, and ends the tokens of staff.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from domain.kernel.players import PlayerId
from service.accounts.attempts import Attempts
from service.accounts.handlers import (
    GUEST,
    SCOPES,
    Accounts,
    NoSuchToken,
    Player,
    Token,
    hash_of,
    new_secret,
    token_row,
)
from service.accounts.sessions.handlers import Session, Sessions
from service.platform.settings import SignUp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

MOST_GUESTS = 200
"""Maximum number of unclaimed guests of a tournament."""
CODE_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of Crockford's base 32, which have no letter that looks like another digit."""
CODE_BYTES = 10
GROUP = 4
Tried = TypeVar("Tried")
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


class TooManyGuests(Exception):
    """The tournament would have more unclaimed guests than `MOST_GUESTS`."""


class GuestsNotPossible(Exception):
    """Only the operator of this server creates accounts."""


class NotAGuest(Exception):
    """The player has an account of their own: they have claimed it, or were never a guest."""


class WrongClaimCode(Exception):
    """No guest has this claim code."""


class NewGuest(NamedTuple):
    """A guest with a new claim code."""

    player: PlayerId
    name: str
    code: str


class GuestToken(NamedTuple):
    """A token for a guest, and the member of staff who made it."""

    token: Token
    player: PlayerId
    made_by: PlayerId


class Guests:
    """The guests of tournaments."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        sessions: Sessions,
        attempts: Attempts,
        randomness: Randomness,
        sign_up: SignUp,
    ) -> None:
        """Takes the accounts and their sessions, the counts of wrong codes, and who may create accounts."""
        self._database = database
        self._accounts = accounts
        self._sessions = sessions
        self._attempts = attempts
        self._randomness = randomness
        self._sign_up = sign_up

    def new(self, name: str) -> NewGuest:
        """Returns a new guest. Stores nothing."""
        return NewGuest(PlayerId(self._randomness.new_id("ply")), name, self._new_code())

    def check_room(self, tournament_id: str, guests: Collection[NewGuest]) -> None:
        """Checks that a tournament may have these further guests. Raises `GuestsNotPossible`, `TooManyGuests`."""
        if guests:
            self._check_room(self._database.read, tournament_id, guests)

    def add(self, run: Run, tournament_id: str, sandbox: str | None, guests: Collection[NewGuest]) -> None:
        """Creates guests of a tournament in a transaction. Raises like `check_room`."""
        self._check_room(run, tournament_id, guests)
        for each in guests:
            row = {"id": each.player, "name": each.name, "sandbox": sandbox}
            run("add_guest", {**row, "tournament": tournament_id, "claim_hash": hash_of(_plain(each.code))})

    def _check_room(self, run: Run, tournament_id: str, guests: Collection[NewGuest]) -> None:
        if self._sign_up != "open":
            raise GuestsNotPossible
        [(count,)] = run("guest_count", {"tournament": tournament_id})
        if count + len(guests) > MOST_GUESTS:
            raise TooManyGuests(count)

    def renew(self, tournament_id: str, player: PlayerId) -> NewGuest:
        """Gives a guest a new claim code, which replaces the last one. Raises `NotAGuest`."""
        code = self._new_code()
        row = {"id": player, "tournament": tournament_id, "claim_hash": hash_of(_plain(code))}
        renewed = self._database.run("renew_claim", row)
        if not renewed:
            raise NotAGuest(player)
        return NewGuest(player, renewed[0][0], code)

    def claim(self, code: str, network: str) -> tuple[Player, Token, str]:
        """Makes the account of a guest the account of the person with the claim code.

        Args:
            code: the claim code, in any case, with or without hyphens.
            network: the network from which it comes.

        Returns:
            The player, a token with all scopes, and its secret. All other tokens have ended.

        Raises:
            WrongClaimCode: no guest has this code.
            TooManyAttempts: too many wrong codes came from this network.
        """
        secret = new_secret(self._randomness)

        def claim() -> tuple[Player, Token]:
            return self._database.together(in_transaction)

        def in_transaction(run: Run) -> tuple[Player, Token]:
            guest = _claimed(run, code)
            row = token_row(guest.id, "first token", secret, sorted(SCOPES), None)
            row["id"] = self._randomness.new_id("tok")
            [(made_at,)] = run("add_token", row)
            return guest, Token(row["id"], row["name"], row["scopes"], made_at, None, None, None, None)

        player, token = self._attempt(claim, network)
        self._accounts.forget()
        return player, token, secret

    def claim_in_browser(self, code: str, network: str, before: str) -> Session:
        """Makes the account of a guest that of the person with the claim code, and begins a session for it.

        Args:
            code: the claim code, as for `claim`.
            network: the network from which it comes.
            before: the secret in the cookie of the request, or an empty string.

        Raises:
            AlreadySignedIn: the browser has a session. Its account might have no other way to sign in.
            WrongClaimCode: no guest has this code.
            TooManyAttempts: too many wrong codes came from this network.
        """
        self._sessions.check_none(before)

        def begin(run: Run) -> Session:
            guest = _claimed(run, code)
            return Session(guest, self._sessions.add(run, guest.id))

        session = self._attempt(lambda: self._database.together(begin), network)
        self._accounts.forget()
        return session

    def claimable(self, code: str, network: str) -> tuple[Player, str]:
        """Returns the guest with a claim code, and the id of the tournament. Changes nothing. Raises like `claim`."""

        def look_up() -> tuple[Player, str]:
            rows = self._database.read("claimable_guest", {"claim_hash": hash_of(_plain(code))})
            if not rows:
                raise WrongClaimCode
            *guest, tournament = rows[0]
            return Player(*guest), tournament

        return self._attempt(look_up, network)

    def _attempt(self, work: Callable[[], Tried], network: str) -> Tried:
        """Returns what `work` returns, and counts it as a wrong attempt if it raises. Raises `TooManyAttempts`."""
        # A code names no account, so attempts are counted for the network.
        at = f"claims:{network}"
        self._attempts.begin(at, network)
        done = work()
        self._attempts.succeed(at, network)
        return done

    def make_token(self, tournament_id: str, player: PlayerId, name: str, by: PlayerId) -> tuple[Token, str]:
        """Creates a token with which a member of staff acts for a guest. Returns it with its secret.

        Raises:
            NotAGuest: the player is no guest of the tournament, or no longer.
        """
        secret = new_secret(self._randomness)
        row = {**token_row(player, name, secret, [GUEST], None), "id": self._randomness.new_id("tok")}
        made = self._database.run("add_guest_token", {**row, "tournament": tournament_id, "made_by": by})
        if not made:
            raise NotAGuest(player)
        return Token(row["id"], name, [GUEST], made[0][0], None, None, None, None), secret

    def tokens(self, tournament_id: str, players: Sequence[PlayerId], after: str, limit: int) -> list[GuestToken]:
        """Returns a page of the tokens for guests among these players, oldest first, after the id `after`."""
        arguments = {"players": list(players), "tournament": tournament_id, "after": after, "limit": limit}
        rows = self._database.read("guest_tokens", arguments)
        return [GuestToken(Token(*row[:-2]), *row[-2:]) for row in rows]

    def revoke(self, tournament_id: str, players: Sequence[PlayerId], token_id: str) -> None:
        """Revokes a token for a guest among these players. Raises `NoSuchToken`."""
        arguments = {"id": token_id, "players": list(players), "tournament": tournament_id}
        rows = self._database.run("revoke_guest_token", arguments)
        if not rows:
            raise NoSuchToken(token_id)
        self._accounts.forget_hashes(bytes(each) for (each,) in rows)

    def _new_code(self) -> str:
        """Returns a claim code of 80 random bits, in groups that people can read and type."""
        number = int.from_bytes(self._randomness.token_bytes(CODE_BYTES))
        digits = [CODE_DIGITS[number >> 5 * place & 31] for place in range(CODE_BYTES * 8 // 5)]
        return "-".join("".join(digits[at : at + GROUP]) for at in range(0, len(digits), GROUP))


def _claimed(run: Run, code: str) -> Player:
    """Takes an account from the staff, and ends their tokens. Returns its player. Raises `WrongClaimCode`."""
    claimed = run("claim_guest", {"claim_hash": hash_of(_plain(code))})
    if not claimed:
        raise WrongClaimCode
    guest = Player(*claimed[0])
    run("end_guest_tokens", {"player_id": guest.id})
    return guest


def _plain(code: str) -> str:
    """Returns a claim code as it is hashed: without hyphens, and with letters read as the digits they look like."""
    return code.upper().translate(_MISREAD)
