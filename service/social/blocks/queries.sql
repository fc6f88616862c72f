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

-- name: blocked_pairs
-- Returns the pairs among these players in which the first blocks the second.
SELECT player_id, blocked_id FROM shengji.block
WHERE player_id = ANY(%(players)s) AND blocked_id = ANY(%(players)s);

-- name: blocks
SELECT b.blocked_id, p.name, b.blocked_at
FROM shengji.block AS b JOIN shengji.player AS p ON p.id = b.blocked_id
WHERE b.player_id = %(player_id)s AND b.blocked_id > %(after)s ORDER BY b.blocked_id LIMIT %(limit)s;

-- name: drop_blocks
DELETE FROM shengji.block WHERE player_id = %(player_id)s OR blocked_id = %(player_id)s;
