-- name: append
-- One command: compare and set the head, insert the events, remember the command; see shengji.append.
SELECT outcome, out_stream, version, first_version, recorded_at, metadata
FROM shengji.append(
    %(stream)s, %(expected)s, %(command_id)s, %(types)s::text[], %(revisions)s::smallint[], %(data)s::jsonb[], %(metadata)s::jsonb,
    %(state)s::json, %(state_revision)s::smallint, %(asked)s::json, %(due_at)s, %(clock_step)s, %(clock_seconds)s,
    %(turn_due_at)s, %(world)s, %(at)s
);

-- name: command
-- The events that a command made, if it has been carried out.
SELECT stream, version, first_version, recorded_at, metadata FROM shengji.command(%(command_id)s);

-- name: head
-- Where a stream stands.
SELECT version, state_revision, state, asked FROM shengji.head WHERE stream = %(stream)s;

-- name: read_stream
-- The events of a stream after a version.
SELECT version, type, revision, data, recorded_at
FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s
ORDER BY version
LIMIT %(limit)s;

-- name: read_feed
-- The events of all streams after a place, up to the first transaction that may still be running.
SELECT transaction, position, stream, version, type, revision, data, recorded_at, metadata->>'by'
FROM shengji.event
WHERE (transaction, position) > (%(transaction)s, %(position)s) AND transaction < shengji.feed_safe()
ORDER BY transaction, position
LIMIT %(limit)s;

-- name: read_missing
-- The events of a stream from a version on, up to a place in the log, as the log has them.
SELECT transaction, position, stream, version, type, revision, data, recorded_at, metadata->>'by'
FROM shengji.event
WHERE stream = %(stream)s AND version >= %(version)s AND (transaction, position) <= (%(transaction)s, %(position)s)
ORDER BY version
LIMIT %(limit)s;

-- name: feed_safe
-- Every transaction below this one has ended.
SELECT shengji.feed_safe();

-- name: world_time
SELECT clock FROM shengji.world WHERE id = %(id)s;

-- name: stream_world
-- To which world a stream belongs.
SELECT world FROM shengji.head WHERE stream = %(stream)s;

-- name: last_moment
-- When the last event of a stream was recorded.
SELECT updated_at FROM shengji.head WHERE stream = %(stream)s;

-- name: heads
-- Where these streams stand.
SELECT stream, version, state_revision, state, asked, updated_at, clock_step, turn_due_at
FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: versions
-- The versions of these streams.
SELECT stream, version FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: streams
-- Names of streams in order, to walk over all of them, whether they have heads or not.
SELECT stream FROM shengji.event WHERE stream > %(after)s AND version = 1 ORDER BY stream LIMIT %(limit)s;

-- name: disordered
-- Streams in which a later event has an earlier transaction, so that readers of the log would see them out of order.
SELECT DISTINCT stream FROM (
    SELECT stream, transaction < lag(transaction) OVER (PARTITION BY stream ORDER BY version) AS wrong
    FROM shengji.event
) AS e WHERE wrong ORDER BY stream;

-- name: refold
-- A head folded anew from all events of its stream, unless the stream or its head has moved on meanwhile.
INSERT INTO shengji.head AS h
    (stream, version, state_revision, asked, state, due_at, clock_step, clock_due_at, turn_due_at, world, updated_at)
SELECT e.stream, e.version, %(state_revision)s::smallint, %(asked)s::json, %(state)s::json,
    CASE WHEN %(world)s::text IS NULL THEN least(%(due_at)s, due) ELSE %(due_at)s END,
    %(clock_step)s, due, %(turn_due_at)s, %(world)s, e.recorded_at
FROM shengji.event AS e,
    shengji.clock_due(NULL, NULL, %(clock_step)s, %(clock_seconds)s, shengji.time_in(%(world)s)) AS due
WHERE e.stream = %(stream)s AND e.version = %(version)s
    AND %(version)s = (SELECT max(version) FROM shengji.event WHERE stream = %(stream)s)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, state_revision = excluded.state_revision, asked = excluded.asked,
    state = excluded.state, due_at = excluded.due_at, updated_at = excluded.updated_at,
    clock_step = excluded.clock_step, clock_due_at = excluded.clock_due_at,
    turn_due_at = excluded.turn_due_at, world = excluded.world
