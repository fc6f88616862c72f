-- name: append
-- Carries out one command: compares and sets the head, inserts the events, and remembers the command. See
-- shengji.append.
SELECT outcome, out_stream, version, first_version, recorded_at, metadata
FROM shengji.append(
    %(stream)s, %(expected)s, %(command_id)s, %(types)s::text[], %(revisions)s::smallint[], %(data)s::jsonb[], %(metadata)s::jsonb,
    %(state)s::json, %(state_revision)s::smallint, %(asked)s::json, %(due_at)s, %(clock_step)s, %(clock_seconds)s,
    %(turn_due_at)s, %(world)s, %(at)s
);

-- name: command
-- Returns the events of a command that has been carried out, or no row.
SELECT stream, version, first_version, recorded_at, metadata FROM shengji.command(%(command_id)s);

-- name: head
-- Returns the head of a stream.
SELECT version, state_revision, state, asked FROM shengji.head WHERE stream = %(stream)s;

-- name: read_stream
-- Returns the events of a stream after a version.
SELECT version, type, revision, data, recorded_at
FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s
ORDER BY version
LIMIT %(limit)s;

-- name: read_types
-- Returns the events of a stream after a version that have one of the given types.
SELECT version, type, revision, data, recorded_at
FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s AND type = ANY(%(types)s)
ORDER BY version
LIMIT %(limit)s;

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

-- name: due
-- Streams with work that is due without a new event, earliest first. Streams that jobs leave alone are left out.
SELECT stream FROM shengji.head
WHERE due_at <= now() AND NOT shengji.is_left_alone(stream) ORDER BY due_at LIMIT %(limit)s;

-- name: due_clocks
-- Clocks that have run down or will run down within some seconds: their step, the time they run down, and the
-- seconds since then. Clocks of sandboxes are left out, see `due_worlds`.
SELECT stream, clock_step, extract(epoch FROM clock_due_at)::float8, extract(epoch FROM now() - clock_due_at)::float8
FROM shengji.head WHERE world IS NULL AND clock_due_at <= now() + make_interval(secs => %(within)s)
    AND NOT shengji.is_left_alone(stream)
ORDER BY clock_due_at LIMIT %(limit)s;

-- name: clock_run_down
-- Returns the version and the step at which the clock of a stream has run down; in a sandbox also the time, in
-- milliseconds since 1970. No row if the clock has not run down.
SELECT version, clock_step, CASE WHEN world IS NOT NULL THEN (extract(epoch FROM clock_due_at) * 1000)::bigint END
FROM shengji.head WHERE stream = %(stream)s AND clock_due_at <= shengji.time_in(world);

-- name: due_turns
-- Tables where a deadline has passed or will pass within some seconds, with the deadline and the seconds since then.
-- Tables of sandboxes are left out.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head
WHERE world IS NULL AND turn_due_at <= now() + make_interval(secs => %(within)s) AND stream LIKE 'table-%'
    AND NOT shengji.is_left_alone(stream)
ORDER BY turn_due_at LIMIT %(limit)s;

-- name: due_tournaments
-- Tournaments where a deadline has passed, with the deadline and the seconds since then. The order is random:
-- tournaments that cannot make progress do not block the others.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'tournament-%'
ORDER BY random() LIMIT %(limit)s;

-- name: due_leagues
-- Leagues where a deadline has passed, in random order, see `due_tournaments`.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'league-%' ORDER BY random() LIMIT %(limit)s;

-- name: due_series
-- Series that have to open a tournament now, with the time this was due and the seconds since then, see
-- `due_tournaments`.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'series-%' ORDER BY random() LIMIT %(limit)s;

-- name: at_rest
-- Returns those of the streams in which no player has to act.
SELECT stream FROM shengji.head WHERE stream = ANY(%(streams)s) AND asked::text = '[]';

-- name: due_worlds
-- Sandboxes in which something is due by their own clock: a key of what is due, and the seconds since the clock was
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
    (SELECT table_id, seat, at FROM shengji.reminder WHERE world = w.id AND at <= w.clock ORDER BY at LIMIT 1)
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

-- name: next_in_world
-- Returns the next step in a sandbox. Bots move at once, tournaments react to their tables at once, and leagues to
-- their tournaments. All else happens in the order of its due time. Vacations are applied to clocks first. At the
-- same time tournaments precede leagues, because a league would cut them short. The last column says whether the
-- projections have recorded all work for tournaments and leagues.
SELECT what, stream, version, at, NOT EXISTS (
    SELECT FROM shengji.subscription AS s
    JOIN shengji.event AS e ON (e.transaction, e.position) > (s.transaction, s.position)
    JOIN shengji.head AS h ON h.stream = e.stream
    WHERE h.world = %(world)s AND (
        s.name = 'tournaments'
        AND (e.stream LIKE 'tournament-%' OR e.type = ANY(%(ends)s))
        OR s.name = 'leagues' AND (e.stream LIKE 'league-%' OR e.type IN ('tournament_finished', 'tournament_cancelled'))
    )
) FROM (
    (SELECT 0 AS place, 'bots' AS what, stream, version, updated_at AS at FROM shengji.head
     WHERE world = %(world)s AND due_at IS NOT NULL AND NOT shengji.is_left_alone(stream) ORDER BY updated_at LIMIT 1)
    UNION ALL
    (SELECT 0, 'tables of a tournament', h.stream, h.version, greatest(w.moment, h.updated_at)
     FROM shengji.tournament_work AS w JOIN shengji.head AS h ON h.stream = 'tournament-' || w.tournament_id
     WHERE w.world = %(world)s AND NOT shengji.is_left_alone(h.stream) ORDER BY w.since LIMIT 1)
    UNION ALL
    (SELECT 0, 'tournaments of a league', h.stream, h.version, greatest(w.moment, h.updated_at)
     FROM shengji.league_work AS w JOIN shengji.head AS h ON h.stream = 'league-' || w.league_id
     WHERE w.world = %(world)s AND NOT shengji.is_left_alone(h.stream) ORDER BY w.since LIMIT 1)
    UNION ALL
    (SELECT 1, 'vacation', v.player_id, 0, least(shengji.time_in(%(world)s), (
        SELECT min(least(turn_due_at, clock_due_at)) FROM shengji.head
        WHERE world = %(world)s AND NOT shengji.is_left_alone(stream)
     )) FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_applied AND p.world = %(world)s LIMIT 1)
    UNION ALL
    (SELECT 2, 'reminder', 'table-' || table_id, version, at FROM shengji.reminder
     WHERE world = %(world)s AND at <= shengji.time_in(%(world)s) ORDER BY at LIMIT 1)
    UNION ALL
    (SELECT 2, 'mail', id, 0, due_at FROM shengji.sandbox_mail
     WHERE world = %(world)s AND state = 'pending' AND due_at <= shengji.time_in(%(world)s) ORDER BY due_at, id LIMIT 1)
    UNION ALL
    (SELECT 2, 'digest', player_id, 0, digest_at FROM shengji.sandbox_mailbox
     WHERE world = %(world)s AND digest_at <= shengji.time_in(%(world)s) ORDER BY digest_at LIMIT 1)
    UNION ALL
    (SELECT 3, 'clock', stream, version, clock_due_at FROM shengji.head
     WHERE world = %(world)s AND clock_due_at <= shengji.time_in(%(world)s) AND NOT shengji.is_left_alone(stream)
     ORDER BY clock_due_at LIMIT 1)
    UNION ALL
    (SELECT 4, 'time', stream, version, turn_due_at FROM shengji.head
     WHERE world = %(world)s AND turn_due_at <= shengji.time_in(%(world)s) AND stream LIKE 'table-%'
        AND NOT shengji.is_left_alone(stream)
     ORDER BY turn_due_at LIMIT 1)
    UNION ALL
    (SELECT 5, split_part(stream, '-', 1), stream, version, greatest(turn_due_at, updated_at) FROM shengji.head
     WHERE world = %(world)s AND turn_due_at <= shengji.time_in(%(world)s) AND stream NOT LIKE 'table-%'
        AND shengji.is_due_in_world(stream, version, turn_due_at, shengji.time_in(%(world)s))
        AND NOT shengji.is_left_alone(stream)
     ORDER BY turn_due_at, stream DESC LIMIT 1)
) AS due ORDER BY place > 0, at, place;

-- name: note_at_a_stand
-- Records that a tournament, series or league of a sandbox cannot make progress at this version and this time of its
-- clock.
INSERT INTO shengji.tournament_at_a_stand AS s (stream, version, world, clock)
SELECT %(stream)s, %(version)s, id, clock FROM shengji.world WHERE id = %(world)s
ON CONFLICT (stream) DO UPDATE SET version = excluded.version, clock = excluded.clock;

-- name: accounts_follow
-- Returns whether the account events and reminders of a table are up to date.
SELECT (s.transaction, s.position) >= (e.transaction, e.position)
FROM shengji.head AS h JOIN shengji.event AS e USING (stream, version), shengji.subscription AS s
WHERE h.stream = %(stream)s AND s.name = 'accounts';

-- name: has_mailboxes
-- Returns whether any player of the sandbox has a mail address.
SELECT EXISTS (SELECT FROM shengji.sandbox_mailbox WHERE world = %(world)s);

-- name: world_followed
-- Returns whether the account events and inboxes of all players of a sandbox are up to date.
SELECT NOT EXISTS (
    SELECT FROM shengji.head AS h
    JOIN shengji.event AS e ON e.stream = h.stream AND e.version = h.version
    JOIN shengji.subscription AS s ON (s.transaction, s.position) < (e.transaction, e.position)
    WHERE h.world = %(world)s AND s.name IN ('accounts', 'tables')
);

-- name: try_world
-- Returns whether this session got the lock of a sandbox. Only the holder works on the sandbox.
SELECT pg_try_advisory_lock(hashtextextended(%(world)s, 15));

-- name: leave_world
SELECT pg_advisory_unlock(hashtextextended(%(world)s, 15));

-- name: turn_run_down
-- Returns the version at which a deadline of a table has passed, and the current time of the table in milliseconds
-- since 1970. No row if none has passed. In a sandbox, the time is the deadline itself, however far the clock was
-- moved.
SELECT version, (extract(epoch FROM CASE WHEN world IS NULL THEN now() ELSE turn_due_at END) * 1000)::bigint
FROM shengji.head WHERE stream = %(stream)s AND turn_due_at <= shengji.time_in(world);

-- name: world_time
SELECT clock FROM shengji.world WHERE id = %(id)s;

-- name: stream_world
-- Returns the sandbox of a stream, or null.
SELECT world FROM shengji.head WHERE stream = %(stream)s;

-- name: last_moment
-- Returns the time of the last event of a stream.
SELECT updated_at FROM shengji.head WHERE stream = %(stream)s;

-- name: heads
-- Returns the heads of several streams.
SELECT stream, version, state_revision, state, asked, updated_at, clock_step, turn_due_at
FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: asked_and_seated
-- Returns the players who have to act in these streams, and the seats.
SELECT stream, version, asked, state_revision, state->'seats' FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: versions
-- Returns the versions of several streams.
SELECT stream, version FROM shengji.head WHERE stream = ANY(%(streams)s);

-- name: streams
-- Returns the names of streams in order, with or without a head, one page at a time.
SELECT stream FROM shengji.event WHERE stream > %(after)s AND version = 1 ORDER BY stream LIMIT %(limit)s;

-- name: disordered
-- Streams in which a later event has a smaller transaction id. Readers of the log would see its events out of order.
SELECT DISTINCT stream FROM (
    SELECT stream, transaction < lag(transaction) OVER (PARTITION BY stream ORDER BY version) AS wrong
    FROM shengji.event
) AS e WHERE wrong ORDER BY stream;

-- name: refold
-- Writes a head folded from all events of its stream, unless the stream or its head has changed meanwhile.
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
-- Returns the checkpoint of a subscription.
SELECT transaction, position FROM shengji.subscription WHERE name = %(name)s;

-- name: follow
-- Returns the checkpoint of a subscription, whether it has set streams aside, and the one to be retried now: its
-- first missing version, and the number of attempts.
SELECT s.transaction, s.position, EXISTS (SELECT FROM shengji.set_aside WHERE follower = s.name),
    due.stream, due.version, due.attempts
FROM shengji.subscription AS s LEFT JOIN LATERAL (
    SELECT stream, version, attempts FROM shengji.set_aside
    WHERE follower = s.name AND next_at <= statement_timestamp() ORDER BY next_at LIMIT 1
) AS due ON true
WHERE s.name = %(name)s;

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

-- name: leave_alone
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

-- name: forget_left_alone
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

-- name: move_checkpoint
-- Succeeds only if the checkpoint is still the one that was read, so a second worker cannot move it back. The commit
-- does not wait for the disk: the work of the batch is in the same transaction, and a crash of the server undoes
-- both.
WITH lazily AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS setting)
UPDATE shengji.subscription
SET transaction = %(transaction)s, position = %(position)s, updated_at = statement_timestamp()
FROM lazily
WHERE lazily.setting = 'off'
    AND name = %(name)s AND (transaction, position) = (%(from_transaction)s, %(from_position)s)
RETURNING name;

-- name: lag
-- For each subscription, the number of events behind its checkpoint (at most 10,000) and the age of the oldest in
-- seconds. The age ignores events of sandboxes, which have the time of their sandbox.
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
-- Returns the highest transaction id of any event or checkpoint, and the lowest id that may still be running.
SELECT greatest((SELECT max(transaction) FROM shengji.event), (SELECT max(transaction) FROM shengji.subscription), 0),
    shengji.feed_safe();

-- name: schema_number
SELECT coalesce(max(number), 0) FROM shengji.migration;

-- name: add_player
INSERT INTO shengji.player (id, name, kind, world, created_at)
VALUES (%(id)s, %(name)s, %(kind)s, %(world)s, shengji.time_in(%(world)s)) RETURNING created_at;

-- name: keep_house_player
INSERT INTO shengji.player (id, name, kind) VALUES (%(id)s, %(name)s, 'house') ON CONFLICT (id) DO NOTHING;

-- name: players
SELECT id, name, kind, created_at, closed_at FROM shengji.player WHERE id = ANY(%(ids)s);

-- name: time_of
-- Returns the current time of a player: that of their sandbox, or the real time.
SELECT shengji.time_of(%(player_id)s);

-- name: player_world
SELECT world FROM shengji.player WHERE id = %(id)s;

-- name: add_world
-- Creates a sandbox. No row if the player has the maximum number of sandboxes.
INSERT INTO shengji.world (id, owner, clock, expires_at) SELECT %(id)s, %(owner)s, %(clock)s, %(expires_at)s
WHERE (
    SELECT count(*) FROM shengji.world WHERE owner = %(owner)s AND expires_at > statement_timestamp()
) < %(most)s
RETURNING id;

-- name: world
SELECT id, clock, created_at, expires_at FROM shengji.world WHERE id = %(id)s AND expires_at > statement_timestamp();

-- name: worlds
SELECT id, clock, created_at, expires_at FROM shengji.world
WHERE owner = %(owner)s AND expires_at > statement_timestamp() ORDER BY id;

-- name: world_players
-- Returns players of a sandbox whose accounts are open.
SELECT id FROM shengji.player WHERE world = %(world)s AND closed_at IS NULL ORDER BY id LIMIT %(limit)s;

-- name: count_world_players
SELECT count(*) FROM shengji.player WHERE world = %(world)s;

-- name: begin_advance
-- Records that a request moves the clock of a sandbox, for at most some seconds. No row if another request moves it,
-- or if the owner moves the maximum number of clocks. The caller holds the row of the owner.
UPDATE shengji.world AS w SET advances_until = statement_timestamp() + make_interval(secs => %(lasts_s)s)
WHERE w.id = %(id)s AND (w.advances_until IS NULL OR w.advances_until < statement_timestamp()) AND (
    SELECT count(*) FROM shengji.world AS o WHERE o.owner = w.owner AND o.advances_until >= statement_timestamp()
) < %(most)s
RETURNING w.id;

-- name: hold_owner
-- Locks the owner of a sandbox until the end of the transaction.
SELECT p.id FROM shengji.player AS p JOIN shengji.world AS w ON w.owner = p.id WHERE w.id = %(id)s FOR NO KEY UPDATE OF p;

-- name: end_advance
UPDATE shengji.world SET advances_until = NULL WHERE id = %(id)s;

-- name: move_clock
-- Moves the clock of a sandbox forward, to a time or by some seconds. No row if that would move it back or beyond
-- the limit.
UPDATE shengji.world
SET clock = coalesce(%(to)s, clock + make_interval(secs => %(seconds)s)), moved_at = statement_timestamp()
WHERE id = %(id)s AND ended_at IS NULL
    AND coalesce(%(to)s, clock + make_interval(secs => %(seconds)s)) BETWEEN clock AND %(latest)s
RETURNING clock;

-- name: world_unrest
-- Returns the number of things that are due in a sandbox (tables, tournaments, series, leagues, reminders,
-- vacations, mails and digests), whether all projections, ratings and grades are up to date, and the number of open
-- accounts.
SELECT
    (SELECT count(*) FROM shengji.head AS h JOIN shengji.world AS w ON w.id = h.world
     WHERE h.world = %(world)s AND NOT shengji.is_left_alone(h.stream) AND (
        h.turn_due_at <= w.clock AND shengji.is_due_in_world(h.stream, h.version, h.turn_due_at, w.clock)
        OR h.clock_due_at <= w.clock OR h.due_at IS NOT NULL
     ))
    + (SELECT count(*) FROM shengji.tournament_work
     WHERE world = %(world)s AND NOT shengji.is_left_alone('tournament-' || tournament_id))
    + (SELECT count(*) FROM shengji.league_work
     WHERE world = %(world)s AND NOT shengji.is_left_alone('league-' || league_id))
    + (SELECT count(DISTINCT r.table_id) FROM shengji.reminder AS r JOIN shengji.world AS w ON w.id = r.world
     WHERE r.world = %(world)s AND r.at <= w.clock)
    + (SELECT count(*) FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_applied AND p.world = %(world)s)
    + (SELECT count(*) FROM shengji.sandbox_mail AS m JOIN shengji.world AS w ON w.id = m.world
     WHERE m.world = %(world)s AND m.state = 'pending' AND m.due_at <= w.clock)
    + (SELECT count(*) FROM shengji.sandbox_mailbox AS m JOIN shengji.world AS w ON w.id = m.world
     WHERE m.world = %(world)s AND m.digest_at <= w.clock),
    NOT EXISTS (
        SELECT FROM shengji.head AS h
        JOIN shengji.event AS e ON e.stream = h.stream AND e.version = h.version
        JOIN shengji.subscription AS s ON (s.transaction, s.position) < (e.transaction, e.position)
        WHERE h.world = %(world)s
            AND s.name IN ('accounts', 'reliability', 'tables', 'tournaments', 'ratings', 'grades', 'leagues', 'series')
    ) AND NOT EXISTS (
        SELECT FROM rating_pool WHERE split_part(pool, '/', 2) = %(world)s AND rated < newest
    ) AND NOT EXISTS (
        SELECT FROM grade_pool WHERE split_part(pool, '/', 2) = %(world)s AND graded < newest
    ),
    (SELECT count(*) FROM shengji.player WHERE world = %(world)s AND closed_at IS NULL);

