-- name: put_template
-- No row if the player has the maximum number of templates.
INSERT INTO shengji.tournament_template (player_id, name, settings)
SELECT %(player_id)s, %(name)s, %(settings)s::jsonb
WHERE EXISTS (SELECT FROM shengji.tournament_template WHERE player_id = %(player_id)s AND name = %(name)s)
    OR (SELECT count(*) FROM shengji.tournament_template WHERE player_id = %(player_id)s) < %(most)s
ON CONFLICT (player_id, name) DO UPDATE SET settings = excluded.settings, saved_at = statement_timestamp()
RETURNING name, settings, saved_at;

-- name: templates
-- Returns the templates of a player by name, or only the one with a name.
SELECT name, settings, saved_at FROM shengji.tournament_template
WHERE player_id = %(player_id)s AND (%(name)s::text IS NULL OR name = %(name)s) ORDER BY name;

-- name: drop_template
DELETE FROM shengji.tournament_template WHERE player_id = %(player_id)s AND name = %(name)s RETURNING name;

-- name: drop_templates
DELETE FROM shengji.tournament_template WHERE player_id = %(player_id)s;
