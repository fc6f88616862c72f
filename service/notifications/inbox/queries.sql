-- name: turns
-- Returns the turns of a player by deadline, with the pauses that their tables allow and the current time of the player.
-- Those without a deadline come last, in the order in which they began.
SELECT table_id, seat, asked, since, version, started_at, deadline_at, is_grace,
    coalesce((SELECT s.summary->'pauses' FROM table_summary AS s WHERE s.id = turn.table_id), '{}'),
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
SELECT table_id, seat, challenger, version FROM challenge
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: waiting_proposals
-- Returns the proposals that a player has to answer. Those at the oldest tables come first.
SELECT table_id, seat, what, proposer, version FROM proposal
WHERE player_id = %(player_id)s ORDER BY table_id LIMIT %(limit)s;

-- name: count_waiting
SELECT (SELECT count(*) FROM turn WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM challenge WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM proposal WHERE player_id = %(player_id)s),
    (SELECT count(*) FROM tournament_waiting WHERE player_id = %(player_id)s);

-- name: waiting_tournaments
-- Returns what tournaments expect of a player, by deadline.
SELECT tournament_id, what, entrant, deadline_at, round, match, times FROM tournament_waiting
WHERE player_id = %(player_id)s ORDER BY deadline_at NULLS LAST, tournament_id, entrant, what LIMIT %(limit)s;

-- name: inbox_marks
-- Returns what a player has marked at these tables.
SELECT table_id, seen_version, snoozed_version, snoozed_until FROM shengji.inbox_mark
WHERE player_id = %(player_id)s AND table_id = ANY(%(tables)s);

-- name: all_inbox_marks
SELECT table_id, seen_version, snoozed_version, snoozed_until FROM shengji.inbox_mark
WHERE player_id = %(player_id)s AND table_id > %(after)s ORDER BY table_id LIMIT %(limit)s;

-- name: waiting_at
-- Returns the version at which something waits for a player at a table, and its deadline. No row if nothing does.
SELECT version, deadline_at FROM turn WHERE player_id = %(player_id)s AND table_id = %(table_id)s
UNION ALL SELECT version, NULL FROM proposal WHERE player_id = %(player_id)s AND table_id = %(table_id)s
UNION ALL SELECT version, (
    SELECT (s.summary->>'expires_at')::timestamptz FROM table_summary AS s WHERE s.id = table_id AND s.status = 'open'
) FROM challenge WHERE player_id = %(player_id)s AND table_id = %(table_id)s
ORDER BY 1 DESC, 2 NULLS LAST LIMIT 1;

-- name: put_visit
INSERT INTO shengji.inbox_mark AS m (player_id, table_id, seen_version)
VALUES (%(player_id)s, %(table_id)s, %(version)s)
ON CONFLICT (player_id, table_id) DO UPDATE SET seen_version = greatest(m.seen_version, excluded.seen_version);

-- name: put_snooze
INSERT INTO shengji.inbox_mark (player_id, table_id, snoozed_version, snoozed_until)
VALUES (%(player_id)s, %(table_id)s, %(version)s, %(until)s)
ON CONFLICT (player_id, table_id) DO UPDATE
SET snoozed_version = excluded.snoozed_version, snoozed_until = excluded.snoozed_until;

-- name: end_snooze
UPDATE shengji.inbox_mark SET snoozed_version = NULL, snoozed_until = NULL
WHERE player_id = %(player_id)s AND table_id = %(table_id)s;

-- name: drop_inbox_marks
DELETE FROM shengji.inbox_mark WHERE player_id = %(player_id)s;

-- name: pace_steps
-- Returns what happened to a player's clocks since a time, at the tables of theirs with the newest events: the table,
-- the type of the event, when it was recorded, and for `clocks_set` its own time and the clock of their seat.
SELECT seated.id, e.type, e.recorded_at, e.data->>'at', (
    SELECT clock FROM jsonb_array_elements(CASE WHEN e.type = 'clocks_set' THEN e.data->'clocks' END) AS clock
    WHERE (clock->>'seat')::integer = seated.seat
)
FROM (
    SELECT s.id, (seat->>'seat')::integer AS seat
    FROM table_summary AS s CROSS JOIN LATERAL jsonb_array_elements(s.summary->'seats') AS seat
    WHERE s.players @> ARRAY[%(player_id)s] AND s.updated_at >= %(since)s::timestamptz
        AND seat->>'player' = %(player_id)s AND s.summary->'clock'->>'kind' <> 'none'
    ORDER BY s.updated_at DESC LIMIT %(tables)s
) AS seated
JOIN shengji.event AS e ON e.stream = 'table-' || seated.id
WHERE e.recorded_at >= %(since)s::timestamptz AND (
    (e.type = ANY(%(moves)s::text[]) AND (e.data->>'seat')::integer = seated.seat)
    OR (e.type = 'clocks_set'
        AND e.data->'clocks' @> jsonb_build_array(jsonb_build_object('seat', seated.seat)))
)
ORDER BY seated.id, e.version;