-- name: world_due
SELECT stream, least(turn_due_at, clock_due_at) AS due FROM shengji.head
WHERE world = %(world)s AND least(turn_due_at, clock_due_at) IS NOT NULL
ORDER BY due, stream LIMIT %(limit)s;

-- name: shut_world
-- Ends a sandbox: the tokens of its players become invalid. The sweep closes its accounts later and then calls
-- `end_world`.
UPDATE shengji.world SET owner = NULL, expires_at = least(expires_at, statement_timestamp())
WHERE id = %(id)s AND ended_at IS NULL;

-- name: end_world
-- Removes the pending work of a sandbox, and its ratings and grades.
WITH work AS (DELETE FROM shengji.tournament_work WHERE world = %(id)s),
    league_work AS (DELETE FROM shengji.league_work WHERE world = %(id)s),
    stands AS (DELETE FROM shengji.tournament_at_a_stand WHERE world = %(id)s),
    registrations AS (DELETE FROM shengji.registration WHERE world = %(id)s),
    pools AS (DELETE FROM rating_pool WHERE split_part(pool, '/', 2) = %(id)s RETURNING pool),
    ratings AS (DELETE FROM rating WHERE pool IN (SELECT pool FROM pools)),
    changes AS (DELETE FROM rating_change WHERE pool IN (SELECT pool FROM pools)),
    seasons AS (DELETE FROM rating_season WHERE pool IN (SELECT pool FROM pools)),
    games AS (DELETE FROM rated_game WHERE pool IN (SELECT pool FROM pools)
        OR tournament_id IN (SELECT id FROM tournament WHERE world = %(id)s)),
    grade_pools AS (DELETE FROM grade_pool WHERE split_part(pool, '/', 2) = %(id)s RETURNING pool),
    grades AS (DELETE FROM grade WHERE pool IN (SELECT pool FROM grade_pools)),
    grade_changes AS (DELETE FROM grade_change WHERE pool IN (SELECT pool FROM grade_pools)),
    sessions AS (DELETE FROM grade_session WHERE pool IN (SELECT pool FROM grade_pools))
UPDATE shengji.world SET ended_at = statement_timestamp(), owner = NULL WHERE id = %(id)s AND ended_at IS NULL;

-- name: disown_worlds
-- Ends all sandboxes of a player whose account is closed, see `shut_world`.
UPDATE shengji.world SET owner = NULL, expires_at = least(expires_at, statement_timestamp())
WHERE owner = %(player_id)s;

-- name: expired_worlds
SELECT id FROM shengji.world WHERE ended_at IS NULL AND expires_at <= statement_timestamp()
ORDER BY expires_at LIMIT %(limit)s;

-- name: hold_player
-- Locks the row of a player until the end of the transaction. No row if the account is closed.
SELECT id FROM shengji.player WHERE id = %(player_id)s AND closed_at IS NULL FOR UPDATE;

-- name: hold_players
-- Returns those of the players whose accounts are open. They stay open until the end of the transaction.
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND closed_at IS NULL ORDER BY id FOR SHARE;

-- name: closed_players
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND closed_at IS NOT NULL;

-- name: tell_players
-- Appends events to the feeds of accounts, in the given order, with their deliveries and mails. Returns the last
-- number of each account; closed accounts are left out. The rows of the players are locked until the end of the
-- transaction, so readers see the numbers in order and without gaps. If a webhook is being removed, the statement
-- waits for it and creates no delivery. The deliveries of one statement get ids that sort by number: earlier ones
-- are dated back by milliseconds. A mail about a turn waits, because the player may move at once. It waits longer
-- after a recent mail about the same table, and only one waits at a time.
WITH told AS MATERIALIZED (
    SELECT t.*, row_number() OVER (PARTITION BY player_id ORDER BY place)::integer AS nth
    FROM unnest(
        %(players)s::text[], %(types)s::text[], %(tables)s::text[], %(data)s::jsonb[], %(recorded_at)s::timestamptz[],
        %(kinds)s::text[], %(usual)s::text[]
    ) WITH ORDINALITY AS t (player_id, type, table_id, data, recorded_at, kind, usual, place)
), held AS MATERIALIZED (
    -- In one order, so that two who tell the same players do not wait for each other.
    SELECT id FROM shengji.player WHERE id IN (SELECT player_id FROM told) ORDER BY id FOR NO KEY UPDATE
), counted AS (
    UPDATE shengji.player AS p SET events = p.events + n.many
    FROM (SELECT player_id, count(*)::integer AS many FROM told GROUP BY player_id) AS n JOIN held ON held.id = n.player_id
    WHERE p.id = n.player_id AND p.closed_at IS NULL
    RETURNING p.id, p.events, n.many
), numbered AS MATERIALIZED (
    SELECT t.*, c.events - c.many + t.nth AS number, c.many - t.nth AS before_last
    FROM told AS t JOIN counted AS c ON c.id = t.player_id
), added AS (
    INSERT INTO shengji.account_event (player_id, number, type, table_id, data, recorded_at)
    SELECT player_id, number, type, table_id, data, recorded_at FROM numbered
), delivered AS (
    INSERT INTO shengji.delivery (id, webhook_id, player_id, number, type, next_attempt_at)
    SELECT 'msg_' || shengji.ulid(statement_timestamp() - n.before_last * interval '1 ms'), w.id, n.player_id, n.number,
        n.type, now()
    FROM numbered AS n JOIN shengji.webhook AS w ON w.player_id = n.player_id
    WHERE w.disabled_at IS NULL AND CASE WHEN n.type = 'tournament_event' THEN w.tournament_id = n.data->>'tournament'
        ELSE w.tournament_id IS NULL AND (w.types = '{}' OR n.type = ANY(w.types)) END
    FOR KEY SHARE OF w
    ON CONFLICT (webhook_id, number) DO NOTHING
), mailed AS (
    INSERT INTO shengji.mail (id, player_id, table_id, kind, number, next_attempt_at)
    SELECT 'mail_' || shengji.ulid(), n.player_id, n.table_id, n.kind, n.number,
        CASE WHEN n.kind <> 'turn' THEN now()
            ELSE greatest(now() + make_interval(secs => %(turn_waits_s)s), (
                SELECT max(m.settled_at) + make_interval(secs => %(turn_rests_s)s) FROM shengji.mail AS m
                WHERE m.player_id = n.player_id AND m.table_id = n.table_id AND m.kind = 'turn' AND m.state = 'sent'
            )) END
    FROM numbered AS n JOIN shengji.mailbox AS b ON b.player_id = n.player_id
    WHERE n.kind IS NOT NULL AND coalesce(b.wishes->>n.kind, n.usual) = 'each'
        AND b.address IS NOT NULL AND b.failing_since IS NULL AND %(sends_mail)s
    ON CONFLICT DO NOTHING
), mailed_in_sandboxes AS (
    INSERT INTO shengji.sandbox_mail (id, world, player_id, table_id, kind, number, created_at, due_at)
    SELECT 'mail_' || shengji.ulid(), s.world, n.player_id, n.table_id, n.kind, n.number, n.recorded_at,
        CASE WHEN n.kind <> 'turn' THEN n.recorded_at
            ELSE greatest(n.recorded_at + make_interval(secs => %(turn_waits_s)s), (
                SELECT max(m.settled_at) + make_interval(secs => %(turn_rests_s)s) FROM shengji.sandbox_mail AS m
                WHERE m.player_id = n.player_id AND m.table_id = n.table_id AND m.kind = 'turn' AND m.state = 'sent'
            )) END
    FROM numbered AS n
    JOIN shengji.mailbox AS b ON b.player_id = n.player_id
    JOIN shengji.sandbox_mailbox AS s ON s.player_id = n.player_id
    WHERE n.kind IS NOT NULL AND coalesce(b.wishes->>n.kind, n.usual) = 'each'
    ON CONFLICT DO NOTHING
)
SELECT id, events FROM counted;

-- name: account_events
SELECT number, type, table_id, data, recorded_at FROM shengji.account_event
WHERE player_id = %(player_id)s AND number > %(after)s ORDER BY number LIMIT %(limit)s;

-- name: account_numbers
-- Returns the number of the last event in the feeds of these accounts.
SELECT id, events FROM shengji.player WHERE id = ANY(%(players)s);

-- name: add_token
-- Locks the account, so that it cannot be closed without this token.
INSERT INTO shengji.token (id, player_id, name, hash, scopes, expires_at, grant_id)
SELECT %(id)s, p.id, %(name)s, %(hash)s, %(scopes)s, %(expires_at)s, %(grant_id)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: token
-- Returns the owner of a token, and whether its use has to be recorded. No row if it was revoked or has expired, if
-- the account is closed, or if the sandbox of the player has ended. The scope `moderation` requires that the player
-- is a moderator.
SELECT t.id, t.player_id, CASE WHEN p.moderator_since IS NULL THEN array_remove(t.scopes, 'moderation') ELSE t.scopes END,
    t.expires_at, p.name, p.kind, g.client_id, p.world,
    t.last_used_at IS NULL OR t.last_used_at < date_trunc('hour', now())
FROM shengji.token AS t
JOIN shengji.player AS p ON p.id = t.player_id
LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
LEFT JOIN shengji.world AS w ON w.id = p.world
WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    AND p.closed_at IS NULL AND g.revoked_at IS NULL AND (w.id IS NULL OR w.expires_at > now());

-- name: note_use
UPDATE shengji.token SET last_used_at = date_trunc('hour', now()) WHERE hash = %(hash)s;

-- name: tokens
SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, least(t.revoked_at, g.revoked_at), t.last_used_at, g.client_id
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.player_id = %(player_id)s AND t.id > %(after)s ORDER BY t.id LIMIT %(limit)s;

-- name: revoke_token
-- Revokes a token. A client's token ends its whole grant. Returns the hashes of all tokens that have ended.
WITH ended AS (
    UPDATE shengji.token SET revoked_at = coalesce(revoked_at, statement_timestamp())
    WHERE id = %(id)s AND player_id = %(player_id)s RETURNING hash, grant_id
), with_it AS (
    UPDATE shengji.oauth_grant AS g SET revoked_at = coalesce(g.revoked_at, statement_timestamp())
    FROM ended WHERE g.id = ended.grant_id RETURNING g.id
)
SELECT hash FROM ended UNION SELECT t.hash FROM shengji.token AS t JOIN with_it ON with_it.id = t.grant_id;

-- name: login
-- Returns the player of a login, ignoring case, and the password hash.
SELECT player_id, password FROM shengji.login WHERE lower(login) = lower(%(login)s);

-- name: login_of
SELECT login, password, changed_at FROM shengji.login WHERE player_id = %(player_id)s;

-- name: add_login
-- No row if another player has this login.
INSERT INTO shengji.login (player_id, login, password) VALUES (%(player_id)s, %(login)s, %(password)s)
ON CONFLICT DO NOTHING RETURNING player_id;

-- name: drop_login
DELETE FROM shengji.login WHERE player_id = %(player_id)s;

-- name: rehash_password
UPDATE shengji.login SET password = %(password)s WHERE player_id = %(player_id)s AND password = %(before)s;

-- name: add_client
INSERT INTO shengji.oauth_client (id, player_id, name, redirect_uris)
SELECT %(id)s, p.id, %(name)s, %(redirect_uris)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: client
SELECT id, name, redirect_uris, created_at FROM shengji.oauth_client WHERE id = %(id)s;

-- name: clients
SELECT id, name, redirect_uris, created_at FROM shengji.oauth_client
WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: drop_client
-- Deletes a client with all grants to it.
DELETE FROM shengji.oauth_client WHERE id = %(id)s AND player_id = %(player_id)s RETURNING id;

-- name: add_code
INSERT INTO shengji.oauth_code (hash, client_id, player_id, redirect_uri, challenge, scopes, expires_at)
SELECT %(hash)s, c.id, p.id, %(redirect_uri)s, %(challenge)s, %(scopes)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s)
FROM shengji.oauth_client AS c, shengji.player AS p
WHERE c.id = %(client_id)s AND p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING hash;

-- name: code
SELECT player_id, redirect_uri, challenge, scopes, grant_id, expires_at <= statement_timestamp() FROM shengji.oauth_code
WHERE hash = %(hash)s AND client_id = %(client_id)s;

-- name: use_code
-- No row if the code was already used.
UPDATE shengji.oauth_code SET grant_id = %(grant_id)s WHERE hash = %(hash)s AND grant_id IS NULL RETURNING hash;

-- name: add_device
INSERT INTO shengji.oauth_device (hash, user_code, client_id, scopes, interval_s, expires_at)
SELECT %(hash)s, %(user_code)s, c.id, %(scopes)s, %(interval_s)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s)
FROM shengji.oauth_client AS c WHERE c.id = %(client_id)s FOR SHARE
ON CONFLICT DO NOTHING RETURNING hash;

-- name: device
SELECT player_id, allowed, scopes, grant_id, expires_at <= statement_timestamp() FROM shengji.oauth_device
WHERE hash = %(hash)s AND client_id = %(client_id)s;

-- name: waiting_device
-- Returns a device by its user code, as long as no player has decided about it.
SELECT c.name, d.scopes FROM shengji.oauth_device AS d JOIN shengji.oauth_client AS c ON c.id = d.client_id
WHERE d.user_code = %(user_code)s AND d.allowed IS NULL AND d.expires_at > statement_timestamp();

-- name: decide_device
UPDATE shengji.oauth_device SET allowed = %(allowed)s, player_id = %(player_id)s
WHERE user_code = %(user_code)s AND allowed IS NULL AND expires_at > statement_timestamp() RETURNING hash;

-- name: poll_device
-- Records a poll of a device. Returns whether it came too soon, which lengthens the interval (RFC 8628, section
-- 3.5).
WITH before AS (
    SELECT hash, coalesce(polled_at > statement_timestamp() - make_interval(secs => interval_s), false) AS too_soon
    FROM shengji.oauth_device WHERE hash = %(hash)s FOR UPDATE
)
UPDATE shengji.oauth_device AS d
SET polled_at = statement_timestamp(), interval_s = interval_s + CASE WHEN too_soon THEN %(longer_s)s ELSE 0 END
FROM before WHERE d.hash = before.hash RETURNING too_soon;

-- name: use_device
UPDATE shengji.oauth_device SET grant_id = %(grant_id)s
WHERE hash = %(hash)s AND grant_id IS NULL AND allowed RETURNING hash;

-- name: add_grant
-- Locks the client and the account, so that neither is deleted without this grant.
INSERT INTO shengji.oauth_grant (id, client_id, player_id, scopes)
SELECT %(id)s, c.id, p.id, %(scopes)s FROM shengji.oauth_client AS c, shengji.player AS p
WHERE c.id = %(client_id)s AND p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING id;

-- name: hold_grant
SELECT id FROM shengji.oauth_grant WHERE id = %(id)s AND revoked_at IS NULL FOR UPDATE;

-- name: revoke_grant
-- Revokes a grant. Returns the hashes of its tokens.
WITH ended AS (
    UPDATE shengji.oauth_grant SET revoked_at = coalesce(revoked_at, statement_timestamp()) WHERE id = %(id)s RETURNING id
)
SELECT t.hash FROM shengji.token AS t JOIN ended ON ended.id = t.grant_id;

-- name: grants
-- Returns the grants of a player, the oldest first.
SELECT g.id, g.client_id, c.name, g.scopes, g.created_at, g.revoked_at
FROM shengji.oauth_grant AS g JOIN shengji.oauth_client AS c ON c.id = g.client_id
WHERE g.player_id = %(player_id)s AND g.id > %(after)s ORDER BY g.id LIMIT %(limit)s;

-- name: replace_tokens
-- Revokes the current tokens of a grant, because new ones replace them. Returns their hashes.
UPDATE shengji.token SET revoked_at = statement_timestamp() WHERE grant_id = %(grant_id)s AND revoked_at IS NULL RETURNING hash;

-- name: add_refresh
INSERT INTO shengji.oauth_refresh (hash, grant_id, expires_at)
VALUES (%(hash)s, %(grant_id)s, statement_timestamp() + make_interval(secs => %(lives_s)s));

-- name: refresh
SELECT r.grant_id, g.client_id, g.player_id, g.scopes, r.used_at IS NOT NULL,
    g.revoked_at IS NOT NULL OR r.expires_at <= statement_timestamp(), r.expires_at
FROM shengji.oauth_refresh AS r JOIN shengji.oauth_grant AS g ON g.id = r.grant_id
WHERE r.hash = %(hash)s;

-- name: use_refresh
UPDATE shengji.oauth_refresh SET used_at = statement_timestamp() WHERE hash = %(hash)s AND used_at IS NULL RETURNING hash;

-- name: token_by_hash
-- Returns a token with its grant, and whether it has ended.
SELECT t.player_id, t.scopes, t.created_at, t.expires_at, t.grant_id, g.client_id,
    t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL OR coalesce(t.expires_at <= statement_timestamp(), false)
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.hash = %(hash)s;

-- name: sweep_oauth
-- Deletes codes and refresh tokens a day after they expired. Until then their reuse is detected.
WITH codes AS (DELETE FROM shengji.oauth_code WHERE expires_at < now() - interval '1 day'),
    devices AS (DELETE FROM shengji.oauth_device WHERE expires_at < now() - interval '1 day')
DELETE FROM shengji.oauth_refresh WHERE expires_at < now() - interval '1 day';

-- name: close_player
-- Deletes the name and keeps the id, because finished games keep their seats.
UPDATE shengji.player SET name = NULL, closed_at = statement_timestamp()
WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house' RETURNING id;

-- name: drop_webhooks
-- Deletes webhooks with their deliveries.
DELETE FROM shengji.webhook WHERE player_id = %(player_id)s;

-- name: drop_mails
WITH codes AS (DELETE FROM shengji.mail_code WHERE player_id = %(player_id)s),
    mails AS (DELETE FROM shengji.mail WHERE player_id = %(player_id)s),
    in_sandbox AS (DELETE FROM shengji.sandbox_mail WHERE player_id = %(player_id)s),
    address AS (DELETE FROM shengji.sandbox_mailbox WHERE player_id = %(player_id)s)
