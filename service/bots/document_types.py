"""The types of the documents of bots."""

from __future__ import annotations

from typing import Annotated, TypedDict

from domain.kernel.document_types import Game
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import MaxItems, MaxLength, Minimum, MinItems, MinLength, Pattern, Ref


class BotRating(TypedDict):
    """The rating of a bot by a profile, among the bots of its game."""

    profile: Annotated[str, "The profile of the rules.", MinLength(1), MaxLength(64)]
    rating: Annotated[float, "The rating. 400 points more mean odds of 10 to 1; the mean of all bots is 1500."]
    low_95: Annotated[float, "The lower end of the 95 % interval."]
    high_95: Annotated[float, "The upper end."]
    deals: Annotated[int, "The number of deals that it played, each from both sides.", Minimum(1)]
    decision_ms: Annotated[float, "The median time of a decision, in milliseconds.", Minimum(0)]
    slowest_ms: Annotated[float, "The time of which one decision in a hundred takes more, in milliseconds.", Minimum(0)]


class ServerBot(TypedDict):
    """A bot of the server."""

    game: Game
    name: Annotated[str, Ref("Bot"), "Its name, as in `seat_bot`."]
    player: Annotated[PlayerId, "The id with which it sits at tables."]
    version: Annotated[
        str,
        "The name with the version, such as `steady@1`. The version grows when the bot changes its moves.",
        Pattern("^[a-z_]+@[0-9]+$"),
    ]
    about: Annotated[str, "What it does, in one sentence."]
    searches: Annotated[bool, "Whether it searches, and so needs longer for a move. It can then judge moves of others."]
    stand_in: Annotated[bool, "Whether it can stand in for absent players."]
    boards: Annotated[bool, "Whether it can play the other seats of a board."]
    profiles: Annotated[list[str], "The profiles that the bot plays. They are all profiles of its game.", MinItems(1)]
    ratings: Annotated[list[BotRating], "Its ratings by profile, as far as this version is measured.", MaxItems(100)]


class ServerBotList(TypedDict):
    """The bots of the server, game by game."""

    bots: list[ServerBot]
