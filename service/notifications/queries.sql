-- name: time_of
-- Returns the current time of a player: that of their sandbox, or the real time.
SELECT shengji.time_of(%(player_id)s);

-- name: add_account_events
-- Appends events to the feeds of accounts, in the given order, with their deliveries and mails. Returns the last
-- number of each account; closed accounts are left out. The rows of the players are locked until the end of the
-- transaction, so readers see the numbers in order and without gaps. If a webhook is being removed, the statement
-- waits for it and creates no delivery. The deliveries of one statement get ids that sort by number: earlier ones
-- are dated back by milliseconds. A mail waits for some seconds: one about a turn because the player may move at once,
-- others because more may happen meanwhile. A turn waits longer after a recent mail about the same table, and only one
-- waits at a time.
WITH told AS MATERIALIZED (
    SELECT t.*, row_number() OVER (PARTITION BY player_id ORDER BY place)::integer AS nth
    FROM unnest(
        %(players)s::text[], %(types)s::text[], %(tables)s::text[], %(data)s::jsonb[], %(recorded_at)s::timestamptz[],
        %(kinds)s::text[], %(usual)s::text[], %(waits_s)s::float8[]
    ) WITH ORDINALITY AS t (player_id, type, table_id, data, recorded_at, kind, usual, wait_s, place)
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
        greatest(now() + make_interval(secs => n.wait_s), (
            SELECT max(m.settled_at) + make_interval(secs => %(turn_rests_s)s) FROM shengji.mail AS m
            WHERE n.kind = 'turn' AND m.player_id = n.player_id AND m.table_id = n.table_id AND m.kind = 'turn'
                AND m.state = 'sent'
        ))
    FROM numbered AS n JOIN shengji.mailbox AS b ON b.player_id = n.player_id
    WHERE n.kind IS NOT NULL AND coalesce(b.wishes->>n.kind, n.usual) = 'each'
        AND b.address IS NOT NULL AND b.failing_since IS NULL AND %(sends_mail)s
    ON CONFLICT DO NOTHING
), mailed_in_sandboxes AS (
    INSERT INTO shengji.sandbox_mail (id, world, player_id, table_id, kind, number, created_at, due_at)
    SELECT 'mail_' || shengji.ulid(), s.world, n.player_id, n.table_id, n.kind, n.number, n.recorded_at,
        greatest(n.recorded_at + make_interval(secs => n.wait_s), (
            SELECT max(m.settled_at) + make_interval(secs => %(turn_rests_s)s) FROM shengji.sandbox_mail AS m
            WHERE n.kind = 'turn' AND m.player_id = n.player_id AND m.table_id = n.table_id AND m.kind = 'turn'
                AND m.state = 'sent'
        ))
    FROM numbered AS n
    JOIN shengji.mailbox AS b ON b.player_id = n.player_id
    JOIN shengji.sandbox_mailbox AS s ON s.player_id = n.player_id
    WHERE n.kind IS NOT NULL AND coalesce(b.wishes->>n.kind, n.usual) = 'each'
    ON CONFLICT DO NOTHING
)
SELECT id, events FROM counted;

-- name: players_to_name
-- Returns those of these players whom mails and webhooks may name to a player, with their names: both allow names, and
-- neither blocks the other.
SELECT p.id, p.name FROM shengji.player AS p
JOIN shengji.mailbox AS theirs ON theirs.player_id = p.id AND theirs.names
JOIN shengji.mailbox AS own ON own.player_id = %(player_id)s AND own.names
WHERE p.id = ANY(%(players)s) AND p.name IS NOT NULL AND NOT EXISTS (
    SELECT FROM shengji.block AS b
    WHERE b.player_id = p.id AND b.blocked_id = %(player_id)s OR b.player_id = %(player_id)s AND b.blocked_id = p.id
);

-- name: tables_to_tell
-- Returns the summaries of these tables, further facts for their players, and the names of their tournaments.
SELECT s.id, s.summary, s.facts, t.name FROM shengji_read.table_summary AS s
LEFT JOIN shengji_read.tournament AS t ON t.id = s.facts->'tournament'->>'id'
WHERE s.id = ANY(%(tables)s);

-- name: tournament_names
SELECT id, name FROM shengji_read.tournament WHERE id = ANY(%(tournaments)s);

-- name: account_events
SELECT number, type, table_id, data, recorded_at FROM shengji.account_event
WHERE player_id = %(player_id)s AND number > %(after)s ORDER BY number LIMIT %(limit)s;

-- name: last_ends_of_orders
-- Returns the last end of standing orders at each of these tables, among the newest events of an account.
SELECT DISTINCT ON (table_id) table_id, data FROM shengji.account_event
WHERE player_id = %(player_id)s AND type = 'orders_ended' AND table_id = ANY(%(tables)s)
    AND number > (SELECT events FROM shengji.player WHERE id = %(player_id)s) - %(newest)s::integer