DELETE FROM shengji.mailbox WHERE player_id = %(player_id)s;

-- name: drop_account_events
DELETE FROM shengji.account_event WHERE player_id = %(player_id)s;

-- name: drop_talk
-- Deletes what the player has said. The messages keep their numbers.
WITH readers AS (DELETE FROM shengji.chat_reader WHERE player_id = %(player_id)s)
UPDATE shengji.chat_message
SET player_id = NULL, words = NULL, canned = NULL, removed_by = coalesce(removed_by, 'closing'),
    command_id = NULL, fingerprint = NULL
WHERE player_id = %(player_id)s;

-- name: drop_notes
DELETE FROM shengji.note WHERE player_id = %(player_id)s;

-- name: drop_blocks
DELETE FROM shengji.block WHERE player_id = %(player_id)s OR blocked_id = %(player_id)s;

-- name: drop_reports
-- Deletes reports about the player. Reports by the player lose their author and text.
WITH about AS (DELETE FROM shengji.report WHERE reported_id = %(player_id)s)
UPDATE shengji.report SET reporter_id = NULL, words = NULL, command_id = NULL, fingerprint = NULL
WHERE reporter_id = %(player_id)s AND reported_id IS DISTINCT FROM %(player_id)s;

-- name: drop_moderation
-- Keeps the action, but not the names of the moderator and the player.
WITH silences AS (DELETE FROM shengji.silence WHERE player_id = %(player_id)s),
    office AS (UPDATE shengji.player SET moderator_since = NULL WHERE id = %(player_id)s)
UPDATE shengji.moderation_action
SET moderator_id = nullif(moderator_id, %(player_id)s), player_id = nullif(player_id, %(player_id)s),
    note = CASE WHEN player_id = %(player_id)s THEN NULL ELSE note END
WHERE %(player_id)s IN (moderator_id, player_id);

-- name: calendars
-- For each player: whether they live in a sandbox, the schedules in order, and the last 50 vacations. Times are in
-- milliseconds since 1970.
SELECT p.id, shengji.world_of(p.id) IS NOT NULL,
    (SELECT jsonb_agg(jsonb_build_array(
            (extract(epoch FROM since) * 1000)::bigint, time_zone, quiet_start, quiet_end, weekend) ORDER BY since)
        FROM shengji.availability WHERE player_id = p.id),
    (SELECT jsonb_agg(jsonb_build_array(
            (extract(epoch FROM starts_at) * 1000)::bigint,
            (extract(epoch FROM coalesce(came_back_at, ends_at)) * 1000)::bigint))
        FROM (
            SELECT starts_at, ends_at, came_back_at FROM shengji.vacation
            WHERE player_id = p.id AND came_back_at IS DISTINCT FROM starts_at ORDER BY starts_at DESC LIMIT 50
        ) AS last)
FROM unnest(%(players)s::text[]) AS p (id);

-- name: availability
-- Returns the schedule of a player, and how often it was changed after a time.
SELECT since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation,
    (SELECT count(*) FROM shengji.availability WHERE player_id = %(player_id)s AND since > %(after)s)
FROM shengji.availability WHERE player_id = %(player_id)s ORDER BY since DESC LIMIT 1;

-- name: availabilities
SELECT since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation
FROM shengji.availability WHERE player_id = %(player_id)s AND since > %(after)s ORDER BY since LIMIT %(limit)s;

-- name: add_availability
INSERT INTO shengji.availability (player_id, since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation)
VALUES (%(player_id)s, %(since)s, %(time_zone)s, %(quiet_start)s, %(quiet_end)s, %(weekend)s, %(automatic_vacation)s);

-- name: set_automatic_vacation
UPDATE shengji.availability SET automatic_vacation = %(automatic_vacation)s
WHERE player_id = %(player_id)s AND since = %(since)s;

-- name: forget_availability
-- Deletes schedules that were replaced before a time.
DELETE FROM shengji.availability AS a WHERE player_id = %(player_id)s
    AND EXISTS (SELECT FROM shengji.availability AS b WHERE b.player_id = a.player_id AND b.since > a.since AND b.since < %(before)s);

-- name: drop_availability
DELETE FROM shengji.availability WHERE player_id = %(player_id)s;

-- name: account_began
SELECT created_at FROM shengji.player WHERE id = %(player_id)s;

-- name: vacations
SELECT id, starts_at, ends_at, came_back_at, is_automatic
FROM shengji.vacation WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: all_vacations
SELECT id, starts_at, ends_at, came_back_at, is_automatic
FROM shengji.vacation WHERE player_id = %(player_id)s ORDER BY starts_at;

-- name: add_vacation
INSERT INTO shengji.vacation (id, player_id, starts_at, ends_at, is_automatic)
VALUES (%(id)s, %(player_id)s, %(starts_at)s, %(ends_at)s, %(is_automatic)s);

-- name: end_vacation
UPDATE shengji.vacation SET came_back_at = %(at)s, is_applied = false WHERE id = %(id)s;

-- name: unapplied_vacations
-- Players with a vacation that has begun, was announced or was ended early, and that has not been applied to all
-- clocks. Players of sandboxes are left out, see `due_worlds`.
SELECT DISTINCT v.player_id FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
WHERE NOT v.is_applied AND p.world IS NULL LIMIT %(limit)s;

-- name: note_applied
-- Marks a vacation as applied, unless it was changed meanwhile.
UPDATE shengji.vacation SET is_applied = true
WHERE id = %(id)s AND came_back_at IS NOT DISTINCT FROM %(came_back_at)s;

-- name: vacations_to_apply
SELECT id, came_back_at FROM shengji.vacation WHERE player_id = %(player_id)s AND NOT is_applied;

-- name: drop_vacations
DELETE FROM shengji.vacation WHERE player_id = %(player_id)s;

-- name: drop_codes
WITH devices AS (DELETE FROM shengji.oauth_device WHERE player_id = %(player_id)s)
DELETE FROM shengji.oauth_code WHERE player_id = %(player_id)s;

-- name: drop_tokens
DELETE FROM shengji.token WHERE player_id = %(player_id)s;

-- name: drop_grants
DELETE FROM shengji.oauth_grant WHERE player_id = %(player_id)s;

-- name: drop_clients
DELETE FROM shengji.oauth_client WHERE player_id = %(player_id)s;

-- name: say
-- Adds the next message of a room. The row of the room is locked until the end of the transaction, so readers see
-- the messages in order and without gaps.
WITH counted AS (
    INSERT INTO shengji.chat_room AS r (table_id, room, messages) VALUES (%(table_id)s, %(room)s, 1)
    ON CONFLICT (table_id, room) DO UPDATE SET messages = r.messages + 1 RETURNING messages
)
INSERT INTO shengji.chat_message (table_id, room, number, player_id, words, canned, command_id, fingerprint)
SELECT %(table_id)s, %(room)s, messages, %(player_id)s, %(words)s, %(canned)s, %(command_id)s::uuid, %(fingerprint)s FROM counted
RETURNING number, said_at, player_id, words, canned, removed_by, NULL;

-- name: said_by_key
SELECT fingerprint, number, said_at, player_id, words, canned, removed_by, NULL
FROM shengji.chat_message WHERE command_id = %(command_id)s;

-- name: messages
-- Returns the messages of a room after a number, as a player sees them. Messages of blocked players and of muted
-- rooms are hidden.
SELECT m.number, m.said_at, m.player_id,
    CASE WHEN h.why IS NULL THEN m.words END, CASE WHEN h.why IS NULL THEN m.canned END, m.removed_by, h.why
FROM shengji.chat_message AS m
LEFT JOIN shengji.block AS b ON b.player_id = %(player_id)s AND b.blocked_id = m.player_id
LEFT JOIN shengji.chat_reader AS r
    ON r.player_id = %(player_id)s AND r.table_id = m.table_id AND r.room = m.room AND r.muted AND m.player_id <> %(player_id)s
CROSS JOIN LATERAL (
    SELECT CASE WHEN b.player_id IS NOT NULL THEN 'blocked' WHEN r.player_id IS NOT NULL THEN 'muted' END AS why
) AS h
WHERE m.table_id = %(table_id)s AND m.room = %(room)s AND m.number > %(after)s ORDER BY m.number LIMIT %(limit)s;

-- name: room
-- Returns the number of the last message of a room, and whether the player has muted it.
SELECT coalesce((SELECT messages FROM shengji.chat_room WHERE table_id = %(table_id)s AND room = %(room)s), 0),
    coalesce((SELECT muted FROM shengji.chat_reader
        WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s), false);

-- name: room_numbers
-- Returns the numbers of the last messages in the rooms of these tables.
SELECT table_id, room, messages FROM shengji.chat_room WHERE table_id = ANY(%(tables)s);

-- name: tell_of_message
-- Records that a player is notified of a message. No row if the player has muted the room, blocked the author, or
-- not yet read the message of the last notification.
INSERT INTO shengji.chat_reader AS r (player_id, table_id, room, told_to, told_at)
SELECT %(player_id)s, %(table_id)s, %(room)s, %(number)s, statement_timestamp()
WHERE NOT EXISTS (
    SELECT FROM shengji.block WHERE player_id = %(player_id)s AND blocked_id = %(author_id)s
)
ON CONFLICT (player_id, table_id, room) DO UPDATE SET told_to = excluded.told_to, told_at = excluded.told_at
WHERE NOT r.muted AND r.told_to <= r.read_to AND r.told_to < excluded.told_to
RETURNING told_to;

-- name: note_read
UPDATE shengji.chat_reader SET read_to = %(number)s
WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s
    AND told_to > read_to AND read_to < %(number)s;

-- name: mute_room
INSERT INTO shengji.chat_reader (player_id, table_id, room, muted) VALUES (%(player_id)s, %(table_id)s, %(room)s, true)
ON CONFLICT (player_id, table_id, room) DO UPDATE SET muted = true;

-- name: unmute_room
UPDATE shengji.chat_reader SET muted = false
WHERE player_id = %(player_id)s AND table_id = %(table_id)s AND room = %(room)s;

-- name: message
SELECT number, said_at, player_id, words, canned, removed_by, NULL FROM shengji.chat_message
WHERE table_id = %(table_id)s AND room = %(room)s AND number = %(number)s;

-- name: remove_message
-- Deletes the text of a message. Its number stays.
UPDATE shengji.chat_message SET words = NULL, canned = NULL, removed_by = %(removed_by)s
WHERE table_id = %(table_id)s AND room = %(room)s AND number = %(number)s AND removed_by IS NULL
RETURNING number;

-- name: said_of
-- Returns the messages of a player, room by room, after a given message.
SELECT table_id || '/' || room || '/' || lpad(number::text, 10, '0') AS place, table_id, room, number, said_at, words, canned
FROM shengji.chat_message
WHERE player_id = %(player_id)s AND removed_by IS NULL
    AND (table_id, room, number) > (split_part(%(after)s, '/', 1), split_part(%(after)s, '/', 2),
        coalesce(nullif(split_part(%(after)s, '/', 3), ''), '0')::integer)
ORDER BY table_id, room, number LIMIT %(limit)s;

-- name: rooms_of
-- Returns what is stored about the rooms that a player reads, after a given room.
SELECT table_id || '/' || room AS place, table_id, room, read_to, muted FROM shengji.chat_reader
WHERE player_id = %(player_id)s
    AND (table_id, room) > (split_part(%(after)s, '/', 1), split_part(%(after)s, '/', 2))
ORDER BY table_id, room LIMIT %(limit)s;

-- name: note
SELECT words, changed_at FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s;

-- name: put_note
-- No row if the player has the maximum number of notes.
INSERT INTO shengji.note (player_id, table_id, words)
SELECT %(player_id)s, %(table_id)s, %(words)s
WHERE EXISTS (SELECT FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s)
    OR (SELECT count(*) FROM shengji.note WHERE player_id = %(player_id)s) < %(most)s
ON CONFLICT (player_id, table_id) DO UPDATE SET words = excluded.words, changed_at = statement_timestamp()
RETURNING words, changed_at;

-- name: drop_note
DELETE FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s;

-- name: notes
SELECT table_id, words, changed_at FROM shengji.note
WHERE player_id = %(player_id)s AND table_id > %(after)s ORDER BY table_id LIMIT %(limit)s;

-- name: add_block
-- No row if the player blocks the maximum number of players.
INSERT INTO shengji.block (player_id, blocked_id)
SELECT %(player_id)s, %(blocked_id)s
WHERE EXISTS (SELECT FROM shengji.block WHERE player_id = %(player_id)s AND blocked_id = %(blocked_id)s)
    OR (SELECT count(*) FROM shengji.block WHERE player_id = %(player_id)s) < %(most)s
ON CONFLICT (player_id, blocked_id) DO UPDATE SET blocked_id = excluded.blocked_id
RETURNING blocked_id;

-- name: drop_block
DELETE FROM shengji.block WHERE player_id = %(player_id)s AND blocked_id = %(blocked_id)s;

-- name: blocks
SELECT b.blocked_id, p.name, b.blocked_at
FROM shengji.block AS b JOIN shengji.player AS p ON p.id = b.blocked_id
WHERE b.player_id = %(player_id)s AND b.blocked_id > %(after)s ORDER BY b.blocked_id LIMIT %(limit)s;

-- name: blocked_pairs
-- Returns the pairs among these players in which the first blocks the second.
SELECT player_id, blocked_id FROM shengji.block
WHERE player_id = ANY(%(players)s) AND blocked_id = ANY(%(players)s);

-- name: silenced_until
SELECT ends_at FROM shengji.silence WHERE player_id = %(player_id)s AND ends_at > statement_timestamp();

-- name: silence
-- Silences a player until the later of the old and the new end. Returns that end.
INSERT INTO shengji.silence AS s (player_id, ends_at)
VALUES (%(player_id)s, statement_timestamp() + make_interval(days => %(days)s))
ON CONFLICT (player_id) DO UPDATE SET ends_at = greatest(s.ends_at, excluded.ends_at)
RETURNING ends_at;

-- name: report_by_key
SELECT fingerprint, id FROM shengji.report WHERE command_id = %(command_id)s;

-- name: open_reports_of
-- Returns the number of open reports of a player, and whether one of them has the same subject.
SELECT count(*), coalesce(bool_or(reported_id IS NOT DISTINCT FROM %(reported_id)s
    AND table_id IS NOT DISTINCT FROM %(table_id)s AND room IS NOT DISTINCT FROM %(room)s
    AND number IS NOT DISTINCT FROM %(number)s), false)
FROM shengji.report WHERE reporter_id = %(reporter_id)s AND closed_at IS NULL;

-- name: add_report
INSERT INTO shengji.report
    (id, reporter_id, reported_id, table_id, room, number, reason, words, said, command_id, fingerprint)
VALUES (%(id)s, %(reporter_id)s, %(reported_id)s, %(table_id)s, %(room)s, %(number)s, %(reason)s, %(words)s, %(said)s,
    %(command_id)s, %(fingerprint)s);

-- name: reports
SELECT id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action
FROM shengji.report
WHERE id > %(after)s AND (%(state)s::text IS NULL OR (closed_at IS NULL) = (%(state)s = 'open'))
ORDER BY id LIMIT %(limit)s;

-- name: hold_report
SELECT id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action
FROM shengji.report WHERE id = %(id)s FOR UPDATE;

-- name: close_report
UPDATE shengji.report SET closed_at = statement_timestamp(), action = %(action)s WHERE id = %(id)s
RETURNING id, made_at, closed_at, reporter_id, reported_id, table_id, room, number, reason, words, said, action;

-- name: reports_of
-- Returns the reports by a player, the oldest first.
SELECT id, made_at, closed_at, reported_id, table_id, room, number, reason, words FROM shengji.report
WHERE reporter_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: add_action
INSERT INTO shengji.moderation_action
    (id, moderator_id, action, report_id, player_id, table_id, room, number, until, note)
VALUES (%(id)s, %(moderator_id)s, %(action)s, %(report_id)s, %(player_id)s, %(table_id)s, %(room)s, %(number)s, %(until)s,
    %(note)s);

-- name: moderation_actions
-- Returns a page of the moderation log, the newest first.
SELECT id, done_at, moderator_id, action, report_id, player_id, table_id, room, number, until, note
FROM shengji.moderation_action WHERE id < %(before)s ORDER BY id DESC LIMIT %(limit)s;

-- name: actions_on
-- Returns the moderation actions on a player, the oldest first.
SELECT id, done_at, action, table_id, room, number, until FROM shengji.moderation_action
WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: appoint_moderator
UPDATE shengji.player SET moderator_since = coalesce(moderator_since, statement_timestamp())
WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house' AND world IS NULL RETURNING name;

-- name: dismiss_moderator
UPDATE shengji.player SET moderator_since = NULL WHERE id = %(player_id)s AND moderator_since IS NOT NULL RETURNING id;

-- name: moderators
SELECT id, name, moderator_since FROM shengji.player WHERE moderator_since IS NOT NULL ORDER BY moderator_since, id;

-- name: put_summary
-- Overwrites a summary of the same version too: a new release may store more in it.
INSERT INTO table_summary AS s
    (id, opened_at, updated_at, version, free_seats, listed, status, players, summary, world)
VALUES (%(id)s, %(opened_at)s, %(updated_at)s, %(version)s, %(free_seats)s, %(listed)s, %(status)s, %(players)s,
    %(summary)s::jsonb, %(world)s)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, version = excluded.version, free_seats = excluded.free_seats,
    listed = excluded.listed, status = excluded.status, players = excluded.players, summary = excluded.summary,
    world = excluded.world
WHERE s.version <= excluded.version;

-- name: drop_turns
DELETE FROM turn WHERE table_id = ANY(%(tables)s);

-- name: add_turn
INSERT INTO turn (player_id, table_id, seat, asked, since, version, started_at, deadline_at, is_grace)
VALUES (%(player_id)s, %(table_id)s, %(seat)s, %(asked)s, %(since)s, %(version)s, %(started_at)s, %(deadline_at)s, %(is_grace)s)
ON CONFLICT (player_id, table_id, seat) DO UPDATE
SET asked = excluded.asked, since = excluded.since, version = excluded.version, started_at = excluded.started_at,
    deadline_at = excluded.deadline_at, is_grace = excluded.is_grace;

-- name: drop_reminders
-- Deletes reminders of turns that are over, or whose time has passed.
DELETE FROM shengji.reminder AS r
USING unnest(%(tables)s::text[], %(seats)s::integer[], %(lefts)s::text[]) AS t (table_id, seat, left_share)
WHERE r.table_id = t.table_id AND r.seat = t.seat AND r.left_share = t.left_share;

