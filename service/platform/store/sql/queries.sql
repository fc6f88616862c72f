-- name: append
-- hot
-- Carries out one command: compares and sets the head, inserts the events, and remembers the command. See
-- shengji.append.
SELECT outcome, out_stream, version, first_version, recorded_at, metadata
FROM shengji.append(
    %(stream)s, %(expected)s, %(command_id)s, %(types)s::text[], %(revisions)s::smallint[], %(data)s::jsonb[], %(metadata)s::jsonb,
    %(state)s::json, %(state_revision)s::smallint, %(asked)s::json, %(due_at)s, %(clock_step)s, %(clock_seconds)s,
    %(turn_due_at)s, %(sandbox)s, %(at)s
);

-- name: command
-- Returns the events of a command that has been carried out, or no row.
SELECT stream, version, first_version, recorded_at, metadata FROM shengji.command(%(command_id)s);

-- name: head
-- Returns the head of a stream, with the events after its state.
SELECT version, state_revision, state, coalesce(state_version, version),
    CASE WHEN state_version < version THEN shengji.events_between(stream, state_version, version) ELSE '[]' END
FROM shengji.head WHERE stream = %(stream)s;

-- name: read_streams
-- hot
-- Returns the events of each stream after a version, at most as many as its limit, by the place of the stream in the
-- arguments. PostgreSQL plans this only once, because the subqueries hide the lengths of the arrays from its planner.
SELECT wanted.place, e.version, e.type, e.revision, e.data, e.recorded_at
FROM unnest((SELECT %(streams)s::text[]), (SELECT %(after)s::integer[]), (SELECT %(limits)s::integer[]))
    WITH ORDINALITY AS wanted (stream, after, most, place)
CROSS JOIN LATERAL (
    SELECT version, type, revision, data, recorded_at
    FROM shengji.event
    WHERE stream = wanted.stream AND version > wanted.after
    ORDER BY version
    LIMIT wanted.most
) AS e
ORDER BY wanted.place, e.version;

-- name: bot_moves
-- Returns the commands of bots in these streams: the version of the first event, and the bot with its version.
SELECT stream, version, metadata->>'bot' FROM shengji.event
WHERE stream = ANY((SELECT %(streams)s::text[])::text[]) AND metadata ? 'bot' ORDER BY stream, version;

-- name: read_feed
-- Returns the events of all streams after a position in the log. Events of a transaction that may still be running,
-- and all later ones, are left out.
SELECT transaction, position, stream, version, type, revision, data, recorded_at, metadata->>'by'
FROM shengji.event
WHERE (transaction, position) > (%(transaction)s, %(position)s) AND transaction < shengji.feed_safe()
ORDER BY transaction, position
LIMIT %(limit)s;

-- name: read_missing
-- Returns the events of a stream from a version up to a position in the log, with their positions.
SELECT transaction, position, stream, version, type, revision, data, recorded_at, metadata->>'by'
FROM shengji.event
WHERE stream = %(stream)s AND version >= %(version)s AND (transaction, position) <= (%(transaction)s, %(position)s)
ORDER BY version
LIMIT %(limit)s;

-- name: feed_safe
-- Returns a transaction id. Every transaction below it has ended.
SELECT shengji.feed_safe();

-- name: sandbox_time
SELECT clock FROM shengji.world WHERE id = %(id)s;

-- name: stream_sandbox
-- Returns the sandbox of a stream, or null.
SELECT world FROM shengji.head WHERE stream = %(stream)s;

-- name: last_recorded_at
-- Returns the time of the last event of a stream.
SELECT updated_at FROM shengji.head WHERE stream = %(stream)s;

-- name: heads
-- Returns the heads of several streams, with the events after their states. For the subquery, see `read_streams`.
SELECT stream, version, state_revision, state, coalesce(state_version, version),
    CASE WHEN state_version < version THEN shengji.events_between(stream, state_version, version) ELSE '[]' END, asked, updated_at, clock_step, turn_due_at
FROM shengji.head WHERE stream = ANY((SELECT %(streams)s::text[])::text[]);

