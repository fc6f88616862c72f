"""Staff enter other players over HTTP: by id or name, as a list or as a table, all of them or none."""

from datetime import UTC, datetime

import pytest

from tests.support.api import Api, Json, User
from tests.support.clock import MovableClock
from tests.support.tournament_requests import refused, token
from tests.support.tournaments_served import Tournament


@pytest.fixture
def four(api: Api) -> list[User]:
    """Returns four players with names that nobody else has."""
    return [api.sign_up(f"{name} of {api.sign_up('n').id[-6:]}") for name in ("Ada", "Bea", "Cy", "Dee")]


def name_of(user: User) -> str:
    return str(user.get("/v1/me").json["player"]["name"])


def entrants(tournament: Tournament) -> list[Json]:
    found: list[Json] = tournament.read("/entrants")["entrants"]
    return found


def players(tournament: Tournament) -> list[list[str]]:
    """Returns the players of each entrant with a place."""
    found = (each for each in entrants(tournament) if each["status"] == "entered")
    return [[one["player"] for one in each["members"]] for each in found]


def test_staff_enter_pairs_by_ids_and_names(tournament: Tournament, four: list[User]):
    ada, bea, cy, dee = four
    happened = tournament.done(
        tournament.owner,
        "enter_entrants",
        entrants=[
            {"players": [ada.id, name_of(bea)], "name": "Red Pandas", "club": "North"},
            {"players": [name_of(cy).upper(), dee.id]},
        ],
    )

    one = ["entrant_registered", "partner_joined", "entrant_entered"]
    assert [each["type"] for each in happened] == ["entrants_entered_by_staff", *one, *one]
    assert happened[0]["data"]["by"] == tournament.owner.id
    assert players(tournament) == [[ada.id, bea.id], [cy.id, dee.id]]
    assert [(each["name"], each["club"]) for each in entrants(tournament)] == [
        ("Red Pandas", "North"),
        (None, None),
    ]
    tournament.done(dee, "leave_entrant")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_enters_the_same_as_a_list(tournament: Tournament, four: list[User], separator: str):
    ada, bea, cy, dee = four
    lines = [
        ("Club", "player 2", "Player", "name"),
        ("North", bea.id, name_of(ada), '"Red Pandas"'),
        ("", "", "", ""),
        ("", name_of(dee), cy.id, ""),
    ]
    table = "\ufeff" + "\r\n".join(separator.join(line) for line in lines)

    tournament.done(tournament.owner, "enter_entrants", csv=table)

    assert players(tournament) == [[ada.id, bea.id], [cy.id, dee.id]]
    assert entrants(tournament)[0]["name"] == "Red Pandas"


def test_all_enter_or_none_and_a_dry_run_tells_which(tournament: Tournament, four: list[User]):
    ada, bea, cy, dee = four
    tournament.done(cy, "register", partners=[dee.id])
    body = {"type": "enter_entrants", "entrants": [{"players": [ada.id, bea.id]}, {"players": [dee.id, cy.id]}]}

    tried = tournament.owner.post(f"{tournament.path}/commands?dry_run=true", body)
    problem = refused(tournament, tournament.owner, 409, "already_entered", "enter_entrants", entrants=body["entrants"])

    assert (tried.status_code, tried.json["code"]) == (409, "already_entered")
    assert problem["facts"]["player"] == cy.id
    assert players(tournament) == []


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        pytest.param("wrong_number_of_players", ["ADA"], id="too few"),
        pytest.param("wrong_number_of_players", ["ADA", "ADA"], id="one twice"),
        pytest.param("unclear_player", ["ADA", "nobody has this name"], id="a name of nobody"),
        pytest.param("unclear_player", ["ADA", "n"], id="a name of several"),
        pytest.param("cannot_be_challenged", ["ADA", "ply_" + "0" * 26], id="an id of nobody"),
    ],
)
def test_an_entrant_that_is_not_possible_is_refused(
    tournament: Tournament, four: list[User], code: str, wrong: list[str]
):
    ada, _, cy, dee = four
    wrong_pair = {"players": [each.replace("ADA", ada.id) for each in wrong]}
    both = [{"players": [cy.id, dee.id]}, wrong_pair]
    refused(tournament, tournament.owner, 422, code, "enter_entrants", entrants=both)


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        (["ADA"], "entrants[0] has 1 player, and the tournament wants 2"),
        (["ADA", "BEN", "CY"], "entrants[0] has 3 players, and the tournament wants 2"),
        (["ADA", "ADA"], "entrants[0] has the player ADA more than once"),
    ],
)
def test_a_wrong_number_of_players_and_a_repeated_player_are_told_apart(
    tournament: Tournament, four: list[User], wrong: list[str], detail: str
):
    ids = dict(zip(("ADA", "BEN", "CY"), (each.id for each in four), strict=False))
    entrants = [{"players": [ids[each] for each in wrong]}]
    problem = refused(tournament, tournament.owner, 422, "wrong_number_of_players", "enter_entrants", entrants=entrants)
    assert problem["detail"] == detail.replace("ADA", ids["ADA"])
    assert problem["hint"] == "give 2 different players"


