"""Sets of boards in a tournament: when and from what they are dealt, and when they become public.

| part of a board | source |
|---|---|
| secret of its set | random; the first round that plays the set publishes its commitment (SHA-256) |
| key | HMAC-SHA-256(key = secret, board as 4 bytes, deal as 4 bytes, big-endian) |
| cards | `dealing`, from that key |
| first drawer | board 1 seat 0, board 2 seat 1, and so on around the table |
| level, unless the rules name one (`initial_level`) | board 1 at 2, board 2 at 3, to A, and again |

A set that staff have chosen has its own order, first drawer and levels. Its commitment is the SHA-256 of the secret
followed by the boards. Each board is one line that ends with a line feed. The line has the names of the cards, the
first drawer, and the level or `-`, separated by blanks.

If a board has several deals, `pools` chooses one for each match. It considers all players of the match and members of
their clubs, and uses the secret of the set as key.

| a round is called off, and | what is dealt when it is paired again |
|---|---|
| a set was dealt for it | the set from a new secret; deals that staff have chosen are not played |
| a set was already played in earlier rounds | further deals of its boards, derived from the secret of the set |

So no player gets a board that they have seen in the cancelled round. All later tables play the further deals, and the
tables of each deal are compared with each other.

A set is closed when every round in which it is played is closed, or the tournament is over. Until then its deals, its
scores, and which of its deals a match plays are hidden.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import replace

from domain.games.registry import GAMES, PACKAGES
from domain.kernel.cards import RANK_NAMES, write_cards
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.shuffle import commitment, further_secret
from domain.table.deals import GivenDeal, chosen_deals
from domain.table.game import EveryDeal
from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs, last_rounds
from domain.tournaments.boards.dealing import LEVEL, DealtBoard, card_orders
from domain.tournaments.boards.pools import AccountLinks, DealPool, PooledDeal, deal_for
from domain.tournaments.boards.records import ChosenBoard, ChosenSet, Commitment, DealtSet
from domain.tournaments.formats.format import Format
from domain.tournaments.pairing.exclusions import club_mates
from domain.tournaments.parts import TournamentRound
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.rounds.events import BoardsDealt
from domain.tournaments.settings import BoardSettings, TableGame
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import Match


def numbers_of(boards: BoardSettings, number: int) -> range:
    """Returns the numbers of the boards of a set."""
    return range(boards.per_match * (number - 1) + 1, boards.per_match * number + 1)


def set_of(boards: BoardSettings, board: int) -> int:
    """Returns the number of the set to which a board belongs."""
    return (board - 1) // boards.per_match + 1


# ------------------------------------------------------------------------------------------------ deals


def board_of(tournament: Tournament, dealt: DealtSet, board: int, deal: int) -> DealtBoard:
    """Returns a deal of a board of a set. If staff chose the set, their deal is the first one."""
    chosen = chosen_set(tournament, dealt.number)
    play = tournament.settings.play
    if chosen is not None and deal == 1:
        boards = tournament.settings.boards
        each = chosen.boards[board - numbers_of(boards, chosen.number)[0]] if boards else chosen.boards[0]
        return DealtBoard(each.level or _level_of_board(play, board), each.first_drawer, each.order)
    every = _every_deal(play)
    if every is None:
        raise ValueError("boards cannot be dealt with these rules")
    message = board.to_bytes(4, "big") + deal.to_bytes(4, "big")
    order, *again = card_orders(every.pack, hmac.digest(bytes.fromhex(dealt.secret), message, "sha256"))
    may_redeal = PACKAGES[play.game].may_redeal(play.rules)
    return DealtBoard(
        _level_of_board(play, board), Seat((board - 1) % play.seats), order, tuple(again) if may_redeal else ()
    )


def _every_deal(play: TableGame) -> EveryDeal | None:
    """Returns the pack that is dealt on every board; `None` if it differs from hand to hand."""
    return GAMES[play.game].every_deal(play.rules)


def _level_of_board(play: TableGame, board: int) -> str | None:
    if not GAMES[play.game].has_levels or LEVEL in play.overrides:
        return None
    return RANK_NAMES[(board - 1) % len(RANK_NAMES)]


def check_boards(play: TableGame) -> None:
    """Checks that boards can be dealt for a game. Raises `FormatDoesNotFit`, `InvalidRules`."""
    if _every_deal(play) is None:
        raise FormatDoesNotFit(
            message(
                "with these rules, the pack depends on the trump rank of a hand, so boards cannot be dealt in advance"
            ),
            hint=message("choose a kitty_size that does not remove cards"),
            facts={"option": "play.overrides"},
        )
    if _level_of_board(play, 1) is not None:
        for level in RANK_NAMES:
            GAMES[play.game].rules(play.profile, {**play.overrides, LEVEL: level})


def check_chosen_boards(play: TableGame, given: Sequence[ChosenBoard]) -> None:
    """Checks boards that staff have chosen. Raises `InvalidDeal`, `InvalidRules`."""
    for each in given:
        at_level = _game_at_level(play, each.level)
        chosen_deals(_every_deal(at_level), at_level.seats, [GivenDeal(each.order, (), (), each.first_drawer)])


def game_with_board(play: TableGame, board: DealtBoard) -> TableGame:
    """Returns the game and its rules at a table with one board."""
    return replace(_game_at_level(play, board.level), hands=1)


def _game_at_level(play: TableGame, level: str | None) -> TableGame:
    return play if level is None else replace(play, overrides={**play.overrides, LEVEL: level})


# ------------------------------------------------------------------------------------------------ rounds


def boards_dealt(tournament: Tournament, format_: Format, secret: bytes) -> BoardsDealt | None:
    """Returns the boards of the matches of the last round; `None` without boards.

    Args:
        tournament: its state after the round was paired.
        format_: its format.
        secret: random bytes for the secrets of sets that are played for the first time.
    """
    if tournament.settings.boards is None:
        return None
    paired = tournament.rounds[-1].paired
    sets = tuple(_set_of_match(tournament, format_, match) for match in paired.matches)
    known = {each.number: each.secret for each in tournament.sets}
    new = {number: further_secret(secret, number) for number in sorted(set(sets) - known.keys())}
    secrets = {**{number: bytes.fromhex(each) for number, each in known.items()}, **new}
    commitments = tuple(
        Commitment(number, _commitment(chosen_set(tournament, number), each), each.hex())
        for number, each in new.items()
    )
    return BoardsDealt(paired.number, sets, _deals_of_matches(tournament, format_, sets, secrets), commitments)


def _set_of_match(tournament: Tournament, format_: Format, match: Match) -> int:
    number = len(tournament.rounds)
    if isinstance(format_, DuplicatePairs | DuplicateIndividual):
        return next(
            each.set for each in format_.seated_matches(pairing_context(tournament), number) if each.match == match
        )
    return number


def _commitment(chosen: ChosenSet | None, secret: bytes) -> str:
    return commitment(secret if chosen is None else secret + boards_as_bytes(chosen.boards))


def boards_as_bytes(boards: Iterable[ChosenBoard]) -> bytes:
    """Returns boards as the bytes of their commitment."""
    return b"".join(
        f"{' '.join(write_cards(each.order))} {each.first_drawer} {each.level or '-'}\n".encode() for each in boards
    )


def _deals_of_matches(
    tournament: Tournament, format_: Format, sets: Sequence[int], secrets: dict[int, bytes]
) -> tuple[int, ...]:
    """Returns the deal of the boards for each match of the last round."""
    boards = tournament.settings.boards
    first = {each: _first_deal(tournament, each) for each in sets}
    if boards is None or boards.pools == 1:
        return tuple(first[each] for each in sets)
    ties = AccountLinks(friends=club_mates((entry.club, entry.players) for entry in tournament.entries))
    pool = DealPool(
        frozenset(
            PooledDeal(each, number) for each in {*sets} for number in range(first[each], first[each] + boards.pools)
        )
    )
    for round_ in tournament.rounds[:-1]:
        for match, number, deal in zip(round_.paired.matches, round_.sets, round_.deals, strict=True):
            pool = pool.with_seen(players_of(tournament, format_, match), PooledDeal(number, deal))
    found = []
    for match, number in zip(tournament.rounds[-1].paired.matches, sets, strict=True):
        players = players_of(tournament, format_, match)
        given = deal_for(pool, number, players, ties, secrets[number])
        pool = pool.with_seen(players, given)
        found.append(given.number)
    return tuple(found)


def _first_deal(tournament: Tournament, number: int) -> int:
    """Returns the first deal of a set that is not yet known from rounds that were called off."""
    seen = [
        deal
        for undone in tournament.called_off
        for which, deal in zip(undone.sets, undone.deals, strict=True)
        if which == number
    ]
    return max(seen, default=0) + 1


def deals_of(tournament: Tournament, number: int) -> range:
    """Returns the numbers of all deals of a set, including those no longer played."""
    pools = tournament.settings.boards.pools if tournament.settings.boards is not None else 1
    return range(1, _first_deal(tournament, number) + pools)


def players_of(tournament: Tournament, format_: Format, match: Match) -> tuple[PlayerId, ...]:
    """Returns all players of a match, also those who are replaced for a time."""
    entries = (tournament.entry(entrant) for side in match for entrant in format_.entrants_of(side))
    return tuple(player for entry in entries if entry is not None for player in (*entry.players, *entry.away))


# ------------------------------------------------------------------------------------------------ what is known


def chosen_set(tournament: Tournament, number: int) -> ChosenSet | None:
    """Returns the set whose deals staff have chosen, if any."""
    return next((each for each in tournament.chosen if each.number == number), None)


def dealt_set(tournament: Tournament, number: int) -> DealtSet | None:
    """Returns a set that was dealt, if any."""
    return next((each for each in tournament.sets if each.number == number), None)


def closed_sets(tournament: Tournament, format_: Format) -> frozenset[int]:
    """Returns the sets that are public."""
    if tournament.play_is_over:
        return frozenset(each.number for each in tournament.sets)
    return _sets_closed_after(tournament, format_, _finished_rounds(tournament))


def _finished_rounds(tournament: Tournament) -> int:
    return len(tournament.rounds) - (tournament.open_round is not None)


def _sets_closed_after(tournament: Tournament, format_: Format, rounds: int) -> frozenset[int]:
    """Returns the sets that are not played after this number of rounds."""
    dealt = frozenset(each.number for each in tournament.sets)
    if not dealt:
        return dealt
    if not isinstance(format_, DuplicatePairs | DuplicateIndividual):
        return frozenset(number for number in dealt if number <= rounds)
    last = last_rounds(format_, len(tournament.order))
    return frozenset(number for number in dealt if last[number] <= rounds)


def sealed_rounds(tournament: Tournament, format_: Format) -> frozenset[int]:
    """Returns the numbers of the rounds that play sets which are still secret."""
    closed = closed_sets(tournament, format_)
    return frozenset(
        number for number, round_ in enumerate(tournament.rounds, start=1) if not closed.issuperset(round_.sets)
    )


def rounds_revealed_with(tournament: Tournament, format_: Format, number: int) -> tuple[int, ...]:
    """Returns the numbers of the rounds whose results become public when the given round is closed.

    These are the round itself, unless a later round plays its boards, and earlier rounds whose boards it played last.
    """
    return tuple(
        round_.paired.number for round_ in tournament.rounds if _revealing_round(tournament, format_, round_) == number
    )


def rounds_revealed_at_end(tournament: Tournament, format_: Format) -> tuple[int, ...]:
    """Returns the numbers of the rounds whose results become public only at the end of a tournament with boards."""
    if tournament.settings.boards is None:
        return ()
    over = _finished_rounds(tournament)
    return tuple(
        round_.paired.number
        for round_ in tournament.rounds
        if _revealing_round(tournament, format_, round_) > over
        and not (tournament.settings.is_sealed and round_.closed_at is None)
    )


def _revealing_round(tournament: Tournament, format_: Format, round_: TournamentRound) -> int:
    """Returns the number of the round with which the results of a round become public."""
    if not isinstance(format_, DuplicatePairs | DuplicateIndividual):
        return round_.paired.number
    last = last_rounds(format_, len(tournament.order))
    return max((round_.paired.number, *(last[each] for each in round_.sets)))


def sets_to_come(tournament: Tournament, format_: Format) -> frozenset[int] | None:
    """Returns the sets that are not dealt yet and can be; `None` if their number is unlimited."""
    if not isinstance(format_, DuplicatePairs | DuplicateIndividual) or not tournament.order:
        return None
    return frozenset(last_rounds(format_, len(tournament.order))) - {each.number for each in tournament.sets}