-- name: add_reminders
INSERT INTO shengji.reminder (table_id, seat, left_share, player_id, asked, version, deadline_at, at, world, left_s)
SELECT * FROM unnest(
    %(tables)s::text[], %(seats)s::integer[], %(lefts)s::text[], %(players)s::text[], %(asked)s::text[],
    %(versions)s::integer[], %(deadlines)s::timestamptz[], %(at)s::timestamptz[], %(worlds)s::text[], %(left_s)s::integer[]
);

-- name: move_reminders
-- Moves reminders that were not sent yet.
UPDATE shengji.reminder AS r SET deadline_at = t.deadline_at, at = t.at
FROM unnest(
    %(tables)s::text[], %(seats)s::integer[], %(lefts)s::text[], %(deadlines)s::timestamptz[], %(at)s::timestamptz[]
) AS t (table_id, seat, left_share, deadline_at, at)
WHERE r.table_id = t.table_id AND r.seat = t.seat AND r.left_share = t.left_share;

-- name: due_reminders
-- Returns reminders that are due, outside sandboxes. Those for the last fifth of the time come first.
SELECT table_id, seat, left_share, player_id, asked, version, deadline_at, at FROM shengji.reminder
WHERE world IS NULL AND at <= coalesce(%(now)s::timestamptz, now())
ORDER BY left_share, at LIMIT %(limit)s;

-- name: due_reminders_in_world
SELECT table_id, seat, left_share, player_id, asked, version, deadline_at, at FROM shengji.reminder
WHERE world = %(world)s AND at <= coalesce(%(now)s::timestamptz, now())
ORDER BY left_share, at LIMIT %(limit)s;

-- name: hold_head
-- Returns the state of a table and locks it against commands until the end of the transaction.
SELECT version, state_revision, state FROM shengji.head WHERE stream = %(stream)s FOR SHARE;

-- name: put_off_reminder
-- Retries a reminder later, or deletes it if its deadline has passed.
WITH over AS (
    DELETE FROM shengji.reminder
    WHERE table_id = %(table_id)s AND seat = %(seat)s AND left_share = %(left)s AND at = %(at)s
        AND deadline_at <= coalesce(%(now)s::timestamptz, now())
)
UPDATE shengji.reminder SET at = at + make_interval(mins => %(minutes)s)
WHERE table_id = %(table_id)s AND seat = %(seat)s AND left_share = %(left)s AND at = %(at)s
    AND deadline_at > coalesce(%(now)s::timestamptz, now());

-- name: take_reminder
-- Deletes a reminder in order to send it, and the earlier one that it replaces. Returns the current time and the
-- seconds left. No row if another process has sent it.
WITH taken AS (
    DELETE FROM shengji.reminder
    WHERE table_id = %(table_id)s AND seat = %(seat)s AND left_share = %(left)s AND at = %(at)s
    RETURNING table_id, seat, left_s
), overtaken AS (
    DELETE FROM shengji.reminder AS r USING taken
    WHERE r.table_id = taken.table_id AND r.seat = taken.seat AND r.left_share = 'half' AND %(left)s = 'fifth'
)
SELECT coalesce(%(now)s::timestamptz, now()), left_s FROM taken;

-- name: keep_registrations
-- Sets when players are reminded of the end of these registrations: a day before the end, or when half of the time
-- that is left now has passed, whichever is later. A registration with the same end stays unchanged.
INSERT INTO shengji.registration AS r (stream, closes_at, told_at, world)
SELECT u.stream, u.closes_at,
    greatest(u.closes_at - interval '1 day', u.seen_at + (u.closes_at - u.seen_at) / 2), u.world
FROM unnest(%(streams)s::text[], %(closes_at)s::timestamptz[], %(seen_at)s::timestamptz[], %(worlds)s::text[])
    AS u (stream, closes_at, seen_at, world)
ON CONFLICT (stream) DO UPDATE SET closes_at = excluded.closes_at, told_at = excluded.told_at, is_told = false
WHERE r.closes_at <> excluded.closes_at;

-- name: drop_registrations
DELETE FROM shengji.registration WHERE stream = ANY(%(streams)s::text[]);

-- name: due_registrations
-- Returns registrations whose reminder is due, by the clock of their sandbox if they have one.
(SELECT stream, closes_at FROM shengji.registration
    WHERE NOT is_told AND world IS NULL AND told_at <= now() ORDER BY told_at LIMIT %(limit)s)
UNION ALL
(SELECT r.stream, r.closes_at FROM shengji.world AS w JOIN shengji.registration AS r ON r.world = w.id
    WHERE NOT r.is_told AND w.ended_at IS NULL AND r.told_at <= w.clock LIMIT %(limit)s);

-- name: take_registration
-- Marks the reminder of a registration as sent. Returns the current time of its sandbox, or the real time. No row if
-- another process has sent it, or if the end has changed.
UPDATE shengji.registration SET is_told = true
WHERE stream = %(stream)s AND closes_at = %(closes_at)s AND NOT is_told RETURNING shengji.time_in(world);

-- name: series_players
-- Returns the organisers and players of the latest tournaments of a series before this one.
SELECT DISTINCT unnest(t.players) FROM (
    SELECT players FROM shengji_read.tournament
    WHERE series = %(series)s AND id < %(tournament_id)s ORDER BY id DESC LIMIT %(limit)s
) AS t ORDER BY 1;

-- name: drop_vacation_reminders
-- Deletes the reminder for the end of a vacation, because that end has changed.
DELETE FROM shengji.reminder WHERE player_id = %(player_id)s AND left_share = 'vacation';

-- name: drop_player_reminders
DELETE FROM shengji.reminder WHERE player_id = %(player_id)s;

-- name: drop_waiting_challenges
DELETE FROM challenge WHERE table_id = ANY(%(tables)s);

-- name: drop_waiting_proposals
DELETE FROM proposal WHERE table_id = ANY(%(tables)s);

-- name: add_waiting_proposal
INSERT INTO proposal (player_id, table_id, seat, what, proposer, version)
VALUES (%(player_id)s, %(table_id)s, %(seat)s, %(what)s, %(proposer)s, %(version)s)
ON CONFLICT (player_id, table_id) DO UPDATE
SET seat = excluded.seat, what = excluded.what, proposer = excluded.proposer, version = excluded.version;

-- name: add_waiting_challenge
INSERT INTO challenge (player_id, table_id, seat, challenger, version)
VALUES (%(player_id)s, %(table_id)s, %(seat)s, %(challenger)s, %(version)s)
ON CONFLICT (player_id, table_id) DO UPDATE
SET seat = excluded.seat, challenger = excluded.challenger, version = excluded.version;

-- name: list_tables
-- Returns a page of the listed tables outside sandboxes, the newest first.
SELECT summary FROM table_summary
WHERE listed AND world IS NULL AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_tables_in_world
SELECT summary FROM table_summary
WHERE listed AND world = %(world)s AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: list_own_tables
SELECT summary FROM table_summary
WHERE players @> ARRAY[%(player_id)s] AND id < %(before)s AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(free)s OR free_seats > 0)
ORDER BY id DESC LIMIT %(limit)s;

-- name: seat_taken_over
-- Returns the version of the last event after a version by which a substitute took the seat, or 0.
SELECT coalesce(max(version), 0) FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s AND type = 'substitute_seated' AND (data->>'seat')::integer = %(seat)s;

-- name: telling_events
-- Returns the events of a stream up to a version: those of the given types, and the player of each command at its
-- first event.
SELECT type, revision, CASE WHEN type = ANY(%(types)s) THEN data END, metadata->>'by'
FROM shengji.event WHERE stream = %(stream)s AND version <= %(version)s
    AND (type = ANY(%(types)s) OR metadata->>'by' IS NOT NULL)
ORDER BY version;

-- name: reliability
SELECT turns, hands FROM reliability WHERE player_id = %(player_id)s;

-- name: count_reliability
-- Appends turns and hands to the record of a player, and drops the oldest beyond the limits.
INSERT INTO reliability AS r (player_id, turns, hands)
VALUES (%(player_id)s, right(%(turns)s, %(most_turns)s::integer), right(%(hands)s, %(most_hands)s::integer))
ON CONFLICT (player_id) DO UPDATE
SET turns = right(r.turns || %(turns)s, %(most_turns)s), hands = right(r.hands || %(hands)s, %(most_hands)s);

-- name: turns
-- Returns the turns of a player by deadline. Those without a deadline come last, in the order in which they began.
SELECT table_id, seat, asked, since, version, started_at, deadline_at, is_grace,
    coalesce(%(now)s::timestamptz, (
        SELECT w.clock FROM shengji.player AS p JOIN shengji.world AS w ON w.id = p.world WHERE p.id = %(player_id)s
    ), now())
FROM turn
WHERE player_id = %(player_id)s
    AND (coalesce(deadline_at, 'infinity'), since, table_id, seat)
        > (%(deadline)s::timestamptz, %(since)s::timestamptz, %(table_id)s::text, %(seat)s::integer)
ORDER BY coalesce(deadline_at, 'infinity'), since, table_id, seat LIMIT %(limit)s;

-- name: waiting_challenges
-- Returns the challenges that a player has to answer. Those to the oldest tables come first.
SELECT table_id, seat, challenger FROM challenge
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: waiting_proposals
-- Returns the proposals that a player has to answer. Those at the oldest tables come first.
SELECT table_id, seat, what, proposer FROM proposal
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: count_waiting
SELECT (SELECT count(*) FROM turn WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM challenge WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM proposal WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM tournament_waiting WHERE player_id = %(player_id)s);

-- name: waiting_tournaments
-- Returns what tournaments expect of a player, by deadline.
SELECT tournament_id, what, entrant, deadline_at FROM tournament_waiting
WHERE player_id = %(player_id)s ORDER BY deadline_at NULLS LAST, tournament_id, entrant, what LIMIT %(limit)s;

-- name: add_invitation
-- Adds a link to a table. No row if the table has the maximum number of links, or if the account is closed.
INSERT INTO shengji.invitation (id, table_id, player_id, seat, uses, hash, created_at, expires_at)
SELECT %(id)s, %(table_id)s, p.id, %(seat)s, %(uses)s, %(hash)s, shengji.time_in(p.world),
    shengji.time_in(p.world) + make_interval(secs => %(lives_s)s)
FROM shengji.player AS p
WHERE p.id = %(player_id)s AND p.closed_at IS NULL AND (
    SELECT count(*) FROM shengji.invitation
    WHERE table_id = %(table_id)s AND expires_at > shengji.time_in(p.world)
) < %(most)s
FOR KEY SHARE OF p
RETURNING created_at, expires_at;

-- name: invitations
-- Returns the valid links to a table, the oldest first: those of one player, or all.
SELECT i.id, i.table_id, i.player_id, i.seat, i.uses, count(u.player_id)::integer, i.created_at, i.expires_at
FROM shengji.invitation AS i LEFT JOIN shengji.invitation_use AS u ON u.invitation_id = i.id
WHERE i.table_id = %(table_id)s AND i.player_id = coalesce(%(player_id)s, i.player_id)
    AND i.expires_at > shengji.time_of(i.player_id)
GROUP BY i.id ORDER BY i.id;

-- name: drop_invitation
DELETE FROM shengji.invitation
WHERE id = %(id)s AND table_id = %(table_id)s AND player_id = coalesce(%(player_id)s, player_id) RETURNING id;

-- name: invitation_of_code
-- Returns the link of a code if the player can use it. The player and the author of the link live in the same
-- sandbox or both in none.
SELECT i.id, i.table_id, i.player_id, i.seat, i.uses, count(u.player_id)::integer, i.created_at, i.expires_at
FROM shengji.invitation AS i LEFT JOIN shengji.invitation_use AS u ON u.invitation_id = i.id
WHERE i.hash = %(hash)s AND i.expires_at > shengji.time_of(i.player_id)
    AND shengji.world_of(i.player_id) IS NOT DISTINCT FROM shengji.world_of(%(player_id)s)
GROUP BY i.id HAVING count(u.player_id) < i.uses OR bool_or(u.player_id = %(player_id)s);

-- name: hold_invitation
SELECT uses FROM shengji.invitation WHERE id = %(id)s AND expires_at > shengji.time_of(player_id) FOR UPDATE;

-- name: invitation_uses
SELECT player_id FROM shengji.invitation_use WHERE invitation_id = %(id)s;

-- name: use_invitation
INSERT INTO shengji.invitation_use (invitation_id, player_id)
SELECT %(id)s, p.id FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR KEY SHARE
RETURNING player_id;

-- name: give_back_use
DELETE FROM shengji.invitation_use WHERE invitation_id = %(id)s AND player_id = %(player_id)s;

-- name: invitations_of_player
SELECT i.id, i.table_id, i.player_id, i.seat, i.uses, count(u.player_id)::integer, i.created_at, i.expires_at
FROM shengji.invitation AS i LEFT JOIN shengji.invitation_use AS u ON u.invitation_id = i.id
WHERE i.player_id = %(player_id)s AND i.id > %(after)s GROUP BY i.id ORDER BY i.id LIMIT %(limit)s;

-- name: invitation_uses_of_player
SELECT u.invitation_id, i.table_id, u.used_at
FROM shengji.invitation_use AS u JOIN shengji.invitation AS i ON i.id = u.invitation_id
WHERE u.player_id = %(player_id)s AND u.invitation_id > %(after)s ORDER BY u.invitation_id LIMIT %(limit)s;

-- name: drop_invitations
WITH uses AS (DELETE FROM shengji.invitation_use WHERE player_id = %(player_id)s)
DELETE FROM shengji.invitation WHERE player_id = %(player_id)s;

-- name: add_seek
-- Adds a seek. No row if the player has the maximum number of open seeks, or if the command was carried out before.
INSERT INTO shengji.seek (id, player_id, partner_id, wishes, command_id, fingerprint, world, created_at, expires_at)
SELECT %(id)s, p.id, %(partner_id)s, %(wishes)s::jsonb, %(command_id)s, %(fingerprint)s, p.world, shengji.time_in(p.world),
    shengji.time_in(p.world) + make_interval(secs => %(lives_s)s)
FROM shengji.player AS p
WHERE p.id = %(player_id)s AND p.closed_at IS NULL AND (
    SELECT count(*) FROM shengji.seek
    WHERE player_id = %(player_id)s AND withdrawn_at IS NULL AND table_id IS NULL AND expires_at > shengji.time_in(p.world)
) < %(most)s
FOR KEY SHARE OF p
ON CONFLICT (command_id) DO NOTHING
RETURNING id;

-- name: seek_of_command
SELECT id, fingerprint FROM shengji.seek WHERE command_id = %(command_id)s;

-- name: seek
-- Returns a seek that the player may see: their own, or an open one in the same sandbox.
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    s.expires_at <= shengji.time_in(s.world), s.meeting_id
FROM shengji.seek AS s
WHERE s.id = %(id)s AND (
    s.player_id = %(player_id)s OR s.partner_id = %(player_id)s OR shengji.is_open(s) AND
    s.world IS NOT DISTINCT FROM (SELECT world FROM shengji.player WHERE id = %(player_id)s)
);

-- name: own_seeks
-- Returns all seeks of a player, alone or with a partner, the newest first.
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    s.expires_at <= shengji.time_in(s.world), s.meeting_id
FROM shengji.seek AS s
WHERE (s.player_id = %(player_id)s OR s.partner_id = %(player_id)s) AND s.id < %(before)s ORDER BY s.id DESC LIMIT %(limit)s;

-- name: open_seeks
-- Returns the open seeks of all players in the sandbox of the player, the oldest first.
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    false, s.meeting_id
FROM shengji.open_seek AS s
WHERE s.id > %(after)s AND s.world IS NOT DISTINCT FROM (SELECT world FROM shengji.player WHERE id = %(player_id)s)
ORDER BY s.id LIMIT %(limit)s;

-- name: seeks_to_match
-- Returns open seeks, at most `limit` for each sandbox; those outside sandboxes come first. Each sandbox continues
-- after the seek at which its last search ended, then from the start. Seeks are in the order of their age; those
-- with a partner count from the partner's consent.
SELECT id, player_id, partner_id, wishes,
    EXISTS (SELECT FROM shengji.player AS p WHERE p.id IN (player_id, partner_id) AND p.kind = 'bot'), since, world
FROM (
    SELECT s.*, row_number() OVER (
        PARTITION BY s.world ORDER BY (s.since, s.id) <= (m.after_at, m.after_id) NULLS FIRST, s.since, s.id
    ) AS place
    FROM (SELECT *, coalesce(agreed_at, created_at) AS since FROM shengji.open_seek) AS s
    LEFT JOIN shengji.matching AS m ON m.world IS NOT DISTINCT FROM s.world
) AS s
WHERE place <= %(limit)s ORDER BY world NULLS FIRST, place;

-- name: begin_matching_behind
-- Sets where the next search in a sandbox begins.
INSERT INTO shengji.matching (world, after_at, after_id) VALUES (%(world)s, %(at)s, %(id)s)
ON CONFLICT (world) DO UPDATE SET after_at = excluded.after_at, after_id = excluded.after_id;

-- name: begin_matching_in_front
DELETE FROM shengji.matching WHERE world IS NOT DISTINCT FROM %(world)s::text;

-- name: matchmaking
-- Returns the number of open seeks, a checksum of their ids, and the number of planned tables.
SELECT count(*), coalesce(sum(hashtextextended(id, 0)), 0)::text, (SELECT count(*) FROM shengji.meeting)
FROM shengji.open_seek;

-- name: hold_seeks
-- Locks those of the seeks that are still open. The fixed order prevents deadlocks.
SELECT s.id FROM shengji.seek AS s WHERE s.id = ANY(%(ids)s) AND shengji.is_open(s) ORDER BY s.id FOR UPDATE;

-- name: add_meeting
INSERT INTO shengji.meeting (id, table_id, plan) VALUES (%(id)s, %(table_id)s, %(plan)s::jsonb);

-- name: plan_seeks
UPDATE shengji.seek SET meeting_id = %(meeting_id)s WHERE id = ANY(%(ids)s);

-- name: meetings
SELECT id FROM shengji.meeting ORDER BY id LIMIT %(limit)s;

-- name: begin_meeting
-- Marks a planned table as being opened; any process may finish this. No row if the table was opened, or if a player
-- has withdrawn.
UPDATE shengji.meeting SET is_opening = true WHERE id = %(id)s RETURNING table_id, plan;

-- name: hold_meeting
SELECT id FROM shengji.meeting WHERE id = %(id)s FOR UPDATE;

-- name: settle_seeks
UPDATE shengji.seek SET table_id = %(table_id)s WHERE meeting_id = %(meeting_id)s;

-- name: give_seeks_up
UPDATE shengji.seek SET withdrawn_at = statement_timestamp() WHERE meeting_id = %(meeting_id)s;

