"""JSON documents about tournaments: views, entrants, rounds, standings and events.

| data | visible to |
|---|---|
| the secret of entry codes | the owner |
| results of a sealed tournament, while their round is played | staff who may set results; then all |
| standings of a sealed tournament | all, by the closed rounds |
| secrets and deals of duplicate boards, the deal of a match | all after the set is closed |
| scores of duplicate boards, and results of their matches | staff who may set results and do not \
play; all after the set is closed |
| standings by duplicate boards | all, by the closed sets |
| everything else, including the seed of every paired round | all |

Points are in hundredths in settings and results. Standings write them as decimal text.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.instants import Instant, write_instant
from domain.table.events import PlayerId
from domain.tournament.corrections import reopen_until
from domain.tournament.duplicate.dealing import closed_sets, sealed_rounds
from domain.tournament.duplicate.records import Assigned
from domain.tournament.events import (
    BoardOverridden,
    BoardsChosen,
    BoardsDealt,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
)
from domain.tournament.exports.cross_table import By, Row
from domain.tournament.exports.documents import (
    by_opponents_document,
    cross_table_document,
    possible_rank_document,
    standing_document,
)
from domain.tournament.formats import format_of
from domain.tournament.leaving_cost import LeavingCost
from domain.tournament.possible_ranks import PossibleRanks
from domain.tournament.rounds import EntrantId, Result
from domain.tournament.settings import Settings
from domain.tournament.standings import Standing
from domain.tournament.state import Correction, Entry, Tournament, TournamentRound
from domain.tournament.story import has_right
from domain.tournament.times import due
from service.projections.board_documents import assigned_document, boards_of_match, told_of_boards
from service.projections.documents import Json, timestamp
from service.projections.streams import Happened
from service.store.codec import encoder
from service.store.events import record_of

REPRESENTATION = 3
"""Version of the JSON format. It is part of entity tags, so that clients drop cached old formats."""

ResultGiven = ResultRecorded | ResultAdjudicated | ResultOverridden
_RESULT_EVENTS = (ResultRecorded, ResultAdjudicated, ResultOverridden)

ASSIGNED = (
    *("excess", "levels", "step", "for_even", "for_odd", "even_share", "odd_share"),
    *("first", "second", "kind"),
)
"""Members of an assigned score that are hidden until the results of its round are published."""

HIDDEN_OF_RESULTS: dict[str, Any] = {"boards": [], "idle": None, "levels": None, "hands": 0}
"""Further members of a result that are hidden, with their hidden values."""

_settings = encoder(Settings)


class Seen(NamedTuple):
    """A tournament at a version, and its viewer."""

    tournament_id: str
    version: int
    tournament: Tournament
    viewer: PlayerId

    @property
    def is_owner(self) -> bool:
        """Whether the viewer owns it."""
        return self.tournament.role_of(self.viewer) == "owner"

    def hides(self, number: int) -> bool:
        """Returns whether results of the round are hidden from the viewer."""
        tournament = self.tournament
        is_open = not 1 <= number <= len(tournament.rounds) or tournament.rounds[number - 1].closed_at is None
        is_sealed = tournament.settings.is_sealed and is_open and not has_right(tournament, self.viewer, "results")
        return is_sealed or self.hides_boards(number)

    def hides_boards(self, number: int) -> bool:
        """Returns whether scores of the duplicate boards of a round are hidden from the viewer."""
        tournament = self.tournament
        if tournament.settings.boards is None:
            return False
        is_staff = has_right(tournament, self.viewer, "results") and tournament.entry_of(self.viewer) is None
        return not is_staff and self.has_open_boards(number)

    def has_open_boards(self, number: int) -> bool:
        """Returns whether a round plays boards that others still have to play. Rounds called off count too."""
        tournament = self.tournament
        is_round = 1 <= number <= len(tournament.rounds)
        return not is_round or number in sealed_rounds(tournament, format_of(tournament.settings))

    def closed_sets(self) -> frozenset[int]:
        """Returns the numbers of the sets of duplicate boards that are public."""
        return closed_sets(self.tournament, format_of(self.tournament.settings))


def tournament_tag(seen: Seen, form: str = "j") -> str:
    """Returns the entity tag of a viewer's document. `form` identifies its format, in lower-case letters."""
    return f"{seen.version}-{seen.viewer.rpartition('_')[2].lower()}{form}-{REPRESENTATION}"


