"""Tournaments whose first round is paired."""

from dataclasses import replace

from domain.tournaments.commands import StartTournament
from domain.tournaments.rounds.commands import PairRound, RecordResult
from domain.tournaments.terms import EntrantId, Match, Round
from tests.support.tournament import (
    ANN,
    BEN,
    CAT,
    DAN,
    OPEN_NOW,
    OWNER,
    SEED,
    WINDOW,
    created,
    hours,
    link_table,
    registers,
    table,
)

A, B, C, D = map(EntrantId, ("ANN", "BEN", "CAT", "DAN"))
PAIRED = PairRound(None, Round(1, (Match(A, B), Match(C, D))), SEED)
ONE, TWO = table(1, 1), table(1, 2)
DEADLINE = hours(25)


def begun(plan=WINDOW):
    given = created(replace(OPEN_NOW, rounds=plan)).after(*registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER))
    return given.after(PAIRED, link_table(1, 1, ONE), link_table(1, 2, TWO))


FIRST = begun()


def record(match, result, *finished, unfinished=()):
    return RecordResult(1, match, result, finished, unfinished)
