"""Invariants of every tournament under random commands."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import (
    ChangeSettings,
    CreateTournament,
    FinishTournament,
    PauseTournament,
    ResumeTournament,
    StartTournament,
    TournamentTimePasses,
)
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CheckIn,
    DeclinePartner,
    InvitePartner,
    LeaveEntrant,
    Register,
)
from domain.tournaments.entrants.events import (
    AlternateCalled,
    EntrantEntered,
    EntrantQueued,
    EntrantWithdrawn,
    MemberLeft,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.entrants.substitutions import is_without_seat
from domain.tournaments.evolve import fold
from domain.tournaments.matches.events import ResultConfirmed
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.rounds.commands import (
    CloseRound,
    MatchReport,
    MoveDeadline,
    OverrideResult,
    PairAgain,
    PairRound,
    RecordResult,
)
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import ResultAdjudicated, ResultRecorded, RoundCalledOff, RoundClosed, RoundPaired
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.rounds.refusals import OddField
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import Byes, LateEntry
from domain.tournaments.state import pairing_context
from domain.tournaments.terms import EntrantId
from tests.support.arranging import Arranging
from tests.support.random_commands import ANYTHING, FIELDS, PLANS, PLAYERS, SCHEDULES, SEEDS
from tests.support.tournament import DRAWN, LOST, OPEN_NOW, OWNER, SECRET, WON, Ladder, hours, link_table, table

LONG = hypothesis_settings(stateful_step_count=12)
STEPS = {
    "one_enters": 6,
    "one_agrees": 6,
    "one_asks_another": 1,
    "one_leaves": 1,
    "most_check_in": 3,
    "one_offers": 1,
    "one_is_called": 1,
    "one_sits_out": 1,
    "one_answers_a_call": 2,
    "one_proposes_a_time": 4,
    "one_agrees_to_a_time": 3,
    "one_reports": 4,
    "one_answers_a_report": 5,
    "staff_start": 1,
    "staff_pause_or_resume": 1,
    "staff_change_capacity": 1,
    "one_is_paired": 5,
    "staff_pair_again": 1,
    "a_table_ends": 8,
    "staff_override": 1,
    "staff_close_or_extend": 1,
    "time_passes": 1,
    "what_is_due_comes": 2,
}
"""Weights of the kinds of commands, in general and at the start."""
ENTERING = {"one_enters": 6, "one_agrees": 6, "what_is_due_comes": 1}


class AnyTournament(Arranging, RuleBasedStateMachine):
    """A tournament to which anybody sends any command at any time."""

    now = hours(1)
    settings = OPEN_NOW
    refused: Refusal | None = None

    @initialize(seed=SEEDS)
    def begins(self, seed):
        choose = Random(seed)
        self.settings = replace(
            OPEN_NOW,
            entrants=choose.choice(FIELDS),
            rounds=choose.choice(PLANS),
            schedule=choose.choice(SCHEDULES),
            late=choose.choice([LateEntry(), LateEntry(2, "half")]),
            byes=Byes(half=1, zero=1, until_round=3),
        )
        self.format_ = Ladder(3, takes_odd=choose.random() < 0.7)
        created = decide(None, CreateTournament(OWNER, self.settings), self.moment)
        self.events = list(created.events)
        self.tournament = created.state
        self.tries(choose, ENTERING, 20)

    def tries(self, choose, steps, times):
        for name in choose.choices(list(steps), list(steps.values()), k=times):
            getattr(self, name)(choose.randrange(1000))
            self.all_laws()

    @property
    def moment(self) -> TournamentContext:
        return TournamentContext(self.now, self.format_, SECRET)

    def does(self, command) -> bool:
        """Sends a command and checks its effects. Returns whether it was accepted."""
        before = self.tournament
        try:
            outcome = decide(before, command, self.moment)
        except Refusal as refusal:
            self.refused = refusal
            return False
        self.events += outcome.events
        self.tournament = outcome.state
        self.check_waiting_list(before, outcome.events)
        return True

    def check_waiting_list(self, before, events) -> None:
        """Checks that the longest waiting remaining entrant moves up or is called."""
        queue, called = list(before.queue), {each.entrant for each in before.calls}
        for event in events:
            match event:
                case EntrantQueued(entrant):
                    queue.append(entrant)
                case AlternateCalled(entrant):
                    assert next(each for each in queue if each not in called) == entrant
                    called.add(entrant)
                case EntrantEntered(entrant) if entrant in queue:
                    assert entrant in called or next(each for each in queue if each not in called) == entrant
                    queue.remove(entrant)
                case EntrantWithdrawn(entrant) if entrant in queue:
                    queue.remove(entrant)
                case MemberLeft(entrant) if entrant in queue and entrant not in self.tournament.queue:
                    queue.remove(entrant)
        assert tuple(queue) == self.tournament.queue

    # -- progress ------------------------------------------------------------------------------------------------------

    @rule(seed=SEEDS, odd=st.lists(ANYTHING, max_size=4))
    def goes_on(self, seed, odd):
        """Sends commands that are likely to be accepted, one after another, and then some others."""
        self.tries(Random(seed), STEPS, 30)
        for command in odd:
            self.does(command)

    def one_enters(self, number):
        free = [player for player in PLAYERS if self.tournament.entry_of(player) is None]
        if free:
            by, *others = free[number % len(free) :] + free[: number % len(free)]
            most = self.settings.entrants.members_most
            partners = tuple(others[: number % most]) if most > 1 else ()
            fresh = EntrantId(f"E{len(self.tournament.entries)}")
            self.does(Register(by, fresh, Applicant(by, number % 7), partners=partners))

    def one_agrees(self, number):
        asked = [(entry.id, player) for entry in self.tournament.entries for player in entry.invited]
        if asked:
            entrant, player = asked[number % len(asked)]
            says = (
                DeclinePartner(player, entrant)
                if number % 7 == 0
                else AcceptPartner(player, entrant, Applicant(player))
            )
            self.does(says)

    def one_asks_another(self, number):
        lacking = [entry for entry in self.tournament.entries if entry.status in ("incomplete", "spared")]
        if lacking:
            entry = lacking[number % len(lacking)]
            self.does(InvitePartner(entry.captain, entry.id, PLAYERS[number % len(PLAYERS)]))

    def one_leaves(self, number):
        taking_part = [player for entry in self.tournament.entries if entry.status != "out" for player in entry.players]
        if taking_part and number % 3 == 0:
            self.does(LeaveEntrant(taking_part[number % len(taking_part)]))

    def most_check_in(self, number):
        for place, player in enumerate(PLAYERS):
            if (number >> place) % 2:
                self.does(CheckIn(player, player))

    def staff_start(self, number):
        if len(self.tournament.entries) > number % 5:
            self.does(StartTournament(OWNER))

    def staff_pause_or_resume(self, number):
        paused = self.tournament.paused_at is not None
        self.does(ResumeTournament(OWNER) if paused else PauseTournament(OWNER, "storm"))

    def staff_change_capacity(self, number):
        size = replace(self.tournament.settings.entrants, capacity=number % 5 + 2 if number % 3 else None)
        self.does(ChangeSettings(OWNER, replace(self.tournament.settings, entrants=size)))

    def one_is_paired(self, number):
        known = pairing_context(self.tournament)
        by = OWNER if number % 2 else None
        try:
            paired = proposed_round(known, self.format_, bytes([number % 256]))
        except OddField:
            assert len(known.present()) % 2
            return
        if paired is not None:
            self.does(PairRound(by, paired, b"seed"))
        elif number % 5 == 0 and self.does(FinishTournament(by, "nobody is left")):
            assert self.tournament.status == "finished"

    def staff_pair_again(self, number):
        if self.tournament.open_round is not None:
            before = self.tournament._replace(rounds=self.tournament.rounds[:-1])
            paired = self.format_.next_round(pairing_context(before), bytes([number % 256]))
            if paired is not None:
                self.does(PairAgain(OWNER, paired, b"again", "wrong order"))

    def a_table_ends(self, number):
        round_ = self.tournament.open_round
        if round_ is not None:
            match = number % len(round_.results) + 1
            name = table(number, match)
            self.does(link_table(round_.paired.number, match, name))
            is_finished = number % 4 > 0
            tables = round_.tables[match - 1] + (name,)
            result = (WON, LOST, DRAWN)[number % 3]
            record = RecordResult(round_.paired.number, match, result, tables if is_finished else ())
            if self.does(record):
                assert is_finished
                assert round_.results[match - 1] is None

    def staff_override(self, number):
        if self.tournament.rounds and number % 3 == 0:
            round_ = self.tournament.rounds[number % len(self.tournament.rounds)]
            match = number % len(round_.results) + 1
            assert (
                self.does(OverrideResult(OWNER, round_.paired.number, match, DRAWN, "seen")) != self.tournament.is_over
            )

    def staff_close_or_extend(self, number):
        if self.tournament.open_round is not None:
            self.does(CloseRound(OWNER, self.tournament.open_round.paired.number))
            self.does(MoveDeadline(OWNER, Instant(self.now + number * 60_000), "holidays"))

    def time_passes(self, number):
        """Time alone is never refused. All that is due has happened afterwards, once."""
        self.now = Instant(self.now + number * 60_000 // 8)
        reports = (MatchReport(1, number % 3, number % 2, tuple(PLAYERS[number % 4 : number % 4 + 3])),)
        assert self.does(TournamentTimePasses(reports))
        again = decide(self.tournament, TournamentTimePasses(reports), self.moment)
        assert again.events == ()
        at = due_at(self.tournament)
        assert at is None or at > self.now or awaited_round(self.tournament, self.now) is not None

    def what_is_due_comes(self, number):
        at = due_at(self.tournament)
        if at is not None:
            self.now = max(self.now, at)
            is_to_pair = awaited_round(self.tournament, self.now) is not None
            before = len(self.events)
            self.time_passes(0)
            assert len(self.events) > before or is_to_pair

    # ---------------------------------------------------------------------------------------- laws

    @invariant()
    def all_laws(self):
        for law in LAWS:
            getattr(self, law)()

    def a_refusal_says_what_would_be_right(self):
        assert self.refused is None or self.refused.hint

    def nobody_plays_for_two_entrants(self):
        active = [entry for entry in self.tournament.entries if entry.status != "out"]
        times = Counter(player for entry in active for player in entry.players)
        # A member of a team that seats others may offer to substitute for these.
        offers = [each.player for each in self.tournament.substitutes]
        times.update(player for player in offers if not is_without_seat(self.tournament, player))
        assert not times or max(times.values()) == 1

    def nobody_who_takes_part_is_asked_to(self):
        for entry in self.tournament.entries:
            assert all(self.tournament.entry_of(player) is None for player in entry.invited)

    def no_more_have_a_place_than_there_are(self):
        capacity = self.tournament.settings.entrants.capacity
        calls = self.tournament.open_calls
        assert capacity is None or self.tournament.places_taken + len(calls) <= capacity
        assert {each.entrant for each in self.tournament.calls} <= set(self.tournament.queue)

    def an_entrant_is_what_its_players_make_it(self):
        size = self.tournament.settings.entrants
        for entry in self.tournament.entries:
            assert len(entry.members) <= size.members_most
            if entry.status in ("entered", "waiting"):
                assert len(entry.members) >= size.members_least
            elif entry.status in ("spared", "incomplete"):
                assert 0 < len(entry.members) < size.members_least

    def who_waits_is_on_the_list_and_nobody_else(self):
        waiting = {entry.id for entry in self.tournament.entries if entry.status == "waiting"}
        assert set(self.tournament.queue) == waiting
        assert len(self.tournament.queue) == len(waiting)

    def nobody_waits_while_there_is_room(self):
        if not self.tournament.has_begun and self.tournament.has_room:
            assert set(self.tournament.queue) == {each.entrant for each in self.tournament.calls}

    def who_has_a_place_after_the_start_has_a_seed(self):
        if self.tournament.status == "running":
            placed = {entry.id for entry in self.tournament.entries if entry.has_place}
            assert placed <= set(self.tournament.order)
            assert len(set(self.tournament.order)) == len(self.tournament.order)

    def rounds_are_numbered_without_gaps_and_all_but_the_last_are_over(self):
        numbers = [each.paired.number for each in self.tournament.rounds]
        assert numbers == list(range(1, len(numbers) + 1))
        for each in self.tournament.rounds[:-1]:
            assert each.is_over
            assert each.closed_at is not None

    def everybody_is_in_every_round_once(self):
        for each in self.tournament.rounds:
            named = Counter(each.paired.entrants())
            assert max(named.values()) == 1
            still_in = {entry.id for entry in self.tournament.entries if entry.has_place}
            assert still_in <= set(named)

    def a_match_has_one_result_that_stands(self):
        """Reads the events alone: only staff give a match with a result another one."""
        given: Counter[tuple[int, int]] = Counter()
        closed: Counter[int] = Counter()
        for event in self.events:
            match event:
                case ResultRecorded(number, place) | ResultAdjudicated(number, place) | ResultConfirmed(number, place):
                    given[number, place] += 1
                case RoundPaired(number) | RoundCalledOff(number):
                    assert not closed[number]
                    given = Counter({key: times for key, times in given.items() if key[0] != number})
                case RoundClosed(number):
                    closed[number] += 1
        assert max(given.values(), default=0) <= 1
        assert max(closed.values(), default=0) <= 1

    def the_fold_of_the_events_is_the_state(self):
        assert fold(self.events) == self.tournament

    def a_tournament_that_is_over_has_nothing_due(self):
        if self.tournament.is_over:
            assert due_at(self.tournament) is None


LAWS = (
    "a_refusal_says_what_would_be_right",
    "nobody_plays_for_two_entrants",
    "nobody_who_takes_part_is_asked_to",
    "no_more_have_a_place_than_there_are",
    "an_entrant_is_what_its_players_make_it",
    "who_waits_is_on_the_list_and_nobody_else",
    "nobody_waits_while_there_is_room",
    "who_has_a_place_after_the_start_has_a_seed",
    "rounds_are_numbered_without_gaps_and_all_but_the_last_are_over",
    "everybody_is_in_every_round_once",
    "a_match_has_one_result_that_stands",
    "the_fold_of_the_events_is_the_state",
    "a_tournament_that_is_over_has_nothing_due",
)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_invariants_of_tournaments_hold_for_any_commands():
    run_state_machine_as_test(AnyTournament, settings=LONG)