def rounds_not_told(tournament: Tournament) -> frozenset[int]:
    """Returns the numbers of the rounds whose results are not public yet."""
    sealed: frozenset[int] = frozenset()
    if tournament.settings.is_sealed:
        sealed |= {number for number, each in enumerate(tournament.rounds, start=1) if each.closed_at is None}
    if tournament.settings.boards is not None:
        sealed |= sealed_rounds(tournament, format_of(tournament.settings))
    return sealed


def told_to_everybody(tournament: Tournament) -> Tournament:
    """Returns the tournament without sealed results."""
    sealed = rounds_not_told(tournament)
    if not sealed:
        return tournament
    rounds = (
        each._replace(results=(None,) * len(each.results)) if number in sealed else each
        for number, each in enumerate(tournament.rounds, start=1)
    )
    return tournament._replace(rounds=tuple(rounds))


def tournament_document(seen: Seen, code_secret: str | None) -> Json:
    """Returns the tournament as the viewer sees it, with the secret of its entry codes if given."""
    tournament = seen.tournament
    return {
        "id": seen.tournament_id,
        "version": seen.version,
        "status": tournament.status,
        "settings": settings_document(tournament.settings),
        "staff": [{"player": player, "role": role} for player, role in tournament.staff],
        "you": _own_part(seen),
        "code_secret": code_secret,
        "entrants": _counts(tournament),
        "substitutes": [each._asdict() for each in tournament.substitutes],
        "apart": [list(two) for two in tournament.apart],
        "check_in_open": tournament.check_in_open,
        "paused_at": _written(tournament.paused_at),
        "started_at": _written(tournament.started_at),
        "due_at": _written(due(tournament)),
        "ends_at": _written(tournament.ends_at),
        "waiting": [{"entrant": each, "since": write_instant(since)} for each, since in tournament.waiting],
        "corrections_until": _written(tournament.finishing.until if tournament.finishing is not None else None),
        "finished_at": _written(tournament.finished_at),
        "reopen_until": _written(reopen_until(tournament)),
        "scheduled": _scheduled(tournament),
        "rounds": [_round_summary(number, each) for number, each in enumerate(tournament.rounds, start=1)],
    }


def settings_document(settings: Settings) -> Json:
    """Returns the settings. A tournament can be created from them."""
    document: Json = _settings(settings)
    return document


def _own_part(seen: Seen) -> Json:
    """Returns the viewer's role, entrant and invitations."""
    tournament, player = seen.tournament, seen.viewer
    own = tournament.entry_of(player)
    return {
        "role": tournament.role_of(player),
        "entrant": own.id if own else None,
        "invited_to": [each.id for each in tournament.entries if each.status != "out" and player in each.invited],
        "hint": _check_in_hint(tournament, own, player),
    }


def _check_in_hint(tournament: Tournament, own: Entry | None, player: PlayerId) -> str | None:
    """Returns a hint that the player has to check in, and when, or `None` if they need not or have done so."""
    schedule = tournament.settings.schedule
    opens, starts = schedule.check_in_at, schedule.starts_at
    if own is None or opens is None or starts is None or tournament.has_begun:
        return None
    if any(member.is_here for member in own.members if member.player == player):
        return None
    lost = f"who has not when it starts, at {write_instant(starts)}, does not take part"
    if tournament.check_in_open:
        return f'check in now with {{"type": "check_in"}}; {lost}'
    return f'check in with {{"type": "check_in"}} from {write_instant(opens)} on; {lost}'


def _counts(tournament: Tournament) -> Json:
    return {
        "with_place": tournament.places_taken,
        "waiting": len(tournament.queue),
        "incomplete": sum(each.status == "incomplete" for each in tournament.entries),
        "out": sum(each.status == "out" for each in tournament.entries),
    }


