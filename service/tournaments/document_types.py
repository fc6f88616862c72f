"""The types of the documents of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.clocks.document_types import Clock, Ladder, Pauses
from domain.kernel.document_types import ChosenOptions, Game, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Maximum, MaxItems, Minimum, MinItems, Pattern, Ref
from domain.tournaments.parts import TournamentStatus
from domain.tournaments.settings import Seeding
from domain.tournaments.staff import Role as TournamentRole
from domain.tournaments.terms import ByeKind, EntrantId, PairingByeWorth
from service.accounts.document_types import PlayerNames
from service.platform.document_types import Link, NextCursor
from service.tournaments.entrant_document_types import (
    ArrangedSubstitution,
    EntrantBye,
    EntrantMember,
    EntrantSubstitution,
)

TieBreak = Annotated[str, Ref("TieBreak")]


class NamedEntrant(TypedDict):
    """An entrant with its name and its players, whose names are in `players`."""

    id: EntrantId
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    players: Annotated[list[PlayerId], "The players of the entrant, captain first."]


class TournamentSettingsPlay(TypedDict):
    """The game at the tables, with its rules and clock."""

    game: Game
    profile: Annotated[str, "The name of a profile of rules."]
    overrides: ChosenOptions
    hands: Annotated[int | None, "The number of hands at a table; null until the match is won."]
    clock: Clock
    pauses: Pauses
    ladder: Ladder


class TournamentSettingsEntrants(TypedDict):
    """The kind and number of entrants."""

    kind: Annotated[Literal["player", "pair", "team"], "The kind of entrant."]
    members_least: Annotated[int, "The minimum number of its players. The default for a player is 1, for a pair 2."]
    members_most: Annotated[int, "The maximum number of its players."]
    capacity: Annotated[int | None, "The number of entrants that have a place; null for any number."]
    least: Annotated[int, "The minimum number of entrants. With fewer, the tournament does not begin."]
    seeding: Annotated[
        Seeding, "The order at the start: the highest rating first, the order of registration, or a draw."
    ]
    answer_s: Annotated[
        int | None,
        "The seconds in which an entrant on the waiting list answers the call for a place; null if it gets the "
        "place at once.",
    ]


class TournamentSettingsGates(TypedDict):
    """The conditions for players; null for none."""

    rating_least: Annotated[int | None, "The lowest rating; null for any."]
    rating_most: Annotated[int | None, "The highest rating; null for any."]
    reliability: Annotated[int | None, "The minimum reliability score; null for any."]
    games: Annotated[int, "The minimum number of rated games in the pool of the tournament."]
    players: Annotated[list[PlayerId] | None, "The players who may enter; null for everyone."]
    by_code: Annotated[bool, "Whether an entry code is required."]


class TournamentSettingsSchedule(TypedDict):
    """The times of automatic actions."""

    opens_at: Annotated[Time | None, "When registration opens; null for immediately."]
    closes_at: Annotated[Time | None, "When registration closes; null for the start."]
    check_in_s: Annotated[int | None, "The length of check-in before the start, in seconds; null for no check-in."]
    starts_at: Annotated[Time | None, "When the tournament starts; null if a director starts it."]


class TournamentSettingsRounds(TypedDict):
    """The sequence of rounds."""

    pace: Annotated[
        Literal["at_once", "window"],
        "`at_once`: a round begins when the previous one is over; `window`: each round has a period in which its "
        "matches can be played at any time, and the next round begins after it.",
    ]
    window_s: Annotated[
        int | None,
        "The time after the pairing of a round at which its matches are adjudicated; null for never, which "
        "`window` does not allow.",
    ]
    interval_s: Annotated[int, "The time after that until the next round begins, in seconds."]
    adjudication: Annotated[
        Literal["draw", "current_score", "both_lose", "absent_loses"],
        "The value of a match without a result, and of one that all players have abandoned. A side that lacks a "
        "player always forfeits, unless the score decides.",
    ]
    leaving: Annotated[
        Literal["played_on", "ends_match"],
        "What happens to a match at a table when a player leaves the tournament. `played_on`: a bot takes the "
        "seat immediately, and the first available substitute is called. `ends_match`: the match ends as "
        "`adjudication` defines for a side that lacks a player; if partners play together for this round only, "
        "it ends by the score, or drawn. A match with duplicate boards ends if the player has no pair or team, "
        "because others would be compared with a bot.",
    ]
    played_elsewhere: Annotated[bool, "Whether matches have no tables, and their players report the results."]
    is_automatic: Annotated[bool, "Whether rounds are closed, and the next ones paired, without a director."]
    win: Annotated[int, "The value of a win, in hundredths of a point."]
    draw: Annotated[int, "The value of a draw, in hundredths of a point."]
    loss: Annotated[int, "The value of a loss, in hundredths of a point."]


class TournamentSettingsLate(TypedDict):
    """Rules for late entries."""

    until_round: Annotated[int, "The latest round in which an entrant may play its first match; 0 for no late entries."]
    bye: Annotated[Literal["pairing", "full", "half", "zero", "absent"], "The kind of bye for missed rounds."]


class TournamentSettingsByes(TypedDict):
    """The worth of byes, and how many an entrant may request. Staff may grant any bye."""

    pairing: Annotated[
        PairingByeWorth,
        "The worth of the bye of an entrant without an opponent: a win, a draw, a loss, or the mean of its own "
        "results.",
    ]
    half: Annotated[int, "The number of half-point byes."]
    zero: Annotated[int | None, "The number of zero-point byes; null for any number."]
    until_round: Annotated[int | None, "The last round in which byes can be requested; null for every round."]


class TournamentSettingsBoards(TypedDict):
    per_match: Annotated[int, "The number of boards in a match."]
    scoring: Annotated[Literal["matchpoints", "imps", "victory_points"], "How results are compared."]
    movement: Annotated[str | None, "The movement of the boards; null if all play them at any time."]
    pools: Annotated[int, "The number of different deals of each board."]


class TournamentSettings(TypedDict):
    """All settings of a tournament in full. You can create another tournament with them unchanged."""

    name: Annotated[str, "The name of the tournament."]
    play: TournamentSettingsPlay
    format: Annotated[str, "The name of the format."]
    figures: Annotated[
        dict[str, int | bool | str],
        "The parameters of the format, such as `rounds`. The server checked them when they were set.",
    ]
    entrants: TournamentSettingsEntrants
    gates: TournamentSettingsGates
    schedule: TournamentSettingsSchedule
    rounds: TournamentSettingsRounds
    late: TournamentSettingsLate
    byes: TournamentSettingsByes
    is_rated: Annotated[bool, "Whether results count for ratings."]
    tie_breaks: Annotated[list[TieBreak], "The tie-breaks by name, in order of priority."]
    boards: Annotated[TournamentSettingsBoards | None, "The duplicate boards."]
    is_sealed: Annotated[
        bool,
        "Whether results are hidden until their round is closed, and its tables are hidden from everyone who "
        "does not sit there.",
    ]
    public: Annotated[bool, "Whether the tournament and its tables can be read without a token."]
    season: Annotated[str | None, "The rating season of the tournament."]
    series: Annotated[str | None, "The series of the tournament."]
    corrections_s: Annotated[
        int,
        "The seconds after the last match in which results can still be corrected before the tournament is finished.",
        Minimum(0),
        Maximum(2592000),
    ]


class OwnPart(TypedDict):
    """Your part in a tournament."""

    role: Annotated[TournamentRole | None, "Your role; null without one."]
    entrant: Annotated[EntrantId | None, "The entrant for which you play or have registered; null for none."]
    invited_to: Annotated[list[EntrantId], "The entrants that ask you to play for them."]
    hint: Annotated[str | None, "A hint that you have to check in, and when; null if you need not, or have done so."]


class EntrantCounts(TypedDict):
    """The numbers of entrants."""

    with_place: Annotated[int, "The number with a place.", Minimum(0)]
    waiting: Annotated[int, "The number on the waiting list.", Minimum(0)]
    incomplete: Annotated[int, "The number that lack players.", Minimum(0)]
    out: Annotated[int, "The number that have withdrawn or were removed.", Minimum(0)]


class TournamentViewStaff(TypedDict):
    player: PlayerId
    role: TournamentRole


class TournamentViewSubstitute(TypedDict):
    player: PlayerId
    rating: int


class TournamentLadderChallenge(TypedDict):
    """An open challenge."""

    challenger: EntrantId
    challenged: EntrantId
    at: Time
    until: Annotated[Time, "When the challenged entrant loses its place without an answer."]


class TournamentLadderStep(TypedDict):
    """The end of an earlier challenge."""

    challenger: EntrantId
    challenged: EntrantId
    how: Annotated[
        Literal["played", "declined", "unanswered"], "Whether they played, or the challenged entrant did not."
    ]
    took_place: Annotated[bool | None, "Whether the challenger took the place; null while the result is sealed."]
    at: Annotated[Time | None, "When the place was lost without a match; null for a match."]
    round: Annotated[int | None, "The round of the match; null without one.", Minimum(1)]


class TournamentLadder(TypedDict):
    """A ladder."""

    order: Annotated[list[EntrantId], "The entrants that take part, first place first."]
    challenges: Annotated[list[TournamentLadderChallenge], "The open challenges, oldest first."]
    history: Annotated[list[TournamentLadderStep], "The last 100 ended challenges, oldest first.", MaxItems(100)]


class TournamentViewWaiting(TypedDict):
    entrant: EntrantId
    since: Time


class TournamentViewScheduledMatch(TypedDict):
    first: EntrantId
    second: EntrantId


class TournamentViewScheduledBye(TypedDict):
    entrant: EntrantId
    kind: ByeKind


class TournamentViewScheduled(TypedDict):
    round: Annotated[int, "The number of the round.", Minimum(1)]
    begins_at: Annotated[Time, "The start, or the end of the previous round if that is later."]
    matches: Annotated[
        list[TournamentViewScheduledMatch] | None,
        "The pairings by table; null if the format pairs the round when it begins.",
    ]
    byes: Annotated[list[TournamentViewScheduledBye] | None, "The byes; null as for `matches`."]


class TournamentViewRound(TypedDict):
    number: Annotated[int, Minimum(1)]
    matches: Annotated[int, "The number of its matches.", Minimum(0)]
    open_matches: Annotated[int, "The number of its matches without a result.", Minimum(0)]
    deadline: Annotated[Time | None, "The time at which matches without a result are adjudicated; null for never."]
    closed_at: Annotated[Time | None, "When the round was closed; null while it is in progress."]


class TournamentViewLinks(TypedDict):
    """Where to go from here."""

    self: Link
    entrants: Link
    standings: Link
    bracket: NotRequired[Annotated[Link, "The bracket of a knock-out."]]
    display: Annotated[Link, "The page for a projector."]
    rounds: Annotated[list[Link], "The paired rounds, in order."]
    own_match: Annotated[
        list[Link],
        "The tables of your match in the last round; empty if you do not play in it, or before they are opened.",
    ]
    events: Annotated[Link, "The events after this version."]
    commands: Annotated[Link, "Where commands are sent."]


class TournamentView(TypedDict):
    """A tournament as you may see it."""

    id: TournamentId
    version: Version
    status: TournamentStatus
    settings: TournamentSettings
    staff: Annotated[list[TournamentViewStaff], "The staff and their roles, the owner first."]
    you: OwnPart
    code_secret: Annotated[
        str | None,
        "The secret of its entry codes, in hexadecimal; null for everyone except the owner. A code is the first "
        "10 bytes of the HMAC-SHA-256 of a player's id under it, in base32. The secret is not stored, but "
        "derived from the keys of the server. It changes with these keys, and codes stay valid until the old key "
        "is removed.",
    ]
    entrants: EntrantCounts
    substitutes: Annotated[list[TournamentViewSubstitute], "The available substitutes, in order of their offers."]
    apart: Annotated[
        list[Annotated[list[EntrantId], MinItems(2), MaxItems(2)]], "The pairs of entrants that are kept apart."
    ]
    check_in_open: Annotated[bool, "Whether check-in is open, or was until the start."]
    paused_at: Annotated[Time | None, "The start of the current pause; null if there is none."]
    started_at: Annotated[Time | None, "When it began; null before the start."]
    due_at: Annotated[Time | None, "The time of the next automatic action; null if the tournament waits for a person."]
    ends_at: Annotated[Time | None, "When pairing ends, in an arena that has begun; otherwise null."]
    corrections_until: Annotated[
        Time | None, "The end of the time for corrections while the tournament is finishing; otherwise null."
    ]
    finished_at: Annotated[Time | None, "When it was finished for the first time; null before."]
    reopen_until: Annotated[
        Time | None, "The end of the time for reopening while the tournament is finished; otherwise null."
    ]
    waiting: Annotated[list[TournamentViewWaiting], "The entrants that wait for an opponent in an arena."]
    ladder: NotRequired[Annotated[TournamentLadder | None, "The ladder, if it is one and has begun.", Added()]]
    scheduled: Annotated[
        TournamentViewScheduled | None, "The next round, if staff have scheduled its start; otherwise null."
    ]
    rounds: Annotated[list[TournamentViewRound], "The paired rounds."]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    _links: TournamentViewLinks


class Entrant(TypedDict):
    """A participant in pairings: a player, a pair or a team."""

    id: EntrantId
    name: Annotated[str | None, "The name of a pair or team; null if it has none."]
    club: Annotated[str | None, "The club; null if there is none. See `register`."]
    partner: Annotated[EntrantId | None, "The chosen partner of the entrant in the next round; null if there is none."]
    is_resting: Annotated[bool, "Whether the entrant takes a break, in an arena."]
    status: Annotated[
        Literal["incomplete", "waiting", "entered", "spared", "out"],
        "`incomplete`: players are missing, and there is no place; `waiting`: on the waiting list; `entered`: "
        "with a place; `spared`: with a place reserved while a player is missing; `out`: no longer takes part.",
    ]
    waiting_place: Annotated[int | None, "The place on the waiting list, from 1; null if it is not on the list."]
    answer_until: Annotated[Time | None, "Until when it can accept the place for which it is called; null for no call."]
    seed: Annotated[int | None, "The place in the order of strength at the start, from 1; null before the start."]
    rating: Annotated[int, "The mean rating of its players."]
    members: Annotated[list[EntrantMember], "The players of the side, captain first."]
    invited: Annotated[list[PlayerId], "The players who were asked to play for it."]
    byes: Annotated[list[EntrantBye], "The granted byes."]
    substitutions: NotRequired[
        Annotated[list[EntrantSubstitution], "The players who are replaced for a time.", Added()]
    ]
    arranged_substitutions: NotRequired[
        Annotated[list[ArrangedSubstitution], "Substitutions that begin with announced vacations.", Added()]
    ]


class EntrantPage(TypedDict):
    """A page of entrants."""

    entrants: Annotated[list[Entrant], "The entrants, in the order of their registration.", MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class EntryCode(TypedDict):
    """The entry code of a player for a tournament."""

    tournament: TournamentId
    player: PlayerId
    code: Annotated[str, "The code. It is not valid for other players or tournaments.", Pattern("^[A-Z2-7]{16}$")]


class TournamentPage(TypedDict):
    """A page of tournaments."""

    tournaments: Annotated[list[TournamentSummary], "The tournaments, newest first.", MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class TournamentSummary(TypedDict):
    """A tournament in a list."""

    id: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    status: TournamentStatus
    game: Game
    format: Annotated[str, "The name of the format."]
    starts_at: Annotated[Time | None, "When the tournament starts; null if a director starts it."]
    entrants: Annotated[int, "The number of entrants with a place.", Minimum(0)]
    rated: Annotated[bool, "Whether its results count for ratings."]
    series: Annotated[str | None, "The series or league of the tournament, by id."]
    owner: PlayerId
    updated_at: Time