WHERE h.version = %(before)s
RETURNING version;

-- name: checkpoint
-- How far a subscription has come.
SELECT transaction, position FROM shengji.subscription WHERE name = %(name)s;

-- name: follow
-- How far a subscription has come, whether it has set streams aside, and which of those is to be tried again now: from
-- which version on its events are missing, and how often it has failed.
SELECT s.transaction, s.position, EXISTS (SELECT FROM shengji.set_aside WHERE follower = s.name),
    due.stream, due.version, due.attempts
FROM shengji.subscription AS s LEFT JOIN LATERAL (
    SELECT stream, version, attempts FROM shengji.set_aside
    WHERE follower = s.name AND next_at <= statement_timestamp() ORDER BY next_at LIMIT 1
) AS due ON true
WHERE s.name = %(name)s;

-- name: set_aside
-- A follower lacks the events of a stream from a version on. It is tried again later, for the same reason as before.
INSERT INTO shengji.set_aside AS s (follower, stream, version, error, release, next_at)
VALUES (%(follower)s, %(stream)s, %(version)s, %(error)s, %(release)s,
    statement_timestamp() + make_interval(secs => %(retry_s)s))
ON CONFLICT (follower, stream) DO UPDATE
SET version = excluded.version, error = excluded.error, release = excluded.release, next_at = excluded.next_at,
    attempts = s.attempts + 1, tried_at = statement_timestamp();

-- name: set_aside_among
-- Those of these streams that a follower has set aside.
SELECT stream FROM shengji.set_aside WHERE follower = %(follower)s AND stream = ANY(%(streams)s);

-- name: hold_set_aside
-- Nothing when another process has tried the stream meanwhile.
SELECT stream FROM shengji.set_aside
WHERE follower = %(follower)s AND stream = %(stream)s AND version = %(version)s AND attempts = %(attempts)s FOR UPDATE;

-- name: go_on_with_set_aside
-- The follower has taken in what comes before a version, and goes on at once.
UPDATE shengji.set_aside SET version = %(version)s, attempts = attempts + 1, next_at = statement_timestamp()
WHERE follower = %(follower)s AND stream = %(stream)s;

-- name: take_in_again
DELETE FROM shengji.set_aside WHERE follower = %(follower)s AND stream = %(stream)s;

-- name: hasten_set_aside
-- What another release could not take in is tried again at once.
UPDATE shengji.set_aside SET next_at = statement_timestamp() WHERE release <> %(release)s;

-- name: leave_alone
-- A job could not read a stream, which jobs leave alone for a while, each time for twice as long; how often that was.
INSERT INTO shengji.set_aside AS s (follower, stream, version, error, release, next_at)
VALUES ('jobs', %(stream)s, coalesce((SELECT version FROM shengji.head WHERE stream = %(stream)s), 0), %(error)s,
    %(release)s, statement_timestamp() + make_interval(secs => %(first_s)s))
ON CONFLICT (follower, stream) DO UPDATE
SET version = excluded.version, error = excluded.error, release = excluded.release, attempts = s.attempts + 1,
    tried_at = statement_timestamp(),
    next_at = statement_timestamp() + make_interval(secs => least(%(first_s)s * 2 ^ least(s.attempts, 20), %(most_s)s))
RETURNING attempts;

-- name: forget_left_alone
-- Streams that have moved since jobs could not read them, or at which jobs have found nothing wrong for an hour.
DELETE FROM shengji.set_aside AS s WHERE s.follower = 'jobs' AND (
    s.next_at < statement_timestamp() - interval '1 hour'
    OR EXISTS (SELECT FROM shengji.head AS h WHERE h.stream = s.stream AND h.version > s.version)
);

-- name: all_set_aside
-- The streams that these followers have set aside, or that all have.
SELECT stream, follower, version, since, error, release, attempts, next_at FROM shengji.set_aside
WHERE %(followers)s::text[] IS NULL OR follower = ANY(%(followers)s) ORDER BY stream, follower;

-- name: count_set_aside
-- How many streams each follower has set aside, also where that is none.
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