def _scheduled(tournament: Tournament) -> Json | None:
    """Returns the next round if it begins at a set time, else `None`."""
    each = tournament.scheduled
    if each is None:
        return None
    matches = None if each.paired is None else [match._asdict() for match in each.paired.matches]
    byes = None if each.paired is None else [bye._asdict() for bye in each.paired.byes]
    return {"round": each.number, "begins_at": write_instant(each.begins_at), "matches": matches, "byes": byes}


def _round_summary(number: int, each: TournamentRound) -> Json:
    return {
        "number": number,
        "matches": len(each.results),
        "open_matches": len(each.open_matches()),
        "deadline": _written(each.deadline),
        "closed_at": _written(each.closed_at),
    }


# ------------------------------------------------------------------------------------------------ entrants and rounds


def entrant_documents(tournament: Tournament) -> list[Json]:
    """Returns all entrants that have ever registered, in that order."""
    seeds = {entrant: seed for seed, entrant in enumerate(tournament.order, start=1)}
    waiting = {entrant: place for place, entrant in enumerate(tournament.queue, start=1)}
    partners = {one: other for two in tournament.partners() for one, other in (two, two[::-1])}
    return [
        {**_entrant(each, seeds.get(each.id), waiting.get(each.id)), "partner": partners.get(each.id)}
        for each in tournament.entries
    ]


def _entrant(entry: Entry, seed: int | None, place: int | None) -> Json:
    return {
        "id": entry.id,
        "name": entry.name,
        "club": entry.club,
        "status": entry.status,
        "waiting_place": place,
        "seed": seed,
        "rating": entry.rating,
        "members": [each._asdict() for each in entry.members],
        "invited": list(entry.invited),
        "byes": [each._asdict() for each in entry.byes],
        "is_resting": entry.is_resting,
    }


def round_document(seen: Seen, number: int) -> Json:
    """Returns a paired round as the viewer sees it."""
    each = seen.tournament.rounds[number - 1]
    is_hidden = seen.hides(number)
    has_open_boards = bool(each.sets) and seen.has_open_boards(number)
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "number": number,
        "seed": each.seed,
        "deadline": _written(each.deadline),
        "closed_at": _written(each.closed_at),
        "is_sealed": is_hidden,
        "matches": [
            {
                "number": place,
                "first": match.first,
                "second": match.second,
                "tables": list(tables),
                "is_over": result is not None,
                "result": None if is_hidden else _result(result),
                "levels": None if is_hidden or levels is None else levels._asdict(),
                **boards_of_match(each, place, is_hidden=is_hidden, is_open=has_open_boards),
            }
            for place, (match, tables, result, levels) in enumerate(
                zip(each.paired.matches, each.tables, each.results, each.levels, strict=True), start=1
            )
        ],
        "byes": [bye._asdict() for bye in each.paired.byes],
    }


def result_document(tournament: Tournament, event: ResultGiven | BoardOverridden) -> Json | None:
    """Returns the result in an event, or `None` if the event sets none."""
    if event.first is None or event.second is None or event.kind is None:
        return None
    return _match_result(tournament, event.round, event.match, Result(event.first, event.second, event.kind))


def results_document(tournament: Tournament, number: int) -> list[Json]:
    """Returns the current results of the matches of a round."""
    results = enumerate(tournament.rounds[number - 1].results, start=1)
    return [_match_result(tournament, number, match, result) for match, result in results if result is not None]


def _match_result(tournament: Tournament, number: int, match: int, result: Result) -> Json:
    sides = tournament.rounds[number - 1].paired.matches[match - 1]
    return {"round": number, "number": match, **sides._asdict(), "result": _result(result)}


def _result(result: Result | None) -> Json | None:
    return None if result is None else result._asdict()


def corrections_document(seen: Seen) -> Json:
    """Returns the corrections by staff and the reopenings, in order: author, time, reason, old and new values."""
    tournament = seen.tournament
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "status": tournament.status,
        "corrections_until": _written(tournament.finishing.until if tournament.finishing is not None else None),
        "reopen_until": _written(reopen_until(tournament)),
        "reopened": [{**each._asdict(), "at": write_instant(each.at)} for each in tournament.reopened],
        "corrections": [_correction(each, is_hidden=seen.hides(each.round)) for each in tournament.corrected],
    }


