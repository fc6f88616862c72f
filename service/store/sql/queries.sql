-- name: append
-- One command: compare and set the head, insert the events, remember the command; see shengji.append.
SELECT outcome, out_stream, version, first_version, recorded_at, metadata
FROM shengji.append(
    %(stream)s, %(expected)s, %(command_id)s, %(types)s::text[], %(revisions)s::smallint[], %(data)s::jsonb[], %(metadata)s::jsonb,
    %(state)s::json, %(state_revision)s::smallint, %(asked)s::json, %(due_at)s, %(clock_step)s, %(clock_seconds)s
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

-- name: feed_safe
-- Every transaction below this one has ended.
SELECT shengji.feed_safe();

-- name: due
-- Streams that somebody has to look at though nothing has happened.
SELECT stream, version, asked, due_at FROM shengji.head WHERE due_at <= now() ORDER BY due_at LIMIT %(limit)s;

-- name: due_clocks
-- Clocks that have run down, or will within some seconds: which step they are in, when that is over, and since when.
SELECT stream, clock_step, extract(epoch FROM clock_due_at)::float8, extract(epoch FROM now() - clock_due_at)::float8
FROM shengji.head WHERE clock_due_at <= now() + make_interval(secs => %(within)s) ORDER BY clock_due_at LIMIT %(limit)s;

-- name: clock_run_down
-- At which version and in which step the clock of a stream has run down; nothing when it has not.
SELECT version, clock_step FROM shengji.head WHERE stream = %(stream)s AND clock_due_at <= now();

-- name: heads
-- Where these streams stand.
SELECT stream, version, state_revision, state, asked, updated_at, clock_step
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
INSERT INTO shengji.head AS h (stream, version, state_revision, asked, state, due_at, clock_step, clock_due_at)
SELECT %(stream)s, %(version)s, %(state_revision)s::smallint, %(asked)s::json, %(state)s::json, least(%(due_at)s, due),
    %(clock_step)s, due
FROM shengji.clock_due(NULL, NULL, %(clock_step)s, %(clock_seconds)s) AS due
WHERE %(version)s = (SELECT max(version) FROM shengji.event WHERE stream = %(stream)s)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, state_revision = excluded.state_revision, asked = excluded.asked,
    state = excluded.state, due_at = excluded.due_at, updated_at = statement_timestamp(),
    clock_step = excluded.clock_step, clock_due_at = excluded.clock_due_at
WHERE h.version = %(before)s
RETURNING version;

-- name: snapshot
SELECT version, state FROM shengji.view_snapshot
WHERE stream = %(stream)s AND viewer = %(viewer)s AND state_revision = %(state_revision)s;

-- name: put_snapshot
INSERT INTO shengji.view_snapshot AS s (stream, viewer, version, state_revision, state)
VALUES (%(stream)s, %(viewer)s, %(version)s, %(state_revision)s, %(state)s::json)
ON CONFLICT (stream, viewer) DO UPDATE
SET version = excluded.version, state_revision = excluded.state_revision, state = excluded.state
WHERE s.version < excluded.version OR s.state_revision <> excluded.state_revision;

-- name: checkpoint
-- How far a subscription has come.
SELECT transaction, position FROM shengji.subscription WHERE name = %(name)s;

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
SELECT s.name, count(e.position), coalesce(extract(epoch FROM now() - min(e.recorded_at)), 0)::float8
FROM shengji.subscription AS s
LEFT JOIN LATERAL (
    SELECT position, recorded_at FROM shengji.event AS e
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

-- name: add_player
INSERT INTO shengji.player (id, name, kind) VALUES (%(id)s, %(name)s, %(kind)s) RETURNING created_at;

-- name: keep_house_player
INSERT INTO shengji.player (id, name, kind) VALUES (%(id)s, %(name)s, 'house') ON CONFLICT (id) DO NOTHING;

-- name: players
SELECT id, name, kind, created_at FROM shengji.player WHERE id = ANY(%(ids)s);

-- name: tell_player
-- The next event in the feed of an account. The row of the player is held until the end of the transaction, so that
-- numbers are seen in their order and none is left out.
WITH counted AS (UPDATE shengji.player SET events = events + 1 WHERE id = %(player_id)s RETURNING events)
INSERT INTO shengji.account_event (player_id, number, type, table_id, data, recorded_at)
SELECT %(player_id)s, events, %(type)s, %(table_id)s, %(data)s::jsonb, %(recorded_at)s FROM counted
RETURNING number;

-- name: account_events
SELECT number, type, table_id, data, recorded_at FROM shengji.account_event
WHERE player_id = %(player_id)s AND number > %(after)s ORDER BY number LIMIT %(limit)s;

-- name: account_numbers
-- The number of the last event in the feeds of these accounts.
SELECT id, events FROM shengji.player WHERE id = ANY(%(players)s);

-- name: add_token
INSERT INTO shengji.token (id, player_id, name, hash, scopes, expires_at)
VALUES (%(id)s, %(player_id)s, %(name)s, %(hash)s, %(scopes)s, %(expires_at)s)
RETURNING created_at;

-- name: token
-- Who a token belongs to, unless it was revoked or has expired.
SELECT t.id, t.player_id, t.scopes, t.expires_at, p.name, p.kind
FROM shengji.token AS t JOIN shengji.player AS p ON p.id = t.player_id
WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now());

-- name: tokens
SELECT id, name, scopes, created_at, expires_at, revoked_at
FROM shengji.token WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: revoke_token
UPDATE shengji.token SET revoked_at = coalesce(revoked_at, statement_timestamp())
WHERE id = %(id)s AND player_id = %(player_id)s RETURNING hash;

-- name: put_summary
INSERT INTO table_summary AS s
    (id, opened_at, updated_at, version, free_seats, listed, status, players, summary)
VALUES (%(id)s, %(opened_at)s, %(updated_at)s, %(version)s, %(free_seats)s, %(listed)s, %(status)s, %(players)s,
    %(summary)s::jsonb)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, version = excluded.version, free_seats = excluded.free_seats,
    status = excluded.status, players = excluded.players, summary = excluded.summary
WHERE s.version < excluded.version;

-- name: drop_turns
DELETE FROM turn WHERE table_id = ANY(%(tables)s);

-- name: add_turn
INSERT INTO turn (player_id, table_id, seat, asked, since, version)
VALUES (%(player_id)s, %(table_id)s, %(seat)s, %(asked)s, %(since)s, %(version)s)
ON CONFLICT (player_id, table_id, seat) DO UPDATE
SET asked = excluded.asked, since = excluded.since, version = excluded.version;

-- name: list_tables
SELECT summary FROM table_summary
WHERE listed AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_own_tables
SELECT summary FROM table_summary
WHERE players @> ARRAY[%(player_id)s] AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: turns
SELECT table_id, seat, asked, since, version FROM turn
WHERE player_id = %(player_id)s ORDER BY since, table_id LIMIT %(limit)s;

-- name: count_turns
SELECT count(*) FROM turn WHERE player_id = %(player_id)s;

-- name: known_transaction
-- Whether this cluster has come to a transaction id.
SELECT %(transaction)s <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shengji.feed_base();