-- name: versions
-- Returns the versions of several streams.
SELECT stream, version FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: streams
-- Returns the names of streams in order, with or without a head, one page at a time.
SELECT stream FROM shengji.event WHERE stream > %(after)s AND version = 1 ORDER BY stream LIMIT %(limit)s;

-- name: disordered
-- Returns those of the streams in which a later event has a smaller transaction id. Readers of the log would see its
-- events out of order.
SELECT DISTINCT stream FROM (
    SELECT stream, transaction < lag(transaction) OVER (PARTITION BY stream ORDER BY version) AS wrong
    FROM shengji.event WHERE stream = ANY(%(streams)s)
) AS e WHERE wrong ORDER BY stream;

-- name: refold
-- Writes a head folded from all events of its stream, unless the stream or its head has changed meanwhile.
INSERT INTO shengji.head AS h
    (stream, version, state_revision, asked, state, state_version, due_at, clock_step, clock_due_at, turn_due_at, world,
     updated_at)
SELECT e.stream, e.version, %(state_revision)s::smallint, %(asked)s::json, %(state)s::json, e.version,
    CASE WHEN %(sandbox)s::text IS NULL THEN least(%(due_at)s, due) ELSE %(due_at)s END,
    %(clock_step)s, due, %(turn_due_at)s, %(sandbox)s, e.recorded_at
FROM shengji.event AS e,
    shengji.clock_due(NULL, NULL, %(clock_step)s, %(clock_seconds)s, shengji.time_in(%(sandbox)s)) AS due
WHERE e.stream = %(stream)s AND e.version = %(version)s
    AND %(version)s = (SELECT max(version) FROM shengji.event WHERE stream = %(stream)s)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, state_revision = excluded.state_revision, asked = excluded.asked,
    state = excluded.state, state_version = excluded.state_version, due_at = excluded.due_at,
    updated_at = excluded.updated_at,
    clock_step = excluded.clock_step, clock_due_at = excluded.clock_due_at,
    turn_due_at = excluded.turn_due_at, world = excluded.world
WHERE h.version = %(before)s
RETURNING version;

-- name: checkpoint
-- Returns the checkpoint of a subscription.
SELECT transaction, position FROM shengji.subscription WHERE name = %(name)s;

-- name: positions
-- Returns the checkpoints of subscriptions. For each: whether it has set streams aside, and the one to be retried now,
-- with its first missing version and the number of attempts. The subquery has the reason that `read_streams` gives.
SELECT s.name, s.transaction, s.position, EXISTS (SELECT FROM shengji.set_aside WHERE follower = s.name),
    due.stream, due.version, due.attempts
FROM shengji.subscription AS s LEFT JOIN LATERAL (
    SELECT stream, version, attempts FROM shengji.set_aside
    WHERE follower = s.name AND next_at <= statement_timestamp() ORDER BY next_at LIMIT 1
) AS due ON true
WHERE s.name = ANY((SELECT %(names)s::text[])::text[]);

-- name: set_aside
-- Sets a stream aside from a version on: the follower cannot apply its events and retries later.
INSERT INTO shengji.set_aside AS s (follower, stream, version, error, release, next_at)
VALUES (%(follower)s, %(stream)s, %(version)s, %(error)s, %(release)s,
    statement_timestamp() + make_interval(secs => %(retry_s)s))
ON CONFLICT (follower, stream) DO UPDATE
SET version = excluded.version, error = excluded.error, release = excluded.release, next_at = excluded.next_at,
    attempts = s.attempts + 1, tried_at = statement_timestamp();

-- name: set_aside_among
-- Returns those of the streams that a follower has set aside.
SELECT stream FROM shengji.set_aside WHERE follower = %(follower)s AND stream = ANY(%(streams)s);

-- name: hold_set_aside
-- Locks a stream that was set aside. No row if another process has retried it meanwhile.
SELECT stream FROM shengji.set_aside
WHERE follower = %(follower)s AND stream = %(stream)s AND version = %(version)s AND attempts = %(attempts)s FOR UPDATE;

-- name: go_on_with_set_aside
-- The follower has applied the events before a version and continues at once.
UPDATE shengji.set_aside SET version = %(version)s, attempts = attempts + 1, next_at = statement_timestamp()
WHERE follower = %(follower)s AND stream = %(stream)s;

