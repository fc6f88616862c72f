"""The changes that make the next release from the present tree: one of each kind that a release may contain.

The next release stores and sends data that the present release does not know. The operators' guide allows this while
both run together. Each change has a file, a passage that occurs there once, and its replacement.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

NEXT_VERSION = "next"
NEXT_EVENT = "moves_counted"
NEXT_REVISION = "cards_played"
"""The event that gets a further revision."""

NEXT_MIGRATION = """
ALTER TABLE shengji_read.table_summary ADD COLUMN moves_counted integer NOT NULL DEFAULT 0;
ALTER TABLE shengji.event ADD COLUMN release text;
CREATE TABLE shengji.release (name text PRIMARY KEY, first_seen_at timestamptz NOT NULL DEFAULT now());
"""


class Change(NamedTuple):
    """A replacement in a file."""

    file: str
    old: str
    new: str


def _before(file: str, what: str, added: str) -> Change:
    """Returns a change that inserts text before a passage."""
    return Change(file, what, added + what)


_EVENT = f"""@event("{NEXT_EVENT}")
@dataclass(frozen=True, slots=True)
class MovesCounted:
    count: int


"""
_TOLD = """    if any(type(event).__name__ == "TrickWon" for event in recorder.decision().events):
        recorder.record(MovesCounted(table.moves + 1))
"""
_JOB = """def play_all_turns(table_id: str, version: int, how: str) -> int:
    return play_bot_turns(table_id, version)


"""

CHANGES: Mapping[str, Sequence[Change]] = {
    "its version": (Change("service/platform/version.py", '"0.1.0"', f'"{NEXT_VERSION}"'),),
    "a revision of an event: a further member, which older ones get by an upcaster": (
        Change(
            "domain/games/sheng_ji/play_events.py",
            f'@event("{NEXT_REVISION}")',
            f'@event("{NEXT_REVISION}", lambda document: {{**document, "tempo": "steady"}})',
        ),
        _before("domain/games/sheng_ji/play_events.py", '\n\n@event("trick_won")', '    tempo: str = "steady"\n'),
    ),
    "a type of events, and what it does to a table": (
        _before("domain/table/events.py", '@event("table_started")\n', _EVENT),
        _before("domain/table/state.py", "    match: Any\n    result: TableResult", "    moves: int\n"),
        _before("domain/table/evolve.py", "        match=None,\n        result=None,", "        moves=0,\n"),
        _before("domain/table/evolve.py", "    MoveUndone,\n    ProposalAgreed,", "    MovesCounted,\n"),
        _before(
            "domain/table/evolve.py",
            "    RematchOpened: _after",
            "    MovesCounted: lambda table, event: table._replace(moves=event.count),\n",
        ),
        _before("domain/table/redact.py", "    MoveUndone,\n    ProposalAgreed,", "    MovesCounted,\n"),
        _before("domain/table/redact.py", "        SeatTaken,\n", "        MovesCounted,\n"),
        _before("domain/table/decide.py", "    RematchOpened,\n    TableCalledOff,", "    MovesCounted,\n"),
        _before("domain/table/decide.py", "    recorder.record(*lapse_events(recorder.table))\n", _TOLD),
        _before("domain/table/decide.py", "    return recorder.decision()\n\n\ndef check(", _TOLD),
        _before("domain/tools/verification.py", "    ProposalAgreed,\n    ProposalDeclined", "    MovesCounted,\n"),
        _before("domain/tools/verification.py", "    ClocksSet,\n    SeatResumed,\n    StandIn", "    MovesCounted,\n"),
    ),
    "a column of a read model": (
        _before(
            "service/tables/projections.py", '        "players": sorted({*s', '        "moves_counted": table.moves,\n'
        ),
        Change(
            "service/tables/queries.sql",
            "players, summary, facts, world)\nSELECT id",
            "players, summary, facts, world, moves_counted)\nSELECT id",
        ),
        Change(
            "service/tables/queries.sql",
            "players, summary, facts, sandbox\nFROM",
            "players, summary, facts, sandbox, moves_counted\nFROM",
        ),
        Change(
            "service/tables/queries.sql",
            "summary jsonb, facts jsonb, sandbox text)\nON CONFLICT (id) DO UPDATE\nSET updated_at",
            "summary jsonb, facts jsonb, sandbox text, moves_counted integer)\nON CONFLICT (id) DO UPDATE\n"
            "SET moves_counted = excluded.moves_counted, updated_at",
        ),
    ),
    "a job": (
        Change(
            "service/platform/queue/job_queue.py",
            'job: JobName = "service.jobs.bot_turns.play_bot_turns"',
            'job: JobName = "service.jobs.bot_turns.play_all_turns"',
        ),
        Change(
            "service/platform/queue/job_queue.py",
            "_put(job, turn_job(table_id), table_id, version, queue=queue",
            '_put(job, turn_job(table_id), table_id, version, "quickly", queue=queue',
        ),
        _before(
            "service/processes/jobs.py",
            '    "service.jobs.bot_turns.play_bot_turns": play_bot_turns,\n',
            '    "service.jobs.bot_turns.play_all_turns": play_all_turns,\n',
        ),
        Change("service/processes/jobs.py", "import play_bot_turns", "import play_all_turns, play_bot_turns"),
        _before("service/tables/bot_turns.py", "def _move(", _JOB),
    ),
    "a notification": (
        Change(
            "service/platform/feeds/notifier.py",
            "orjson.dumps(moved)",
            f'orjson.dumps({{**moved, "release": "{NEXT_VERSION}"}})',
        ),
    ),
    "the key of the rate limits in Redis": (
        Change("service/platform/rate_limits.py", 'PREFIX = "shengji:limits"', 'PREFIX = "shengji:counts"'),
    ),
}
"""All changes except the further migration and the further revision of states."""
