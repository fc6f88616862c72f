-- name: next_in_sandbox
-- Returns the next step in a sandbox. Bots move at once, tournaments react to their tables at once, and leagues to
-- their tournaments. All else happens in the order of its due time. Vacations are applied to clocks first. At the
-- same time tournaments precede leagues, because a league would cut them short. The last columns say whether the
-- projections have recorded all work for tournaments and leagues, and whether the account feeds have all events of the
-- stream. If the sandbox has mailboxes, the latter is about all its streams, and about the inboxes too.
SELECT what, stream, version, at, NOT EXISTS (
    SELECT FROM shengji.subscription AS s
    JOIN shengji.event AS e ON (e.transaction, e.position) > (s.transaction, s.position)
    JOIN shengji.head AS h ON h.stream = e.stream
    WHERE h.world = %(sandbox)s AND (
        s.name = 'tournaments'
        AND (e.stream LIKE 'tournament-%' OR e.type = ANY(%(ends)s))
        OR s.name = 'leagues' AND (e.stream LIKE 'league-%' OR e.type IN ('tournament_finished', 'tournament_cancelled'))
    )
), NOT EXISTS (
    SELECT FROM shengji.head AS h
    JOIN shengji.event AS e ON e.stream = h.stream AND e.version = h.version
    JOIN shengji.subscription AS s ON (s.transaction, s.position) < (e.transaction, e.position)
    WHERE h.world = %(sandbox)s
        AND (s.name = 'accounts' AND h.stream = due.stream OR s.name IN ('accounts', 'tables') AND %(has_mailboxes)s)
) FROM (
    (SELECT 0 AS place, 'bots' AS what, stream, version, updated_at AS at FROM shengji.head
     WHERE world = %(sandbox)s AND due_at IS NOT NULL AND NOT shengji.is_left_alone(stream) ORDER BY updated_at LIMIT 1)
    UNION ALL
    (SELECT 0, 'tables of a tournament', h.stream, h.version, greatest(w.moment, h.updated_at)
     FROM shengji.tournament_work AS w JOIN shengji.head AS h ON h.stream = 'tournament-' || w.tournament_id
     WHERE w.world = %(sandbox)s AND NOT shengji.is_left_alone(h.stream) ORDER BY w.since LIMIT 1)
    UNION ALL
    (SELECT 0, 'tournaments of a league', h.stream, h.version, greatest(w.moment, h.updated_at)
     FROM shengji.league_work AS w JOIN shengji.head AS h ON h.stream = 'league-' || w.league_id
     WHERE w.world = %(sandbox)s AND NOT shengji.is_left_alone(h.stream) ORDER BY w.since LIMIT 1)
    UNION ALL
    (SELECT 1, 'vacation', v.player_id, 0, least(shengji.time_in(%(sandbox)s), (
        SELECT min(least(turn_due_at, clock_due_at)) FROM shengji.head
        WHERE world = %(sandbox)s AND NOT shengji.is_left_alone(stream)
     )) FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_applied AND p.world = %(sandbox)s LIMIT 1)
    UNION ALL
    (SELECT 2, 'reminder', 'table-' || table_id, version, at FROM shengji.reminder
     WHERE world = %(sandbox)s AND at <= shengji.time_in(%(sandbox)s) ORDER BY at LIMIT 1)
    UNION ALL
    (SELECT 2, 'warning', v.player_id, 0, v.ends_at - interval '1 day'
     FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_warned AND v.came_back_at IS NULL AND p.world = %(sandbox)s
        AND v.ends_at - interval '1 day' <= shengji.time_in(%(sandbox)s)
        AND v.starts_at < v.ends_at - interval '1 day' ORDER BY v.ends_at LIMIT 1)
    UNION ALL
    (SELECT 2, 'mail', id, 0, due_at FROM shengji.sandbox_mail
     WHERE world = %(sandbox)s AND state = 'pending' AND due_at <= shengji.time_in(%(sandbox)s) ORDER BY due_at, id LIMIT 1)
    UNION ALL
    (SELECT 2, 'digest', player_id, 0, digest_at FROM shengji.sandbox_mailbox
     WHERE world = %(sandbox)s AND digest_at <= shengji.time_in(%(sandbox)s) ORDER BY digest_at LIMIT 1)
    UNION ALL
    (SELECT 3, 'clock', stream, version, clock_due_at FROM shengji.head
     WHERE world = %(sandbox)s AND clock_due_at <= shengji.time_in(%(sandbox)s) AND NOT shengji.is_left_alone(stream)
     ORDER BY clock_due_at LIMIT 1)
    UNION ALL
    (SELECT 4, 'time', stream, version, turn_due_at FROM shengji.head
     WHERE world = %(sandbox)s AND turn_due_at <= shengji.time_in(%(sandbox)s) AND stream LIKE 'table-%'
        AND NOT shengji.is_left_alone(stream)
     ORDER BY turn_due_at LIMIT 1)
    UNION ALL
    (SELECT 5, split_part(stream, '-', 1), stream, version, greatest(turn_due_at, updated_at) FROM shengji.head
     WHERE world = %(sandbox)s AND turn_due_at <= shengji.time_in(%(sandbox)s) AND stream NOT LIKE 'table-%'
        AND shengji.is_due_in_world(stream, version, turn_due_at, shengji.time_in(%(sandbox)s))
        AND NOT shengji.is_left_alone(stream)
     ORDER BY turn_due_at, stream DESC LIMIT 1)
) AS due ORDER BY place > 0, at, place;

