"""Who may enter a tournament.

| gate | who passes it |
|---|---|
| rating | whose rating is within the range |
| reliability | whose score is high enough, and who has none yet |
| games | who has played as many rated games in the pool of the tournament |
| list | who is on it |
| entry code | who gives the code that the owner has made for them |

Everybody passes who is not barred and passes all the gates that there are; each member of a pair or team passes alone.

An entry code is the HMAC-SHA-256 of the player's id (UTF-8) under the secret of the tournament, of which the first
10 bytes are written in base32: 16 letters and digits. So whoever knows the secret can write codes for players whom the
server has never seen enter, and a code is worth nothing to another player or at another tournament. Codes are read
without regard to case, spaces and hyphens.
"""

import hmac
from base64 import b32encode
from dataclasses import dataclass
from typing import NamedTuple

from domain.instants import Instant, write_instant
from domain.table.events import PlayerId
from domain.tournament.refusals import (
    Barred,
    EntryCodeNeeded,
    NotOnTheList,
    RatingOutOfRange,
    ReliabilityTooLow,
    TooFewGames,
    WrongEntryCode,
)

CODE_BYTES = 10


@dataclass(frozen=True, slots=True)
class Gates:
    """What is asked of a player; none: nothing.

    Attributes:
        rating_least, rating_most: the range of ratings, both ends included.
        reliability: the least reliability score, from 0 to 100.
        games: how many rated games one has played at least, in the pool in which the tournament is played.
        players: who may enter; none: everybody.
        by_code: whether an entry code is asked for.
    """

    rating_least: int | None = None
    rating_most: int | None = None
    reliability: int | None = None
    games: int = 0
    players: tuple[PlayerId, ...] | None = None
    by_code: bool = False


OPEN_TO_ALL = Gates()


class Applicant(NamedTuple):
    """What the service knows of a player who wants to take part.

    Attributes:
        player: who it is.
        rating: the rating in the pool in which the tournament is played.
        reliability: the reliability score; none while there is too little to tell it from.
        games: how many rated games they have played in that pool.
        barred_until: how long they are kept out for having missed games; none: they are not.
        code: the entry code that they give.
        codes: the entry codes that let them in.
        linked: the accounts that are linked with theirs.
    """

    player: PlayerId
    rating: int = 0
    reliability: int | None = None
    games: int = 0
    barred_until: Instant | None = None
    code: str | None = None
    codes: tuple[str, ...] = ()
    linked: tuple[PlayerId, ...] = ()


def entry_code(secret: bytes, player: PlayerId) -> str:
    """The entry code of a player for the tournament with this secret."""
    return b32encode(hmac.digest(secret, player.encode(), "sha256")[:CODE_BYTES]).decode()


def is_entry_code(code: str, codes: tuple[str, ...]) -> bool:
    """Whether a code, as people write it, is one of these; the time that it takes tells nothing of them."""
    given = code.upper().replace(" ", "").replace("-", "").encode()
    # All are compared, also behind one that fits.
    fitting = [hmac.compare_digest(each.encode(), given) for each in codes]
    return any(fitting)


def check_gates(gates: Gates, applicant: Applicant, now: Instant) -> None:
    """Whether a player may enter.

    Raises:
        Barred, RatingOutOfRange, ReliabilityTooLow, TooFewGames, NotOnTheList, EntryCodeNeeded, WrongEntryCode: they
            may not, and which gate keeps them out.
    """
    if applicant.barred_until is not None and now < applicant.barred_until:
        until = write_instant(applicant.barred_until)
        raise Barred(f"you are kept out until {until}", hint="enter after that", facts={"until": until})
    _check_rating(gates, applicant.rating)
    if gates.reliability is not None and applicant.reliability is not None:
        _check_reliability(gates.reliability, applicant.reliability)
    if applicant.games < gates.games:
        raise TooFewGames(
            f"you have played {applicant.games} rated games of this kind, not {gates.games}",
            hint="play some more rated games of the same game and pace first",
            facts={"games": applicant.games, "least": gates.games},
        )
    if gates.players is not None and applicant.player not in gates.players:
        raise NotOnTheList(f"{applicant.player} is not on the list", hint="ask the owner to put you on it")
    if gates.by_code:
        _check_code(applicant)


def _check_rating(gates: Gates, rating: int) -> None:
    least, most = gates.rating_least, gates.rating_most
    if (least is not None and rating < least) or (most is not None and rating > most):
        spans = " and ".join(
            f"at {word} {bound}" for word, bound in (("least", least), ("most", most)) if bound is not None
        )
        facts: dict[str, object] = {"rating": rating, "least": least, "most": most}
        raise RatingOutOfRange(f"your rating is {rating}", hint=f"ratings have to be {spans}", facts=facts)


def _check_reliability(least: int, score: int) -> None:
    if score < least:
        raise ReliabilityTooLow(
            f"your reliability is {score}, not {least}",
            hint="answer your turns in time and finish your hands",
            facts={"reliability": score, "least": least},
        )


def _check_code(applicant: Applicant) -> None:
    if applicant.code is None:
        raise EntryCodeNeeded("no entry code was given", hint="ask the owner of the tournament for yours")
    if not is_entry_code(applicant.code, applicant.codes):
        raise WrongEntryCode(
            f"this is not the entry code of {applicant.player}", hint="a code holds for one player at one tournament"
        )
