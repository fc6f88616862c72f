"""Who knows boards: staff choose the deals of a set, all at once or none, and players see those that they play.

| somebody is to play from now on, or to enter | refused where boards are still played that are known to |
|---|---|
| as a substitute, or a partner in the middle of the tournament | whoever has chosen their deals |
| | whoever plays them for another entrant, or has left one that has them |
| | an account that is linked with theirs, by the same |
| as a new entrant, or a partner of one | (no boards are known yet) linked accounts do not play for different entrants |

A set counts as known from when its round was paired. Those linked play for one pair at the most, at one table; in a
team they would hold the same cards in both rooms, and partners who change have no table of their own.
"""

from collections.abc import Collection

from domain.table.events import PlayerId
from domain.tournament.commands import ChooseBoards
from domain.tournament.duplicate.dealing import checked_boards, closed_sets, dealt_set, players_of, sets_to_come
from domain.tournament.events import BoardsChosen
from domain.tournament.refusals import KnowsTheDeals, LinkedTakesPart, NoBoards, SetDealt, WrongBoards
from domain.tournament.rounds import EntrantId
from domain.tournament.settings import ROUNDS_LIMIT
from domain.tournament.state import Tournament
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


def check_knows_no_deals(story: Story, player: PlayerId, linked: Collection[PlayerId] = ()) -> None:
    """Whether somebody who is to play from now on knows none of the boards that others still play.

    Args:
        story: in which tournament.
        player: who.
        linked: the accounts that are linked with theirs.

    Raises:
        KnowsTheDeals: they know some; see the table at the head.
    """
    tournament, form = story.tournament, story.moment.form
    if tournament.settings.boards is None:
        return
    still_played = {each.number for each in tournament.sets} - closed_sets(tournament, form)
    accounts = {player, *linked}
    known = {each.number for each in tournament.chosen if each.by in accounts}
    known.update(number for each in tournament.left if each.player in accounts for number in each.sets)
    for played in tournament.rounds:
        matches = zip(played.paired.matches, played.sets, strict=True)
        known |= {number for match, number in matches if accounts.intersection(players_of(tournament, form, match))}
    if known & still_played:
        raise KnowsTheDeals(
            f"{player} knows boards that are still played",
            hint="wait until their set is closed, or call somebody else",
            facts={"sets": sorted(known & still_played)},
        )


def check_plays_alone(tournament: Tournament, own: EntrantId | None, linked: Collection[PlayerId]) -> None:
    """Whether nobody would play boards twice who has several accounts.

    Args:
        tournament: in which somebody enters.
        own: the entrant whose partner they become; none: a new one.
        linked: the accounts that are linked with theirs.

    Raises:
        LinkedTakesPart: one of these takes part elsewhere, or has done so.
    """
    if tournament.settings.boards is None:
        return
    is_together = tournament.settings.entrants.kind == "pair"
    playing = {each.player for each in tournament.left}
    for each in tournament.entries:
        if (each.status != "out" or each.id in tournament.order) and not (is_together and each.id == own):
            playing.update(each.players)
    if not playing.isdisjoint(linked):
        raise LinkedTakesPart(
            "an account that is linked with this one takes part, and plays the same boards",
            hint="play with one account, or where there are no boards",
        )


def drop_known_choices(story: Story) -> None:
    """Lets the service deal the sets whose deals somebody has chosen who takes part by now."""
    for chosen in story.tournament.chosen:
        is_to_come = dealt_set(story.tournament, chosen.number) is None
        if is_to_come and story.tournament.entry_of(chosen.by) is not None:
            story.tell(BoardsChosen(chosen.by, chosen.number, ()))
