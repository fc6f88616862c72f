"""The documents of the API, as openapi.yaml has them; an answer may hold more than is said here.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

AccountEventType: TypeAlias = Literal[
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "partner_asked",
    "partner_agreed",
    "partner_withdrew",
    "match_found",
    "seat_taken",
    "seat_left",
    "table_started",
    "table_cancelled",
    "turn_began",
    "turn_reminder",
    "turn_resumed",
    "turn_missed",
    "orders_ended",
    "vacation_began",
    "vacation_ending",
    "stand_in_seated",
    "seat_resumed",
    "substitute_seated",
    "proposal_made",
    "proposal_ended",
    "hand_over",
    "match_ended",
    "table_expired",
    "table_called_off",
    "chat_message",
    "moderated",
    "board_challenged",
    "board_challenge_answered",
    "tournament_registration_opened",
    "tournament_registration_closing",
    "tournament_partner_asked",
    "tournament_partner_answered",
    "tournament_waiting",
    "tournament_place_offered",
    "tournament_entered",
    "tournament_left",
    "tournament_check_in_open",
    "tournament_substitute_called",
    "tournament_match_ready",
    "tournament_bye",
    "tournament_ladder",
    "tournament_result",
    "tournament_round_scheduled",
    "tournament_deadline_moved",
    "tournament_time_proposed",
    "tournament_time_agreed",
    "tournament_match_soon",
    "tournament_match_open",
    "tournament_result_reported",
    "tournament_result_disputed",
    "tournament_started",
    "tournament_paused",
    "tournament_resumed",
    "tournament_finishing",
    "tournament_over",
    "tournament_corrected",
    "tournament_event",
    "league_partner_asked",
    "league_partner_answered",
    "league_continue_asked",
    "league_season_settled",
    "league_left",
    "league_registration_closing",
]


AceHookOption: TypeAlias = Literal["off", "any_ace_no_threshold", "matching_suit_longest_unit"]


ActedForHow: TypeAlias = Literal["order", "forced", "stand_in", "automatic"]


Action: TypeAlias = Literal["none", "warn", "mute_player", "remove_message", "appoint", "dismiss"]


ActionId: TypeAlias = str


Advance: TypeAlias = Literal["none", "declarers", "opponents"]


AdvancementOption: TypeAlias = Literal["table", "simple"]


AfterFinalOption: TypeAlias = Literal["end", "wrap"]


class AskForAnalysis(TypedDict):
    """The hand to analyse."""

    hand: int


AskForByeCommandKind: TypeAlias = Literal["half", "zero", "full"]


AskForRematchSeats: TypeAlias = Literal["same", "rotate"]


AskedForACardAsked: TypeAlias = Literal["discard", "pay_tribute", "take"]


class AskedToFollowOwed(TypedDict):
    width: int
    length: int


AskedToLeadAsked: TypeAlias = Literal["play", "consent"]


AssignedShare: TypeAlias = int | None


BeginGuestSessionLanguage: TypeAlias = Literal["en", "zh-Hans"]


class BeginSession(TypedDict):
    """A login with its password."""

    name: str
    password: str


BoardBot: TypeAlias = Literal["club", "expert", "random", "steady"]


BoardId: TypeAlias = str


class BoardMatchAnswer(TypedDict):
    """The answer to a match of pairs."""

    agrees: bool


BoardMatchId: TypeAlias = str


class BoardMatchResult(TypedDict):
    """The result of a board match."""

    imps: int
    challenger: int
    opponent: int


BoardMatchStatus: TypeAlias = Literal["open", "over"]


BoardOverriddenHow: TypeAlias = Literal["score", "averages", "shares", "void", "as_played"]


BoardProfile: TypeAlias = str


class BoardScore(TypedDict):
    """The score of a table on a board, from the side of the seat."""

    excess: int
    levels: int
    step: int
    total: int


class BoardsDealtData(TypedDict):
    round: int
    sets: list[int]
    deals: list[int]
    commitments: list[tuple[int, str, str | None]]


BoardsInputScoring: TypeAlias = Literal["matchpoints", "imps", "victory_points"]


BombsOption: TypeAlias = Literal["off", "on", "any_suit"]


Bot: TypeAlias = Literal["caretaker", "club", "expert", "random", "steady"]


BotOrNone: TypeAlias = Bot | None


class BotRating(TypedDict):
    """The rating of a bot by a profile, among the bots of its game."""

    profile: str
    rating: float
    low_95: float
    high_95: float
    deals: int
    decision_ms: float
    slowest_ms: float


BracketMatchStatus: TypeAlias = Literal["awaited", "ready", "playing", "undecided", "decided"]


BracketSideSource: TypeAlias = Literal["seed", "winner", "loser"]


ByeKind: TypeAlias = Literal["pairing", "full", "half", "zero", "absent"]


ByesInputPairing: TypeAlias = Literal["full", "half", "zero", "average"]


class ByoYomiClock(TypedDict):
    """A main time, and then periods. A turn that ends within its period does not use it up."""

    kind: Literal["byo_yomi"]
    main_s: int
    periods: int
    period_s: int


CalendarEntryKind: TypeAlias = Literal["deadline", "answer", "vacation_starts", "vacation_ends", "tournament"]


class CalendarInput(TypedDict):
    """The dates of seasons."""

    starts_at: str
    length_s: int
    break_s: int
    closes_before_s: int
    seasons: NotRequired[int | None]


CalendarPauseKind: TypeAlias = Literal["quiet_hours", "weekend", "vacation"]


CallWord: TypeAlias = Literal["ordinal", "first", "other", "owner"]


CalledOffWhy: TypeAlias = Literal["result_given", "match_called_off", "tournament_over"]


Canned: TypeAlias = Literal[
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "good_game",
    "congratulations",
    "sorry",
    "need_time",
    "back_soon",
    "goodbye",
]


class CannedMessage(TypedDict):
    """A canned message, which each client shows in its own language."""

    canned: Canned


Card: TypeAlias = Literal[
    "2C",
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "10C",
    "JC",
    "QC",
    "KC",
    "AC",
    "2D",
    "3D",
    "4D",
    "5D",
    "6D",
    "7D",
    "8D",
    "9D",
    "10D",
    "JD",
    "QD",
    "KD",
    "AD",
    "2H",
    "3H",
    "4H",
    "5H",
    "6H",
    "7H",
    "8H",
    "9H",
    "10H",
    "JH",
    "QH",
    "KH",
    "AH",
    "2S",
    "3S",
    "4S",
    "5S",
    "6S",
    "7S",
    "8S",
    "9S",
    "10S",
    "JS",
    "QS",
    "KS",
    "AS",
    "SJ",
    "BJ",
    "FC",
]


class CardOrderInput(TypedDict):
    """The `input` of a `card_order` question."""


Cards: TypeAlias = list[Card]
"""Known cards."""


CardsToMove: TypeAlias = list[Card]
"""Cards from your hand. Name a card twice to send both copies."""


ChallengedPlayer: TypeAlias = str


ChaoDiPiOption: TypeAlias = Literal["off", "single_pass", "repeat"]


class ChaoOrderAnswer(TypedDict):
    """The answer to a `chao_order` question."""

    high_to_low: list[str]


class ChaoOrderInput(TypedDict):
    """The `input` of a `chao_order` question."""


ChatRule: TypeAlias = Literal["all", "canned", "off"]


class CheckInOpenedData(TypedDict):
    pass


class ChooseLanguage(TypedDict):
    """The language of texts for the player."""

    language: BeginGuestSessionLanguage | None


ClaimCommandLead: TypeAlias = list[Card]


class ClaimGuest(TypedDict):
    """A claim code."""

    claim_code: str


ClientId: TypeAlias = str


class ClientPreferences(TypedDict):
    """The preferences of a player."""

    preferences: dict[str, str]


class ClockReadingBudget(TypedDict):
    """The time left between turns, besides the new time of each turn."""

    reserve_ms: int
    periods_left: int


ClockWantedKind: TypeAlias = Literal["none", "simple", "fischer", "byo_yomi", "time_bank"]


class ClockWantedPerMoveS(TypedDict):
    """The minimum and maximum of seconds for each turn."""

    least: int
    most: int


class CloseByMuting(TypedDict):
    """The player cannot send messages for these days."""

    action: Literal["mute_player"]
    days: int
    note: NotRequired[str]


class CloseByRemoval(TypedDict):
    """The reported message is removed."""

    action: Literal["remove_message"]
    note: NotRequired[str]


class CloseByWarning(TypedDict):
    """The player is warned."""

    action: Literal["warn"]
    note: NotRequired[str]


class CloseWithoutAction(TypedDict):
    """Nothing is done."""

    action: Literal["none"]
    note: NotRequired[str]


CodeChallenge: TypeAlias = str


Commitment: TypeAlias = str


class ComparedCriterion(TypedDict):
    """A criterion of the standings, with the figures of two entrants."""

    criterion: str
    rule: str | None
    one: str
    other: str
    decides: bool


class ConfirmMailAddress(TypedDict):
    """A code from a mail."""

    code: str


class Contract(TypedDict):
    """An OpenAPI document."""

    openapi: Literal["3.1.0"]
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


ContractPart: TypeAlias = Literal[
    "accounts",
    "oauth",
    "tables",
    "play",
    "meeting",
    "leagues",
    "tournaments",
    "ratings",
    "boards",
    "analysis",
    "talk",
    "moderation",
    "webhooks",
    "sandbox",
    "rules",
    "operations",
]


class CostOfOthers(TypedDict):
    """What the mistakes of others with the same cards cost."""

    tables: int
    points: float


class CreationDryRun(TypedDict):
    """The result of a dry run for a tournament that could be created."""

    legal: Literal[True]
    events: list[str]


CrossTableBy: TypeAlias = Literal["rounds", "opponents"]


CurrentPassword: TypeAlias = str


Cursor: TypeAlias = str


CutterOption: TypeAlias = Literal["left_of_first_drawer", "any_other"]


DealInHandsHand: TypeAlias = list[Card]


DealModeOption: TypeAlias = Literal["auction", "live_draw", "plan"]


class DealShapeAnswer(TypedDict):
    """The answer to a `deal_shape` question."""

    cards: int
    jokers: int
    removed: int
    kitty: int
    hand: int
    declarer_team: int
    friends_called: int
    opponents_need: int
    step: int


class DealShapeInput(TypedDict):
    """The `input` of a `deal_shape` question."""


Decision: TypeAlias = Literal[
    "bid",
    "bury",
    "call_friends",
    "consent",
    "declare",
    "discard",
    "pay_tribute",
    "plan",
    "play",
    "redeal",
    "review",
    "take",
]


class DeckPointsInput(TypedDict):
    """The `input` of a `deck_points` question."""


DeclarationKind: TypeAlias = Literal["declare", "reinforce", "override"]


DeclarationWindowOption: TypeAlias = Literal["draw", "until_kitty_taken"]


DeclineReason: TypeAlias = Literal[
    "no_time", "not_now", "rules", "pace", "too_fast", "too_slow", "partner", "opponents", "bots", "other"
]


Delay: TypeAlias = Literal["none", "trick", "hand", "minutes"]


class DelayOfHand(TypedDict):
    """Spectators see a hand when it is over."""

    delay: Literal["hand"]


class DelayOfMinutes(TypedDict):
    """Spectators see the table this many minutes later."""

    delay: Literal["minutes"]
    minutes: int


class DelayOfTrick(TypedDict):
    """Spectators see a trick when it is over."""

    delay: Literal["trick"]


DeliveryId: TypeAlias = str


DeliveryState: TypeAlias = Literal["pending", "delivered", "failed"]


class DeviceCodes(TypedDict):
    """The codes for a device (RFC 8628, 3.2)."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


DivisionCorrectedEffect: TypeAlias = Literal["counts", "remade", "overridden", "too_late"]


DivisionEndedStatus: TypeAlias = Literal["finished", "cancelled", "idle"]


DoubleJoinOption: TypeAlias = Literal["allowed", "ignored"]


class DropLogin(TypedDict):
    """The password of the login to delete."""

    current_password: CurrentPassword


EffectiveSuit: TypeAlias = Literal["C", "D", "H", "S", "T"]


class EffectiveSuitAnswer(TypedDict):
    """The answer to a `effective_suit` question."""

    suits: list[EffectiveSuit]
    all: EffectiveSuit | None


class EloStanding(TypedDict):
    """An Elo rating. Only games between two sides of equal size change it."""

    rating: int
    games: int
    won: int
    provisional: bool


class EmptyClock(TypedDict):
    """No time limit, as with the kind `none`."""


EndReason: TypeAlias = Literal["won", "hands_played", "conceded", "drawn", "abandoned", "forfeited"]


EnforcementOption: TypeAlias = Literal["server", "honor"]


EnterEntrantsCommandEntrantGuest: TypeAlias = str


class EntrantBye(TypedDict):
    round: int
    kind: ByeKind


class EntrantCounts(TypedDict):
    """The numbers of entrants."""

    with_place: int
    waiting: int
    incomplete: int
    out: int


EntrantId: TypeAlias = str


class EntrantQueuedData(TypedDict):
    entrant: EntrantId


EntrantReinstatedStatus: TypeAlias = Literal["incomplete", "waiting", "entered", "spared", "out"]


EntrantWithdrawnReason: TypeAlias = Literal["left", "removed", "no_show", "not_checked_in", "declined", "no_answer"]


Entropy: TypeAlias = str


class EqualRankAnswer(TypedDict):
    """The answer to a `equal_rank` question."""

    same_level: bool
    pair: bool


class EqualRankInput(TypedDict):
    """The `input` of a `equal_rank` question."""

    cards: list[Card]


EventLines: TypeAlias = str


EventNumber: TypeAlias = int


class EventOfRecord(TypedDict):
    """The type and the data of an event."""

    type: str
    data: dict[str, Any]


EventStream: TypeAlias = str


ExpectedVersion: TypeAlias = int


class ExportedBoardMatch(TypedDict):
    """A match on boards that you play."""

    id: BoardMatchId
    challenger: bool
    view: str


ExportedMailStatus: TypeAlias = Literal["pending", "sent", "dropped", "failed"]


class FactsViolation(TypedDict):
    rule: str
    detail: str
    entrants: list[EntrantId]
    matches: list[int]


FieldInputKind: TypeAlias = Literal["player", "pair", "team"]


FieldInputSeeding: TypeAlias = Literal["rating", "entry", "lot"]


class FigureAsCount(TypedDict):
    """A number of entrants."""

    count: int


FigureAsShareRounding: TypeAlias = Literal["up", "down", "nearest"]


class FillerRankAnswer(TypedDict):
    """The answer to a `filler_rank` question."""

    order_high_to_low: Cards
    tractor_with_neighbours: bool


class FillerRankInput(TypedDict):
    """The `input` of a `filler_rank` question."""


class FinishTournamentCommand(TypedDict):
    """Ends the tournament between two rounds. If rounds are left, give a reason. While the tournament is finishing, it ends the time for corrections. Events: `corrections_opened`, or `tournament_finished` if there is no time for corrections."""

    type: Literal["finish_tournament"]
    expected_version: NotRequired[ExpectedVersion]
    reason: NotRequired[str]


FirstDealerFallbackOption: TypeAlias = Literal["first_drawer", "redeal"]


FirstDrawerAceOption: TypeAlias = Literal["one", "redraw"]


class FirstDrawerFound(TypedDict):
    count: int
    seats_right_of_shuffler: int


FirstDrawerInputRevealedRank: TypeAlias = Literal[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"
]


FirstDrawerMethodOption: TypeAlias = Literal["random", "count", "shuffler"]


class FirstDrawerRedrawn(TypedDict):
    redraw: Literal[True]


FirstHandDealerOption: TypeAlias = Literal[
    "last_declarer", "last_suit_declarer", "first_declarer", "first_pair", "first_joker_pair"
]


class FischerClock(TypedDict):
    """An initial time. Each turn adds the increment, up to the cap."""

    kind: Literal["fischer"]
    initial_s: int
    increment_s: int
    cap_s: int


class ForcedUnitOrderAnswer(TypedDict):
    """The answer to a `forced_unit_order` question."""

    weakest_first: list[str]


class ForcedUnitOrderInput(TypedDict):
    """The `input` of a `forced_unit_order` question."""


FreeLeadsOption: TypeAlias = Literal["any_tuple", "full_tuples_only"]


class FreeMessage(TypedDict):
    """A message in the player's own words."""

    text: str


class FriendCallAnswer(TypedDict):
    """The answer to a `friend_call` question."""

    legal: list[bool]
    complete: bool


FriendCallStyleOption: TypeAlias = Literal["ordinal", "first_other", "card_owner"]


FriendCardOption: TypeAlias = Literal["non_trump", "any", "no_highest", "no_points"]


class FriendPointsAnswer(TypedDict):
    """The answer to a `friend_points` question."""

    opponent_points: int


class FriendsCalledCall(TypedDict):
    word: CallWord
    card: Card
    ordinal: int


Game: TypeAlias = Literal["sheng_ji", "zheng_shangyou"]


class GiveByeBackCommand(TypedDict):
    """Gives a bye back, so that the entrant plays the round. Event: `bye_given_back`."""

    type: Literal["give_bye_back"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    round: int


GivenTime: TypeAlias = str


GouDaoDiOption: TypeAlias = Literal["off", "any_trump_jack", "matching_suit_longest_unit", "any_jack_no_threshold"]


class GradeFigures(TypedDict):
    """The effect of a session on a grade: `gain` times the score minus the expected score, weighted by `boards` of `of_boards`. All other members are in percent."""

    before: float
    after: float
    partner_grade: float | None
    field: float
    expected: float
    score: float
    gain: Literal[1, 2]
    boards: int
    of_boards: int
    boards_graded: int
    provisional: bool
    sentence: str


GradesPageOf: TypeAlias = Literal["players", "partnerships"]


HandAnalysisStatus: TypeAlias = Literal["none", "waiting", "running", "done"]


class HandOpenedData(TypedDict):
    hand: int
    entropies: list[Entropy]
    commitment: Commitment
    next_commitment: Commitment
    next_secret: None


HandPhase: TypeAlias = Literal["declare", "exchange", "kitty", "lead", "follow", "ruff", "end"]


HandRedealtReason: TypeAlias = Literal["no_trump", "points", "kitty_joker", "no_dealer"]


HandSizes: TypeAlias = list[int]
"""The number of cards of each seat, in seat order."""


HandSortAnswerGroup: TypeAlias = int


class HandSortAnswer(TypedDict):
    """The answer to a `hand_sort` question."""

    count: int
    groups: list[tuple[EffectiveSuit, HandSortAnswerGroup]]
    cards: Cards


class HandTotalAnswer(TypedDict):
    """The answer to a `hand_total` question."""

    factor: int
    kitty_bonus: int
    total: int
    advance: Advance
    levels: int
    opponents_become_declarers: bool
    laps_of_13: str


Hands: TypeAlias = int | None


HandsPlayed: TypeAlias = int


class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]
    version: str


HistoryViewOption: TypeAlias = Literal["last_trick", "all"]


HongWuOption: TypeAlias = Literal["off", "h5", "h5_d5"]


InboxEntryKind: TypeAlias = Literal["turn", "proposal", "challenge", "tournament"]


InboxGroupName: TypeAlias = Literal["deadline_near", "my_turn", "my_answer", "others", "snoozed"]


InboxSeatSide: TypeAlias = Literal["you", "partner", "opponent", "other"]


InitialDeclareOption: TypeAlias = Literal["single", "single_or_joker_pair", "single_or_pair_or_joker_pair"]


class IntrospectionRequest(TypedDict):
    """The token to introspect."""

    token: str
    token_type_hint: NotRequired[str]


InvitationId: TypeAlias = str


IsPublic: TypeAlias = bool


IsSealed: TypeAlias = bool


JokerPairOrderOption: TypeAlias = Literal["big_over_small", "flat"]


class JudgedMove(TypedDict):
    """A move with what the teacher expects of it."""

    move: dict[str, Any]
    points: float
    error: float


class KeepApartCommand(TypedDict):
    """Keeps these entrants from meeting each other from the next round on, such as members of a household. In a night and in an individual Swiss they share no table, as partners or as opponents. Event: `entrants_kept_apart`."""

    type: Literal["keep_apart"]
    expected_version: NotRequired[ExpectedVersion]
    entrants: list[EntrantId]


Kitty: TypeAlias = Cards | None


KittyAwardedToOption: TypeAlias = Literal["opponents", "last_trick_winner_team"]


KittyFactor: TypeAlias = int


class KittyFactorAnswer(TypedDict):
    """The answer to a `kitty_factor` question."""

    factor: int


KittyMultiplierOption: TypeAlias = Literal[
    "pow2_pairs", "pow2_cards", "twice_cards", "twice_len_plus_one", "twice_total_cards", "flat_2"
]


KittyPoints: TypeAlias = int


KittyRevealOption: TypeAlias = Literal["always_after_hand", "on_opponents_last_trick"]


class KittyRevealedData(TypedDict):
    cards: Cards


KittyTurnedCards: TypeAlias = Cards


class KittyTurnedData(TypedDict):
    cards: Cards


KittyUnitSourceOption: TypeAlias = Literal["lead", "any_play", "winner"]


class LabCall(TypedDict):
    """A called card, with its ordinal or word if the style has several."""

    card: Card
    ordinal: NotRequired[int]
    style: NotRequired[CallWord]


LabCalls: TypeAlias = list[LabCall]
"""Calls of friends."""


LabCards: TypeAlias = list[Card]
"""Cards. None may occur more often than there are decks."""


LabHandsLabHand: TypeAlias = list[Card]


LabHands: TypeAlias = list[LabHandsLabHand]
"""The relevant cards of other hands."""


LabKind: TypeAlias = Literal[
    "bid_sequence",
    "card_order",
    "chao_order",
    "chao_turns",
    "deal_shape",
    "deck_points",
    "effective_suit",
    "equal_rank",
    "filler_rank",
    "first_drawer",
    "follow",
    "forced_unit_order",
    "friend_call",
    "friend_points",
    "friend_reveal",
    "hand_sort",
    "hand_total",
    "kitty_factor",
    "last_trick_unit",
    "level_reset",
    "level_step",
    "missing_bonus",
    "next_dealer",
    "night_rating",
    "no_declaration",
    "redeal_claim",
    "score",
    "throw",
    "throw_decomposition",
    "throw_penalty",
    "tier_counts",
    "tractor",
    "trick_winner",
    "trump_rank",
    "unit",
    "unit_relevance",
    "zs_beats",
    "zs_combo",
    "zs_exchange",
    "zs_game_end",
    "zs_order",
    "zs_score",
    "zs_team_score",
]


LabNumber: TypeAlias = int


LabPattern: TypeAlias = Literal["single", "set", "seq", "mseq"]


LabPoints: TypeAlias = int


LabSeat: TypeAlias = str


LabSeatOrNone: TypeAlias = LabSeat | None


LabSetupTrumpSuit: TypeAlias = Literal["C", "D", "H", "S"]


class LabShape(TypedDict):
    """The shape of a unit."""

    tuple: int
    run: int


LadderPlaceLostWhy: TypeAlias = Literal["declined", "unanswered"]


Language: TypeAlias = str


LapsLap: TypeAlias = int


Laps: TypeAlias = list[LapsLap]
"""How often each team or seat has passed the final level, if the levels begin again after it."""


class LastTrickUnitAnswer(TypedDict):
    """The answer to a `last_trick_unit` question."""

    unit: Cards
    factor: int
    factor_pow2_pairs: int
    factor_pow2_cards: int
    factor_twice_cards: int
    factor_twice_len_plus_one: int
    factor_twice_total_cards: int
    factor_flat_2: int
    factor_if_2: int
    factor_if_3: int


class LastTrickUnitInput(TypedDict):
    """The `input` of a `last_trick_unit` question."""

    winning_cards: LabCards


LateEntryInputBye: TypeAlias = Literal["half", "zero"]


LaterFirstDrawerOption: TypeAlias = Literal["dealer", "right_of_dealer", "right_of_previous_dealer"]


LeaderboardPageSystem: TypeAlias = Literal["elo", "team"]


class LeagueFigure(TypedDict):
    """A `count`, or a share with its `rounding`."""

    count: NotRequired[int]
    numerator: NotRequired[int]
    denominator: NotRequired[int]
    rounding: NotRequired[FigureAsShareRounding]


LeagueId: TypeAlias = str


LeagueMemberStatus: TypeAlias = Literal["incomplete", "member", "out"]


LeagueMemberWithdrawnReason: TypeAlias = Literal["left", "removed", "declined", "not_continued"]


class LeaguePlace(TypedDict):
    """The final place of a side."""

    entrant: EntrantId
    rank: int
    points: int


class LeaguePlanRules(TypedDict):
    """The sizes of divisions, and the numbers promoted and relegated."""

    least: int
    most: int
    promoted: LeagueFigure
    relegated: LeagueFigure


LeagueRegistrationClosingAccountWhat: TypeAlias = Literal["partner_consent", "partners", "continue"]


LeagueSeasonDivisionStatus: TypeAlias = Literal["waiting", "playing", "over"]


LeagueStatus: TypeAlias = Literal["waiting", "settled", "playing", "ended"]


class LeaveCommand(TypedDict):
    """Gives up your seat. Before the start it becomes free: `seat_left`. During the match a bot stands in until you return, a substitute takes over, or the seat forfeits: `stand_in_seated`."""

    type: Literal["leave"]
    expected_version: NotRequired[ExpectedVersion]


class LeaveEntrantCommand(TypedDict):
    """Leaves the tournament without withdrawing the rest of your pair or team. Events: `member_left`, or `entrant_withdrawn` if no player remains. If you are in a match at a table and a teammate stays, a bot takes your seat immediately and a substitute is called, unless `rounds.leaving` is `ends_match`. If a hand is already over, you alone lose the game for your rating, as by a forfeit, for any result; partners and opponents keep theirs. `dry_run=true` shows the cost in `leaving`."""

    type: Literal["leave_entrant"]
    expected_version: NotRequired[ExpectedVersion]


LeavingCostRating: TypeAlias = Literal["unchanged", "loss", "first_hand"]


LeavingCostSeatGoesTo: TypeAlias = Literal["substitute", "stand_in"]


class LegalFollow(TypedDict):
    legal: Literal[True]


class LengthInHands(TypedDict):
    """The match ends after this number of hands at the latest."""

    kind: Literal["hands"]
    hands: int


class LengthOfBoard(TypedDict):
    """The match is one hand."""

    kind: Literal["board"]


class LengthOfMatch(TypedDict):
    """The match is played until it is won."""

    kind: Literal["match"]


class LetMeetCommand(TypedDict):
    """Allows these entrants to meet each other again. Event: `entrants_let_meet`."""

    type: Literal["let_meet"]
    expected_version: NotRequired[ExpectedVersion]
    entrants: list[EntrantId]


Level: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "NT"]


LevelAfterAceOption: TypeAlias = Literal["off", "no_trump"]


LevelOrNone: TypeAlias = Level | None


LevelResetAnswerDeclarersLevel: TypeAlias = Literal[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "not_reset"
]


class LevelStepAnswer(TypedDict):
    """The answer to a `level_step` question."""

    level: Level
    game_won: bool
    laps: int
    attempted: list[Level]


Levels: TypeAlias = list[Level]
"""The level of each team, or of each seat if friends are called."""


LevelsWon: TypeAlias = int


class Link(TypedDict):
    """A link, in the form of HAL."""

    href: str
    templated: NotRequired[bool]


LocalStart: TypeAlias = str


MailAddressOrNone: TypeAlias = str | None


class MakeInvitation(TypedDict):
    """A new invitation to an open table."""

    seat: NotRequired[int | None]
    uses: NotRequired[int]
    expires_after_s: NotRequired[int]


MatchTimeProposedSide: TypeAlias = Literal["first", "second"]


class MatchToPair(TypedDict):
    """A match between two entrants."""

    first: EntrantId
    second: EntrantId


Measure: TypeAlias = Literal["none", "warn", "mute_player", "remove_message"]


MemberLeftReason: TypeAlias = Literal["left", "no_show", "replaced"]


MessageHidden: TypeAlias = Literal["blocked", "muted"]


MinReliability: TypeAlias = int | None


Missing: TypeAlias = int


class MissingBonusAnswer(TypedDict):
    """The answer to a `missing_bonus` question."""

    dealer_levels: int
    other_declarers_levels: int


class MissingBonusInput(TypedDict):
    """The `input` of a `missing_bonus` question."""

    levels: LabNumber
    missing_teammates: LabNumber


MissingBonusScopeOption: TypeAlias = Literal["dealer", "declarers"]


MissingTeammateBonusOption: TypeAlias = Literal["off", "n_per_missing"]


Moment: TypeAlias = str


class MonthOfMistakes(TypedDict):
    """The cost of your mistakes in one month."""

    month: str
    hands: int
    points_a_hand: float


class MoveClock(TypedDict):
    """How far the clock of a sandbox moves forward: by seconds, or to a time."""

    seconds: NotRequired[int]
    to: NotRequired[GivenTime]


class MoveDeadlineCommand(TypedDict):
    """Changes the deadline of the current round. Event: `deadline_moved`."""

    type: Literal["move_deadline"]
    expected_version: NotRequired[ExpectedVersion]
    deadline: str
    reason: str


MoveList: TypeAlias = list[Cards]
"""Sets of cards that can be sent, each as the `cards` of a command."""


MoveReason: TypeAlias = Literal[
    "newcomer",
    "promoted",
    "relegated",
    "stays",
    "fills_place",
    "makes_room",
    "division_ended",
    "overridden",
    "withdrawn",
]


class MyPace(TypedDict):
    """Your pace over the last 30 days, at tables with a clock."""

    days: int
    moves: int
    moves_per_day: float
    median_answer_s: int | None
    ninety_percent_answer_s: int | None
    late_turns: int


Name: TypeAlias = str


NewWebhookDisabledBy: TypeAlias = Literal["failing", "gone", "owner"]


NextCursor: TypeAlias = Cursor | None


class NextDealerInput(TypedDict):
    """The `input` of a `next_dealer` question."""

    dealer_seat: int
    declarers_won: bool


class NightRatingAnswer(TypedDict):
    """The answer to a `night_rating` question."""

    delta: dict[str, int]


class NightRatingInput(TypedDict):
    """The `input` of a `night_rating` question."""

    ratings: dict[str, LabNumber]
    winners: list[str]
    games: NotRequired[dict[str, LabNumber]]


class NoDeclarationInput(TypedDict):
    """The `input` of a `no_declaration` question."""

    kitty_in_order: LabCards


NoDeclarationJokerOption: TypeAlias = Literal["skip", "no_trump", "redeal"]


NoDeclarationOption: TypeAlias = Literal["rank_then_highest", "first_card"]


class NoDelay(TypedDict):
    """Spectators see the table at once."""

    delay: Literal["none"]


class NoTractor(TypedDict):
    tractor: Literal[False]


NoTrumpDeclareOption: TypeAlias = Literal["off", "joker_pair"]


class NoUnit(TypedDict):
    unit: None
    reason: str


class NoneClock(TypedDict):
    """No time limit."""

    kind: Literal["none"]


class Nothing(TypedDict):
    """An empty object. It means that the request was successful."""


class NothingAsked(TypedDict):
    """It is not your turn."""

    asked: None
    cards: list[Cards]
    complete: Literal[True]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


OAuthErrorCode: TypeAlias = Literal[
    "access_denied",
    "authorization_pending",
    "expired_token",
    "invalid_client",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "slow_down",
    "unsupported_grant_type",
]


OAuthState: TypeAlias = str


OccurrenceState: TypeAlias = Literal["to_come", "opened", "skipped", "missed"]


class OfferToSubstituteCommand(TypedDict):
    """Puts you on the list of substitutes. Event: `substitute_offered`."""

    type: Literal["offer_to_substitute"]
    expected_version: NotRequired[ExpectedVersion]
    code: NotRequired[str]


OpenTableTimeOdd: TypeAlias = int


class OpenValue(TypedDict):
    """The value of a trick with all cards known: what the opponents of the declarers have at the end of the hand."""

    trick: int
    low: int
    high: int
    exact: bool


OpponentPoints: TypeAlias = int


class OpponentsOfSeek(TypedDict):
    """What a seek asks of the other players. For a pair, each of the two has the wishes."""

    not_met_days: int | None
    known_only: bool
    least_reliability: int | None
    most_seconds_a_turn: int | None


class OpponentsWanted(TypedDict):
    """What the other players have to be like. Newcomers have no reliability yet and are not refused for it."""

    not_met_days: NotRequired[int | None]
    known_only: NotRequired[bool]
    least_reliability: NotRequired[int | None]
    most_seconds_a_turn: NotRequired[int | None]


OptionKind: TypeAlias = Literal["choice", "integer", "levels"]


OrderEnd: TypeAlias = Literal[
    "card_gone",
    "condition_impossible",
    "hand_over",
    "match_over",
    "not_legal",
    "overtaken",
    "played",
    "trick_over",
    "withdrawn",
]


OrderFactsAsked: TypeAlias = Literal["bid", "declare", "plan", "play", "redeal", "review"]


OrderFactsLedShape: TypeAlias = Literal[
    "multiple_sequence", "pair", "run", "sequence", "set", "single", "throw", "tractor", "tuple"
]


OrderId: TypeAlias = str


OrderInputDo: TypeAlias = Literal[
    "play", "lead", "follow_lowest", "points_to_partner", "cover", "declare", "pass", "play_out"
]


OrderInputOtherwise: TypeAlias = Literal["lowest", "pass", "wait"]


OrderInputOver: TypeAlias = Literal["nobody", "others", "opponents", "any"]


OrderInputUntil: TypeAlias = Literal["trick", "hand", "match"]


OrderSide: TypeAlias = Literal["self", "partner", "opponent"]


class OrdersOfSeatEnded(TypedDict):
    id: OrderId
    reason: OrderEnd
    means: str


OverrideBoardCommandAveragesEven: TypeAlias = Literal["average_plus", "average", "average_minus"]


class OverrideBoardCommandScore(TypedDict):
    """The score of the even seats. It is compared like a played one."""

    excess: int
    levels: int


class OverrideBoardCommandShares(TypedDict):
    """The shares of the top for the even and the odd seats, in hundredths of a per cent. In IMPs, each 10 % above half is worth 3."""

    even: int
    odd: int


OverrideDivisionsCommandDivision: TypeAlias = list[EntrantId]


class OverrideDivisionsCommand(TypedDict):
    """Replaces the divisions of a settled season before it starts. Every player must be in them once; seed 1 comes first. Event: `divisions_overridden`."""

    type: Literal["override_divisions"]
    expected_version: NotRequired[ExpectedVersion]
    season: int
    divisions: list[OverrideDivisionsCommandDivision]
    reason: str


OverrideSameSuitOption: TypeAlias = Literal["forbidden", "allowed"]


OwnHand: TypeAlias = Cards | None


class PairingRefusedData(TypedDict):
    round: int
    code: str
    detail: str


class PairingRemark(TypedDict):
    """Something that staff may want to know about a pairing, although no rule forbids it."""

    rule: Literal["club"]
    detail: str
    match: int
    entrants: list[EntrantId]


class PartFromPartnerCommand(TypedDict):
    """Ends your partnership with the partner you have chosen, from the next round on. Event: `partners_parted`."""

    type: Literal["part_from_partner"]
    expected_version: NotRequired[ExpectedVersion]


Party: TypeAlias = Literal["declarers", "opponents"]


class PassCommand(TypedDict):
    """Passes: shows nothing when asked to declare or bid, claims no redeal, or challenges nobody. Events: `declaration_passed`, `redeal_waived`, `kitty_bid_passed`, `review_passed`, or `plan_filed` with an empty plan. After the last pass the next phase follows, such as `trump_fixed` and `kitty_taken`, with `kitty_turned` before them if nobody declared. In Zheng Shangyou, plays nothing this time. Events: `turn_passed`, and after the last pass `round_ended`."""

    type: Literal["pass"]
    expected_version: NotRequired[ExpectedVersion]


class PasskeyAnswer(TypedDict):
    """The answer of a device."""

    credential: dict[str, Any]


PasskeyId: TypeAlias = str


class PasskeyOptions(TypedDict):
    """What the browser needs to ask the device."""

    options: dict[str, Any]


Pattern: TypeAlias = Literal["single", "set", "multiple_sequence", "sequence"]


class PauseTournamentCommand(TypedDict):
    """Pauses the tournament: clocks stop, no deadline passes, no round begins. Event: `tournament_paused`."""

    type: Literal["pause_tournament"]
    expected_version: NotRequired[ExpectedVersion]
    reason: str


class Pauses(TypedDict):
    """Which pauses of the players' calendars stop their clocks."""

    vacation: bool
    weekends: bool
    quiet_hours: bool


class PausesInput(TypedDict):
    """Which pauses of the players' calendars stop their clocks. The defaults are true if the first turn has 6 hours or more, and false with a faster clock."""

    vacation: NotRequired[bool]
    weekends: NotRequired[bool]
    quiet_hours: NotRequired[bool]


class PayTributeCommand(TypedDict):
    """Zheng Shangyou: pays a card of the highest rank that you hold, as one of the last two of the previous hand. Events: `tribute_paid`, and `tribute_revealed` when both have paid."""

    type: Literal["pay_tribute"]
    expected_version: NotRequired[ExpectedVersion]
    card: Card


Penalties: TypeAlias = int


class PlannedShow(TypedDict):
    """Cards that you would show, and the declarations that they may beat."""

    cards: CardsToMove
    over: OrderInputOver


PlayCommandUnit: TypeAlias = list[Card]


class PlayElsewhereCommand(TypedDict):
    """Marks a single open match as played elsewhere. Its tables are called off, its players report the result, and it is not rated. Owner and directors can send it. Event: `match_played_elsewhere`."""

    type: Literal["play_elsewhere"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    reason: str


PlayerId: TypeAlias = str


PlayerKind: TypeAlias = Literal["human", "bot", "house"]


class PlayerName(TypedDict):
    """The name of a player."""

    name: Name | None
    is_bot: bool
    is_guest: NotRequired[bool]


PlayerNames: TypeAlias = dict[str, PlayerName]
"""The names of the players whom the document mentions, by id. They are at most a minute old."""


class PlayerNamesPage(TypedDict):
    """Names of players, and with `name` the way to the next page."""

    players: PlayerNames
    next_cursor: NextCursor


PlayerOrName: TypeAlias = str


PlayersByPlace: TypeAlias = list[LabSeat]
"""The players in order of their places."""


PlayersDecision: TypeAlias = Literal["allow", "deny"]


Points: TypeAlias = int


PointsByRank = TypedDict(
    "PointsByRank",
    {
        "K": int,
        "10": int,
        "5": int,
    },
)


class PossibleRanks(TypedDict):
    """The range of final ranks of an entrant. No other rank is possible. Points decide it. In the last round, a tie counts too if its tie-breaks cannot change any more. Wins, progressive scores and levels cannot change for entrants that have finished, nor scores of opponents if these have. A direct encounter counts if nobody else can join the tie. All other ties are open, so each entrant may be first or last in them. The range covers wins, draws and losses in open matches, possible victory points, withdrawals, and an early end of the tournament. It does not cover results that staff correct, or players without a match so far who never play one."""

    best: int
    worst: int
    is_exact: bool


PostMessage: TypeAlias = FreeMessage | CannedMessage


class PostSeekHands(TypedDict):
    """The minimum and maximum number of hands; omit it for a full match."""

    least: int
    most: int


class PreviewedMove(TypedDict):
    """The event with which your move began."""

    type: str
    data: dict[str, Any]


ProblemCode: TypeAlias = Literal[
    "absent_paired",
    "act_has_followers",
    "act_instead",
    "act_not_undoable",
    "action_does_not_fit",
    "all_agreed",
    "all_boards_played",
    "all_copies_held",
    "already_agreed",
    "already_challenged",
    "already_checked_in",
    "already_closed",
    "already_entered",
    "already_invited",
    "already_matched",
    "already_offered",
    "already_on_vacation",
    "already_reported",
    "already_seated",
    "already_signed_in",
    "already_started",
    "bad_question",
    "barred",
    "board_not_of_match",
    "body_too_large",
    "bots_not_possible",
    "bracket_played_on",
    "break_not_possible",
    "breaks_format",
    "bye_not_possible",
    "called_twice",
    "canned_only",
    "cannot_be_blocked",
    "cannot_be_challenged",
    "cannot_be_reported",
    "cannot_concede",
    "cannot_end",
    "cannot_keep_apart",
    "cannot_seed",
    "cannot_snooze",
    "cannot_take_back",
    "cannot_undo",
    "capacity_taken",
    "captain_only",
    "card_not_callable",
    "cards_not_held",
    "changed_too_often",
    "chat_off",
    "check_in_not_open",
    "claim_not_proven",
    "clock_goes_forward",
    "clock_stopped",
    "code_not_good",
    "computing_busy",
    "conflicting_options",
    "cross_site_request",
    "declaration_too_low",
    "division_over",
    "division_taken",
    "division_too_small",
    "elsewhere_not_possible",
    "empty_round",
    "entrant_full",
    "entrant_id_taken",
    "entrant_missing",
    "entrant_out",
    "entry_code_needed",
    "format_does_not_fit",
    "guest_token",
    "hand_too_good",
    "hands_played_out",
    "has_challenge",
    "has_left",
    "has_partner",
    "headers_too_large",
    "host_only",
    "house_stays",
    "idempotency_key_reused",
    "internal",
    "invalid_board_score",
    "invalid_deadline",
    "invalid_deal",
    "invalid_option_value",
    "invalid_request",
    "invalid_result",
    "invalid_settings",
    "invalid_start",
    "invalid_times",
    "knows_the_deals",
    "ladder_ended",
    "league_full",
    "league_over",
    "line_not_whole",
    "linked_takes_part",
    "login_taken",
    "malformed_json",
    "match_closed",
    "match_undecided",
    "method_not_allowed",
    "missing_scope",
    "mixed_lead",
    "must_follow",
    "must_lead",
    "name_not_possible",
    "name_taken",
    "named_twice",
    "newer_release",
    "no_boards",
    "no_bonus_time",
    "no_bracket",
    "no_consent",
    "no_cross_table",
    "no_deadline",
    "no_fixed_teams",
    "no_hand_over",
    "no_ladder",
    "no_ladder_challenge",
    "no_legal_pairing",
    "no_mail",
    "no_movement",
    "no_open_report",
    "no_partner",
    "no_partners",
    "no_passkeys_here",
    "no_proposal",
    "no_round_open",
    "no_sandbox_within",
    "no_scale",
    "no_season_played",
    "no_substitution",
    "no_such_bot",
    "no_such_bye",
    "no_such_challenge",
    "no_such_copy",
    "no_such_division",
    "no_such_entrant",
    "no_such_game",
    "no_such_match",
    "no_such_occurrence",
    "no_such_order",
    "no_such_reading",
    "no_such_round",
    "no_such_seat",
    "no_such_staff_act",
    "no_teacher",
    "no_unseen_deal",
    "nobody_asks",
    "nobody_away",
    "nobody_free",
    "nobody_missing",
    "nobody_to_meet",
    "nobody_to_replace",
    "not_a_board",
    "not_a_choice",
    "not_a_combination",
    "not_a_declaration",
    "not_a_guest",
    "not_a_record",
    "not_a_substitute",
    "not_a_unit",
    "not_agreed",
    "not_asked",
    "not_at_this_table",
    "not_authenticated",
    "not_away",
    "not_called",
    "not_dealt_yet",
    "not_enough_vacation",
    "not_for_trf",
    "not_found",
    "not_higher",
    "not_highest",
    "not_in_room",
    "not_in_this_game",
    "not_in_this_position",
    "not_invited",
    "not_json",
    "not_kept_apart",
    "not_newest_staff_act",
    "not_of_entrant",
    "not_of_match",
    "not_of_the_bracket",
    "not_of_two",
    "not_offered",
    "not_on_lead",
    "not_on_staff",
    "not_on_the_list",
    "not_over",
    "not_paired_yet",
    "not_paused",
    "not_proven",
    "not_sealed",
    "not_seated",
    "not_settled_yet",
    "not_started",
    "not_taking_part",
    "not_two_sides",
    "not_your_challenge",
    "not_your_message",
    "not_your_proposal",
    "not_your_turn",
    "nothing_due",
    "nothing_played",
    "nothing_to_resume",
    "occurrence_past",
    "occurrence_taken",
    "occurrence_too_early",
    "odd_field",
    "opponents_only",
    "order_cannot_be_played",
    "order_cards_not_held",
    "order_contradicts_itself",
    "order_ends_at_once",
    "order_not_complete",
    "order_not_in_this_game",
    "other_number_of_cards",
    "other_pattern",
    "out_of_reach",
    "own_case",
    "own_challenge",
    "own_declaration",
    "own_partner",
    "own_token_needed",
    "owner_stays",
    "partner_not_possible",
    "partners_missing",
    "partners_only",
    "passkey_known",
    "pause_unchanged",
    "plan_too_long",
    "play_paused",
    "played_at_tables",
    "played_before",
    "proposal_open",
    "proposed_before",
    "rate_limited",
    "rating_out_of_range",
    "reason_needed",
    "registration_not_open",
    "reliability_too_low",
    "reopening_too_late",
    "report_closed",
    "reported_already",
    "result_stands",
    "results_in",
    "round_not_over",
    "round_not_scheduled",
    "round_still_open",
    "rounds_left",
    "same_suit_override",
    "sandbox_advancing",
    "sandbox_full",
    "sandbox_token_needed",
    "season_not_settled",
    "seat_not_occupied",
    "seat_occupied",
    "seat_refused",
    "seats_free",
    "seats_of_match",
    "series_ended_already",
    "series_owner_only",
    "set_dealt",
    "setting_fixed",
    "sign_up_closed",
    "silenced",
    "staff_only",
    "staff_plays",
    "stale_version",
    "substitution_not_possible",
    "table_busy",
    "table_linked_already",
    "table_not_finished",
    "table_not_linked",
    "table_over",
    "table_paused",
    "table_sealed",
    "tie_breaks_not_possible",
    "time_not_proposed",
    "time_outside_round",
    "too_early",
    "too_few_entrants",
    "too_few_games",
    "too_few_pairs",
    "too_few_to_pair",
    "too_many_analyses",
    "too_many_blocks",
    "too_many_challenges",
    "too_many_codes",
    "too_many_connections",
    "too_many_guests",
    "too_many_invitations",
    "too_many_listeners",
    "too_many_notes",
    "too_many_orders",
    "too_many_passkeys",
    "too_many_redeals",
    "too_many_reports",
    "too_many_sandboxes",
    "too_many_seeks",
    "too_many_series",
    "too_many_templates",
    "too_many_tournaments",
    "too_many_vacations",
    "too_many_webhooks",
    "too_much_bonus_time",
    "too_quiet",
    "too_unreliable",
    "tournament_begun",
    "tournament_finishing",
    "tournament_not_finished",
    "tournament_not_running",
    "tournament_over",
    "trump_called",
    "two_partners",
    "twos_not_allowed",
    "unavailable",
    "unclear_player",
    "unequal_teams",
    "units_leave_cards",
    "units_not_asked",
    "unknown_entrant",
    "unknown_kind",
    "unknown_option",
    "unknown_profile",
    "unknown_time_zone",
    "unreadable",
    "unreadable_list",
    "uri_too_long",
    "vacation_not_possible",
    "webhook_disabled",
    "webhook_url_refused",
    "wrong_boards",
    "wrong_call_style",
    "wrong_call_word",
    "wrong_claim_code",
    "wrong_entry_code",
    "wrong_login",
    "wrong_number_of_calls",
    "wrong_number_of_cards",
    "wrong_number_of_players",
    "wrong_passkey",
    "wrong_password",
    "wrong_phase",
    "wrong_round_number",
]


ProblemType: TypeAlias = str


class ProfileSeats(TypedDict):
    """The numbers of seats that a table of this profile can have, without a change of other options. Give one as `seats` when you open a table. The match begins only when all of its seats are taken."""

    least: int
    most: int
    default: int
    possible: list[int]


ProposalEndedAccountOutcome: TypeAlias = Literal["declined", "withdrawn", "undone"]


ProposalKind: TypeAlias = Literal["undo", "draw", "abandon", "concede_hand", "concede_match"]


class ProposeCommand(TypedDict):
    """Makes a proposal that others must agree to. Any seated player can, once the match has begun. Only one proposal can be open, and a seat can make the same proposal once in a hand. Events: `proposal_made`; if no other agreement is needed, also those of `agree`."""

    type: Literal["propose"]
    expected_version: NotRequired[ExpectedVersion]
    what: ProposalKind


ProposedTime: TypeAlias = str


class PutLogin(TypedDict):
    """A login with its password."""

    login: str
    password: str
    current_password: NotRequired[CurrentPassword]


class PutMailAddress(TypedDict):
    """An address for e-mail."""

    address: str


class PutNotes(TypedDict):
    """New notes."""

    text: str


class PutPreferences(TypedDict):
    """All preferences of a player."""

    preferences: dict[str, Any]


class PuzzleAnswer(TypedDict):
    """The answer to a puzzle."""

    move: dict[str, Any]


PuzzleId: TypeAlias = str


class PuzzleSummary(TypedDict):
    """A puzzle, without its position."""

    id: PuzzleId
    game: Game
    profile: str
    phase: HandPhase


QuanYiBanOption: TypeAlias = Literal["off", "any_trump_queen", "matching_suit_longest_unit"]


Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


RatingHow: TypeAlias = Literal["played", "forfeited"]


RatingPoolAmong: TypeAlias = Literal["people", "programs"]


RatingPoolId: TypeAlias = str


RatingPoolPace: TypeAlias = Literal["live", "correspondence", "duplicate"]


class RatingPoolWithSeasons(TypedDict):
    """A pool of ratings, and its seasons."""

    id: RatingPoolId
    game: Game
    pace: RatingPoolPace
    seats: int
    among: RatingPoolAmong
    seasons: list[str]


class RatingPools(TypedDict):
    """The pools with rated games."""

    pools: list[RatingPoolWithSeasons]


class Readiness(TypedDict):
    """Requests can be served."""

    status: Literal["ok"]
    schema: int


class ReasonOfMove(TypedDict):
    """Why a move is better than another one."""

    code: str
    sentence: str


class Reconnect(TypedDict):
    """The server is about to stop or cannot continue. Connect again."""

    type: NotRequired[Literal["reconnect"]]
    after: int
    retry_ms: int


RecordToReplayFormat: TypeAlias = Literal["shengji-record"]


class Recurrence(TypedDict):
    """The recurrence of a series."""

    rule: str
    zone: str
    first: LocalStart


class RecurrenceInput(TypedDict):
    """The recurrence of a series."""

    rule: str
    zone: str
    first: str


class RedealClaimAnswer(TypedDict):
    """The answer to a `redeal_claim` question."""

    may_claim: bool


class RedealClaimInput(TypedDict):
    """The `input` of a `redeal_claim` question."""

    hand: LabCards


RedealDealerOption: TypeAlias = Literal["keep", "up_for_grabs"]


Redeals: TypeAlias = int


RedirectUri: TypeAlias = str


class RegisterClient(TypedDict):
    """A new OAuth client."""

    name: Name
    redirect_uris: NotRequired[list[RedirectUri]]


class RegisterCommand(TypedDict):
    """Registers you alone, or as the captain of a pair or team whose other players must agree. Events: `entrant_registered`, `partner_invited` for each partner, and once it is complete `entrant_entered`, or `entrant_queued` if the tournament is full."""

    type: Literal["register"]
    expected_version: NotRequired[ExpectedVersion]
    name: NotRequired[str]
    club: NotRequired[str]
    partners: NotRequired[list[PlayerId]]
    code: NotRequired[str]


class RegisterMemberCommand(TypedDict):
    """Registers you for the next season that is not settled, alone or as the captain of a pair or team whose other players must agree. Event: `league_member_registered`."""

    type: Literal["register"]
    expected_version: NotRequired[ExpectedVersion]
    name: NotRequired[str]
    club: NotRequired[str]
    partners: NotRequired[list[PlayerId]]


class RegistrationClosedData(TypedDict):
    pass


class RegistrationOpenedData(TypedDict):
    pass


class RehearsalRefusal(TypedDict):
    """Why a round cannot be paired."""

    round: int
    code: str
    title: str
    detail: str


RehearsalStatus: TypeAlias = Literal["playing", "finished", "stopped"]


class Reliability(TypedDict):
    """A player's reliability over the last 200 turns and the last 50 hands. A turn counts if a clock ran for it: it was answered in time, including grace, or missed. A hand counts when it is over. It is finished by a player who is present at its deal and at its end, but not by one who left the seat to a bot or a substitute, or forfeited it. Nothing in a sandbox counts. A table with delayed spectators counts after its match, and a sealed table once it is unsealed."""

    score: int | None
    turns: int
    in_time: int
    hands_begun: int
    hands_finished: int
    provisional: bool
    seconds_a_turn: int | None


RemovedBy: TypeAlias = Literal["author", "moderator", "closing"]


class RenewClaimCode(TypedDict):
    """A guest."""

    player: PlayerId


class ReopenTournamentCommand(TypedDict):
    """Reopens a finished tournament for the length of the correction time, to correct results. Only the owner can do this, within 30 days of its first end. Standings, ratings and grades follow the corrected results. A league takes the standings when the tournament is finished again. Event: `tournament_reopened`."""

    type: Literal["reopen_tournament"]
    expected_version: NotRequired[ExpectedVersion]
    reason: str


ReplyMethod: TypeAlias = Literal["GET", "POST"]


ReportId: TypeAlias = str


ReportReason: TypeAlias = Literal["abuse", "spam", "cheating", "table_talk", "stalling", "name", "other"]


ReportState: TypeAlias = Literal["open", "closed"]


class RequestQuota(TypedDict):
    """A number of requests in a window of time."""

    quota: int
    window_s: int


ResetTo: TypeAlias = LevelOrNone


ResultAdjudicatedWhy: TypeAlias = Literal["deadline", "withdrawal"]


class ResultDisputedData(TypedDict):
    round: int
    match: int
    by: PlayerId
    side: MatchTimeProposedSide
    reason: str


ResultKind: TypeAlias = Literal["played", "forfeit", "double_forfeit", "adjudicated"]


ResultReportedOutcome: TypeAlias = Literal["first_won", "second_won", "drawn", "first_absent", "second_absent"]


class ResumeSeatCommand(TypedDict):
    """Takes your seat back from the stand-in. If your seat is asked, make your move instead. The move also takes the seat back. You do not get used time back. Event: `seat_resumed`."""

    type: Literal["resume_seat"]
    expected_version: NotRequired[ExpectedVersion]


class ResumeTournamentCommand(TypedDict):
    """Resumes after a pause. Clocks have the time left, and deadlines move by its length. Event: `tournament_resumed`."""

    type: Literal["resume_tournament"]
    expected_version: NotRequired[ExpectedVersion]


class RevocationRequest(TypedDict):
    """The token that a client revokes."""

    client_id: ClientId
    token: str
    token_type_hint: NotRequired[str]


RevokePenaltyOption: TypeAlias = Literal["lose_hand", "lose_hand_plus"]


Room: TypeAlias = Literal["seats", "spectators"]


class RotateSecret(TypedDict):
    """A new secret for a webhook."""

    former_lives_s: NotRequired[int]


class RoundCalledOffData(TypedDict):
    round: int
    by: PlayerId
    reason: str


RoundPlanInputAdjudication: TypeAlias = Literal["draw", "current_score", "both_lose", "absent_loses"]


RoundPlanInputLeaving: TypeAlias = Literal["played_on", "ends_match"]


RoundPlanInputPace: TypeAlias = Literal["at_once", "window"]


class RoundReopenedData(TypedDict):
    round: int
    by: PlayerId
    reason: str


class RoundUnscheduledData(TypedDict):
    round: int
    by: PlayerId
    reason: str


RuleId: TypeAlias = str


Rung: TypeAlias = Literal["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "SJ", "BJ"]


SandboxMailKind: TypeAlias = Literal["turn", "reminder", "invitation", "match", "digest"]


SandboxPlayerKind: TypeAlias = Literal["human", "bot"]


class ScheduleInput(TypedDict):
    """The times of automatic actions."""

    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    check_in_s: NotRequired[int | None]
    starts_at: NotRequired[str | None]


Scope: TypeAlias = Literal[
    "account:read",
    "account:write",
    "table:read",
    "table:create",
    "table:play",
    "tournament:write",
    "tournament:manage",
    "webhook:manage",
    "moderation",
    "guest:play",
]


ScopeInput: TypeAlias = Literal[
    "account:read",
    "account:write",
    "table:read",
    "table:create",
    "table:play",
    "tournament:write",
    "tournament:manage",
    "webhook:manage",
]


ScopeList: TypeAlias = str


class ScoreAnswer(TypedDict):
    """The answer to a `score` question."""

    advance: Advance
    levels: int
    opponents_become_declarers: bool


ScoreCardRoundKind: TypeAlias = Literal[
    "played", "adjudicated", "forfeit", "double_forfeit", "open", "pairing", "full", "half", "zero", "absent"
]


ScoreCardRoundSeats: TypeAlias = Literal["even", "odd"]


class ScoreInput(TypedDict):
    """The `input` of a `score` question."""

    opponent_points: LabPoints


ScoreParts: TypeAlias = list[int]
"""The parts of a score: points above the threshold, levels, and the points that a level counts."""


class SeasonCutShortData(TypedDict):
    season: int
    by: PlayerId | None
    reason: str


SeasonStatus: TypeAlias = Literal["settled", "playing", "over", "called_off"]


Seat: TypeAlias = int


class SeatBotCommand(TypedDict):
    """Seats a bot of the server on a free seat. Only the host can do this. Event: `seat_taken`."""

    type: Literal["seat_bot"]
    expected_version: NotRequired[ExpectedVersion]
    seat: Seat
    bot: Bot


class SeatLeftData(TypedDict):
    seat: Seat
    player: PlayerId


SeatOrNone: TypeAlias = Seat | None


class SeatResumedData(TypedDict):
    seat: Seat


class SeatTakenData(TypedDict):
    seat: Seat
    player: PlayerId
    bot: BotOrNone
    entropy: Entropy


Seats: TypeAlias = list[Seat]
"""Seats, in order."""


class SeatsCard(TypedDict):
    seat: Seat
    card: Card


SeatsCards: TypeAlias = list[SeatsCard]
"""Cards with the seats that have paid, discarded or received them."""


SeatsOrNone: TypeAlias = Seats | None


Secret: TypeAlias = str


class SecretPublishedData(TypedDict):
    hand: int
    secret: Secret


class SeedEntrantsCommand(TypedDict):
    """Puts entrants first at the start, seed 1 first; all others follow as `seeding` says. An empty list undoes this. Event: `entrants_seeded`."""

    type: Literal["seed_entrants"]
    expected_version: NotRequired[ExpectedVersion]
    entrants: list[EntrantId]


SeekClockKind: TypeAlias = Literal["byo_yomi", "fischer", "none", "simple", "time_bank"]


SeekId: TypeAlias = str


SeekState: TypeAlias = Literal["open", "waiting_for_partner", "enough_games", "away", "matched", "expired", "withdrawn"]


SeenCard: TypeAlias = Card | Literal["??"]


SeenCards: TypeAlias = list[SeenCard]
"""Cards, of which you may not know some."""


class SeriesEndedData(TypedDict):
    by: PlayerId | None


SeriesId: TypeAlias = str


SeriesStatus: TypeAlias = Literal["running", "ended"]


class ServerBot(TypedDict):
    """A bot of the server."""

    game: Game
    name: Bot
    player: PlayerId
    version: str
    about: str
    searches: bool
    stand_in: bool
    boards: bool
    profiles: list[str]
    ratings: list[BotRating]


class ServerBotList(TypedDict):
    """The bots of the server, game by game."""

    bots: list[ServerBot]


class SetEntropyCommand(TypedDict):
    """Changes your contribution to the shuffles of later hands. Event: `entropy_changed`. Entropy stays until you change it, and an operator who knows it could choose the next secret to fit. So give new entropy in every hand, after `next_commitment` is published, and as late as you can. An operator who colludes with the last player to give entropy can still choose the deal, because the operator knows the secret. If another seat changes its entropy after you, change yours again. The move that ends a hand deals the next one."""

    type: Literal["set_entropy"]
    expected_version: NotRequired[ExpectedVersion]
    entropy: Entropy


class Shown(TypedDict):
    """One show in declaring trumps."""

    seat: Seat
    kind: DeclarationKind
    cards: Cards


ShownCards: TypeAlias = list[Cards]
"""For each seat, those of its cards that everyone has seen; empty for your own."""


class SignUp(TypedDict):
    """A new player."""

    name: Name
    kind: NotRequired[SandboxPlayerKind]


class SimpleClock(TypedDict):
    """A fixed time for each turn. Unused time is lost."""

    kind: Literal["simple"]
    per_move_s: int


class SitCommand(TypedDict):
    """Takes a free seat. You can have one seat at a table. Without `entropy` the server chooses some. Event: `seat_taken`. During the match, a challenged player can take over a seat from a stand-in for the rest of the match. The seat then keeps its entropy. Event: `substitute_seated`."""

    type: Literal["sit"]
    expected_version: NotRequired[ExpectedVersion]
    seat: Seat
    entropy: NotRequired[Entropy]


class Skill(TypedDict):
    """The estimate of a skill by the team rating."""

    skill: float
    uncertainty: float
    shown: float


class SkipOccurrenceCommand(TypedDict):
    """Skips an occurrence that begins within a year and is not open. Event: `occurrence_skipped`."""

    type: Literal["skip_occurrence"]
    expected_version: NotRequired[ExpectedVersion]
    key: str


SmallJokerDeclareOption: TypeAlias = Literal["allowed", "disallowed"]


class SnoozeEntry(TypedDict):
    """When a snooze ends."""

    until: NotRequired[Moment]


Solo: TypeAlias = bool


SomeValuesRelation: TypeAlias = Literal["is", "is_not", "over", "under"]


class SpanWanted(TypedDict):
    """A minimum and a maximum."""

    least: int
    most: int


class Spectators(TypedDict):
    """The delay for everyone without a seat."""

    delay: Delay
    minutes: int | None


class StaffDismissedData(TypedDict):
    by: PlayerId
    player: PlayerId


StandIn: TypeAlias = Literal["caretaker", "club", "expert", "steady"]


StandInSeatedReason: TypeAlias = Literal["turns_missed", "left"]


class Standing(TypedDict):
    """The current declaration."""

    seat: Seat
    cards: Cards


class StandingCall(TypedDict):
    """A call, and its outcome."""

    card: Card
    word: CallWord
    ordinal: int
    seen: int
    answered_by: SeatOrNone


class StartCommand(TypedDict):
    """Starts the match once all seats are taken. The host and seated players can send it. Events: `table_started`, and the first hand with `hand_opened`, `hand_prepared` and `cards_dealt`."""

    type: Literal["start"]
    expected_version: NotRequired[ExpectedVersion]


class StartTournamentCommand(TypedDict):
    """Starts the tournament now. The schedule does not matter. Players who have not completed a required check-in are removed first. Event: `tournament_started`."""

    type: Literal["start_tournament"]
    expected_version: NotRequired[ExpectedVersion]


StartsWhenFull: TypeAlias = bool


class SubstituteCalledData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    rating: int


class SubstituteOfferWithdrawnData(TypedDict):
    player: PlayerId


class SubstituteOfferedData(TypedDict):
    player: PlayerId
    rating: int


class SubstituteSeatedData(TypedDict):
    seat: Seat
    player: PlayerId
    instead_of: PlayerId


class SubstitutionDroppedData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    instead_of: PlayerId


SubstitutionEndedWhy: TypeAlias = Literal["time", "returned", "left", "kept"]


SuccessionOption: TypeAlias = Literal["fixed", "next_winner_right", "levelup"]


Switch: TypeAlias = Literal["off", "on"]


class TableCalledOffData(TypedDict):
    why: CalledOffWhy


class TableCancelledData(TypedDict):
    pass


class TableExpiredData(TypedDict):
    pass


TableId: TypeAlias = str


class TableLinkedData(TypedDict):
    round: int
    match: int
    table: TableId
    boards: list[str]
    room: int


class TableLinks(TypedDict):
    """Where to go from a view of the table."""

    self: Link
    events: Link
    commands: Link
    moves: NotRequired[Link]
    record: Link


class TableStartedData(TypedDict):
    pass


TableStatus: TypeAlias = Literal["open", "playing", "finished", "cancelled"]


class TableUnsealedData(TypedDict):
    pass


class TakeBackAnsweredData(TypedDict):
    seat: Seat
    agreed: bool


class TakeBackAskedData(TypedDict):
    seat: Seat


class TakeBackCommand(TypedDict):
    """Asks the others to let you take back your last play or declaration, at tables with `take_back`. The question ends if you play on instead. Events: `take_back_asked`; when all have agreed, `taken_back`."""

    type: Literal["take_back"]
    expected_version: NotRequired[ExpectedVersion]


class TakeBreakCommand(TypedDict):
    """Takes a break from pairing in an arena. Event: `break_taken`."""

    type: Literal["take_break"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class TakeCommand(TypedDict):
    """Zheng Shangyou: takes one of the two open cards. Events: `tribute_taken` and `tribute_left`, or `discard_taken` and `discard_left`, after which the hand is played."""

    type: Literal["take"]
    expected_version: NotRequired[ExpectedVersion]
    card: Card


class TakenBackData(TypedDict):
    seat: Seat


class TeamChangeDuel(TypedDict):
    expected: float
    score: float
    factor: float


class TeamChangeOffset(TypedDict):
    role: str | None
    own: int
    other: int
    applied: float


TeamModeOption: TypeAlias = Literal["fixed_2x2", "fixed_2x3", "friends"]


class TeamStanding(TypedDict):
    """The current team rating."""

    skill: float
    uncertainty: float
    shown: float
    games: int
    won: int
    provisional: bool


ThrowAmbiguityOption: TypeAlias = Literal["longest_unit", "leader_specifies", "most_equal_copies"]


class ThrowDecompositionInput(TypedDict):
    """The `input` of a `throw_decomposition` question."""

    lead: LabCards


ThrowForcedLeadOption: TypeAlias = Literal["weakest", "leader_choice", "challenger_choice", "all_beatable"]


class ThrowInput(TypedDict):
    """The `input` of a `throw` question."""

    lead: LabCards
    other_hands: LabHands


class ThrowPenaltyAnswer(TypedDict):
    """The answer to a `throw_penalty` question."""

    forced: Cards | None
    penalty_points: int


class ThrowPenaltyInput(TypedDict):
    """The `input` of a `throw_penalty` question."""

    lead: LabCards
    other_hands: LabHands


ThrowPenaltyOption: TypeAlias = Literal[
    "none", "flat_10", "per_invalid_unit_10", "per_invalid_card_10", "per_withdrawn_card_10"
]


ThrowRevealOption: TypeAlias = Literal["witness_cards", "witness_seat", "none"]


class ThrowThatStands(TypedDict):
    valid: Literal[True]


class Ticket(TypedDict):
    """The feed for which to make a ticket."""

    feed: str


TieBreak: TypeAlias = Literal[
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median",
    "sonneborn_berger",
    "direct_encounter",
    "wins",
    "wins_played",
    "progressive",
    "average_rating",
    "performance",
    "board_quotient",
    "levels_won",
    "matchpoints",
    "imps",
    "victory_points",
    "lots",
]


TieBreakPartRole: TypeAlias = Literal["opponent", "dummy", "own"]


class TierCountsAnswer(TypedDict):
    """The answer to a `tier_counts` question."""

    rank_any_suit: NotRequired[int]
    rank_and_suit: NotRequired[int]
    rank_off_suit: NotRequired[int]
    trump_suit_other: NotRequired[int]
    SJ: int
    BJ: int
    trump_total: int
    per_side_suit: int
    side_total: int


class TierCountsInput(TypedDict):
    """The `input` of a `tier_counts` question."""


Time: TypeAlias = str


class TimeBankClock(TypedDict):
    """A fixed time for each turn, and a bank of extra time for the whole table."""

    kind: Literal["time_bank"]
    per_move_s: int
    bank_s: int


class TimeGivenData(TypedDict):
    by: Seat
    seat: Seat
    seconds: int


TimeOfDay: TypeAlias = str


TimeOrNone: TypeAlias = Time | None


TimeZone: TypeAlias = str


TokenId: TypeAlias = str


TokenKind: TypeAlias = Literal["personal", "client", "browser"]


TokenRequestGrantType: TypeAlias = Literal[
    "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"
]


Totals: TypeAlias = list[int]
"""The points of each side: of each seat, or of each of two teams, the even seats first."""


class TournamentBoardDeal(TypedDict):
    deal: int
    level: str | None
    first_drawer: Seat
    order: Cards
    again: list[Cards]


class TournamentBoardScore(TypedDict):
    """The score of the even seats on a board; the odd seats have its negative. If seats are compared individually, the score of one seat."""

    excess: int
    levels: int
    step: int
    total: int


class TournamentCancelledData(TypedDict):
    by: PlayerId | None
    reason: str | None


class TournamentCorrectionsReopened(TypedDict):
    by: PlayerId
    at: Time
    reason: str


class TournamentFinishedData(TypedDict):
    by: PlayerId | None
    reason: str | None
    lots: str | None
    at: Time | None
    ends_play: bool


TournamentId: TypeAlias = str


TournamentLadderAccountWhat: TypeAlias = Literal["challenged", "withdrawn", "accepted", "declined", "unanswered"]


class TournamentLadderChallenge(TypedDict):
    """An open challenge."""

    challenger: EntrantId
    challenged: EntrantId
    at: Time
    until: Time


TournamentLadderStepHow: TypeAlias = Literal["played", "declined", "unanswered"]


TournamentLeftAccountReason: TypeAlias = Literal[
    "left", "removed", "no_show", "not_checked_in", "replaced", "declined", "no_answer"
]


TournamentOverAccountOutcome: TypeAlias = Literal["finished", "cancelled"]


class TournamentPausedData(TypedDict):
    by: PlayerId
    at: Time
    reason: str


TournamentRegistrationClosingAccountWhat: TypeAlias = Literal["partner_consent", "partners", "registration"]


class TournamentReopenedData(TypedDict):
    by: PlayerId
    at: Time
    reason: str
    until: Time


TournamentResultAccountHow: TypeAlias = Literal["recorded", "adjudicated", "overridden", "restored", "confirmed"]


class TournamentResumedData(TypedDict):
    by: PlayerId
    at: Time
    deadline: Time | None


TournamentRole: TypeAlias = Literal["owner", "director", "assistant"]


class TournamentRoundBye(TypedDict):
    entrant: EntrantId
    kind: ByeKind


class TournamentRoundMatchLevels(TypedDict):
    first: int
    second: int


class TournamentSettingsBoards(TypedDict):
    per_match: int
    scoring: BoardsInputScoring
    movement: str | None
    pools: int


class TournamentSettingsByes(TypedDict):
    """The worth of byes, and how many an entrant may request. Staff may grant any bye."""

    pairing: ByesInputPairing
    half: int
    zero: int | None
    until_round: int | None


class TournamentSettingsEntrants(TypedDict):
    """The kind and number of entrants."""

    kind: FieldInputKind
    members_least: int
    members_most: int
    capacity: int | None
    least: int
    seeding: FieldInputSeeding
    answer_s: int | None


class TournamentSettingsGates(TypedDict):
    """The conditions for players; null for none."""

    rating_least: int | None
    rating_most: int | None
    reliability: int | None
    games: int
    players: list[PlayerId] | None
    by_code: bool


class TournamentSettingsLate(TypedDict):
    """Rules for late entries."""

    until_round: int
    bye: ByeKind


class TournamentSettingsRounds(TypedDict):
    """The sequence of rounds."""

    pace: RoundPlanInputPace
    window_s: int | None
    interval_s: int
    adjudication: RoundPlanInputAdjudication
    leaving: RoundPlanInputLeaving
    played_elsewhere: bool
    is_automatic: bool
    win: int
    draw: int
    loss: int


class TournamentSettingsSchedule(TypedDict):
    """The times of automatic actions."""

    opens_at: Time | None
    closes_at: Time | None
    check_in_s: int | None
    starts_at: Time | None


class TournamentStartedData(TypedDict):
    by: PlayerId | None
    at: Time
    order: list[EntrantId]
    seed: str | None


TournamentStatus: TypeAlias = Literal[
    "announced", "registration", "closed", "running", "finishing", "finished", "cancelled"
]


class TournamentViewLinks(TypedDict):
    """Where to go from here."""

    self: Link
    entrants: Link
    standings: Link
    bracket: NotRequired[Link]
    display: Link
    rounds: list[Link]
    own_match: list[Link]
    events: Link
    commands: Link


class TournamentViewRound(TypedDict):
    number: int
    matches: int
    open_matches: int
    deadline: Time | None
    closed_at: Time | None


class TournamentViewScheduledBye(TypedDict):
    entrant: EntrantId
    kind: ByeKind


class TournamentViewScheduledMatch(TypedDict):
    first: EntrantId
    second: EntrantId


class TournamentViewStaff(TypedDict):
    player: PlayerId
    role: TournamentRole


class TournamentViewSubstitute(TypedDict):
    player: PlayerId
    rating: int


class TournamentViewWaiting(TypedDict):
    entrant: EntrantId
    since: Time


TractorAdjacencyOption: TypeAlias = Literal["distinct_rank", "no_gap", "equal_rank_chain"]


class TractorFound(TypedDict):
    tractor: Literal[True]
    pairs: int


class TractorInput(TypedDict):
    """The `input` of a `tractor` question."""

    cards: LabCards


class TributeLeftData(TypedDict):
    seat: Seat
    card: Card


class TributePaidData(TypedDict):
    seat: Seat
    card: SeenCard


class TributeRevealedData(TypedDict):
    seats: Seats
    cards: Cards


class TributeTakenData(TypedDict):
    seat: Seat
    card: Card


TrickPoints: TypeAlias = int


class TrickWinnerAnswer(TypedDict):
    """The answer to a `trick_winner` question."""

    winner: LabSeat


class TrickWinnerInputPlay(TypedDict):
    seat: LabSeat
    cards: LabCards


class TrickWonData(TypedDict):
    seat: Seat
    points: Points


class TrumpRankAnswer(TypedDict):
    """The answer to a `trump_rank` question."""

    trump_rank: Rank


class TrumpRankInput(TypedDict):
    """The `input` of a `trump_rank` question."""

    declarers_level: Rank


TrumpSuit: TypeAlias = Literal["C", "D", "H", "S", "NT"]


TrumpSuitOrNone: TypeAlias = TrumpSuit | None


TrumpThrowCompareOption: TypeAlias = Literal["longest_unit", "pairs_then_singles", "all_units"]


class TurnLapsedData(TypedDict):
    seat: Seat


class TurnMissedData(TypedDict):
    seat: Seat
    in_a_row: int
    bot: Bot


class TurnPassedData(TypedDict):
    seat: Seat


TurnReminderAccountLeft: TypeAlias = Literal["half", "fifth"]


TurnUrgency: TypeAlias = Literal["overdue", "urgent", "soon", "calm", "no_clock"]


class TurnsWaiting(TypedDict):
    """The total numbers, by kind."""

    turns: int
    challenges: int
    proposals: int
    tournaments: int


class UnconfirmedAddress(TypedDict):
    """An address that is not confirmed yet; null for none."""

    address: str
    asked_at: Time


class UndecidedMatch(TypedDict):
    number: int
    sides: list[EntrantId]


class Undo(TypedDict):
    """The move that can be taken back, at tables that allow it."""

    seat: Seat
    agreed: SeatsOrNone


UndoOrNone: TypeAlias = Undo | None


class UndoStaffActCommand(TypedDict):
    """Undoes the newest act of staff while nothing that depends on it has followed. You need the right for the act itself. Events that restore the state before it, then `staff_act_undone`."""

    type: Literal["undo_staff_act"]
    expected_version: NotRequired[ExpectedVersion]
    act: int
    reason: str


UnitFoundShapeItem: TypeAlias = int


class UnitInput(TypedDict):
    """The `input` of a `unit` question."""

    cards: LabCards


UnitName: TypeAlias = Literal["single", "pair", "tuple", "tractor", "run", "throw"]


UnitRelevanceAnswerHigher: TypeAlias = Literal["a", "b"]


class UnitRelevanceInput(TypedDict):
    """The `input` of a `unit_relevance` question."""

    a: LabShape
    b: LabShape


Units: TypeAlias = list[Cards]
"""Cards by units: single cards, tuples (pairs, or with more decks triples and so on), and runs of tuples (tractors)."""


UnratedReason: TypeAlias = Literal[
    "abandoned", "first_hand", "repeated", "absent", "unfinished", "called_off", "annulled"
]


class UnscheduleRoundCommand(TypedDict):
    """Cancels the scheduled start of the next round. Event: `round_unscheduled`."""

    type: Literal["unschedule_round"]
    expected_version: NotRequired[ExpectedVersion]
    reason: str


class UnseatBotCommand(TypedDict):
    """Removes a bot from its seat before the start. Only the host can do this. Event: `seat_left`."""

    type: Literal["unseat_bot"]
    expected_version: NotRequired[ExpectedVersion]
    seat: Seat


class Vacation(TypedDict):
    """A vacation."""

    id: str
    starts_at: Time
    ends_at: Time
    came_back_at: Time | None
    automatic: bool


class VacationBeganAccountData(TypedDict):
    ends_at: Time


class VacationBeganAccountEvent(TypedDict):
    """A vacation has begun automatically, because your time was about to run out at a table."""

    number: EventNumber
    type: Literal["vacation_began"]
    at: Time
    table: None
    data: VacationBeganAccountData


class VacationEndingAccountData(TypedDict):
    ends_at: Time


class VacationEndingAccountEvent(TypedDict):
    """Your vacation ends in a day. It is not sent for a vacation of a day or less, or if you end it early."""

    number: EventNumber
    type: Literal["vacation_ending"]
    at: Time
    table: None
    data: VacationEndingAccountData


class Vacations(TypedDict):
    """Your vacations, and your remaining vacation."""

    balance_s: int
    current: Vacation | None
    vacations: list[Vacation]


class VerificationPlays(TypedDict):
    agree: bool | None
    count: int


class VerificationShuffles(TypedDict):
    agree: bool | None
    count: int
    chosen: int


Version: TypeAlias = int


class VisitTable(TypedDict):
    """What you have seen of a table."""

    version: int


class WaitingChallenge(TypedDict):
    """A challenge that waits for your answer. `seat` is null for any seat."""

    table: TableId
    seat: Seat | None
    by: PlayerId


class WaitingProposal(TypedDict):
    """A proposal that waits for your answer."""

    table: TableId
    seat: Seat
    what: ProposalKind
    by: Seat


WaitingTournamentWhat: TypeAlias = Literal[
    "partner_consent", "check_in", "agree_time", "report_result", "confirm_result", "accept_place", "answer_challenge"
]


class WebhookDisabled(TypedDict):
    by: NewWebhookDisabledBy
    at: Time


WebhookId: TypeAlias = str


WebhookSecret: TypeAlias = str


WebhookUrl: TypeAlias = str


Weekday: TypeAlias = Literal["friday", "monday", "saturday", "sunday", "thursday", "tuesday", "wednesday"]


Weekend: TypeAlias = list[Weekday]
"""Days on which clocks pause from midnight to midnight."""


WhileDrawing = TypedDict(
    "WhileDrawing",
    {
        "asked": None,
        "pass": Literal[False],
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


Wish: TypeAlias = Literal["each", "digest", "off"]


class WithdrawChallengeCommand(TypedDict):
    """Withdraws a challenge to a player. Only the challenger and the host can send this command. Event: `challenge_withdrawn`."""

    type: Literal["withdraw_challenge"]
    expected_version: NotRequired[ExpectedVersion]
    player: ChallengedPlayer


class WithdrawEntrantCommand(TypedDict):
    """Withdraws a whole entrant. Its captain can do this, or staff with a reason. Event: `entrant_withdrawn`."""

    type: Literal["withdraw_entrant"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    reason: NotRequired[str]


class WithdrawLadderChallengeCommand(TypedDict):
    """Withdraws the challenge of your entrant. Event: `ladder_challenge_withdrawn`."""

    type: Literal["withdraw_ladder_challenge"]
    expected_version: NotRequired[ExpectedVersion]


class WithdrawMemberCommand(TypedDict):
    """Withdraws a member from all seasons that have not begun. Any player of a pair or team can withdraw all of it; staff must give a reason. Event: `league_member_withdrawn`."""

    type: Literal["withdraw"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    reason: NotRequired[str]


class WithdrawOfferToSubstituteCommand(TypedDict):
    """Removes you from the list of substitutes. Event: `substitute_offer_withdrawn`."""

    type: Literal["withdraw_offer_to_substitute"]
    expected_version: NotRequired[ExpectedVersion]


WithdrawOrdersCommandOrder: TypeAlias = str


class WithdrawOrdersCommand(TypedDict):
    """Withdraws live orders by their ids, or all of them if `orders` is omitted. You then have to make forced moves yourself again. Event: `orders_ended`."""

    type: Literal["withdraw_orders"]
    expected_version: NotRequired[ExpectedVersion]
    orders: NotRequired[list[WithdrawOrdersCommandOrder]]


class WithdrawPartnerInvitationCommand(TypedDict):
    """Withdraws an invitation. Event: `partner_invitation_withdrawn`."""

    type: Literal["withdraw_partner_invitation"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    player: PlayerId


class WithdrawProposalCommand(TypedDict):
    """Withdraws your proposal. Event: `proposal_withdrawn`."""

    type: Literal["withdraw_proposal"]
    expected_version: NotRequired[ExpectedVersion]


WonBy: TypeAlias = SeatsOrNone


WorldId: TypeAlias = str


WorldOrNone: TypeAlias = str | None


ZpyDealerOption: TypeAlias = Literal["rotate", "declare"]


ZpyWinOption: TypeAlias = Literal["own_level_ace", "trump_rank_ace"]


class ZsComboInput(TypedDict):
    """The `input` of a `zs_combo` question."""

    cards: LabCards


ZsExchangeAnswerItem = TypedDict(
    "ZsExchangeAnswerItem",
    {
        "in": Card,
        "out": Card,
    },
)


class ZsExchangeInput(TypedDict):
    """The `input` of a `zs_exchange` question. It also has members for the players X of the first, second and next-to-last place, by their names in `finish_order`: `X_picks` for the first and the next-to-last, and `X_discards` for the first and the second. Each is a card."""

    finish_order: PlayersByPlace
    best_of: dict[str, Any]


ZsExchangeOption: TypeAlias = Literal["last_two_to_first_two", "off"]


ZsFirstLeadOption: TypeAlias = Literal["dealer", "drawn_card_holder"]


class ZsGameEndAnswer(TypedDict):
    """The answer to a `zs_game_end` question."""

    winner: str | None
    play_another_hand: bool


class ZsGameEndInput(TypedDict):
    """The `input` of a `zs_game_end` question."""

    totals: dict[str, int]


ZsNextLeadOption: TypeAlias = Literal["third_place", "fifth_place"]


class ZsOrderAnswer(TypedDict):
    """The answer to a `zs_order` question."""

    low_to_high: list[Rung]


class ZsOrderInput(TypedDict):
    """The `input` of a `zs_order` question."""


class ZsScoreAnswer(TypedDict):
    """The answer to a `zs_score` question."""

    scores: list[int]
    next_dealer_place: int
    givers: list[int]


ZsScoreInputFinishOrderItem: TypeAlias = int


class ZsScoreInput(TypedDict):
    """The `input` of a `zs_score` question."""

    finish_order: list[ZsScoreInputFinishOrderItem]


ZsScoringOption: TypeAlias = Literal["first_second_2_1", "team_table_3_2_2_10_5"]


ZsTeamModeOption: TypeAlias = Literal["individual", "teams_2x2", "teams_2x3"]


class ZsTeamScoreAnswerScores(TypedDict):
    A: int
    B: int


ZsTeamScoreInputFinishTeam: TypeAlias = Literal["A", "B"]


class AboutMatch(TypedDict):
    """The tournament of an event."""

    id: TournamentId
    name: str | None
    round: int | None
    match: int | None


class AboutSeat(TypedDict):
    """A seat and who holds it, as you may know it."""

    seat: Seat
    side: InboxSeatSide
    player: PlayerId | None
    bot: str | None
    name: str | None


class AcceptInvitation(TypedDict):
    """The entropy that you contribute when you take a seat."""

    entropy: NotRequired[Entropy]


class AcceptMembershipCommand(TypedDict):
    """Accepts to play for a pair or team that has asked you, in every season. Event: `league_partner_joined`."""

    type: Literal["accept"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class AcceptPartnerCommand(TypedDict):
    """Accepts an invitation to play for an entrant. If players choose partners, it accepts the player who asked as partner, and enters you if you do not take part yet. Events: `partner_joined`, or `partners_agreed`."""

    type: Literal["accept_partner"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    code: NotRequired[str]


class AcceptPlaceCommand(TypedDict):
    """Accepts the place for which an entrant on the waiting list is called. Event: `entrant_entered`."""

    type: Literal["accept_place"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class ActedForData(TypedDict):
    seat: Seat
    how: ActedForHow
    order: str | None


AdjustedScore: TypeAlias = OverrideBoardCommandAveragesEven | None


class AgreeCommand(TypedDict):
    """Agrees to an open proposal. Name it, so that you do not agree to a newer one. Events: `proposal_agreed`. After the last required agreement: `move_undone`; or `hand_conceded`, `hand_scored` and the further events at the end of a hand; or `secret_published` and `match_ended`."""

    type: Literal["agree"]
    expected_version: NotRequired[ExpectedVersion]
    what: ProposalKind


class AgreeTimeCommand(TypedDict):
    """Agrees to a time that the other side proposes. The owner and directors who do not play in the match can set any time before the deadline. Event: `match_time_agreed`."""

    type: Literal["agree_time"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    plays_at: str


class AlternateCalledData(TypedDict):
    entrant: EntrantId
    at: Time
    until: Time


class AlternateCalledEvent(TypedDict):
    """An entrant on the waiting list is called for a free place, which it can accept."""

    version: Version
    type: Literal["alternate_called"]
    revision: Literal[1]
    at: Time
    data: AlternateCalledData


class AnswerLadderChallengeCommand(TypedDict):
    """Answers the challenge to your entrant. If you accept, its match begins; if you decline, you lose the place. Events: `ladder_challenge_accepted`, `round_paired`; or `ladder_place_lost`."""

    type: Literal["answer_ladder_challenge"]
    expected_version: NotRequired[ExpectedVersion]
    accepts: bool


class AppointLeagueStaffCommand(TypedDict):
    """Appoints a player to a role, replacing their previous one. Only the owner can do this. The role also applies to tournaments opened later. Event: `league_staff_appointed`."""

    type: Literal["appoint_staff"]
    expected_version: NotRequired[ExpectedVersion]
    player: PlayerId
    role: TournamentRole


class AppointStaffCommand(TypedDict):
    """Appoints a player to a role, replacing their previous one. Only the owner can do this. Event: `staff_appointed`."""

    type: Literal["appoint_staff"]
    expected_version: NotRequired[ExpectedVersion]
    player: PlayerId
    role: TournamentRole


class ArrangedSubstitution(TypedDict):
    """A substitution that begins with an announced vacation."""

    player: PlayerId
    instead_of: PlayerId
    begins_at: Time
    until: Time


class AskForByeCommand(TypedDict):
    """Requests a bye in a future round, within the limits of the tournament; staff can grant any. Event: `bye_granted`."""

    type: Literal["ask_for_bye"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    round: int
    kind: AskForByeCommandKind


class AskForRematch(TypedDict):
    """A request for a rematch."""

    seats: NotRequired[AskForRematchSeats]
    entropy: NotRequired[Entropy]


AskedAboutRedeal = TypedDict(
    "AskedAboutRedeal",
    {
        "asked": Literal["redeal"],
        "pass": Literal[True],
        "claim_redeal": bool,
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


class AskedForACard(TypedDict):
    """Zheng Shangyou: send the command asked for, with one of the listed cards as its `card`."""

    asked: AskedForACardAsked
    cards: list[list[Card]]
    complete: Literal[True]


class AskedSeat(TypedDict):
    """A decision that the table waits for."""

    seat: Seat
    what: Decision
    deadline_at: TimeOrNone


AskedSeats: TypeAlias = list[AskedSeat] | None
"""The decisions that the table waits for after the last of these events; empty if it waits for none. Null if you can already read later events."""


AskedToBid = TypedDict(
    "AskedToBid",
    {
        "asked": Literal["bid"],
        "pass": Literal[True],
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


class AskedToBury(TypedDict):
    """Send `bury` with this number of cards of your hand, of your choice."""

    asked: Literal["bury"]
    count: int
    cards: list[Cards]
    complete: Literal[False]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


class AskedToCallFriendsCall(TypedDict):
    card: Card
    word: CallWord
    ordinal: int


class AskedToChoose(TypedDict):
    """A throw can be beaten. Send `play` with one of its units."""

    asked: AskedToLeadAsked | None
    choose: Literal[True]
    cards: MoveList
    complete: Literal[True]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


class AskedToConsent(TypedDict):
    """Send `consent` with your answer; or play, if it is your turn."""

    asked: Literal["consent"]
    cards: list[Cards]
    complete: Literal[True]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


AskedToDeclare = TypedDict(
    "AskedToDeclare",
    {
        "asked": Literal["declare"],
        "pass": Literal[True],
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


class AskedToFollow(TypedDict):
    """Send `play` with a set of cards that answers the lead."""

    asked: AskedToLeadAsked | None
    count: int
    suit: EffectiveSuit
    from_suit: int
    owed: list[AskedToFollowOwed]
    cards: MoveList
    complete: bool
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


class AskedToLead(TypedDict):
    """Send `play` with one of the listed units, or throw several units of one suit together."""

    asked: AskedToLeadAsked | None
    lead: Literal[True]
    claim: bool
    cards: MoveList
    complete: Literal[False]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


AskedToPlan = TypedDict(
    "AskedToPlan",
    {
        "asked": Literal["plan"],
        "pass": Literal[True],
        "plan": Literal[True],
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


AskedToReview = TypedDict(
    "AskedToReview",
    {
        "asked": Literal["review"],
        "pass": Literal[True],
        "cards": list[Cards],
        "complete": Literal[True],
        "take_back": NotRequired[bool],
        "end_hand": NotRequired[bool],
    },
)


class AssignedBoard(TypedDict):
    """A duplicate board with a score assigned by staff in place of the played one."""

    board: int
    room: int
    score: TournamentBoardScore | None
    for_even: AdjustedScore
    for_odd: AdjustedScore
    even_share: AssignedShare
    odd_share: AssignedShare
    is_void: bool


Attempted: TypeAlias = list[list[Level]]
"""The must-play levels that each team or seat has played as declarers."""


class AuctionWay(TypedDict):
    """All cards are drawn, and the seats speak in turn."""

    mode: Literal["auction"]
    speaker: Seat
    passes: int


class AuthorizationDecision(TypedDict):
    """The parameters of an authorization request, and the decision."""

    response_type: Literal["code"]
    client_id: ClientId
    redirect_uri: RedirectUri
    scope: ScopeList
    state: NotRequired[OAuthState]
    code_challenge: CodeChallenge
    code_challenge_method: Literal["S256"]
    decision: PlayersDecision
    login: NotRequired[str]
    password: NotRequired[str]
    consent: NotRequired[str]


class AuthorizationServer(TypedDict):
    """The metadata of the authorization server (RFC 8414)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    device_authorization_endpoint: NotRequired[str]
    revocation_endpoint: NotRequired[str]
    introspection_endpoint: NotRequired[str]
    scopes_supported: NotRequired[list[Scope]]
    response_types_supported: list[str]
    response_modes_supported: NotRequired[list[str]]
    grant_types_supported: NotRequired[list[str]]
    code_challenge_methods_supported: NotRequired[list[str]]
    token_endpoint_auth_methods_supported: NotRequired[list[str]]
    revocation_endpoint_auth_methods_supported: NotRequired[list[str]]
    introspection_endpoint_auth_methods_supported: NotRequired[list[str]]
    authorization_response_iss_parameter_supported: NotRequired[bool]
    service_documentation: NotRequired[str]


class AvailabilityVacation(TypedDict):
    starts_at: Time
    ends_at: Time


class BeginGuestSession(TypedDict):
    """A new account."""

    name: NotRequired[Name]
    language: NotRequired[BeginGuestSessionLanguage]


class BeginPasskey(TypedDict):
    """The confirmation."""

    current_password: NotRequired[CurrentPassword]


class BeginVacation(TypedDict):
    """A new vacation."""

    starts_at: NotRequired[Moment]
    ends_at: Moment


class BidSequenceAnswer(TypedDict):
    """The answer to a `bid_sequence` question."""

    legal: list[bool]
    trump: TrumpSuitOrNone
    holder: LabSeatOrNone
    dealer: LabSeatOrNone


class BidSequenceInputEvent(TypedDict):
    seat: LabSeat
    show: LabCards


class Block(TypedDict):
    """A blocked player."""

    id: PlayerId
    name: Name | None
    created_at: Time
    blocked_at: Time


class BlockPage(TypedDict):
    """A page of blocked players, in order of their ids."""

    blocks: list[Block]
    next_cursor: NextCursor


class BoardAtSeat(TypedDict):
    """A duplicate board at a seat: its score compared with all players who held that seat."""

    round: int
    match: int
    seat: Seat
    board: int
    deal: int
    table: TableId | None
    entrant: EntrantId
    score: TournamentBoardScore | None
    instead: AdjustedScore
    points: int
    top: int


class BoardAtTable(TypedDict):
    """A duplicate board at a table, and the scores of both sides."""

    round: int
    match: int
    room: int
    board: int
    deal: int
    table: TableId | None
    even: EntrantId
    odd: EntrantId
    score: TournamentBoardScore | None
    for_even: AdjustedScore
    for_odd: AdjustedScore
    even_points: int
    odd_points: int
    top: int
    even_imps: int
    odd_imps: int
    even_share: AssignedShare
    odd_share: AssignedShare
    is_void: bool
    is_assigned: bool


class BoardChallengeAnsweredAccountData(TypedDict):
    match: BoardMatchId
    by: PlayerId
    agrees: bool


class BoardChallengeAnsweredAccountEvent(TypedDict):
    """The player whom you challenged to a board match has begun to play its first board. In a match of pairs: a player has accepted or declined."""

    number: EventNumber
    type: Literal["board_challenge_answered"]
    at: Time
    table: None
    data: BoardChallengeAnsweredAccountData


class BoardChallengedAccountData(TypedDict):
    match: BoardMatchId
    by: PlayerId
    boards: int
    closes_at: Time


class BoardChallengedAccountEvent(TypedDict):
    """A player challenges you to a board match. Accept it by playing its first board. In a match of pairs, each player answers with `answer_board_match` instead."""

    number: EventNumber
    type: Literal["board_challenged"]
    at: Time
    table: None
    data: BoardChallengedAccountData


class BoardDeal(TypedDict):
    """The deal of a board."""

    level: str | None
    first_drawer: Seat
    order: Cards
    again: list[Cards]


class BoardLine(TypedDict):
    """The score of one player in the comparison."""

    player: PlayerId | None
    table: TableId
    score: BoardScore
    matchpoints: int
    share: int | None
    imps: int | None


class BoardOverriddenData(TypedDict):
    round: int
    match: int
    board: int
    room: int
    by: PlayerId
    how: BoardOverriddenHow
    excess: int | None
    levels: int | None
    step: int | None
    for_even: AdjustedScore
    for_odd: AdjustedScore
    even_share: int | None
    odd_share: int | None
    first: int | None
    second: int | None
    kind: ResultKind | None
    reason: str
    at: Time | None


class BoardOverriddenEvent(TypedDict):
    """Staff have assigned a score to a duplicate board at a table of a match, with a reason. The score and the value of the match are null while sealed."""

    version: Version
    type: Literal["board_overridden"]
    revision: Literal[2]
    at: Time
    data: BoardOverriddenData


class BoardPlay(TypedDict):
    """Your play of a board."""

    table: TableId
    begun_at: Time
    ended_at: TimeOrNone
    score: BoardScore | None


class BoardSet(TypedDict):
    """A set of duplicate boards that was dealt."""

    number: int
    round: int
    boards: list[int]
    commitment: str
    secret: str | None
    chosen_by: PlayerId | None
    is_closed: bool


class BoardsChosenData(TypedDict):
    by: PlayerId
    set: int
    boards: list[tuple[Cards, Seat, str | None]]


class BoardsChosenEvent(TypedDict):
    """Staff have chosen the deals of a set of duplicate boards that is still to be played."""

    version: Version
    type: Literal["boards_chosen"]
    revision: Literal[1]
    at: Time
    data: BoardsChosenData


class BoardsDealtEvent(TypedDict):
    """The duplicate boards that the matches of a round play."""

    version: Version
    type: Literal["boards_dealt"]
    revision: Literal[1]
    at: Time
    data: BoardsDealtData


class BoardsInput(TypedDict):
    """The duplicate boards of a tournament."""

    per_match: int
    scoring: BoardsInputScoring
    movement: NotRequired[str | None]
    pools: NotRequired[int]


class BracketSide(TypedDict):
    """A side of a match of a bracket, and where it comes from."""

    source: BracketSideSource
    of: int
    entrant: EntrantId | None
    points: str | None
    levels: int | None


class BreakEndedData(TypedDict):
    entrant: EntrantId
    by: PlayerId


class BreakEndedEvent(TypedDict):
    """An entrant of an arena is paired again."""

    version: Version
    type: Literal["break_ended"]
    revision: Literal[1]
    at: Time
    data: BreakEndedData


class BreakTakenData(TypedDict):
    entrant: EntrantId
    by: PlayerId


class BreakTakenEvent(TypedDict):
    """An entrant of an arena is not paired until its break ends."""

    version: Version
    type: Literal["break_taken"]
    revision: Literal[1]
    at: Time
    data: BreakTakenData


class BuryCommand(TypedDict):
    """Buries as many cards as the kitty had, after taking it. Event: `kitty_buried`. The dealer then leads to the first trick, unless friends must be called or the kitty is bid for."""

    type: Literal["bury"]
    expected_version: NotRequired[ExpectedVersion]
    cards: CardsToMove


class ByeGivenBackData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    round: int


class ByeGivenBackEvent(TypedDict):
    """An entrant has given back a bye and plays in the round."""

    version: Version
    type: Literal["bye_given_back"]
    revision: Literal[1]
    at: Time
    data: ByeGivenBackData


class ByeGrantedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    round: int
    kind: ByeKind


class ByeGrantedEvent(TypedDict):
    """An entrant has a bye in a future round."""

    version: Version
    type: Literal["bye_granted"]
    revision: Literal[1]
    at: Time
    data: ByeGrantedData


class ByeToPair(TypedDict):
    """A bye of an entrant in a round."""

    entrant: EntrantId
    kind: ByeKind


class ByesInput(TypedDict):
    """The worth of byes, and how many an entrant may request. Staff may grant any bye."""

    pairing: NotRequired[ByesInputPairing]
    half: NotRequired[int]
    zero: NotRequired[int | None]
    until_round: NotRequired[int | None]


class CalendarEntry(TypedDict):
    """Something with a time."""

    at: Time
    kind: CalendarEntryKind
    title: str
    table: TableId | None
    tournament: TournamentId | None


class CalendarPause(TypedDict):
    """A part of a day in which your clocks pause, at tables that allow it."""

    kind: CalendarPauseKind
    starts_at: Time
    ends_at: Time


class CallAnsweredData(TypedDict):
    seat: Seat
    call: int
    joined: bool


class CallAnsweredEvent(TypedDict):
    """A called card was played. `call` is the number of the call, from 0. `joined` is false if the seat already belonged to the declarers."""

    version: Version
    type: Literal["call_answered"]
    revision: Literal[1]
    at: Time
    data: CallAnsweredData
    asked: NotRequired[AskedSeats]


class CallSubstituteCommand(TypedDict):
    """Lets a player from the list of substitutes play for an entrant. If a player is missing, any of its players can call one. To replace a player who is there, only its captain or staff can. Players who have seen boards still in play cannot be called, and neither can players with a linked account that has. Event: `substitute_called`. With `until`, the substitute plays for you during your vacation, or from the start of an announced one. They can also be of your team, without a seat. Events: `substitution_begun`, or before the vacation `substitution_arranged`."""

    type: Literal["call_substitute"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    player: PlayerId
    instead_of: NotRequired[PlayerId]
    until: NotRequired[str | None]


class CallToMake(TypedDict):
    """A card that is called."""

    card: Card
    word: NotRequired[CallWord]
    ordinal: NotRequired[int]


class CancelCommand(TypedDict):
    """Cancels the table before the start. Only the host can do this. Event: `table_cancelled`."""

    type: Literal["cancel"]
    expected_version: NotRequired[ExpectedVersion]


class CancelTournamentCommand(TypedDict):
    """Cancels the tournament. Only the owner can do this. Event: `tournament_cancelled`."""

    type: Literal["cancel_tournament"]
    expected_version: NotRequired[ExpectedVersion]
    reason: str


class CardOrderAnswer(TypedDict):
    """The answer to a `card_order` question."""

    trump_high_to_low: list[Cards]
    side_suit_ranks: list[Rank]


class CardsDealtData(TypedDict):
    seats: int
    first_drawer: Seat
    hand_size: int
    drawn: int
    cut: int
    order: SeenCards
    chosen: bool


class CardsDealtEvent(TypedDict):
    """The whole draw, card by card and seat by seat from the first drawer; the rest is the kitty. You see the cards of your own seat; those of a live draw come later, as `round_drawn`."""

    version: Version
    type: Literal["cards_dealt"]
    revision: Literal[3]
    at: Time
    data: CardsDealtData
    asked: NotRequired[AskedSeats]


class CardsPlayedData(TypedDict):
    seat: Seat
    cards: Cards
    units: Units
    reading: Units


class CardsPlayedEvent(TypedDict):
    """A seat has led or followed. `units` is the division of a lead, and empty for a follow. `reading` is the units that others must beat if this play is now winning the trick, otherwise empty."""

    version: Version
    type: Literal["cards_played"]
    revision: Literal[1]
    at: Time
    data: CardsPlayedData
    asked: NotRequired[AskedSeats]


class ChallengeAcceptedAccountData(TypedDict):
    player: PlayerId
    seat: Seat
    version: Version


class ChallengeAcceptedAccountEvent(TypedDict):
    """A player whom you challenged has taken a seat."""

    number: EventNumber
    type: Literal["challenge_accepted"]
    at: Time
    table: TableId
    data: ChallengeAcceptedAccountData


class ChallengeAcceptedData(TypedDict):
    by: PlayerId
    player: PlayerId
    seat: Seat


class ChallengeAcceptedEvent(TypedDict):
    """A challenged player has taken a seat. `seat_taken` comes before this event."""

    version: Version
    type: Literal["challenge_accepted"]
    revision: Literal[1]
    at: Time
    data: ChallengeAcceptedData
    asked: NotRequired[AskedSeats]


class ChallengeCommand(TypedDict):
    """Challenges a seat that did not follow in a past trick of the hand, at tables with `enforcement` `honor`. If later plays prove it, its side loses the hand (`revoke_proven`, `hand_scored`). If not, you are refused with `not_proven`, and nothing changes."""

    type: Literal["challenge"]
    expected_version: NotRequired[ExpectedVersion]
    trick: int
    seat: Seat


class ChallengeDeclinedAccountData(TypedDict):
    player: PlayerId
    reason: DeclineReason
    version: Version


class ChallengeDeclinedAccountEvent(TypedDict):
    """A player whom you challenged has declined."""

    number: EventNumber
    type: Literal["challenge_declined"]
    at: Time
    table: TableId
    data: ChallengeDeclinedAccountData


class ChallengeDeclinedData(TypedDict):
    by: PlayerId
    player: PlayerId
    reason: DeclineReason


class ChallengeDeclinedEvent(TypedDict):
    """A challenged player has declined."""

    version: Version
    type: Literal["challenge_declined"]
    revision: Literal[1]
    at: Time
    data: ChallengeDeclinedData
    asked: NotRequired[AskedSeats]


class ChallengeEntrantCommand(TypedDict):
    """Challenges an entrant above yours in a ladder. Event: `ladder_challenge_made`."""

    type: Literal["challenge_entrant"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class ChallengePlayerCommand(TypedDict):
    """Invites a player to a seat, or to any free one if `seat` is omitted. The host and seated players can send it. A challenge does not reserve a seat. A player can have one open challenge at a table, and a table can have 20. The player accepts with `sit`, on any seat. Event: `player_challenged`. During the match the host or a partner can invite a player to take over a seat from a stand-in; `seat` is then required. In games without partners, any seated player can."""

    type: Literal["challenge_player"]
    expected_version: NotRequired[ExpectedVersion]
    player: ChallengedPlayer
    seat: NotRequired[Seat]


class ChallengeWithdrawnAccountData(TypedDict):
    by: PlayerId
    version: Version


class ChallengeWithdrawnAccountEvent(TypedDict):
    """A challenge to you has ended. It was withdrawn, the table has begun or was cancelled, the seat to take over has a player again, or its match is over."""

    number: EventNumber
    type: Literal["challenge_withdrawn"]
    at: Time
    table: TableId
    data: ChallengeWithdrawnAccountData


class ChallengeWithdrawnData(TypedDict):
    by: PlayerId
    player: PlayerId


class ChallengeWithdrawnEvent(TypedDict):
    """A challenge was withdrawn."""

    version: Version
    type: Literal["challenge_withdrawn"]
    revision: Literal[1]
    at: Time
    data: ChallengeWithdrawnData
    asked: NotRequired[AskedSeats]


class ChallengedAccountData(TypedDict):
    by: PlayerId
    seat: Seat | None
    version: Version


class ChallengedAccountEvent(TypedDict):
    """A player challenges you to take a seat at an open table. `seat` is null for any seat."""

    number: EventNumber
    type: Literal["challenged"]
    at: Time
    table: TableId
    data: ChallengedAccountData


class ChangeWebhook(TypedDict):
    """Changes to a webhook; at least one member."""

    url: NotRequired[WebhookUrl]
    types: NotRequired[list[AccountEventType]]
    enabled: NotRequired[bool]


class ChaoTurnsAnswer(TypedDict):
    """The answer to a `chao_turns` question."""

    polled: Seats
    polled_after_override: NotRequired[Seats]


class ChaoTurnsInput(TypedDict):
    """The `input` of a `chao_turns` question."""

    dealer: Seat
    last_bidder: NotRequired[Seat]
    overrides: NotRequired[list[Seat]]


class ChatMessageAccountData(TypedDict):
    room: Room
    number: EventNumber


class ChatMessageAccountEvent(TypedDict):
    """A message in the room of the seats. You get one notification, and the next only after you have read the room."""

    number: EventNumber
    type: Literal["chat_message"]
    at: Time
    table: TableId
    data: ChatMessageAccountData


class CheckInCommand(TypedDict):
    """Checks you in; staff can check in others. Event: `player_checked_in`."""

    type: Literal["check_in"]
    expected_version: NotRequired[ExpectedVersion]
    player: NotRequired[PlayerId]


class CheckInOpenedEvent(TypedDict):
    """Check-in is open until the start."""

    version: Version
    type: Literal["check_in_opened"]
    revision: Literal[1]
    at: Time
    data: CheckInOpenedData


class CheckInUndoneData(TypedDict):
    player: PlayerId
    by: PlayerId


class CheckInUndoneEvent(TypedDict):
    """Staff have undone a check-in that staff had recorded. The player has to check in again."""

    version: Version
    type: Literal["check_in_undone"]
    revision: Literal[1]
    at: Time
    data: CheckInUndoneData


class ChooseBoardsCommandBoard(TypedDict):
    order: list[Card]
    first_drawer: int
    level: NotRequired[Rank]


class ChooseName(TypedDict):
    """The name of the player."""

    name: Name


Chooser: TypeAlias = SeatOrNone


class ChosenCard(TypedDict):
    seat: Seat
    card: Card | None


ChosenCards: TypeAlias = list[ChosenCard]
"""The players who have already chosen a card. Nobody else sees the cards before both have chosen."""


class ChosenDeal(TypedDict):
    """A chosen deal, with its cards hidden."""

    order: SeenCards
    written_from: Seat | None
    first_drawer: Seat | None


class ChosenLanguage(TypedDict):
    """The language of texts for a player."""

    language: Language | None


class ChosenName(TypedDict):
    """The name of a player."""

    name: Name


class ClaimCommand(TypedDict):
    """Claims all remaining tricks, with the cards of your hand led in this order, or in any winning order if omitted. The server judges it by what you know: your hand, the played cards, the kitty if you buried it, and seats shown to be void. Any other hand, even your partner's, may have any of the other cards. A claim therefore reveals nothing about hidden cards, and a correct claim can be refused with `claim_not_proven`; `facts` then name the `lead`, and the cards that `may_be_out`. Events: `claim_proven`, the usual plays of all seats, and `hand_scored`."""

    type: Literal["claim"]
    expected_version: NotRequired[ExpectedVersion]
    leads: NotRequired[list[ClaimCommandLead]]


class ClaimProvenData(TypedDict):
    seat: Seat
    leads: list[list[Card]]


class ClaimProvenEvent(TypedDict):
    """A seat has claimed all remaining tricks, and its knowledge proves the claim. The plays follow."""

    version: Version
    type: Literal["claim_proven"]
    revision: Literal[1]
    at: Time
    data: ClaimProvenData
    asked: NotRequired[AskedSeats]


class ClaimRedealCommand(TypedDict):
    """Claims a redeal. Shows your whole hand, which has no trump or too few points for the rules of the table. Events: `redeal_claimed`, `hand_redealt`, and the next deal."""

    type: Literal["claim_redeal"]
    expected_version: NotRequired[ExpectedVersion]


class Client(TypedDict):
    """An OAuth client."""

    id: ClientId
    name: Name
    redirect_uris: list[RedirectUri]
    created_at: Time


class ClientPage(TypedDict):
    """A page of clients, oldest first."""

    clients: list[Client]
    next_cursor: NextCursor


class Clock(TypedDict):
    """The clock of each seat; team-mates do not share it. `none`: no limit. `simple`: `per_move_s` for each turn. `fischer`: `initial_s` at first, and `increment_s` more after each turn, up to `cap_s`. `byo_yomi`: `main_s`, and then `periods` of `period_s`; a turn that ends within a period does not use it up. `time_bank`: `per_move_s` for each turn, and `bank_s` of extra time for the whole table. Members of other kinds are absent."""

    kind: ClockWantedKind
    per_move_s: NotRequired[int]
    initial_s: NotRequired[int]
    increment_s: NotRequired[int]
    cap_s: NotRequired[int]
    main_s: NotRequired[int]
    periods: NotRequired[int]
    period_s: NotRequired[int]
    bank_s: NotRequired[int]


ClockInput: TypeAlias = NoneClock | SimpleClock | FischerClock | ByoYomiClock | TimeBankClock


class ClockReadingRunning(TypedDict):
    since: Time
    used_ms: int
    left_ms: int
    deadline: Time
    is_grace: bool


class ClockWanted(TypedDict):
    """Acceptable clocks; omit it to play without a clock. The seconds are those of each turn, and are required for every kind except `none`."""

    kinds: list[ClockWantedKind]
    per_move_s: NotRequired[ClockWantedPerMoveS]


class CloseAccount(TypedDict):
    """The confirmation that the account is to be closed."""

    confirm: str
    current_password: NotRequired[CurrentPassword]


CloseReport: TypeAlias = CloseWithoutAction | CloseByRemoval | CloseByWarning | CloseByMuting


class CloseRoundCommand(TypedDict):
    """Closes a round in which all matches have a result. Event: `round_closed`."""

    type: Literal["close_round"]
    expected_version: NotRequired[ExpectedVersion]
    round: int


class Combination(TypedDict):
    """How cards are read in Zheng Shangyou. A play must have the same `pattern`, `ranks` and `width` as the previous one, and be higher."""

    pattern: Pattern
    ranks: int
    width: int
    top: Rung
    suited: bool
    pure: bool


class CombinationPlayedData(TypedDict):
    seat: Seat
    cards: Cards
    reading: Combination


class CombinationPlayedEvent(TypedDict):
    """A seat has led, or has played higher. `reading` is how its cards are read."""

    version: Version
    type: Literal["combination_played"]
    revision: Literal[1]
    at: Time
    data: CombinationPlayedData
    asked: NotRequired[AskedSeats]


class CommonOrder(TypedDict):
    """A common standing order, ready to give."""

    game: Game
    name: str
    title: str
    means: str
    order: dict[str, Any]


class CommonOrders(TypedDict):
    """Common standing orders, game by game."""

    orders: list[CommonOrder]


class ConfirmResultCommand(TypedDict):
    """Confirms the result that the other side has reported. Event: `result_confirmed`."""

    type: Literal["confirm_result"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int


class ConsentCommand(TypedDict):
    """Answers a seat that asks to take a move back. Events: `take_back_answered`; when all have agreed, `taken_back`."""

    type: Literal["consent"]
    expected_version: NotRequired[ExpectedVersion]
    agree: bool


class ContinueMembershipCommand(TypedDict):
    """Confirms that you play in the next season, if players are asked. Event: `league_member_continues`."""

    type: Literal["continue"]
    expected_version: NotRequired[ExpectedVersion]


class CorrectionsOpenedData(TypedDict):
    by: PlayerId | None
    at: Time
    reason: str | None
    until: Time


class CorrectionsOpenedEvent(TypedDict):
    """All matches are over. For some time, results can still be corrected before the tournament is finished."""

    version: Version
    type: Literal["corrections_opened"]
    revision: Literal[1]
    at: Time
    data: CorrectionsOpenedData


class CostOfPhase(TypedDict):
    """The cost of mistakes in one phase."""

    phase: HandPhase
    decisions: int
    mistakes: int
    points: float


class CostOfSeat(TypedDict):
    """The cost of the mistakes of a seat."""

    seat: Seat
    player: PlayerId | None
    decisions: int
    mistakes: int
    points: float
    phases: list[CostOfPhase]
    others: CostOfOthers | None


class CrossTableCell(TypedDict):
    """The result of an entrant in a round."""

    round: int
    opponent: int | None
    is_first: bool
    points: str | None
    kind: ScoreCardRoundKind


class CrossTableRowAgainst(TypedDict):
    opponent: int
    cells: list[CrossTableCell]


class CurrentTokenLimits(TypedDict):
    """The limits of the player, over all of their tokens."""

    requests: dict[str, RequestQuota]
    streams: int


class CurrentTokenPlayer(TypedDict):
    """The player that it belongs to."""

    id: PlayerId
    name: Name
    kind: PlayerKind


class CutSeasonShortCommand(TypedDict):
    """Ends a season with its current standings, and cancels its open tournaments. Events: `season_cut_short`, and `division_ended` for each division."""

    type: Literal["cut_season_short"]
    expected_version: NotRequired[ExpectedVersion]
    season: int
    reason: str


class DeadlineMovedData(TypedDict):
    round: int
    by: PlayerId
    deadline: Time
    reason: str


class DeadlineMovedEvent(TypedDict):
    """Staff have moved the deadline of a round, with a reason."""

    version: Version
    type: Literal["deadline_moved"]
    revision: Literal[1]
    at: Time
    data: DeadlineMovedData


class DealInHands(TypedDict):
    """A deal as the cards of each seat, and the kitty."""

    hands: list[DealInHandsHand]
    kitty: NotRequired[list[Card]]
    first_drawer: NotRequired[Seat]


class DealInOrder(TypedDict):
    """A deal as one order of the cards."""

    order: list[Card]
    first_drawer: NotRequired[Seat]


class DealPreparedData(TypedDict):
    first_drawer: Seat
    cutter: Seat
    leader: SeatOrNone
    exposed: Card | None


class DealPreparedEvent(TypedDict):
    """The preparations before a hand of Zheng Shangyou is dealt."""

    version: Version
    type: Literal["deal_prepared"]
    revision: Literal[1]
    at: Time
    data: DealPreparedData
    asked: NotRequired[AskedSeats]


DealToMake: TypeAlias = DealInOrder | DealInHands


class DeckPointsAnswer(TypedDict):
    """The answer to a `deck_points` question."""

    total: int
    card_values: PointsByRank
    by_rank: PointsByRank
    per_suit_per_deck: int


class DeclarationPassedData(TypedDict):
    seat: Seat


class DeclarationPassedEvent(TypedDict):
    """A seat was asked to declare and has passed."""

    version: Version
    type: Literal["declaration_passed"]
    revision: Literal[1]
    at: Time
    data: DeclarationPassedData
    asked: NotRequired[AskedSeats]


Declarations: TypeAlias = list[Shown]
"""The shows in declaring trumps, in order."""


class DeclareCommand(TypedDict):
    """Shows cards to declare trumps, when you are asked, or at any time in a live draw. Identical cards of the trump rank make their suit trumps, identical jokers no-trump. To override another player's declaration, show a higher one. You can only reinforce your own by further copies; name only the added cards. When bidding for the kitty, show cards that outrank the current bid, and take the kitty. Events: one or two `declared`, and the next seat is asked; or `kitty_bid` and `kitty_taken`."""

    type: Literal["declare"]
    expected_version: NotRequired[ExpectedVersion]
    cards: CardsToMove


class DeclaredData(TypedDict):
    seat: Seat
    kind: DeclarationKind
    cards: Cards
    copies: int
    trump_suit: TrumpSuit
    dealer: Seat


class DeclaredEvent(TypedDict):
    """A seat has shown cards: to declare, to reinforce its own declaration, or to override another. `cards` are newly shown, `copies` are shown in total. `trump_suit` and `dealer` apply if no other seat overrides it."""

    version: Version
    type: Literal["declared"]
    revision: Literal[1]
    at: Time
    data: DeclaredData
    asked: NotRequired[AskedSeats]


Declarers: TypeAlias = Seats


DeclarersAtTheEnd: TypeAlias = Seats


class DeclineChallengeCommand(TypedDict):
    """Declines the challenge that you received, with a reason visible to everyone who sees the table. Event: `challenge_declined`."""

    type: Literal["decline_challenge"]
    expected_version: NotRequired[ExpectedVersion]
    reason: DeclineReason


class DeclineMembershipCommand(TypedDict):
    """Declines to play for a pair or team. Events: `league_partner_declined`, and `league_member_withdrawn` if too few players remain."""

    type: Literal["decline"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class DeclinePartnerCommand(TypedDict):
    """Declines to play for an entrant. Event: `partner_declined`."""

    type: Literal["decline_partner"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class DeclinePlaceCommand(TypedDict):
    """Declines that place. The entrant leaves the waiting list. Event: `entrant_withdrawn`."""

    type: Literal["decline_place"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


DelayForSpectators: TypeAlias = NoDelay | DelayOfTrick | DelayOfHand | DelayOfMinutes


class Delivery(TypedDict):
    """One event for one webhook, or a test call."""

    id: DeliveryId
    webhook: WebhookId
    type: str
    number: int | None
    status: DeliveryState
    state: DeliveryState
    attempts: int
    created_at: Time
    next_attempt_at: Time | None


class DeliveryAttempt(TypedDict):
    """One attempt to deliver."""

    at: Time
    status: int | None
    duration_ms: int
    error: str | None


class DeliveryPage(TypedDict):
    """A page of deliveries."""

    deliveries: list[Delivery]
    next_cursor: NextCursor


class DeviceDecision(TypedDict):
    """The decision about a device."""

    user_code: str
    decision: PlayersDecision
    login: NotRequired[str]
    password: NotRequired[str]
    consent: NotRequired[str]


class DeviceRequest(TypedDict):
    """The client, and the scopes that it requests."""

    client_id: ClientId
    scope: ScopeList


class DisagreeCommand(TypedDict):
    """Declines a proposal, if your agreement was asked; this ends the proposal. Event: `proposal_declined`."""

    type: Literal["disagree"]
    expected_version: NotRequired[ExpectedVersion]


class DiscardCommand(TypedDict):
    """Zheng Shangyou: discards any card that you hold, as one of the first two of the previous hand. Events: `discard_laid`, and `discards_revealed` when both have discarded."""

    type: Literal["discard"]
    expected_version: NotRequired[ExpectedVersion]
    card: Card


class DiscardLaidData(TypedDict):
    seat: Seat
    card: SeenCard


class DiscardLaidEvent(TypedDict):
    """A seat has chosen its discard. The others see the card when both seats have chosen."""

    version: Version
    type: Literal["discard_laid"]
    revision: Literal[1]
    at: Time
    data: DiscardLaidData
    asked: NotRequired[AskedSeats]


class DiscardLeftData(TypedDict):
    seat: Seat
    card: Card


class DiscardLeftEvent(TypedDict):
    """The last player of the previous hand has received the other card."""

    version: Version
    type: Literal["discard_left"]
    revision: Literal[1]
    at: Time
    data: DiscardLeftData
    asked: NotRequired[AskedSeats]


class DiscardTakenData(TypedDict):
    seat: Seat
    card: Card


class DiscardTakenEvent(TypedDict):
    """The next-to-last player of the previous hand has taken one of the two cards."""

    version: Version
    type: Literal["discard_taken"]
    revision: Literal[1]
    at: Time
    data: DiscardTakenData
    asked: NotRequired[AskedSeats]


class DiscardsRevealedData(TypedDict):
    seats: Seats
    cards: Cards


class DiscardsRevealedEvent(TypedDict):
    """Both seats have discarded, and their cards are open, in the order of the named seats."""

    version: Version
    type: Literal["discards_revealed"]
    revision: Literal[1]
    at: Time
    data: DiscardsRevealedData
    asked: NotRequired[AskedSeats]


class DismissLeagueStaffCommand(TypedDict):
    """Dismisses a player from a role. Only the owner can do this. Event: `league_staff_dismissed`."""

    type: Literal["dismiss_staff"]
    expected_version: NotRequired[ExpectedVersion]
    player: PlayerId


class DismissStaffCommand(TypedDict):
    """Dismisses a player from a role. Only the owner can do this. Event: `staff_dismissed`."""

    type: Literal["dismiss_staff"]
    expected_version: NotRequired[ExpectedVersion]
    player: PlayerId


class DisputeResultCommand(TypedDict):
    """Disputes the result that the other side has reported. Staff are notified. Event: `result_disputed`."""

    type: Literal["dispute_result"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    reason: str


class DivisionEndedData(TypedDict):
    season: int
    division: int
    status: DivisionEndedStatus
    standings: list[LeaguePlace]


class DivisionEndedEvent(TypedDict):
    """A division is over. `standings` are final, best first."""

    version: Version
    type: Literal["division_ended"]
    revision: Literal[1]
    at: Time
    data: DivisionEndedData


class EffectiveSuitInput(TypedDict):
    """The `input` of a `effective_suit` question."""

    cards: LabCards


class EloChange(TypedDict):
    """The effect of a game on an Elo rating: `k` times the score minus the expected score, rounded half to even. The expected score is 1 / (1 + 10^((other team - own team) / 400)), unless this server has another scale; the rating of a team is the mean of its players."""

    before: int
    after: int
    how: RatingHow
    k: int
    expected: float
    score: float
    own_team: float
    other_team: float
    games: int
    provisional: bool
    sentence: str


class EndBreakCommand(TypedDict):
    """Ends a break in an arena. Event: `break_ended`."""

    type: Literal["end_break"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId


class EndHandCommand(TypedDict):
    """Ends a hand whose result can no longer change, at tables with `end_early`. Events: `hand_ended`, `hand_scored`."""

    type: Literal["end_hand"]
    expected_version: NotRequired[ExpectedVersion]


class EndLeagueCommand(TypedDict):
    """Ends the league. A season in progress is played to its end. Event: `league_ended`."""

    type: Literal["end_league"]
    expected_version: NotRequired[ExpectedVersion]
    reason: str


class EndSeriesCommand(TypedDict):
    """Ends the series; no more tournaments open. Event: `series_ended`."""

    type: Literal["end_series"]
    expected_version: NotRequired[ExpectedVersion]


class EndSubstitutionCommand(TypedDict):
    """Gives a replaced player the seat back (`substitution_ended`), or cancels an arrangement (`substitution_dropped`)."""

    type: Literal["end_substitution"]
    expected_version: NotRequired[ExpectedVersion]
    player: NotRequired[PlayerId]


class EnterEntrantsCommandEntrant(TypedDict):
    players: NotRequired[list[PlayerOrName]]
    guests: NotRequired[list[EnterEntrantsCommandEntrantGuest]]
    bots: NotRequired[list[Bot]]
    number: NotRequired[int]
    name: NotRequired[str]
    club: NotRequired[str]


class EntrantEnteredData(TypedDict):
    entrant: EntrantId
    missed: ByeKind | None


class EntrantEnteredEvent(TypedDict):
    """An entrant has a place."""

    version: Version
    type: Literal["entrant_entered"]
    revision: Literal[1]
    at: Time
    data: EntrantEnteredData


class EntrantMember(TypedDict):
    player: PlayerId
    rating: int
    is_here: bool


class EntrantQueuedEvent(TypedDict):
    """An entrant is complete, but there is no place. It joins the end of the waiting list."""

    version: Version
    type: Literal["entrant_queued"]
    revision: Literal[1]
    at: Time
    data: EntrantQueuedData


class EntrantRegisteredData(TypedDict):
    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None


class EntrantRegisteredEvent(TypedDict):
    """A player has registered, alone or with others. Later events say whether there is a place."""

    version: Version
    type: Literal["entrant_registered"]
    revision: Literal[1]
    at: Time
    data: EntrantRegisteredData


class EntrantReinstatedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    status: EntrantReinstatedStatus
    waiting_place: int | None


class EntrantReinstatedEvent(TypedDict):
    """Staff have undone the withdrawal of an entrant."""

    version: Version
    type: Literal["entrant_reinstated"]
    revision: Literal[1]
    at: Time
    data: EntrantReinstatedData


class EntrantSubstitution(TypedDict):
    """A substitution for the time of a vacation."""

    player: PlayerId
    instead_of: PlayerId
    until: Time


class EntrantWithdrawnData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    reason: EntrantWithdrawnReason
    words: str | None


class EntrantWithdrawnEvent(TypedDict):
    """An entrant no longer takes part."""

    version: Version
    type: Literal["entrant_withdrawn"]
    revision: Literal[1]
    at: Time
    data: EntrantWithdrawnData


class EntrantsEnteredByStaffData(TypedDict):
    by: PlayerId
    entrants: list[EntrantId]


class EntrantsEnteredByStaffEvent(TypedDict):
    """Staff have entered these entrants. The events after it register them and add their players."""

    version: Version
    type: Literal["entrants_entered_by_staff"]
    revision: Literal[1]
    at: Time
    data: EntrantsEnteredByStaffData


class EntrantsFreeData(TypedDict):
    entrants: list[EntrantId]
    at: Time


class EntrantsFreeEvent(TypedDict):
    """These entrants wait for opponents from now on, in an arena."""

    version: Version
    type: Literal["entrants_free"]
    revision: Literal[1]
    at: Time
    data: EntrantsFreeData


class EntrantsKeptApartData(TypedDict):
    by: PlayerId
    entrants: list[EntrantId]


class EntrantsKeptApartEvent(TypedDict):
    """These entrants are kept apart from now on: no two of them meet."""

    version: Version
    type: Literal["entrants_kept_apart"]
    revision: Literal[1]
    at: Time
    data: EntrantsKeptApartData


class EntrantsLetMeetData(TypedDict):
    by: PlayerId
    entrants: list[EntrantId]


class EntrantsLetMeetEvent(TypedDict):
    """These entrants may meet again."""

    version: Version
    type: Literal["entrants_let_meet"]
    revision: Literal[1]
    at: Time
    data: EntrantsLetMeetData


class EntrantsSeededData(TypedDict):
    by: PlayerId
    order: list[EntrantId]


class EntrantsSeededEvent(TypedDict):
    """Staff have seeded these entrants first."""

    version: Version
    type: Literal["entrants_seeded"]
    revision: Literal[1]
    at: Time
    data: EntrantsSeededData


class EntropyChangedData(TypedDict):
    seat: Seat
    entropy: Entropy


class EntropyChangedEvent(TypedDict):
    """A seat has changed its entropy for the shuffles of later hands."""

    version: Version
    type: Literal["entropy_changed"]
    revision: Literal[1]
    at: Time
    data: EntropyChangedData
    asked: NotRequired[AskedSeats]


class EntryCode(TypedDict):
    """The entry code of a player for a tournament."""

    tournament: TournamentId
    player: PlayerId
    code: str


class EntryPoints(TypedDict):
    """What there is, with links."""

    version: str
    field_links: dict[str, Link]


class Exchanging(TypedDict):
    """The four seats that exchange cards, in order of their places in the previous hand."""

    first: Seat
    second: Seat
    next_to_last: Seat
    last: Seat


class ExplainedProblem(TypedDict):
    """A problem, and what to do about it."""

    type: ProblemType
    code: ProblemCode
    status: int
    title: str
    cause: str
    remedy: str
    rule: NotRequired[RuleId]
    rule_url: NotRequired[str]
    sample: dict[str, Any]


class ExportAccount(TypedDict):
    id: PlayerId
    name: Name
    kind: PlayerKind
    created_at: Time


class ExportInvitationUse(TypedDict):
    invitation: InvitationId
    table: TableId
    used_at: Time


class ExportLogin(TypedDict):
    login: str
    changed_at: Time


class ExportedAction(TypedDict):
    """A moderation action on you, or your appointment as moderator."""

    id: ActionId
    at: Time
    action: Action
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    until: Time | None


class ExportedBlock(TypedDict):
    """A player that you block."""

    player: PlayerId
    created_at: Time
    blocked_at: Time


class ExportedBoard(TypedDict):
    """A board that you have played, or have seen when you took over a seat."""

    board: BoardId
    table: TableId | None
    begun_at: Time
    ended_at: TimeOrNone
    score: int | None
    view: str


class ExportedGradeChange(TypedDict):
    """The change of a player's grade in a pool by a session."""

    pool: RatingPoolId
    tournament: TournamentId
    at: Time
    partner: PlayerId
    own: GradeFigures
    partnership: GradeFigures


class ExportedInboxMark(TypedDict):
    """What you have marked at a table."""

    table: TableId
    seen_version: int
    snoozed_version: int | None
    snoozed_until: Time | None


class ExportedLeague(TypedDict):
    """A league of a player, and where to read it."""

    id: LeagueId
    name: str
    status: LeagueStatus
    owner: bool
    role: TournamentRole | None
    view: str
    events: str


class ExportedMail(TypedDict):
    """A recent mail; its text is not stored."""

    id: str
    kind: str
    status: ExportedMailStatus
    state: ExportedMailStatus
    table: TableId | None
    created_at: Time
    settled_at: TimeOrNone


class ExportedMessage(TypedDict):
    """A message that you sent."""

    table: TableId
    room: Room
    number: EventNumber
    at: Time
    text: str | None
    canned: Canned | None


class ExportedReport(TypedDict):
    """A report that you made."""

    id: ReportId
    created_at: Time
    made_at: Time
    closed_at: Time | None
    player: PlayerId | None
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    reason: ReportReason
    text: str | None


class ExportedRoom(TypedDict):
    """The number of the last message that you have read, if it is stored, and whether you have muted the room."""

    table: TableId
    room: Room
    read_to: int
    muted: bool


class ExportedSeries(TypedDict):
    """A series of a player, and where to read it."""

    id: SeriesId
    name: str
    status: SeriesStatus
    role: Literal["owner"]
    view: str
    events: str


class ExportedTable(TypedDict):
    """A table of a player, and where to read it."""

    id: TableId
    status: TableStatus
    host: bool
    seats: list[Seat]
    view: str
    events: str
    record: str


class ExportedTournament(TypedDict):
    """A tournament of a player, and where to read it."""

    id: TournamentId
    name: str
    status: TournamentStatus
    owner: bool
    role: TournamentRole | None
    view: str
    events: str


class ExportedWebhook(TypedDict):
    """A webhook."""

    id: WebhookId
    url: WebhookUrl
    types: list[AccountEventType]
    created_at: Time
    disabled_at: Time | None


class FailedThrow(TypedDict):
    """A failed throw that was taken back, and what was led instead. The data are those of the events `throw_failed` and `lead_forced`."""

    seat: Seat
    cards: Cards
    chooser: Chooser
    forced: Cards | None
    witness: SeatOrNone
    witness_cards: Cards
    penalty: int


class FailingAddress(TypedDict):
    """The time since which no mail is sent to the address, because the mail server refuses it with this status (RFC 5321). Set the address again to retry. Null while mails are accepted."""

    since: Time
    status: int


class FieldInput(TypedDict):
    """The kind and number of entrants."""

    kind: FieldInputKind
    members_least: NotRequired[int]
    members_most: NotRequired[int]
    capacity: NotRequired[int | None]
    least: NotRequired[int]
    seeding: NotRequired[FieldInputSeeding]
    answer_s: NotRequired[int | None]


class FigureAsShare(TypedDict):
    """A share of the entrants, rounded."""

    numerator: int
    denominator: int
    rounding: FigureAsShareRounding


FigureInput: TypeAlias = FigureAsCount | FigureAsShare


class FiledShow(TypedDict):
    """Cards to show, and the declarations that they may override."""

    cards: Cards
    over: OrderInputOver


FirstDrawerAnswer: TypeAlias = FirstDrawerFound | FirstDrawerRedrawn


class FirstDrawerInput(TypedDict):
    """The `input` of a `first_drawer` question."""

    revealed_rank: FirstDrawerInputRevealedRank


class FollowInput(TypedDict):
    """The `input` of a `follow` question."""

    lead: LabCards
    hand: LabCards
    play: LabCards


class ForeseenOrder(TypedDict):
    """A standing order that you would give."""

    id: OrderId
    means: str


ForfeitedBy: TypeAlias = Seat | None


class FriendCallInput(TypedDict):
    """The `input` of a `friend_call` question."""

    calls: LabCalls
    dealer_hand: NotRequired[LabCards]


class FriendPointsInput(TypedDict):
    """The `input` of a `friend_points` question."""

    captured: dict[str, LabNumber]
    declarers_at_end: Seats


class FriendRevealAnswer(TypedDict):
    """The answer to a `friend_reveal` question."""

    declarers: Seats
    missing: Missing


class FriendRevealInputPlay(TypedDict):
    seat: Seat
    cards: LabCards


class Friends(TypedDict):
    """The calls of a hand."""

    solo: Solo
    calls: list[StandingCall]


class FriendsCalledData(TypedDict):
    seat: Seat
    calls: list[FriendsCalledCall]
    solo: Solo


class FriendsCalledEvent(TypedDict):
    """The dealer has called the friends of the hand, or plays alone."""

    version: Version
    type: Literal["friends_called"]
    revision: Literal[1]
    at: Time
    data: FriendsCalledData
    asked: NotRequired[AskedSeats]


class GatesInput(TypedDict):
    """The conditions for players; null for none."""

    rating_least: NotRequired[int | None]
    rating_most: NotRequired[int | None]
    reliability: NotRequired[int | None]
    games: NotRequired[int]
    players: NotRequired[list[PlayerId] | None]
    by_code: NotRequired[bool]


class GiveTimeCommand(TypedDict):
    """Gives bonus time to an opponent whose turn it is. It is for this turn, which can get at most twice as long as the first turn of the seat. At tables of tournaments it is refused. Events: `time_given`, `clocks_set`."""

    type: Literal["give_time"]
    expected_version: NotRequired[ExpectedVersion]
    seat: Seat
    seconds: int


class GradeChange(TypedDict):
    """The effect of a session on a player's grades."""

    id: TournamentId
    at: Time
    partner: PlayerId
    own: GradeFigures
    partnership: GradeFigures


class GradeChangePage(TypedDict):
    """A page of grade changes."""

    changes: list[GradeChange]
    players: PlayerNames
    next_cursor: NextCursor


class GradesRow(TypedDict):
    """A player or a partnership on a leaderboard."""

    rank: int
    players: list[PlayerId]
    grade: float
    boards: int
    sessions: int
    provisional: bool
    inactive: bool
    last_session_at: Time


class Grant(TypedDict):
    """The access that a player has granted to a client."""

    id: str
    client: ClientId
    client_name: Name
    scopes: list[Scope]
    created_at: Time
    revoked_at: Time | None


class GuestToken(TypedDict):
    """A token with which staff act for a guest."""

    id: TokenId
    name: Name
    player: PlayerId
    made_by: PlayerId
    created_at: Time
    revoked_at: Time | None
    last_used_at: Time | None


class GuestTokenPage(TypedDict):
    """A page of tokens with which staff act for guests, oldest first."""

    tokens: list[GuestToken]
    players: PlayerNames
    next_cursor: NextCursor


class HandConcededData(TypedDict):
    seats: list[Seat]
    winner: Seat
    points: Points
    red_fives: list[Seat]


class HandConcededEvent(TypedDict):
    """A side has conceded the rest of the hand."""

    version: Version
    type: Literal["hand_conceded"]
    revision: Literal[1]
    at: Time
    data: HandConcededData
    asked: NotRequired[AskedSeats]


class HandEndedData(TypedDict):
    seat: Seat


class HandEndedEvent(TypedDict):
    """A seat has ended the hand, because its result could no longer change."""

    version: Version
    type: Literal["hand_ended"]
    revision: Literal[1]
    at: Time
    data: HandEndedData
    asked: NotRequired[AskedSeats]


class HandOpenedEvent(TypedDict):
    """A hand begins. Its shuffle follows from the secret behind the previously published `commitment`, and from the `entropies`. `next_secret` is never shown."""

    version: Version
    type: Literal["hand_opened"]
    revision: Literal[1]
    at: Time
    data: HandOpenedData
    asked: NotRequired[AskedSeats]


class HandOverAccountData(TypedDict):
    seat: Seat
    hand: int
    version: Version


class HandOverAccountEvent(TypedDict):
    """A hand in which you played is over."""

    number: EventNumber
    type: Literal["hand_over"]
    at: Time
    table: TableId
    data: HandOverAccountData


class HandPreparedData(TypedDict):
    trump_rank: LevelOrNone
    dealer: SeatOrNone
    shuffler: SeatOrNone
    exposed: Cards
    first_drawer: Seat
    cutter: Seat


class HandPreparedEvent(TypedDict):
    """The preparations before the draw: the trump rank and the dealer (null if declarations decide, as in the first hand), the first drawer, and the cutter. If the first drawer was found by counting, `shuffler` and the `exposed` cards show how."""

    version: Version
    type: Literal["hand_prepared"]
    revision: Literal[1]
    at: Time
    data: HandPreparedData
    asked: NotRequired[AskedSeats]


class HandRedealtData(TypedDict):
    reason: HandRedealtReason


class HandRedealtEvent(TypedDict):
    """The cards are thrown in and dealt again, because a hand had `no_trump` or too few `points`, the `kitty_joker` was turned first, or nobody declared and there is `no_dealer`."""

    version: Version
    type: Literal["hand_redealt"]
    revision: Literal[1]
    at: Time
    data: HandRedealtData
    asked: NotRequired[AskedSeats]


class HandSortInput(TypedDict):
    """The `input` of a `hand_sort` question."""

    cards: LabCards


class HandTotalInput(TypedDict):
    """The `input` of a `hand_total` question."""

    points_in_tricks: LabPoints
    kitty_points: LabNumber
    last_unit: LabShape


class IllegalFollow(TypedDict):
    legal: Literal[False]
    reason: str
    rule: NotRequired[RuleId]


class InboxMatch(TypedDict):
    """The tournament of an entry."""

    id: TournamentId
    name: str | None
    round: int | None
    match: int | None


class InboxSeat(TypedDict):
    """A seat at the table, and who holds it."""

    seat: Seat
    player: PlayerId | None
    side: InboxSeatSide


class Introspected(TypedDict):
    """The state of a token (RFC 7662, 2.2). Without a client, its player created it."""

    active: bool
    scope: NotRequired[ScopeList]
    client_id: NotRequired[ClientId]
    token_type: NotRequired[Literal["Bearer"]]
    exp: NotRequired[int]
    iat: NotRequired[int]
    sub: NotRequired[PlayerId]
    iss: NotRequired[str]


class Invitation(TypedDict):
    """A new invitation to an open table."""

    id: InvitationId
    table: TableId
    by: PlayerId
    seat: Seat | None
    uses: int
    used: int
    created_at: Time
    expires_at: Time


class InvitationList(TypedDict):
    """The invitations to a table."""

    invitations: list[Invitation]
    players: PlayerNames


class InvitePartnerCommand(TypedDict):
    """Invites a player to your entrant. Event: `partner_invited`."""

    type: Literal["invite_partner"]
    expected_version: NotRequired[ExpectedVersion]
    entrant: EntrantId
    player: PlayerId


class JudgedDecision(TypedDict):
    """A decision of a seat, and what the teacher would have done from the same view."""

    number: int
    version: Version
    seat: Seat
    bot: str | None
    phase: HandPhase
    played: JudgedMove
    best: JudgedMove
    cost: float
    cost_error: float
    mistake: bool
    forced: bool
    reason: ReasonOfMove | None


class KindOfQuestion(TypedDict):
    kind: LabKind
    about: str


class Kinds(TypedDict):
    """The kinds of questions, game by game, in alphabetical order."""

    kinds: list[KindOfQuestion]


class KittyBidData(TypedDict):
    seat: Seat
    cards: Cards
    trump_suit: TrumpSuit


class KittyBidEvent(TypedDict):
    """A seat has shown cards that outrank the current declaration. They decide the trumps, and the seat takes the kitty."""

    version: Version
    type: Literal["kitty_bid"]
    revision: Literal[1]
    at: Time
    data: KittyBidData
    asked: NotRequired[AskedSeats]


class KittyBidPassedData(TypedDict):
    seat: Seat


class KittyBidPassedEvent(TypedDict):
    """A seat that was asked does not bid for the kitty."""

    version: Version
    type: Literal["kitty_bid_passed"]
    revision: Literal[1]
    at: Time
    data: KittyBidPassedData
    asked: NotRequired[AskedSeats]


class KittyBuriedData(TypedDict):
    seat: Seat
    cards: SeenCards


class KittyBuriedEvent(TypedDict):
    """The holder of the kitty has buried cards. Only this seat sees them."""

    version: Version
    type: Literal["kitty_buried"]
    revision: Literal[1]
    at: Time
    data: KittyBuriedData
    asked: NotRequired[AskedSeats]


class KittyFactorInput(TypedDict):
    """The `input` of a `kitty_factor` question."""

    unit: NotRequired[LabShape]
    cards_in_last_trick_play: NotRequired[int]


class KittyRevealedEvent(TypedDict):
    """The kitty is turned up at the end of the hand."""

    version: Version
    type: Literal["kitty_revealed"]
    revision: Literal[1]
    at: Time
    data: KittyRevealedData
    asked: NotRequired[AskedSeats]


class KittyTakenData(TypedDict):
    seat: Seat
    cards: SeenCards


class KittyTakenEvent(TypedDict):
    """A seat has taken the kitty. Only this seat sees its cards."""

    version: Version
    type: Literal["kitty_taken"]
    revision: Literal[1]
    at: Time
    data: KittyTakenData
    asked: NotRequired[AskedSeats]


class KittyTurnedEvent(TypedDict):
    """Nobody has declared. These cards of the kitty were turned up in this order to determine the trumps."""

    version: Version
    type: Literal["kitty_turned"]
    revision: Literal[1]
    at: Time
    data: KittyTurnedData
    asked: NotRequired[AskedSeats]


class LabCombination(TypedDict):
    """One reading of cards. A single or a set has `size` and `rank`. A sequence has `size`, `top` and `suited`. A multiple sequence has `ranks`, `width` and `top`."""

    type: LabPattern
    size: NotRequired[int]
    rank: NotRequired[Rung]
    top: NotRequired[Rung]
    ranks: NotRequired[int]
    width: NotRequired[int]
    pure: bool
    suited: NotRequired[bool]


LabCombinationOrNone: TypeAlias = LabCombination | None


class LabReading(TypedDict):
    """A reading of cards. Only members that distinguish it from other readings are needed."""

    type: NotRequired[LabPattern]
    top: NotRequired[Rung]
    width: NotRequired[int]


class LabSetup(TypedDict):
    """The rules and trumps of a question. Members that its kind does not use are optional, and are ignored."""

    players: NotRequired[int | None]
    decks: NotRequired[int | None]
    trump_rank: NotRequired[Level]
    trump_suit: NotRequired[LabSetupTrumpSuit | None]
    first_hand: NotRequired[bool]
    options: NotRequired[dict[str, Any] | None]


class Ladder(TypedDict):
    """What happens when a seat does not act in time. First a vacation begins automatically, if the table allows it and the player has one left. Then there is grace. Then a bot makes the move. After several consecutive turns a bot plays the seat until its player returns. Finally the seat forfeits the match."""

    grace_s: int
    stand_in_after: int
    stand_in: StandIn
    forfeit_after_s: int | None


class LadderChallengeAcceptedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId


class LadderChallengeAcceptedEvent(TypedDict):
    """The challenged entrant has accepted. The match follows as a round."""

    version: Version
    type: Literal["ladder_challenge_accepted"]
    revision: Literal[1]
    at: Time
    data: LadderChallengeAcceptedData


class LadderChallengeMadeData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId
    at: Time
    until: Time


class LadderChallengeMadeEvent(TypedDict):
    """An entrant of a ladder has challenged another."""

    version: Version
    type: Literal["ladder_challenge_made"]
    revision: Literal[1]
    at: Time
    data: LadderChallengeMadeData


class LadderChallengeWithdrawnData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId


class LadderChallengeWithdrawnEvent(TypedDict):
    """The challenge of an entrant was withdrawn."""

    version: Version
    type: Literal["ladder_challenge_withdrawn"]
    revision: Literal[1]
    at: Time
    data: LadderChallengeWithdrawnData


class LadderInput(TypedDict):
    """What happens when a seat does not act in time. Defaults: a tenth of the first turn as grace, at most an hour; the caretaker stands in after 3 missed turns; the seat forfeits 14 days later."""

    grace_s: NotRequired[int]
    stand_in_after: NotRequired[int]
    stand_in: NotRequired[StandIn]
    forfeit_after_s: NotRequired[int | None]


class LadderPlaceLostData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    challenged: EntrantId
    why: LadderPlaceLostWhy
    at: Time


class LadderPlaceLostEvent(TypedDict):
    """A challenged entrant has lost its place to the challenger without a match."""

    version: Version
    type: Literal["ladder_place_lost"]
    revision: Literal[1]
    at: Time
    data: LadderPlaceLostData


LastTrickSeat: TypeAlias = Seat


class LateEntryInput(TypedDict):
    """Rules for late entries."""

    until_round: NotRequired[int]
    bye: NotRequired[LateEntryInputBye]


class LeadForcedData(TypedDict):
    seat: Seat
    cards: Cards
    witness: SeatOrNone
    witness_cards: Cards
    penalty: int


class LeadForcedEvent(TypedDict):
    """The cards that must be led instead of a failed throw and, if the rules show it, who can beat it and with which cards. `penalty` is the cost for the side of its leader."""

    version: Version
    type: Literal["lead_forced"]
    revision: Literal[1]
    at: Time
    data: LeadForcedData
    asked: NotRequired[AskedSeats]


class LeaderFoundData(TypedDict):
    seat: Seat
    card: Card


class LeaderFoundEvent(TypedDict):
    """A seat was dealt the card that had been exposed. It leads."""

    version: Version
    type: Literal["leader_found"]
    revision: Literal[1]
    at: Time
    data: LeaderFoundData
    asked: NotRequired[AskedSeats]


class LeaderboardPageSeason(TypedDict):
    name: str
    first_game_at: Time | None
    last_game_at: Time | None


class LeaderboardRow(TypedDict):
    """A player on a leaderboard."""

    rank: int
    player: PlayerId
    name: Name | None
    is_bot: bool
    rating: float
    games: int
    won: int
    provisional: bool
    inactive: bool
    last_game_at: Time


class LeagueContinueAskedAccountData(TypedDict):
    league: LeagueId
    entrant: EntrantId
    season: int
    closes_at: Time
    version: Version


class LeagueContinueAskedAccountEvent(TypedDict):
    """A season is over, and the league asks whether you continue. Players who do not answer by `closes_at` leave the league."""

    number: EventNumber
    type: Literal["league_continue_asked"]
    at: Time
    table: None
    data: LeagueContinueAskedAccountData


class LeagueDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    league: LeagueId
    version: Version
    legal: Literal[True]
    events: list[str]


class LeagueEndedData(TypedDict):
    by: PlayerId | None
    reason: str


class LeagueEndedEvent(TypedDict):
    """The league was ended. There are no further seasons; a season in progress is played to its end."""

    version: Version
    type: Literal["league_ended"]
    revision: Literal[1]
    at: Time
    data: LeagueEndedData


class LeagueLeftAccountData(TypedDict):
    league: LeagueId
    entrant: EntrantId
    reason: LeagueMemberWithdrawnReason
    version: Version


class LeagueLeftAccountEvent(TypedDict):
    """Your entry in a league ended: staff have removed it, a partner has withdrawn it, or a player has not confirmed that they continue."""

    number: EventNumber
    type: Literal["league_left"]
    at: Time
    table: None
    data: LeagueLeftAccountData


class LeagueLineCame(TypedDict):
    division: int | None
    reason: MoveReason


class LeagueLineGoes(TypedDict):
    division: int | None
    reason: MoveReason
    is_settled: bool


class LeagueMemberContinuesData(TypedDict):
    entrant: EntrantId
    player: PlayerId


class LeagueMemberContinuesEvent(TypedDict):
    """A player of a member has confirmed that they play in the next season."""

    version: Version
    type: Literal["league_member_continues"]
    revision: Literal[1]
    at: Time
    data: LeagueMemberContinuesData


class LeagueMemberRegisteredData(TypedDict):
    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None
    invited: list[PlayerId]


class LeagueMemberRegisteredEvent(TypedDict):
    """A player has registered for the next season, alone or with partners who were asked."""

    version: Version
    type: Literal["league_member_registered"]
    revision: Literal[1]
    at: Time
    data: LeagueMemberRegisteredData


class LeagueMemberWithdrawnData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    reason: LeagueMemberWithdrawnReason
    words: str | None


class LeagueMemberWithdrawnEvent(TypedDict):
    """A member was withdrawn from all seasons that have not begun. `words` is the reason given by staff."""

    version: Version
    type: Literal["league_member_withdrawn"]
    revision: Literal[1]
    at: Time
    data: LeagueMemberWithdrawnData


class LeagueMove(TypedDict):
    """The move of an entrant between two seasons, with the reason."""

    entrant: EntrantId
    before: int | None
    after: int | None
    reason: MoveReason


class LeagueOwnershipPassedData(TypedDict):
    by: PlayerId
    player: PlayerId


class LeagueOwnershipPassedEvent(TypedDict):
    """The owner has closed their account, and the director appointed first is the new owner of the league."""

    version: Version
    type: Literal["league_ownership_passed"]
    revision: Literal[1]
    at: Time
    data: LeagueOwnershipPassedData


class LeaguePartnerAnsweredAccountData(TypedDict):
    league: LeagueId
    entrant: EntrantId
    player: PlayerId
    accepted: bool
    version: Version


class LeaguePartnerAnsweredAccountEvent(TypedDict):
    """A player who was asked to play for your entry in a league has accepted or declined."""

    number: EventNumber
    type: Literal["league_partner_answered"]
    at: Time
    table: None
    data: LeaguePartnerAnsweredAccountData


class LeaguePartnerAskedAccountData(TypedDict):
    league: LeagueId
    entrant: EntrantId
    by: PlayerId
    version: Version


class LeaguePartnerAskedAccountEvent(TypedDict):
    """You are asked to play for a member of a league."""

    number: EventNumber
    type: Literal["league_partner_asked"]
    at: Time
    table: None
    data: LeaguePartnerAskedAccountData


class LeaguePartnerDeclinedData(TypedDict):
    entrant: EntrantId
    player: PlayerId


class LeaguePartnerDeclinedEvent(TypedDict):
    """A player has declined to be the partner of a member of the league."""

    version: Version
    type: Literal["league_partner_declined"]
    revision: Literal[1]
    at: Time
    data: LeaguePartnerDeclinedData


class LeaguePartnerJoinedData(TypedDict):
    entrant: EntrantId
    player: PlayerId
    rating: int


class LeaguePartnerJoinedEvent(TypedDict):
    """A player has accepted to play for a member, in every season."""

    version: Version
    type: Literal["league_partner_joined"]
    revision: Literal[1]
    at: Time
    data: LeaguePartnerJoinedData


class LeaguePlanCalendar(TypedDict):
    """The dates of seasons."""

    starts_at: Time
    length_s: int
    break_s: int
    closes_before_s: int
    seasons: int | None


class LeaguePlayer(TypedDict):
    """A player, and their rating when they joined."""

    player: PlayerId
    rating: int


class LeagueRegistrationClosingAccountData(TypedDict):
    league: LeagueId
    season: int
    what: LeagueRegistrationClosingAccountWhat
    closes_at: Time


class LeagueRegistrationClosingAccountEvent(TypedDict):
    """Registration for the next season of a league ends soon, and an answer of yours or of your entrant is missing. It is sent at the same times as for tournaments."""

    number: EventNumber
    type: Literal["league_registration_closing"]
    at: Time
    table: None
    data: LeagueRegistrationClosingAccountData


class LeagueRulesInput(TypedDict):
    """The sizes of divisions, and the numbers promoted and relegated."""

    least: NotRequired[int]
    most: NotRequired[int]
    promoted: NotRequired[FigureInput]
    relegated: NotRequired[FigureInput]


class LeagueSeasonSettledAccountData(TypedDict):
    league: LeagueId
    entrant: EntrantId
    season: int
    division: int
    starts_at: Time
    version: Version


class LeagueSeasonSettledAccountEvent(TypedDict):
    """The division in which you play in the next season was settled."""

    number: EventNumber
    type: Literal["league_season_settled"]
    at: Time
    table: None
    data: LeagueSeasonSettledAccountData


class LeagueSide(TypedDict):
    """A side in the tournament of its division."""

    entrant: EntrantId
    players: list[LeaguePlayer]
    name: str | None
    club: str | None


class LeagueStaffAppointedData(TypedDict):
    by: PlayerId
    player: PlayerId
    role: TournamentRole


class LeagueStaffAppointedEvent(TypedDict):
    """A player was appointed to a role."""

    version: Version
    type: Literal["league_staff_appointed"]
    revision: Literal[1]
    at: Time
    data: LeagueStaffAppointedData


class LeagueStaffDismissedData(TypedDict):
    by: PlayerId
    player: PlayerId


class LeagueStaffDismissedEvent(TypedDict):
    """A player was dismissed from their role."""

    version: Version
    type: Literal["league_staff_dismissed"]
    revision: Literal[1]
    at: Time
    data: LeagueStaffDismissedData


class LeagueSummary(TypedDict):
    """A league in a list."""

    id: LeagueId
    version: Version
    name: str
    status: LeagueStatus
    game: Game
    season: int
    members: int
    due_at: Time | None
    owner: PlayerId
    updated_at: Time


class LeagueViewStaff(TypedDict):
    player: PlayerId
    role: TournamentRole


class LeagueViewYou(TypedDict):
    """Your part in the league."""

    role: TournamentRole | None
    entrant: EntrantId | None
    invited_to: list[EntrantId]
    is_asked: bool


class LeavingCostMatch(TypedDict):
    round: int
    number: int
    table: TableId


Length: TypeAlias = LengthOfMatch | LengthInHands | LengthOfBoard


class LevelResetAnswer(TypedDict):
    """The answer to a `level_reset` question."""

    declarers_level: LevelResetAnswerDeclarersLevel


class LevelResetInput(TypedDict):
    """The `input` of a `level_reset` question."""

    opponent_points: LabPoints
    last_trick_won_by: Party
    winning_cards: LabCards
    declarers_level: Rank
    lead: NotRequired[LabCards]


LevelStepInput = TypedDict(
    "LevelStepInput",
    {
        "level": Level,
        "levels_won": LabNumber,
        "as": Party,
        "won": NotRequired[bool],
        "trump_rank": NotRequired[Level],
        "laps": NotRequired[int],
        "attempted": NotRequired[list[Rank]],
    },
)


class LiveDrawWay(TypedDict):
    """The cards are drawn round by round by the clock, and any player may declare at any time."""

    mode: Literal["live_draw"]
    round: int
    rounds: int
    passed: Seats


class LiveOrder(TypedDict):
    """A stored standing order. Members without effect are omitted; see `OrderInput` for their meaning."""

    id: OrderId
    do: str
    until: OrderInputUntil
    when: NotRequired[dict[str, Any]]
    unless: NotRequired[dict[str, Any]]
    cards: NotRequired[Cards]
    keep: NotRequired[Cards]
    suit: NotRequired[TrumpSuit]
    over: NotRequired[OrderInputOver]
    reinforce: NotRequired[bool]
    most: NotRequired[int]
    most_wild: NotRequired[int]
    otherwise: NotRequired[OrderInputOtherwise]
    means: NotRequired[str]
    then: NotRequired[list[dict[str, Any]]]


class MadeReport(TypedDict):
    """A new report."""

    id: ReportId
    status: ReportState
    created_at: Time


class MailKinds(TypedDict):
    """The frequency of mails for each kind."""

    turn: Wish
    reminder: Wish
    invitation: Wish
    match: Wish


class MakeGuestToken(TypedDict):
    """A token for a guest."""

    player: PlayerId
    name: str


class MakeSandbox(TypedDict):
    """A new sandbox."""

    name: NotRequired[Name]
    now: NotRequired[GivenTime]


class MakeToken(TypedDict):
    """A new token."""

    name: Name
    scopes: list[ScopeInput]
    expires_in_s: NotRequired[int | None]


class MakeTournamentWebhook(TypedDict):
    """A new webhook for the events of a tournament."""

    url: WebhookUrl


class MakeWebhook(TypedDict):
    """A new webhook."""

    url: WebhookUrl
    types: NotRequired[list[AccountEventType]]


class MatchEndedAccountData(TypedDict):
    seat: Seat
    reason: EndReason
    winners: list[Seat]
    won: bool
    version: Version


class MatchEndedAccountEvent(TypedDict):
    """A match in which you played is over."""

    number: EventNumber
    type: Literal["match_ended"]
    at: Time
    table: TableId
    data: MatchEndedAccountData


class MatchEndedData(TypedDict):
    reason: EndReason
    winners: list[Seat]
    forfeited_by: ForfeitedBy


class MatchEndedEvent(TypedDict):
    """The match is over."""

    version: Version
    type: Literal["match_ended"]
    revision: Literal[2]
    at: Time
    data: MatchEndedData
    asked: NotRequired[AskedSeats]


class MatchFoundAccountData(TypedDict):
    seek: SeekId
    seat: Seat
    version: Version


class MatchFoundAccountEvent(TypedDict):
    """Players were found for your seek, and the match has begun."""

    number: EventNumber
    type: Literal["match_found"]
    at: Time
    table: TableId
    data: MatchFoundAccountData


class MatchOfTable(TypedDict):
    """A match of a tournament."""

    tournament: TournamentId
    round: int
    number: int


class MatchPlayedElsewhereData(TypedDict):
    round: int
    match: int
    by: PlayerId
    reason: str


class MatchPlayedElsewhereEvent(TypedDict):
    """Staff have marked a match as played elsewhere. Its tables are called off, and its players report the result."""

    version: Version
    type: Literal["match_played_elsewhere"]
    revision: Literal[1]
    at: Time
    data: MatchPlayedElsewhereData


class MatchRemindedData(TypedDict):
    round: int
    match: int
    plays_at: Time
    at: Time


class MatchRemindedEvent(TypedDict):
    """The agreed time of a match is near, and its players are reminded."""

    version: Version
    type: Literal["match_reminded"]
    revision: Literal[1]
    at: Time
    data: MatchRemindedData


class MatchResult(TypedDict):
    """The result of a board match."""

    first: int
    second: int
    kind: ResultKind


class MatchTimeAgreedData(TypedDict):
    round: int
    match: int
    by: PlayerId
    side: MatchTimeProposedSide | None
    plays_at: Time
    at: Time


class MatchTimeAgreedEvent(TypedDict):
    """A match has a time at which it is played."""

    version: Version
    type: Literal["match_time_agreed"]
    revision: Literal[1]
    at: Time
    data: MatchTimeAgreedData


class MatchTimeProposedData(TypedDict):
    round: int
    match: int
    by: PlayerId
    side: MatchTimeProposedSide
    times: list[Time]


class MatchTimeProposedEvent(TypedDict):
    """A side of a match has proposed times at which to play it. This replaces the open proposal."""

    version: Version
    type: Literal["match_time_proposed"]
    revision: Literal[1]
    at: Time
    data: MatchTimeProposedData


class MeToken(TypedDict):
    id: TokenId
    scopes: list[Scope]
    expires_at: Time | None
    client: ClientId | None


class MemberLeftData(TypedDict):
    entrant: EntrantId
    player: PlayerId
    reason: MemberLeftReason


class MemberLeftEvent(TypedDict):
    """A player no longer plays for an entrant. The other players stay, and keep the place if they had one."""

    version: Version
    type: Literal["member_left"]
    revision: Literal[1]
    at: Time
    data: MemberLeftData


class Message(TypedDict):
    """A message. If it was removed or is hidden from you, only the number is left."""

    id: EventNumber
    number: EventNumber
    type: Literal["message"]
    at: Time
    player: PlayerId | None
    text: str | None
    canned: Canned | None
    removed_by: RemovedBy | None
    hidden: MessageHidden | None


class MessagePage(TypedDict):
    """Messages in a room of a table."""

    table: TableId
    room: Room
    muted: bool
    messages: list[Message]
    players: PlayerNames
    next_after: int
    more: bool


class MessageWithNames(TypedDict):
    """A message, with the name of its author."""

    id: EventNumber
    number: EventNumber
    type: Literal["message"]
    at: Time
    player: PlayerId | None
    text: str | None
    canned: Canned | None
    removed_by: RemovedBy | None
    hidden: MessageHidden | None
    players: PlayerNames


class MistakesInGame(TypedDict):
    """The cost of your mistakes in one game."""

    game: Game
    hands: int
    points_a_hand: float
    phases: list[CostOfPhase]
    months: list[MonthOfMistakes]


class ModeratedAccountData(TypedDict):
    action: Measure
    reason: ReportReason
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    until: Time | None


class ModeratedAccountEvent(TypedDict):
    """Moderators have acted on a report about you: `warn`, `mute_player` with its end, or `remove_message` with the place of your message."""

    number: EventNumber
    type: Literal["moderated"]
    at: Time
    table: None
    data: ModeratedAccountData


class ModerationAction(TypedDict):
    """An action of a moderator."""

    id: ActionId
    at: Time
    moderator: PlayerId | None
    action: Action
    report: ReportId | None
    player: PlayerId | None
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    until: Time | None
    note: str | None


class ModerationActionPage(TypedDict):
    """A page of moderation actions, newest first."""

    actions: list[ModerationAction]
    players: PlayerNames
    next_cursor: NextCursor


class MoveUndoneData(TypedDict):
    seat: Seat


class MoveUndoneEvent(TypedDict):
    """The last move, made by this seat, was undone. The `match` is as before the move."""

    version: Version
    type: Literal["move_undone"]
    revision: Literal[1]
    at: Time
    data: MoveUndoneData
    asked: NotRequired[AskedSeats]


class NamedEntrant(TypedDict):
    """An entrant with its name and its players, whose names are in `players`."""

    id: EntrantId
    name: str | None
    players: list[PlayerId]


class NewGuest(TypedDict):
    """A guest, with a new claim code. The code is shown only once."""

    player: PlayerId
    name: Name
    claim_code: str


class NewInvitation(TypedDict):
    """An invitation with its code."""

    id: InvitationId
    table: TableId
    by: PlayerId
    seat: Seat | None
    uses: int
    used: int
    created_at: Time
    expires_at: Time
    code: str
    url: str


class NewSecret(TypedDict):
    """The new secret of a webhook."""

    secret: WebhookSecret
    former_secret_until: Time


class NewToken(TypedDict):
    """A token with its secret, which is shown only once."""

    id: TokenId
    name: Name
    scopes: list[Scope]
    created_at: Time
    expires_at: Time | None
    revoked_at: None
    last_used_at: None
    client: None
    kind: Literal["personal"]
    player: PlayerId
    secret: str


class NewWebhookDisabled(TypedDict):
    by: NewWebhookDisabledBy
    at: Time


class NextDealerAnswer(TypedDict):
    """The answer to a `next_dealer` question."""

    dealer_seat: Seat


class NoDeclarationAnswer(TypedDict):
    """The answer to a `no_declaration` question."""

    trump: TrumpSuit | None
    cards_revealed: int
    redeal: bool


class Notes(TypedDict):
    """Private notes about a table."""

    table: TableId
    text: str
    changed_at: Time | None


class Notifications(TypedDict):
    """The e-mail settings of a player."""

    sends_mail: bool
    address: MailAddressOrNone
    confirmed_at: TimeOrNone
    unconfirmed: UnconfirmedAddress | None
    failing: FailingAddress | None
    kinds: MailKinds
    time_zone: str
    digest_hour: int
    names: bool
    next_digest_at: TimeOrNone


class OAuthError(TypedDict):
    """An OAuth error (RFC 6749, 5.2; RFC 8628, 3.5)."""

    error: OAuthErrorCode
    error_description: NotRequired[str]


class OAuthTokens(TypedDict):
    """The tokens for a client (RFC 6749, 5.1)."""

    token_type: Literal["Bearer"]
    access_token: str
    expires_in: int
    refresh_token: str
    scope: ScopeList


Occupant: TypeAlias = PlayerId | None


class OccurrenceDone(TypedDict):
    """A past or settled occurrence, and its result."""

    key: LocalStart
    status: OccurrenceState
    state: OccurrenceState
    tournament: TournamentId | None
    reason: str | None


class OccurrenceMissedData(TypedDict):
    key: LocalStart
    starts_at: Time
    reason: str


class OccurrenceMissedEvent(TypedDict):
    """No tournament was opened for an occurrence, and none will be."""

    version: Version
    type: Literal["occurrence_missed"]
    revision: Literal[1]
    at: Time
    data: OccurrenceMissedData


class OccurrenceOpenedData(TypedDict):
    key: LocalStart
    starts_at: Time
    tournament: TournamentId


class OccurrenceOpenedEvent(TypedDict):
    """A tournament was opened for an occurrence."""

    version: Version
    type: Literal["occurrence_opened"]
    revision: Literal[1]
    at: Time
    data: OccurrenceOpenedData


class OccurrenceSkippedData(TypedDict):
    by: PlayerId
    key: LocalStart


class OccurrenceSkippedEvent(TypedDict):
    """The owner has skipped an occurrence."""

    version: Version
    type: Literal["occurrence_skipped"]
    revision: Literal[1]
    at: Time
    data: OccurrenceSkippedData


class OccurrenceToCome(TypedDict):
    """A future occurrence."""

    key: LocalStart
    status: OccurrenceState
    state: OccurrenceState
    starts_at: Time
    local_start: str
    opens_at: Time
    closes_at: Time
    tournament: TournamentId | None


class OpenChallenge(TypedDict):
    """A challenge to a player to take a seat."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


class OpenProposal(TypedDict):
    """A proposal that takes effect when all required players agree. `undo` lapses with the next move, everything else with the hand."""

    what: ProposalKind
    by: Seat
    agreed: list[Seat]
    waits_for: list[Seat]


class OpenedHand(TypedDict):
    """The data that bind the server to a deal. The commitment is published while the seats can still change their entropy, and the secret when the hand is over. This proves that deal, secret and entropies belong together. It does not prove that none of them was chosen: an operator who colludes with the last seat to give entropy could do so."""

    number: int
    commitment: Commitment
    entropies: list[Entropy]
    secret: Secret | None


class OpeningUndoneData(TypedDict):
    by: PlayerId
    status: TournamentStatus
    check_in_open: bool


class OpeningUndoneEvent(TypedDict):
    """Staff have undone a change of settings that had opened or closed registration, or opened check-in."""

    version: Version
    type: Literal["opening_undone"]
    revision: Literal[1]
    at: Time
    data: OpeningUndoneData


OptionValue: TypeAlias = str | int | list[Rank]


OptionValueOrNone: TypeAlias = OptionValue | None


class OrderFacts(TypedDict):
    """Facts that must all hold. If a fact is a list, one item must hold. Facts about a trick refer to the current trick or, before a lead, to the previous one; in Zheng Shangyou to the round. Partners are known partners only."""

    asked: NotRequired[list[OrderFactsAsked]]
    led_by: NotRequired[list[Seat]]
    led_by_side: NotRequired[list[OrderSide]]
    winning: NotRequired[list[Seat]]
    winning_side: NotRequired[list[OrderSide]]
    led_suit: NotRequired[list[EffectiveSuit]]
    led_shape: NotRequired[list[OrderFactsLedShape]]
    led: NotRequired[list[Card]]
    ruffed: NotRequired[bool]
    points_at_least: NotRequired[int]
    points_at_most: NotRequired[int]
    trick_from: NotRequired[int]
    trick_to: NotRequired[int]
    last_to_play: NotRequired[bool]
    played: NotRequired[list[Card]]
    not_played: NotRequired[list[Card]]
    declared: NotRequired[list[TrumpSuit]]
    can_beat: NotRequired[bool]
    opponent_holds_at_most: NotRequired[int]


class OrderInput(TypedDict):
    """
    A standing order. Its members depend on `do` and on the game:

    | `do` | game | members | effect when your seat is asked |
    |---|---|---|---|
    | `play` | both | `cards` | answers a lead with exactly these cards, once |
    | `lead` | both | `cards` | leads exactly these cards, once. With `until` `trick`, only if you win the current trick or the next |
    | `follow_lowest` | Sheng Ji | | follows with the lowest legal cards without points |
    | `points_to_partner` | Sheng Ji | `most` | gives points to a winning partner, in at most this many cards; otherwise follows with the lowest (`otherwise`: `lowest` or `wait`) |
    | `cover` | Sheng Ji | `keep` | beats the winning play with the lowest possible cards, but none of `keep`; otherwise follows with the lowest (`lowest` or `wait`) |
    | `cover` | Zheng Shangyou | `keep`, `most_wild` | the same; otherwise passes (`pass` or `wait`) |
    | `declare` | Sheng Ji | `suit`, `over`, `reinforce` | declares the suit as soon as it can, in an auction, a live draw or a plan; otherwise passes (`pass` or `wait`) |
    | `pass` | both | | passes; in Sheng Ji when asked to declare, to plan, to redeal, to bid or to review |
    | `play_out` | Zheng Shangyou | | plays the lowest cards, once nothing can change the points of the hand |

    The lowest cards are chosen in this order: no points before fives before tens and kings, side suits before
    trumps, low before high, then clubs, diamonds, hearts, spades. The highest card of this order is kept if the
    others can answer the lead legally, then the next. Orders never play bombs. `wait` leaves the move to the later
    orders, and to you.

    """

    do: OrderInputDo
    when: NotRequired[OrderFacts]
    unless: NotRequired[OrderFacts]
    until: NotRequired[OrderInputUntil]
    cards: NotRequired[list[Card]]
    keep: NotRequired[list[Card]]
    suit: NotRequired[TrumpSuit]
    over: NotRequired[OrderInputOver]
    reinforce: NotRequired[bool]
    most: NotRequired[int]
    most_wild: NotRequired[int]
    otherwise: NotRequired[OrderInputOtherwise]
    then: NotRequired[list[OrderInput]]


class OrdersEndedAccountData(TypedDict):
    seat: Seat
    orders: list[OrderId]
    reason: OrderEnd
    version: Version


class OrdersEndedAccountEvent(TypedDict):
    """Some of your standing orders have ended for the same reason. `orders` in your view of the table has the reason in words. It is not sent for orders that you withdraw, and for those that end with the match."""

    number: EventNumber
    type: Literal["orders_ended"]
    at: Time
    table: TableId
    data: OrdersEndedAccountData


class OrdersEndedData(TypedDict):
    seat: SeatOrNone
    orders: list[OrderId]
    reason: OrderEnd | None
    auto_forced: bool | None


class OrdersEndedEvent(TypedDict):
    """Standing orders of a seat have ended before they acted. Other feeds do not show whose they were. There is no such event for orders that end with a trick, hand or match: `trick_won`, `round_ended`, `secret_published` or `match_ended` ends them."""

    version: Version
    type: Literal["orders_ended"]
    revision: Literal[1]
    at: Time
    data: OrdersEndedData
    asked: NotRequired[AskedSeats]


class OrdersGivenData(TypedDict):
    seat: SeatOrNone
    orders: list[LiveOrder]
    auto_forced: bool | None


class OrdersGivenEvent(TypedDict):
    """A seat has replaced its standing orders. Only its own feed shows them. Other feeds do not show whose they are, and neither does the feed of a later substitute."""

    version: Version
    type: Literal["orders_given"]
    revision: Literal[1]
    at: Time
    data: OrdersGivenData
    asked: NotRequired[AskedSeats]


class OrdersOfSeat(TypedDict):
    """The standing orders of your seat."""

    auto_forced: bool
    live: list[LiveOrder]
    ended: list[OrdersOfSeatEnded]


class OverrideBoardCommandAverages(TypedDict):
    """The average scores for the even and the odd seats, from their scores on other boards."""

    even: OverrideBoardCommandAveragesEven
    odd: OverrideBoardCommandAveragesEven


class OverrideResultCommand(TypedDict):
    """Sets the result of a match. The earlier result no longer counts. Event: `result_overridden`."""

    type: Literal["override_result"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    first: int
    second: int
    kind: NotRequired[ResultKind]
    reason: str


class OwnMistakes(TypedDict):
    """The cost of your mistakes in all analysed hands, by game."""

    games: list[MistakesInGame]


class OwnPart(TypedDict):
    """Your part in a tournament."""

    role: TournamentRole | None
    entrant: EntrantId | None
    invited_to: list[EntrantId]
    hint: str | None


class OwnReport(TypedDict):
    """A report as its author sees it."""

    id: ReportId
    status: ReportState
    created_at: Time
    player: PlayerId | None
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    reason: ReportReason
    text: str | None
    closed_at: Time | None
    players: PlayerNames


class OwnershipPassedData(TypedDict):
    by: PlayerId
    player: PlayerId


class OwnershipPassedEvent(TypedDict):
    """The owner has closed their account, and the director appointed first is the new owner of the tournament."""

    version: Version
    type: Literal["ownership_passed"]
    revision: Literal[1]
    at: Time
    data: OwnershipPassedData


class PairAgainCommand(TypedDict):
    """Pairs the current round again while none of its matches has a result. Duplicate boards are dealt again too: a set that earlier rounds have played gets further deals. Events: `round_called_off`, `round_paired`."""

    type: Literal["pair_again"]
    expected_version: NotRequired[ExpectedVersion]
    matches: NotRequired[list[MatchToPair]]
    byes: NotRequired[list[ByeToPair]]
    reason: str


class PairRoundCommand(TypedDict):
    """Starts the next round. Its matches are the given ones, or else those that the format draws from a seed of the server. Event: `round_paired`."""

    type: Literal["pair_round"]
    expected_version: NotRequired[ExpectedVersion]
    matches: NotRequired[list[MatchToPair]]
    byes: NotRequired[list[ByeToPair]]
    round: int


class PairingEndedData(TypedDict):
    at: Time


class PairingEndedEvent(TypedDict):
    """The time of an arena is over. There are no more pairings, and matches in progress are played to their end."""

    version: Version
    type: Literal["pairing_ended"]
    revision: Literal[1]
    at: Time
    data: PairingEndedData


class PairingRefusedEvent(TypedDict):
    """The next round could not be paired automatically. The server retries after the next event in the tournament; until then the round is not due, and staff can pair it manually, call substitutes, or finish."""

    version: Version
    type: Literal["pairing_refused"]
    revision: Literal[1]
    at: Time
    data: PairingRefusedData


class PartnerAgreedAccountData(TypedDict):
    seek: SeekId
    partner: PlayerId


class PartnerAgreedAccountEvent(TypedDict):
    """Your partner has agreed, and your seek is open."""

    number: EventNumber
    type: Literal["partner_agreed"]
    at: Time
    table: None
    data: PartnerAgreedAccountData


class PartnerAskedAccountData(TypedDict):
    seek: SeekId
    by: PlayerId


class PartnerAskedAccountEvent(TypedDict):
    """A player wants to seek a match with you as a pair. Agree to the seek, or withdraw it."""

    number: EventNumber
    type: Literal["partner_asked"]
    at: Time
    table: None
    data: PartnerAskedAccountData


class PartnerDeclinedData(TypedDict):
    entrant: EntrantId
    player: PlayerId


class PartnerDeclinedEvent(TypedDict):
    """A player has declined to play for an entrant."""

    version: Version
    type: Literal["partner_declined"]
    revision: Literal[1]
    at: Time
    data: PartnerDeclinedData


class PartnerInvitationWithdrawnData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    player: PlayerId


class PartnerInvitationWithdrawnEvent(TypedDict):
    """An invitation to play for an entrant was withdrawn."""

    version: Version
    type: Literal["partner_invitation_withdrawn"]
    revision: Literal[1]
    at: Time
    data: PartnerInvitationWithdrawnData


class PartnerInvitedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    player: PlayerId


class PartnerInvitedEvent(TypedDict):
    """A player is asked to play for an entrant."""

    version: Version
    type: Literal["partner_invited"]
    revision: Literal[1]
    at: Time
    data: PartnerInvitedData


class PartnerJoinedData(TypedDict):
    entrant: EntrantId
    player: PlayerId
    rating: int


class PartnerJoinedEvent(TypedDict):
    """A player who was asked has joined an entrant. Other invitations to this player end."""

    version: Version
    type: Literal["partner_joined"]
    revision: Literal[1]
    at: Time
    data: PartnerJoinedData


class PartnerWithdrewAccountData(TypedDict):
    seek: SeekId
    by: PlayerId


class PartnerWithdrewAccountEvent(TypedDict):
    """The other player of a pair has withdrawn the seek, which ends it."""

    number: EventNumber
    type: Literal["partner_withdrew"]
    at: Time
    table: None
    data: PartnerWithdrewAccountData


class PartnersAgreedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    partner: EntrantId
    round: int | None


class PartnersAgreedEvent(TypedDict):
    """Two entrants, each a single player, have agreed to be partners."""

    version: Version
    type: Literal["partners_agreed"]
    revision: Literal[1]
    at: Time
    data: PartnersAgreedData


class PartnersPartedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    partner: EntrantId


class PartnersPartedEvent(TypedDict):
    """Two entrants are no longer partners, because one of their players or staff decided so."""

    version: Version
    type: Literal["partners_parted"]
    revision: Literal[1]
    at: Time
    data: PartnersPartedData


class PartnershipGrade(TypedDict):
    """The grade of a partnership."""

    partner: PlayerId
    grade: float
    boards: int
    sessions: int
    provisional: bool
    inactive: bool
    last_session_at: Time


class Passkey(TypedDict):
    """A passkey of a player."""

    id: PasskeyId
    created_at: Time
    last_used_at: Time | None


class PasskeyList(TypedDict):
    """All passkeys of a player, oldest first."""

    passkeys: list[Passkey]


PlacesBefore: TypeAlias = Seats


class PlacesScore(TypedDict):
    """The result of a hand. Points are those of each seat, or of each team."""

    places: Seats
    points: Totals
    totals_before: Totals
    totals_after: Totals
    next_leader: Seat


class PlacesScoredData(TypedDict):
    order: Seats
    points: Totals
    totals_before: Totals
    totals_after: Totals
    next_leader: Seat
    won_by: Seats


class PlacesScoredEvent(TypedDict):
    """The result of a hand. Points are those of each seat, or of each team."""

    version: Version
    type: Literal["places_scored"]
    revision: Literal[1]
    at: Time
    data: PlacesScoredData
    asked: NotRequired[AskedSeats]


class PlanCommand(TypedDict):
    """Files a sealed plan for declaring: the cards that you would show during the draw, and over whom. Once all plans are filed, the draw is replayed card by card, and each planned show that applies is made as one `declared`. You can file a plan once, and nobody else ever sees it. Events: `plan_filed`, and after the last plan everything up to `kitty_taken`."""

    type: Literal["plan"]
    expected_version: NotRequired[ExpectedVersion]
    shows: list[PlannedShow]


class PlanFiledData(TypedDict):
    seat: Seat
    plan: list[FiledShow]


class PlanFiledEvent(TypedDict):
    """A seat has filed its plan for declaring. The plan is in its own feed only; in all others it is empty."""

    version: Version
    type: Literal["plan_filed"]
    revision: Literal[1]
    at: Time
    data: PlanFiledData
    asked: NotRequired[AskedSeats]


class PlanWay(TypedDict):
    """Each seat files a sealed plan."""

    mode: Literal["plan"]
    filed: Seats
    plan: list[FiledShow] | None


class Play(TypedDict):
    """What one seat played to a trick."""

    seat: Seat
    cards: Cards


class PlayOfRound(TypedDict):
    seat: Seat
    cards: Cards
    reading: Combination | None


class PlayedTrick(TypedDict):
    """A finished trick."""

    plays: list[Play]
    winner: Seat
    points: Points
    failed_throw: FailedThrow | None


class PlayerChallengedData(TypedDict):
    by: PlayerId
    player: PlayerId
    seat: Seat | None


class PlayerChallengedEvent(TypedDict):
    """A player was challenged to take a seat."""

    version: Version
    type: Literal["player_challenged"]
    revision: Literal[1]
    at: Time
    data: PlayerChallengedData
    asked: NotRequired[AskedSeats]


class PlayerCheckedInData(TypedDict):
    player: PlayerId
    by: PlayerId


class PlayerCheckedInEvent(TypedDict):
    """A player has checked in, or staff have checked them in."""

    version: Version
    type: Literal["player_checked_in"]
    revision: Literal[1]
    at: Time
    data: PlayerCheckedInData


class PossibleReading(TypedDict):
    """A `reading` that can be sent. Like all responses, it may get more members."""

    pattern: NotRequired[Pattern]
    top: NotRequired[Rung]
    width: NotRequired[int]


class PreferencesKinds(TypedDict):
    """The frequency of mails by kind."""

    turn: NotRequired[Wish]
    reminder: NotRequired[Wish]
    invitation: NotRequired[Wish]
    match: NotRequired[Wish]


class PreparingMatch(TypedDict):
    """No cards are dealt yet. This phase is rarely visible, because a hand is dealt as soon as it opens."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    phase: Literal["preparing"]


class PreviewedOrders(TypedDict):
    """What orders would have done in one of your turns."""

    version: Version
    did: PreviewedMove
    would: dict[str, Any] | None
    ended: list[OrdersOfSeatEnded]


class ProblemKind(TypedDict):
    """A kind of problem."""

    type: ProblemType
    code: ProblemCode
    status: int
    title: str


class ProblemKinds(TypedDict):
    """All problems, in alphabetical order."""

    problems: list[ProblemKind]


class ProposalAgreedData(TypedDict):
    seat: Seat


class ProposalAgreedEvent(TypedDict):
    """A seat has agreed to the proposal."""

    version: Version
    type: Literal["proposal_agreed"]
    revision: Literal[1]
    at: Time
    data: ProposalAgreedData
    asked: NotRequired[AskedSeats]


class ProposalDeclinedData(TypedDict):
    seat: Seat


class ProposalDeclinedEvent(TypedDict):
    """A seat has declined the proposal, which ends it."""

    version: Version
    type: Literal["proposal_declined"]
    revision: Literal[1]
    at: Time
    data: ProposalDeclinedData
    asked: NotRequired[AskedSeats]


class ProposalEndedAccountData(TypedDict):
    seat: Seat
    outcome: ProposalEndedAccountOutcome
    version: Version


class ProposalEndedAccountEvent(TypedDict):
    """A proposal has ended. If it ends a match or hand, `match_ended` or `hand_over` is sent instead; if it lapses, nothing is sent."""

    number: EventNumber
    type: Literal["proposal_ended"]
    at: Time
    table: TableId
    data: ProposalEndedAccountData


class ProposalMadeAccountData(TypedDict):
    seat: Seat
    what: ProposalKind
    asks_you: bool
    version: Version


class ProposalMadeAccountEvent(TypedDict):
    """Another seat at a table has made a proposal."""

    number: EventNumber
    type: Literal["proposal_made"]
    at: Time
    table: TableId
    data: ProposalMadeAccountData


class ProposalMadeData(TypedDict):
    seat: Seat
    what: ProposalKind
    seats: list[Seat]


class ProposalMadeEvent(TypedDict):
    """A seat has made a proposal."""

    version: Version
    type: Literal["proposal_made"]
    revision: Literal[1]
    at: Time
    data: ProposalMadeData
    asked: NotRequired[AskedSeats]


class ProposalWithdrawnData(TypedDict):
    seat: Seat


class ProposalWithdrawnEvent(TypedDict):
    """A seat has withdrawn its proposal."""

    version: Version
    type: Literal["proposal_withdrawn"]
    revision: Literal[1]
    at: Time
    data: ProposalWithdrawnData
    asked: NotRequired[AskedSeats]


class ProposeTimeCommand(TypedDict):
    """Proposes times for your open match to the other side, in a round with a deadline. It replaces the open proposal of either side. Event: `match_time_proposed`."""

    type: Literal["propose_time"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    times: list[ProposedTime]


class ProposedTimes(TypedDict):
    """Times that one side of a match proposes for it."""

    side: MatchTimeProposedSide
    times: list[Time]


class PutAvailabilityQuietHours(TypedDict):
    start: TimeOfDay
    end: TimeOfDay


class Puzzle(TypedDict):
    """A position in which one move is clearly best."""

    id: PuzzleId
    game: Game
    profile: str
    phase: HandPhase
    seat: Seat
    match: dict[str, Any]
    moves: dict[str, Any]


class PuzzleAttempt(TypedDict):
    """Whether a move solves a puzzle."""

    right: bool
    cost: float | None
    best: dict[str, Any]
    reason: ReasonOfMove
    table: TableId
    hand: int
    number: int


class PuzzlePage(TypedDict):
    """A page of puzzles."""

    puzzles: list[PuzzleSummary]
    next_cursor: NextCursor


class QuietHours(TypedDict):
    """The quiet hours, past midnight if the end is before the start; null for none."""

    start: TimeOfDay
    end: TimeOfDay


class RanOutData(TypedDict):
    seat: Seat
    place: int


class RanOutEvent(TypedDict):
    """A seat has played its last card and takes a place, from 1."""

    version: Version
    type: Literal["ran_out"]
    revision: Literal[1]
    at: Time
    data: RanOutData
    asked: NotRequired[AskedSeats]


class RatingPool(TypedDict):
    """Games whose results are comparable. A game is `live` if its clock allows at most an hour for one turn, including saved time. It is `duplicate` if other tables play the same deals. Any other game is by `correspondence`. A game is among `programs` if at least one player is a program."""

    id: RatingPoolId
    game: Game
    pace: RatingPoolPace
    seats: int
    among: RatingPoolAmong


class Reading(TypedDict):
    """Zheng Shangyou: how the cards are read, in enough detail to exclude other readings. The default is the highest legal reading; on a lead, a set has priority over a multiple sequence, and that over a sequence."""

    pattern: NotRequired[Pattern]
    top: NotRequired[Rung]
    width: NotRequired[int]


class RecordDisagreement(TypedDict):
    """A difference between a record and the rules."""

    version: Version
    detail: str
    recorded: EventOfRecord | None
    decided: EventOfRecord | None


class RecordToReplay(TypedDict):
    """The record of a game, as the operation for the record of a table returns it."""

    format: RecordToReplayFormat
    revision: int
    table: NotRequired[str]
    game: NotRequired[Game]
    complete: NotRequired[bool]
    hands: NotRequired[int]
    bots: NotRequired[list[dict[str, Any]]]
    events: list[dict[str, Any]]


RecordedBoards: TypeAlias = list[
    tuple[
        int,
        int,
        TableId,
        ScoreParts | None,
        AdjustedScore,
        AdjustedScore,
        list[tuple[ScoreParts | None, AdjustedScore]],
    ]
]
"""The scores of tables on the duplicate boards of a match; empty while sealed."""


class RecordedBot(TypedDict):
    """A bot that moved for a seat."""

    seat: Seat
    bot: str
    moves: int


class RedealClaimedData(TypedDict):
    seat: Seat
    cards: Cards


class RedealClaimedEvent(TypedDict):
    """A seat has claimed a redeal and shown its whole hand."""

    version: Version
    type: Literal["redeal_claimed"]
    revision: Literal[1]
    at: Time
    data: RedealClaimedData
    asked: NotRequired[AskedSeats]


class RedealWaivedData(TypedDict):
    seat: Seat


class RedealWaivedEvent(TypedDict):
    """A seat that was asked does not claim a redeal."""

    version: Version
    type: Literal["redeal_waived"]
    revision: Literal[1]
    at: Time
    data: RedealWaivedData
    asked: NotRequired[AskedSeats]


class RedealingMatch(TypedDict):
    """Trumps are fixed. Before the kitty is taken, each seat can claim a redeal if its hand is weak enough."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    phase: Literal["redealing"]
    waived: Seats


class RedealtMatch(TypedDict):
    """The cards have been thrown in. This phase is rarely visible, because the next deal follows immediately."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    phase: Literal["redealt"]
    shown_by: SeatOrNone
    shown: Cards


class RegistrationClosedEvent(TypedDict):
    """Registration has closed. Entrants on the waiting list can still move up."""

    version: Version
    type: Literal["registration_closed"]
    revision: Literal[1]
    at: Time
    data: RegistrationClosedData


class RegistrationOpenedEvent(TypedDict):
    """Registration is open."""

    version: Version
    type: Literal["registration_opened"]
    revision: Literal[1]
    at: Time
    data: RegistrationOpenedData


class Rehearsal(TypedDict):
    """A rehearsal, and how it went so far."""

    id: WorldId
    tournament: TournamentId
    status: RehearsalStatus
    tournament_status: TournamentStatus
    changed: list[str]
    now: Time
    started_at: Time | None
    finished_at: Time | None
    duration_s: int | None
    rounds: int
    matches: int
    results: int
    byes: int
    refusal: RehearsalRefusal | None


class RematchOpenedData(TypedDict):
    by: PlayerId
    table: TableId | None


class RematchOpenedEvent(TypedDict):
    """Players of this table can play a rematch at another table. It follows the end of the match. You see the id of the table if you sat here."""

    version: Version
    type: Literal["rematch_opened"]
    revision: Literal[1]
    at: Time
    data: RematchOpenedData
    asked: NotRequired[AskedSeats]


class Reply(TypedDict):
    """A request that answers an entry of your inbox, ready to send."""

    title: str
    method: ReplyMethod
    href: str
    body: dict[str, Any] | None


class Report(TypedDict):
    """A report as moderators see it."""

    id: ReportId
    status: ReportState
    state: ReportState
    created_at: Time
    made_at: Time
    by: PlayerId | None
    player: PlayerId | None
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    said: str | None
    reason: ReportReason
    text: str | None
    closed_at: Time | None
    action: Measure | None


class ReportOfPlayer(TypedDict):
    """A report of a player."""

    player: PlayerId
    reason: ReportReason
    text: NotRequired[str]


class ReportOfTable(TypedDict):
    """A report of a table."""

    table: TableId
    reason: ReportReason
    text: NotRequired[str]


class ReportPage(TypedDict):
    """A page of reports, oldest first."""

    reports: list[Report]
    players: PlayerNames
    next_cursor: NextCursor


class ReportResultCommand(TypedDict):
    """Reports the result of your match, if it is played elsewhere. The other side confirms or disputes it. Without an answer it counts at the deadline of the round. Event: `result_reported`."""

    type: Literal["report_result"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    outcome: ResultReportedOutcome


class ReportedMessage(TypedDict):
    """The place of a message."""

    table: TableId
    room: Room
    number: EventNumber


class ReportedResult(TypedDict):
    """The result of a match played elsewhere, as one side has reported it."""

    side: MatchTimeProposedSide
    outcome: ResultReportedOutcome
    is_disputed: bool


class Result(TypedDict):
    """How a match ended."""

    reason: EndReason
    winners: list[Seat]
    forfeited_by: ForfeitedBy


class ResultAdjudicatedData(TypedDict):
    round: int
    match: int
    first: int | None
    second: int | None
    kind: ResultKind | None
    why: ResultAdjudicatedWhy
    absent: list[PlayerId]
    boards: RecordedBoards
    idle: list[EntrantId] | None
    left: PlayerId | None
    hands: int


class ResultAdjudicatedEvent(TypedDict):
    """A match has a result although it was not played to its end. `first`, `second` and `kind` are null while sealed."""

    version: Version
    type: Literal["result_adjudicated"]
    revision: Literal[4]
    at: Time
    data: ResultAdjudicatedData


class ResultConfirmedData(TypedDict):
    round: int
    match: int
    by: PlayerId | None
    side: MatchTimeProposedSide | None
    first: int
    second: int
    kind: ResultKind


class ResultConfirmedEvent(TypedDict):
    """A match played elsewhere has the reported result."""

    version: Version
    type: Literal["result_confirmed"]
    revision: Literal[1]
    at: Time
    data: ResultConfirmedData


class ResultDisputedEvent(TypedDict):
    """The other side disputes the reported result."""

    version: Version
    type: Literal["result_disputed"]
    revision: Literal[1]
    at: Time
    data: ResultDisputedData


class ResultOverriddenData(TypedDict):
    round: int
    match: int
    by: PlayerId
    first: int | None
    second: int | None
    kind: ResultKind | None
    reason: str
    at: Time | None
    levels: tuple[int, int] | None


class ResultOverriddenEvent(TypedDict):
    """Staff have set the result of a match, with a reason; the earlier result no longer counts. `first`, `second` and `kind` are null while sealed."""

    version: Version
    type: Literal["result_overridden"]
    revision: Literal[3]
    at: Time
    data: ResultOverriddenData


class ResultRecordedData(TypedDict):
    round: int
    match: int
    first: int | None
    second: int | None
    kind: ResultKind | None
    boards: RecordedBoards
    idle: list[EntrantId] | None
    levels: list[int] | None


class ResultRecordedEvent(TypedDict):
    """The tables of a match are finished, and this is its result. `first`, `second` and `kind` are null while sealed."""

    version: Version
    type: Literal["result_recorded"]
    revision: Literal[4]
    at: Time
    data: ResultRecordedData


class ResultReportedData(TypedDict):
    round: int
    match: int
    by: PlayerId
    side: MatchTimeProposedSide
    outcome: ResultReportedOutcome


class ResultReportedEvent(TypedDict):
    """A side of a match played elsewhere has reported its result. This replaces an earlier report."""

    version: Version
    type: Literal["result_reported"]
    revision: Literal[1]
    at: Time
    data: ResultReportedData


class ResultRestoredData(TypedDict):
    round: int
    match: int
    by: PlayerId
    first: int | None
    second: int | None
    kind: ResultKind | None
    reason: str
    at: Time


class ResultRestoredEvent(TypedDict):
    """Staff have undone the last correction of a match. `first`, `second` and `kind` are the result that counts again; null while sealed, or if the match has no result again."""

    version: Version
    type: Literal["result_restored"]
    revision: Literal[1]
    at: Time
    data: ResultRestoredData


class ReviewPassedData(TypedDict):
    seat: Seat


class ReviewPassedEvent(TypedDict):
    """A seat challenges no play of the hand."""

    version: Version
    type: Literal["review_passed"]
    revision: Literal[1]
    at: Time
    data: ReviewPassedData
    asked: NotRequired[AskedSeats]


class RevokeProvenData(TypedDict):
    seat: Seat
    trick: int
    offender: Seat


class RevokeProvenEvent(TypedDict):
    """A seat has challenged a play and proven that it did not follow. The side of the `offender` loses the hand."""

    version: Version
    type: Literal["revoke_proven"]
    revision: Literal[1]
    at: Time
    data: RevokeProvenData
    asked: NotRequired[AskedSeats]


RevokedBy: TypeAlias = SeatOrNone


Round: TypeAlias = list[PlayOfRound]
"""The plays of a round, in order. A pass has no cards and no reading."""


class RoundCalledOffEvent(TypedDict):
    """A round without results was undone, to be paired again. Its tables do not count."""

    version: Version
    type: Literal["round_called_off"]
    revision: Literal[1]
    at: Time
    data: RoundCalledOffData


class RoundClosedData(TypedDict):
    round: int
    by: PlayerId | None
    at: Time


class RoundClosedEvent(TypedDict):
    """A round is over, and its results are public."""

    version: Version
    type: Literal["round_closed"]
    revision: Literal[1]
    at: Time
    data: RoundClosedData


class RoundDrawnData(TypedDict):
    round: int
    cards: SeenCards


class RoundDrawnEvent(TypedDict):
    """In a live draw, every seat has drawn its next card. You see your own."""

    version: Version
    type: Literal["round_drawn"]
    revision: Literal[1]
    at: Time
    data: RoundDrawnData
    asked: NotRequired[AskedSeats]


class RoundEndedData(TypedDict):
    seat: Seat
    leader: Seat


class RoundEndedEvent(TypedDict):
    """All others have passed since the play of `seat`. `leader` leads to the next round."""

    version: Version
    type: Literal["round_ended"]
    revision: Literal[1]
    at: Time
    data: RoundEndedData
    asked: NotRequired[AskedSeats]


class RoundPairedData(TypedDict):
    round: int
    by: PlayerId | None
    at: Time
    seed: str
    matches: list[list[EntrantId]]
    byes: list[list[str]]
    deadline: Time | None


class RoundPairedEvent(TypedDict):
    """The pairings of a round."""

    version: Version
    type: Literal["round_paired"]
    revision: Literal[1]
    at: Time
    data: RoundPairedData


class RoundPlanInput(TypedDict):
    """The sequence of rounds."""

    pace: NotRequired[RoundPlanInputPace]
    window_s: NotRequired[int | None]
    interval_s: NotRequired[int]
    adjudication: NotRequired[RoundPlanInputAdjudication]
    leaving: NotRequired[RoundPlanInputLeaving]
    played_elsewhere: NotRequired[bool]
    is_automatic: NotRequired[bool]
    win: NotRequired[int]
    draw: NotRequired[int]
    loss: NotRequired[int]


class RoundReopenedEvent(TypedDict):
    """Staff have undone the closing of a round. It is open again."""

    version: Version
    type: Literal["round_reopened"]
    revision: Literal[1]
    at: Time
    data: RoundReopenedData


class RoundScheduledData(TypedDict):
    round: int
    by: PlayerId
    begins_at: Time
    matches: list[list[EntrantId]] | None
    byes: list[list[str]] | None
    seed: str | None


class RoundScheduledEvent(TypedDict):
    """Staff have scheduled the next round for a set time, replacing any earlier schedule."""

    version: Version
    type: Literal["round_scheduled"]
    revision: Literal[1]
    at: Time
    data: RoundScheduledData


class RoundUnscheduledEvent(TypedDict):
    """Staff have cancelled the schedule of the next round, with a reason."""

    version: Version
    type: Literal["round_unscheduled"]
    revision: Literal[1]
    at: Time
    data: RoundUnscheduledData


class Sandbox(TypedDict):
    """A sandbox for testing clients."""

    id: WorldId
    now: Time
    created_at: Time
    expires_at: Time


class SandboxList(TypedDict):
    """The sandboxes of a player."""

    sandboxes: list[Sandbox]


class SandboxMail(TypedDict):
    """A mail that would have been sent to a player of a sandbox."""

    id: str
    kind: SandboxMailKind
    player: PlayerId
    at: Time
    to: str
    subject: str
    text: str
    html: str | None
    table: TableId | None
    event: int | None


class SandboxMailPage(TypedDict):
    """A page of mails of a sandbox, newest first."""

    mails: list[SandboxMail]
    players: PlayerNames
    next_cursor: NextCursor


class SandboxPlayer(TypedDict):
    """A new player of a sandbox."""

    name: Name
    kind: NotRequired[SandboxPlayerKind]


class SandboxStateDue(TypedDict):
    table: NotRequired[TableId]
    tournament: NotRequired[TournamentId]
    series: NotRequired[SeriesId]
    league: NotRequired[LeagueId]
    at: Time


class ScheduleRoundCommand(TypedDict):
    """Starts the next round automatically at a set time, or as soon as the previous round is over, if that is later. The previous round is then closed. With `matches` or `pair_now` the round is paired now, visibly for everyone; otherwise the format pairs it when it begins. This replaces an earlier schedule, so use it to move a round too. If the round cannot be paired when it begins, `pairing_refused` says why. Event: `round_scheduled`."""

    type: Literal["schedule_round"]
    expected_version: NotRequired[ExpectedVersion]
    matches: NotRequired[list[MatchToPair]]
    byes: NotRequired[list[ByeToPair]]
    round: int
    begins_at: str
    pair_now: NotRequired[bool]


class Score(TypedDict):
    """The result of a hand and its calculation."""

    last_trick: LastTrickSeat
    trick_points: TrickPoints
    kitty_points: KittyPoints
    kitty_factor: KittyFactor
    penalties: Penalties
    opponent_points: OpponentPoints
    declarers: DeclarersAtTheEnd
    solo: Solo
    missing: Missing
    winners: Party
    levels_won: LevelsWon
    reset_to: ResetTo
    revoked_by: RevokedBy
    levels_before: Levels
    levels_after: Levels
    laps_after: Laps
    next_dealer: Seat


class ScoreCardRound(TypedDict):
    """A round of a score card."""

    number: int
    match: int | None
    tables: list[TableId]
    seats: ScoreCardRoundSeats | None
    partners: list[EntrantId]
    opponents: list[EntrantId]
    kind: ScoreCardRoundKind
    points: str | None
    against: str | None
    levels: list[int] | None
    total: str | None


class ScoredMatch(TypedDict):
    """The last hand of the match is over. After any other hand, the next one opens at once; the result is then in the feed, as `hand_scored`."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    phase: Literal["scored"]
    kitty: Kitty
    last_trick: PlayedTrick
    opponent_cards: Cards
    friends: Friends | None
    score: Score


class SeasonCalledOffData(TypedDict):
    season: int
    starts_at: Time
    by: PlayerId | None
    reason: str


class SeasonCalledOffEvent(TypedDict):
    """A season was cancelled. `starts_at` is when it would have begun."""

    version: Version
    type: Literal["season_called_off"]
    revision: Literal[1]
    at: Time
    data: SeasonCalledOffData


class SeasonCutShortEvent(TypedDict):
    """A season ends early with its current standings, because its time is over (`by` is null) or because staff decided so."""

    version: Version
    type: Literal["season_cut_short"]
    revision: Literal[1]
    at: Time
    data: SeasonCutShortData


class SeasonEndedData(TypedDict):
    season: int
    at: Time


class SeasonEndedEvent(TypedDict):
    """All divisions of a season are over."""

    version: Version
    type: Literal["season_ended"]
    revision: Literal[1]
    at: Time
    data: SeasonEndedData


class SeasonSettledData(TypedDict):
    season: int
    starts_at: Time
    divisions: list[list[EntrantId]]
    moves: list[LeagueMove]


class SeasonSettledEvent(TypedDict):
    """The players and divisions of a season were settled."""

    version: Version
    type: Literal["season_settled"]
    revision: Literal[1]
    at: Time
    data: SeasonSettledData


class SeasonStartedData(TypedDict):
    season: int
    at: Time
    moves: list[LeagueMove]


class SeasonStartedEvent(TypedDict):
    """A season has begun. From now on nobody leaves its divisions."""

    version: Version
    type: Literal["season_started"]
    revision: Literal[1]
    at: Time
    data: SeasonStartedData


class SeatClockRunning(TypedDict):
    since: Time
    remaining_s: int
    deadline_at: Time
    effective_deadline_at: Time
    is_grace: bool


class SeatLeftAccountData(TypedDict):
    seat: Seat
    player: PlayerId
    version: Version


class SeatLeftAccountEvent(TypedDict):
    """Another player has left a table that you opened or sit at."""

    number: EventNumber
    type: Literal["seat_left"]
    at: Time
    table: TableId
    data: SeatLeftAccountData


class SeatLeftEvent(TypedDict):
    """A seat has become free again."""

    version: Version
    type: Literal["seat_left"]
    revision: Literal[1]
    at: Time
    data: SeatLeftData
    asked: NotRequired[AskedSeats]


class SeatOfBoard(TypedDict):
    """The score of a seat on a duplicate board."""

    score: TournamentBoardScore | None
    instead: AdjustedScore


class SeatResumedAccountData(TypedDict):
    seat: Seat
    of: Seat
    version: Version


class SeatResumedAccountEvent(TypedDict):
    """The player of a seat is back and plays it."""

    number: EventNumber
    type: Literal["seat_resumed"]
    at: Time
    table: TableId
    data: SeatResumedAccountData


class SeatResumedEvent(TypedDict):
    """The player of a seat has returned and plays it. Challenges to take it over end."""

    version: Version
    type: Literal["seat_resumed"]
    revision: Literal[1]
    at: Time
    data: SeatResumedData
    asked: NotRequired[AskedSeats]


class SeatTakenAccountData(TypedDict):
    seat: Seat
    player: PlayerId
    version: Version


class SeatTakenAccountEvent(TypedDict):
    """Another player has taken a seat at a table that you opened or sit at."""

    number: EventNumber
    type: Literal["seat_taken"]
    at: Time
    table: TableId
    data: SeatTakenAccountData


class SeatTakenEvent(TypedDict):
    """A player or a bot of the server has taken a seat."""

    version: Version
    type: Literal["seat_taken"]
    revision: Literal[1]
    at: Time
    data: SeatTakenData
    asked: NotRequired[AskedSeats]


class SecretPublishedEvent(TypedDict):
    """A hand is over, and its secret is published: everyone can now verify shuffle and cut."""

    version: Version
    type: Literal["secret_published"]
    revision: Literal[1]
    at: Time
    data: SecretPublishedData
    asked: NotRequired[AskedSeats]


class SeekClock(TypedDict):
    """The acceptable clocks."""

    kinds: list[SeekClockKind]
    per_move_s: SpanWanted | None


class SeriesDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    series: SeriesId
    version: Version
    legal: Literal[True]
    events: list[str]


class SeriesEndedEvent(TypedDict):
    """The series opens no more tournaments."""

    version: Version
    type: Literal["series_ended"]
    revision: Literal[1]
    at: Time
    data: SeriesEndedData


class SeriesSummary(TypedDict):
    """A series in a list."""

    id: SeriesId
    version: Version
    name: str
    status: SeriesStatus
    game: Game
    format: str
    rule: str
    zone: str
    opens_next_at: Time | None
    rated: bool
    owner: PlayerId
    updated_at: Time


class ShengJiOptions(TypedDict):
    """Options of Sheng Ji, by name."""

    players: NotRequired[Literal[4, 5, 6, 7, 8]]
    team_mode: NotRequired[TeamModeOption]
    decks: NotRequired[Literal["auto"] | Literal[1, 2, 3, 4, 5, 6]]
    kitty_size: NotRequired[Literal["auto"] | int]
    filler_cards: NotRequired[int]
    jokers_removed: NotRequired[int]
    initial_level: NotRequired[Rank]
    final_level: NotRequired[Rank]
    after_final: NotRequired[AfterFinalOption]
    laps: NotRequired[int]
    permanent_twos: NotRequired[Switch]
    hong_wu: NotRequired[HongWuOption]
    hong_wu_penalty: NotRequired[int]
    first_drawer_method: NotRequired[FirstDrawerMethodOption]
    first_drawer_ace: NotRequired[FirstDrawerAceOption]
    cutter: NotRequired[CutterOption]
    later_first_drawer: NotRequired[LaterFirstDrawerOption]
    deal_mode: NotRequired[DealModeOption]
    initial_declare: NotRequired[InitialDeclareOption]
    override_same_suit: NotRequired[OverrideSameSuitOption]
    no_trump_declare: NotRequired[NoTrumpDeclareOption]
    joker_pair_order: NotRequired[JokerPairOrderOption]
    small_joker_declare: NotRequired[SmallJokerDeclareOption]
    joker_in_bid: NotRequired[Switch]
    late_reinforce: NotRequired[Switch]
    first_hand_dealer: NotRequired[FirstHandDealerOption]
    declaration_window: NotRequired[DeclarationWindowOption]
    no_declaration: NotRequired[NoDeclarationOption]
    no_declaration_joker: NotRequired[NoDeclarationJokerOption]
    first_dealer_fallback: NotRequired[FirstDealerFallbackOption]
    kitty_reveal: NotRequired[KittyRevealOption]
    redeal_no_trump: NotRequired[Switch]
    redeal_points_below: NotRequired[Literal[0, 5, 10]]
    redeal_dealer: NotRequired[RedealDealerOption]
    chao_di_pi: NotRequired[ChaoDiPiOption]
    chao_skip_last_bidder: NotRequired[Switch | None]
    succession: NotRequired[SuccessionOption]
    zpy_dealer: NotRequired[ZpyDealerOption | None]
    free_leads: NotRequired[FreeLeadsOption]
    tractor_adjacency: NotRequired[TractorAdjacencyOption]
    throw_forced_lead: NotRequired[ThrowForcedLeadOption]
    throw_ambiguity: NotRequired[ThrowAmbiguityOption]
    throw_penalty: NotRequired[ThrowPenaltyOption]
    throw_reveal: NotRequired[ThrowRevealOption]
    protect_tuples: NotRequired[Switch]
    trump_throw_compare: NotRequired[TrumpThrowCompareOption]
    revoke_penalty: NotRequired[RevokePenaltyOption]
    advancement: NotRequired[AdvancementOption]
    threshold: NotRequired[Literal["40d"] | int]
    score_step: NotRequired[Literal["20d"] | int]
    below_zero_row: NotRequired[Switch]
    kitty_multiplier: NotRequired[KittyMultiplierOption]
    kitty_multiplier_singles_throw: NotRequired[Literal[2, 3]]
    kitty_unit_source: NotRequired[KittyUnitSourceOption]
    kitty_awarded_to: NotRequired[KittyAwardedToOption]
    must_play: NotRequired[list[Rank]]
    must_play_needs_win: NotRequired[Switch]
    gou_dao_di: NotRequired[GouDaoDiOption]
    quan_yi_ban: NotRequired[QuanYiBanOption]
    ace_hook: NotRequired[AceHookOption]
    friend_call_style: NotRequired[FriendCallStyleOption | None]
    solo_call: NotRequired[Switch | None]
    missing_teammate_bonus: NotRequired[MissingTeammateBonusOption | None]
    missing_bonus_scope: NotRequired[MissingBonusScopeOption | None]
    auto_leveling: NotRequired[Switch | None]
    zpy_win: NotRequired[ZpyWinOption | None]
    history_view: NotRequired[HistoryViewOption]
    elo_start: NotRequired[int | None]
    elo_k: NotRequired[Literal["32_then_16"] | int | None]
    elo_scale: NotRequired[int | None]
    enforcement: NotRequired[EnforcementOption]
    take_back: NotRequired[Switch]
    end_early: NotRequired[Switch]
    kitty_removes_cards: NotRequired[Switch]
    friend_card: NotRequired[FriendCardOption | None]
    double_join: NotRequired[DoubleJoinOption | None]
    run_width: NotRequired[int]
    run_length: NotRequired[int]
    bombs: NotRequired[BombsOption]
    level_after_ace: NotRequired[LevelAfterAceOption]
    hide_points: NotRequired[Switch]
    draw_seconds: NotRequired[int]
    declare_seconds: NotRequired[int]


class Snooze(TypedDict):
    """A snoozed entry of your inbox."""

    table: TableId
    until: Time


class SomeValues(TypedDict):
    """Values of an option: one of `values` (`is`), none of them (`is_not`), or numbers `over` or `under` their only one."""

    relation: SomeValuesRelation
    values: list[OptionValueOrNone]


class StaffActUndoneData(TypedDict):
    by: PlayerId
    at: Time
    act: int
    what: str
    reason: str


class StaffActUndoneEvent(TypedDict):
    """Staff have undone the newest act of staff. The events before it, from the same command, have the effects."""

    version: Version
    type: Literal["staff_act_undone"]
    revision: Literal[1]
    at: Time
    data: StaffActUndoneData


class StaffAppointedData(TypedDict):
    by: PlayerId
    player: PlayerId
    role: TournamentRole


class StaffAppointedEvent(TypedDict):
    """A player was appointed to a role."""

    version: Version
    type: Literal["staff_appointed"]
    revision: Literal[1]
    at: Time
    data: StaffAppointedData


class StaffDismissedEvent(TypedDict):
    """A player was dismissed from their role."""

    version: Version
    type: Literal["staff_dismissed"]
    revision: Literal[1]
    at: Time
    data: StaffDismissedData


class StandInSeatedAccountData(TypedDict):
    seat: Seat
    of: Seat
    reason: StandInSeatedReason
    forfeits_at: TimeOrNone
    version: Version


class StandInSeatedAccountEvent(TypedDict):
    """A bot plays a seat, yours if `of` is your `seat`, until its player returns."""

    number: EventNumber
    type: Literal["stand_in_seated"]
    at: Time
    table: TableId
    data: StandInSeatedAccountData


class StandInSeatedData(TypedDict):
    seat: Seat
    bot: Bot
    reason: StandInSeatedReason
    forfeits_at: TimeOrNone


class StandInSeatedEvent(TypedDict):
    """A bot plays a seat until its player returns."""

    version: Version
    type: Literal["stand_in_seated"]
    revision: Literal[1]
    at: Time
    data: StandInSeatedData
    asked: NotRequired[AskedSeats]


class StandingPlay(TypedDict):
    """The play to beat."""

    seat: Seat
    cards: Cards
    reading: Combination


class StandingsComparison(TypedDict):
    """Why one entrant is before another in the standings. Sealed results do not count."""

    tournament: TournamentId
    version: Version
    name: str
    is_final: bool
    one: EntrantId
    other: EntrantId
    before: EntrantId | None
    sentence: str
    criteria: list[ComparedCriterion]
    entrants: list[NamedEntrant]
    players: PlayerNames


class SubstituteCalledEvent(TypedDict):
    """A player from the list of substitutes now plays for an entrant. The replaced player leaves it."""

    version: Version
    type: Literal["substitute_called"]
    revision: Literal[1]
    at: Time
    data: SubstituteCalledData


class SubstituteOfferWithdrawnEvent(TypedDict):
    """A player has withdrawn their offer to substitute."""

    version: Version
    type: Literal["substitute_offer_withdrawn"]
    revision: Literal[1]
    at: Time
    data: SubstituteOfferWithdrawnData


class SubstituteOfferedEvent(TypedDict):
    """A player has offered to substitute."""

    version: Version
    type: Literal["substitute_offered"]
    revision: Literal[1]
    at: Time
    data: SubstituteOfferedData


class SubstituteSeatedAccountData(TypedDict):
    seat: Seat | None
    of: Seat
    player: PlayerId
    instead_of: PlayerId
    version: Version


class SubstituteSeatedAccountEvent(TypedDict):
    """A player has taken over the seat of another, perhaps yours, for the rest of the match."""

    number: EventNumber
    type: Literal["substitute_seated"]
    at: Time
    table: TableId
    data: SubstituteSeatedAccountData


class SubstituteSeatedEvent(TypedDict):
    """A player has taken over the seat of another for the rest of the match. All challenges to it end."""

    version: Version
    type: Literal["substitute_seated"]
    revision: Literal[1]
    at: Time
    data: SubstituteSeatedData
    asked: NotRequired[AskedSeats]


class SubstitutionArrangedData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    player: PlayerId
    begins_at: Time
    until: Time


class SubstitutionArrangedEvent(TypedDict):
    """A substitute will play for a player during an announced vacation. An earlier arrangement for this player ends."""

    version: Version
    type: Literal["substitution_arranged"]
    revision: Literal[1]
    at: Time
    data: SubstitutionArrangedData


class SubstitutionBegunData(TypedDict):
    entrant: EntrantId
    by: PlayerId
    player: PlayerId
    rating: int
    until: Time


class SubstitutionBegunEvent(TypedDict):
    """A substitute plays for a player on vacation, who gets the seat back later."""

    version: Version
    type: Literal["substitution_begun"]
    revision: Literal[1]
    at: Time
    data: SubstitutionBegunData


class SubstitutionDroppedEvent(TypedDict):
    """An arranged substitution will not take place."""

    version: Version
    type: Literal["substitution_dropped"]
    revision: Literal[1]
    at: Time
    data: SubstitutionDroppedData


class SubstitutionEndedData(TypedDict):
    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    instead_of: PlayerId
    why: SubstitutionEndedWhy


class SubstitutionEndedEvent(TypedDict):
    """A substitution for a time has ended."""

    version: Version
    type: Literal["substitution_ended"]
    revision: Literal[1]
    at: Time
    data: SubstitutionEndedData


class TableCalledOffAccountData(TypedDict):
    seat: Seat
    why: CalledOffWhy
    version: Version


class TableCalledOffAccountEvent(TypedDict):
    """Your match in a tournament was decided or cancelled by the tournament, so its table was stopped."""

    number: EventNumber
    type: Literal["table_called_off"]
    at: Time
    table: TableId
    data: TableCalledOffAccountData


class TableCalledOffEvent(TypedDict):
    """The match of a tournament at this table was stopped. It has no winner, and does not affect reliability. The current hand is over, and its secret is published."""

    version: Version
    type: Literal["table_called_off"]
    revision: Literal[1]
    at: Time
    data: TableCalledOffData
    asked: NotRequired[AskedSeats]


class TableCancelledAccountData(TypedDict):
    seat: Seat
    version: Version


class TableCancelledAccountEvent(TypedDict):
    """A table where you had a seat was cancelled."""

    number: EventNumber
    type: Literal["table_cancelled"]
    at: Time
    table: TableId
    data: TableCancelledAccountData


class TableCancelledEvent(TypedDict):
    """The host has cancelled the table."""

    version: Version
    type: Literal["table_cancelled"]
    revision: Literal[1]
    at: Time
    data: TableCancelledData
    asked: NotRequired[AskedSeats]


class TableExpiredAccountData(TypedDict):
    seat: Seat | None
    version: Version


class TableExpiredAccountEvent(TypedDict):
    """A table of yours has expired, because it did not begin in time."""

    number: EventNumber
    type: Literal["table_expired"]
    at: Time
    table: TableId
    data: TableExpiredAccountData


class TableExpiredEvent(TypedDict):
    """The table has expired, because it did not begin in time. The effect is the same as if it were cancelled."""

    version: Version
    type: Literal["table_expired"]
    revision: Literal[1]
    at: Time
    data: TableExpiredData
    asked: NotRequired[AskedSeats]


class TableLinkedEvent(TypedDict):
    """A match is played at a table, with these boards. It can have several tables."""

    version: Version
    type: Literal["table_linked"]
    revision: Literal[2]
    at: Time
    data: TableLinkedData


class TableStartedAccountData(TypedDict):
    seat: Seat
    version: Version


class TableStartedAccountEvent(TypedDict):
    """The match has begun at a table where you sit."""

    number: EventNumber
    type: Literal["table_started"]
    at: Time
    table: TableId
    data: TableStartedAccountData


class TableStartedEvent(TypedDict):
    """The match has begun."""

    version: Version
    type: Literal["table_started"]
    revision: Literal[1]
    at: Time
    data: TableStartedData
    asked: NotRequired[AskedSeats]


class TableSummarySeat(TypedDict):
    seat: Seat
    player: Occupant
    bot: BotOrNone


class TableUnsealedEvent(TypedDict):
    """The table is no longer sealed. From now on it is visible like any other."""

    version: Version
    type: Literal["table_unsealed"]
    revision: Literal[1]
    at: Time
    data: TableUnsealedData
    asked: NotRequired[AskedSeats]


class TableViewSeat(TypedDict):
    seat: Seat
    player: Occupant
    bot: BotOrNone
    entropy: Entropy | None
    stand_in: Bot | None
    turns_missed: int
    forfeits_at: TimeOrNone


class TakeBackAnsweredEvent(TypedDict):
    """A seat has answered a request to take a move back."""

    version: Version
    type: Literal["take_back_answered"]
    revision: Literal[1]
    at: Time
    data: TakeBackAnsweredData
    asked: NotRequired[AskedSeats]


class TakeBackAskedEvent(TypedDict):
    """A seat asks the others to let it take back its last play or declaration."""

    version: Version
    type: Literal["take_back_asked"]
    revision: Literal[1]
    at: Time
    data: TakeBackAskedData
    asked: NotRequired[AskedSeats]


class TakenBackEvent(TypedDict):
    """All have agreed. The table is as it was before the move."""

    version: Version
    type: Literal["taken_back"]
    revision: Literal[1]
    at: Time
    data: TakenBackData
    asked: NotRequired[AskedSeats]


class TeamChange(TypedDict):
    """The effect of a game on a team rating: the sum, over all other sides, of `factor` times the score minus the expected score."""

    before: Skill
    aged: Skill
    after: Skill
    how: RatingHow
    duels: list[TeamChangeDuel]
    offset: TeamChangeOffset | None
    weight: float
    games: int
    provisional: bool
    sentence: str


class ThrowDecompositionAnswer(TypedDict):
    """The answer to a `throw_decomposition` question."""

    units: Units


class ThrowFailedData(TypedDict):
    seat: Seat
    cards: Cards
    units: Units
    choices: Units
    chooser: Chooser


class ThrowFailedEvent(TypedDict):
    """A throw was shown and taken back, because it can be beaten. If the leader must choose what to lead instead, `choices` are the units, shown only in the feed of the `chooser`. `units` are the units in which the throw was read; absent in old records."""

    version: Version
    type: Literal["throw_failed"]
    revision: Literal[2]
    at: Time
    data: ThrowFailedData
    asked: NotRequired[AskedSeats]


class ThrowThatFails(TypedDict):
    valid: Literal[False]
    all_beatable: Units
    forced_weakest: Cards
    forced_all_beatable: Cards
    forced: Cards | None
    choices: NotRequired[Units]
    challenger_choices: NotRequired[Units]


class TicketMade(TypedDict):
    """A ticket for the streams of one feed."""

    ticket: str
    feed: str
    url: str
    expires_at: Time


class TieBreakPart(TypedDict):
    """One round in the calculation of a value; members without effect are omitted. Points are in hundredths."""

    round: NotRequired[int]
    opponent: NotRequired[EntrantId | None]
    role: NotRequired[TieBreakPartRole]
    amount: NotRequired[int]
    gained: NotRequired[int | None]
    lost: NotRequired[int | None]
    is_cut: NotRequired[bool]


class TieBreakValue(TypedDict):
    """The value of a tie-break for an entrant, and its calculation."""

    tie_break: TieBreak
    value: str | None
    exact: list[str] | None
    parts: list[TieBreakPart]


class TimeGivenEvent(TypedDict):
    """A seat has given bonus time to an opponent. The next `clocks_set` contains it."""

    version: Version
    type: Literal["time_given"]
    revision: Literal[1]
    at: Time
    data: TimeGivenData
    asked: NotRequired[AskedSeats]


class Token(TypedDict):
    """A token in the list of its owner."""

    id: TokenId
    name: Name
    scopes: list[Scope]
    created_at: Time
    expires_at: Time | None
    revoked_at: Time | None
    last_used_at: Time | None
    client: ClientId | None
    kind: TokenKind


class TokenPage(TypedDict):
    """A page of tokens, oldest first."""

    tokens: list[Token]
    next_cursor: NextCursor


class TokenRequest(TypedDict):
    """A request for tokens; the other required members depend on `grant_type`."""

    grant_type: TokenRequestGrantType
    client_id: ClientId
    code: NotRequired[str]
    redirect_uri: NotRequired[str]
    code_verifier: NotRequired[str]
    refresh_token: NotRequired[str]
    scope: NotRequired[str]
    device_code: NotRequired[str]


class TournamentBoard(TypedDict):
    """A duplicate board of a tournament."""

    tournament: TournamentId
    version: Version
    name: str
    number: int
    set: BoardSet
    deals: list[TournamentBoardDeal] | None
    scores: list[BoardAtTable] | None
    seats: list[BoardAtSeat] | None
    entrants: list[NamedEntrant]
    players: PlayerNames


class TournamentBoards(TypedDict):
    """The duplicate boards of a tournament."""

    tournament: TournamentId
    version: Version
    name: str
    sets: list[BoardSet]
    scores: list[BoardAtTable]
    seats: list[BoardAtSeat]
    entrants: list[NamedEntrant]
    players: PlayerNames


class TournamentByeAccountData(TypedDict):
    tournament: TournamentId
    round: int
    kind: ByeKind
    version: Version


class TournamentByeAccountEvent(TypedDict):
    """You have a bye in a round."""

    number: EventNumber
    type: Literal["tournament_bye"]
    at: Time
    table: None
    data: TournamentByeAccountData


class TournamentCancelledEvent(TypedDict):
    """The tournament was cancelled; `by` is null if there were too few entrants."""

    version: Version
    type: Literal["tournament_cancelled"]
    revision: Literal[1]
    at: Time
    data: TournamentCancelledData


class TournamentCheckInOpenAccountData(TypedDict):
    tournament: TournamentId
    starts_at: TimeOrNone
    version: Version


class TournamentCheckInOpenAccountEvent(TypedDict):
    """Check-in is open. Confirm with `check_in` before the start."""

    number: EventNumber
    type: Literal["tournament_check_in_open"]
    at: Time
    table: None
    data: TournamentCheckInOpenAccountData


class TournamentCorrectedAccountData(TypedDict):
    tournament: TournamentId
    corrections: int
    reason: str
    version: Version


class TournamentCorrectedAccountEvent(TypedDict):
    """A tournament in which you take part or are staff was reopened and finished again with different results. It is not sent if the results are the same."""

    number: EventNumber
    type: Literal["tournament_corrected"]
    at: Time
    table: None
    data: TournamentCorrectedAccountData


class TournamentCorrectionBoard(TypedDict):
    board: int
    room: int
    was: AssignedBoard | None
    now: AssignedBoard | None


class TournamentDeadlineMovedAccountData(TypedDict):
    tournament: TournamentId
    round: int
    deadline: Time
    reason: str
    version: Version


class TournamentDeadlineMovedAccountEvent(TypedDict):
    """The deadline of a round in which you have an open match has changed."""

    number: EventNumber
    type: Literal["tournament_deadline_moved"]
    at: Time
    table: None
    data: TournamentDeadlineMovedAccountData


class TournamentEnteredAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    from_waiting_list: bool
    version: Version


class TournamentEnteredAccountEvent(TypedDict):
    """Your entrant has a place."""

    number: EventNumber
    type: Literal["tournament_entered"]
    at: Time
    table: None
    data: TournamentEnteredAccountData


class TournamentFinishedEvent(TypedDict):
    """The tournament is finished. If not all rounds were played, there is a reason: staff ended it, or no further round was possible."""

    version: Version
    type: Literal["tournament_finished"]
    revision: Literal[3]
    at: Time
    data: TournamentFinishedData


class TournamentFinishingAccountData(TypedDict):
    tournament: TournamentId
    corrections_until: Time
    is_reopened: bool
    reason: str | None
    version: Version


class TournamentFinishingAccountEvent(TypedDict):
    """All matches of a tournament in which you take part or are staff are over, and its results can be corrected for some time. It is also sent when the tournament was reopened for corrections."""

    number: EventNumber
    type: Literal["tournament_finishing"]
    at: Time
    table: None
    data: TournamentFinishingAccountData


class TournamentLadderAccountData(TypedDict):
    tournament: TournamentId
    what: TournamentLadderAccountWhat
    challenger: EntrantId
    challenged: EntrantId
    until: Time | None
    version: Version


class TournamentLadderAccountEvent(TypedDict):
    """A challenge in a ladder was made to your entrant, or one of its challenges has ended."""

    number: EventNumber
    type: Literal["tournament_ladder"]
    at: Time
    table: None
    data: TournamentLadderAccountData


class TournamentLadderStep(TypedDict):
    """The end of an earlier challenge."""

    challenger: EntrantId
    challenged: EntrantId
    how: TournamentLadderStepHow
    took_place: bool | None
    at: Time | None
    round: int | None


class TournamentLeftAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    reason: TournamentLeftAccountReason
    version: Version


class TournamentLeftAccountEvent(TypedDict):
    """You no longer take part: others decided so, or you did not check in or answer in time."""

    number: EventNumber
    type: Literal["tournament_left"]
    at: Time
    table: None
    data: TournamentLeftAccountData


class TournamentMatchOpenAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    deadline: TimeOrNone
    version: Version


class TournamentMatchOpenAccountEvent(TypedDict):
    """Your match was paired. It is played elsewhere: report its result with `report_result`."""

    number: EventNumber
    type: Literal["tournament_match_open"]
    at: Time
    table: None
    data: TournamentMatchOpenAccountData


class TournamentMatchReadyAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    deadline: TimeOrNone
    version: Version


class TournamentMatchReadyAccountEvent(TypedDict):
    """Your match is played at this table."""

    number: EventNumber
    type: Literal["tournament_match_ready"]
    at: Time
    table: TableId
    data: TournamentMatchReadyAccountData


class TournamentMatchSoonAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    plays_at: Time
    tables: list[TableId]
    version: Version


class TournamentMatchSoonAccountEvent(TypedDict):
    """Your match is played within an hour, at the agreed time."""

    number: EventNumber
    type: Literal["tournament_match_soon"]
    at: Time
    table: None
    data: TournamentMatchSoonAccountData


class TournamentOverAccountData(TypedDict):
    tournament: TournamentId
    outcome: TournamentOverAccountOutcome
    reason: str | None
    version: Version


class TournamentOverAccountEvent(TypedDict):
    """A tournament in which you take part or are staff is finished for the first time, or was cancelled."""

    number: EventNumber
    type: Literal["tournament_over"]
    at: Time
    table: None
    data: TournamentOverAccountData


class TournamentPartnerAnsweredAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    player: PlayerId
    accepted: bool
    version: Version


class TournamentPartnerAnsweredAccountEvent(TypedDict):
    """A player who was asked to play for your entrant has accepted or declined."""

    number: EventNumber
    type: Literal["tournament_partner_answered"]
    at: Time
    table: None
    data: TournamentPartnerAnsweredAccountData


class TournamentPartnerAskedAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    by: PlayerId
    version: Version


class TournamentPartnerAskedAccountEvent(TypedDict):
    """You are asked to play for an entrant. Answer with `accept_partner` or `decline_partner`."""

    number: EventNumber
    type: Literal["tournament_partner_asked"]
    at: Time
    table: None
    data: TournamentPartnerAskedAccountData


class TournamentPausedAccountData(TypedDict):
    tournament: TournamentId
    at: Time
    reason: str
    version: Version


class TournamentPausedAccountEvent(TypedDict):
    """Staff have paused a tournament in which you take part. Your clocks stop until `tournament_resumed`."""

    number: EventNumber
    type: Literal["tournament_paused"]
    at: Time
    table: None
    data: TournamentPausedAccountData


class TournamentPausedEvent(TypedDict):
    """The tournament is paused. Until it is resumed, no clock runs, no deadline passes and no round begins."""

    version: Version
    type: Literal["tournament_paused"]
    revision: Literal[1]
    at: Time
    data: TournamentPausedData


class TournamentPlaceOfferedAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    until: Time
    version: Version


class TournamentPlaceOfferedAccountEvent(TypedDict):
    """Your entrant is called for a free place. Send `accept_place` or `decline_place`."""

    number: EventNumber
    type: Literal["tournament_place_offered"]
    at: Time
    table: None
    data: TournamentPlaceOfferedAccountData


class TournamentRegistrationClosingAccountData(TypedDict):
    tournament: TournamentId
    what: TournamentRegistrationClosingAccountWhat
    closes_at: Time


class TournamentRegistrationClosingAccountEvent(TypedDict):
    """Registration closes soon, and an answer of yours or of your entrant is missing. It is sent once, a day before or when half of the time is left, whichever is later. It is sent again if the closing time moves."""

    number: EventNumber
    type: Literal["tournament_registration_closing"]
    at: Time
    table: None
    data: TournamentRegistrationClosingAccountData


class TournamentRegistrationOpenedAccountData(TypedDict):
    tournament: TournamentId
    series: str
    closes_at: Time | None
    starts_at: Time | None
    version: Version


class TournamentRegistrationOpenedAccountEvent(TypedDict):
    """Registration is open for the next tournament of a series. You have run or played one of its last four tournaments."""

    number: EventNumber
    type: Literal["tournament_registration_opened"]
    at: Time
    table: None
    data: TournamentRegistrationOpenedAccountData


class TournamentReopenedEvent(TypedDict):
    """The owner has reopened the tournament, with a reason. Results can be corrected again."""

    version: Version
    type: Literal["tournament_reopened"]
    revision: Literal[1]
    at: Time
    data: TournamentReopenedData


class TournamentResultAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    how: TournamentResultAccountHow
    first: int | None
    second: int | None
    kind: ResultKind | None
    version: Version


class TournamentResultAccountEvent(TypedDict):
    """Your match has a result. Its points are null while sealed: before the round is closed in a sealed tournament, and while others still play the same boards."""

    number: EventNumber
    type: Literal["tournament_result"]
    at: Time
    table: None
    data: TournamentResultAccountData


class TournamentResultDisputedAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    by: PlayerId
    reason: str
    version: Version


class TournamentResultDisputedAccountEvent(TypedDict):
    """The reported result of a match is disputed. Players can report again, and staff can send `override_result`."""

    number: EventNumber
    type: Literal["tournament_result_disputed"]
    at: Time
    table: None
    data: TournamentResultDisputedAccountData


class TournamentResultReportedAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    by: PlayerId
    outcome: ResultReportedOutcome
    deadline: TimeOrNone
    version: Version


class TournamentResultReportedAccountEvent(TypedDict):
    """The result of your match is reported. The other side sends `confirm_result` or `dispute_result`."""

    number: EventNumber
    type: Literal["tournament_result_reported"]
    at: Time
    table: None
    data: TournamentResultReportedAccountData


class TournamentResultsMatch(TypedDict):
    round: int
    number: int
    first: EntrantId
    second: EntrantId
    result: MatchResult


class TournamentResumedAccountData(TypedDict):
    tournament: TournamentId
    at: Time
    version: Version


class TournamentResumedAccountEvent(TypedDict):
    """A paused tournament in which you take part goes on. If it is your turn, `turn_began` follows."""

    number: EventNumber
    type: Literal["tournament_resumed"]
    at: Time
    table: None
    data: TournamentResumedAccountData


class TournamentResumedEvent(TypedDict):
    """The tournament continues. A deadline that had not passed is later by the length of the pause."""

    version: Version
    type: Literal["tournament_resumed"]
    revision: Literal[1]
    at: Time
    data: TournamentResumedData


class TournamentRoundScheduledAccountData(TypedDict):
    tournament: TournamentId
    round: int
    begins_at: Time | None
    reason: str | None
    version: Version


class TournamentRoundScheduledAccountEvent(TypedDict):
    """Staff have scheduled, moved or unscheduled the start of the next round."""

    number: EventNumber
    type: Literal["tournament_round_scheduled"]
    at: Time
    table: None
    data: TournamentRoundScheduledAccountData


class TournamentStartedAccountData(TypedDict):
    tournament: TournamentId
    version: Version


class TournamentStartedAccountEvent(TypedDict):
    """The tournament in which you take part has begun."""

    number: EventNumber
    type: Literal["tournament_started"]
    at: Time
    table: None
    data: TournamentStartedAccountData


class TournamentStartedEvent(TypedDict):
    """The tournament has begun."""

    version: Version
    type: Literal["tournament_started"]
    revision: Literal[2]
    at: Time
    data: TournamentStartedData


class TournamentSubstituteCalledAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    player: PlayerId
    version: Version


class TournamentSubstituteCalledAccountEvent(TypedDict):
    """A substitute plays for your entrant, or you are that substitute."""

    number: EventNumber
    type: Literal["tournament_substitute_called"]
    at: Time
    table: None
    data: TournamentSubstituteCalledAccountData


class TournamentSummary(TypedDict):
    """A tournament in a list."""

    id: TournamentId
    version: Version
    name: str
    status: TournamentStatus
    game: Game
    format: str
    starts_at: Time | None
    entrants: int
    rated: bool
    series: str | None
    owner: PlayerId
    updated_at: Time


class TournamentTimeAgreedAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    by: PlayerId
    plays_at: Time
    version: Version


class TournamentTimeAgreedAccountEvent(TypedDict):
    """Your match has a time: both sides agreed on it, or staff set it."""

    number: EventNumber
    type: Literal["tournament_time_agreed"]
    at: Time
    table: None
    data: TournamentTimeAgreedAccountData


class TournamentTimeProposedAccountData(TypedDict):
    tournament: TournamentId
    round: int
    match: int
    by: PlayerId
    times: list[Time]
    deadline: Time
    version: Version


class TournamentTimeProposedAccountEvent(TypedDict):
    """A player proposes times for your match. Send `agree_time` with one of them, or `propose_time` with others."""

    number: EventNumber
    type: Literal["tournament_time_proposed"]
    at: Time
    table: None
    data: TournamentTimeProposedAccountData


class TournamentViewScheduled(TypedDict):
    round: int
    begins_at: Time
    matches: list[TournamentViewScheduledMatch] | None
    byes: list[TournamentViewScheduledBye] | None


class TournamentWaitingAccountData(TypedDict):
    tournament: TournamentId
    entrant: EntrantId
    version: Version


class TournamentWaitingAccountEvent(TypedDict):
    """Your entrant is complete, but there is no place; it is on the waiting list."""

    number: EventNumber
    type: Literal["tournament_waiting"]
    at: Time
    table: None
    data: TournamentWaitingAccountData


TractorAnswer: TypeAlias = TractorFound | NoTractor


class TributeLeftEvent(TypedDict):
    """The second player of the previous hand has received the other card."""

    version: Version
    type: Literal["tribute_left"]
    revision: Literal[1]
    at: Time
    data: TributeLeftData
    asked: NotRequired[AskedSeats]


class TributePaidEvent(TypedDict):
    """A seat has chosen its tribute. The others see the card when both seats have chosen."""

    version: Version
    type: Literal["tribute_paid"]
    revision: Literal[1]
    at: Time
    data: TributePaidData
    asked: NotRequired[AskedSeats]


class TributeRevealedEvent(TypedDict):
    """Both seats have paid, and their cards are open, in the order of the named seats."""

    version: Version
    type: Literal["tribute_revealed"]
    revision: Literal[1]
    at: Time
    data: TributeRevealedData
    asked: NotRequired[AskedSeats]


class TributeTakenEvent(TypedDict):
    """The first player of the previous hand has taken one of the two cards."""

    version: Version
    type: Literal["tribute_taken"]
    revision: Literal[1]
    at: Time
    data: TributeTakenData
    asked: NotRequired[AskedSeats]


class Trick(TypedDict):
    """The current trick."""

    suit: EffectiveSuit
    size: int
    lead: UnitName
    plays: list[Play]
    winning: Seat


class TrickWinnerInput(TypedDict):
    """The `input` of a `trick_winner` question."""

    plays: list[TrickWinnerInputPlay]


class TrickWonEvent(TypedDict):
    """A trick is complete. Its winner takes the points and leads to the next one."""

    version: Version
    type: Literal["trick_won"]
    revision: Literal[1]
    at: Time
    data: TrickWonData
    asked: NotRequired[AskedSeats]


class TrumpFixedData(TypedDict):
    trump_suit: TrumpSuit
    dealer: Seat
    trump_rank: LevelOrNone


class TrumpFixedEvent(TypedDict):
    """Declaring is over. This event names the trumps and the dealer. `trump_rank` is present if the declarations decided it; null if the hand was prepared with one."""

    version: Version
    type: Literal["trump_fixed"]
    revision: Literal[2]
    at: Time
    data: TrumpFixedData
    asked: NotRequired[AskedSeats]


class TurnBeganAccountData(TypedDict):
    seat: Seat
    what: Decision
    version: Version


class TurnLapsedEvent(TypedDict):
    """A missed turn is no longer pending, so no bot moves for it."""

    version: Version
    type: Literal["turn_lapsed"]
    revision: Literal[1]
    at: Time
    data: TurnLapsedData
    asked: NotRequired[AskedSeats]


class TurnMissedAccountData(TypedDict):
    seat: Seat
    in_a_row: int
    version: Version


class TurnMissedAccountEvent(TypedDict):
    """You have not acted in time. A bot makes this move for you."""

    number: EventNumber
    type: Literal["turn_missed"]
    at: Time
    table: TableId
    data: TurnMissedAccountData


class TurnMissedEvent(TypedDict):
    """A seat has not acted in time. A bot makes this one move for it."""

    version: Version
    type: Literal["turn_missed"]
    revision: Literal[1]
    at: Time
    data: TurnMissedData
    asked: NotRequired[AskedSeats]


class TurnPassedEvent(TypedDict):
    """A seat has passed."""

    version: Version
    type: Literal["turn_passed"]
    revision: Literal[1]
    at: Time
    data: TurnPassedData
    asked: NotRequired[AskedSeats]


class TurnReminderAccountData(TypedDict):
    seat: Seat
    what: Decision
    left: TurnReminderAccountLeft
    deadline_at: Time
    version: Version


class TurnReminderAccountEvent(TypedDict):
    """Half or a fifth of the time for your turn is left, by the current deadline. Each is sent at most once in a turn, and never after the turn. If a vacation moves the deadline, earlier reminders do not repeat; `turn_resumed` is sent when the clock continues."""

    number: EventNumber
    type: Literal["turn_reminder"]
    at: Time
    table: TableId
    data: TurnReminderAccountData


class TurnResumedAccountData(TypedDict):
    seat: Seat
    what: Decision
    remaining_s: int
    deadline_at: Time
    version: Version


class TurnResumedAccountEvent(TypedDict):
    """Your vacation is over, automatic or not, and the clock of a waiting turn continues. It is sent once for each such turn when the vacation runs out, but not when you end it early. During your quiet hours and weekends, the clock continues after these."""

    number: EventNumber
    type: Literal["turn_resumed"]
    at: Time
    table: TableId
    data: TurnResumedAccountData


class UnitFound(TypedDict):
    unit: UnitName
    shape: list[list[UnitFoundShapeItem]]
    units: Units


class UnitRelevanceAnswer(TypedDict):
    """The answer to a `unit_relevance` question."""

    higher: UnitRelevanceAnswerHigher | None


class Unrated(TypedDict):
    """Why a game was not rated."""

    reason: UnratedReason
    sentence: str


class Verification(TypedDict):
    """Whether a record agrees with the rules."""

    agrees: bool
    shuffles: VerificationShuffles
    plays: VerificationPlays
    disagreements: list[RecordDisagreement]


class WaitingTournament(TypedDict):
    """A decision in a tournament that waits for you."""

    tournament: TournamentId
    what: WaitingTournamentWhat
    entrant: EntrantId
    deadline_at: TimeOrNone


Way: TypeAlias = AuctionWay | LiveDrawWay | PlanWay


class Webhook(TypedDict):
    """A webhook."""

    id: WebhookId
    url: str
    types: list[str]
    tournament: TournamentId | None
    enabled: bool
    disabled: WebhookDisabled | None
    created_at: Time
    former_secret_until: Time | None


class WebhookList(TypedDict):
    """All webhooks of a player."""

    webhooks: list[Webhook]


class ZhengShangyouOptions(TypedDict):
    """Options of Zheng Shangyou, by name."""

    zs_players: NotRequired[Literal[4, 5, 6, 7, 8, 9]]
    zs_team_mode: NotRequired[ZsTeamModeOption]
    zs_target: NotRequired[int]
    zs_scoring: NotRequired[ZsScoringOption]
    zs_first_lead: NotRequired[ZsFirstLeadOption]
    zs_next_lead: NotRequired[ZsNextLeadOption]
    zs_exchange: NotRequired[ZsExchangeOption]
    zs_twos_in_sequences: NotRequired[Switch]
    zs_tie: NotRequired[Literal["another_hand"]]


class ZsBeatsAnswer(TypedDict):
    """The answer to a `zs_beats` question."""

    beats: bool
    previous: LabCombinationOrNone
    play: LabCombinationOrNone


class ZsBeatsInput(TypedDict):
    """The `input` of a `zs_beats` question."""

    previous: LabCards
    previous_as: NotRequired[LabReading]
    play: LabCards
    play_as: NotRequired[LabReading]


class ZsComboAnswer(TypedDict):
    """The answer to a `zs_combo` question. It repeats the members of the first reading."""

    valid: bool
    readings: list[LabCombination]
    type: NotRequired[LabPattern]
    size: NotRequired[int]
    rank: NotRequired[Rung]
    top: NotRequired[Rung]
    ranks: NotRequired[int]
    width: NotRequired[int]
    pure: NotRequired[bool]
    suited: NotRequired[bool]


ZsExchangeAnswer: TypeAlias = dict[str, ZsExchangeAnswerItem]
"""The answer to a `zs_exchange` question, for each of the four players who exchange cards."""


class ZsTeamScoreAnswer(TypedDict):
    """The answer to a `zs_team_score` question."""

    scores: ZsTeamScoreAnswerScores


class ZsTeamScoreInput(TypedDict):
    """The `input` of a `zs_team_score` question."""

    finish_teams: list[ZsTeamScoreInputFinishTeam]


class About(TypedDict):
    """What a mail would say about the event, as it is when the message is sent. Null if there is nothing to say. Members that do not apply, or that you may not know without a seat, are null or empty."""

    game: str | None
    profile: str | None
    hands: int | None
    hand: int | None
    levels: list[str]
    totals: list[int]
    taken: int | None
    tournament: AboutMatch | None
    seats: list[AboutSeat]


class ActedForEvent(TypedDict):
    """The next move was not made by the player of the seat."""

    version: Version
    type: Literal["acted_for"]
    revision: Literal[1]
    at: Time
    data: ActedForData
    asked: NotRequired[AskedSeats]


class AskedToCallFriends(TypedDict):
    """Send `call_friends` with this many of the listed calls, all different."""

    asked: Literal["call_friends"]
    count: int
    solo: bool
    calls: list[AskedToCallFriendsCall]
    cards: list[Cards]
    complete: Literal[True]
    take_back: NotRequired[bool]
    end_hand: NotRequired[bool]


AskedToClimb = TypedDict(
    "AskedToClimb",
    {
        "asked": Literal["play"],
        "lead": bool,
        "pass": bool,
        "combinations": list[Combination],
        "cards": list[Cards],
        "complete": bool,
    },
)


class Availability(TypedDict):
    """The availability of a player; null for bots of the server and closed accounts."""

    time_zone: TimeZone
    quiet_hours: QuietHours | None
    weekend: Weekend
    vacation: AvailabilityVacation | None


class BidSequenceInput(TypedDict):
    """The `input` of a `bid_sequence` question."""

    events: list[BidSequenceInputEvent]


class BiddingMatch(TypedDict):
    """The kitty is buried, and others may bid for it by showing cards that outrank the current declaration."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    kitty: Kitty
    kitty_holder: Seat
    standing: Standing | None
    phase: Literal["bidding"]
    to_bid: list[Seat]


class BoardComparison(TypedDict):
    """The comparison of all scores on a board from the same seat."""

    top: int
    datum: int | None
    left_out: int
    scale: list[int] | None
    scores: list[BoardLine]


class BoardOfBoardMatch(TypedDict):
    """A board of a match."""

    board: BoardId
    number: int
    you: BoardPlay | None
    difference: int | None
    imps: int | None


class BoardOfMatch(TypedDict):
    """The score of a table on a duplicate board."""

    board: int
    room: int
    table: TableId | None
    score: TournamentBoardScore | None
    for_even: AdjustedScore
    for_odd: AdjustedScore
    seats: list[SeatOfBoard]


class BracketMatch(TypedDict):
    """A match of a bracket."""

    number: int
    match: int | None
    status: BracketMatchStatus
    tables: list[TableId]
    sides: list[BracketSide]
    kind: ResultKind | None
    winner: EntrantId | None


class BracketRound(TypedDict):
    """The matches of a round of a bracket. The match for third place has a round of its own name."""

    number: int
    name: str
    matches: list[BracketMatch]


class BuryingMatch(TypedDict):
    """Trumps are fixed, and the seat that has taken the kitty buries as many cards."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    kitty: Kitty
    kitty_holder: Seat
    standing: Standing | None
    phase: Literal["burying"]


class CalendarDay(TypedDict):
    """A day in your time zone."""

    date: str
    starts_at: Time
    ends_at: Time
    pauses: list[CalendarPause]
    entries: list[CalendarEntry]


class CallFriendsCommand(TypedDict):
    """Calls the cards whose players are the dealer's friends in this hand, all at once. Events: `friends_called`; later `call_answered` when a called card is played."""

    type: Literal["call_friends"]
    expected_version: NotRequired[ExpectedVersion]
    calls: NotRequired[list[CallToMake]]
    solo: NotRequired[bool]


class CallingMatch(TypedDict):
    """The dealer calls the friends of the hand."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    kitty: Kitty
    phase: Literal["calling"]


class ChooseBoardsCommand(TypedDict):
    """Replaces the server's deals of an unplayed set of duplicate boards, for all of its boards at once. You must not take part yourself. Event: `boards_chosen`."""

    type: Literal["choose_boards"]
    expected_version: NotRequired[ExpectedVersion]
    set: int
    boards: list[ChooseBoardsCommandBoard]


ChosenOptions: TypeAlias = dict[str, OptionValueOrNone]
"""The options whose value differs from the catalogue's default, by name."""


class ClimbingChoosingMatch(TypedDict):
    """The tribute is open, and the first player of the previous hand takes one card."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    leader: Seat
    exchanging: Exchanging
    phase: Literal["choosing"]
    offers: SeatsCards


class ClimbingDealtMatch(TypedDict):
    """The cards are dealt, and the holder of the exposed card is not known yet."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    phase: Literal["dealt"]


class ClimbingDiscardingMatch(TypedDict):
    """The first two players of the previous hand choose their discards."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    leader: Seat
    exchanging: Exchanging
    phase: Literal["discarding"]
    chosen: ChosenCards


class ClimbingPayingMatch(TypedDict):
    """The last two players of the previous hand choose their tribute."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    leader: Seat
    exchanging: Exchanging
    phase: Literal["paying"]
    chosen: ChosenCards


class ClimbingPlayingMatch(TypedDict):
    """The hand is being played."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    phase: Literal["climbing"]
    turn: Seat
    standing: StandingPlay | None
    to_ask: Seats
    round: Round
    last_round: Round
    places: Seats
    gone: Cards
    exposed: Card | None


class ClimbingPreparingMatch(TypedDict):
    """Nothing is dealt yet."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    phase: Literal["preparing"]


class ClimbingReturningMatch(TypedDict):
    """The discards are open, and the next-to-last player of the previous hand takes one card."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards
    leader: Seat
    exchanging: Exchanging
    phase: Literal["returning"]
    offers: SeatsCards


class ClimbingScoredMatch(TypedDict):
    """The hand is over."""

    totals: Totals
    target: int
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy
    phase: Literal["scored"]
    last_round: Round
    gone: Cards
    score: PlacesScore


class ClockReading(TypedDict):
    """The clock of a seat, as in events."""

    seat: Seat
    budget: ClockReadingBudget
    running: ClockReadingRunning | None


class ClocksSetData(TypedDict):
    at: Time
    clocks: list[ClockReading]


class ClocksSetEvent(TypedDict):
    """The command that ends with this event has started, stopped or reset clocks. Your own clock is exact to the millisecond. Those of others are rounded to the minute, because thinking times reveal information about cards."""

    version: Version
    type: Literal["clocks_set"]
    revision: Literal[1]
    at: Time
    data: ClocksSetData
    asked: NotRequired[AskedSeats]


class Conflict(TypedDict):
    """A conflict: if the option has one of the values `when`, the other one cannot have one of the values `cannot`."""

    when: SomeValues
    option: str
    cannot: SomeValues
    rule: RuleId
    hint: str


class CrossTableRow(TypedDict):
    """An entrant of a cross table."""

    place: int
    rank: int
    entrant: EntrantId
    points: str
    cells: list[CrossTableCell]
    against: list[CrossTableRowAgainst] | None
    name: str | None
    players: list[PlayerId]


class CurrentToken(TypedDict):
    """The token of the request, and its player."""

    id: TokenId
    player: CurrentTokenPlayer
    scopes: list[Scope]
    expires_at: Time | None
    client: ClientId | None
    sandbox: WorldId | None
    limits: CurrentTokenLimits


class DeclaringMatch(TypedDict):
    """Trumps are declared: in turn after the draw, during the draw, or by sealed plans. `way` says how."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    phase: Literal["declaring"]
    trump_rank: LevelOrNone
    dealer: SeatOrNone
    first_drawer: Seat
    declarations: Declarations
    standing: Standing | None
    hand: OwnHand
    hand_sizes: HandSizes
    way: Way


class DivisionCorrectedData(TypedDict):
    season: int
    division: int
    standings: list[LeaguePlace]
    effect: DivisionCorrectedEffect
    divisions: list[list[EntrantId]] | None
    moves: list[LeagueMove] | None


class DivisionCorrectedEvent(TypedDict):
    """The tournament of a division of the last played season was reopened and ended differently. `effect` is the consequence for the next season. `counts`: it will be settled by these standings; `remade`: its `divisions` and `moves` are recomputed; `overridden`: its divisions stay as set by staff, who can override them again; `too_late`: it has begun, and its divisions stay."""

    version: Version
    type: Literal["division_corrected"]
    revision: Literal[1]
    at: Time
    data: DivisionCorrectedData


class DivisionOpenedData(TypedDict):
    season: int
    division: int
    tournament: TournamentId
    sides: list[LeagueSide]


class DivisionOpenedEvent(TypedDict):
    """The tournament of a division was opened; `sides` are its entrants, seed 1 first."""

    version: Version
    type: Literal["division_opened"]
    revision: Literal[1]
    at: Time
    data: DivisionOpenedData


class DivisionsOverriddenData(TypedDict):
    season: int
    by: PlayerId
    divisions: list[list[EntrantId]]
    moves: list[LeagueMove]
    reason: str


class DivisionsOverriddenEvent(TypedDict):
    """Staff have changed the divisions of a settled season."""

    version: Version
    type: Literal["divisions_overridden"]
    revision: Literal[1]
    at: Time
    data: DivisionsOverriddenData


class EnterEntrantsCommand(TypedDict):
    """Enters other players, all of these entrants or none (staff). Gates do not apply. The players are not asked, and may leave. A guest needs no account: the command creates one, and the answer has its claim code. A repeated answer does not, and a dry run creates nothing. House bots can be entrants of unrated tournaments and in sandboxes. Each gets a name such as `Steady 3`, checks in by itself, and is never rated. Possible once registration has opened, and between rounds while late entry is open; missed rounds then count as `late.bye` says. Events: `entrants_entered_by_staff`, then for each entrant `entrant_registered`, `partner_joined`, and `entrant_entered` or `entrant_queued`."""

    type: Literal["enter_entrants"]
    expected_version: NotRequired[ExpectedVersion]
    entrants: NotRequired[list[EnterEntrantsCommandEntrant]]
    csv: NotRequired[str]
    are_here: NotRequired[bool]


class Entrant(TypedDict):
    """A participant in pairings: a player, a pair or a team."""

    id: EntrantId
    name: str | None
    club: str | None
    partner: EntrantId | None
    is_resting: bool
    status: EntrantReinstatedStatus
    waiting_place: int | None
    answer_until: Time | None
    seed: int | None
    rating: int
    members: list[EntrantMember]
    invited: list[PlayerId]
    byes: list[EntrantBye]
    substitutions: list[EntrantSubstitution]
    arranged_substitutions: list[ArrangedSubstitution]


class EntrantPage(TypedDict):
    """A page of entrants."""

    entrants: list[Entrant]
    players: PlayerNames
    next_cursor: NextCursor


class EntrantStanding(TypedDict):
    """The standing of an entrant."""

    rank: int
    entrant: EntrantId
    points: str
    values: list[TieBreakValue]
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    line: int | None
    is_absent: bool
    possible_ranks: PossibleRanks | None
    name: str | None
    players: list[PlayerId]


class ExportNotifications(TypedDict):
    address: MailAddressOrNone
    confirmed_at: TimeOrNone
    unconfirmed: UnconfirmedAddress | None
    failing: FailingAddress | None
    kinds: MailKinds
    time_zone: str
    digest_hour: int
    names: bool
    next_digest_at: TimeOrNone


class ExportedRatingChange(TypedDict):
    """The change of a player's ratings in a pool by a game, or the reason why there is none."""

    pool: RatingPoolId
    table: TableId
    at: Time
    unrated: Unrated | None
    elo: EloChange | None
    team: TeamChange | None


class Facts(TypedDict):
    """Data about a problem for programs. Its members depend on the `code`."""

    fields: NotRequired[dict[str, str]]
    scope: NotRequired[Scope]
    version: NotRequired[Version]
    corrections_until: NotRequired[Time]
    reopen_until: NotRequired[Time]
    until: NotRequired[Time]
    policy: NotRequired[str]
    score: NotRequired[int]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    at: NotRequired[Time]
    board: NotRequired[int]
    season: NotRequired[int]
    division: NotRequired[int]
    sets: NotRequired[list[int]]
    partners: NotRequired[int]
    key: NotRequired[str]
    team: NotRequired[EntrantId]
    settings: NotRequired[list[str]]
    taken: NotRequired[int]
    entrants: NotRequired[int | list[EntrantId]]
    entrant: NotRequired[EntrantId]
    tournament: NotRequired[TournamentId]
    command: NotRequired[str]
    path: NotRequired[str]
    right: NotRequired[str]
    roles: NotRequired[list[TournamentRole]]
    late_until_round: NotRequired[int]
    player: NotRequired[PlayerId]
    players: NotRequired[list[PlayerId]]
    name: NotRequired[str]
    line: NotRequired[int]
    invited: NotRequired[list[PlayerId]]
    substitutes: NotRequired[list[PlayerId]]
    round: NotRequired[int]
    rounds: NotRequired[int]
    match: NotRequired[int]
    matches: NotRequired[int | list[int | UndecidedMatch]]
    sides: NotRequired[list[EntrantId | int]]
    members: NotRequired[int]
    boards: NotRequired[int]
    newest: NotRequired[int]
    what: NotRequired[str]
    act: NotRequired[int]
    followed_by: NotRequired[list[str]]
    next: NotRequired[int]
    violations: NotRequired[list[FactsViolation]]
    rating: NotRequired[int]
    reliability: NotRequired[int]
    games: NotRequired[int]
    known: NotRequired[list[str]]
    status: NotRequired[str]
    kind: NotRequired[str]
    tables: NotRequired[list[TableId]]
    linked: NotRequired[list[TableId]]
    deal: NotRequired[int]
    turn: NotRequired[Seat]
    seats: NotRequired[Seats]
    cards: NotRequired[int]
    readings: NotRequired[list[PossibleReading]]
    missing: NotRequired[Cards]
    member: NotRequired[str]
    reason: NotRequired[OrderEnd]
    lead: NotRequired[Cards]
    may_be_out: NotRequired[Cards]
    free_seats: NotRequired[list[Seat]]
    option: NotRequired[str]
    wanted: NotRequired[str]
    allowed: NotRequired[list[str | int]]
    options: NotRequired[list[str]]
    is_over: NotRequired[bool]
    ends_at: NotRequired[Time]
    field: NotRequired[str]


FollowAnswer: TypeAlias = LegalFollow | IllegalFollow


class FriendRevealInput(TypedDict):
    """The `input` of a `friend_reveal` question."""

    dealer: Seat
    calls: LabCalls
    plays: list[FriendRevealInputPlay]


class GiveOrdersCommand(TypedDict):
    """
    Gives standing orders, with which the table acts for your seat when it is asked. They replace all of your
    orders. They are tried in order, and the first that applies acts. All consequences of a command happen in one
    step with it, so a whole trick can be over before the response. Orders that already apply act immediately.
    Events: `orders_given`; before each move made for you `acted_for`.

    Orders use only what you can see. Nobody else sees your orders, not even in the record of the game. Others do
    see for whom the table has acted, and that it acted immediately. An automatic forced move therefore suggests
    that you had no choice.

    An order ends when it has played its cards (`play` and `lead`), at the latest as `until` says, and earlier for a
    reason in `OrderEnd`. Your view shows live orders, and how the others ended.

    """

    type: Literal["give_orders"]
    expected_version: NotRequired[ExpectedVersion]
    orders: list[OrderInput]
    auto_forced: NotRequired[bool]


class GradesPage(TypedDict):
    """A page of a leaderboard of grades."""

    pool: RatingPool
    of: GradesPageOf
    grades: list[GradesRow]
    players: PlayerNames
    next_cursor: NextCursor


class HandAnalysis(TypedDict):
    """The analysis of a finished hand."""

    table: TableId
    hand: int
    game: Game
    status: HandAnalysisStatus
    teacher: str | None
    decisions: int
    judged: int
    costs: list[CostOfSeat]
    open_values: list[OpenValue] | None
    judgements: list[JudgedDecision]
    players: PlayerNames


class HandScoredData(TypedDict):
    last_trick: LastTrickSeat
    trick_points: TrickPoints
    kitty_points: KittyPoints
    kitty_factor: KittyFactor
    penalties: Penalties
    opponent_points: OpponentPoints
    declarers: DeclarersAtTheEnd
    solo: Solo
    missing: Missing
    winners: Party
    levels_won: LevelsWon
    reset_to: ResetTo
    revoked_by: RevokedBy
    levels_before: Levels
    levels_after: Levels
    laps_after: Laps
    attempted_after: Attempted
    next_dealer: Seat
    match_won_by: Seats


class HandScoredEvent(TypedDict):
    """The result of a hand and its calculation. `match_won_by` are the seats that have won the match with it."""

    version: Version
    type: Literal["hand_scored"]
    revision: Literal[2]
    at: Time
    data: HandScoredData
    asked: NotRequired[AskedSeats]


class InboxPlay(TypedDict):
    """How it is played at a table, or at the tables of a tournament."""

    game: Game
    profile: str
    options: ChosenOptions
    hands: int | None
    clock: Clock


LabInput: TypeAlias = (
    BidSequenceInput
    | CardOrderInput
    | ChaoOrderInput
    | ChaoTurnsInput
    | DealShapeInput
    | DeckPointsInput
    | EffectiveSuitInput
    | EqualRankInput
    | FillerRankInput
    | FirstDrawerInput
    | FollowInput
    | ForcedUnitOrderInput
    | FriendCallInput
    | FriendPointsInput
    | FriendRevealInput
    | HandSortInput
    | HandTotalInput
    | KittyFactorInput
    | LastTrickUnitInput
    | LevelResetInput
    | LevelStepInput
    | MissingBonusInput
    | NextDealerInput
    | NightRatingInput
    | NoDeclarationInput
    | RedealClaimInput
    | ScoreInput
    | ThrowInput
    | ThrowDecompositionInput
    | ThrowPenaltyInput
    | TierCountsInput
    | TractorInput
    | TrickWinnerInput
    | TrumpRankInput
    | UnitInput
    | UnitRelevanceInput
    | ZsBeatsInput
    | ZsComboInput
    | ZsExchangeInput
    | ZsGameEndInput
    | ZsOrderInput
    | ZsScoreInput
    | ZsTeamScoreInput
)


class LeaderboardPage(TypedDict):
    """A page of a leaderboard."""

    pool: RatingPool
    system: LeaderboardPageSystem
    season: LeaderboardPageSeason | None
    players: list[LeaderboardRow]
    next_cursor: NextCursor


class LeagueLine(TypedDict):
    """The standing of an entrant in a division, with their previous and next division."""

    entrant: EntrantId
    name: str | None
    players: list[PlayerId]
    seed: int
    rank: int | None
    points: str | None
    came: LeagueLineCame | None
    goes: LeagueLineGoes | None


class LeagueMember(TypedDict):
    """A member of a league, or a side that has registered."""

    id: EntrantId
    name: str | None
    club: str | None
    status: LeagueMemberStatus
    division: int | None
    rating: int
    players: list[LeaguePlayer]
    invited: list[PlayerId]
    continuing: list[PlayerId]


class LeaguePage(TypedDict):
    """A page of leagues."""

    leagues: list[LeagueSummary]
    players: PlayerNames
    next_cursor: NextCursor


class LeagueSeasonDivision(TypedDict):
    number: int
    tournament: TournamentId | None
    status: LeagueSeasonDivisionStatus
    standings: list[LeagueLine]


class LeavingCost(TypedDict):
    """The current cost of leaving a tournament."""

    match: LeavingCostMatch | None
    seat_goes_to: LeavingCostSeatGoesTo | None
    stand_in: str | None
    substitute: PlayerId | None
    ends: bool
    result: MatchResult | None
    rating: LeavingCostRating
    sentence: str


class MeaningOfValue(TypedDict):
    value: OptionValueOrNone
    says: str


class MovePreview(TypedDict):
    """The effects that you can know beforehand. A lead has its `units` and whether it is a `throw`. A follow has whether it currently `takes_trick`, and whether it `follows` the lead correctly. A claim has its `leads`. A play in Zheng Shangyou has how it is read. Standing orders have their sentences. Other commands have nothing."""

    leads: NotRequired[list[Cards]]
    units: NotRequired[Units]
    throw: NotRequired[bool]
    takes_trick: NotRequired[bool]
    follows: NotRequired[bool]
    reading: NotRequired[Combination]
    other_readings: NotRequired[list[Combination]]
    runs_out: NotRequired[bool]
    orders: NotRequired[list[ForeseenOrder]]
    acts_now: NotRequired[dict[str, Any] | None]
    preview: NotRequired[list[PreviewedOrders] | None]


Moves: TypeAlias = (
    NothingAsked
    | AskedToDeclare
    | WhileDrawing
    | AskedToPlan
    | AskedAboutRedeal
    | AskedToBury
    | AskedToBid
    | AskedToCallFriends
    | AskedToLead
    | AskedToFollow
    | AskedToChoose
    | AskedToReview
    | AskedToConsent
    | AskedForACard
    | AskedToClimb
)


class MyCalendar(TypedDict):
    """Your calendar, from today on."""

    time_zone: TimeZone
    days: list[CalendarDay]


class NewWebhook(TypedDict):
    """A new webhook, with its secret."""

    id: WebhookId
    url: str
    types: list[str]
    tournament: TournamentId | None
    enabled: bool
    disabled: NewWebhookDisabled | None
    created_at: Time
    former_secret_until: Time | None
    secret: WebhookSecret


class Option(TypedDict):
    """An option of the rules."""

    name: str
    game: Game
    kind: OptionKind
    values: list[str | int]
    least: int | None
    most: int | None
    default: OptionValueOrNone
    meaning: str
    says: list[MeaningOfValue]
    number_says: str | None
    rules: list[RuleId]
    profiles: dict[str, OptionValueOrNone]
    conflicts: list[Conflict]


class Options(TypedDict):
    """The options of all games, game by game, in the order of the catalogue."""

    options: list[Option]


OptionsInput: TypeAlias = ShengJiOptions | ZhengShangyouOptions


class OverrideBoardCommand(TypedDict):
    """Assigns a score to a duplicate board at a table of a match, replacing the played one: one of `score`, `averages`, `shares` and `is_void`. With none of them, the played score counts again. A board with an assigned score is no longer played. The match has a result as soon as each board has a score. Event: `board_overridden`."""

    type: Literal["override_board"]
    expected_version: NotRequired[ExpectedVersion]
    round: int
    match: int
    board: int
    room: NotRequired[int]
    score: NotRequired[OverrideBoardCommandScore]
    averages: NotRequired[OverrideBoardCommandAverages]
    shares: NotRequired[OverrideBoardCommandShares]
    is_void: NotRequired[bool]
    reason: str


class OwnAvailability(TypedDict):
    """Your availability."""

    time_zone: TimeZone
    quiet_hours: QuietHours | None
    weekend: Weekend
    automatic_vacation: bool
    since: Time | None


class PlayBoard(TypedDict):
    """The rules of the board."""

    profile: BoardProfile
    options: NotRequired[OptionsInput]
    bot: NotRequired[BoardBot]


class PlayCommand(TypedDict):
    """Leads or follows. Several units of one suit led together are a throw. If another hand can beat one of them, the throw fails with `throw_failed`, and a part of it is led instead (`lead_forced`). If the rules let you choose that part, send it as your next `play`. Events: `cards_played`; after the last seat `trick_won`; after the last trick `kitty_revealed` (if the rules show it), `hand_scored` and `secret_published`, and then `match_ended` or the next hand. In Zheng Shangyou, lead a combination, or play a higher one of the same shape. Events: `combination_played`, which says how the cards are read; after your last card `ran_out`; when all but one have run out `places_scored` and `secret_published`, and then `match_ended` or the next hand."""

    type: Literal["play"]
    expected_version: NotRequired[ExpectedVersion]
    cards: CardsToMove
    units: NotRequired[list[PlayCommandUnit]]
    reading: NotRequired[Reading]


class PlayInput(TypedDict):
    """The game at the tables, with its rules and clock."""

    game: NotRequired[Game]
    profile: str
    overrides: NotRequired[OptionsInput]
    hands: NotRequired[int | None]
    clock: NotRequired[ClockInput | EmptyClock]
    pauses: NotRequired[PausesInput]
    ladder: NotRequired[LadderInput]


class Player(TypedDict):
    """The public profile of a player."""

    id: PlayerId
    name: Name | None
    kind: PlayerKind
    created_at: Time
    closed: bool
    reliability: Reliability | None
    availability: NotRequired[Availability | None]


class PlayerGrade(TypedDict):
    """The grades of a player in a pool."""

    pool: RatingPool
    grade: float
    boards: int
    sessions: int
    provisional: bool
    inactive: bool
    last_session_at: Time
    partnerships: list[PartnershipGrade]


class PlayerGrades(TypedDict):
    """The grades of a player."""

    player: PlayerId
    grades: list[PlayerGrade]
    players: PlayerNames


class PlayerRating(TypedDict):
    """The ratings of a player in a pool."""

    pool: RatingPool
    elo: EloStanding
    team: TeamStanding
    inactive: bool
    last_game_at: Time | None


class PlayerRatings(TypedDict):
    """The ratings of a player."""

    player: PlayerId
    ratings: list[PlayerRating]
    players: PlayerNames


class PlayingMatch(TypedDict):
    """The tricks are being played."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    kitty: Kitty
    friends: Friends | None
    trick: Trick | None
    failed_throw: FailedThrow | None
    choices: Units
    last_trick: PlayedTrick | None
    history: list[PlayedTrick]
    opponent_points: Points | None
    opponent_cards: Cards | None
    points_taken: list[int | None] | None
    penalties: Penalties | None
    phase: Literal["playing"]


class Preferences(TypedDict):
    """Changes to the e-mail settings; at least one member."""

    kinds: NotRequired[PreferencesKinds]
    time_zone: NotRequired[str]
    digest_hour: NotRequired[int]
    names: NotRequired[bool]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: ProblemType
    title: str
    status: int
    code: ProblemCode
    detail: str
    hint: NotRequired[str]
    rule: NotRequired[RuleId]
    rule_url: NotRequired[str]
    legal: NotRequired[list[Cards]]
    facts: NotRequired[Facts]
    instance: str
    request_id: str


class Profile(TypedDict):
    """A named set of options."""

    name: str
    game: Game
    revision: int
    about: str
    differs: ChosenOptions
    options: dict[str, OptionValueOrNone]
    seats: ProfileSeats
    decks: int


class Profiles(TypedDict):
    """The profiles of all games, in alphabetical order."""

    profiles: list[Profile]


class PutAvailability(TypedDict):
    """A player's time zone, quiet hours and days off."""

    time_zone: TimeZone
    quiet_hours: NotRequired[PutAvailabilityQuietHours | None]
    weekend: NotRequired[list[Weekday]]
    automatic_vacation: NotRequired[bool]


class Question(TypedDict):
    """A question about the rules."""

    setup: NotRequired[LabSetup | dict[str, Any]]
    input: NotRequired[LabInput]


class RatingChange(TypedDict):
    """The effect of a game on a player's ratings."""

    id: TableId
    at: Time
    tournament: TournamentId
    round: int
    match: int
    season: str | None
    unrated: Unrated | None
    elo: EloChange | None
    team: TeamChange | None


class RatingChangePage(TypedDict):
    """A page of changes."""

    changes: list[RatingChange]
    next_cursor: NextCursor


class ReportOfMessage(TypedDict):
    """A report of a message."""

    message: ReportedMessage
    reason: ReportReason
    text: NotRequired[str]


class ReviewingMatch(TypedDict):
    """All tricks are played, and each seat may still challenge one of them."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone
    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards
    hand: OwnHand
    hand_sizes: HandSizes
    kitty: Kitty
    friends: Friends | None
    trick: Trick | None
    failed_throw: FailedThrow | None
    choices: Units
    last_trick: PlayedTrick | None
    history: list[PlayedTrick]
    opponent_points: Points | None
    opponent_cards: Cards | None
    points_taken: list[int | None] | None
    penalties: Penalties | None
    phase: Literal["reviewing"]
    passed: Seats


class RulesOfEvent(TypedDict):
    """A profile, and the options that differ from the catalogue's defaults."""

    profile: str
    options: ChosenOptions


class RulesWanted(TypedDict):
    """Acceptable rules, in the same form as for a new table."""

    game: NotRequired[Game]
    profile: str
    options: NotRequired[OptionsInput]


class SandboxState(TypedDict):
    """A sandbox and its remaining work."""

    id: WorldId
    now: Time
    created_at: Time
    expires_at: Time
    players: int
    at_rest: bool
    going_on: int
    due: list[SandboxStateDue]


class ScoreCard(TypedDict):
    """All rounds of an entrant. Sealed results appear as open."""

    tournament: TournamentId
    version: Version
    name: str
    is_final: bool
    entrant: EntrantId
    standing: EntrantStanding
    rounds: list[ScoreCardRound]
    boards: list[BoardAtTable]
    seats: list[BoardAtSeat]
    entrants: list[NamedEntrant]
    players: PlayerNames


class SeatClock(TypedDict):
    """The clock of a seat. The times of other seats are rounded to the minute."""

    seat: Seat
    reserve_s: int
    periods_left: int
    running: SeatClockRunning | None
    paused_remaining_s: int | None


class SeekRule(TypedDict):
    game: Game
    profile: str
    options: ChosenOptions


class SeekWithNames(TypedDict):
    """A seek, with the names of its players."""

    id: SeekId
    player: PlayerId
    partner: PlayerId | None
    status: SeekState
    state: SeekState
    rules: list[SeekRule]
    hands: SpanWanted | None
    clock: SeekClock
    spectators: Spectators
    bots: bool
    opponents: OpponentsOfSeek
    table: TableId | None
    keep: int | None
    tables: list[TableId]
    created_at: Time
    expires_at: Time
    players: PlayerNames


class SeriesPage(TypedDict):
    """A page of series."""

    series: list[SeriesSummary]
    players: PlayerNames
    next_cursor: NextCursor


class SessionBegun(TypedDict):
    """The player of a session. Its secret is in the cookie only."""

    player: Player


class SignedUp(TypedDict):
    """A new player and their first token."""

    id: PlayerId
    created_at: Time
    player: Player
    token: NewToken


class TableOpenedData(TypedDict):
    game: Game
    rules: RulesOfEvent
    rules_revision: int
    seats: int
    host: PlayerId
    listed: bool
    hands: Hands
    spectators: Spectators
    commitment: Commitment
    secret: None
    clock: Clock
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    deals: list[ChosenDeal]
    sealed: IsSealed
    match: MatchOfTable | None
    public: IsPublic
    time_odds: list[int]


class TableOpenedEvent(TypedDict):
    """A table was opened. `secret` is never shown; the commitment to it binds the server."""

    version: Version
    type: Literal["table_opened"]
    revision: Literal[7]
    at: Time
    data: TableOpenedData
    asked: NotRequired[AskedSeats]


class TablePausedData(TypedDict):
    at: Time
    clocks: list[ClockReading]


class TablePausedEvent(TypedDict):
    """The tournament was paused. No clock runs at this table, and nobody can move."""

    version: Version
    type: Literal["table_paused"]
    revision: Literal[1]
    at: Time
    data: TablePausedData
    asked: NotRequired[AskedSeats]


class TableResumedData(TypedDict):
    at: Time
    clocks: list[ClockReading]
    forfeits_at: list[Time | None]


class TableResumedEvent(TypedDict):
    """The pause is over. Clocks have the time that was left, and each seat to act is asked again."""

    version: Version
    type: Literal["table_resumed"]
    revision: Literal[1]
    at: Time
    data: TableResumedData
    asked: NotRequired[AskedSeats]


class TableRules(TypedDict):
    """The rules of a table."""

    profile: str
    options: ChosenOptions
    revision: int


class TableSummary(TypedDict):
    """A table in a list."""

    id: TableId
    version: Version | None
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    hands: Hands
    spectators: Spectators
    clock: Clock
    time_odds: list[int]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    seats: list[TableSummarySeat]
    created_at: Time
    opened_at: Time
    updated_at: Time | None


ThrowAnswer: TypeAlias = ThrowThatStands | ThrowThatFails


class TournamentBracket(TypedDict):
    """The bracket of a knock-out. Sealed results appear as matches in play."""

    tournament: TournamentId
    version: Version
    name: str
    is_final: bool
    rounds: list[BracketRound]
    entrants: list[NamedEntrant]
    players: PlayerNames


class TournamentCorrection(TypedDict):
    """A result, or a score of a board, that staff have set."""

    round: int
    match: int
    by: PlayerId
    at: Time | None
    reason: str
    before: MatchResult | None
    after: MatchResult | None
    board: TournamentCorrectionBoard | None


class TournamentCorrections(TypedDict):
    """The results and board scores that staff have set in a tournament, and its reopenings."""

    tournament: TournamentId
    version: Version
    status: TournamentStatus
    corrections_until: Time | None
    reopen_until: Time | None
    reopened: list[TournamentCorrectionsReopened]
    corrections: list[TournamentCorrection]
    players: PlayerNames


class TournamentLadder(TypedDict):
    """A ladder."""

    order: list[EntrantId]
    challenges: list[TournamentLadderChallenge]
    history: list[TournamentLadderStep]


class TournamentPage(TypedDict):
    """A page of tournaments."""

    tournaments: list[TournamentSummary]
    players: PlayerNames
    next_cursor: NextCursor


class TournamentResults(TypedDict):
    """The result of a match, or all results that were published together because a round was closed or the tournament is over."""

    version: Version
    at: Time
    round: int
    is_closed: bool
    matches: list[TournamentResultsMatch]


class TournamentRoundMatch(TypedDict):
    number: int
    first: EntrantId
    second: EntrantId
    tables: list[TableId]
    plays_at: Time | None
    proposal: ProposedTimes | None
    is_elsewhere: bool
    report: ReportedResult | None
    is_over: bool
    result: MatchResult | None
    levels: TournamentRoundMatchLevels | None
    set: int | None
    deal: int | None
    boards: list[BoardOfMatch] | None
    assigned: list[AssignedBoard] | None


class TournamentSettingsPlay(TypedDict):
    """The game at the tables, with its rules and clock."""

    game: Game
    profile: str
    overrides: ChosenOptions
    hands: int | None
    clock: Clock
    pauses: Pauses
    ladder: Ladder


class TournamentStandings(TypedDict):
    """The standings of a tournament."""

    tournament: TournamentId
    version: Version
    name: str
    is_final: bool
    standings: list[EntrantStanding]
    players: PlayerNames


UnitAnswer: TypeAlias = UnitFound | NoUnit


class WebhookMessage(TypedDict):
    """The message that a webhook receives: an event as in the feed of your account. It says what happened and where, but never names a card. Use your token to read more from the API."""

    number: int | None
    type: str
    at: Time
    table: TableId | None
    data: dict[str, Any]
    about: About | None


class WholeDelivery(TypedDict):
    """A delivery with its content and attempts."""

    id: DeliveryId
    webhook: WebhookId
    type: str
    number: int | None
    status: DeliveryState
    state: DeliveryState
    attempts: int
    created_at: Time
    next_attempt_at: Time | None
    payload: WebhookMessage
    history: list[DeliveryAttempt]


class Board(TypedDict):
    """A board as you may see it. All players must get the same cards, so they contribute no entropy: the deal depends on one secret alone."""

    id: BoardId
    match: BoardMatchId | None
    number: int
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    seats: int
    seat: Seat
    status: ReportState
    created_at: Time
    closes_at: Time
    commitment: Commitment
    you: BoardPlay | None
    comparison: BoardComparison | None
    secret: Secret | None
    deal: BoardDeal | None
    players: PlayerNames


class BoardMatch(TypedDict):
    """A board match as you may see it."""

    id: BoardMatchId
    challenger: PlayerId | None
    opponent: PlayerId | None
    challenger_partner: PlayerId | None
    opponent_partner: PlayerId | None
    waits_for: list[PlayerId]
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    status: BoardMatchStatus
    created_at: Time
    closes_at: Time
    boards: list[BoardOfBoardMatch]
    result: BoardMatchResult | None


class BoardMatchPage(TypedDict):
    """A page of board matches."""

    matches: list[BoardMatch]
    players: PlayerNames
    next_cursor: NextCursor


class BoardMatchWithNames(TypedDict):
    """A board match, with the names of its players."""

    id: BoardMatchId
    challenger: PlayerId | None
    opponent: PlayerId | None
    challenger_partner: PlayerId | None
    opponent_partner: PlayerId | None
    waits_for: list[PlayerId]
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    status: BoardMatchStatus
    created_at: Time
    closes_at: Time
    boards: list[BoardOfBoardMatch]
    result: BoardMatchResult | None
    players: PlayerNames


class BoardSummary(TypedDict):
    """The public data of a board, and your result."""

    id: BoardId
    match: BoardMatchId | None
    number: int
    game: Game
    profile: BoardProfile
    options: ChosenOptions
    bot: BoardBot
    seats: int
    seat: Seat
    status: ReportState
    created_at: Time
    closes_at: Time
    commitment: Commitment
    you: BoardPlay | None


class ChallengeOnBoards(TypedDict):
    """A new board match: its players, rules and number of boards."""

    profile: BoardProfile
    options: NotRequired[OptionsInput]
    bot: NotRequired[BoardBot]
    player: ChallengedPlayer
    boards: NotRequired[int]
    days: NotRequired[int]
    partner: NotRequired[ChallengedPlayer]
    opponent_partner: NotRequired[ChallengedPlayer]


class Claimable(TypedDict):
    """What a claim code leads to."""

    player: Player
    tournament: TournamentId
    tournament_name: str


ClimbingMatch: TypeAlias = (
    ClimbingPreparingMatch
    | ClimbingDealtMatch
    | ClimbingPayingMatch
    | ClimbingChoosingMatch
    | ClimbingDiscardingMatch
    | ClimbingReturningMatch
    | ClimbingPlayingMatch
    | ClimbingScoredMatch
)


Command: TypeAlias = (
    SitCommand
    | LeaveCommand
    | SeatBotCommand
    | UnseatBotCommand
    | SetEntropyCommand
    | ChallengePlayerCommand
    | DeclineChallengeCommand
    | WithdrawChallengeCommand
    | StartCommand
    | ResumeSeatCommand
    | CancelCommand
    | ProposeCommand
    | AgreeCommand
    | DisagreeCommand
    | WithdrawProposalCommand
    | GiveTimeCommand
    | GiveOrdersCommand
    | WithdrawOrdersCommand
    | DeclareCommand
    | PassCommand
    | PlanCommand
    | ClaimRedealCommand
    | BuryCommand
    | CallFriendsCommand
    | PlayCommand
    | ChallengeCommand
    | EndHandCommand
    | ClaimCommand
    | TakeBackCommand
    | ConsentCommand
    | PayTributeCommand
    | TakeCommand
    | DiscardCommand
)


class CreateTournament(TypedDict):
    """The settings of a new tournament. Only `name`, `play` and `format` are always required. Most formats also need `figures`."""

    name: str
    play: PlayInput
    format: str
    figures: NotRequired[dict[str, int | bool | str]]
    entrants: NotRequired[FieldInput]
    gates: NotRequired[GatesInput]
    schedule: NotRequired[ScheduleInput]
    rounds: NotRequired[RoundPlanInput]
    late: NotRequired[LateEntryInput]
    byes: NotRequired[ByesInput]
    is_rated: NotRequired[bool]
    tie_breaks: NotRequired[list[TieBreak]]
    boards: NotRequired[BoardsInput | None]
    is_sealed: NotRequired[bool]
    public: NotRequired[bool]
    corrections_s: NotRequired[int | None]
    season: NotRequired[str | None]
    series: NotRequired[str | None]


class CrossTable(TypedDict):
    """The cross table of a tournament: all results of all entrants."""

    tournament: TournamentId
    version: Version
    name: str
    is_final: bool
    by: CrossTableBy
    rounds: int
    rows: list[CrossTableRow]
    players: PlayerNames


class DryRun(TypedDict):
    """The answer to a dry run that would be accepted."""

    table: TableId
    version: Version
    legal: Literal[True]
    foreseen: MovePreview


Event: TypeAlias = (
    SeatTakenEvent
    | SeatLeftEvent
    | EntropyChangedEvent
    | PlayerChallengedEvent
    | ChallengeAcceptedEvent
    | ChallengeDeclinedEvent
    | ChallengeWithdrawnEvent
    | StandInSeatedEvent
    | SeatResumedEvent
    | SubstituteSeatedEvent
    | ActedForEvent
    | TimeGivenEvent
    | OrdersGivenEvent
    | OrdersEndedEvent
    | TableOpenedEvent
    | RematchOpenedEvent
    | TableStartedEvent
    | TableCancelledEvent
    | HandOpenedEvent
    | CardsDealtEvent
    | ProposalMadeEvent
    | ProposalAgreedEvent
    | ProposalDeclinedEvent
    | ProposalWithdrawnEvent
    | MoveUndoneEvent
    | SecretPublishedEvent
    | TableExpiredEvent
    | TableCalledOffEvent
    | ClocksSetEvent
    | TablePausedEvent
    | TableResumedEvent
    | TurnMissedEvent
    | TurnLapsedEvent
    | MatchEndedEvent
    | TableUnsealedEvent
    | CallAnsweredEvent
    | ThrowFailedEvent
    | LeadForcedEvent
    | CardsPlayedEvent
    | TrickWonEvent
    | KittyRevealedEvent
    | HandEndedEvent
    | ClaimProvenEvent
    | HandConcededEvent
    | ReviewPassedEvent
    | RevokeProvenEvent
    | TakeBackAskedEvent
    | TakeBackAnsweredEvent
    | TakenBackEvent
    | HandScoredEvent
    | HandPreparedEvent
    | RoundDrawnEvent
    | PlanFiledEvent
    | DeclaredEvent
    | DeclarationPassedEvent
    | KittyTurnedEvent
    | TrumpFixedEvent
    | RedealWaivedEvent
    | RedealClaimedEvent
    | HandRedealtEvent
    | KittyTakenEvent
    | KittyBuriedEvent
    | KittyBidEvent
    | KittyBidPassedEvent
    | FriendsCalledEvent
    | DealPreparedEvent
    | LeaderFoundEvent
    | TributePaidEvent
    | TributeRevealedEvent
    | TributeTakenEvent
    | TributeLeftEvent
    | DiscardLaidEvent
    | DiscardsRevealedEvent
    | DiscardTakenEvent
    | DiscardLeftEvent
    | CombinationPlayedEvent
    | TurnPassedEvent
    | RanOutEvent
    | RoundEndedEvent
    | PlacesScoredEvent
)


class InboxEntry(TypedDict):
    """Something that waits for you."""

    kind: InboxEntryKind
    what: str
    table: TableId | None
    version: Version | None
    seat: Seat | None
    by: str | int | None
    opponents: list[PlayerId]
    since: Time | None
    deadline_at: Time | None
    play: InboxPlay | None
    game: str | None
    hand: int | None
    seats: list[InboxSeat]
    tournament: InboxMatch | None
    since_visit: list[str]
    snoozed_until: Time | None
    replies: list[Reply]


class InboxGroup(TypedDict):
    """A group of your inbox."""

    name: InboxGroupName
    entries: list[InboxEntry]


IncludedMoves: TypeAlias = Moves | None


LabAnswer: TypeAlias = (
    BidSequenceAnswer
    | CardOrderAnswer
    | ChaoOrderAnswer
    | ChaoTurnsAnswer
    | DealShapeAnswer
    | DeckPointsAnswer
    | EffectiveSuitAnswer
    | EqualRankAnswer
    | FillerRankAnswer
    | FirstDrawerAnswer
    | FollowAnswer
    | ForcedUnitOrderAnswer
    | FriendCallAnswer
    | FriendPointsAnswer
    | FriendRevealAnswer
    | HandSortAnswer
    | HandTotalAnswer
    | KittyFactorAnswer
    | LastTrickUnitAnswer
    | LevelResetAnswer
    | LevelStepAnswer
    | MissingBonusAnswer
    | NextDealerAnswer
    | NightRatingAnswer
    | NoDeclarationAnswer
    | RedealClaimAnswer
    | ScoreAnswer
    | ThrowAnswer
    | ThrowDecompositionAnswer
    | ThrowPenaltyAnswer
    | TierCountsAnswer
    | TractorAnswer
    | TrickWinnerAnswer
    | TrumpRankAnswer
    | UnitAnswer
    | UnitRelevanceAnswer
    | ZsBeatsAnswer
    | ZsComboAnswer
    | ZsExchangeAnswer
    | ZsGameEndAnswer
    | ZsOrderAnswer
    | ZsScoreAnswer
    | ZsTeamScoreAnswer
)


class LeagueSeason(TypedDict):
    """A season of a league."""

    league: LeagueId
    version: Version
    number: int
    status: SeasonStatus
    starts_at: Time | None
    ended_at: Time | None
    divisions: list[LeagueSeasonDivision]
    players: PlayerNames


class LegalMoves(TypedDict):
    """The legal moves of a seat."""

    table: TableId
    version: Version
    seat: Seat
    moves: Moves


MakeReport: TypeAlias = ReportOfPlayer | ReportOfMessage | ReportOfTable


Match: TypeAlias = (
    PreparingMatch
    | DeclaringMatch
    | RedealingMatch
    | BuryingMatch
    | BiddingMatch
    | CallingMatch
    | PlayingMatch
    | ReviewingMatch
    | RedealtMatch
    | ScoredMatch
)


class Me(TypedDict):
    """The player and the token of the request."""

    player: Player
    login: str | None
    passkeys: int
    sandbox: WorldId | None
    language: Language | None
    token: MeToken


class MyInbox(TypedDict):
    """Your inbox, in groups of urgency."""

    now: Time
    waiting: TurnsWaiting
    groups: list[InboxGroup]
    players: PlayerNames


class NewRehearsal(TypedDict):
    """A rehearsal that has begun, with the organiser in its sandbox and a token for them."""

    id: WorldId
    created_at: Time
    sandbox: Sandbox
    player: Player
    token: NewToken
    tournament: TournamentId


class NewSandbox(TypedDict):
    """A new sandbox, its first player, and a token for it."""

    id: WorldId
    created_at: Time
    sandbox: Sandbox
    player: Player
    token: NewToken


class OpenTable(TypedDict):
    """A new table."""

    game: NotRequired[Game]
    profile: str
    options: NotRequired[OptionsInput]
    seats: NotRequired[int]
    listed: NotRequired[bool]
    length: NotRequired[Length]
    hands: NotRequired[int | None]
    spectators: NotRequired[DelayForSpectators]
    clock: NotRequired[ClockInput | EmptyClock]
    time_odds: NotRequired[list[OpenTableTimeOdd]]
    pauses: NotRequired[PausesInput]
    ladder: NotRequired[LadderInput]
    expires_after_s: NotRequired[int | None]
    starts_when_full: NotRequired[bool]
    min_reliability: NotRequired[int | None]
    chat: NotRequired[ChatRule]
    public: NotRequired[bool]
    deals: NotRequired[list[DealToMake]]


class PostSeek(TypedDict):
    """A new seek: the table that you look for."""

    rules: list[RulesWanted]
    hands: NotRequired[PostSeekHands]
    clock: NotRequired[ClockWanted]
    spectators: NotRequired[DelayForSpectators]
    bots: NotRequired[bool]
    opponents: NotRequired[OpponentsWanted]
    keep: NotRequired[int]
    partner: NotRequired[str]
    expires_after_s: NotRequired[int]


class Record(TypedDict):
    """The record of a game."""

    format: Literal["shengji-record"]
    revision: Literal[1]
    table: TableId
    game: Game
    complete: bool
    hands: int
    bots: list[RecordedBot]
    events: list[Event]


class Seek(TypedDict):
    """A request for a table and other players."""

    id: SeekId
    player: PlayerId
    partner: PlayerId | None
    status: SeekState
    state: SeekState
    rules: list[SeekRule]
    hands: SpanWanted | None
    clock: SeekClock
    spectators: Spectators
    bots: bool
    opponents: OpponentsOfSeek
    table: TableId | None
    keep: int | None
    tables: list[TableId]
    created_at: Time
    expires_at: Time


class SeekPage(TypedDict):
    """A page of seeks."""

    seeks: list[Seek]
    players: PlayerNames
    next_cursor: NextCursor


class TablePage(TypedDict):
    """A page of tables, newest first."""

    tables: list[TableSummary]
    players: PlayerNames
    next_cursor: NextCursor


class TableReplayed(TypedDict):
    """The table as the seat sees it, or as a spectator does if no seat is given."""

    version: Version
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    listed: bool
    hands: Hands
    spectators: Spectators
    clock: Clock
    time_odds: list[int]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    paused_at: Time | None
    you: Seat | None
    seats: list[TableViewSeat]
    clocks: list[SeatClock]
    challenges: list[OpenChallenge]
    proposal: OpenProposal | None
    undoable_by: Seat | None
    asked: list[AskedSeat]
    rematch: TableId | None
    orders: OrdersOfSeat | None
    next_commitment: Commitment
    hand: OpenedHand | None
    match: Match | ClimbingMatch | None
    result: Result | None


class TableView(TypedDict):
    """A table as its viewer may see it."""

    version: Version
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    listed: bool
    hands: Hands
    spectators: Spectators
    clock: Clock
    time_odds: list[int]
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    paused_at: Time | None
    you: Seat | None
    seats: list[TableViewSeat]
    clocks: list[SeatClock]
    challenges: list[OpenChallenge]
    proposal: OpenProposal | None
    undoable_by: Seat | None
    asked: list[AskedSeat]
    rematch: TableId | None
    orders: OrdersOfSeat | None
    next_commitment: Commitment
    hand: OpenedHand | None
    match: Match | ClimbingMatch | None
    result: Result | None
    id: TableId
    players: PlayerNames
    field_links: TableLinks


class TournamentResultPage(TypedDict):
    """Results of a tournament."""

    tournament: TournamentId
    results: list[TournamentResults]
    next_after: int
    more: bool


class TournamentRound(TypedDict):
    """A round of a tournament, as you may see it."""

    tournament: TournamentId
    version: Version
    name: str
    number: int
    seed: str
    deadline: Time | None
    closed_at: Time | None
    is_sealed: bool
    matches: list[TournamentRoundMatch]
    byes: list[TournamentRoundBye]
    entrants: list[NamedEntrant]
    players: PlayerNames


class TournamentSettings(TypedDict):
    """All settings of a tournament in full. You can create another tournament with them unchanged."""

    name: str
    play: TournamentSettingsPlay
    format: str
    figures: dict[str, int | bool | str]
    entrants: TournamentSettingsEntrants
    gates: TournamentSettingsGates
    schedule: TournamentSettingsSchedule
    rounds: TournamentSettingsRounds
    late: TournamentSettingsLate
    byes: TournamentSettingsByes
    is_rated: bool
    tie_breaks: list[TieBreak]
    boards: TournamentSettingsBoards | None
    is_sealed: bool
    public: bool
    season: str | None
    series: str | None
    corrections_s: int


class TournamentTemplate(TypedDict):
    """A template of the server."""

    name: str
    description: str
    settings: TournamentSettings


class TournamentTemplateList(TypedDict):
    """The templates of the server."""

    templates: list[TournamentTemplate]


class TournamentView(TypedDict):
    """A tournament as you may see it."""

    id: TournamentId
    version: Version
    status: TournamentStatus
    settings: TournamentSettings
    staff: list[TournamentViewStaff]
    you: OwnPart
    code_secret: str | None
    entrants: EntrantCounts
    substitutes: list[TournamentViewSubstitute]
    apart: list[list[EntrantId]]
    check_in_open: bool
    paused_at: Time | None
    started_at: Time | None
    due_at: Time | None
    ends_at: Time | None
    corrections_until: Time | None
    finished_at: Time | None
    reopen_until: Time | None
    waiting: list[TournamentViewWaiting]
    ladder: TournamentLadder | None
    scheduled: TournamentViewScheduled | None
    rounds: list[TournamentViewRound]
    players: PlayerNames
    field_links: TournamentViewLinks


class Turn(TypedDict):
    """A decision that waits for you."""

    table: TableId
    seat: Seat
    what: Decision
    since: Time
    version: Version
    deadline_at: Time | None
    urgency: TurnUrgency
    remaining_s: int | None
    view: NotRequired[TableView | None]
    moves: NotRequired[Moves | None]


class TurnNow(TypedDict):
    """What you need for a turn, at the time when the event was sent. Present with `include`."""

    version: Version
    asked: list[AskedSeat]
    moves: NotRequired[Moves]
    view: NotRequired[TableView]


class Turns(TypedDict):
    """The inbox of a player."""

    count: int
    waiting: TurnsWaiting
    turns: list[Turn]
    challenges: list[WaitingChallenge]
    proposals: list[WaitingProposal]
    tournaments: list[WaitingTournament]
    players: PlayerNames
    next_cursor: NextCursor


class BeginRehearsal(TypedDict):
    """What is rehearsed, and by whom."""

    settings: NotRequired[CreateTournament]
    template: NotRequired[str]
    tournament: NotRequired[str]
    entrants: NotRequired[int | None]
    bot: NotRequired[Bot]
    hands: NotRequired[int | None]


class BoardPage(TypedDict):
    """A page of boards."""

    boards: list[BoardSummary]
    next_cursor: NextCursor


class ChangeSettingsCommand(TypedDict):
    """Replaces the settings of the tournament. All settings must be given. Before registration opens, everything can change; after that, until the start, everything that does not affect registered entrants. Event: `settings_changed`."""

    type: Literal["change_settings"]
    expected_version: NotRequired[ExpectedVersion]
    settings: CreateTournament


class CreateLeague(TypedDict):
    """The plan of a new league."""

    name: str
    template: CreateTournament
    rules: NotRequired[LeagueRulesInput]
    calendar: CalendarInput
    continues: NotRequired[bool]


class CreateSeries(TypedDict):
    """The plan of a new series."""

    recurrence: RecurrenceInput
    template: CreateTournament
    lead_s: NotRequired[int]
    opens_before_s: NotRequired[int | None]
    closes_before_s: NotRequired[int | None]
    check_in_s: NotRequired[int | None]
    names: NotRequired[str]


class Done(TypedDict):
    """The result of a command."""

    table: TableId
    version: Version
    events: list[Event]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[TableView | None]


IncludedView: TypeAlias = TableView | None


class InvitationWithTable(TypedDict):
    """An invitation and its table."""

    id: InvitationId
    table: TableId
    by: PlayerId
    seat: Seat | None
    uses: int
    used: int
    created_at: Time
    expires_at: Time
    players: PlayerNames
    view: TableView


class LeaguePlan(TypedDict):
    """The full plan of a league. You can create another league with it unchanged."""

    name: str
    template: TournamentSettings
    rules: LeaguePlanRules
    calendar: LeaguePlanCalendar
    continues: bool


class LeagueView(TypedDict):
    """A league as you see it."""

    id: LeagueId
    version: Version
    status: LeagueStatus
    plan: LeaguePlan
    staff: list[LeagueViewStaff]
    you: LeagueViewYou
    season: int | None
    due_at: Time | None
    members: list[LeagueMember]
    players: PlayerNames


class NewTable(TypedDict):
    """The result of a request that opens a table, or that leads to one."""

    table: TableId
    version: Version
    events: list[Event]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[TableView | None]
    id: TableId
    status: TableStatus
    created_at: Time


class ReplayedView(TypedDict):
    """The table after an event."""

    version: Version
    type: str
    view: TableReplayed
    hands: list[list[Card] | None] | None


class SavedTemplate(TypedDict):
    """A template that you have saved."""

    name: str
    settings: TournamentSettings
    saved_at: Time


class SavedTemplateList(TypedDict):
    """The templates that you have saved, by name."""

    templates: list[SavedTemplate]
    players: PlayerNames


class SavedTemplateWithNames(TypedDict):
    """A template that you have saved, with the names of the players in it."""

    name: str
    settings: TournamentSettings
    saved_at: Time
    players: PlayerNames


class SeriesPlan(TypedDict):
    """The full plan of a series. You can create another series with it unchanged."""

    recurrence: Recurrence
    lead_s: int
    template: TournamentSettings
    opens_before_s: int | None
    closes_before_s: int | None
    check_in_s: int | None
    names: str


class SeriesView(TypedDict):
    """A series."""

    id: SeriesId
    version: Version
    status: SeriesStatus
    owner: PlayerId
    plan: SeriesPlan
    opens_next_at: Time | None
    to_come: list[OccurrenceToCome]
    so_far: list[OccurrenceDone]
    players: PlayerNames


class SettingsChangedData(TypedDict):
    by: PlayerId
    settings: TournamentSettings


class SettingsChangedEvent(TypedDict):
    """Staff have replaced the settings by these."""

    version: Version
    type: Literal["settings_changed"]
    revision: Literal[5]
    at: Time
    data: SettingsChangedData


TournamentCommand: TypeAlias = (
    ChangeSettingsCommand
    | AppointStaffCommand
    | DismissStaffCommand
    | StartTournamentCommand
    | PauseTournamentCommand
    | ResumeTournamentCommand
    | FinishTournamentCommand
    | ReopenTournamentCommand
    | UndoStaffActCommand
    | CancelTournamentCommand
    | RegisterCommand
    | EnterEntrantsCommand
    | InvitePartnerCommand
    | WithdrawPartnerInvitationCommand
    | AcceptPartnerCommand
    | DeclinePartnerCommand
    | PartFromPartnerCommand
    | SeedEntrantsCommand
    | KeepApartCommand
    | LetMeetCommand
    | LeaveEntrantCommand
    | WithdrawEntrantCommand
    | CheckInCommand
    | AcceptPlaceCommand
    | DeclinePlaceCommand
    | OfferToSubstituteCommand
    | WithdrawOfferToSubstituteCommand
    | CallSubstituteCommand
    | EndSubstitutionCommand
    | AskForByeCommand
    | GiveByeBackCommand
    | TakeBreakCommand
    | EndBreakCommand
    | ChallengeEntrantCommand
    | AnswerLadderChallengeCommand
    | WithdrawLadderChallengeCommand
    | PairRoundCommand
    | PairAgainCommand
    | OverrideResultCommand
    | OverrideBoardCommand
    | ScheduleRoundCommand
    | UnscheduleRoundCommand
    | ProposeTimeCommand
    | AgreeTimeCommand
    | PlayElsewhereCommand
    | ReportResultCommand
    | ConfirmResultCommand
    | DisputeResultCommand
    | MoveDeadlineCommand
    | ChooseBoardsCommand
    | CloseRoundCommand
)


class TournamentCreatedData(TypedDict):
    owner: PlayerId
    settings: TournamentSettings
    world: WorldId | None


class TournamentCreatedEvent(TypedDict):
    """A tournament was created."""

    version: Version
    type: Literal["tournament_created"]
    revision: Literal[7]
    at: Time
    data: TournamentCreatedData


class TournamentDryRun(TypedDict):
    """The result of a dry run of a command that would be accepted."""

    tournament: TournamentId
    version: Version
    legal: Literal[True]
    events: list[str]
    leaving: NotRequired[LeavingCost]
    remarks: NotRequired[list[PairingRemark]]
    standings: NotRequired[list[EntrantStanding]]
    round: NotRequired[TournamentRound]


TournamentEvent: TypeAlias = (
    EntrantRegisteredEvent
    | EntrantsEnteredByStaffEvent
    | PartnerInvitedEvent
    | PartnerInvitationWithdrawnEvent
    | PartnerDeclinedEvent
    | PartnerJoinedEvent
    | PartnersAgreedEvent
    | PartnersPartedEvent
    | EntrantsSeededEvent
    | EntrantsKeptApartEvent
    | EntrantsLetMeetEvent
    | EntrantQueuedEvent
    | EntrantEnteredEvent
    | MemberLeftEvent
    | EntrantWithdrawnEvent
    | EntrantReinstatedEvent
    | CheckInUndoneEvent
    | PlayerCheckedInEvent
    | SubstituteOfferedEvent
    | SubstituteOfferWithdrawnEvent
    | SubstituteCalledEvent
    | ByeGrantedEvent
    | ByeGivenBackEvent
    | BreakTakenEvent
    | BreakEndedEvent
    | AlternateCalledEvent
    | EntrantsFreeEvent
    | SubstitutionBegunEvent
    | SubstitutionArrangedEvent
    | SubstitutionDroppedEvent
    | SubstitutionEndedEvent
    | LadderChallengeMadeEvent
    | LadderChallengeWithdrawnEvent
    | LadderChallengeAcceptedEvent
    | LadderPlaceLostEvent
    | RoundPairedEvent
    | BoardsChosenEvent
    | BoardsDealtEvent
    | RoundCalledOffEvent
    | TableLinkedEvent
    | ResultRecordedEvent
    | ResultAdjudicatedEvent
    | ResultOverriddenEvent
    | BoardOverriddenEvent
    | ResultRestoredEvent
    | RoundScheduledEvent
    | RoundUnscheduledEvent
    | DeadlineMovedEvent
    | RoundClosedEvent
    | RoundReopenedEvent
    | PairingRefusedEvent
    | MatchTimeProposedEvent
    | MatchTimeAgreedEvent
    | MatchRemindedEvent
    | MatchPlayedElsewhereEvent
    | ResultReportedEvent
    | ResultDisputedEvent
    | ResultConfirmedEvent
    | TournamentCreatedEvent
    | SettingsChangedEvent
    | StaffAppointedEvent
    | StaffDismissedEvent
    | OwnershipPassedEvent
    | StaffActUndoneEvent
    | RegistrationOpenedEvent
    | RegistrationClosedEvent
    | CheckInOpenedEvent
    | PairingEndedEvent
    | TournamentStartedEvent
    | OpeningUndoneEvent
    | TournamentPausedEvent
    | TournamentResumedEvent
    | CorrectionsOpenedEvent
    | TournamentReopenedEvent
    | TournamentFinishedEvent
    | TournamentCancelledEvent
)


class TournamentEventAccountData(TypedDict):
    tournament: TournamentId
    version: Version
    event: TournamentEvent


class TournamentEventAccountEvent(TypedDict):
    """An event of a tournament that you run and have a webhook for, as you see it."""

    number: EventNumber
    type: Literal["tournament_event"]
    at: Time
    table: None
    data: TournamentEventAccountData


class TournamentEventPage(TypedDict):
    """Events of a tournament."""

    tournament: TournamentId
    events: list[TournamentEvent]
    next_after: int
    more: bool


class TurnBeganAccountEvent(TypedDict):
    """It is your turn."""

    number: EventNumber
    type: Literal["turn_began"]
    at: Time
    table: TableId
    data: TurnBeganAccountData
    now: NotRequired[TurnNow | None]


AccountEvent: TypeAlias = (
    ChallengedAccountEvent
    | ChallengeAcceptedAccountEvent
    | ChallengeDeclinedAccountEvent
    | ChallengeWithdrawnAccountEvent
    | PartnerAskedAccountEvent
    | PartnerAgreedAccountEvent
    | PartnerWithdrewAccountEvent
    | MatchFoundAccountEvent
    | SeatTakenAccountEvent
    | SeatLeftAccountEvent
    | TableStartedAccountEvent
    | TableCancelledAccountEvent
    | TurnBeganAccountEvent
    | TurnReminderAccountEvent
    | TurnResumedAccountEvent
    | TurnMissedAccountEvent
    | OrdersEndedAccountEvent
    | VacationBeganAccountEvent
    | VacationEndingAccountEvent
    | StandInSeatedAccountEvent
    | SeatResumedAccountEvent
    | SubstituteSeatedAccountEvent
    | ProposalMadeAccountEvent
    | ProposalEndedAccountEvent
    | HandOverAccountEvent
    | MatchEndedAccountEvent
    | TableExpiredAccountEvent
    | TableCalledOffAccountEvent
    | ChatMessageAccountEvent
    | ModeratedAccountEvent
    | BoardChallengedAccountEvent
    | BoardChallengeAnsweredAccountEvent
    | TournamentRegistrationOpenedAccountEvent
    | TournamentRegistrationClosingAccountEvent
    | TournamentPartnerAskedAccountEvent
    | TournamentPartnerAnsweredAccountEvent
    | TournamentWaitingAccountEvent
    | TournamentPlaceOfferedAccountEvent
    | TournamentEnteredAccountEvent
    | TournamentLeftAccountEvent
    | TournamentCheckInOpenAccountEvent
    | TournamentSubstituteCalledAccountEvent
    | TournamentMatchReadyAccountEvent
    | TournamentByeAccountEvent
    | TournamentLadderAccountEvent
    | TournamentResultAccountEvent
    | TournamentRoundScheduledAccountEvent
    | TournamentDeadlineMovedAccountEvent
    | TournamentTimeProposedAccountEvent
    | TournamentTimeAgreedAccountEvent
    | TournamentMatchSoonAccountEvent
    | TournamentMatchOpenAccountEvent
    | TournamentResultReportedAccountEvent
    | TournamentResultDisputedAccountEvent
    | TournamentStartedAccountEvent
    | TournamentPausedAccountEvent
    | TournamentResumedAccountEvent
    | TournamentFinishingAccountEvent
    | TournamentOverAccountEvent
    | TournamentCorrectedAccountEvent
    | TournamentEventAccountEvent
    | LeaguePartnerAskedAccountEvent
    | LeaguePartnerAnsweredAccountEvent
    | LeagueContinueAskedAccountEvent
    | LeagueSeasonSettledAccountEvent
    | LeagueLeftAccountEvent
    | LeagueRegistrationClosingAccountEvent
)


class AccountEventPage(TypedDict):
    """Events of an account."""

    events: list[AccountEvent]
    oldest: int
    next_after: int
    more: bool


class CaughtUp(TypedDict):
    """The stream has reached the newest event. A stream with `include` says so at its start, and again after each group of events."""

    type: Literal["caught_up"]
    version: Version
    asked: list[AskedSeat]
    moves: NotRequired[IncludedMoves]
    view: NotRequired[IncludedView]


class ChangeLeagueCommand(TypedDict):
    """Replaces the plan of the league. The whole plan must be given. It applies to seasons that are not settled. The kind of member cannot change once a player has registered, and the first start cannot change once a season was settled. Event: `league_changed`."""

    type: Literal["change_league"]
    expected_version: NotRequired[ExpectedVersion]
    plan: CreateLeague


class ChangeSeriesCommand(TypedDict):
    """Replaces the plan of future occurrences. The whole plan must be given. A new rule, zone or first start begins a new sequence, with a first start in the future. Event: `series_changed`."""

    type: Literal["change_series"]
    expected_version: NotRequired[ExpectedVersion]
    plan: CreateSeries


class EventPage(TypedDict):
    """Events of a table."""

    table: TableId
    events: list[Event]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[IncludedView]
    next_after: int
    more: bool


class Export(TypedDict):
    """All data stored about a player. New kinds of data get new members."""

    generated_at: Time
    account: ExportAccount
    login: ExportLogin | None
    preferences: dict[str, Any] | None
    passkeys: list[Passkey]
    tokens: list[Token]
    clients: list[Client]
    language: Language | None
    grants: list[Grant]
    availability: list[OwnAvailability]
    vacations: list[Vacation]
    tables: list[ExportedTable]
    tournaments: list[ExportedTournament]
    boards: list[ExportedBoard]
    board_matches: list[ExportedBoardMatch]
    leagues: list[ExportedLeague]
    series: list[ExportedSeries]
    seeks: list[Seek]
    invitations: list[Invitation]
    invitation_uses: list[ExportInvitationUse]
    webhooks: list[ExportedWebhook]
    notifications: ExportNotifications | None
    mails: list[ExportedMail]
    sandboxes: list[Sandbox]
    reliability: Reliability
    rating_changes: list[ExportedRatingChange]
    grade_changes: list[ExportedGradeChange]
    messages: list[ExportedMessage]
    rooms: list[ExportedRoom]
    tournament_templates: list[SavedTemplate]
    notes: list[Notes]
    inbox_marks: list[ExportedInboxMark]
    blocks: list[ExportedBlock]
    reports: list[ExportedReport]
    moderation: list[ExportedAction]
    events: list[AccountEvent]


class LeagueChangedData(TypedDict):
    by: PlayerId
    plan: LeaguePlan


class LeagueChangedEvent(TypedDict):
    """The plan has changed. Open tournaments keep their settings."""

    version: Version
    type: Literal["league_changed"]
    revision: Literal[5]
    at: Time
    data: LeagueChangedData


LeagueCommand: TypeAlias = (
    ChangeLeagueCommand
    | AppointLeagueStaffCommand
    | DismissLeagueStaffCommand
    | EndLeagueCommand
    | OverrideDivisionsCommand
    | CutSeasonShortCommand
    | RegisterMemberCommand
    | AcceptMembershipCommand
    | DeclineMembershipCommand
    | ContinueMembershipCommand
    | WithdrawMemberCommand
)


class LeagueCreatedData(TypedDict):
    owner: PlayerId
    plan: LeaguePlan
    world: WorldId | None


class LeagueCreatedEvent(TypedDict):
    """A league was created."""

    version: Version
    type: Literal["league_created"]
    revision: Literal[6]
    at: Time
    data: LeagueCreatedData


LeagueEvent: TypeAlias = (
    LeagueCreatedEvent
    | LeagueChangedEvent
    | LeagueStaffAppointedEvent
    | LeagueStaffDismissedEvent
    | LeagueOwnershipPassedEvent
    | LeagueEndedEvent
    | LeagueMemberRegisteredEvent
    | LeaguePartnerJoinedEvent
    | LeaguePartnerDeclinedEvent
    | LeagueMemberContinuesEvent
    | LeagueMemberWithdrawnEvent
    | SeasonSettledEvent
    | DivisionsOverriddenEvent
    | SeasonCalledOffEvent
    | SeasonStartedEvent
    | DivisionOpenedEvent
    | SeasonCutShortEvent
    | DivisionEndedEvent
    | DivisionCorrectedEvent
    | SeasonEndedEvent
)


class LeagueEventPage(TypedDict):
    """Events of a league."""

    league: LeagueId
    events: list[LeagueEvent]
    next_after: int
    more: bool


class NewLeague(TypedDict):
    """The result of creating a league."""

    league: LeagueId
    version: Version
    events: list[LeagueEvent]
    id: LeagueId
    status: LeagueStatus
    created_at: Time


class NewTournament(TypedDict):
    """The result of creating a tournament."""

    tournament: TournamentId
    version: Version
    events: list[TournamentEvent]
    id: TournamentId
    status: TournamentStatus
    created_at: Time


class Replay(TypedDict):
    """The verification of a record, and a page of its replay."""

    verification: Verification | None
    events: int
    seat: Seat | None
    views: list[ReplayedView]
    players: PlayerNames
    next_after: int
    more: bool


class SeriesChangedData(TypedDict):
    by: PlayerId
    plan: SeriesPlan


class SeriesChangedEvent(TypedDict):
    """The owner has changed the series. Open tournaments do not change."""

    version: Version
    type: Literal["series_changed"]
    revision: Literal[5]
    at: Time
    data: SeriesChangedData


SeriesCommand: TypeAlias = ChangeSeriesCommand | SkipOccurrenceCommand | EndSeriesCommand


class SeriesCreatedData(TypedDict):
    owner: PlayerId
    plan: SeriesPlan
    world: WorldId | None


class SeriesCreatedEvent(TypedDict):
    """A series was created."""

    version: Version
    type: Literal["series_created"]
    revision: Literal[6]
    at: Time
    data: SeriesCreatedData


SeriesEvent: TypeAlias = (
    SeriesCreatedEvent
    | SeriesChangedEvent
    | OccurrenceOpenedEvent
    | OccurrenceSkippedEvent
    | OccurrenceMissedEvent
    | SeriesEndedEvent
)


class SeriesEventPage(TypedDict):
    """Events of a series."""

    series: SeriesId
    events: list[SeriesEvent]
    next_after: int
    more: bool


StreamItem: TypeAlias = Event | AccountEvent | Message | TournamentEvent | TournamentResults | CaughtUp | Reconnect


class TournamentDone(TypedDict):
    """The result of a command."""

    tournament: TournamentId
    version: Version
    events: list[TournamentEvent]
    guests: NotRequired[list[NewGuest]]


class LeagueDone(TypedDict):
    """The result of a command."""

    league: LeagueId
    version: Version
    events: list[LeagueEvent]


class NewSeries(TypedDict):
    """The result of creating a series."""

    series: SeriesId
    version: Version
    events: list[SeriesEvent]
    id: SeriesId
    status: SeriesStatus
    created_at: Time


class SeriesDone(TypedDict):
    """The result of a command."""

    series: SeriesId
    version: Version
    events: list[SeriesEvent]
