"""Formats by name: rounds and the end of a tournament in each format."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from domain.kernel.players import PlayerId
from domain.tournaments.commands import FinishTournament, StartTournament, TournamentCommand
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import AskForBye, WithdrawEntrant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format
from domain.tournaments.pairing.night import NobodyToMeet
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.refusals import ReasonNeeded
from domain.tournaments.rounds.commands import PairRound, RecordResult
from domain.tournaments.rounds.proposed_rounds import CANNOT_PAIR, can_never_pair, checked_round, proposed_round
from domain.tournaments.rounds.refusals import (
    BreaksFormat,
    EmptyRound,
    EntrantMissing,
    NamedTwice,
    RoundsLeft,
    UnknownEntrant,
)
from domain.tournaments.settings import PLAYERS, TournamentSettings
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.standings.tie_break_values import lot
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import Bye, Entrant, EntrantId, Match, PairingContext, PlayedRound, Result, Round
from tests.support.formats import INDIVIDUALS, KNOCK_OUT, NIGHT, ROUND_ROBIN, SWISS
from tests.support.laws import law
from tests.support.tournament import DRAWN, FIRST_HOUR, LOST, OWNER, SECRET, WON, created, link_table, register, table

FIVE = tuple(map(EntrantId, "ABCDE"))


def field(entrants: tuple[EntrantId, ...], *rounds: PlayedRound, **more: Any) -> PairingContext:
    return PairingContext(tuple(Entrant(each, seed) for seed, each in enumerate(entrants, 1)), rounds, **more)


def played(format_: Format, before: PairingContext, *results: Result) -> PairingContext:
    """The context after the next round with these results. The last result applies to all further matches."""
    paired = proposed_round(before, format_, b"seed")
    assert paired is not None
    given = [*results, *[results[-1]] * len(paired.matches)][: len(paired.matches)]
    return before._replace(rounds=(*before.rounds, PlayedRound(paired, tuple(given))))


# ------------------------------------------------------------------------------------------------ rounds


@law
@pytest.mark.parametrize("settings", [SWISS, INDIVIDUALS, ROUND_ROBIN, KNOCK_OUT, NIGHT])
@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_rounds_paired_by_a_format_are_accepted_until_the_last(settings: TournamentSettings, size: int):
    format_ = format_of(settings)
    known = field(tuple(EntrantId(f"E{number}") for number in range(size)))
    count = 0
    while (paired := proposed_round(known, format_, b"seed")) is not None:
        assert checked_round(known, format_, paired)
        known = played(format_, known, WON, LOST)
        count += 1
    everybody_meets = size - 1 + size % 2
    rounds = {"round_robin": everybody_meets, "knock_out": (size - 1).bit_length()}
    assert count == rounds.get(settings.format, 3)


@pytest.mark.parametrize("settings", [ROUND_ROBIN, KNOCK_OUT])
def test_matches_that_contradict_the_field_are_refused(settings: TournamentSettings):
    format_, known = format_of(settings), field(FIVE[:4])
    planned = proposed_round(known, format_, b"seed")
    assert planned is not None
    (one, two), (three, four) = planned.matches

    turned = planned._replace(matches=(Match(two, one), Match(three, four)))
    assert checked_round(known, format_, turned) == turned
    with pytest.raises(BreaksFormat):
        checked_round(known, format_, planned._replace(matches=(Match(one, three), Match(two, four))))
    sitting = tuple(Bye(each, "pairing") for each in (three, four))
    with pytest.raises(BreaksFormat):
        checked_round(known, format_, planned._replace(matches=planned.matches[:1], byes=sitting))


def test_a_drawn_round_robin_follows_the_seed_of_its_first_round():
    format_, known = format_of(replace(ROUND_ROBIN, figures={"by_lot": True})), field(FIVE)._replace(seed=b"lot")
    met: Counter[frozenset[EntrantId]] = Counter()
    for _ in range(5):
        paired = proposed_round(known, format_, b"lot")
        assert paired is not None
        assert checked_round(known, format_, paired) == paired
        other = proposed_round(known, format_, b"another")
        assert other is not None
        if {frozenset(match) for match in other.matches} != {frozenset(match) for match in paired.matches}:
            with pytest.raises(BreaksFormat):
                checked_round(known, format_, other)
        met.update(frozenset(match) for match in paired.matches)
        known = known._replace(rounds=(*known.rounds, PlayedRound(paired, (WON,) * 2)))
    assert met == {frozenset(two): 1 for two in combinations(FIVE, 2)}
    orders = {proposed_round(field(FIVE), format_, bytes([seed])) for seed in range(20)}
    assert len(orders) > 10


def test_a_knock_out_continues_without_eliminated_entrants():
    format_ = format_of(KNOCK_OUT)
    after = played(format_, field(FIVE[:4]), WON)

    final = proposed_round(after, format_, b"seed")

    assert final is not None
    assert set(final.entrants()) == {match.first for match in after.rounds[0].round.matches}
    assert checked_round(after, format_, final) == final
    losers = [match.second for match in after.rounds[0].round.matches]
    with pytest.raises(BreaksFormat):
        checked_round(after, format_, final._replace(byes=(Bye(losers[0], "pairing"),)))


def test_other_formats_eliminate_nobody():
    format_, known = format_of(SWISS), field(FIVE[:4])
    with pytest.raises(EntrantMissing):
        checked_round(known, format_, Round(1, (Match(FIVE[0], FIVE[1]),)))


def test_a_final_without_an_opponent_is_a_round_of_byes_but_not_in_a_swiss():
    format_ = format_of(KNOCK_OUT)
    after = played(format_, field(FIVE[:4]), WON)
    finalists = [match.first for match in after.rounds[0].round.matches]
    after = after._replace(withdrawn=frozenset(finalists[:1]))

    final = proposed_round(after, format_, b"seed")

    assert final == Round(2, (), (Bye(finalists[1], "pairing"),))
    assert checked_round(after, format_, final) == final
    assert proposed_round(after._replace(rounds=(*after.rounds, PlayedRound(final, ()))), format_, b"seed") is None
    with pytest.raises(EmptyRound):
        checked_round(field(FIVE[:1]), format_of(SWISS), Round(1, (), (Bye(FIVE[0], "pairing"),)))


def test_partners_of_a_night_are_two_present_players():
    format_, known = format_of(NIGHT), field(FIVE)
    alone = (Bye(FIVE[4], "pairing"),)

    def paired(first: str, second: str) -> Round:
        return Round(1, (Match(EntrantId(first), EntrantId(second)),), alone)

    assert checked_round(known, format_, paired("A+B", "C+D")) == paired("A+B", "C+D")
    for wrong, refusal in [
        (paired("A+B", "C+X"), UnknownEntrant),
        (paired("A+B", "B+C"), NamedTwice),
        (paired("B+A", "C+D"), BreaksFormat),
        (Round(1, (Match(FIVE[0], FIVE[1]), Match(FIVE[2], FIVE[3])), alone), BreaksFormat),
        (paired("A+B+C", "D+E"), NamedTwice),
    ]:
        with pytest.raises(refusal):
            checked_round(known, format_, wrong)


def test_a_night_has_at_most_its_configured_rounds():
    format_ = format_of(replace(NIGHT, figures={"rounds": 1}))
    after = played(format_, field(FIVE[:4]), WON)
    with pytest.raises(BreaksFormat):
        checked_round(after, format_, Round(2, (Match(EntrantId("A+C"), EntrantId("B+D")),)))


# -- commands ----------------------------------------------------------------------------------------------------------


class Played:
    """A tournament of single players with any format, played by commands."""

    def __init__(self, settings: TournamentSettings, entrants: int) -> None:
        self.format_ = format_of(settings)
        given = created(replace(settings, entrants=PLAYERS))
        given = given.after(*(register(PlayerId(name)) for name in "abcdefgh"[:entrants]))
        self.tournament: Tournament = given.after(StartTournament(OWNER)).tournament

    def do(self, *commands: TournamentCommand) -> "Played":
        for command in commands:
            self.tournament = decide(
                self.tournament, command, TournamentContext(FIRST_HOUR, self.format_, SECRET)
            ).state
        return self

    def round(self, *results: Result) -> "Played":
        paired = proposed_round(pairing_context(self.tournament), self.format_, b"seed")
        assert paired is not None
        self.do(PairRound(None, paired, b"seed"))
        for number, result in enumerate(results, 1):
            at = table(paired.number, number)
            self.do(link_table(paired.number, number, at), RecordResult(paired.number, number, result, (at,)))
        return self


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("partner", [0, 1])
@pytest.mark.parametrize("settings", [NIGHT, INDIVIDUALS])
def test_a_withdrawal_before_the_table_opens_does_not_penalise_the_partner_for_the_round(
    settings, side: int, partner: int
):
    night = Played(settings, 4).round()
    [match] = night.tournament.rounds[0].paired.matches
    leaving = match[side].split("+")[partner]
    player = next(entry.captain for entry in night.tournament.entries if entry.id == leaving)

    night.do(WithdrawEntrant(player, EntrantId(leaving)))

    [result] = night.tournament.rounds[0].results
    assert result == DRAWN._replace(kind="adjudicated")


@pytest.mark.parametrize("settings", [NIGHT, INDIVIDUALS])
def test_with_changing_partners_standings_are_of_players(settings: TournamentSettings):
    night = Played(settings, 8).round(WON, DRAWN).round(LOST, WON)
    points: Counter[str] = Counter()
    for each in night.tournament.rounds:
        for match, result in zip(each.paired.matches, each.results, strict=True):
            assert result is not None
            points.update(dict.fromkeys(match.first.split("+"), result.first))
            points.update(dict.fromkeys(match.second.split("+"), result.second))

    ranked = tournament_standings(night.tournament)

    assert {each.entrant: each.points for each in ranked} == {
        each.id: points[each.id] for each in night.tournament.entries
    }
    assert [each.played for each in ranked] == [2] * 8


def test_in_a_knock_out_the_bracket_place_ranks_before_points():
    cup = Played(replace(KNOCK_OUT, figures={"third_place": True}), 4).round(WON, WON)
    assert sorted(each.rank for each in tournament_standings(cup.tournament)) == [1, 1, 3, 3]
    cup.round(WON, WON).do(FinishTournament(None))
    final, third = cup.tournament.rounds[1].paired.matches

    ranked = [(each.rank, each.entrant) for each in tournament_standings(cup.tournament)]

    assert ranked == [(1, final.first), (2, final.second), (3, third.first), (4, third.second)]


def test_lots_are_drawn_at_the_end_with_a_key_unknown_before():
    settings = replace(SWISS, figures={"rounds": 1}, tie_breaks=("wins", "lots"))
    swiss = Played(settings, 4).round(DRAWN, DRAWN)
    assert [(each.rank, len(each.values)) for each in tournament_standings(swiss.tournament)] == [(1, 1)] * 4

    swiss.do(FinishTournament(None))

    assert swiss.tournament.lots == SECRET.hex()
    ranked = [each.entrant for each in tournament_standings(swiss.tournament)]
    assert ranked == sorted(swiss.tournament.order, key=lambda each: lot(SECRET, each), reverse=True)
    with pytest.raises(ValueError, match="a secret cannot have 5 bytes"):
        decide(
            Played(settings, 4).round(DRAWN, DRAWN).tournament,
            FinishTournament(None),
            TournamentContext(FIRST_HOUR, swiss.format_, b"short"),
        )


def test_without_lots_there_is_no_key():
    swiss = Played(replace(SWISS, figures={"rounds": 1}), 4).round(DRAWN, DRAWN).do(FinishTournament(None))
    assert swiss.tournament.lots is None


def test_a_tournament_finished_before_lots_had_a_key_keeps_its_ranks():
    settings = replace(SWISS, figures={"rounds": 1}, tie_breaks=("wins", "lots"))
    old = Played(settings, 4).round(DRAWN, DRAWN).do(FinishTournament(None)).tournament._replace(lots=None)
    ranked = [each.entrant for each in tournament_standings(old)]
    assert ranked == sorted(old.order, key=lambda each: lot(b"seed", each), reverse=True)


def test_staff_can_end_a_tournament_that_cannot_be_paired_with_a_reason():
    swiss = Played(SWISS, 2).round(WON)
    swiss.do(FinishTournament(OWNER, "nobody is left to be met"))
    assert swiss.tournament.status == "finished"


@pytest.mark.parametrize("settings", [SWISS, NIGHT])
def test_a_tournament_that_can_never_be_paired_again_ends_automatically_with_a_reason(settings: TournamentSettings):
    stuck = Played(SWISS, 2).round(WON) if settings is SWISS else Played(NIGHT, 3)
    assert can_never_pair(pairing_context(stuck.tournament), stuck.format_)
    with pytest.raises(ReasonNeeded):
        stuck.do(FinishTournament(None))
    stuck.do(FinishTournament(None, CANNOT_PAIR))
    assert stuck.tournament.status == "finished"


def test_a_round_that_only_absences_prevent_does_not_end_the_tournament():
    night = Played(NIGHT, 4)
    night.do(AskForBye(OWNER, night.tournament.order[0], 1, "zero"))
    with pytest.raises(NobodyToMeet):
        proposed_round(pairing_context(night.tournament), night.format_, b"seed")
    assert not can_never_pair(pairing_context(night.tournament), night.format_)
    with pytest.raises(RoundsLeft):
        night.do(FinishTournament(None, CANNOT_PAIR))


def test_a_tournament_with_one_remaining_entrant_is_over():
    swiss = Played(SWISS, 2).round(WON)
    leaving = swiss.tournament.entries[0]
    swiss.do(WithdrawEntrant(leaving.captain, leaving.id))
    assert proposed_round(pairing_context(swiss.tournament), swiss.format_, b"seed") is None
    assert swiss.do(FinishTournament(None)).tournament.status == "finished"
