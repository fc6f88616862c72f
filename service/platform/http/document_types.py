"""The types of the documents about problems."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.games.zheng_shangyou.document_types import PossibleReading
from domain.kernel.document_types import Cards, OrderEnd, RuleId, Seats, TableId, Time, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Example,
    Examples,
    Format,
    Maximum,
    MaxItems,
    Minimum,
    MinItems,
    MinProperties,
    Named,
    Pattern,
    keywords,
)
from domain.kernel.seats import Seat
from domain.tournaments.staff import Role as TournamentRole
from domain.tournaments.terms import EntrantId
from service.platform.document_types import ProblemCode, Scope

ProblemType = Annotated[
    str,
    "The address of the explanation of the problem, on this server. It begins with the address of the "
    "server, except in answers to requests that cannot be read as HTTP. Compare `code` instead.",
    Format("uri-reference"),
    Pattern("^(https?://[^/?#]+)?/problems/[a-z_]+$"),
    Named("ProblemType"),
]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: ProblemType
    title: Annotated[str, "The title, which is the same for every problem of this code."]
    status: Annotated[int, "The HTTP status of the response.", Minimum(400), Maximum(599)]
    code: ProblemCode
    detail: Annotated[str, "A description of this case, for people."]
    hint: NotRequired[Annotated[str, "What would be valid, if known."]]
    rule: NotRequired[Annotated[RuleId, "The broken rule, if it is a rule of the game."]]
    rule_url: NotRequired[
        Annotated[
            str,
            "The address of the rule, on the page for this table if it applies there.",
            Pattern("^/docs/rules/[a-z0-9-]+([?][^#]*)?#[A-Z0-9-]+$"),
            Example("/docs/rules/zhang-2021#SJ-FOLLOW-03"),
        ]
    ]
    legal: NotRequired[
        Annotated[
            list[Cards],
            "Some sets of cards that would be accepted instead, if your own cards show them.",
            MinItems(1),
            MaxItems(20),
        ]
    ]
    facts: NotRequired[Facts]
    instance: Annotated[str, "The path of the request."]
    request_id: Annotated[str, "The id of the request, as in `X-Request-Id`."]


class UndecidedMatch(TypedDict):
    number: Annotated[int, "The match, from 1.", Minimum(1)]
    sides: list[EntrantId]


class FactsViolation(TypedDict):
    rule: str
    detail: str
    entrants: list[EntrantId]
    matches: Annotated[list[Annotated[int, Minimum(1)]], "The matches concerned, from 1, in the order of the request."]


@keywords(MinProperties(1))
class Facts(TypedDict):
    """Data about a problem for programs. Its members depend on the `code`."""

    fields: NotRequired[
        Annotated[
            dict[str, str],
            "`invalid_request`, `not_in_this_game`: what is wrong with each parameter, header or member, by its name "
            "or path.",
        ]
    ]
    scope: NotRequired[Annotated[Scope, "`missing_scope`: a required scope."]]
    version: NotRequired[Annotated[Version, "`stale_version`: the current version."]]
    corrections_until: NotRequired[Annotated[Time, "`tournament_finishing`: the end of the time for corrections."]]
    reopen_until: NotRequired[
        Annotated[
            Time,
            "`tournament_over`: the time until which the owner can reopen it; `reopening_too_late`: when that time "
            "ended.",
        ]
    ]
    until: NotRequired[
        Annotated[Time, "`silenced`: when you can send messages again; `barred`: when you can enter tournaments again."]
    ]
    policy: NotRequired[
        Annotated[
            str,
            "`rate_limited`: the limit that is used up, as in `RateLimit-Policy`. More may be added.",
            Examples(["read"]),
        ]
    ]
    score: NotRequired[Annotated[int, "`too_unreliable`: your score.", Minimum(0), Maximum(100)]]
    least: NotRequired[
        Annotated[
            int | None,
            "`invalid_times`, `invalid_settings`: the minimum; `too_unreliable`, `reliability_too_low`: the required "
            "score; `rating_out_of_range`: the lowest rating; `too_few_games`: the required number of games; for "
            "entrants: the required number.",
        ]
    ]
    most: NotRequired[
        Annotated[
            int | None, "`invalid_times`, `invalid_settings`: the maximum; `rating_out_of_range`: the highest rating."
        ]
    ]
    at: NotRequired[Annotated[Time, "For tournaments: the time concerned."]]
    board: NotRequired[Annotated[int, "For duplicate boards: the board concerned.", Minimum(1)]]
    season: NotRequired[Annotated[int, "For leagues: the last season.", Minimum(1)]]
    division: NotRequired[Annotated[int, "`division_too_small`: the division concerned.", Minimum(1)]]
    sets: NotRequired[
        Annotated[
            list[Annotated[int, Minimum(1)]],
            "`knows_the_deals`: the sets of boards still in play whose deals the player or a linked account knows.",
        ]
    ]
    partners: NotRequired[Annotated[int, "`partners_missing`: the required number of partners.", Minimum(1)]]
    key: NotRequired[Annotated[str, "For series: the occurrence concerned."]]
    team: NotRequired[Annotated[EntrantId, "For matches of teams: the team concerned."]]
    settings: NotRequired[Annotated[list[str], "`setting_fixed`: the settings that can no longer be changed."]]
    taken: NotRequired[Annotated[int, "`capacity_taken`: the number of entrants with a place.", Minimum(0)]]
    entrants: NotRequired[
        Annotated[
            Annotated[int, Minimum(0)] | list[EntrantId],
            "For tournaments: the number of entrants, or the entrants concerned.",
        ]
    ]
    entrant: NotRequired[Annotated[EntrantId, "For tournaments: the entrant concerned."]]
    tournament: NotRequired[
        Annotated[TournamentId, "`seats_of_match`, `has_left`: the tournament that decides who sits there."]
    ]
    command: NotRequired[Annotated[str, "`seats_of_match`: the command of the tournament with which you can leave."]]
    path: NotRequired[Annotated[str, "`seats_of_match`: the address for that command."]]
    right: NotRequired[Annotated[str, "`staff_only`: the required right."]]
    roles: NotRequired[Annotated[list[TournamentRole], "`staff_only`: the roles that have it."]]
    late_until_round: NotRequired[
        Annotated[
            int,
            "`registration_not_open`: the latest round in which an entrant may play its first match; 0: no late "
            "entries.",
            Minimum(0),
        ]
    ]
    player: NotRequired[Annotated[PlayerId, "For tournaments: the player concerned."]]
    players: NotRequired[
        Annotated[list[PlayerId], "For tournaments: the players of the entrant; `unclear_player`: those with the name."]
    ]
    name: NotRequired[Annotated[str, "`unclear_player`: the name."]]
    line: NotRequired[Annotated[int, "`unreadable_list`: the line of the table.", Minimum(1)]]
    invited: NotRequired[
        Annotated[list[PlayerId], "For tournaments: the players who were asked to play for the entrant."]
    ]
    substitutes: NotRequired[
        Annotated[list[PlayerId], "`not_a_substitute`: the players who have offered to substitute."]
    ]
    round: NotRequired[Annotated[int, "For tournaments: the round concerned."]]
    rounds: NotRequired[Annotated[int, "`no_such_round`: the number of paired rounds.", Minimum(0)]]
    match: NotRequired[Annotated[int, "For tournaments: the match concerned.", Minimum(1)]]
    matches: NotRequired[
        Annotated[
            Annotated[int, Minimum(0)] | list[Annotated[int, Minimum(1)] | UndecidedMatch],
            "For tournaments: the number of matches, or the matches concerned, from 1 in the order of the round.",
        ]
    ]
    sides: NotRequired[
        Annotated[
            list[EntrantId | int],
            "`match_undecided`: the opponents in the match; `format_does_not_fit`: the number of players per side.",
        ]
    ]
    members: NotRequired[
        Annotated[int, "`format_does_not_fit`: the required number of players of an entrant.", Minimum(1)]
    ]
    boards: NotRequired[Annotated[int, "`wrong_boards`: the number of boards in a set.", Minimum(1)]]
    newest: NotRequired[Annotated[int, "`not_newest_staff_act`: the number of the newest act.", Minimum(1)]]
    what: NotRequired[Annotated[str, "`act_not_undoable`: the type of the act."]]
    act: NotRequired[Annotated[int, "`act_has_followers`: the number of the act.", Minimum(1)]]
    followed_by: NotRequired[Annotated[list[str], "`act_has_followers`: the types of the events that have followed."]]
    next: NotRequired[Annotated[int, "`wrong_round_number`: the next round.", Minimum(1)]]
    violations: NotRequired[Annotated[list[FactsViolation], "`breaks_format`: the rules that the round would break."]]
    rating: NotRequired[Annotated[int, "`rating_out_of_range`: your rating."]]
    reliability: NotRequired[Annotated[int, "`reliability_too_low`: your reliability.", Minimum(0), Maximum(100)]]
    games: NotRequired[Annotated[int, "`too_few_games`: your number of rated games.", Minimum(0)]]
    known: NotRequired[Annotated[list[str], "`invalid_settings`: the known names."]]
    status: NotRequired[Annotated[str, "For tournaments: its status."]]
    kind: NotRequired[Annotated[str, "`bye_not_possible`: the kind of the bye."]]
    tables: NotRequired[Annotated[list[TableId], "For tournaments: the tables concerned."]]
    linked: NotRequired[Annotated[list[TableId], "For tournaments: the tables of the match."]]
    deal: NotRequired[Annotated[int, "`invalid_deal`: the number of the deal, from 1.", Minimum(1)]]
    turn: NotRequired[Annotated[Seat, "`not_your_turn`: the seat whose turn it is."]]
    seats: NotRequired[Annotated[Seats, "`not_your_turn`: the seats whose turn it is, if several act at once."]]
    cards: NotRequired[Annotated[int, "`other_number_of_cards`: the required number of cards.", Minimum(1)]]
    readings: NotRequired[Annotated[list[PossibleReading], "`no_such_reading`: the possible readings of the cards."]]
    missing: NotRequired[
        Annotated[Cards, "`cards_not_held`, `order_cards_not_held`: cards that you do not hold, or not in this number."]
    ]
    member: NotRequired[
        Annotated[str, "For refused orders: the path of the wrong member, such as `orders.0.then.1.cards`."]
    ]
    reason: NotRequired[Annotated[OrderEnd, "`order_ends_at_once`: the reason why it would end."]]
    lead: NotRequired[Annotated[Cards, "`claim_not_proven`: the first lead that is not certain to win."]]
    may_be_out: NotRequired[Annotated[Cards, "`claim_not_proven`: unseen cards with which another hand could beat it."]]
    free_seats: NotRequired[Annotated[list[Seat], "`seats_free`, `seat_occupied`: the seats that are free."]]
    option: NotRequired[
        Annotated[
            str,
            "`unknown_profile`, `unknown_option`, `invalid_option_value`, `not_at_this_table`, `invalid_times`: the "
            "option.",
        ]
    ]
    wanted: NotRequired[Annotated[str, "`not_at_this_table`: the required value of the option."]]
    allowed: NotRequired[
        Annotated[list[str | int], "`unknown_profile`, `invalid_option_value`: values that can be used."]
    ]
    options: NotRequired[Annotated[list[str], "`conflicting_options`: the options that contradict each other."]]
    is_over: NotRequired[Annotated[bool, "`table_sealed`: whether the table is over."]]
    ends_at: NotRequired[Annotated[Time, "`not_enough_vacation`: the latest time to which the vacation could last."]]
    field: NotRequired[Annotated[str, "`bad_question`: the path of the invalid member of the question."]]