-- name: move_checkpoint
-- Only from where the subscription was read: a second worker can never move it backwards. Nobody waits until it is on
-- disk: what was done for the batch is in the same transaction, and both are done again should the server fall.
WITH lazily AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS setting)
UPDATE shengji.subscription
SET transaction = %(transaction)s, position = %(position)s, updated_at = statement_timestamp()
FROM lazily
WHERE lazily.setting = 'off'
    AND name = %(name)s AND (transaction, position) = (%(from_transaction)s, %(from_position)s)
RETURNING name;

-- name: lag
-- For each subscription how many events it is behind, and since when the oldest of them has waited; and how long the
-- oldest transaction with an id has been open, which holds every reader of the log back.
-- What is recorded by the clock of a world says nothing about that.
SELECT s.name, count(e.position),
    coalesce(extract(epoch FROM now() - min(e.recorded_at) FILTER (WHERE e.world IS NULL)), 0)::float8
FROM shengji.subscription AS s
LEFT JOIN LATERAL (
    SELECT position, recorded_at, world FROM shengji.event AS e LEFT JOIN shengji.head AS h ON h.stream = e.stream
    WHERE (e.transaction, e.position) > (s.transaction, s.position) LIMIT 10000
) AS e ON true
GROUP BY s.name;

-- name: oldest_writer
SELECT shengji.oldest_writer();

-- name: newest_transaction
-- The highest transaction id stored, be it of an event or a checkpoint, and the one the next event would get.
SELECT greatest((SELECT max(transaction) FROM shengji.event), (SELECT max(transaction) FROM shengji.subscription), 0),
    shengji.feed_safe();

-- name: schema_number
SELECT coalesce(max(number), 0) FROM shengji.migration;

-- name: vacations
SELECT id, starts_at, ends_at, came_back_at, is_automatic
FROM shengji.vacation WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: hold_head
-- The state of a table, which no command can change until the end of the transaction.
SELECT version, state_revision, state FROM shengji.head WHERE stream = %(stream)s FOR SHARE;

-- name: known_transaction
-- Whether this cluster has come to a transaction id.
SELECT %(transaction)s <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shengji.feed_base();

-- name: webhooks
SELECT id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id
FROM shengji.webhook
WHERE player_id = %(player_id)s AND id = coalesce(%(id)s, id) ORDER BY id;

-- name: webhook_secrets
-- The secrets of all webhooks as they are stored, page by page.
SELECT id, secret, former_secret FROM shengji.webhook WHERE id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: reseal_webhook
-- The same secrets, encrypted anew, unless they were changed meanwhile.
UPDATE shengji.webhook SET secret = %(secret)s, former_secret = %(former_secret)s
WHERE id = %(id)s AND secret = %(secret_before)s AND former_secret IS NOT DISTINCT FROM %(former_secret_before)s
RETURNING id;

-- name: attempt_counts
SELECT outcome, attempts FROM shengji.attempt_count ORDER BY outcome;

-- name: waiting_deliveries
-- How many deliveries are on their way, and for how many seconds a worker might have taken up the oldest of them.
SELECT count(*),
    greatest(coalesce(extract(epoch FROM now() - min(greatest(d.next_attempt_at, w.rests_until))), 0), 0)::float8
FROM shengji.delivery AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE d.state = 'pending' AND d.next_attempt_at IS NOT NULL;

-- name: mail_counts
SELECT outcome, mails FROM shengji.mail_count ORDER BY outcome;

-- name: waiting_mails
-- How many mails wait, and for how many seconds a worker might have taken up the oldest of them.
SELECT count(*), greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8
FROM shengji.mail WHERE state = 'pending';

-- name: grade_session
-- What is stored of a session of duplicate play.
SELECT pool, place, ended_at, session FROM grade_session WHERE tournament_id = %(tournament_id)s;

-- name: boards
-- Boards by their ids.
SELECT id, match_id, number, setting, secret, created_at, closes_at, closes_at <= statement_timestamp()
FROM shengji.board WHERE id = ANY(%(ids)s);

-- name: plays
-- Who has played these boards: when, where, and with what score.
SELECT board_id, player_id, partner_id, table_id, begun_at, ended_at, excess, levels, step
FROM shengji.board_play WHERE board_id = ANY(%(ids)s) AND table_id IS NOT NULL ORDER BY table_id;
