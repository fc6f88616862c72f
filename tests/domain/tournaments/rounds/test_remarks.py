"""Remarks about pairings."""

from dataclasses import replace

import pytest

from domain.tournaments.commands import StartTournament
from domain.tournaments.rounds.remarks import Remark, remarks
from tests.support.paired_rounds import PAIRED, A, B
from tests.support.tournament import ANN, BEN, CAT, DAN, OPEN_NOW, OWNER, created, registers


@pytest.mark.parametrize("is_sealed", [False, True])
def test_two_entrants_of_one_club_get_a_remark_unless_the_pairing_could_tell_hidden_results(*, is_sealed: bool):
    given = created(replace(OPEN_NOW, is_sealed=is_sealed)).after(
        *registers((ANN, BEN, CAT, DAN)), StartTournament(OWNER)
    )
    tournament = given.after(PAIRED).tournament
    of_one_club = tuple(
        each._replace(club="Pandas") if each.id in (A, B) else each._replace(club=each.id)
        for each in tournament.entries
    )
    found = list(remarks(tournament._replace(entries=of_one_club), given.when(PAIRED)))
    assert found == ([] if is_sealed else [Remark("club", f"{A} and {B} are of the club Pandas.", 1, (A, B))])
