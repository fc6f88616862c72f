-- name: read_types
-- Returns the events of a stream after a version that have one of the given types.
SELECT version, type, revision, data, recorded_at
FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s AND type = ANY(%(types)s)
ORDER BY version
LIMIT %(limit)s;

-- name: due_tournaments
-- Tournaments where a deadline has passed, with the deadline and the seconds since then. The order is random:
-- tournaments that cannot make progress do not block the others.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'tournament-%'
ORDER BY random() LIMIT %(limit)s;

-- name: at_rest
-- Returns those of the streams in which no player has to act.
SELECT stream FROM shengji.head WHERE stream = ANY(%(streams)s) AND asked::text = '[]';

-- name: series_players
-- Returns the organisers and players of the latest tournaments of a series before this one.
SELECT DISTINCT unnest(t.players) FROM (
    SELECT players FROM shengji_read.tournament
    WHERE series = %(series)s AND id < %(tournament_id)s ORDER BY id DESC LIMIT %(limit)s
) AS t ORDER BY 1;

-- name: put_tournament
-- Writes the list entry of a tournament. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO tournament AS t
    (id, version, updated_at, starts_at, entrants, rated, owner, name, status, game, format, players, world, series,
        staff, is_public)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(starts_at)s, %(entrants)s, %(rated)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(format)s, %(players)s, %(sandbox)s, %(series)s, %(staff)s::jsonb, %(is_public)s)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, starts_at = excluded.starts_at,
    entrants = excluded.entrants, rated = excluded.rated, name = excluded.name, status = excluded.status,
    game = excluded.game, format = excluded.format, players = excluded.players, series = excluded.series,
    owner = excluded.owner, staff = excluded.staff, is_public = excluded.is_public
WHERE t.version <= excluded.version;

-- name: tournaments
-- reads: late
-- Returns a page of tournaments, the newest first: those of a sandbox, or those that a player runs or plays in,
-- optionally of one status, or only what can be read without a token. A player has tournaments in one sandbox only.
SELECT id, version, name, status, game, format, starts_at, entrants, rated, series, owner, updated_at FROM tournament
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(sandbox)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
    AND (is_public OR NOT %(public_only)s)
ORDER BY id DESC LIMIT %(limit)s;

-- name: add_tournament_table
INSERT INTO tournament_table (table_id, tournament_id, round, match, is_sealed)
VALUES (%(table_id)s, %(tournament_id)s, %(round)s, %(match)s, %(is_sealed)s) ON CONFLICT (table_id) DO NOTHING;

-- name: drop_tournament_waiting
DELETE FROM tournament_waiting WHERE tournament_id = ANY(%(tournaments)s);

-- name: add_tournament_waiting
-- Adds what a tournament expects of these players.
INSERT INTO tournament_waiting (player_id, tournament_id, entrant, what, deadline_at, round, match, times)
SELECT p, %(tournament_id)s, e, w, d, r, m, s
FROM unnest(%(players)s::text[], %(entrants)s::text[], %(whats)s::text[], %(deadlines)s::timestamptz[],
    %(rounds)s::integer[], %(matches)s::integer[], %(times)s::text[]) AS t (p, e, w, d, r, m, s)
ON CONFLICT (player_id, tournament_id, entrant, what) DO UPDATE SET deadline_at = excluded.deadline_at,
    round = excluded.round, match = excluded.match, times = excluded.times;

-- name: tournaments_of_tables
-- Returns the tournaments of these tables.
SELECT DISTINCT tournament_id FROM tournament_table WHERE table_id = ANY(%(tables)s);

-- name: tables_not_over
-- Returns the tables of a tournament that are not over, as far as the projection has read the log.
SELECT table_id FROM tournament_table WHERE tournament_id = %(tournament_id)s AND NOT is_over ORDER BY table_id;

-- name: end_tournament_tables
-- Marks these tables as over, if they belong to matches.
UPDATE tournament_table SET is_over = true WHERE table_id = ANY(%(tables)s) AND NOT is_over;

-- name: sealed_tables_over
-- Returns the tables of a tournament that are over and still sealed, with their rounds.
SELECT table_id, round FROM tournament_table
WHERE tournament_id = %(tournament_id)s AND is_sealed AND is_over ORDER BY table_id;

-- name: unseal_tournament_tables
-- Marks these tables as unsealed, if they belong to matches.
UPDATE tournament_table SET is_sealed = false WHERE table_id = ANY(%(tables)s) AND is_sealed;

-- name: tournaments_owned
-- Returns the number of unfinished tournaments of an owner, including those that the projection has not read yet.
-- The caller locks the player, so no other is created meanwhile.
SELECT (
    SELECT count(*) FROM tournament
    WHERE players @> ARRAY[%(player_id)s::text] AND owner = %(player_id)s AND status NOT IN ('finished', 'cancelled')
) + (
    SELECT count(*) FROM shengji.event AS e
    WHERE (e.transaction, e.position) > (
            coalesce((SELECT transaction FROM shengji.subscription WHERE name = 'tournaments'), 0),
            coalesce((SELECT position FROM shengji.subscription WHERE name = 'tournaments'), 0)
        )
        AND e.type = 'tournament_created' AND e.data->>'owner' = %(player_id)s
        AND NOT EXISTS (SELECT FROM tournament AS t WHERE e.stream = 'tournament-' || t.id)
);

-- name: note_tournament_work
-- Queues work for these tournaments, because of new events there or at these tables. Work that is already queued
-- gets a new mark and a new time.
INSERT INTO shengji.tournament_work AS w (tournament_id, world, moment)
SELECT t.id, h.world, greatest(h.updated_at, (
    SELECT max(at_it.updated_at) FROM tournament_table AS l JOIN shengji.head AS at_it ON at_it.stream = 'table-' || l.table_id
    WHERE l.table_id = ANY(%(tables)s) AND l.tournament_id = t.id
))
FROM unnest(%(tournaments)s::text[]) AS t (id) JOIN shengji.head AS h ON h.stream = 'tournament-' || t.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (tournament_id) DO UPDATE SET mark = nextval('shengji.work_mark'), since = statement_timestamp(),
    moment = greatest(w.moment, excluded.moment);

-- name: tournament_work
-- Returns tournaments with queued work and the seconds they have waited, in random order, see `due_tournaments`.
-- Those of sandboxes are left out, see `due_sandboxes`.
SELECT tournament_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.tournament_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: tournament_mark
SELECT mark FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s;

-- name: drop_tournament_work
-- Removes finished work, unless more was queued meanwhile.
DELETE FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s AND mark = %(mark)s;
