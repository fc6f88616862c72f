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
SELECT id, name, kind, created_at, closed_at FROM shengji.player WHERE id = ANY(%(ids)s);

-- name: hold_player
-- Keeps the row of a player, unless the account is closed, from being changed until the end of the transaction.
SELECT id FROM shengji.player WHERE id = %(player_id)s AND closed_at IS NULL FOR UPDATE;

-- name: tell_player
-- The next event in the feed of an account; nothing when the account is closed. The row of the player is held until the
-- end of the transaction, so that numbers are seen in their order and none is left out.
WITH counted AS (
    UPDATE shengji.player SET events = events + 1 WHERE id = %(player_id)s AND closed_at IS NULL RETURNING events
)
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
-- The account is held, so that none is closed without this token.
INSERT INTO shengji.token (id, player_id, name, hash, scopes, expires_at, grant_id)
SELECT %(id)s, p.id, %(name)s, %(hash)s, %(scopes)s, %(expires_at)s, %(grant_id)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: token
-- Who a token belongs to, unless it was revoked or has expired, and whether its use has to be noted.
SELECT t.id, t.player_id, t.scopes, t.expires_at, p.name, p.kind, g.client_id,
    t.last_used_at IS NULL OR t.last_used_at < date_trunc('hour', now())
FROM shengji.token AS t
JOIN shengji.player AS p ON p.id = t.player_id
LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.hash = %(hash)s AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    AND p.closed_at IS NULL AND g.revoked_at IS NULL;

-- name: note_use
UPDATE shengji.token SET last_used_at = date_trunc('hour', now()) WHERE hash = %(hash)s;

-- name: tokens
SELECT t.id, t.name, t.scopes, t.created_at, t.expires_at, least(t.revoked_at, g.revoked_at), t.last_used_at, g.client_id
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.player_id = %(player_id)s AND t.id > %(after)s ORDER BY t.id LIMIT %(limit)s;

-- name: revoke_token
-- Ends a token, and with a client's token all that the client has by the same grant; the hashes of what has ended.
WITH ended AS (
    UPDATE shengji.token SET revoked_at = coalesce(revoked_at, statement_timestamp())
    WHERE id = %(id)s AND player_id = %(player_id)s RETURNING hash, grant_id
), with_it AS (
    UPDATE shengji.oauth_grant AS g SET revoked_at = coalesce(g.revoked_at, statement_timestamp())
    FROM ended WHERE g.id = ended.grant_id RETURNING g.id
)
SELECT hash FROM ended UNION SELECT t.hash FROM shengji.token AS t JOIN with_it ON with_it.id = t.grant_id;

-- name: login
-- Whose login it is, in whatever case it is written, and what its password is checked against.
SELECT player_id, password FROM shengji.login WHERE lower(login) = lower(%(login)s);

-- name: login_of
SELECT login, password, changed_at FROM shengji.login WHERE player_id = %(player_id)s;

-- name: add_login
-- Nothing when somebody else has that login.
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
-- With all that anybody has granted to it.
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
-- Nothing when it was used meanwhile.
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
-- A device whose code somebody has typed, as long as nobody has decided about it.
SELECT c.name, d.scopes FROM shengji.oauth_device AS d JOIN shengji.oauth_client AS c ON c.id = d.client_id
WHERE d.user_code = %(user_code)s AND d.allowed IS NULL AND d.expires_at > statement_timestamp();

-- name: decide_device
UPDATE shengji.oauth_device SET allowed = %(allowed)s, player_id = %(player_id)s
WHERE user_code = %(user_code)s AND allowed IS NULL AND expires_at > statement_timestamp() RETURNING hash;

-- name: poll_device
-- Notes that the device has asked; whether that was too soon, which makes it wait longer from then on (RFC 8628, 3.5).
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
-- Client and account are held, so that neither goes without this grant.
INSERT INTO shengji.oauth_grant (id, client_id, player_id, scopes)
SELECT %(id)s, c.id, p.id, %(scopes)s FROM shengji.oauth_client AS c, shengji.player AS p
WHERE c.id = %(client_id)s AND p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING id;

-- name: hold_grant
SELECT id FROM shengji.oauth_grant WHERE id = %(id)s AND revoked_at IS NULL FOR UPDATE;

-- name: revoke_grant
-- Ends all that a client has by a grant; the hashes of its tokens.
WITH ended AS (
    UPDATE shengji.oauth_grant SET revoked_at = coalesce(revoked_at, statement_timestamp()) WHERE id = %(id)s RETURNING id
)
SELECT t.hash FROM shengji.token AS t JOIN ended ON ended.id = t.grant_id;