def test_a_player_who_blocks_a_member_of_staff_is_not_entered_by_them(tournament: Tournament, four: list[User]):
    assert four[0].api.call("PUT", f"/v1/me/blocks/{tournament.owner.id}", token=four[0].token).status_code < 300
    pair = [{"players": [each.id for each in four[:2]]}]
    refused(tournament, tournament.owner, 422, "cannot_be_challenged", "enter_entrants", entrants=pair)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("name,club\nA,B", 1),
        ("player,age\nA,3", 1),
        ("player,player\nA,B", 1),
        ("player,name\n,B", 2),
        ("player\nA,B", 2),
        ("player,name\nA,B\0", 2),
        pytest.param("\ufeff", 1, id="only a byte order mark"),
        pytest.param("\n\n", 1, id="only empty lines"),
        pytest.param("player,player " + "9" * 5000 + "\nA,B", 1, id="a number that is too long"),
        pytest.param("player" + ",x" * 9999, 1, id="thousands of unknown columns"),
    ],
)
def test_a_table_that_cannot_be_read_names_the_line(tournament: Tournament, table: str, line: int):
    problem = refused(tournament, tournament.owner, 422, "unreadable_list", "enter_entrants", csv=table)
    assert problem["facts"]["line"] == line
    assert len(problem["detail"]) < 200


def test_an_empty_table_and_two_forms_at_once_are_refused(tournament: Tournament, four: list[User]):
    refused(tournament, tournament.owner, 422, "unreadable_list", "enter_entrants", csv="player,name\n")
    pair = [{"players": [each.id for each in four[:2]]}]
    refused(tournament, tournament.owner, 400, "invalid_request", "enter_entrants", entrants=pair, csv="player\nA")
    refused(tournament, tournament.owner, 400, "invalid_request", "enter_entrants")


def test_only_staff_with_the_scope_enter_others(service, tournament: Tournament, four: list[User]):
    pair = [{"players": [four[0].id, "nobody has this name"]}]
    assert refused(tournament, four[0], 403, "staff_only", "enter_entrants", entrants=pair)
    narrow = token(service, tournament.owner, "tournament:write")
    assert refused(tournament, narrow, 403, "missing_scope", "enter_entrants", entrants=pair)


def test_gates_do_not_keep_out_whom_staff_enter(api: Api, four: list[User]):
    tournament = Tournament(api, gates={"by_code": True, "games": 5})
    refused(tournament, four[0], 403, "too_few_games", "register")

    tournament.done(tournament.owner, "enter_entrants", entrants=[{"players": [each.id for each in four[:2]]}])

    assert players(tournament) == [[four[0].id, four[1].id]]


def test_walk_ins_between_rounds_get_the_bye_of_late_entry_for_each_missed_round(api: Api, four: list[User]):
    tournament = Tournament(api, late={"until_round": 2, "bye": "half"})
    tournament.start()
    tournament.play()

    _, happened, *_ = tournament.done(
        tournament.owner, "enter_entrants", entrants=[{"players": [each.id for each in four[:2]]}]
    )

    entrant = happened["data"]["entrant"]
    standing = next(each for each in tournament.standings() if each["entrant"] == entrant)
    assert standing["points"] == "0.5"
    assert len(tournament.pair(2)["matches"]) == 2
    refused(
        tournament,
        tournament.owner,
        409,
        "registration_not_open",
        "enter_entrants",
        entrants=[{"players": [each.id for each in four[2:]]}],
    )


def test_players_who_are_here_are_checked_in_by_the_same_command(api: Api, clock: MovableClock, four: list[User]):
    tournament = Tournament(api, schedule={"starts_at": "2099-01-02T00:00:00Z", "check_in_s": 366 * 24 * 3600})
    clock.stop_at(datetime(2098, 12, 22, tzinfo=UTC))

    tournament.done(
        tournament.owner, "enter_entrants", entrants=[{"players": [each.id for each in four[:2]]}], are_here=True
    )

    (entrant,) = entrants(tournament)
    assert [each["is_here"] for each in entrant["members"]] == [True, True]