-- name: take_in_again
DELETE FROM shengji.set_aside WHERE follower = %(follower)s AND stream = %(stream)s;

-- name: hasten_set_aside
-- Streams that another release set aside are retried at once.
UPDATE shengji.set_aside SET next_at = statement_timestamp() WHERE release <> %(release)s;

-- name: set_aside_for_jobs
-- Makes jobs leave a stream alone that they could not read, twice as long after each failure. Returns the number of
-- failures.
INSERT INTO shengji.set_aside AS s (follower, stream, version, error, release, next_at)
VALUES ('jobs', %(stream)s, coalesce((SELECT version FROM shengji.head WHERE stream = %(stream)s), 0), %(error)s,
    %(release)s, statement_timestamp() + make_interval(secs => %(first_s)s))
ON CONFLICT (follower, stream) DO UPDATE
SET version = excluded.version, error = excluded.error, release = excluded.release, attempts = s.attempts + 1,
    tried_at = statement_timestamp(),
    next_at = statement_timestamp() + make_interval(secs => least(%(first_s)s * 2 ^ least(s.attempts, 20), %(most_s)s))
RETURNING attempts;

-- name: left_alone
-- A row if jobs leave any stream alone.
SELECT FROM shengji.set_aside WHERE follower = 'jobs' LIMIT 1;

-- name: forget_set_aside
-- Forgets streams that have new events since jobs failed to read them, and streams without a failure for an hour.
DELETE FROM shengji.set_aside AS s WHERE s.follower = 'jobs' AND (
    s.next_at < statement_timestamp() - interval '1 hour'
    OR EXISTS (SELECT FROM shengji.head AS h WHERE h.stream = s.stream AND h.version > s.version)
);

-- name: all_set_aside
-- Returns the streams that the given followers have set aside; of all followers if none are given.
SELECT stream, follower, version, since, error, release, attempts, next_at FROM shengji.set_aside
WHERE %(followers)s::text[] IS NULL OR follower = ANY(%(followers)s) ORDER BY stream, follower;

-- name: count_set_aside
-- Returns the number of streams that each follower has set aside, including zero.
SELECT s.name, (SELECT count(*) FROM shengji.set_aside AS a WHERE a.follower = s.name) FROM shengji.subscription AS s
UNION ALL
SELECT 'jobs', count(*) FROM shengji.set_aside WHERE follower = 'jobs';

-- name: set_savepoint
SAVEPOINT apart;

-- name: roll_back_to_savepoint
ROLLBACK TO SAVEPOINT apart;

-- name: drop_savepoint
RELEASE SAVEPOINT apart;

-- name: add_subscription
INSERT INTO shengji.subscription (name) VALUES (%(name)s) ON CONFLICT DO NOTHING;

-- name: move_checkpoints
-- Moves those of the checkpoints that are still where they were read, and returns their names. So a second process
-- cannot move one back. All processes lock them in the order of their names. The commit does not wait for the disk:
-- the work of the batch is in the same transaction, and a crash of the server undoes both.
WITH lazily AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS setting), given AS (
    SELECT * FROM unnest(
        %(names)s::text[], %(from_transactions)s::bigint[], %(from_positions)s::bigint[],
        %(transactions)s::bigint[], %(positions)s::bigint[]
    ) AS g (name, from_transaction, from_position, transaction, position)
), held AS MATERIALIZED (
    SELECT s.name, s.transaction AS held_transaction, s.position AS held_position
    FROM shengji.subscription AS s, lazily
    WHERE lazily.setting = 'off' AND s.name = ANY(%(names)s::text[]) ORDER BY s.name FOR UPDATE OF s
)
UPDATE shengji.subscription AS s
SET transaction = given.transaction, position = given.position, updated_at = statement_timestamp()
FROM held JOIN given ON given.name = held.name
    AND (given.from_transaction, given.from_position) = (held_transaction, held_position)
WHERE s.name = held.name
RETURNING s.name;