-- name: drop_meeting
DELETE FROM shengji.meeting WHERE id = %(id)s;

-- name: break_meeting
-- Releases all players of a planned table, unless it is being opened.
DELETE FROM shengji.meeting WHERE id = %(id)s AND NOT is_opening RETURNING id;

-- name: hold_seek
-- Locks a seek of a player that has not ended until the end of the transaction.
SELECT player_id, partner_id, agreed_at, meeting_id FROM shengji.seek AS s
WHERE s.id = %(id)s AND (player_id = %(player_id)s OR partner_id = %(player_id)s)
    AND withdrawn_at IS NULL AND table_id IS NULL
FOR UPDATE;

-- name: withdraw_seek
UPDATE shengji.seek SET withdrawn_at = statement_timestamp() WHERE id = %(id)s;

-- name: agree_to_seek
UPDATE shengji.seek SET agreed_at = coalesce(agreed_at, shengji.time_of(player_id))
WHERE id = %(id)s AND partner_id = %(player_id)s AND withdrawn_at IS NULL AND expires_at > shengji.time_of(player_id)
RETURNING player_id, shengji.time_of(player_id);

-- name: live_seeks
-- Returns the ids of a player's seeks that have not ended.
SELECT id FROM shengji.seek
WHERE (player_id = %(player_id)s OR partner_id = %(player_id)s) AND withdrawn_at IS NULL AND table_id IS NULL ORDER BY id;

-- name: seeks_of_player
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    s.expires_at <= shengji.time_in(s.world), s.meeting_id
FROM shengji.seek AS s
WHERE (s.player_id = %(player_id)s OR s.partner_id = %(player_id)s) AND s.id > %(after)s ORDER BY s.id LIMIT %(limit)s;

-- name: drop_seeks
-- Deletes the seeks of a player and the tables that are planned for them. The seeks of the other players become open
-- again.
WITH planned AS (
    DELETE FROM shengji.meeting WHERE NOT is_opening AND id IN (
        SELECT meeting_id FROM shengji.seek WHERE player_id = %(player_id)s OR partner_id = %(player_id)s
    )
)
DELETE FROM shengji.seek WHERE player_id = %(player_id)s OR partner_id = %(player_id)s;

-- name: sweep_meeting
-- Deletes seeks and links a while after they ended.
WITH links AS (
    DELETE FROM shengji.invitation AS i USING shengji.player AS p LEFT JOIN shengji.world AS w ON w.id = p.world
    WHERE p.id = i.player_id AND i.expires_at < coalesce(w.clock, now()) - interval '1 day'
), of_worlds AS (
    DELETE FROM shengji.seek AS s USING shengji.world AS w
    WHERE w.id = s.world AND s.expires_at < w.clock - make_interval(days => %(days)s) AND s.meeting_id IS NULL
), places AS (
    DELETE FROM shengji.matching AS m USING shengji.world AS w WHERE w.id = m.world AND w.ended_at IS NOT NULL
)
DELETE FROM shengji.seek
WHERE world IS NULL AND expires_at < now() - make_interval(days => %(days)s) AND meeting_id IS NULL;

-- name: known_transaction
-- Returns whether this cluster has reached a transaction id.
SELECT %(transaction)s <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shengji.feed_base();

-- name: add_webhook
-- Adds a webhook. No row if the player has the maximum number of webhooks.
INSERT INTO shengji.webhook (id, player_id, url, types, secret, tournament_id)
SELECT %(id)s, %(player_id)s, %(url)s, %(types)s, %(secret)s, %(tournament_id)s
WHERE (SELECT count(*) FROM shengji.webhook WHERE player_id = %(player_id)s) < %(most)s
RETURNING id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id;

-- name: webhooks
SELECT id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id
FROM shengji.webhook
WHERE player_id = %(player_id)s AND id = coalesce(%(id)s, id) ORDER BY id;

-- name: tournament_listeners
-- Returns the players who have webhooks for the events of a tournament.
SELECT DISTINCT player_id FROM shengji.webhook WHERE tournament_id = %(tournament_id)s ORDER BY player_id;

-- name: change_webhook
-- Changes a webhook; null leaves a member unchanged. Enabling a webhook resets its failures.
UPDATE shengji.webhook
SET url = coalesce(%(url)s, url), types = coalesce(%(types)s::text[], types),
    disabled_at = CASE WHEN %(enabled)s THEN NULL WHEN NOT %(enabled)s THEN coalesce(disabled_at, now()) ELSE disabled_at END,
    disabled_by = CASE WHEN %(enabled)s THEN NULL WHEN NOT %(enabled)s THEN coalesce(disabled_by, 'owner') ELSE disabled_by END,
    failures = CASE WHEN %(enabled)s::boolean THEN 0 ELSE failures END,
    rests_until = CASE WHEN %(enabled)s::boolean THEN '-infinity' ELSE rests_until END
WHERE player_id = %(player_id)s AND id = %(id)s
RETURNING id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id;

-- name: park_deliveries
-- Suspends pending deliveries until the webhook is enabled again.
UPDATE shengji.delivery SET next_attempt_at = NULL
WHERE webhook_id = %(webhook_id)s AND state = 'pending' AND next_attempt_at IS NOT NULL;

-- name: unpark_deliveries
-- Makes suspended deliveries due, with a new schedule of attempts.
UPDATE shengji.delivery SET next_attempt_at = now(), step = 0
WHERE webhook_id = %(webhook_id)s AND state = 'pending' AND next_attempt_at IS NULL;

-- name: drop_webhook
DELETE FROM shengji.webhook WHERE player_id = %(player_id)s AND id = %(id)s RETURNING id;

-- name: rotate_webhook
-- Sets a new secret. The previous secret stays valid for a while, and the one before ends now.
UPDATE shengji.webhook
SET former_secret = secret, former_until = now() + make_interval(secs => %(former_s)s), secret = %(secret)s
WHERE player_id = %(player_id)s AND id = %(id)s RETURNING former_until;

-- name: webhook_secrets
-- Returns the stored secrets of all webhooks, one page at a time.
SELECT id, secret, former_secret FROM shengji.webhook WHERE id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: reseal_webhook
-- Stores the same secrets with a new encryption, unless they were changed meanwhile.
UPDATE shengji.webhook SET secret = %(secret)s, former_secret = %(former_secret)s
WHERE id = %(id)s AND secret = %(secret_before)s AND former_secret IS NOT DISTINCT FROM %(former_secret_before)s
RETURNING id;

-- name: wake_webhook
-- Ends the pause of a webhook and locks its row, so that the caller can send at once.
UPDATE shengji.webhook SET rests_until = '-infinity'
WHERE player_id = %(player_id)s AND id = %(webhook_id)s RETURNING disabled_by;

-- name: add_test_delivery
-- Adds a test delivery, due before all others.
INSERT INTO shengji.delivery (id, webhook_id, player_id, type, next_attempt_at)
SELECT %(id)s, %(webhook_id)s, %(player_id)s, %(type)s, least(now(), min(next_attempt_at) - interval '1 ms')
FROM shengji.delivery WHERE webhook_id = %(webhook_id)s AND state = 'pending'
RETURNING id;

-- name: waiting_test_delivery
SELECT id FROM shengji.delivery
WHERE webhook_id = %(webhook_id)s AND number IS NULL AND state = 'pending' ORDER BY id LIMIT 1;

-- name: deliveries
-- Returns the deliveries of a webhook, the newest first.
SELECT d.id, d.webhook_id, d.type, d.number, d.state, d.attempts, d.created_at, d.next_attempt_at
FROM shengji.delivery AS d
WHERE d.webhook_id = %(webhook_id)s AND d.id < %(before)s AND d.state = coalesce(%(state)s, d.state)
ORDER BY d.id DESC LIMIT %(limit)s;

-- name: delivery
SELECT d.id, d.webhook_id, d.type, d.number, d.state, d.attempts, d.created_at, d.next_attempt_at,
    e.table_id, e.data, e.recorded_at
FROM shengji.delivery AS d LEFT JOIN shengji.account_event AS e ON e.player_id = d.player_id AND e.number = d.number
WHERE d.player_id = %(player_id)s AND d.webhook_id = %(webhook_id)s AND d.id = %(id)s;

-- name: delivery_attempts
-- Returns the last attempts of a delivery, the oldest first.
SELECT began_at, status, duration_ms, error FROM (
    SELECT number, began_at, status, duration_ms, error FROM shengji.delivery_attempt
    WHERE delivery_id = %(delivery_id)s ORDER BY number DESC LIMIT %(limit)s
) AS a ORDER BY number;

-- name: redeliver
-- Makes a delivery due before all others, with a new schedule of attempts.
UPDATE shengji.delivery SET state = 'pending', step = 0, next_attempt_at = least(now(), (
    SELECT min(next_attempt_at) - interval '1 ms' FROM shengji.delivery
    WHERE webhook_id = %(webhook_id)s AND state = 'pending'
))
WHERE webhook_id = %(webhook_id)s AND player_id = %(player_id)s AND id = %(id)s RETURNING id;

-- name: due_webhooks
-- Returns webhooks with due deliveries that no worker has claimed. The longest wait comes first.
SELECT w.id, w.claims, w.failures FROM (
    SELECT webhook_id, min(next_attempt_at) AS since FROM shengji.delivery
    WHERE state = 'pending' AND next_attempt_at <= now() GROUP BY webhook_id
) AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now()
ORDER BY d.since LIMIT %(limit)s;

-- name: claim_webhook
-- Claims a webhook for one worker. No row if another worker has claimed it, or if nothing is due.
UPDATE shengji.webhook AS w SET claims = claims + 1, leased_until = now() + make_interval(secs => %(lease_s)s)
WHERE w.id = %(id)s AND w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now() AND EXISTS (
    SELECT FROM shengji.delivery AS d
    WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= now()
)
RETURNING claims;

-- name: next_delivery
-- Returns the first due delivery of a claimed webhook, with what is needed to send it. Renews the claim.
WITH held AS (
    UPDATE shengji.webhook SET leased_until = now() + make_interval(secs => %(lease_s)s)
    WHERE id = %(id)s AND claims = %(claim)s AND leased_until > now() AND disabled_at IS NULL
    RETURNING id, url, secret, CASE WHEN former_until > now() THEN former_secret END AS former_secret
)
SELECT d.id, held.url, held.secret, held.former_secret, d.step, now(), d.type, d.number, d.created_at,
    e.table_id, e.data, e.recorded_at
FROM held JOIN shengji.delivery AS d ON d.webhook_id = held.id
LEFT JOIN shengji.account_event AS e ON e.player_id = d.player_id AND e.number = d.number
WHERE d.state = 'pending' AND d.next_attempt_at <= now()
ORDER BY d.next_attempt_at, d.number LIMIT 1;

-- name: release_webhook
UPDATE shengji.webhook SET leased_until = '-infinity' WHERE id = %(id)s AND claims = %(claim)s;

-- name: settle_webhook
-- Records the result of an attempt for a webhook. A failure pauses it, twice as long each time. The webhook is
-- disabled for the given reason or after too many failures in a row, unless its URL has changed.
UPDATE shengji.webhook AS w
SET failures = CASE WHEN %(delivered)s THEN 0 ELSE failures + 1 END,
    rests_until = CASE WHEN %(delivered)s THEN '-infinity'
        ELSE now() + make_interval(secs => least(%(rest_s)s * 2 ^ least(failures, 20), %(most_rest_s)s)) END,
    disabled_at = CASE WHEN reason IS NULL OR url <> %(url)s THEN disabled_at ELSE coalesce(disabled_at, now()) END,
    disabled_by = CASE WHEN reason IS NULL OR url <> %(url)s THEN disabled_by ELSE coalesce(disabled_by, reason) END
FROM (
    SELECT id AS of, coalesce(%(disabled_by)s::text,
        CASE WHEN NOT %(delivered)s AND failures + 1 >= %(most_failures)s THEN 'failing' END) AS reason
    FROM shengji.webhook WHERE id = %(id)s FOR UPDATE
) AS why
WHERE w.id = why.of RETURNING disabled_at IS NOT NULL;

-- name: settle_delivery
-- Records the result of an attempt. A failure reported late does not overwrite the result of another attempt.
UPDATE shengji.delivery
SET attempts = attempts + 1, step = %(step)s,
    next_attempt_at = CASE WHEN state = 'pending' THEN now() + make_interval(secs => %(again_s)s) END,
    state = CASE WHEN state = 'pending' OR %(state)s = 'delivered' THEN %(state)s ELSE state END
WHERE id = %(id)s RETURNING attempts;

-- name: add_attempt
INSERT INTO shengji.delivery_attempt (delivery_id, number, began_at, duration_ms, status, error)
VALUES (%(delivery_id)s, %(number)s, %(began_at)s, %(duration_ms)s, %(status)s, %(error)s);

-- name: count_attempt
INSERT INTO shengji.attempt_count AS c (outcome, attempts) VALUES (%(outcome)s, 1)
ON CONFLICT (outcome) DO UPDATE SET attempts = c.attempts + 1;

-- name: attempt_counts
SELECT outcome, attempts FROM shengji.attempt_count ORDER BY outcome;

-- name: waiting_deliveries
-- Returns the number of pending deliveries, and the seconds for which the oldest could have been sent.
SELECT count(*),
    greatest(coalesce(extract(epoch FROM now() - min(greatest(d.next_attempt_at, w.rests_until))), 0), 0)::float8
FROM shengji.delivery AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE d.state = 'pending' AND d.next_attempt_at IS NOT NULL;

-- name: drop_old_deliveries
-- Deletes deliveries older than some days, except those that are due or scheduled.
DELETE FROM shengji.delivery WHERE id IN (
    SELECT id FROM shengji.delivery
    WHERE id < (SELECT 'msg_' || shengji.ulid(now() - make_interval(days => %(days)s)))
        AND (state <> 'pending' OR next_attempt_at IS NULL)
    ORDER BY id LIMIT %(limit)s
)
RETURNING id;

-- name: mailbox
SELECT coalesce(b.address, s.address), coalesce(b.confirmed_at, s.given_at), b.asked_address, b.asked_at,
    b.failing_since, b.failing_status, b.wishes, b.time_zone, b.digest_hour, coalesce(b.digest_at, s.digest_at),
    b.changed_at
FROM shengji.mailbox AS b LEFT JOIN shengji.sandbox_mailbox AS s USING (player_id)
WHERE b.player_id = %(player_id)s;

-- name: keep_mailbox
-- Adds a mailbox for a player who has none.
INSERT INTO shengji.mailbox (player_id, time_zone, digest_hour, code)
VALUES (%(player_id)s, %(time_zone)s, %(digest_hour)s, %(code)s) ON CONFLICT DO NOTHING;

-- name: change_mailbox
-- Changes a mailbox. Null leaves a member unchanged, as do wishes that are not named.
UPDATE shengji.mailbox
SET wishes = wishes || %(wishes)s::jsonb, time_zone = coalesce(%(time_zone)s, time_zone),
    digest_hour = coalesce(%(digest_hour)s, digest_hour), changed_at = statement_timestamp()
WHERE player_id = %(player_id)s;

-- name: plan_digest
-- Sets when the next digest is due, and the event after which it begins; the latter only if no digest was planned.
-- Digests of sandboxes are stored with their addresses.
WITH in_sandbox AS (
    UPDATE shengji.sandbox_mailbox AS b
    SET digest_after = CASE WHEN b.digest_at IS NULL THEN p.events ELSE b.digest_after END, digest_at = %(digest_at)s
    FROM shengji.player AS p WHERE p.id = b.player_id AND b.player_id = %(player_id)s
)
UPDATE shengji.mailbox AS b
SET digest_after = CASE WHEN b.digest_at IS NULL THEN p.events ELSE b.digest_after END, digest_at = %(digest_at)s
FROM shengji.player AS p WHERE p.id = b.player_id AND b.player_id = %(player_id)s AND p.world IS NULL;

-- name: give_address
-- Sets the address of a player of a sandbox without confirmation. No row if the player lives in none.
INSERT INTO shengji.sandbox_mailbox AS b (player_id, world, address, given_at)
SELECT id, world, %(address)s, shengji.time_in(world) FROM shengji.player WHERE id = %(player_id)s AND world IS NOT NULL
ON CONFLICT (player_id) DO UPDATE SET address = excluded.address, given_at = excluded.given_at
RETURNING player_id;

-- name: ask_address
-- Sets an address that has to be confirmed. Earlier codes and their pending mails are dropped.
WITH codes AS (DELETE FROM shengji.mail_code WHERE player_id = %(player_id)s),
    mails AS (
        UPDATE shengji.mail SET state = 'dropped', settled_at = now(), next_attempt_at = NULL
        WHERE player_id = %(player_id)s AND kind = 'confirm' AND state = 'pending'
    )
UPDATE shengji.mailbox
SET asked_address = %(address)s, asked_at = statement_timestamp(), changed_at = statement_timestamp()
WHERE player_id = %(player_id)s;

-- name: codes_asked
-- Returns the number of codes in the last day, by this player and for this address.
SELECT (
    SELECT count(*) FROM shengji.mail
    WHERE player_id = %(player_id)s AND kind = 'confirm' AND created_at > now() - interval '1 day'
), (
    SELECT count(*) FROM shengji.mail_asked WHERE address = %(hash)s AND asked_at > now() - interval '1 day'
);

-- name: note_asked
INSERT INTO shengji.mail_asked (address) VALUES (%(hash)s);

-- name: add_confirmation
-- Adds a mail with a code. A mail that is not sent is stored too, because it counts towards the limit.
INSERT INTO shengji.mail (id, player_id, kind, state, settled_at, next_attempt_at)
VALUES ('mail_' || shengji.ulid(), %(player_id)s, 'confirm', CASE WHEN %(is_sent)s THEN 'pending' ELSE 'dropped' END,
    CASE WHEN NOT %(is_sent)s THEN now() END, CASE WHEN %(is_sent)s THEN now() END);

-- name: add_mail_code
INSERT INTO shengji.mail_code (hash, player_id, address, expires_at)
VALUES (%(hash)s, %(player_id)s, %(address)s, statement_timestamp() + make_interval(secs => %(lives_s)s));

-- name: use_mail_code
-- Makes the confirmed address the current one and returns its player. All codes of the player are deleted.
WITH used AS (
    DELETE FROM shengji.mail_code AS c USING shengji.mailbox AS b
    WHERE c.hash = %(hash)s AND c.expires_at > statement_timestamp() AND c.player_id = b.player_id
        AND c.address = b.asked_address AND c.player_id = coalesce(%(player_id)s, c.player_id)
    RETURNING c.player_id, c.address
), others AS (
    DELETE FROM shengji.mail_code AS c USING used WHERE c.player_id = used.player_id AND c.hash <> %(hash)s
)
UPDATE shengji.mailbox AS b
SET address = used.address, confirmed_at = statement_timestamp(), asked_address = NULL, asked_at = NULL, failures = 0,
    failing_since = NULL, failing_status = NULL, code = %(code)s, changed_at = statement_timestamp()
