-- name: add_webhook
-- Adds a webhook. No row if the player has the maximum number of webhooks.
INSERT INTO shengji.webhook (id, player_id, url, types, secret, tournament_id)
SELECT %(id)s, %(player_id)s, %(url)s, %(types)s, %(secret)s, %(tournament_id)s
WHERE (SELECT count(*) FROM shengji.webhook WHERE player_id = %(player_id)s) < %(most)s
RETURNING id, url, types, created_at, disabled_at, disabled_by,
    CASE WHEN former_until > now() THEN former_until END, tournament_id;

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
SELECT d.id, held.url, held.secret, held.former_secret, d.step, now(), d.player_id, d.type, d.number, d.created_at,
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

-- name: drop_old_deliveries
-- Deletes deliveries older than some days, except those that are due or scheduled.
DELETE FROM shengji.delivery WHERE id IN (
    SELECT id FROM shengji.delivery
    WHERE id < (SELECT 'msg_' || shengji.ulid(now() - make_interval(days => %(days)s)))
        AND (state <> 'pending' OR next_attempt_at IS NULL)
    ORDER BY id LIMIT %(limit)s
)
RETURNING id;

-- name: drop_webhooks
-- Deletes webhooks with their deliveries.
DELETE FROM shengji.webhook WHERE player_id = %(player_id)s;

-- name: reseal_webhook
-- Stores the same secrets with a new encryption, unless they were changed meanwhile.
UPDATE shengji.webhook SET secret = %(secret)s, former_secret = %(former_secret)s
WHERE id = %(id)s AND secret = %(secret_before)s AND former_secret IS NOT DISTINCT FROM %(former_secret_before)s
RETURNING id;
