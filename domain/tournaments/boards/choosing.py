"""Knowledge of boards: staff choose the deals of a set, and players who know deals cannot join later.

| joining player | refused if boards that are still being played are known to |
|---|---|
| substitute, or partner in the middle of the tournament | the player, because they chose the deals |
| | the player, because they play them for another entrant, or left an entrant that has them |
| | a linked account of the player, for the same reasons |
| new entrant, or partner of one | nobody yet, but linked accounts may not play for different entrants |

A set counts as known from the pairing of its round. Linked accounts may play together only as one pair, at one table.
In a team they would hold the same cards in both rooms, and changing partners have no table of their own.
"""

from collections.abc import Collection

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.boards.sets import check_chosen_boards, closed_sets, dealt_set, players_of, sets_to_come
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import LinkedTakesPart
from domain.tournaments.rounds.commands import ChooseBoards
from domain.tournaments.rounds.events import BoardsChosen
from domain.tournaments.rounds.refusals import KnowsTheDeals, NoBoards, SetDealt, WrongBoards
from domain.tournaments.settings import ROUNDS_LIMIT
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def choose_boards(recorder: TournamentRecorder, command: ChooseBoards) -> None:
    """Chooses the deals of a set that is still to be played.

    Raises:
        NoBoards: there are no boards, or several deals of each.
        KnowsTheDeals: the sender takes part.
        SetDealt: the set was dealt, or is never played.
        WrongBoards: the number of boards is not that of a set.
        InvalidDeal, InvalidRules: the rules do not allow the deal of a board.
    """
    tournament, boards = recorder.tournament, recorder.tournament.settings.boards
    if boards is None or boards.pools > 1:
        raise NoBoards(
            message("deals cannot be chosen in this tournament"),
            hint=message("use boards with one deal each (boards.pools 1)"),
        )
    if tournament.entry_of(command.by) is not None:
        raise KnowsTheDeals(
            message("you take part in the tournament"), hint=message("ask staff who do not play to choose")
        )
    _check_set(recorder, command.set)
    if len(command.boards) != boards.per_match:
        raise WrongBoards(
            message("a set does not have {count} boards", count=len(command.boards)),
            hint=message("give {per_match} boards", per_match=boards.per_match),
            facts={"boards": boards.per_match},
        )
    check_chosen_boards(tournament.settings.play, command.boards)
    recorder.record(BoardsChosen(command.by, command.set, command.boards))


def _check_set(recorder: TournamentRecorder, number: int) -> None:
    to_come = sets_to_come(recorder.tournament, recorder.context.format_)
    if dealt_set(recorder.tournament, number) is not None:
        raise SetDealt(
            message("set {number} has been dealt", number=number), hint=message("choose the deals of a later set")
        )
    if not 1 <= number <= ROUNDS_LIMIT if to_come is None else number not in to_come:
        hint = (
            message("sets are numbered 1 to {rounds_limit}", rounds_limit=ROUNDS_LIMIT)
            if to_come is None
            else message("future sets are {to_come}", to_come=sorted(to_come))
        )
        raise SetDealt(message("there is no set {number}", number=number), hint=hint)


def check_knows_no_deals(recorder: TournamentRecorder, player: PlayerId, linked: Collection[PlayerId] = ()) -> None:
    """Checks that a joining player knows none of the boards that others still play.

    Args:
        recorder: the recorder of the tournament.
        player: the player.
        linked: the linked accounts of the player.

    Raises:
        KnowsTheDeals: the player knows some; see the table of the module.
    """
    tournament, format_ = recorder.tournament, recorder.context.format_
    if tournament.settings.boards is None:
        return
    accounts = {player, *linked}
    known = _remembered(tournament, accounts)
    for round_ in tournament.rounds:
        matches = zip(round_.paired.matches, round_.sets, strict=True)
        known |= {number for match, number in matches if accounts.intersection(players_of(tournament, format_, match))}
    _check_none_in_play(recorder, player, known)


def check_remembers_no_deals(recorder: TournamentRecorder, player: PlayerId, linked: Collection[PlayerId]) -> None:
    """Checks that a member of a team has not played boards at another seat that are still played.

    Raises:
        KnowsTheDeals: they have, or a linked account of theirs.
    """
    _check_none_in_play(recorder, player, _remembered(recorder.tournament, {player, *linked}))


def _remembered(tournament: Tournament, accounts: Collection[PlayerId]) -> set[int]:
    """Returns the sets that players have chosen, or may know because they have left an entrant that has them."""
    known = {each.number for each in tournament.chosen if each.by in accounts}
    return known | {number for each in tournament.left if each.player in accounts for number in each.sets}


def _check_none_in_play(recorder: TournamentRecorder, player: PlayerId, known: Collection[int]) -> None:
    tournament = recorder.tournament
    still_played = {each.number for each in tournament.sets} - closed_sets(tournament, recorder.context.format_)
    if still_played.intersection(known):
        raise KnowsTheDeals(
            message("{player} knows boards that are still being played", player=player),
            hint=message("wait until their set is closed, or call another player"),
            facts={"sets": sorted(still_played.intersection(known))},
        )


def check_plays_alone(tournament: Tournament, own: EntrantId | None, linked: Collection[PlayerId]) -> None:
    """Checks that a player with several accounts would not play boards twice.

    Args:
        tournament: the tournament that the player enters.
        own: the entrant that the player joins; `None` for a new entrant.
        linked: the linked accounts of the player.

    Raises:
        LinkedTakesPart: a linked account takes part elsewhere, or has done so.
    """
    if tournament.settings.boards is None:
        return
    is_together = tournament.settings.entrants.kind == "pair"
    playing = {each.player for each in tournament.left}
    for each in tournament.entries:
        if (each.status != "out" or each.id in tournament.order) and not (is_together and each.id == own):
            playing.update(each.players, each.away)
    if not playing.isdisjoint(linked):
        raise LinkedTakesPart(
            message("a linked account takes part and plays the same boards"),
            hint=message("play with one account, or in a tournament without boards"),
        )


def drop_known_choices(recorder: TournamentRecorder) -> None:
    """Drops choices of deals by players who now take part, so the service deals these sets."""
    for chosen in recorder.tournament.chosen:
        is_to_come = dealt_set(recorder.tournament, chosen.number) is None
        if is_to_come and recorder.tournament.entry_of(chosen.by) is not None:
            recorder.record(BoardsChosen(chosen.by, chosen.number, ()))
