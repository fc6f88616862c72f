-- name: add_seek
-- Adds a seek. No row if the player has the maximum number of open seeks, or if the command was carried out before.
INSERT INTO shengji.seek (
    id, player_id, partner_id, wishes, keep, command_id, fingerprint, world, created_at, expires_at
)
SELECT %(id)s, p.id, %(partner_id)s, %(wishes)s::jsonb, %(keep)s, %(command_id)s, %(fingerprint)s, p.world, shengji.time_in(p.world),
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
    s.expires_at <= shengji.time_in(s.world), s.meeting_id, s.keep, shengji.running_tables(s), shengji.rest_of_seek(s, shengji.time_in(s.world))
FROM shengji.seek AS s
WHERE s.id = %(id)s AND (
    s.player_id = %(player_id)s OR s.partner_id = %(player_id)s OR shengji.is_open(s) AND
    s.world IS NOT DISTINCT FROM (SELECT world FROM shengji.player WHERE id = %(player_id)s)
);

-- name: own_seeks
-- Returns all seeks of a player, alone or with a partner, the newest first.
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    s.expires_at <= shengji.time_in(s.world), s.meeting_id, s.keep, shengji.running_tables(s), shengji.rest_of_seek(s, shengji.time_in(s.world))
FROM shengji.seek AS s
WHERE (s.player_id = %(player_id)s OR s.partner_id = %(player_id)s) AND s.id < %(before)s ORDER BY s.id DESC LIMIT %(limit)s;

-- name: open_seeks
-- Returns the open seeks of all players in the sandbox of the player, the oldest first.
SELECT s.id, s.player_id, s.partner_id, s.agreed_at, s.withdrawn_at, s.table_id, s.wishes, s.created_at, s.expires_at,
    false, s.meeting_id, s.keep, shengji.running_tables(s), NULL
FROM shengji.open_seek AS o JOIN shengji.seek AS s ON s.id = o.id
WHERE s.id > %(after)s AND s.world IS NOT DISTINCT FROM (SELECT world FROM shengji.player WHERE id = %(player_id)s)
ORDER BY s.id LIMIT %(limit)s;

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

-- name: drop_seeks
-- Deletes the seeks of a player and the tables that are planned for them. The seeks of the other players become open
-- again.
WITH planned AS (
    DELETE FROM shengji.meeting WHERE NOT is_opening AND id IN (
        SELECT meeting_id FROM shengji.seek WHERE player_id = %(player_id)s OR partner_id = %(player_id)s
    )
)
DELETE FROM shengji.seek WHERE player_id = %(player_id)s OR partner_id = %(player_id)s;
