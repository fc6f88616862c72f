-- name: read_types
-- The events of a stream after a version that are of some types.
SELECT version, type, revision, data, recorded_at
FROM shengji.event
WHERE stream = %(stream)s AND version > %(after)s AND type = ANY(%(types)s)
ORDER BY version
LIMIT %(limit)s;

-- name: due_tournaments
-- Tournaments in which time alone brings something about now: when it was due, and for how long it has been. Where there
-- are more than the limit they are in no order, so that those that nobody can bring on do not hold up the others.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'tournament-%'
ORDER BY random() LIMIT %(limit)s;

-- name: at_rest
-- Those of these streams that wait for nobody.
SELECT stream FROM shengji.head WHERE stream = ANY(%(streams)s) AND asked::text = '[]';

-- name: keep_registrations
-- When players are reminded of the end of these registrations: a day before, or when half of the time is left that is left
-- now, if that is later. What is known of the same end already stays.
INSERT INTO shengji.registration AS r (stream, closes_at, told_at, world)
SELECT u.stream, u.closes_at,
    greatest(u.closes_at - interval '1 day', u.seen_at + (u.closes_at - u.seen_at) / 2), u.world
FROM unnest(%(streams)s::text[], %(closes_at)s::timestamptz[], %(seen_at)s::timestamptz[], %(worlds)s::text[])
    AS u (stream, closes_at, seen_at, world)
ON CONFLICT (stream) DO UPDATE SET closes_at = excluded.closes_at, told_at = excluded.told_at, is_told = false
WHERE r.closes_at <> excluded.closes_at;

-- name: drop_registrations
DELETE FROM shengji.registration WHERE stream = ANY(%(streams)s::text[]);

-- name: due_registrations
-- Registrations of whose end players are to be told now, by the clock of their world.
(SELECT stream, closes_at FROM shengji.registration
    WHERE NOT is_told AND world IS NULL AND told_at <= now() ORDER BY told_at LIMIT %(limit)s)
UNION ALL
(SELECT r.stream, r.closes_at FROM shengji.world AS w JOIN shengji.registration AS r ON r.world = w.id
    WHERE NOT r.is_told AND w.ended_at IS NULL AND r.told_at <= w.clock LIMIT %(limit)s);

-- name: take_registration
-- Marks a registration as told; what time it is in its world. Nothing when somebody else has told it, or it has moved.
UPDATE shengji.registration SET is_told = true
WHERE stream = %(stream)s AND closes_at = %(closes_at)s AND NOT is_told RETURNING shengji.time_in(world);

-- name: series_players
-- Who runs or plays in the latest tournaments of a series, another than this one.
SELECT DISTINCT unnest(t.players) FROM (
    SELECT players FROM shengji_read.tournament
    WHERE series = %(series)s AND id < %(tournament_id)s ORDER BY id DESC LIMIT %(limit)s
) AS t ORDER BY 1;

-- name: put_tournament
-- What lists say of a tournament; of the same version it is written anew, too, as with tables.
INSERT INTO tournament AS t
    (id, version, updated_at, starts_at, entrants, rated, owner, name, status, game, format, players, world, series,
        staff)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(starts_at)s, %(entrants)s, %(rated)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(format)s, %(players)s, %(world)s, %(series)s, %(staff)s::jsonb)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, starts_at = excluded.starts_at,
    entrants = excluded.entrants, rated = excluded.rated, name = excluded.name, status = excluded.status,
    game = excluded.game, format = excluded.format, players = excluded.players, series = excluded.series,
    owner = excluded.owner, staff = excluded.staff
WHERE t.version <= excluded.version;

-- name: tournaments
-- A page of the tournaments of a world, the newest first: of a status, or of those that a player runs or takes part in,
-- who has them in one world only.
SELECT id, version, name, status, game, format, starts_at, entrants, rated, series, owner, updated_at FROM tournament
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
ORDER BY id DESC LIMIT %(limit)s;

-- name: add_tournament_table
INSERT INTO tournament_table (table_id, tournament_id, round, match, is_sealed)
VALUES (%(table_id)s, %(tournament_id)s, %(round)s, %(match)s, %(is_sealed)s) ON CONFLICT (table_id) DO NOTHING;

-- name: drop_tournament_waiting
DELETE FROM tournament_waiting WHERE tournament_id = ANY(%(tournaments)s);

-- name: add_tournament_waiting
-- What these players are waited for.
INSERT INTO tournament_waiting (player_id, tournament_id, entrant, what, deadline_at)
SELECT p, %(tournament_id)s, e, w, d
FROM unnest(%(players)s::text[], %(entrants)s::text[], %(whats)s::text[], %(deadlines)s::timestamptz[]) AS t (p, e, w, d)
ON CONFLICT (player_id, tournament_id, entrant, what) DO UPDATE SET deadline_at = excluded.deadline_at;

-- name: tournaments_of_tables
-- The tournaments to which these tables belong.
SELECT DISTINCT tournament_id FROM tournament_table WHERE table_id = ANY(%(tables)s);

-- name: tables_not_over
-- The tables that were opened for a tournament and are not over, as far as the log was followed.
SELECT table_id FROM tournament_table WHERE tournament_id = %(tournament_id)s AND NOT is_over ORDER BY table_id;

-- name: end_tournament_tables
-- These tables are over, as far as they are those of matches.
UPDATE tournament_table SET is_over = true WHERE table_id = ANY(%(tables)s) AND NOT is_over;

-- name: sealed_tables_over
-- The tables that were opened for a tournament, are over and still sealed, and for which of its rounds they were.
SELECT table_id, round FROM tournament_table
WHERE tournament_id = %(tournament_id)s AND is_sealed AND is_over ORDER BY table_id;

-- name: unseal_tournament_tables
-- These tables are sealed no longer, as far as they are those of matches.
UPDATE tournament_table SET is_sealed = false WHERE table_id = ANY(%(tables)s) AND is_sealed;

-- name: tournaments_owned
-- How many tournaments that are not over a player owns: by the list, and those that were created since it was written.
-- Whoever counts holds the player, so that nobody creates another for them meanwhile.
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

-- name: tournament_of_table
-- To which match of which tournament a table belongs.
SELECT tournament_id, round, match FROM tournament_table WHERE table_id = %(table_id)s;

-- name: note_tournament_work
-- Somebody has to look at these tournaments, since something has happened there or at these tables; what waits for that
-- waits from now on.
INSERT INTO shengji.tournament_work AS w (tournament_id, world, moment)
SELECT t.id, h.world, greatest(h.updated_at, (
    SELECT max(at_it.updated_at) FROM tournament_table AS l JOIN shengji.head AS at_it ON at_it.stream = 'table-' || l.table_id
    WHERE l.table_id = ANY(%(tables)s) AND l.tournament_id = t.id
))
FROM unnest(%(tournaments)s::text[]) AS t (id) JOIN shengji.head AS h ON h.stream = 'tournament-' || t.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (tournament_id) DO UPDATE SET mark = w.mark + 1, since = statement_timestamp(),
    moment = greatest(w.moment, excluded.moment);

-- name: tournament_work
-- The tournaments that somebody has to look at, and for how long they have waited; in no order, likewise. Those of
-- sandboxes are found by their worlds.
SELECT tournament_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.tournament_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: tournament_mark
SELECT mark FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s;

-- name: drop_tournament_work
-- What there was to do is done, unless more has come meanwhile.
DELETE FROM shengji.tournament_work WHERE tournament_id = %(tournament_id)s AND mark = %(mark)s;
