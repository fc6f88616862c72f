-- name: due
-- Streams with work that is due without a new event, earliest first. Streams that jobs leave alone are left out.
SELECT stream FROM shengji.head
WHERE due_at <= now() AND NOT shengji.is_left_alone(stream) ORDER BY due_at LIMIT %(limit)s;

-- name: due_draw_ticks
-- Clocks that have expired or will expire within some seconds: their step, the time they expire, and the
-- seconds since then. Clocks of sandboxes are left out, see `due_sandboxes`.
SELECT stream, clock_step, extract(epoch FROM clock_due_at)::float8, extract(epoch FROM now() - clock_due_at)::float8
FROM shengji.head WHERE world IS NULL AND clock_due_at <= now() + make_interval(secs => %(within)s)
    AND NOT shengji.is_left_alone(stream)
ORDER BY clock_due_at LIMIT %(limit)s;

-- name: due_draw_tick
-- Returns the version and the step at which the clock of a stream has expired; in a sandbox also the time, in
-- milliseconds since 1970. No row if the clock has not expired.
SELECT version, clock_step, CASE WHEN world IS NOT NULL THEN (extract(epoch FROM clock_due_at) * 1000)::bigint END
FROM shengji.head WHERE stream = %(stream)s AND clock_due_at <= shengji.time_in(world);

-- name: due_deadlines
-- Tables where a deadline has passed or will pass within some seconds, with the deadline and the seconds since then.
-- Tables of sandboxes are left out.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head
WHERE world IS NULL AND turn_due_at <= now() + make_interval(secs => %(within)s) AND stream LIKE 'table-%'
    AND NOT shengji.is_left_alone(stream)
ORDER BY turn_due_at LIMIT %(limit)s;

-- name: due_sandboxes
-- Sandboxes in which something is due by their own clock, or a rehearsal goes on: a key of what is due, and the seconds since the clock was
-- moved.
SELECT w.id, concat_ws('-', due.what, due.version, (extract(epoch FROM due.at) * 1000)::bigint),
    extract(epoch FROM now() - w.moved_at)::float8
FROM shengji.world AS w JOIN LATERAL (
    (SELECT stream AS what, version, turn_due_at AS at FROM shengji.head
     WHERE world = w.id AND turn_due_at <= w.clock AND shengji.is_due_in_world(stream, version, turn_due_at, w.clock)
        AND NOT shengji.is_left_alone(stream)
     ORDER BY turn_due_at LIMIT 1)
    UNION ALL
    (SELECT tournament_id, mark::integer, moment FROM shengji.tournament_work
     WHERE world = w.id AND NOT shengji.is_left_alone('tournament-' || tournament_id) LIMIT 1)
    UNION ALL
    (SELECT league_id, mark::integer, moment FROM shengji.league_work
     WHERE world = w.id AND NOT shengji.is_left_alone('league-' || league_id) LIMIT 1)
    UNION ALL
    (SELECT stream, version, clock_due_at FROM shengji.head
     WHERE world = w.id AND clock_due_at <= w.clock AND NOT shengji.is_left_alone(stream) ORDER BY clock_due_at LIMIT 1)
    UNION ALL
    (SELECT 'rehearsal', 0, w.clock FROM shengji.rehearsal WHERE world = w.id AND ended_at IS NULL)
    UNION ALL
    (SELECT table_id, seat, at FROM shengji.reminder WHERE world = w.id AND at <= w.clock ORDER BY at LIMIT 1)
    UNION ALL
    (SELECT v.id, 0, v.ends_at - interval '1 day' FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_warned AND v.came_back_at IS NULL AND p.world = w.id
        AND v.ends_at - interval '1 day' <= w.clock
        AND v.starts_at < v.ends_at - interval '1 day' LIMIT 1)
    UNION ALL
    (SELECT v.id, 0, w.clock FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_applied AND p.world = w.id LIMIT 1)
    UNION ALL
    (SELECT id, 0, due_at FROM shengji.sandbox_mail
     WHERE world = w.id AND state = 'pending' AND due_at <= w.clock ORDER BY due_at LIMIT 1)
    UNION ALL
    (SELECT player_id, digest_after, digest_at FROM shengji.sandbox_mailbox
     WHERE world = w.id AND digest_at <= w.clock ORDER BY digest_at LIMIT 1)
    LIMIT 1
) AS due ON true
WHERE w.ended_at IS NULL AND w.expires_at > now() LIMIT %(limit)s;

-- name: passed_deadline
-- Returns the version at which a deadline of a table has passed, and the current time of the table in milliseconds
-- since 1970. No row if none has passed. In a sandbox, the time is the deadline itself, however far the clock was
-- moved.
SELECT version, (extract(epoch FROM CASE WHEN world IS NULL THEN now() ELSE turn_due_at END) * 1000)::bigint
FROM shengji.head WHERE stream = %(stream)s AND turn_due_at <= shengji.time_in(world);

-- name: asked_and_seated
-- Returns the players who have to act in these streams, and the seats. For the subquery, see `read_streams`.
SELECT stream, version, asked, state_revision, state->'seats' FROM shengji.head
WHERE stream = ANY((SELECT %(streams)s::text[])::text[]);

-- name: snapshot
SELECT version, state FROM shengji.view_snapshot
WHERE stream = %(stream)s AND viewer = %(viewer)s AND state_revision = %(state_revision)s;

