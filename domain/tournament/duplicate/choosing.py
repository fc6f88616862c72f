"""Deals that staff choose for a set of boards, in place of those of the service: all of a set at once, or none."""

from domain.table.events import PlayerId
from domain.tournament.commands import ChooseBoards
from domain.tournament.duplicate.dealing import checked_boards, closed_sets, dealt_set, players_of, sets_to_come
from domain.tournament.events import BoardsChosen
from domain.tournament.refusals import KnowsTheDeals, NoBoards, SetDealt, WrongBoards
from domain.tournament.settings import ROUNDS_LIMIT
from domain.tournament.story import Story


def choose_boards(story: Story, command: ChooseBoards) -> None:
    """Chooses the deals of a set that is still to be played.

    Raises:
        NoBoards: there are none, or several deals of each.
        KnowsTheDeals: who asks takes part.
        SetDealt: it was dealt, or is never played.
        WrongBoards: a set has more boards, or fewer.
        InvalidDeal, InvalidRules: a board cannot be dealt so by the rules.
    """
    tournament, boards = story.tournament, story.tournament.settings.boards
    if boards is None or boards.pools > 1:
        raise NoBoards(
            "deals cannot be chosen here", hint="they can in a tournament with boards of one deal each (boards.pools 1)"
        )
    if tournament.entry_of(command.by) is not None:
        raise KnowsTheDeals("you take part in the tournament", hint="let staff choose who do not play")
    _check_set(story, command.set)
    if len(command.boards) != boards.per_match:
        raise WrongBoards(
            f"{len(command.boards)} boards are no set",
            hint=f"give {boards.per_match} boards",
            facts={"boards": boards.per_match},
        )
    checked_boards(tournament.settings.play, command.boards)
    story.tell(BoardsChosen(command.by, command.set, command.boards))


def _check_set(story: Story, number: int) -> None:
    to_come = sets_to_come(story.tournament, story.moment.form)
    if dealt_set(story.tournament, number) is not None:
        raise SetDealt(f"set {number} was dealt", hint="choose the deals of a later one")
    if not 1 <= number <= ROUNDS_LIMIT if to_come is None else number not in to_come:
        hint = f"sets are numbered 1 to {ROUNDS_LIMIT}" if to_come is None else f"to come are {sorted(to_come)}"
        raise SetDealt(f"there is no set {number}", hint=hint)


def check_knows_no_deals(story: Story, player: PlayerId) -> None:
    """Whether somebody who is to play from now on knows none of the boards that others still play.

    Raises:
        KnowsTheDeals: they have chosen some, or an entrant that has withdrawn plays them, for which they took part.
    """
    tournament, form = story.tournament, story.moment.form
    if tournament.settings.boards is None:
        return
    still_played = {each.number for each in tournament.sets} - closed_sets(tournament, form)
    known = {each.number for each in tournament.chosen if each.by == player}
    for played in tournament.rounds:
        matches = zip(played.paired.matches, played.sets, strict=True)
        known |= {number for match, number in matches if player in players_of(tournament, form, match)}
    if known & still_played:
        raise KnowsTheDeals(
            f"{player} knows boards that are still played",
            hint="wait until their set is closed, or call somebody else",
            facts={"sets": sorted(known & still_played)},
        )


def drop_known_choices(story: Story) -> None:
    """Lets the service deal the sets whose deals somebody has chosen who takes part by now."""
    for chosen in story.tournament.chosen:
        is_to_come = dealt_set(story.tournament, chosen.number) is None
        if is_to_come and story.tournament.entry_of(chosen.by) is not None:
            story.tell(BoardsChosen(chosen.by, chosen.number, ()))
