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

from collections.abc import Iterator
from typing import Any

from domain.kernel.instants import write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.formats.kinds import BRACKET_FORMATS
from domain.tournaments.matches.corrections import reopen_until
from domain.tournaments.parts import Entry, TournamentRound
from domain.tournaments.rounds.events import (
    BoardOverridden,
    BoardsChosen,
    BoardsDealt,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
    ResultRestored,
)
from domain.tournaments.schedule import due_at
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import Tournament, is_played_elsewhere
from domain.tournaments.terms import EntrantId
from domain.tournaments.viewing import TournamentView
from service.platform.documents import Json, link, timestamp
from service.platform.store.codec import encoder
from service.platform.store.events import VersionedEvent, record_of
from service.tournaments.board_documents import boards_of_match, redacted_boards_event
from service.tournaments.document_types import (
    Entrant,
    EntrantCounts,
    OwnPart,
    TournamentViewLinks,
    TournamentViewRound,
    TournamentViewScheduled,
)
from service.tournaments.document_types import TournamentSettings as TournamentSettingsDocument
from service.tournaments.document_types import TournamentView as TournamentViewDocument
from service.tournaments.ladder_documents import ladder_document
from service.tournaments.names_of_entrants import named_entrants
from service.tournaments.result_document_types import TournamentRound as TournamentRoundDocument
from service.tournaments.result_documents import instant_text, proposal_document, report_document, result_members

REPRESENTATION = 6
"""Version of the JSON format. It is part of entity tags, so that clients drop cached old formats."""
_RESULT_EVENTS = (ResultRecorded, ResultAdjudicated, ResultOverridden, ResultRestored)
ASSIGNED = (
    *("excess", "levels", "step", "for_even", "for_odd", "even_share", "odd_share"),
    *("first", "second", "kind"),
)
"""Members of an assigned score that are hidden until the results of its round are published."""
HIDDEN_OF_RESULTS: dict[str, Any] = {"boards": [], "idle": None, "levels": None, "hands": 0}
"""Further members of a result that are hidden, with their hidden values."""
_settings = encoder(TournamentSettings)


def tournament_tag(seen: TournamentView, form: str = "j") -> str:
    """Returns the entity tag of a viewer's document. `form` identifies its format, in lower-case letters."""
    return f"{seen.version}-{seen.viewer.rpartition('_')[2].lower()}{form}-{REPRESENTATION}"


def players_of(tournament: Tournament) -> Iterator[PlayerId]:
    """Yields all players whom some document of the tournament mentions, whose names its entity tags depend on."""
    yield from (player for player, _ in tournament.staff)
    for entry in tournament.entries:
        yield from entry.players
        yield from entry.away
        yield from entry.invited
    yield from (each.player for each in tournament.substitutes)
    yield from (each.by for each in tournament.chosen)
    yield from tournament.settings.gates.players or ()


def tournament_document(seen: TournamentView, code_secret: str | None) -> TournamentViewDocument:
    """Returns the tournament as the viewer sees it, with the secret of its entry codes if given."""
    tournament = seen.tournament
    return {
        "id": seen.tournament_id,
        "version": seen.version,
        "status": tournament.status,
        "settings": settings_document(tournament.settings),
        "staff": [{"player": player, "role": role} for player, role in tournament.staff],
        "you": _viewer_members(seen),
        "code_secret": code_secret,
        "entrants": _counts(tournament),
        "substitutes": [{"player": each.player, "rating": each.rating} for each in tournament.substitutes],
        "apart": [list(two) for two in tournament.apart],
        "check_in_open": tournament.check_in_open,
        "paused_at": instant_text(tournament.paused_at),
        "started_at": instant_text(tournament.started_at),
        "due_at": instant_text(due_at(tournament)),
        "ends_at": instant_text(tournament.ends_at),
        "waiting": [{"entrant": each, "since": write_instant(since)} for each, since in tournament.waiting],
        "corrections_until": instant_text(tournament.finishing.until if tournament.finishing is not None else None),
        "finished_at": instant_text(tournament.finished_at),
        "reopen_until": instant_text(reopen_until(tournament)),
        "ladder": ladder_document(seen),
        "scheduled": _scheduled_round(tournament),
        "rounds": [_round_summary(number, each) for number, each in enumerate(tournament.rounds, start=1)],
        "_links": _links(seen),
    }