-- name: note_at_a_stand
-- Records that a tournament, series or league of a sandbox cannot make progress at this version and this time of its
-- clock.
INSERT INTO shengji.tournament_at_a_stand AS s (stream, version, world, clock)
SELECT %(stream)s, %(version)s, id, clock FROM shengji.world WHERE id = %(sandbox)s
ON CONFLICT (stream) DO UPDATE SET version = excluded.version, clock = excluded.clock;

-- name: has_mailboxes
-- Returns whether any player of the sandbox has a mail address.
SELECT EXISTS (SELECT FROM shengji.sandbox_mailbox WHERE world = %(sandbox)s);

-- name: try_sandbox
-- Returns whether this session got the lock of a sandbox. Only the holder works on the sandbox.
SELECT pg_try_advisory_lock(hashtextextended(%(sandbox)s, 15));

-- name: leave_sandbox
SELECT pg_advisory_unlock(hashtextextended(%(sandbox)s, 15));

-- name: add_sandbox
-- Creates a sandbox. No row if the player has the maximum number of sandboxes.
INSERT INTO shengji.world (id, owner, clock, expires_at) SELECT %(id)s, %(owner)s, %(clock)s, %(expires_at)s
WHERE (
    SELECT count(*) FROM shengji.world WHERE owner = %(owner)s AND expires_at > statement_timestamp()
) < %(most)s
RETURNING id;

-- name: sandbox
SELECT id, clock, created_at, expires_at FROM shengji.world WHERE id = %(id)s AND expires_at > statement_timestamp();

-- name: sandboxes
SELECT id, clock, created_at, expires_at FROM shengji.world
WHERE owner = %(owner)s AND expires_at > statement_timestamp() ORDER BY id;

-- name: count_sandbox_players
SELECT count(*) FROM shengji.player WHERE world = %(sandbox)s;

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

