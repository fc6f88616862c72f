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
    assert sorted(ranks(tournament, player).values()) == [(1, 2, True)] * 2 + [(3, 4, True)] * 2