def _links(seen: TournamentView) -> TournamentViewLinks:
    """Returns where the viewer goes on: standings, the rounds, and the tables of their match in the last round."""
    here = f"/v1/tournaments/{seen.tournament_id}"
    rounds = seen.tournament.rounds
    links: TournamentViewLinks = {
        "self": link(here),
        "entrants": link(f"{here}/entrants"),
        "standings": link(f"{here}/standings"),
        "display": link(f"{here}/display"),
        "rounds": [link(f"{here}/rounds/{number}") for number in range(1, len(rounds) + 1)],
        "own_match": [link(f"/v1/tables/{table}") for table in _own_tables(seen)],
        "events": link(f"{here}/events?after={seen.version}"),
        "commands": link(f"{here}/commands"),
    }
    if seen.tournament.settings.format in BRACKET_FORMATS:
        links["bracket"] = link(f"{here}/bracket")
    return links


def _own_tables(seen: TournamentView) -> tuple[str, ...]:
    """Returns the tables of the viewer's match in the last round. It has none before they are opened."""
    own = seen.tournament.entry_of(seen.viewer)
    if own is None or not seen.tournament.rounds:
        return ()
    last, format_ = seen.tournament.rounds[-1], format_of(seen.tournament.settings)
    for match, tables in zip(last.paired.matches, last.tables, strict=True):
        if own.id in entrants_of_match(format_, match):
            return tables
    return ()


def settings_document(settings: TournamentSettings) -> TournamentSettingsDocument:
    """Returns the settings. A tournament can be created from them."""
    document: TournamentSettingsDocument = _settings(settings)
    return document


def _viewer_members(seen: TournamentView) -> OwnPart:
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
    lost = message(
        "entrants who are not checked in when it starts, at {write_instant}, do not take part",
        write_instant=write_instant(starts),
    )
    if tournament.check_in_open:
        return message('check in now with {{"type": "check_in"}}; {lost}', lost=lost)
    return message(
        'check in with {{"type": "check_in"}} from {write_instant} on; {lost}',
        write_instant=write_instant(opens),
        lost=lost,
    )


def _counts(tournament: Tournament) -> EntrantCounts:
    return {
        "with_place": tournament.places_taken,
        "waiting": len(tournament.queue),
        "incomplete": sum(each.status == "incomplete" for each in tournament.entries),
        "out": sum(each.status == "out" for each in tournament.entries),
    }


def _scheduled_round(tournament: Tournament) -> TournamentViewScheduled | None:
    """Returns the next round if it begins at a set time, else `None`."""
    each = tournament.scheduled
    if each is None:
        return None
    paired = each.paired
    return {
        "round": each.number,
        "begins_at": write_instant(each.begins_at),
        "matches": None if paired is None else [{"first": two.first, "second": two.second} for two in paired.matches],
        "byes": None if paired is None else [{"entrant": bye.entrant, "kind": bye.kind} for bye in paired.byes],
    }


def _round_summary(number: int, each: TournamentRound) -> TournamentViewRound:
    return {
        "number": number,
        "matches": len(each.results),
        "open_matches": len(each.open_matches()),
        "deadline": instant_text(each.deadline),
        "closed_at": instant_text(each.closed_at),
    }


def entrant_documents(tournament: Tournament) -> list[Entrant]:
    """Returns all entrants that have ever registered, in that order."""
    seeds = {entrant: seed for seed, entrant in enumerate(tournament.order, start=1)}
    waiting = {entrant: place for place, entrant in enumerate(tournament.queue, start=1)}
    partners = {one: other for two in tournament.partners() for one, other in (two, two[::-1])}
    calls = {each.entrant: each.until for each in tournament.open_calls}
    return [
        {
            **_entrant(each, seeds.get(each.id), partners.get(each.id)),
            "waiting_place": waiting.get(each.id),
            "answer_until": instant_text(calls.get(each.id)),
        }
        for each in tournament.entries
    ]