def _assigned(each: Assigned | None) -> Json | None:
    return None if each is None else assigned_document(each)


def _correction(each: Correction, *, is_hidden: bool) -> Json:
    place = each.place
    board: Json | None = None
    if place is not None:
        board = {"board": place.board, "room": place.room, "was": _assigned(each.was), "now": _assigned(each.now)}
        if is_hidden:
            board |= {"was": None, "now": None}
    return {
        "round": each.round,
        "match": each.match,
        "by": each.by,
        "at": _written(each.at),
        "reason": each.reason,
        "before": None if is_hidden else _result(each.before),
        "after": None if is_hidden else _result(each.after),
        "board": board,
    }


# ------------------------------------------------------------------------------------------------ standings, events


def standings_document(seen: Seen, standings: Sequence[Standing], possible: Mapping[EntrantId, PossibleRanks]) -> Json:
    """Returns the standings, with the calculation of every tie-break, and possible ranks where known."""
    entries = {entry.id: entry for entry in seen.tournament.entries}
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "is_final": seen.tournament.status == "finished",
        "standings": [_standing(each, entries[each.entrant], possible.get(each.entrant)) for each in standings],
    }


def _standing(standing: Standing, entry: Entry, possible: PossibleRanks | None) -> Json:
    return {
        **standing_document(standing),
        "possible_ranks": possible_rank_document(possible),
        "name": entry.name,
        "players": list(entry.players),
    }


def crossed_document(seen: Seen, by: By, rows: Sequence[Row]) -> Json:
    """Returns the cross table, with the names and players of its rows."""
    entries = {entry.id: entry for entry in seen.tournament.entries}
    written = by_opponents_document(rows) if by == "opponents" else cross_table_document(rows)
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "is_final": seen.tournament.status == "finished",
        "by": by,
        "rounds": len(seen.tournament.rounds),
        "rows": [
            {
                "against": None,
                **document,
                "name": entries[row.entrant].name,
                "players": list(entries[row.entrant].players),
            }
            for row, document in zip(rows, written, strict=True)
        ],
    }


def leaving_document(cost: LeavingCost) -> Json:
    """Returns the cost of leaving, with a sentence that explains it."""
    is_playing = cost.round is not None
    match = {"round": cost.round, "number": cost.match, "table": cost.table} if is_playing else None
    return {
        "match": match,
        "seat_goes_to": cost.seat_goes_to,
        "stand_in": cost.stand_in,
        "substitute": cost.substitute,
        "ends": cost.ends,
        "result": _result(cost.result),
        "rating": cost.rating,
        "sentence": cost.sentence,
    }


def tournament_event_document(happened: Happened, seen: Seen) -> Json:
    """Returns an event as the viewer sees it, by the current state of the tournament."""
    record = record_of(_redacted(happened.event, seen))
    data = record.data
    if isinstance(happened.event, BoardOverridden) and seen.hides(happened.event.round):
        data = {**data, **dict.fromkeys(ASSIGNED)}
    if isinstance(happened.event, _RESULT_EVENTS) and seen.hides(happened.event.round):
        data = {**data, "first": None, "second": None, "kind": None}
        data |= {name: hidden for name, hidden in HIDDEN_OF_RESULTS.items() if name in data}
    return {
        "version": happened.version,
        "type": record.type,
        "revision": record.revision,
        "at": timestamp(happened.recorded_at),
        "data": data,
    }


def event_type(event: Any) -> str:
    """Returns the name of the type of an event."""
    return record_of(event).type


def _redacted(event: Any, seen: Seen) -> Any:
    if isinstance(event, BoardsDealt | BoardsChosen):
        return told_of_boards(seen.tournament, event, seen.closed_sets())
    return event


def called(tournament: Tournament, names: dict[PlayerId, str]) -> dict[EntrantId, str]:
    """Returns the display names of entrants: their own, or else those of their players."""
    return {
        entry.id: entry.name or " / ".join(names.get(player, player) for player in entry.players)
        for entry in tournament.entries
    }


def _written(instant: Instant | None) -> str | None:
    return None if instant is None else write_instant(instant)
