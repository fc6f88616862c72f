"""A round paired by hand is accepted or refused as a whole; a refusal names the wrong matches and entrants."""

from typing import Any

import pytest

from tests.support.api import Api, Json
from tests.support.tournaments_served import Tournament


@pytest.fixture
def swiss(api: Api) -> Tournament:
    """Six pairs after a round of first against second, third against fourth, and fifth against sixth."""
    tournament = Tournament(api, figures={"rounds": 3})
    tournament.start(6)
    made = tournament.ask(tournament.owner, "pair_round", round=1, matches=matches(tournament, (0, 1), (2, 3), (4, 5)))
    assert made.status_code == 200, made.text
    for match in (1, 2, 3):
        tournament.win(1, match)
    tournament.done(tournament.owner, "close_round", round=1)
    return tournament


def matches(tournament: Tournament, *twos: tuple[int, int]) -> list[Json]:
    ids = [entrant for entrant, *_ in tournament.pairs]
    return [{"first": ids[one], "second": ids[other]} for one, other in twos]


def refused(tournament: Tournament, code: str, paired: list[Json], **more: Any) -> Json:
    """Returns the refusal of round 2, which changed nothing."""
    version = tournament.version()
    answered = tournament.ask(tournament.owner, "pair_round", round=2, matches=paired, **more)
    assert (answered.status_code, answered.json["code"]) == (422, code), answered.text
    assert answered.json["hint"]
    assert tournament.version() == version
    return dict(answered.json)


def test_an_entrant_who_does_not_take_part_is_named_with_their_match(swiss: Tournament):
    paired = matches(swiss, (0, 2), (1, 4), (3, 5))
    stranger = "ent_01M816PWJ4ZCTX9QS5B7HRVW4K"
    paired[1]["second"] = stranger
    said = refused(swiss, "unknown_entrant", paired)
    assert said["facts"] == {"entrants": [stranger], "matches": [2]}
    assert said["detail"] == f"{stranger} does not take part (match 2)"


def test_an_entrant_in_two_matches_is_named_with_both(swiss: Tournament):
    said = refused(swiss, "named_twice", matches(swiss, (0, 2), (1, 4), (3, 2)))
    assert said["facts"] == {"entrants": [swiss.pairs[2][0]], "matches": [1, 3]}
    assert said["detail"].endswith("(matches 1, 3)")
    bye = [{"entrant": swiss.pairs[0][0], "kind": "pairing"}]
    said = refused(swiss, "named_twice", matches(swiss, (0, 2), (1, 4), (3, 5)), byes=bye)
    assert said["facts"]["matches"] == [1]


def test_only_two_entrants_who_have_met_are_named_with_their_match(swiss: Tournament):
    said = refused(swiss, "breaks_format", matches(swiss, (0, 2), (1, 4), (3, 5))[:1] + matches(swiss, (4, 5), (1, 3)))
    [violation] = said["facts"]["violations"]
    assert sorted(violation["entrants"]) == sorted(swiss.pairs[each][0] for each in (4, 5))
    assert violation["matches"] == [2]
    assert said["detail"].endswith("(match 2)")


def test_every_repeated_pairing_is_named(swiss: Tournament):
    said = refused(swiss, "breaks_format", matches(swiss, (2, 3), (0, 4), (5, 1))[:1] + matches(swiss, (1, 0), (4, 5)))
    found = {tuple(each["matches"]): sorted(each["entrants"]) for each in said["facts"]["violations"]}
    assert found == {
        (number,): sorted(swiss.pairs[each][0] for each in two)
        for number, two in enumerate(((2, 3), (0, 1), (4, 5)), start=1)
    }


def test_two_entrants_with_a_pairing_exclusion_are_named_with_their_match(swiss: Tournament):
    ids = [swiss.pairs[each][0] for each in (3, 5)]
    swiss.done(swiss.owner, "keep_apart", entrants=ids)
    said = refused(swiss, "breaks_format", matches(swiss, (0, 2), (1, 4), (3, 5)))
    [violation] = said["facts"]["violations"]
    assert (violation["rule"], sorted(violation["entrants"]), violation["matches"]) == ("forbidden", sorted(ids), [3])


def test_a_withdrawn_entrant_is_named_with_their_match(swiss: Tournament):
    gone = swiss.pairs[4][0]
    swiss.done(swiss.pairs[4][1], "withdraw_entrant", entrant=gone)
    bye = [{"entrant": swiss.pairs[5][0], "kind": "pairing"}]
    said = refused(swiss, "absent_paired", matches(swiss, (0, 2), (1, 4)), byes=bye)
    assert said["facts"] == {"entrants": [gone], "matches": [2]}


def test_a_missing_entrant_is_named(swiss: Tournament):
    said = refused(swiss, "entrant_missing", matches(swiss, (0, 2), (1, 4)))
    assert said["facts"] == {"entrants": sorted(swiss.pairs[each][0] for each in (3, 5))}
