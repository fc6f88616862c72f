"""Random settings, plans and commands of tournaments. Most of the commands are refused."""

from typing import get_args

from hypothesis import strategies as st

from domain.kernel.players import PlayerId
from domain.tournaments.commands import (
    CancelTournament,
    FinishTournament,
    PauseTournament,
    ResumeTournament,
    StartTournament,
)
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    AcceptPlace,
    AskForBye,
    CallSubstitute,
    CheckIn,
    DeclinePartner,
    DeclinePlace,
    EndSubstitution,
    GiveByeBack,
    InvitePartner,
    LeaveEntrant,
    Register,
    WithdrawEntrant,
    WithdrawOfferToSubstitute,
    WithdrawPartnerInvitation,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.matches.commands import (
    AgreeTime,
    ConfirmResult,
    DisputeResult,
    PlayElsewhere,
    ProposeTime,
    ReportResult,
)
from domain.tournaments.rounds.commands import (
    CloseRound,
    MoveDeadline,
    OverrideResult,
    PairAgain,
    PairRound,
    RecordResult,
)
from domain.tournaments.settings import EntrantSettings, RoundPlan, Schedule
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import EntrantId, Match, Outcome, Result, Round
from tests.support.tournament import DRAWN, LOST, OWNER, WON, hours, link_table, table

PLAYERS = [PlayerId(name) for name in ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal")]
ANYBODY = st.sampled_from([*PLAYERS, OWNER])
PLAYER = st.sampled_from(PLAYERS)
STAFF = st.sampled_from([OWNER, OWNER, OWNER, *PLAYERS[:2]])
ENTRANT = st.integers(0, 11).map(lambda number: EntrantId(f"E{number}"))
RESULT = st.sampled_from([WON, LOST, DRAWN, Result(0, 0, "double_forfeit"), Result(-1, 0)])
MATCH = st.integers(0, 4)
REASON = st.sampled_from(["because", "because", ""])
FIELDS = [
    EntrantSettings("player"),
    EntrantSettings("player", capacity=3),
    EntrantSettings("player", capacity=3, answer_s=3600),
    EntrantSettings("pair", 2, 2),
    EntrantSettings("pair", 2, 2, capacity=2),
    EntrantSettings("team", 2, 3, capacity=2),
]
PLANS = [
    RoundPlan(),
    RoundPlan(interval_s=3600, is_automatic=False),
    *(
        RoundPlan("window", 6 * 3600, 0, adjudication)
        for adjudication in ("draw", "current_score", "both_lose", "absent_loses")
    ),
    RoundPlan("window", 6 * 3600, 0, "absent_loses", played_elsewhere=True),
]
"""Automatic rounds have no breaks here. No break follows the last round, and only formats of the catalogue know which
round is the last."""
SCHEDULES = [
    Schedule(),
    Schedule(),
    Schedule(hours(2), hours(6), None, hours(8)),
    Schedule(None, None, 2 * 3600, hours(8)),
    Schedule(hours(2), hours(4), 2 * 3600, hours(8)),
]


SEEDS = st.binary(min_size=8, max_size=8)
PAIRED = st.builds(Round, MATCH, st.lists(st.builds(Match, ENTRANT, ENTRANT), max_size=3).map(tuple), st.just(()))
ROLE = st.sampled_from(["director", "assistant", "owner"])
KIND = st.sampled_from(["half", "zero", "full", "pairing"])
NOBODY_OR_STAFF = st.none() | STAFF
TIMES = st.lists(st.integers(0, 40).map(hours), min_size=1, max_size=3).map(tuple)
OUTCOME = st.sampled_from(get_args(Outcome))
TABLE = st.builds(table, MATCH, MATCH)
ANYTHING = st.one_of(
    st.builds(
        lambda by, entrant, partners: Register(by, entrant, Applicant(by), partners=tuple(partners)),
        PLAYER,
        ENTRANT,
        st.lists(PLAYER, max_size=2),
    ),
    st.builds(lambda by, entrant: AcceptPartner(by, entrant, Applicant(by)), PLAYER, ENTRANT),
    st.builds(InvitePartner, PLAYER, ENTRANT, PLAYER),
    st.builds(WithdrawPartnerInvitation, PLAYER, ENTRANT, PLAYER),
    st.builds(DeclinePartner, PLAYER, ENTRANT),
    st.builds(LeaveEntrant, PLAYER),
    st.builds(WithdrawEntrant, ANYBODY, ENTRANT, REASON),
    st.builds(CheckIn, ANYBODY, PLAYER),
    st.builds(AcceptPlace, ANYBODY, ENTRANT),
    st.builds(DeclinePlace, ANYBODY, ENTRANT),
    st.builds(ProposeTime, ANYBODY, MATCH, MATCH, TIMES),
    st.builds(AgreeTime, ANYBODY, MATCH, MATCH, st.integers(0, 40).map(hours)),
    st.builds(PlayElsewhere, ANYBODY, MATCH, MATCH, REASON),
    st.builds(ReportResult, ANYBODY, MATCH, MATCH, OUTCOME),
    st.builds(ConfirmResult, ANYBODY, MATCH, MATCH),
    st.builds(DisputeResult, ANYBODY, MATCH, MATCH, REASON),
    st.builds(WithdrawOfferToSubstitute, PLAYER),
    st.builds(CallSubstitute, ANYBODY, ENTRANT, PLAYER, st.none() | PLAYER),
    st.builds(
        CallSubstitute,
        *(PLAYER, ENTRANT, PLAYER),
        until=st.integers(0, 40).map(hours),
        vacations=st.just(((hours(0), hours(40)),)),
    ),
    st.builds(EndSubstitution, ANYBODY, PLAYER),
    st.builds(AskForBye, ANYBODY, ENTRANT, MATCH, KIND),
    st.builds(GiveByeBack, ANYBODY, ENTRANT, MATCH),
    st.builds(AppointStaff, STAFF, PLAYER, ROLE),
    st.builds(DismissStaff, STAFF, PLAYER),
    st.builds(StartTournament, PLAYER),
    st.builds(PauseTournament, STAFF, st.just("")),
    st.builds(ResumeTournament, STAFF),
    st.builds(CancelTournament, PLAYER, REASON),
    st.builds(FinishTournament, NOBODY_OR_STAFF, st.none()),
    st.builds(PairRound, NOBODY_OR_STAFF, PAIRED, st.binary(max_size=2)),
    st.builds(PairAgain, STAFF, PAIRED, st.binary(max_size=2), REASON),
    st.builds(link_table, MATCH, MATCH, TABLE),
    st.builds(RecordResult, MATCH, MATCH, RESULT, st.lists(TABLE, max_size=2).map(tuple)),
    st.builds(OverrideResult, STAFF, MATCH, MATCH, RESULT, REASON),
    st.builds(MoveDeadline, STAFF, st.integers(0, 40).map(hours), REASON),
    st.builds(CloseRound, NOBODY_OR_STAFF, MATCH),
)
"""Random commands of players and staff. Most of them are refused."""