FROM used WHERE b.player_id = used.player_id
RETURNING b.player_id;

-- name: drop_address
-- Stops all mail to a player. The wishes stay.
WITH codes AS (DELETE FROM shengji.mail_code WHERE player_id = %(player_id)s),
    mails AS (
        UPDATE shengji.mail SET state = 'dropped', settled_at = now(), next_attempt_at = NULL
        WHERE player_id = %(player_id)s AND state = 'pending'
    ),
    in_sandbox AS (DELETE FROM shengji.sandbox_mail WHERE player_id = %(player_id)s AND state = 'pending'),
    given AS (DELETE FROM shengji.sandbox_mailbox WHERE player_id = %(player_id)s)
UPDATE shengji.mailbox
SET address = NULL, confirmed_at = NULL, asked_address = NULL, asked_at = NULL, failures = 0, failing_since = NULL,
    failing_status = NULL, digest_at = NULL, changed_at = statement_timestamp()
WHERE player_id = %(player_id)s;

-- name: unsubscribe
-- Returns the player with this code, and their wishes before the change.
SELECT player_id, wishes FROM shengji.mailbox WHERE code = %(code)s FOR UPDATE;

-- name: due_mails
-- Returns mails that are due, unless the mail server rests.
SELECT m.id, m.claims FROM shengji.mail AS m, shengji.mail_server AS s
WHERE m.state = 'pending' AND m.next_attempt_at <= now() AND s.rests_until <= now()
ORDER BY m.next_attempt_at LIMIT %(limit)s;

-- name: claim_mail
-- Claims the mail that is due first, with its mailbox and its event. The last columns say whether a newer mail about
-- the same table waits, which makes this one superfluous, and for how many seconds no invitation may be mailed to
-- the player.
WITH due AS (
    SELECT m.id FROM shengji.mail AS m, shengji.mail_server AS s
    WHERE m.state = 'pending' AND m.next_attempt_at <= now() AND s.rests_until <= now()
    ORDER BY m.next_attempt_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED
), claimed AS (
    UPDATE shengji.mail AS m SET claims = m.claims + 1, next_attempt_at = now() + make_interval(secs => %(lease_s)s)
    FROM due WHERE m.id = due.id
    RETURNING m.*
)
SELECT c.id, c.claims, c.step, c.kind, c.player_id, now(), b.address, b.asked_address, b.failing_since IS NOT NULL, b.code,
    b.wishes, b.time_zone, c.number, c.until, c.table_id, e.type, e.data, EXISTS (
        SELECT FROM shengji.mail AS m
        WHERE c.kind = 'turn' AND m.kind = 'turn' AND m.player_id = c.player_id AND m.table_id = c.table_id
            AND m.state = 'pending' AND m.number > c.number
    ), coalesce((
        SELECT extract(epoch FROM max(m.settled_at) - now())::float8 + %(invitations_rest_s)s FROM shengji.mail AS m
        WHERE m.player_id = c.player_id AND m.kind = 'invitation' AND m.state = 'sent'
            AND m.settled_at > now() - make_interval(secs => %(invitations_rest_s)s)
    ), 0.0)
FROM claimed AS c JOIN shengji.mailbox AS b ON b.player_id = c.player_id
LEFT JOIN shengji.account_event AS e ON e.player_id = c.player_id AND e.number = c.number;

-- name: settle_mail
-- Records the result of a claimed mail: sent, dropped, failed, or retried later.
UPDATE shengji.mail
SET state = %(state)s, step = %(step)s, status = coalesce(%(status)s, status),
    settled_at = CASE WHEN %(state)s <> 'pending' THEN now() END,
    next_attempt_at = CASE WHEN %(state)s = 'pending' THEN now() + make_interval(secs => %(again_s)s) END
WHERE id = %(id)s AND claims = %(claim)s AND state = 'pending' RETURNING id;

-- name: settle_mailbox
-- Records the result for the address of a mail, if it is still the current one. A refusal, or too many failed mails
-- in a row, stops all mail to it.
UPDATE shengji.mailbox
SET failures = CASE WHEN %(sent)s THEN 0 ELSE failures + 1 END,
    failing_since = CASE WHEN %(sent)s THEN NULL WHEN %(refused)s OR failures + 1 >= %(most_failures)s THEN now() END,
    failing_status = CASE WHEN %(sent)s THEN NULL WHEN %(refused)s OR failures + 1 >= %(most_failures)s THEN %(status)s END
WHERE player_id = %(player_id)s AND address = %(address)s;

-- name: refuse_asked_address
-- The mail server refuses an address that was to be confirmed.
UPDATE shengji.mailbox SET asked_address = NULL, asked_at = NULL
WHERE player_id = %(player_id)s AND asked_address = %(address)s;

-- name: rest_mail_server
-- Pauses the mail server after a failure, twice as long each time.
UPDATE shengji.mail_server
SET failures = failures + 1, rests_until = now() + make_interval(secs => least(%(rest_s)s * 2 ^ least(failures, 20), %(most_rest_s)s));

-- name: mail_server_is_back
UPDATE shengji.mail_server SET failures = 0, rests_until = '-infinity' WHERE failures > 0;

-- name: count_mail
INSERT INTO shengji.mail_count AS c (outcome, mails) VALUES (%(outcome)s, 1)
ON CONFLICT (outcome) DO UPDATE SET mails = c.mails + 1;

-- name: mail_counts
SELECT outcome, mails FROM shengji.mail_count ORDER BY outcome;

-- name: waiting_mails
-- Returns the number of pending mails, and the seconds for which the oldest could have been sent.
SELECT count(*), greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8
FROM shengji.mail WHERE state = 'pending';

-- name: expire_mails
-- Gives up mails that could not be sent for too long.
UPDATE shengji.mail SET state = 'failed', settled_at = now(), next_attempt_at = NULL
WHERE state = 'pending' AND created_at < now() - make_interval(secs => %(after_s)s) RETURNING id;

-- name: forget_mails
-- Deletes mails older than some days, and expired codes.
WITH asked AS (DELETE FROM shengji.mail_asked WHERE asked_at < now() - interval '1 day'),
    codes AS (DELETE FROM shengji.mail_code WHERE expires_at < now())
DELETE FROM shengji.mail WHERE id IN (
    SELECT id FROM shengji.mail WHERE state <> 'pending' AND settled_at < now() - make_interval(days => %(days)s) LIMIT %(limit)s
)
RETURNING id;

-- name: due_digests
-- Returns the mailboxes whose digest is due.
SELECT player_id, digest_at, time_zone, digest_hour FROM shengji.mailbox
WHERE digest_at <= now() ORDER BY digest_at LIMIT %(limit)s;

-- name: queue_digest
-- Adds a digest of the events since the last one, and sets when the next one is due. No row if another process has
-- added it.
WITH moved AS (
    UPDATE shengji.mailbox AS b SET digest_at = %(next_at)s, digest_after = p.events
    FROM shengji.player AS p, (
        SELECT digest_after FROM shengji.mailbox WHERE player_id = %(player_id)s FOR UPDATE
    ) AS before
    WHERE p.id = b.player_id AND b.player_id = %(player_id)s AND b.digest_at = %(digest_at)s
    RETURNING b.player_id, before.digest_after, p.events
)
INSERT INTO shengji.mail (id, player_id, kind, number, until, next_attempt_at)
SELECT 'mail_' || shengji.ulid(), player_id, 'digest', digest_after, events, now() FROM moved RETURNING id;

-- name: events_between
-- Returns the newest events of an account between two numbers, of the given types.
SELECT number, type, table_id, data, recorded_at FROM shengji.account_event
WHERE player_id = %(player_id)s AND number > %(after)s AND number <= %(until)s AND type = ANY(%(types)s)
ORDER BY number DESC LIMIT %(limit)s;

-- name: sandbox_mail
-- Returns a due mail of a sandbox with the columns of `claim_mail`. The current time is the time at which it is due.
SELECT m.id, 0, 0, m.kind, m.player_id, m.due_at, s.address, NULL, false, b.code, b.wishes, b.time_zone, m.number, m.until,
    m.table_id, e.type, e.data, EXISTS (
        SELECT FROM shengji.sandbox_mail AS o
        WHERE m.kind = 'turn' AND o.kind = 'turn' AND o.player_id = m.player_id AND o.table_id = m.table_id
            AND o.state = 'pending' AND o.number > m.number
    ), coalesce((
        SELECT extract(epoch FROM max(o.settled_at) - m.due_at)::float8 + %(invitations_rest_s)s
        FROM shengji.sandbox_mail AS o
        WHERE o.player_id = m.player_id AND o.kind = 'invitation' AND o.state = 'sent'
            AND o.settled_at > m.due_at - make_interval(secs => %(invitations_rest_s)s)
    ), 0.0)
FROM shengji.sandbox_mail AS m
JOIN shengji.mailbox AS b ON b.player_id = m.player_id
LEFT JOIN shengji.sandbox_mailbox AS s ON s.player_id = m.player_id
LEFT JOIN shengji.account_event AS e ON e.player_id = m.player_id AND e.number = m.number
WHERE m.id = %(id)s AND m.state = 'pending';

-- name: settle_sandbox_mail
-- Records the result of a mail of a sandbox. Deletes the oldest mails beyond the maximum number of the sandbox.
WITH settled AS (
    UPDATE shengji.sandbox_mail
    SET state = %(state)s, settled_at = due_at, address = %(address)s, subject = %(subject)s, body = %(body)s
    WHERE id = %(id)s AND state = 'pending' RETURNING id, world
), forgotten AS (
    DELETE FROM shengji.sandbox_mail WHERE id IN (
        SELECT m.id FROM shengji.sandbox_mail AS m JOIN settled ON m.world = settled.world
        WHERE m.state <> 'pending' ORDER BY m.settled_at DESC, m.id DESC OFFSET %(kept)s
    )
)
SELECT id FROM settled;

-- name: put_off_sandbox_mail
UPDATE shengji.sandbox_mail SET due_at = due_at + make_interval(secs => %(rest_s)s)
WHERE id = %(id)s AND state = 'pending' RETURNING id;

-- name: sandbox_digest
-- Like `queue_digest`, at the time at which the digest is due in the sandbox.
WITH moved AS (
    UPDATE shengji.sandbox_mailbox AS b SET digest_at = %(next_at)s, digest_after = p.events
    FROM shengji.player AS p, (
        SELECT digest_after FROM shengji.sandbox_mailbox WHERE player_id = %(player_id)s FOR UPDATE
    ) AS before
    WHERE p.id = b.player_id AND b.player_id = %(player_id)s AND b.digest_at = %(digest_at)s
    RETURNING b.player_id, b.world, before.digest_after, p.events
)
INSERT INTO shengji.sandbox_mail (id, world, player_id, kind, number, until, created_at, due_at)
SELECT 'mail_' || shengji.ulid(), world, player_id, 'digest', digest_after, events, %(digest_at)s, %(digest_at)s FROM moved
RETURNING id;

-- name: sandbox_mails
-- Returns a page of the mails of a sandbox, the newest first: those of one player, or all.
SELECT m.id, m.kind, m.player_id, m.settled_at, m.address, m.subject, m.body, m.table_id,
    CASE WHEN m.kind <> 'digest' THEN m.number END
FROM shengji.sandbox_mail AS m
WHERE m.world = %(world)s AND m.state = 'sent'
    AND (%(player_id)s::text IS NULL OR m.player_id = %(player_id)s)
    AND (%(before)s::text IS NULL OR (m.settled_at, m.id) < (
        SELECT settled_at, id FROM shengji.sandbox_mail WHERE id = %(before)s AND world = %(world)s
    ))
ORDER BY m.settled_at DESC, m.id DESC LIMIT %(limit)s;

-- name: mails_of
-- Returns the mails of a player for the export, including those in a sandbox.
SELECT id, kind, state, table_id, created_at, settled_at FROM (
    SELECT id, kind, state, table_id, created_at, settled_at FROM shengji.mail WHERE player_id = %(player_id)s
    UNION ALL
    SELECT id, kind, state, table_id, created_at, settled_at FROM shengji.sandbox_mail WHERE player_id = %(player_id)s
) AS mails
WHERE id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: put_tournament
-- Writes the list entry of a tournament. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO tournament AS t
    (id, version, updated_at, starts_at, entrants, rated, owner, name, status, game, format, players, world, series,
        staff)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(starts_at)s, %(entrants)s, %(rated)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(format)s, %(players)s, %(world)s, %(series)s, %(staff)s::jsonb)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, starts_at = excluded.starts_at,
    entrants = excluded.entrants, rated = excluded.rated, name = excluded.name, status = excluded.status,
    game = excluded.game, format = excluded.format, players = excluded.players, series = excluded.series,
    owner = excluded.owner, staff = excluded.staff
WHERE t.version <= excluded.version;

-- name: tournaments
-- Returns a page of tournaments, the newest first: those of a sandbox, or those that a player runs or plays in,
-- optionally of one status. A player has tournaments in one sandbox only.
SELECT id, version, name, status, game, format, starts_at, entrants, rated, series, owner, updated_at FROM tournament
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
ORDER BY id DESC LIMIT %(limit)s;

-- name: tournaments_of_player
-- Returns a page of the tournaments of a player, with the role of the player in each.
SELECT id, name, status, owner, staff->>%(player_id)s FROM tournament
WHERE id < %(before)s AND players @> ARRAY[%(player_id)s::text] ORDER BY id DESC LIMIT %(limit)s;

-- name: leagues_of_player
-- Returns a page of the leagues of a player, with the role of the player in each.
SELECT id, name, status, owner, staff->>%(player_id)s FROM league
WHERE id < %(before)s AND players @> ARRAY[%(player_id)s::text] ORDER BY id DESC LIMIT %(limit)s;

-- name: add_tournament_table
INSERT INTO tournament_table (table_id, tournament_id, round, match, is_sealed)
VALUES (%(table_id)s, %(tournament_id)s, %(round)s, %(match)s, %(is_sealed)s) ON CONFLICT (table_id) DO NOTHING;

-- name: drop_tournament_waiting
DELETE FROM tournament_waiting WHERE tournament_id = ANY(%(tournaments)s);

-- name: add_tournament_waiting
-- Adds what a tournament expects of these players.
INSERT INTO tournament_waiting (player_id, tournament_id, entrant, what, deadline_at)
SELECT p, %(tournament_id)s, e, w, d
FROM unnest(%(players)s::text[], %(entrants)s::text[], %(whats)s::text[], %(deadlines)s::timestamptz[]) AS t (p, e, w, d)
ON CONFLICT (player_id, tournament_id, entrant, what) DO UPDATE SET deadline_at = excluded.deadline_at;

-- name: tournaments_of_tables
-- Returns the tournaments of these tables.
SELECT DISTINCT tournament_id FROM tournament_table WHERE table_id = ANY(%(tables)s);

-- name: tables_not_over
-- Returns the tables of a tournament that are not over, as far as the projection has read the log.
SELECT table_id FROM tournament_table WHERE tournament_id = %(tournament_id)s AND NOT is_over ORDER BY table_id;

-- name: end_tournament_tables
-- Marks these tables as over, if they belong to matches.
UPDATE tournament_table SET is_over = true WHERE table_id = ANY(%(tables)s) AND NOT is_over;

-- name: sealed_tables_over
-- Returns the tables of a tournament that are over and still sealed, with their rounds.
SELECT table_id, round FROM tournament_table
WHERE tournament_id = %(tournament_id)s AND is_sealed AND is_over ORDER BY table_id;

-- name: unseal_tournament_tables
-- Marks these tables as unsealed, if they belong to matches.
UPDATE tournament_table SET is_sealed = false WHERE table_id = ANY(%(tables)s) AND is_sealed;

-- name: tournaments_owned
-- Returns the number of unfinished tournaments of an owner, including those that the projection has not read yet.
-- The caller locks the player, so no other is created meanwhile.
SELECT (
    SELECT count(*) FROM tournament
    WHERE players @> ARRAY[%(player_id)s::text] AND owner = %(player_id)s AND status NOT IN ('finished', 'cancelled')
) + (
    SELECT count(*) FROM shengji.event AS e
    WHERE (e.transaction, e.position) > (
            coalesce((SELECT transaction FROM shengji.subscription WHERE name = 'tournaments'), 0),
            coalesce((SELECT position FROM shengji.subscription WHERE name = 'tournaments'), 0)
        )
        AND e.type = 'tournament_created' AND e.data->>'owner' = %(player_id)s
        AND NOT EXISTS (SELECT FROM tournament AS t WHERE e.stream = 'tournament-' || t.id)
);

-- name: tournament_of_table
-- Returns the tournament, round and match of a table.
SELECT tournament_id, round, match FROM tournament_table WHERE table_id = %(table_id)s;

-- name: put_series
-- Writes the list entry of a series. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO series AS s
    (id, version, updated_at, opens_next_at, rated, owner, name, status, game, format, rule, zone, world)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(opens_next_at)s, %(rated)s, %(owner)s, %(name)s, %(status)s, %(game)s,
    %(format)s, %(rule)s, %(zone)s, %(world)s)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, opens_next_at = excluded.opens_next_at,
    rated = excluded.rated, name = excluded.name, status = excluded.status, game = excluded.game,
    format = excluded.format, rule = excluded.rule, zone = excluded.zone
WHERE s.version <= excluded.version;

-- name: series
-- Returns a page of series, the newest first: those of a sandbox, or those of an owner, optionally of one status. A
-- player has series in one sandbox only.
SELECT id, version, name, status, game, format, rule, zone, opens_next_at, rated, owner, updated_at FROM series
WHERE id < %(before)s AND (%(owner)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(owner)s::text IS NULL OR owner = %(owner)s)
ORDER BY id DESC LIMIT %(limit)s;

-- name: open_series
-- Returns the number of running series of a player, counted like `tournaments_owned`.
SELECT (SELECT count(*) FROM series WHERE owner = %(player_id)s AND status = 'running') + (
    SELECT count(*) FROM shengji.event AS e
    WHERE (e.transaction, e.position) > (
            coalesce((SELECT transaction FROM shengji.subscription WHERE name = 'series'), 0),
            coalesce((SELECT position FROM shengji.subscription WHERE name = 'series'), 0)
        )
        AND e.type = 'series_created' AND e.data->>'owner' = %(player_id)s
        AND NOT EXISTS (SELECT FROM series AS s WHERE e.stream = 'series-' || s.id)
);