-- name: grants
-- What a player has granted, the oldest first.
SELECT g.id, g.client_id, c.name, g.scopes, g.created_at, g.revoked_at
FROM shengji.oauth_grant AS g JOIN shengji.oauth_client AS c ON c.id = g.client_id
WHERE g.player_id = %(player_id)s AND g.id > %(after)s ORDER BY g.id LIMIT %(limit)s;

-- name: replace_tokens
-- Ends the tokens that a grant has so far, since others take their place.
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
-- A token with the grant that it came of, whether or not it is valid still.
SELECT t.player_id, t.scopes, t.created_at, t.expires_at, t.grant_id, g.client_id,
    t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL OR coalesce(t.expires_at <= statement_timestamp(), false)
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.hash = %(hash)s;

-- name: sweep_oauth
-- What has been over for a day, which nobody needs any more to notice that it comes a second time.
WITH codes AS (DELETE FROM shengji.oauth_code WHERE expires_at < now() - interval '1 day'),
    devices AS (DELETE FROM shengji.oauth_device WHERE expires_at < now() - interval '1 day')
DELETE FROM shengji.oauth_refresh WHERE expires_at < now() - interval '1 day';

-- name: close_player
-- The name goes, the id stays: games that were played keep their seats.
UPDATE shengji.player SET name = NULL, closed_at = statement_timestamp()
WHERE id = %(player_id)s AND closed_at IS NULL AND kind <> 'house' RETURNING id;

-- name: drop_webhooks
-- Their deliveries go with them.
DELETE FROM shengji.webhook WHERE player_id = %(player_id)s;

-- name: drop_account_events
DELETE FROM shengji.account_event WHERE player_id = %(player_id)s;

-- name: drop_codes
WITH devices AS (DELETE FROM shengji.oauth_device WHERE player_id = %(player_id)s)
DELETE FROM shengji.oauth_code WHERE player_id = %(player_id)s;

-- name: drop_tokens
DELETE FROM shengji.token WHERE player_id = %(player_id)s;

-- name: drop_grants
DELETE FROM shengji.oauth_grant WHERE player_id = %(player_id)s;

-- name: drop_clients
DELETE FROM shengji.oauth_client WHERE player_id = %(player_id)s;

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

-- name: add_webhook
-- A new webhook, unless the player has as many as may be.
INSERT INTO shengji.webhook (id, player_id, url, types, secret)
SELECT %(id)s, %(player_id)s, %(url)s, %(types)s, %(secret)s
WHERE (SELECT count(*) FROM shengji.webhook WHERE player_id = %(player_id)s) < %(most)s
RETURNING id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END;

-- name: webhooks
SELECT id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END
FROM shengji.webhook
WHERE player_id = %(player_id)s AND id = coalesce(%(id)s, id) ORDER BY id;

-- name: change_webhook
-- What is null stays as it is. Whoever enables a webhook gives it a fresh start.
UPDATE shengji.webhook
SET url = coalesce(%(url)s, url), types = coalesce(%(types)s::text[], types),
    disabled_at = CASE WHEN %(enabled)s THEN NULL WHEN NOT %(enabled)s THEN coalesce(disabled_at, now()) ELSE disabled_at END,
    disabled_by = CASE WHEN %(enabled)s THEN NULL WHEN NOT %(enabled)s THEN coalesce(disabled_by, 'owner') ELSE disabled_by END,
    failures = CASE WHEN %(enabled)s::boolean THEN 0 ELSE failures END,
    rests_until = CASE WHEN %(enabled)s::boolean THEN '-infinity' ELSE rests_until END
WHERE player_id = %(player_id)s AND id = %(id)s
RETURNING id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END;

-- name: park_deliveries
-- What was not delivered waits for the webhook to be enabled again.
UPDATE shengji.delivery SET next_attempt_at = NULL
WHERE webhook_id = %(webhook_id)s AND state = 'pending' AND next_attempt_at IS NOT NULL;

-- name: unpark_deliveries
-- What has waited for the webhook to be enabled is due, and begins the schedule of attempts anew.
UPDATE shengji.delivery SET next_attempt_at = now(), step = 0
WHERE webhook_id = %(webhook_id)s AND state = 'pending' AND next_attempt_at IS NULL;

-- name: drop_webhook
DELETE FROM shengji.webhook WHERE player_id = %(player_id)s AND id = %(id)s RETURNING id;

-- name: rotate_webhook
-- A new secret; the one before stays good for a while, and the one before that for no longer.
UPDATE shengji.webhook
SET former_secret = secret, former_until = now() + make_interval(secs => %(former_s)s), secret = %(secret)s
WHERE player_id = %(player_id)s AND id = %(id)s RETURNING former_until;