ORDER BY table_id, number DESC;

-- name: oldest_account_event
-- Returns the number of the oldest event that the feed of an account still has; of the next event if it has none.
SELECT coalesce(
    (SELECT min(number) FROM shengji.account_event WHERE player_id = %(player_id)s),
    (SELECT events + 1 FROM shengji.player WHERE id = %(player_id)s)
);

-- name: old_account_events
-- A row if there are account events to delete. The minimum is one entry of the index, whatever the planner expects.
SELECT FROM (SELECT min(written_at) AS oldest FROM shengji.account_event) AS e
WHERE oldest < now() - make_interval(days => %(account_event_days)s::integer);

-- name: drop_old_account_events
-- Deletes account events that were written too many days ago, with their deliveries. An event goes only together with
-- all earlier ones of its feed, so that no feed gets a gap. An account that is being closed is left out, because the two
-- transactions would wait for each other.
WITH old AS MATERIALIZED (
    SELECT player_id, number FROM shengji.account_event
    WHERE written_at < now() - make_interval(days => %(account_event_days)s::integer)
    ORDER BY written_at, number LIMIT %(limit)s
), held AS MATERIALIZED (
    SELECT p.id, (SELECT min(number) FROM shengji.account_event WHERE player_id = p.id) AS oldest
    FROM shengji.player AS p WHERE p.id = ANY(ARRAY(SELECT DISTINCT player_id FROM old)) FOR KEY SHARE OF p SKIP LOCKED
), placed AS (
    -- Consecutive numbers have the same start.
    SELECT player_id, number, number - row_number() OVER (PARTITION BY player_id ORDER BY number) + 1 AS start FROM old
)
DELETE FROM shengji.account_event AS e USING placed AS o, held
WHERE held.id = o.player_id AND held.oldest = o.start AND e.player_id = o.player_id AND e.number = o.number
RETURNING e.number;

-- name: account_numbers
-- Returns the number of the last event in the feeds of these accounts.
SELECT id, events FROM shengji.player WHERE id = ANY(%(players)s);

-- name: drop_reminders
-- Deletes reminders of turns that are over, or whose time has passed.
DELETE FROM shengji.reminder AS r
USING unnest(%(tables)s::text[], %(seats)s::integer[], %(lefts)s::text[]) AS t (table_id, seat, left_share)
WHERE r.table_id = t.table_id AND r.seat = t.seat AND r.left_share = t.left_share;

-- name: add_reminders
INSERT INTO shengji.reminder (table_id, seat, left_share, player_id, asked, version, deadline_at, at, world, left_s)
SELECT * FROM unnest(
    %(tables)s::text[], %(seats)s::integer[], %(lefts)s::text[], %(players)s::text[], %(asked)s::text[],
    %(versions)s::integer[], %(deadlines)s::timestamptz[], %(at)s::timestamptz[], %(sandboxes)s::text[], %(left_s)s::integer[]
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

-- name: due_reminders_in_sandbox
SELECT table_id, seat, left_share, player_id, asked, version, deadline_at, at FROM shengji.reminder
WHERE world = %(sandbox)s AND at <= coalesce(%(now)s::timestamptz, now())
ORDER BY left_share, at LIMIT %(limit)s;

-- name: postpone_reminder
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

-- name: tournament_listeners
-- Returns the players who have webhooks for the events of a tournament.
SELECT DISTINCT player_id FROM shengji.webhook WHERE tournament_id = %(tournament_id)s ORDER BY player_id;

-- name: drop_account_events
DELETE FROM shengji.account_event WHERE player_id = %(player_id)s;

-- name: drop_player_reminders
DELETE FROM shengji.reminder WHERE player_id = %(player_id)s;

-- name: drop_vacation_reminders
-- Deletes the reminder for the end of a vacation, because that end has changed.
DELETE FROM shengji.reminder WHERE player_id = %(player_id)s AND left_share = 'vacation';

-- name: store_registrations
-- Sets when players are reminded of the end of these registrations: a day before the end, or when half of the time
-- that is left now has passed, whichever is later. A registration with the same end stays unchanged.
INSERT INTO shengji.registration AS r (stream, closes_at, told_at, world)
SELECT u.stream, u.closes_at,
    greatest(u.closes_at - interval '1 day', u.seen_at + (u.closes_at - u.seen_at) / 2), u.world
FROM unnest(%(streams)s::text[], %(closes_at)s::timestamptz[], %(seen_at)s::timestamptz[], %(sandboxes)s::text[])
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