-- name: occurrences_done
-- Returns the results of the occurrences of a series, the newest first.
SELECT type, revision, data FROM shengji.event
WHERE stream = %(stream)s AND type IN ('occurrence_opened', 'occurrence_skipped', 'occurrence_missed')
ORDER BY version DESC LIMIT %(limit)s;

-- name: note_tournament_work
-- Queues work for these tournaments, because of new events there or at these tables. Work that is already queued
-- gets a new mark and a new time.
INSERT INTO shengji.tournament_work AS w (tournament_id, world, moment)
SELECT t.id, h.world, greatest(h.updated_at, (
    SELECT max(at_it.updated_at) FROM tournament_table AS l JOIN shengji.head AS at_it ON at_it.stream = 'table-' || l.table_id
    WHERE l.table_id = ANY(%(tables)s) AND l.tournament_id = t.id
))
FROM unnest(%(tournaments)s::text[]) AS t (id) JOIN shengji.head AS h ON h.stream = 'tournament-' || t.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (tournament_id) DO UPDATE SET mark = w.mark + 1, since = statement_timestamp(),
    moment = greatest(w.moment, excluded.moment);

-- name: tournament_work
-- Returns tournaments with queued work and the seconds they have waited, in random order, see `due_tournaments`.
-- Those of sandboxes are left out, see `due_worlds`.
SELECT tournament_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.tournament_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: tournament_mark
SELECT mark FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s;

-- name: drop_tournament_work
-- Removes finished work, unless more was queued meanwhile.
DELETE FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s AND mark = %(mark)s;

-- name: put_league
-- Writes the list entry of a league. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO league AS l (id, version, updated_at, due_at, season, members, owner, name, status, game, players, world,
    staff)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(due_at)s, %(season)s, %(members)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(players)s, %(world)s, %(staff)s::jsonb)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, due_at = excluded.due_at, season = excluded.season,
    members = excluded.members, name = excluded.name, status = excluded.status, game = excluded.game,
    players = excluded.players, owner = excluded.owner, staff = excluded.staff
WHERE l.version <= excluded.version;

-- name: leagues
-- Returns a page of leagues, the newest first: those of a sandbox, or those that a player runs or plays in,
-- optionally of one status.
SELECT id, version, name, status, game, season, members, due_at, owner, updated_at FROM league
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
ORDER BY id DESC LIMIT %(limit)s;

-- name: put_league_season
-- Writes the progress of a season of a league. Null leaves a column unchanged.
INSERT INTO league_season AS s (league_id, season, status, starts_at, ended_at, moves)
VALUES (%(league_id)s, %(season)s, %(status)s, %(starts_at)s, %(ended_at)s, %(moves)s::jsonb)
ON CONFLICT (league_id, season) DO UPDATE
SET status = excluded.status, starts_at = coalesce(excluded.starts_at, s.starts_at),
    ended_at = coalesce(excluded.ended_at, s.ended_at), moves = coalesce(excluded.moves, s.moves);

-- name: put_league_division
-- Writes the progress of a division of a season. Null leaves a column unchanged.
INSERT INTO league_division AS d (league_id, season, division, tournament_id, status, sides, standings)
VALUES (%(league_id)s, %(season)s, %(division)s, %(tournament_id)s, %(status)s, %(sides)s::jsonb, %(standings)s::jsonb)
ON CONFLICT (league_id, season, division) DO UPDATE
SET tournament_id = coalesce(excluded.tournament_id, d.tournament_id), status = excluded.status,
    sides = coalesce(excluded.sides, d.sides), standings = coalesce(excluded.standings, d.standings);

-- name: league_season
-- Returns a season of a league: its status, the moves into it, and the moves into the next season that has begun.
SELECT s.status, s.starts_at, s.ended_at, s.moves, (
    SELECT n.moves FROM league_season AS n
    WHERE n.league_id = s.league_id AND n.season > s.season AND n.moves IS NOT NULL ORDER BY n.season LIMIT 1
) FROM league_season AS s WHERE s.league_id = %(league_id)s AND s.season = %(season)s;

-- name: league_divisions
-- Returns the divisions of a season, the highest first.
SELECT division, tournament_id, status, sides, standings FROM league_division
WHERE league_id = %(league_id)s AND season = %(season)s ORDER BY division;

-- name: leagues_of_tournaments
-- Returns the leagues of these tournaments.
SELECT DISTINCT league_id FROM league_division WHERE tournament_id = ANY(%(tournaments)s);

-- name: note_league_work
-- Queues work for these leagues, because of new events there or in these tournaments.
INSERT INTO shengji.league_work AS w (league_id, world, moment)
SELECT l.id, h.world, greatest(h.updated_at, (
    SELECT max(of_it.updated_at) FROM league_division AS d
    JOIN shengji.head AS of_it ON of_it.stream = 'tournament-' || d.tournament_id
    WHERE d.tournament_id = ANY(%(tournaments)s) AND d.league_id = l.id
))
FROM unnest(%(leagues)s::text[]) AS l (id) JOIN shengji.head AS h ON h.stream = 'league-' || l.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (league_id) DO UPDATE SET mark = w.mark + 1, moment = greatest(w.moment, excluded.moment);

-- name: league_work
-- Returns leagues with queued work and the seconds they have waited, in random order, see `due_tournaments`. Those
-- of sandboxes are left out, see `due_worlds`.
SELECT league_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.league_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: league_mark
SELECT mark FROM shengji.league_work WHERE league_id = %(league_id)s;

-- name: drop_league_work
-- Removes finished work, unless more was queued meanwhile.
DELETE FROM shengji.league_work WHERE league_id = %(league_id)s AND mark = %(mark)s;

-- name: match_ends
-- Returns when the matches at these tables ended. The search is short, because a match ends near the end of its
-- stream.
SELECT s.stream, ended.recorded_at FROM unnest(%(streams)s::text[]) AS s (stream) CROSS JOIN LATERAL (
    SELECT recorded_at FROM shengji.event AS e
    WHERE e.stream = s.stream AND e.type = 'match_ended' ORDER BY version DESC LIMIT 1
) AS ended;

-- name: programs
-- Returns those of the players who are bots or house players.
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND kind <> 'human';

-- name: add_rated_game
-- Adds a game of a match. It counts once it has a place. Nothing is added if its sandbox has ended.
INSERT INTO rated_game (game, tournament_id, round, match, part, pool, season, players, ended_at, result)
SELECT %(game)s, %(tournament_id)s, %(round)s, %(match)s, %(part)s, %(pool)s, %(season)s, %(players)s, %(ended_at)s,
    %(result)s::jsonb
WHERE %(world)s::text IS NULL OR EXISTS (
    SELECT FROM shengji.world WHERE id = %(world)s AND ended_at IS NULL AND expires_at > statement_timestamp()
)
ON CONFLICT (game) DO NOTHING;

-- name: call_off_rated_game
-- Removes a game from its match, because the match was cancelled.
UPDATE rated_game SET part = %(part)s WHERE game = %(game)s AND part > 0;

-- name: count_rated_game
-- Gives a game the next place, unless it has one.
WITH counted AS (
    UPDATE rated_game SET place = (SELECT coalesce(max(place), 0) + 1 FROM rated_game),
        transaction = %(transaction)s, position = %(position)s
    WHERE game = %(game)s AND place IS NULL RETURNING pool, season, place, ended_at
), span AS (
    INSERT INTO rating_season (pool, season, place)
    SELECT pool, season, place FROM counted WHERE season IS NOT NULL
    UNION SELECT pool, shengji.quarter_of(ended_at), place FROM counted
    ON CONFLICT (pool, season) DO NOTHING
)
INSERT INTO rating_pool (pool, newest) SELECT pool, place FROM counted
ON CONFLICT (pool) DO UPDATE SET newest = excluded.newest;

-- name: games_told_later
-- Returns the pool of a game that was applied late, and the place of the first game in that pool that follows it in
-- the log.
SELECT g.pool, min(later.place) FROM rated_game AS g
JOIN rated_game AS later ON later.pool = g.pool AND (later.transaction, later.position) > (g.transaction, g.position)
WHERE g.game = %(game)s AND later.place IS NOT NULL GROUP BY g.pool;

-- name: lift_games
-- Removes the games of a pool from a place on from the order, by negating their places.
UPDATE rated_game SET place = -place WHERE pool = %(pool)s AND place >= %(place)s;

-- name: lower_games
-- Puts these games back in order, with the given game before all others.
UPDATE rated_game AS r SET place = free.place
FROM (
    SELECT game, row_number() OVER (ORDER BY game <> %(game)s, place DESC) AS nth FROM rated_game
    WHERE pool = %(pool)s AND place < 0
) AS ordered JOIN (
    SELECT -place AS place, row_number() OVER (ORDER BY place DESC) AS nth FROM rated_game
    WHERE pool = %(pool)s AND place < 0
) AS free USING (nth)
WHERE r.game = ordered.game;

-- name: uncounted_games
-- Returns the games of a round that have no place yet, match by match.
SELECT game FROM rated_game WHERE tournament_id = %(tournament_id)s AND round = %(round)s AND place IS NULL
ORDER BY match, part;

-- name: last_game_of_match
SELECT pool, place, is_annulled, result, recorded FROM rated_game
WHERE tournament_id = %(tournament_id)s AND round = %(round)s AND match = %(match)s AND part > 0
ORDER BY part DESC LIMIT 1;

-- name: correct_rated_game
-- Corrects the result of a game. The recorded result is kept as long as it differs.
UPDATE rated_game SET is_annulled = %(is_annulled)s, result = %(result)s::jsonb,
    recorded = nullif(coalesce(recorded, result), %(result)s::jsonb)
WHERE game = %(game)s;

-- name: put_pool_back
-- Moves a pool back before a place, if it is beyond it. A process that is rating its games has to start again.
UPDATE rating_pool SET rated = least(rated, %(place)s - 1), mark = mark + 1 WHERE pool = %(pool)s;

-- name: drop_ratings_since
-- Deletes all ratings that games at or after a place of a pool have changed, for all time and for seasons.
DELETE FROM rating WHERE pool = %(pool)s AND player_id IN (
    SELECT player_id FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s
);

-- name: restore_ratings
-- Restores these ratings as they were before the place.
INSERT INTO rating (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, shown, team_games,
    team_won, team_provisional)