-- name: sandbox_unrest
-- Returns the number of things that are due in a sandbox (tables, tournaments, series, leagues, reminders,
-- vacations, mails and digests), whether all projections, ratings and grades are up to date, and the number of open
-- accounts.
SELECT
    (SELECT count(*) FROM shengji.head AS h JOIN shengji.world AS w ON w.id = h.world
     WHERE h.world = %(sandbox)s AND NOT shengji.is_left_alone(h.stream) AND (
        h.turn_due_at <= w.clock AND shengji.is_due_in_world(h.stream, h.version, h.turn_due_at, w.clock)
        OR h.clock_due_at <= w.clock OR h.due_at IS NOT NULL
     ))
    + (SELECT count(*) FROM shengji.tournament_work
     WHERE world = %(sandbox)s AND NOT shengji.is_left_alone('tournament-' || tournament_id))
    + (SELECT count(*) FROM shengji.league_work
     WHERE world = %(sandbox)s AND NOT shengji.is_left_alone('league-' || league_id))
    + (SELECT count(DISTINCT r.table_id) FROM shengji.reminder AS r JOIN shengji.world AS w ON w.id = r.world
     WHERE r.world = %(sandbox)s AND r.at <= w.clock)
    + (SELECT count(*) FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
     WHERE NOT v.is_applied AND p.world = %(sandbox)s)
    + (SELECT count(*) FROM shengji.vacation AS v JOIN shengji.player AS p ON p.id = v.player_id
        JOIN shengji.world AS w ON w.id = p.world
     WHERE NOT v.is_warned AND v.came_back_at IS NULL AND p.world = %(sandbox)s
        AND v.ends_at - interval '1 day' <= w.clock AND v.starts_at < v.ends_at - interval '1 day')
    + (SELECT count(*) FROM shengji.sandbox_mail AS m JOIN shengji.world AS w ON w.id = m.world
     WHERE m.world = %(sandbox)s AND m.state = 'pending' AND m.due_at <= w.clock)
    + (SELECT count(*) FROM shengji.sandbox_mailbox AS m JOIN shengji.world AS w ON w.id = m.world
     WHERE m.world = %(sandbox)s AND m.digest_at <= w.clock),
    NOT EXISTS (
        SELECT FROM shengji.head AS h
        JOIN shengji.event AS e ON e.stream = h.stream AND e.version = h.version
        JOIN shengji.subscription AS s ON (s.transaction, s.position) < (e.transaction, e.position)
        WHERE h.world = %(sandbox)s
            AND s.name IN ('accounts', 'reliability', 'tables', 'tournaments', 'ratings', 'grades', 'leagues', 'series')
    ) AND NOT EXISTS (
        SELECT FROM rating_pool WHERE split_part(pool, '/', 2) = %(sandbox)s AND rated < newest
    ) AND NOT EXISTS (
        SELECT FROM grade_pool WHERE split_part(pool, '/', 2) = %(sandbox)s AND graded < newest
    ),
    (SELECT count(*) FROM shengji.player WHERE world = %(sandbox)s AND closed_at IS NULL);

-- name: sandbox_due
SELECT stream, least(turn_due_at, clock_due_at) AS due FROM shengji.head
WHERE world = %(sandbox)s AND least(turn_due_at, clock_due_at) IS NOT NULL
ORDER BY due, stream LIMIT %(limit)s;

-- name: shut_sandbox
-- Ends a sandbox: the tokens of its players become invalid. The sweep closes its accounts later and then calls
-- `end_sandbox`.
UPDATE shengji.world SET owner = NULL, expires_at = least(expires_at, statement_timestamp())
WHERE id = %(id)s AND ended_at IS NULL;

-- name: expired_sandboxes
SELECT id FROM shengji.world WHERE ended_at IS NULL AND expires_at <= statement_timestamp()
ORDER BY expires_at LIMIT %(limit)s;

