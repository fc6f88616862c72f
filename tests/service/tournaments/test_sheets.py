"""The documents of a tournament as pages to read and to print."""

from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from service.wiring import Service
from tests.service.tournaments.test_duplicate_tournaments import half_played, play_the_rest
from tests.support.api import Api, User
from tests.support.tournaments_served import BOARDS, Tournament

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
EVIL = "<script>alert(1)</script>&\"'"
KNOCK_OUT = {"format": "knock_out", "figures": {"third_place": True}, "tie_breaks": []}
VOID = {"meta", "br", "link"}


class Page(HTMLParser):
    """A page: its tags, its tables as rows of cells, and whether every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if {"td", "th"} & set(self._open):
            self.tables[-1][-1][-1] += data


def opened(tournament: Tournament, path: str, user: User | None = None) -> Page:
    """Returns the page at a path of the tournament, as a browser without a token gets it."""
    token = user.token if user else None
    answered = tournament.api.call("GET", f"{tournament.path}{path}", headers=BROWSER, token=token)
    assert (answered.status_code, answered.content_type) == (200, "text/html; charset=utf-8"), answered.text
    policy = answered.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "script-src" not in policy
    page = Page(answered.text)
    assert not page.tags & {"script", "form", "iframe", "img"}
    return page


@pytest.fixture
def swiss(api: Api) -> Tournament:
    """A Swiss of three pairs in its second round, one with markup for a name."""
    tournament = Tournament(api)
    for name in (EVIL, "Bert", "Cleo"):
        tournament.enter(name)
    tournament.done(tournament.owner, "start_tournament")
    tournament.play(1)
    tournament.pair(2)
    return tournament


def test_a_round_is_a_list_of_pairings_and_a_slip_for_each_match(swiss: Tournament):
    page, found = opened(swiss, "/rounds/1"), swiss.round(1)
    names = {each["id"]: each["name"] for each in found["entrants"]}
    [match], [bye] = found["matches"], found["byes"]

    assert page.tables == [
        [
            ["Table", "First side", "Second side", "Result"],
            ["1", names[match["first"]], names[match["second"]], "1 : 0 (adjudicated)"],
            ["", names[bye["entrant"]], "bye", ""],
        ]
    ]
    slip = page.text.partition("Slips")[2]
    assert all(each in slip for each in ("Friday pairs, round 1", "Table 1", names[match["first"]], "even seats"))
    assert "Friday pairs: round 1" in page.text


def test_standings_and_the_cross_table_are_tables(swiss: Tournament):
    standings, crossed = opened(swiss, "/standings"), opened(swiss, "/cross-table")

    heading, *rows = standings.tables[0]
    assert heading[:5] == ["Rank", "Name", "Points", "Buchholz", "Wins"]
    assert [row[:3] for row in rows] == [
        [str(each["rank"]), each["name"], each["points"]] for each in swiss.standings()
    ]
    heading, *rows = crossed.tables[0]
    assert heading == ["", "Name", "1", "2", "Points"]
    assert [row[1] for row in rows] == [each["name"] for each in swiss.standings()]
    assert {cell for row in rows for cell in row[2:4]} >= {"1 bye"}
    assert EVIL in standings.text


def test_a_cross_table_by_opponents_is_square(api: Api):
    tournament = Tournament(api, format="round_robin", figures={}, tie_breaks=[])
    tournament.start(4)
    tournament.play(1)

    heading, *rows = opened(tournament, "/cross-table?by=opponents").tables[0]

    assert heading == ["", "Name", "1", "2", "3", "4", "Points"]
    assert [row[place + 2] for place, row in enumerate(rows)] == ["■"] * 4


def test_a_bracket_is_drawn_by_named_rounds(api: Api):
    tournament = Tournament(api, **KNOCK_OUT)
    for name in (EVIL, "Bert", "Cleo", "Dora"):
        tournament.enter(name)
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    tournament.win(1, 1)

    text = opened(tournament, "/bracket").text

    for each in ("Semi-finals", "Final", "Third place", "Winner of match 2", "Loser of match 2", EVIL, "playing"):
        assert each in text


def test_comparisons_and_score_cards_are_sheets(swiss: Tournament):
    (one, *_), (other, *_), *_ = swiss.pairs
    compared, card = opened(swiss, f"/entrants/{one}/before/{other}"), opened(swiss, f"/entrants/{one}/score-card")

    assert swiss.read(f"/entrants/{one}/before/{other}")["sentence"] in compared.text
    assert compared.tables[0][0] == ["Criterion", EVIL, "Bert", "Rule", ""]
    rounds = swiss.read(f"/entrants/{one}/score-card")["rounds"]
    assert [row[0] for row in card.tables[0][1:]] == [str(each["number"]) for each in rounds]
    assert f"Friday pairs: {EVIL}" in card.text
    assert "Rank" in card.text


def test_boards_in_play_have_no_scores_on_their_travellers(api: Api):
    tournament = Tournament(api, **BOARDS)
    tournament.start()
    tournament.pair()

    assert opened(tournament, "/boards").tables == opened(tournament, "/boards/1").tables == []
    assert "once everyone has played" in opened(tournament, "/boards/1").text


def test_travellers_have_the_scores_of_closed_sets(api: Api, at_work: Service):
    luck = Random("travellers")
    watched = half_played(api, at_work, luck)
    play_the_rest(at_work, watched, luck)
    scores = watched.stranger.get(f"{watched.path}/boards").json["scores"]
    assert scores

    def page(path: str) -> Page:
        return Page(watched.stranger.get(f"{watched.path}{path}", headers=BROWSER).text)

    travellers = page("/boards")
    heading, *rows = travellers.tables[0]
    of_board = [each for each in scores if each["board"] == int(rows[0][0])]
    assert heading[5] == "Score"
    assert [row[5] for row in rows] == [str(each["score"]["total"]) for each in of_board]
    assert len(travellers.tables) == len({each["board"] for each in scores})
    assert page(f"/boards/{rows[0][0]}").tables == [travellers.tables[0]]
    own = of_board[0]["even"]
    card = page(f"/entrants/{own}/score-card")
    assert [row[5] for row in card.tables[1][1:]] == [
        str(each["score"]["total"]) for each in scores if own in (each["even"], each["odd"])
    ]
    assert "player" in rows[0][3]


def test_a_sheet_shows_no_sealed_result(api: Api):
    tournament = Tournament(api, **KNOCK_OUT, is_sealed=True)
    tournament.start()
    tournament.pair()
    paths = ("/rounds/1", "/standings", "/cross-table", "/bracket", f"/entrants/{tournament.pairs[0][0]}/score-card")
    before = {path: opened(tournament, path).text for path in paths}

    tournament.win(1, 1)

    assert {path: opened(tournament, path).text for path in paths} == before


def test_a_page_prints_on_the_paper_of_the_printer_without_links(swiss: Tournament):
    text = swiss.api.call("GET", f"{swiss.path}/rounds/1", headers=BROWSER).text
    style = unescape(text.partition("<style>")[2].partition("</style>")[0])
    printed = style.partition("@media print {\n")[2]

    assert "@page { margin: 12mm; }" in style
    assert "A4" not in style
    assert "letter" not in style.lower().replace("letter-spacing", "")
    for rule in ("nav { display: none; }", "break-inside: avoid", "thead { display: table-header-group; }"):
        assert rule in style
    assert "--paper: #fff" in printed


def test_programs_and_those_who_ask_for_json_or_csv_get_no_page(swiss: Tournament):
    for path in ("/rounds/1", "/standings", "/cross-table"):
        assert swiss.owner.get(f"{swiss.path}{path}").is_json
    for form, kind in (("json", "application/json"), ("csv", "text/csv")):
        answered = swiss.api.call("GET", f"{swiss.path}/standings?format={form}", headers=BROWSER)
        assert answered.mimetype == kind


def test_pages_of_a_closed_tournament_need_a_token(api: Api):
    tournament = Tournament(api, public=False)
    tournament.enter("Secret Pandas")
    tournament.enter("Others")
    tournament.done(tournament.owner, "start_tournament")
    tournament.pair()
    one, other = (entrant for entrant, *_ in tournament.pairs)
    paths = ("/rounds/1", "/standings", "/cross-table", f"/entrants/{one}/before/{other}")

    for path in (*paths, f"/entrants/{one}/score-card"):
        refused = api.call("GET", f"{tournament.path}{path}", headers=BROWSER)
        assert (refused.status_code, refused.mimetype) == (401, "text/html")
        assert "Pandas" not in refused.text
        assert "Secret Pandas" in opened(tournament, path, tournament.owner).text


def test_a_page_has_an_entity_tag_of_its_own(swiss: Tournament):
    path = f"{swiss.path}/standings"
    page, document = swiss.api.call("GET", path, headers=BROWSER), swiss.api.call("GET", path)
    assert page.headers["ETag"] != document.headers["ETag"]
    assert page.headers["Vary"] == document.headers["Vary"] == "Accept, Accept-Language, Authorization, Cookie"
    again = swiss.api.call("GET", path, headers={**BROWSER, "If-None-Match": page.headers["ETag"]})
    assert again.status_code == 304
    # A script of the client has read the document at this address, and the browser opens the page.
    opened_page = swiss.api.call("GET", path, headers={**BROWSER, "If-None-Match": document.headers["ETag"]})
    assert (opened_page.status_code, opened_page.mimetype) == (200, "text/html")