SELECT c.player_id, c.pool, span.season, (array_agg(c.at ORDER BY c.place DESC))[1],
    (array_agg(c.elo ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    count(c.elo), count(*) FILTER (WHERE c.elo_won),
    (array_agg(c.elo_provisional ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    (array_agg(c.mu ORDER BY c.place DESC))[1], (array_agg(c.sigma ORDER BY c.place DESC))[1],
    (array_agg(c.shown ORDER BY c.place DESC))[1], count(*), count(*) FILTER (WHERE c.team_won),
    (array_agg(c.team_provisional ORDER BY c.place DESC))[1]
FROM rating_change AS c CROSS JOIN LATERAL (SELECT '' UNION ALL SELECT c.season WHERE c.season IS NOT NULL
    UNION SELECT shengji.quarter_of(c.at)) AS span (season)
WHERE c.pool = %(pool)s AND c.place < %(place)s AND c.unrated IS NULL AND c.player_id IN (
    SELECT player_id FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s
)
GROUP BY c.player_id, c.pool, span.season;

-- name: drop_changes_since
DELETE FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s;

-- name: unrate_games_since
UPDATE rated_game SET unrated = NULL, handicap = NULL, handicap_skill = NULL
WHERE pool = %(pool)s AND place >= %(place)s AND (unrated IS NOT NULL OR handicap IS NOT NULL);

-- name: ratings_behind
-- Returns the pool with the fewest unrated games, but at least one.
SELECT pool, newest, rated, mark FROM rating_pool WHERE rated < newest ORDER BY newest - rated, pool LIMIT 1;

-- name: games_to_rate
SELECT place, game, season, is_annulled, result FROM rated_game
WHERE pool = %(pool)s AND place > %(after)s ORDER BY place LIMIT %(limit)s;

-- name: ratings_in_pool
-- Returns the all-time ratings of players.
SELECT player_id, elo, elo_games, mu, sigma, team_games, at FROM rating
WHERE pool = %(pool)s AND season = '' AND player_id = ANY(%(players)s);

-- name: meetings_of
-- Returns the times of rated games with exactly these players, up to a place and after a time.
SELECT players, ended_at FROM rated_game
WHERE pool = %(pool)s AND players = ANY(%(players)s) AND ended_at > %(since)s AND place <= %(until)s
    AND unrated IS NULL AND NOT is_annulled;

-- name: handicap_skills
-- Returns the estimated skill of handicaps, from the last game of each up to a place.
SELECT h.handicap, last.handicap_skill FROM unnest(%(handicaps)s::text[]) AS h (handicap) CROSS JOIN LATERAL (
    SELECT handicap_skill FROM rated_game AS g
    WHERE g.pool = %(pool)s AND g.handicap = h.handicap AND g.handicap_skill IS NOT NULL AND g.place <= %(until)s
    ORDER BY g.place DESC LIMIT 1
) AS last;

-- name: move_pool
-- Succeeds only if the pool has not changed since it was read.
UPDATE rating_pool SET rated = %(to)s, mark = mark + 1 WHERE pool = %(pool)s AND rated = %(after)s AND mark = %(mark)s
RETURNING pool;

-- name: note_rated_games
-- Records why games are not rated, and the skill estimate of their handicaps.
UPDATE rated_game AS g SET unrated = t.unrated, handicap = t.handicap, handicap_skill = t.handicap_skill
FROM jsonb_to_recordset(%(games)s::jsonb) AS t (game text, unrated text, handicap text, handicap_skill jsonb)
WHERE g.game = t.game;

-- name: add_rating_changes
INSERT INTO rating_change (player_id, pool, place, game, season, at, unrated, elo, elo_games, elo_won, elo_provisional,
    mu, sigma, shown, team_games, team_won, team_provisional, elo_change, team_change)
SELECT c.player_id, %(pool)s, c.place, c.game, c.season, c.at, c.unrated, c.elo, c.elo_games, c.elo_won,
    c.elo_provisional, c.mu, c.sigma, c.shown, c.team_games, c.team_won, c.team_provisional, c.elo_change, c.team_change
FROM jsonb_to_recordset(%(changes)s::jsonb) AS c (player_id text, place bigint, game text, season text, at timestamptz,
    unrated text, elo integer, elo_games integer, elo_won boolean, elo_provisional boolean, mu integer, sigma integer,
    shown integer, team_games integer, team_won boolean, team_provisional boolean, elo_change jsonb, team_change jsonb);

-- name: put_ratings
-- Writes ratings after some games. The counts are added to the stored ones, and all else is replaced.
INSERT INTO rating AS r (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, shown,
    team_games, team_won, team_provisional)
SELECT n.player_id, %(pool)s, n.season, n.at, n.elo, n.elo_games, n.elo_won, n.elo_provisional, n.mu, n.sigma, n.shown,
    n.team_games, n.team_won, n.team_provisional
FROM jsonb_to_recordset(%(ratings)s::jsonb) AS n (player_id text, season text, at timestamptz, elo integer,
    elo_games integer, elo_won integer, elo_provisional boolean, mu integer, sigma integer, shown integer,
    team_games integer, team_won integer, team_provisional boolean)
ON CONFLICT (player_id, pool, season) DO UPDATE
SET at = excluded.at, elo = coalesce(excluded.elo, r.elo), elo_games = r.elo_games + excluded.elo_games,
    elo_won = r.elo_won + excluded.elo_won, elo_provisional = coalesce(excluded.elo_provisional, r.elo_provisional),
    mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown, team_games = r.team_games + excluded.team_games,
    team_won = r.team_won + excluded.team_won, team_provisional = excluded.team_provisional;

-- name: rating_pools
-- Returns the pools of a sandbox that have games, each with its last seasons, the newest first.
SELECT p.pool, ARRAY(
    SELECT season FROM rating_season AS s WHERE s.pool = p.pool ORDER BY s.place DESC, s.season LIMIT %(seasons)s
) FROM rating_pool AS p WHERE split_part(p.pool, '/', 2) = coalesce(%(world)s, '') ORDER BY p.pool;

-- name: rating_season
-- Returns the first and the last end of a game in a season. A quarter includes all games that ended in it.
SELECT min(g.first), max(g.last) FROM (
    SELECT min(ended_at) AS first, max(ended_at) AS last FROM rated_game
    WHERE pool = %(pool)s AND season = %(season)s AND place IS NOT NULL AND NOT is_annulled
    UNION ALL
    SELECT min(ended_at), max(ended_at) FROM rated_game
    WHERE pool = %(pool)s AND ended_at >= %(begins)s AND ended_at < %(ends)s AND place IS NOT NULL AND NOT is_annulled
) AS g;

-- name: leaderboard_by_elo
-- Returns a page of the Elo leaderboard after a rating and a player. Closed accounts are left out.
SELECT r.player_id, r.elo, r.elo_games, r.elo_won, r.elo_provisional, r.at
FROM rating AS r JOIN shengji.player AS p ON p.id = r.player_id
WHERE r.pool = %(pool)s AND r.season = %(season)s AND r.elo IS NOT NULL AND p.closed_at IS NULL
    AND r.elo <= %(figure)s AND (r.elo < %(figure)s OR r.player_id > %(after)s)
ORDER BY r.elo DESC, r.player_id LIMIT %(limit)s;

-- name: leaderboard_by_shown
-- Returns a page of the leaderboard by the displayed team rating, see `leaderboard_by_elo`.
SELECT r.player_id, r.shown, r.team_games, r.team_won, r.team_provisional, r.at
FROM rating AS r JOIN shengji.player AS p ON p.id = r.player_id
WHERE r.pool = %(pool)s AND r.season = %(season)s AND p.closed_at IS NULL
    AND r.shown <= %(figure)s AND (r.shown < %(figure)s OR r.player_id > %(after)s)
ORDER BY r.shown DESC, r.player_id LIMIT %(limit)s;

-- name: ratings_of_player
-- Returns the all-time ratings of a player, in one pool or all.
SELECT pool, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, team_games, team_won, team_provisional FROM rating
WHERE player_id = %(player_id)s AND season = '' AND (%(pool)s::text IS NULL OR pool = %(pool)s) ORDER BY pool;

-- name: rating_changes
-- Returns a page of the rating changes of a player, the newest first, before a given game.
SELECT c.game, c.at, c.unrated, c.elo_change, c.team_change, g.tournament_id, g.round, g.match, g.season
FROM rating_change AS c JOIN rated_game AS g ON g.game = c.game
WHERE c.player_id = %(player_id)s AND c.pool = %(pool)s AND (
    %(before)s::text IS NULL OR c.place < (SELECT place FROM rated_game WHERE game = %(before)s)
)
ORDER BY c.place DESC LIMIT %(limit)s;

-- name: grade_session
-- Returns the stored data of a session of duplicate play.
SELECT pool, place, ended_at, session FROM grade_session WHERE tournament_id = %(tournament_id)s;

-- name: add_grade_session
-- Adds a session with the next place, unless it is stored. Nothing is added if its sandbox has ended.
WITH added AS (
    INSERT INTO grade_session (tournament_id, place, pool, ended_at, session, transaction, position)
    SELECT %(tournament_id)s, (SELECT coalesce(max(place), 0) + 1 FROM grade_session), %(pool)s, %(ended_at)s,
        %(session)s::jsonb, %(transaction)s, %(position)s
    WHERE %(world)s::text IS NULL OR EXISTS (
        SELECT FROM shengji.world WHERE id = %(world)s AND ended_at IS NULL AND expires_at > statement_timestamp()
    )
    ON CONFLICT (tournament_id) DO NOTHING RETURNING pool, place
)
INSERT INTO grade_pool (pool, newest) SELECT pool, place FROM added
ON CONFLICT (pool) DO UPDATE SET newest = excluded.newest;

-- name: sessions_told_later
-- Returns the pool of a session that was applied late, and the place of the first session in that pool that follows
-- it in the log.
SELECT g.pool, min(later.place) FROM grade_session AS g
JOIN grade_session AS later ON later.pool = g.pool AND (later.transaction, later.position) > (g.transaction, g.position)
WHERE g.tournament_id = %(tournament_id)s GROUP BY g.pool;

-- name: lift_sessions
UPDATE grade_session SET place = -place WHERE pool = %(pool)s AND place >= %(place)s;

-- name: lower_sessions
-- Puts these sessions back in order, with the given session before all others.
UPDATE grade_session AS r SET place = free.place
FROM (
    SELECT tournament_id, row_number() OVER (ORDER BY tournament_id <> %(tournament_id)s, place DESC) AS nth
    FROM grade_session WHERE pool = %(pool)s AND place < 0
) AS ordered JOIN (
    SELECT -place AS place, row_number() OVER (ORDER BY place DESC) AS nth FROM grade_session
    WHERE pool = %(pool)s AND place < 0
) AS free USING (nth)
WHERE r.tournament_id = ordered.tournament_id;

-- name: correct_grade_session
UPDATE grade_session SET session = %(session)s::jsonb WHERE tournament_id = %(tournament_id)s;

-- name: put_grade_pool_back
-- Moves a pool back before a place. No row if it is not beyond it.
UPDATE grade_pool SET graded = %(place)s - 1, mark = mark + 1 WHERE pool = %(pool)s AND graded >= %(place)s
RETURNING pool;

-- name: drop_grades_since
-- Deletes all grades that sessions at or after a place of a pool have changed.
DELETE FROM grade WHERE pool = %(pool)s AND who IN (
    SELECT who FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s
);

-- name: restore_grades
-- Restores these grades as they were before the place.
INSERT INTO grade (who, pool, one, other, at, grade, boards, sessions, is_provisional)
SELECT who, pool, one, other, (array_agg(at ORDER BY place DESC))[1], (array_agg(grade ORDER BY place DESC))[1],
    (array_agg(boards ORDER BY place DESC))[1], count(*), (array_agg(is_provisional ORDER BY place DESC))[1]
FROM grade_change
WHERE pool = %(pool)s AND place < %(place)s AND who IN (
    SELECT who FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s
)
GROUP BY who, pool, one, other;

-- name: drop_grade_changes_since
DELETE FROM grade_change WHERE pool = %(pool)s AND place >= %(place)s;

-- name: grades_behind
-- Returns the pool with the fewest ungraded sessions, but at least one.
SELECT pool, newest, graded, mark FROM grade_pool WHERE graded < newest ORDER BY newest - graded, pool LIMIT 1;

-- name: sessions_to_grade
SELECT place, session FROM grade_session WHERE pool = %(pool)s AND place > %(after)s ORDER BY place LIMIT %(limit)s;

-- name: grades_in_pool
-- Returns the grades of players and partnerships.
SELECT who, grade, boards FROM grade WHERE pool = %(pool)s AND who = ANY(%(who)s);

-- name: move_grade_pool
-- Succeeds only if the pool has not changed since it was read.
UPDATE grade_pool SET graded = %(to)s, mark = mark + 1 WHERE pool = %(pool)s AND graded = %(after)s AND mark = %(mark)s
RETURNING pool;

-- name: add_grade_changes
INSERT INTO grade_change (who, pool, place, tournament_id, at, one, other, pair, grade, boards, is_provisional, change)
SELECT c.who, %(pool)s, c.place, c.tournament_id, c.at, c.one, c.other, c.pair, c.grade, c.boards, c.is_provisional, c.change
FROM jsonb_to_recordset(%(changes)s::jsonb) AS c (who text, place bigint, tournament_id text, at timestamptz, one text,
    other text, pair text, grade integer, boards integer, is_provisional boolean, change jsonb);

-- name: put_grades
-- Writes grades after some sessions. The number of sessions is added to the stored one, and all else is replaced.
INSERT INTO grade AS g (who, pool, one, other, at, grade, boards, sessions, is_provisional)
SELECT n.who, %(pool)s, n.one, n.other, n.at, n.grade, n.boards, n.sessions, n.is_provisional
FROM jsonb_to_recordset(%(grades)s::jsonb) AS n (who text, one text, other text, at timestamptz, grade integer,
    boards integer, sessions integer, is_provisional boolean)
ON CONFLICT (who, pool) DO UPDATE
SET at = excluded.at, grade = excluded.grade, boards = excluded.boards, sessions = g.sessions + excluded.sessions,
    is_provisional = excluded.is_provisional;

-- name: leaderboard_of_grades
-- Returns a page of the leaderboard of players or partnerships, after a grade. Closed accounts are left out.
SELECT g.who, g.one, g.other, g.grade, g.boards, g.sessions, g.is_provisional, g.at
FROM grade AS g JOIN shengji.player AS p ON p.id = g.one LEFT JOIN shengji.player AS q ON q.id = g.other
WHERE g.pool = %(pool)s AND (g.other IS NULL) = %(of_players)s AND p.closed_at IS NULL AND q.closed_at IS NULL
    AND g.grade <= %(figure)s AND (g.grade < %(figure)s OR g.who > %(after)s)
ORDER BY g.grade DESC, g.who LIMIT %(limit)s;

-- name: grades_of_player
-- Returns the individual grades of a player in every pool.
SELECT pool, at, grade, boards, sessions, is_provisional FROM grade
WHERE who = %(player_id)s AND other IS NULL ORDER BY pool;

-- name: partnerships_of_player
-- Returns the grades of the partnerships of a player in every pool. Those with the most boards come first, and
-- partners with closed accounts are left out.
SELECT g.pool, p.id, g.at, g.grade, g.boards, g.sessions, g.is_provisional
FROM (
    SELECT pool, other AS partner, at, grade, boards, sessions, is_provisional FROM grade
    WHERE one = %(player_id)s AND other IS NOT NULL
    UNION ALL
    SELECT pool, one, at, grade, boards, sessions, is_provisional FROM grade WHERE other = %(player_id)s
) AS g JOIN shengji.player AS p ON p.id = g.partner
WHERE p.closed_at IS NULL ORDER BY g.pool, g.boards DESC, p.id LIMIT %(limit)s;

-- name: grade_changes
-- Returns a page of the grade changes of a player and of the partnership in each session, the newest first, before a
-- given session.
SELECT c.tournament_id, c.at, c.pair, c.change, p.change
FROM grade_change AS c JOIN grade_change AS p ON p.who = c.pair AND p.pool = c.pool AND p.place = c.place
WHERE c.who = %(player_id)s AND c.pool = %(pool)s AND (
    %(before)s::text IS NULL OR c.place < (SELECT place FROM grade_session WHERE tournament_id = %(before)s)
)
ORDER BY c.place DESC LIMIT %(limit)s;

-- name: grade_changes_of
-- Returns all grade changes of a player, pool by pool, for the export.
SELECT c.pool || ' ' || lpad(c.place::text, 19, '0'), c.pool, c.tournament_id, c.at, c.pair, c.change, p.change
FROM grade_change AS c JOIN grade_change AS p ON p.who = c.pair AND p.pool = c.pool AND p.place = c.place
WHERE c.who = %(player_id)s AND (c.pool, c.place) > (
    split_part(%(after)s, ' ', 1), coalesce(nullif(split_part(%(after)s, ' ', 2), ''), '0')::bigint
)
ORDER BY c.pool, c.place LIMIT %(limit)s;

-- name: rating_changes_of
-- Returns all rating changes of a player, pool by pool, for the export.
SELECT pool || ' ' || lpad(place::text, 19, '0'), pool, game, at, unrated, elo_change, team_change FROM rating_change
WHERE player_id = %(player_id)s AND (pool, place) > (
    split_part(%(after)s, ' ', 1), coalesce(nullif(split_part(%(after)s, ' ', 2), ''), '0')::bigint
)
ORDER BY pool, place LIMIT %(limit)s;

-- name: linked_accounts
-- Returns a player and all linked accounts. Accounts are linked by the same confirmed address or the same webhook
-- URL, directly or through other accounts.
WITH RECURSIVE linked (id) AS (
    SELECT %(player_id)s::text
    UNION
    SELECT other.id FROM linked CROSS JOIN LATERAL (
        SELECT b.player_id AS id FROM shengji.mailbox AS a JOIN shengji.mailbox AS b ON b.address = a.address
        WHERE a.player_id = linked.id
        UNION ALL
        SELECT b.player_id FROM shengji.webhook AS a JOIN shengji.webhook AS b ON b.url = a.url
        WHERE a.player_id = linked.id
    ) AS other
)
SELECT id FROM linked ORDER BY id;

-- name: hold_boards
-- Serializes the assignment of boards of a pool, so that linked accounts do not get the same board at the same time.
SELECT pg_advisory_xact_lock(hashtextextended(%(pool)s, 20));

-- name: running_board
-- Returns the board that a player is playing outside matches.
SELECT p.board_id FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id
WHERE p.player_id = %(player_id)s AND p.ended_at IS NULL AND p.table_id IS NOT NULL AND b.match_id IS NULL
    AND b.closes_at > statement_timestamp()
ORDER BY p.board_id LIMIT 1;

-- name: unseen_boards
-- Returns boards of a pool that none of these accounts has seen and that stay open for at least an hour, with the
-- players who have seen them.
SELECT b.id, (
    SELECT coalesce(array_agg(p.player_id) FILTER (WHERE p.player_id IS NOT NULL), '{}') FROM shengji.board_play AS p
    WHERE p.board_id = b.id
)
FROM shengji.board AS b
WHERE b.pool = %(pool)s AND b.match_id IS NULL AND b.closes_at > statement_timestamp() + interval '1 hour'
    AND NOT EXISTS (
        SELECT FROM shengji.board_play AS p WHERE p.board_id = b.id AND p.player_id = ANY(%(accounts)s)
    )
ORDER BY b.closes_at DESC LIMIT %(limit)s;

-- name: add_board
INSERT INTO shengji.board (id, match_id, number, pool, setting, secret, closes_at)
VALUES (%(id)s, %(match_id)s, %(number)s, %(pool)s, %(setting)s, %(secret)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s));

-- name: add_play
-- Starts the play of a board. No row if the player has seen the board, or if it is closed.
INSERT INTO shengji.board_play (board_id, player_id, table_id, partner_id)
SELECT id, %(player_id)s, %(table_id)s, %(partner_id)s FROM shengji.board
WHERE id = %(board_id)s AND closes_at > statement_timestamp()
ON CONFLICT DO NOTHING RETURNING table_id;

-- name: add_partner_play
-- Records that the partner at the table has seen the board.
INSERT INTO shengji.board_play (board_id, player_id, ended_at)
VALUES (%(board_id)s, %(partner_id)s, statement_timestamp()) ON CONFLICT DO NOTHING;

-- name: boards
-- Returns boards by id.
SELECT id, match_id, number, setting, secret, created_at, closes_at, closes_at <= statement_timestamp()
FROM shengji.board WHERE id = ANY(%(ids)s);

-- name: boards_of_match
SELECT id FROM shengji.board WHERE match_id = %(match_id)s ORDER BY number;

-- name: plays
-- Returns the plays of these boards: players, times, tables and scores.
SELECT board_id, player_id, partner_id, table_id, begun_at, ended_at, excess, levels, step
FROM shengji.board_play WHERE board_id = ANY(%(ids)s) AND table_id IS NOT NULL ORDER BY table_id;

-- name: plays_of_player
-- Returns the plays of these boards by one player. The plays of others are not read, because there may be many.
SELECT board_id, player_id, partner_id, table_id, begun_at, ended_at, excess, levels, step
FROM shengji.board_play
WHERE board_id = ANY(%(ids)s) AND (player_id = %(player_id)s OR partner_id = %(player_id)s) AND table_id IS NOT NULL
ORDER BY table_id;

-- name: boards_of_player
-- Returns a page of the boards that a player is playing or has played, the newest first.
SELECT board_id FROM shengji.board_play
WHERE (player_id = %(player_id)s OR partner_id = %(player_id)s) AND table_id IS NOT NULL AND board_id < %(before)s
ORDER BY board_id DESC LIMIT %(limit)s;

-- name: own_plays
-- Returns the boards that a player has seen, for the export.
SELECT board_id, table_id, begun_at, ended_at, excess, levels, step FROM shengji.board_play
WHERE player_id = %(player_id)s AND board_id > %(after)s ORDER BY board_id LIMIT %(limit)s;

-- name: plays_of_tables
-- Returns the boards that are played at these tables, and their players.
SELECT p.table_id, p.board_id, p.player_id, b.setting, b.secret
FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id WHERE p.table_id = ANY(%(tables)s);

-- name: end_play
-- Records the score of a board at a table. Later calls change nothing.
UPDATE shengji.board_play SET ended_at = statement_timestamp(), excess = %(excess)s, levels = %(levels)s, step = %(step)s
WHERE table_id = %(table_id)s AND ended_at IS NULL;

-- name: see_board
-- Records that a player has seen the board of a table.
INSERT INTO shengji.board_play (board_id, player_id, ended_at)
SELECT board_id, %(player_id)s, statement_timestamp() FROM shengji.board_play WHERE table_id = %(table_id)s
ON CONFLICT DO NOTHING;

-- name: close_played_matches
-- Closes the matches of these boards in which both sides have played all boards, and closes the boards of these
-- matches. Returns the boards.
WITH done AS (
    UPDATE shengji.board_match AS m SET closes_at = statement_timestamp()
    WHERE m.id IN (SELECT match_id FROM shengji.board WHERE id = ANY(%(boards)s))
        AND m.closes_at > statement_timestamp() AND 2 * m.boards = (
            SELECT count(*) FROM shengji.board AS b JOIN shengji.board_play AS p ON p.board_id = b.id
            WHERE b.match_id = m.id AND p.table_id IS NOT NULL AND p.ended_at IS NOT NULL
        )
    RETURNING m.id
)
UPDATE shengji.board AS b SET closes_at = statement_timestamp() FROM done WHERE b.match_id = done.id RETURNING b.id;

-- name: sealed_boards
-- Returns tables that are over and still sealed, and whose boards are closed.
SELECT p.table_id FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id
WHERE p.unsealed_at IS NULL AND p.table_id IS NOT NULL AND p.ended_at IS NOT NULL
    AND b.closes_at <= statement_timestamp()
LIMIT %(limit)s;

-- name: note_unsealed
UPDATE shengji.board_play SET unsealed_at = statement_timestamp() WHERE table_id = %(table_id)s;

-- name: board_match_by_key
SELECT id, fingerprint FROM shengji.board_match WHERE command_id = %(command_id)s;

-- name: add_board_match
INSERT INTO shengji.board_match (id, challenger, opponent, challenger_partner, opponent_partner, agreed, boards, setting,
    closes_at, command_id, fingerprint)
VALUES (%(id)s, %(challenger)s, %(opponent)s, %(challenger_partner)s, %(opponent_partner)s, %(agreed)s, %(boards)s,
    %(setting)s, statement_timestamp() + make_interval(secs => %(lives_s)s), %(command_id)s, %(fingerprint)s)
RETURNING closes_at;

-- name: board_match
SELECT id, challenger, opponent, challenger_partner, opponent_partner, agreed, setting, created_at, closes_at,
    closes_at <= statement_timestamp()
FROM shengji.board_match
WHERE id = %(id)s AND %(player_id)s IN (challenger, opponent, challenger_partner, opponent_partner);

-- name: agree_to_board_match
-- Records the consent of a player to a match of pairs, once.
UPDATE shengji.board_match SET agreed = agreed || %(player_id)s::text
WHERE id = %(id)s AND NOT agreed @> ARRAY[%(player_id)s::text] AND closes_at > statement_timestamp() RETURNING id;

-- name: decline_board_match
-- Ends a match of pairs to which not all four players have agreed, and closes its boards.
WITH done AS (
    UPDATE shengji.board_match SET closes_at = statement_timestamp()
    WHERE id = %(id)s AND cardinality(agreed) < 4 AND closes_at > statement_timestamp() RETURNING id
)
UPDATE shengji.board AS b SET closes_at = statement_timestamp() FROM done WHERE b.match_id = done.id;

-- name: board_matches
-- Returns a page of the board matches of a player, the newest first.
SELECT id, challenger, opponent, challenger_partner, opponent_partner, agreed, setting, created_at, closes_at,
    closes_at <= statement_timestamp()
FROM shengji.board_match
WHERE (
    challenger = %(player_id)s OR opponent = %(player_id)s
    OR challenger_partner = %(player_id)s OR opponent_partner = %(player_id)s
) AND id < %(before)s ORDER BY id DESC LIMIT %(limit)s;

-- name: leave_boards
-- Removes the player from plays and matches. The scores stay.
WITH plays AS (
    UPDATE shengji.board_play SET player_id = nullif(player_id, %(player_id)s), partner_id = nullif(partner_id, %(player_id)s)
    WHERE player_id = %(player_id)s OR partner_id = %(player_id)s
)
UPDATE shengji.board_match
SET challenger = nullif(challenger, %(player_id)s), opponent = nullif(opponent, %(player_id)s),
    challenger_partner = nullif(challenger_partner, %(player_id)s),
    opponent_partner = nullif(opponent_partner, %(player_id)s), agreed = array_remove(agreed, %(player_id)s::text),
    command_id = NULL, fingerprint = NULL
WHERE %(player_id)s IN (challenger, opponent, challenger_partner, opponent_partner);
