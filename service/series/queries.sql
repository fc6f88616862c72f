-- name: due_series
-- Series in which a tournament has to be opened now: when that was due, and for how long it has been; likewise.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'series-%' ORDER BY random() LIMIT %(limit)s;

-- name: put_series
-- What lists say of a series; of the same version it is written anew, too, as with tables.
INSERT INTO series AS s
    (id, version, updated_at, opens_next_at, rated, owner, name, status, game, format, rule, zone, world)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(opens_next_at)s, %(rated)s, %(owner)s, %(name)s, %(status)s, %(game)s,
    %(format)s, %(rule)s, %(zone)s, %(world)s)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, opens_next_at = excluded.opens_next_at,
    rated = excluded.rated, name = excluded.name, status = excluded.status, game = excluded.game,
    format = excluded.format, rule = excluded.rule, zone = excluded.zone
WHERE s.version <= excluded.version;

-- name: series
-- A page of the series of a world, the newest first: of a status, or of those of an owner, who has them in one world only.
SELECT id, version, name, status, game, format, rule, zone, opens_next_at, rated, owner, updated_at FROM series
WHERE id < %(before)s AND (%(owner)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(owner)s::text IS NULL OR owner = %(owner)s)
ORDER BY id DESC LIMIT %(limit)s;

-- name: open_series
-- How many series of a player have not ended; counted as `tournaments_owned` are.
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
-- What has become of occurrences of a series, the newest first.
SELECT type, revision, data FROM shengji.event
WHERE stream = %(stream)s AND type IN ('occurrence_opened', 'occurrence_skipped', 'occurrence_missed')
ORDER BY version DESC LIMIT %(limit)s;
