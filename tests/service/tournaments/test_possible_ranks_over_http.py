"""Possible ranks in the standings over HTTP."""

import csv
import io

from tests.support.api import Api
from tests.support.tournaments_served import Tournament


def ranks(tournament: Tournament, user=None):
    """Returns the possible ranks of all entrants by name."""
    found = {each["name"]: each["possible_ranks"] for each in tournament.standings(user)}
    return {name: each and (each["best"], each["worst"], each["is_exact"]) for name, each in found.items()}


def test_possible_ranks_narrow_to_the_final_ranks(api: Api):
    tournament = Tournament(api)
    tournament.start()
    assert set(ranks(tournament).values()) == {(1, 4, False)}
    tournament.play(1)
    tournament.pair(2)
    found = ranks(tournament)
    assert sorted(found.values()) == [(1, 3, True)] * 2 + [(2, 4, True)] * 2
    for match in (1, 2):
        tournament.win(2, match)
    tournament.done(tournament.owner, "close_round", round=2)
    tournament.done(tournament.owner, "finish_tournament")
    final = {each["name"]: each["rank"] for each in tournament.standings()}
    assert ranks(tournament) == {name: (rank, rank, True) for name, rank in final.items()}


def test_possible_ranks_are_in_the_csv_too(api: Api):
    tournament = Tournament(api)
    tournament.start()
    tournament.play(1)
    for path in ("2", "finished"):
        rows = list(csv.DictReader(io.StringIO(tournament.owner.get(f"{tournament.path}/standings?format=csv").text)))
        ranks_in_csv = {
            row["name"]: (int(row["best_rank"]), int(row["worst_rank"]), row["ranks_are_exact"] == "yes")
            for row in rows
        }
        assert ranks_in_csv == ranks(tournament), path
        if path == "2":
            tournament.pair(2)


def test_formats_without_possible_ranks_omit_them(api: Api):
    tournament = Tournament(api, format="knock_out", figures={}, tie_breaks=[])
    tournament.start()
    tournament.pair(1)
    assert set(ranks(tournament).values()) == {None}
    rows = csv.DictReader(io.StringIO(tournament.owner.get(f"{tournament.path}/standings?format=csv").text))
    assert {(row["best_rank"], row["worst_rank"], row["ranks_are_exact"]) for row in rows} == {("", "", "")}


def test_a_sealed_result_counts_as_an_open_match_for_possible_ranks(api: Api):
    tournament = Tournament(api, is_sealed=True, figures={"rounds": 1})
    tournament.start()
    tournament.pair(1)
    _, player, _ = tournament.pairs[0]
    before = ranks(tournament, player)
    assert set(before.values()) == {(1, 4, True)}
    for match in (1, 2):
        tournament.win(1, match)
    assert ranks(tournament, player) == before == ranks(tournament)
    tournament.done(tournament.owner, "close_round", round=1)
    # All have finished, so the tie-breaks cannot change, and those who are level in them share a rank.
    assert sorted(ranks(tournament, player).values()) == [(1, 1, True)] * 2 + [(3, 3, True)] * 2


def test_a_tie_that_cannot_change_any_more_narrows_the_possible_ranks(api: Api):
    tournament = Tournament(api, tie_breaks=["wins"])
    tournament.start(6)
    a, b, c, d, e, f = (entrant for entrant, *_ in tournament.pairs)

    def play(number, *matches):
        sides = [{"first": first, "second": second} for first, second, _ in matches]
        tournament.done(tournament.owner, "pair_round", round=number, matches=sides)
        for match, (*_, points) in enumerate(matches, start=1):
            if points is not None:
                result = {"match": match, "first": points, "second": 100 - points, "reason": "as seen"}
                tournament.done(tournament.owner, "override_result", round=number, **result)

    play(1, (a, c, 100), (b, e, 50), (d, f, 50))
    tournament.done(tournament.owner, "close_round", round=1)
    play(2, (f, a, 100), (b, c, 50), (d, e, None))

    # A and B have a point each and have finished. A has won a match, so A is before B.
    assert (ranks(tournament)["Pair 1"], ranks(tournament)["Pair 2"]) == ((2, 4, True), (3, 5, True))
    tournament.done(tournament.owner, "override_result", round=2, match=3, first=50, second=50, reason="as seen")
    assert [each["name"] for each in tournament.standings()][:2] == ["Pair 6", "Pair 1"]
