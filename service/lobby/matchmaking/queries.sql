-- name: hold_players
-- Returns those of the players whose accounts are open. They stay open until the end of the transaction.
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND closed_at IS NULL ORDER BY id FOR SHARE;

-- name: seeks_to_match
-- Returns open seeks, at most `limit` for each sandbox; those outside sandboxes come first. Each sandbox continues
-- after the seek at which its last search ended, then from the start. Seeks are in the order of their age; those
-- with a partner count from the partner's consent, and recurring ones from their last table.
SELECT id, player_id, partner_id, wishes,
    EXISTS (SELECT FROM shengji.player AS p WHERE p.id IN (player_id, partner_id) AND p.kind = 'bot'), since, world
FROM (
    SELECT s.*, row_number() OVER (
        PARTITION BY s.world ORDER BY (s.since, s.id) <= (m.after_at, m.after_id) NULLS FIRST, s.since, s.id
    ) AS place
    FROM (SELECT *, coalesce(waits_since, agreed_at, created_at) AS since FROM shengji.open_seek) AS s
    LEFT JOIN shengji.matching AS m ON m.world IS NOT DISTINCT FROM s.world
) AS s
WHERE place <= %(limit)s ORDER BY world NULLS FIRST, place;

-- name: begin_matching_behind
-- Sets where the next search in a sandbox begins.
INSERT INTO shengji.matching (world, after_at, after_id) VALUES (%(sandbox)s, %(at)s, %(id)s)
ON CONFLICT (world) DO UPDATE SET after_at = excluded.after_at, after_id = excluded.after_id;

-- name: begin_matching_in_front
DELETE FROM shengji.matching WHERE world IS NOT DISTINCT FROM %(sandbox)s::text;

-- name: seeks_or_plans
-- A row if there are open seeks or planned tables.
(SELECT FROM shengji.open_seek LIMIT 1) UNION ALL (SELECT FROM shengji.meeting LIMIT 1);

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
-- Ends the seeks of a planned table. Recurring seeks stay, and keep the table in their list.
WITH kept AS (
    INSERT INTO shengji.seek_table (seek_id, table_id)
    SELECT id, %(table_id)s FROM shengji.seek WHERE meeting_id = %(meeting_id)s AND keep IS NOT NULL
)
UPDATE shengji.seek SET
    table_id = CASE WHEN keep IS NULL THEN %(table_id)s END,
    waits_since = CASE WHEN keep IS NOT NULL THEN shengji.time_in(world) END
WHERE meeting_id = %(meeting_id)s;

-- name: last_meetings
-- Returns for each of these players the others with whom they have played, and how many days ago they last did.
SELECT own.id, other.id,
    extract(epoch FROM shengji.time_of(own.id) - max(t.updated_at))::float8 / 86400
FROM unnest(%(wishers)s::text[]) AS own (id)
JOIN table_summary AS t ON t.players @> ARRAY[own.id] AND t.status IN ('playing', 'finished')
CROSS JOIN LATERAL unnest(t.players) AS other (id)
WHERE other.id <> own.id AND other.id = ANY(%(players)s)
GROUP BY own.id, other.id;

-- name: reliability_of_all
SELECT player_id, turns, hands, seconds FROM reliability WHERE player_id = ANY(%(players)s);

-- name: give_seeks_up
UPDATE shengji.seek SET withdrawn_at = statement_timestamp() WHERE meeting_id = %(meeting_id)s;

-- name: drop_meeting
DELETE FROM shengji.meeting WHERE id = %(id)s;

-- name: sweep_meeting
-- Deletes seeks and links a while after they ended.
WITH links AS (
    DELETE FROM shengji.invitation AS i USING shengji.player AS p LEFT JOIN shengji.world AS w ON w.id = p.world
    WHERE p.id = i.player_id AND i.expires_at < coalesce(w.clock, now()) - interval '1 day'
), of_sandboxes AS (
    DELETE FROM shengji.seek AS s USING shengji.world AS w
    WHERE w.id = s.world AND s.expires_at < w.clock - make_interval(days => %(days)s) AND s.meeting_id IS NULL
), places AS (
    DELETE FROM shengji.matching AS m USING shengji.world AS w WHERE w.id = m.world AND w.ended_at IS NOT NULL
)
DELETE FROM shengji.seek
WHERE world IS NULL AND expires_at < now() - make_interval(days => %(days)s) AND meeting_id IS NULL;