-- name: sandbox_mail
-- Returns a due mail of a sandbox and those that it contains, itself first, with the columns of `claim_mail`. The current
-- time is the time at which it is due. It contains the mails to the player that would be due soon.
WITH due AS (SELECT * FROM shengji.sandbox_mail WHERE id = %(id)s AND state = 'pending')
SELECT m.id, 0, 0, m.kind, m.player_id, due.due_at, s.address, NULL, false, b.code, b.wishes, b.time_zone, m.number,
    m.until, m.table_id, e.type, e.data, EXISTS (
        SELECT FROM shengji.sandbox_mail AS o
        WHERE m.kind = 'turn' AND o.kind = 'turn' AND o.player_id = m.player_id AND o.table_id = m.table_id
            AND o.state = 'pending' AND o.number > m.number
    ), coalesce((
        SELECT extract(epoch FROM max(o.settled_at) - due.due_at)::float8 + %(invitations_rest_s)s
        FROM shengji.sandbox_mail AS o
        WHERE o.player_id = m.player_id AND o.kind = 'invitation' AND o.state = 'sent'
            AND o.settled_at > due.due_at - make_interval(secs => %(invitations_rest_s)s)
    ), 0.0)
FROM due JOIN shengji.sandbox_mail AS m ON m.id = due.id OR (
    m.player_id = due.player_id AND m.state = 'pending' AND %(gathers_s)s > 0
    AND m.kind <> 'digest' AND due.kind <> 'digest' AND m.due_at <= due.due_at + make_interval(secs => %(gathers_s)s)
)
JOIN shengji.mailbox AS b ON b.player_id = m.player_id
LEFT JOIN shengji.sandbox_mailbox AS s ON s.player_id = m.player_id
LEFT JOIN shengji.account_event AS e ON e.player_id = m.player_id AND e.number = m.number
ORDER BY m.id <> due.id, m.number;

-- name: settle_sandbox_mail
-- Records the result of a mail of a sandbox and of those in it; one of them holds the text. Deletes the oldest mails beyond the maximum number of the
-- sandbox.
WITH settled AS (
    UPDATE shengji.sandbox_mail AS m
    SET state = n.state, settled_at = due.due_at, address = CASE WHEN n.state = 'sent' THEN %(address)s::text END,
        sent_with = CASE WHEN n.state = 'sent' AND m.id <> %(holder)s THEN %(holder)s END,
        subject = CASE WHEN m.id = %(holder)s THEN %(subject)s::text END,
        html = CASE WHEN m.id = %(holder)s THEN %(html)s::text END,
        body = CASE WHEN n.state <> 'sent' THEN NULL WHEN m.id = %(holder)s THEN %(body)s ELSE '' END
    FROM shengji.sandbox_mail AS due, unnest(%(ids)s::text[], %(states)s::text[]) AS n (id, state)
    WHERE due.id = %(id)s AND due.state = 'pending' AND m.id = n.id AND m.state = 'pending' RETURNING m.id, m.world
), forgotten AS (
    DELETE FROM shengji.sandbox_mail WHERE id IN (
        SELECT m.id FROM shengji.sandbox_mail AS m JOIN settled ON m.world = settled.world
        WHERE m.state <> 'pending' AND settled.id = %(id)s ORDER BY m.settled_at DESC, m.id DESC OFFSET %(kept)s
    )
)
SELECT id FROM settled;

-- name: postpone_sandbox_mail
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
    CASE WHEN m.kind <> 'digest' THEN m.number END, m.html
FROM shengji.sandbox_mail AS m
WHERE m.world = %(sandbox)s AND m.state = 'sent' AND m.sent_with IS NULL
    AND (%(player_id)s::text IS NULL OR m.player_id = %(player_id)s)
    AND (%(before)s::text IS NULL OR (m.settled_at, m.id) < (
        SELECT settled_at, id FROM shengji.sandbox_mail WHERE id = %(before)s AND world = %(sandbox)s
    ))
ORDER BY m.settled_at DESC, m.id DESC LIMIT %(limit)s;

-- name: disown_sandboxes
-- Ends all sandboxes of a player whose account is closed, see `shut_sandbox`.
UPDATE shengji.world SET owner = NULL, expires_at = least(expires_at, statement_timestamp())
WHERE owner = %(player_id)s;