-- name: put_snapshot
INSERT INTO shengji.view_snapshot AS s (stream, viewer, version, state_revision, state)
VALUES (%(stream)s, %(viewer)s, %(version)s, %(state_revision)s, %(state)s::json)
ON CONFLICT (stream, viewer) DO UPDATE
SET version = excluded.version, state_revision = excluded.state_revision, state = excluded.state,
    written_at = excluded.written_at
WHERE s.version < excluded.version OR s.state_revision <> excluded.state_revision;

-- name: old_snapshots
-- A row if there are snapshots to delete.
SELECT FROM (SELECT min(written_at) AS oldest FROM shengji.view_snapshot) AS s
WHERE oldest < now() - make_interval(days => %(snapshot_days)s::integer);

-- name: drop_old_snapshots
-- Deletes snapshots that were written too many days ago. They are folded again when they are needed.
DELETE FROM shengji.view_snapshot WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM shengji.view_snapshot
    WHERE written_at < now() - make_interval(days => %(snapshot_days)s::integer)
    ORDER BY written_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED
))
RETURNING version;

-- name: unapplied_vacations
-- Players with a vacation that has begun, was announced or was ended early, and that has not been applied to all
-- clocks. Players of sandboxes are left out, see `due_sandboxes`.
SELECT DISTINCT v.player_id FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
WHERE NOT v.is_applied AND p.world IS NULL LIMIT %(limit)s;

-- name: put_summaries
-- Overwrites a summary of the same version too: a new release may store more in it.
INSERT INTO table_summary AS s
    (id, opened_at, updated_at, version, free_seats, listed, status, players, summary, facts, world)
SELECT id, opened_at, updated_at, version, free_seats, listed, status, players, summary, facts, sandbox
FROM jsonb_to_recordset(%(rows)s::jsonb) AS n (id text, opened_at timestamptz, updated_at timestamptz, version integer,
    free_seats integer, listed boolean, status text, players text[], summary jsonb, facts jsonb, sandbox text)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, version = excluded.version, free_seats = excluded.free_seats,
    listed = excluded.listed, status = excluded.status, players = excluded.players, summary = excluded.summary,
    facts = excluded.facts, world = excluded.world
WHERE s.version <= excluded.version;

-- name: drop_turns
DELETE FROM turn WHERE table_id = ANY(%(tables)s);

-- name: add_turns
INSERT INTO turn (player_id, table_id, seat, asked, since, version, started_at, deadline_at, is_grace)
SELECT player_id, table_id, seat, asked, since, version, started_at, deadline_at, is_grace
FROM jsonb_to_recordset(%(rows)s::jsonb) AS n (player_id text, table_id text, seat integer, asked text, since timestamptz,
    version integer, started_at timestamptz, deadline_at timestamptz, is_grace boolean)
ON CONFLICT (player_id, table_id, seat) DO UPDATE
SET asked = excluded.asked, since = excluded.since, version = excluded.version, started_at = excluded.started_at,
    deadline_at = excluded.deadline_at, is_grace = excluded.is_grace;

-- name: drop_waiting_challenges
DELETE FROM challenge WHERE table_id = ANY(%(tables)s);

-- name: drop_waiting_proposals
DELETE FROM proposal WHERE table_id = ANY(%(tables)s);

-- name: add_waiting_proposals
INSERT INTO proposal (player_id, table_id, seat, what, proposer, version)
SELECT player_id, table_id, seat, what, proposer, version
FROM jsonb_to_recordset(%(rows)s::jsonb) AS n (player_id text, table_id text, seat integer, what text, proposer integer,
    version integer)
ON CONFLICT (player_id, table_id) DO UPDATE
SET seat = excluded.seat, what = excluded.what, proposer = excluded.proposer, version = excluded.version;

-- name: add_waiting_challenges
INSERT INTO challenge (player_id, table_id, seat, challenger, version)
SELECT player_id, table_id, seat, challenger, version
FROM jsonb_to_recordset(%(rows)s::jsonb) AS n (player_id text, table_id text, seat integer, challenger text,
    version integer)
ON CONFLICT (player_id, table_id) DO UPDATE
SET seat = excluded.seat, challenger = excluded.challenger, version = excluded.version;

-- name: list_tables
-- reads: late
-- Returns a page of the listed tables outside sandboxes, the newest first.
SELECT summary FROM table_summary
WHERE listed AND world IS NULL AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_public_tables
-- reads: late
-- Returns the same for readers without a token. Summaries of older releases do not say whether a table is public: it is.
SELECT summary FROM table_summary
WHERE listed AND world IS NULL AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0) AND coalesce((summary->>'public')::boolean, true)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_tables_in_sandbox
SELECT summary FROM table_summary
WHERE listed AND world = %(sandbox)s AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_own_tables
SELECT summary FROM table_summary
WHERE players @> ARRAY[%(player_id)s] AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: events_of_finished
-- Returns the events of the next finished tables at which a player has a seat, table by table in order of their ids.
SELECT t.id, e.version, e.type, e.revision, e.data, e.recorded_at
FROM (
    SELECT id FROM table_summary
    WHERE players @> ARRAY[%(player_id)s] AND id > %(after)s AND status = 'finished'
        AND EXISTS (SELECT FROM jsonb_array_elements(summary->'seats') AS seat WHERE seat->>'player' = %(player_id)s)
    ORDER BY id LIMIT %(limit)s
) AS t
JOIN shengji.event AS e ON e.stream = 'table-' || t.id
ORDER BY t.id, e.version;

-- name: seat_taken_over
-- Returns the version of the last event after a version by which a substitute took the seat, or 0.
SELECT coalesce(max(version), 0) FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s AND type = 'substitute_seated' AND (data->>'seat')::integer = %(seat)s;