-- name: lag
-- For each subscription, the number of events behind its checkpoint (at most 10,000) and the age of the oldest in
-- seconds. The age ignores events of sandboxes, which have the time of their sandbox. The order makes the planner use
-- the index of the log, and the subselect that of heads. It would read both tables otherwise.
SELECT s.name, count(e.position),
    coalesce(extract(epoch FROM now() - min(e.recorded_at) FILTER (WHERE e.world IS NULL)), 0)::float8
FROM shengji.subscription AS s
LEFT JOIN LATERAL (
    SELECT position, recorded_at, (SELECT h.world FROM shengji.head AS h WHERE h.stream = e.stream) AS world
    FROM shengji.event AS e
    WHERE (e.transaction, e.position) > (s.transaction, s.position)
    ORDER BY e.transaction, e.position LIMIT 10000
) AS e ON true
GROUP BY s.name;

-- name: oldest_writer
SELECT shengji.oldest_writer();

-- name: newest_transaction
-- Returns the highest transaction id of any event or checkpoint, and the lowest id that may still be running.
SELECT greatest((SELECT max(transaction) FROM shengji.event), (SELECT max(transaction) FROM shengji.subscription), 0),
    shengji.feed_safe();

-- name: schema_number
SELECT coalesce(max(number), 0) FROM shengji.migration;

-- name: vacations
SELECT id, starts_at, ends_at, came_back_at, is_automatic
FROM shengji.vacation WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: hold_head
-- Locks a stream against commands until the end of the transaction. Read its head afterwards, since this may wait for a
-- command.
SELECT FROM shengji.head WHERE stream = %(stream)s FOR SHARE;

-- name: known_transaction
-- Returns whether this cluster has reached a transaction id.
SELECT %(transaction)s <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shengji.feed_base();

-- name: webhooks
SELECT id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id
FROM shengji.webhook
WHERE player_id = %(player_id)s AND id = coalesce(%(id)s, id) ORDER BY id;

-- name: webhook_secrets
-- Returns the stored secrets of all webhooks, one page at a time.
SELECT id, secret, former_secret FROM shengji.webhook WHERE id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: attempt_counts
SELECT outcome, attempts FROM shengji.attempt_count ORDER BY outcome;

-- name: waiting_deliveries
-- Returns the number of pending deliveries, and the seconds for which the oldest could have been sent.
SELECT count(*),
    greatest(coalesce(extract(epoch FROM now() - min(greatest(d.next_attempt_at, w.rests_until))), 0), 0)::float8
FROM shengji.delivery AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE d.state = 'pending' AND d.next_attempt_at IS NOT NULL;

-- name: mail_counts
SELECT outcome, mails FROM shengji.mail_count ORDER BY outcome;

-- name: waiting_mails
-- Returns the number of pending mails, and the seconds for which the oldest could have been sent.
SELECT count(*),
    greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at) FILTER (WHERE sent_with IS NULL)), 0), 0)::float8
FROM shengji.mail WHERE state = 'pending';

-- name: grade_session
-- Returns the stored data of a session of duplicate play.
SELECT pool, place, ended_at, session FROM grade_session WHERE tournament_id = %(tournament_id)s;

-- name: boards
-- Returns boards by id.
SELECT id, match_id, number, setting, secret, created_at, closes_at, closes_at <= statement_timestamp()
FROM shengji.board WHERE id = ANY(%(ids)s);

-- name: plays
-- Returns the plays of these boards: players, times, tables and scores.
SELECT board_id, player_id, partner_id, table_id, begun_at, ended_at, excess, levels, step
FROM shengji.board_play WHERE board_id = ANY(%(ids)s) AND table_id IS NOT NULL ORDER BY table_id;

-- name: log_position
-- Returns the cluster, whether this server is a standby, and its position in the write-ahead log in bytes. The position of
-- a primary is what it has inserted, even if that is not on disk. The position of a standby is what it has replayed. At the
-- start of a page, a primary counts the header of the page (24 or 40 bytes) before there is a record. A standby does not.
SELECT system_identifier, is_standby, at - CASE WHEN mod(at, 8192) IN (24, 40) THEN mod(at, 8192) ELSE 0 END
FROM pg_control_system(), pg_is_in_recovery() AS is_standby, LATERAL (SELECT (
    CASE WHEN is_standby THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn
)::bigint) AS l (at);
