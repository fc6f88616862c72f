-- name: due_series
-- Series that have to open a tournament now, with the time this was due and the seconds since then, see
-- `due_tournaments`.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'series-%' ORDER BY random() LIMIT %(limit)s;

-- name: put_series
-- Writes the list entry of a series. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO series AS s
    (id, version, updated_at, opens_next_at, rated, owner, name, status, game, format, rule, zone, world, is_public)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(opens_next_at)s, %(rated)s, %(owner)s, %(name)s, %(status)s, %(game)s,
    %(format)s, %(rule)s, %(zone)s, %(sandbox)s, %(is_public)s)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, opens_next_at = excluded.opens_next_at,
    rated = excluded.rated, name = excluded.name, status = excluded.status, game = excluded.game,
    format = excluded.format, rule = excluded.rule, zone = excluded.zone, is_public = excluded.is_public
WHERE s.version <= excluded.version;

-- name: series
-- reads: late
-- Returns a page of series, the newest first: those of a sandbox, or those of an owner, optionally of one status, or
-- only what can be read without a token. A player has series in one sandbox only.
SELECT id, version, name, status, game, format, rule, zone, opens_next_at, rated, owner, updated_at FROM series
WHERE id < %(before)s AND (%(owner)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(sandbox)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(owner)s::text IS NULL OR owner = %(owner)s) AND (is_public OR NOT %(public_only)s)
ORDER BY id DESC LIMIT %(limit)s;

-- name: open_series
-- Returns the number of running series of a player, counted like `tournaments_owned`.
SELECT (SELECT count(*) FROM series WHERE owner = %(player_id)s AND status = 'running') + (
    SELECT count(*) FROM shengji.event AS e
    WHERE (e.transaction, e.position) > (
            coalesce((SELECT transaction FROM shengji.subscription WHERE name = 'series'), 0),
            coalesce((SELECT position FROM shengji.subscription WHERE name = 'series'), 0)
        )
        AND e.type = 'series_created' AND e.data->>'owner' = %(player_id)s
        AND NOT EXISTS (SELECT FROM series AS s WHERE e.stream = 'series-' || s.id)
);

-- name: occurrences_done
-- Returns the results of the occurrences of a series, the newest first.
SELECT type, revision, data FROM shengji.event
WHERE stream = %(stream)s AND type IN ('occurrence_opened', 'occurrence_skipped', 'occurrence_missed')
ORDER BY version DESC LIMIT %(limit)s;
