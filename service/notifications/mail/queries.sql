-- name: mailbox
SELECT coalesce(b.address, s.address), coalesce(b.confirmed_at, s.given_at), b.asked_address, b.asked_at,
    b.failing_since, b.failing_status, b.wishes, b.time_zone, b.digest_hour, coalesce(b.digest_at, s.digest_at),
    b.changed_at, b.names
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
    digest_hour = coalesce(%(digest_hour)s, digest_hour), names = coalesce(%(names)s, names), changed_at = statement_timestamp()
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
-- Claims the mail that is due first. With its first claim, other mails of the player that would be due soon join it for
-- good: they are never due by themselves, and are settled together with it. Returns it and those in it, itself first,
-- each with its mailbox and its event. The last columns say whether a newer mail about the same table waits, which makes
-- this one superfluous, and for how many seconds no invitation may be mailed to the player. While the mailbox is locked,
-- no other worker claims a mail that is to join this one.
WITH due AS (
    SELECT m.id, m.player_id, m.claims, m.kind FROM shengji.mail AS m
    JOIN shengji.mailbox AS b ON b.player_id = m.player_id, shengji.mail_server AS s
    WHERE m.state = 'pending' AND m.next_attempt_at <= now() AND s.rests_until <= now()
    ORDER BY m.next_attempt_at LIMIT 1 FOR UPDATE OF m, b SKIP LOCKED
), claimed AS (
    UPDATE shengji.mail AS m SET claims = m.claims + 1, next_attempt_at = now() + make_interval(secs => %(lease_s)s)
    FROM due WHERE m.id = due.id
    RETURNING m.*
), joining AS (
    SELECT m.id FROM shengji.mail AS m JOIN due ON due.player_id = m.player_id
    WHERE due.claims = 0 AND due.kind NOT IN ('confirm', 'digest') AND %(gathers_s)s > 0
        AND m.id <> due.id AND m.state = 'pending' AND m.claims = 0 AND m.kind NOT IN ('confirm', 'digest')
        AND m.next_attempt_at <= now() + make_interval(secs => %(gathers_s)s)
    ORDER BY m.id LIMIT %(most)s FOR UPDATE OF m SKIP LOCKED
), joined AS (
    UPDATE shengji.mail AS m SET claims = m.claims + 1, sent_with = due.id, next_attempt_at = 'infinity'
    FROM due, joining WHERE m.id = joining.id
    RETURNING m.*
), together AS (
    SELECT * FROM claimed
    UNION ALL SELECT * FROM joined
    UNION ALL
    SELECT m.* FROM shengji.mail AS m JOIN due ON m.sent_with = due.id
    WHERE m.state = 'pending'
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
FROM together AS c JOIN shengji.mailbox AS b ON b.player_id = c.player_id
LEFT JOIN shengji.account_event AS e ON e.player_id = c.player_id AND e.number = c.number
ORDER BY c.sent_with IS NOT NULL, c.number;

-- name: settle_mail
-- Records the result of a claimed mail: sent, dropped, failed, or retried later. What it contains gets the same result,
-- or its own if the text left it out: dropped, or pending by itself after some seconds.
WITH settled AS (
    UPDATE shengji.mail
    SET state = %(state)s, step = %(step)s, status = coalesce(%(status)s, status),
        settled_at = CASE WHEN %(state)s <> 'pending' THEN now() END,
        next_attempt_at = CASE WHEN %(state)s = 'pending' THEN now() + make_interval(secs => %(again_s)s) END
    WHERE id = %(id)s AND claims = %(claim)s AND state = 'pending' RETURNING id
), others AS (
    UPDATE shengji.mail AS m
    SET state = o.state, status = coalesce(%(status)s, m.status),
        sent_with = CASE WHEN o.state = 'pending' AND o.again_s > 0 THEN NULL ELSE m.sent_with END,
        settled_at = CASE WHEN o.state <> 'pending' THEN now() END,
        next_attempt_at = CASE WHEN o.state = 'pending' THEN
            CASE WHEN o.again_s > 0 THEN now() + make_interval(secs => o.again_s) ELSE 'infinity' END END
    FROM settled, unnest(%(others)s::text[], %(states)s::text[], %(others_again_s)s::float8[]) AS o (id, state, again_s)
    WHERE m.id = o.id AND m.sent_with = settled.id AND m.state = 'pending'
)
SELECT id FROM settled;

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

-- name: expire_mails
-- Gives up mails that could not be sent for too long, with all that they contain.
WITH old AS (
    SELECT id FROM shengji.mail WHERE state = 'pending' AND created_at < now() - make_interval(secs => %(after_s)s)
)
UPDATE shengji.mail SET state = 'failed', settled_at = now(), next_attempt_at = NULL
WHERE state = 'pending' AND (id IN (SELECT id FROM old) OR sent_with IN (SELECT id FROM old)) RETURNING id;

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

-- name: drop_mails
WITH codes AS (DELETE FROM shengji.mail_code WHERE player_id = %(player_id)s),
    mails AS (DELETE FROM shengji.mail WHERE player_id = %(player_id)s),
    in_sandbox AS (DELETE FROM shengji.sandbox_mail WHERE player_id = %(player_id)s),
    address AS (DELETE FROM shengji.sandbox_mailbox WHERE player_id = %(player_id)s)
DELETE FROM shengji.mailbox WHERE player_id = %(player_id)s;
