"""Visibility of a board before it closes: only the own score."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.sealing import BoardRecord, TableScore, seen_by

SECRET = bytes(range(32))
ANN, BOB, CAT, DAN, EVE = (PlayerId(f"ply_{name}") for name in ("ann", "bob", "cat", "dan", "eve"))
OURS = TableScore((ANN, BOB), 40)
THEIRS = TableScore((CAT, DAN), -120)
RECORD = BoardRecord(SECRET, Instant(1000), 2, (OURS, THEIRS))
VIEWERS = pytest.mark.parametrize("viewer", [ANN, CAT, EVE, None])


def test_before_closing_a_player_sees_only_their_own_score():
    view = seen_by(RECORD, ANN, Instant(999))

    assert view.scores == (OURS,)
    assert view.secret is None
    assert not view.is_complete
    assert view.commitment == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize("viewer", [EVE, None])
def test_before_closing_nobody_else_sees_a_score(viewer: PlayerId | None):
    assert seen_by(RECORD, viewer, Instant(999)).scores == ()


@given(
    st.lists(st.builds(TableScore, st.just((CAT, DAN)), st.integers(-300, 300)), max_size=5),
    st.integers(1, 50),
    st.binary(min_size=32, max_size=32),
)
def test_the_view_of_an_open_board_depends_on_no_other_table(others: list[TableScore], outstanding: int, secret: bytes):
    changed = RECORD._replace(scores=(*others, OURS), outstanding=outstanding)

    for viewer in (ANN, EVE, None):
        assert seen_by(changed, viewer, Instant(0)) == seen_by(RECORD, viewer, Instant(0))
    assert secret.hex() not in repr(seen_by(RECORD._replace(secret=secret), ANN, Instant(0)))


@VIEWERS
def test_after_its_deadline_everybody_sees_everything(viewer: PlayerId | None):
    view = seen_by(RECORD, viewer, Instant(1000))

    assert view.scores == (OURS, THEIRS)
    assert view.secret == SECRET.hex()
    assert view.is_complete


@VIEWERS
def test_a_board_closes_early_when_all_have_played_it(viewer: PlayerId | None):
    assert seen_by(RECORD._replace(outstanding=0), viewer, Instant(1)).scores == (OURS, THEIRS)
