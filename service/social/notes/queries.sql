-- name: put_note
-- No row if the player has the maximum number of notes.
INSERT INTO shengji.note (player_id, table_id, words)
SELECT %(player_id)s, %(table_id)s, %(words)s
WHERE EXISTS (SELECT FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s)
    OR (SELECT count(*) FROM shengji.note WHERE player_id = %(player_id)s) < %(most)s
ON CONFLICT (player_id, table_id) DO UPDATE SET words = excluded.words, changed_at = statement_timestamp()
RETURNING words, changed_at;

-- name: drop_note
DELETE FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s;

-- name: note
SELECT words, changed_at FROM shengji.note WHERE player_id = %(player_id)s AND table_id = %(table_id)s;

-- name: drop_notes
DELETE FROM shengji.note WHERE player_id = %(player_id)s;
