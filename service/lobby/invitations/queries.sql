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

-- name: drop_invitations
WITH uses AS (DELETE FROM shengji.invitation_use WHERE player_id = %(player_id)s)
DELETE FROM shengji.invitation WHERE player_id = %(player_id)s;