def _entrant(entry: Entry, seed: int | None, partner: EntrantId | None) -> Entrant:
    return {
        "id": entry.id,
        "name": entry.name,
        "club": entry.club,
        "status": entry.status,
        "waiting_place": None,
        "answer_until": None,
        "seed": seed,
        "rating": entry.rating,
        "members": [{"player": each.player, "rating": each.rating, "is_here": each.is_here} for each in entry.members],
        "invited": list(entry.invited),
        "byes": [{"round": each.round, "kind": each.kind} for each in entry.byes],
        "is_resting": entry.is_resting,
        "partner": partner,
        "substitutions": [
            {"player": each.substitute, "instead_of": each.away.player, "until": write_instant(each.until)}
            for each in entry.open_substitutions
        ],
        "arranged_substitutions": [
            {
                "player": each.substitute,
                "instead_of": each.player,
                "begins_at": write_instant(each.begins_at),
                "until": write_instant(each.until),
            }
            for each in entry.arranged
        ],
    }


def round_document(seen: TournamentView, number: int) -> TournamentRoundDocument:
    """Returns a paired round as the viewer sees it."""
    each = seen.tournament.rounds[number - 1]
    is_hidden = seen.hides(number)
    has_open_boards = bool(each.sets) and seen.has_open_boards(number)
    return {
        "tournament": seen.tournament_id,
        "version": seen.version,
        "name": seen.tournament.settings.name,
        "number": number,
        "seed": each.seed,
        "deadline": instant_text(each.deadline),
        "closed_at": instant_text(each.closed_at),
        "is_sealed": is_hidden,
        "matches": [
            {
                "number": place,
                "first": match.first,
                "second": match.second,
                "tables": list(tables),
                "plays_at": instant_text(each.time_of(place).plays_at),
                "proposal": proposal_document(each.time_of(place)),
                "is_elsewhere": is_played_elsewhere(seen.tournament, each, place),
                "report": report_document(each.report_of(place)),
                "is_over": result is not None,
                "result": None if is_hidden else result_members(result),
                "levels": None if is_hidden or levels is None else {"first": levels.first, "second": levels.second},
                **boards_of_match(each, place, is_hidden=is_hidden, is_open=has_open_boards),
            }
            for place, (match, tables, result, levels) in enumerate(
                zip(each.paired.matches, each.tables, each.results, each.levels, strict=True), start=1
            )
        ],
        "byes": [{"entrant": bye.entrant, "kind": bye.kind} for bye in each.paired.byes],
        "entrants": named_entrants(seen.tournament, each.paired.entrants()),
    }


def tournament_event_document(versioned: VersionedEvent, seen: TournamentView) -> Json:
    """Returns an event as the viewer sees it, by the current state of the tournament."""
    record = record_of(_redacted_event(versioned.event, seen))
    data = record.data
    if isinstance(versioned.event, BoardOverridden) and seen.hides(versioned.event.round):
        data = {**data, **dict.fromkeys(ASSIGNED)}
    if isinstance(versioned.event, _RESULT_EVENTS) and seen.hides(versioned.event.round):
        data = {**data, "first": None, "second": None, "kind": None}
        data |= {name: hidden for name, hidden in HIDDEN_OF_RESULTS.items() if name in data}
    return {
        "version": versioned.version,
        "type": record.type,
        "revision": record.revision,
        "at": timestamp(versioned.recorded_at),
        "data": data,
    }


def event_type(event: Any) -> str:
    """Returns the name of the type of an event."""
    return record_of(event).type


def _redacted_event(event: Any, seen: TournamentView) -> Any:
    if isinstance(event, BoardsDealt | BoardsChosen):
        return redacted_boards_event(seen.tournament, event, seen.closed_sets())
    return event