-- name: queue_deliveries
-- An event in the feed of an account, for every enabled webhook of the player that asks for its type. A webhook that is
-- just being removed is waited for, and gets none.
INSERT INTO shengji.delivery (id, webhook_id, player_id, number, type, next_attempt_at)
SELECT 'msg_' || shengji.ulid(), w.id, e.player_id, e.number, e.type, now()
FROM shengji.account_event AS e JOIN shengji.webhook AS w ON w.player_id = e.player_id
WHERE e.player_id = %(player_id)s AND e.number = %(number)s AND w.disabled_at IS NULL
    AND (w.types = '{}' OR e.type = ANY(w.types))
FOR KEY SHARE OF w
ON CONFLICT (webhook_id, number) DO NOTHING
RETURNING id;

-- name: wake_webhook
-- Ends the rest of a webhook, and holds its row, for whoever is about to have something sent at once.
UPDATE shengji.webhook SET rests_until = '-infinity'
WHERE player_id = %(player_id)s AND id = %(webhook_id)s RETURNING disabled_by;

-- name: add_test_delivery
-- A test call, due before all that is due already.
INSERT INTO shengji.delivery (id, webhook_id, player_id, type, next_attempt_at)
SELECT %(id)s, %(webhook_id)s, %(player_id)s, %(type)s, least(now(), min(next_attempt_at) - interval '1 ms')
FROM shengji.delivery WHERE webhook_id = %(webhook_id)s AND state = 'pending'
RETURNING id;

-- name: waiting_test_delivery
SELECT id FROM shengji.delivery
WHERE webhook_id = %(webhook_id)s AND number IS NULL AND state = 'pending' ORDER BY id LIMIT 1;

-- name: deliveries
-- The deliveries of a webhook, the newest first.
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
-- The last attempts of a delivery, the oldest first.
SELECT began_at, status, duration_ms, error FROM (
    SELECT number, began_at, status, duration_ms, error FROM shengji.delivery_attempt
    WHERE delivery_id = %(delivery_id)s ORDER BY number DESC LIMIT %(limit)s
) AS a ORDER BY number;

-- name: redeliver
-- Makes a delivery due, before all that is due already, from the start of the schedule of attempts.
UPDATE shengji.delivery SET state = 'pending', step = 0, next_attempt_at = least(now(), (
    SELECT min(next_attempt_at) - interval '1 ms' FROM shengji.delivery
    WHERE webhook_id = %(webhook_id)s AND state = 'pending'
))
WHERE webhook_id = %(webhook_id)s AND player_id = %(player_id)s AND id = %(id)s RETURNING id;

-- name: due_webhooks
-- Webhooks with something to send that no worker holds, those first whose delivery has waited longest.
SELECT w.id, w.claims, w.failures FROM (
    SELECT webhook_id, min(next_attempt_at) AS since FROM shengji.delivery
    WHERE state = 'pending' AND next_attempt_at <= now() GROUP BY webhook_id
) AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now()
ORDER BY d.since LIMIT %(limit)s;

-- name: claim_webhook
-- Takes a webhook up, so that nobody else sends for it; nothing when somebody does, or there is nothing to send.
UPDATE shengji.webhook AS w SET claims = claims + 1, leased_until = now() + make_interval(secs => %(lease_s)s)
WHERE w.id = %(id)s AND w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now() AND EXISTS (
    SELECT FROM shengji.delivery AS d
    WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= now()
)
RETURNING claims;

-- name: next_delivery
-- What is due first of a webhook that one holds, which is held on to for so much longer; and what it is sent with.
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
-- How a webhook has fared: after failures it rests, for longer each time. It is disabled where there is a reason, or after
-- so many failures in succession, unless it leads elsewhere by now.
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
-- What became of an attempt. A failure that is heard of late does not undo what became of another attempt meanwhile.
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
-- How many deliveries are on their way, and for how many seconds a worker might have taken up the oldest of them.
SELECT count(*),
    greatest(coalesce(extract(epoch FROM now() - min(greatest(d.next_attempt_at, w.rests_until))), 0), 0)::float8
FROM shengji.delivery AS d JOIN shengji.webhook AS w ON w.id = d.webhook_id
WHERE d.state = 'pending' AND d.next_attempt_at IS NOT NULL;

-- name: drop_old_deliveries
-- Deliveries from so many days ago, but for those that are still on their way.
DELETE FROM shengji.delivery WHERE id IN (
    SELECT id FROM shengji.delivery
    WHERE id < (SELECT 'msg_' || shengji.ulid(now() - make_interval(days => %(days)s)))
        AND (state <> 'pending' OR next_attempt_at IS NULL)
    ORDER BY id LIMIT %(limit)s
)
RETURNING id;
