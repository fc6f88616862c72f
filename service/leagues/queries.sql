-- name: due_leagues
-- Leagues in which time alone brings something about now, in no order, likewise.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'league-%' ORDER BY random() LIMIT %(limit)s;

-- name: put_league
-- What lists say of a league; of the same version it is written anew, too, as with tables.
INSERT INTO league AS l (id, version, updated_at, due_at, season, members, owner, name, status, game, players, world,
    staff)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(due_at)s, %(season)s, %(members)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(players)s, %(world)s, %(staff)s::jsonb)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, due_at = excluded.due_at, season = excluded.season,
    members = excluded.members, name = excluded.name, status = excluded.status, game = excluded.game,
    players = excluded.players, owner = excluded.owner, staff = excluded.staff
WHERE l.version <= excluded.version;

-- name: leagues
-- A page of the leagues of a world, the newest first: of a status, or of those that a player runs or plays in, likewise.
SELECT id, version, name, status, game, season, members, due_at, owner, updated_at FROM league
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(world)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
ORDER BY id DESC LIMIT %(limit)s;

-- name: put_league_season
-- How far a season of a league has come; what is not given stays.
INSERT INTO league_season AS s (league_id, season, status, starts_at, ended_at, moves)
VALUES (%(league_id)s, %(season)s, %(status)s, %(starts_at)s, %(ended_at)s, %(moves)s::jsonb)
ON CONFLICT (league_id, season) DO UPDATE
SET status = excluded.status, starts_at = coalesce(excluded.starts_at, s.starts_at),
    ended_at = coalesce(excluded.ended_at, s.ended_at), moves = coalesce(excluded.moves, s.moves);

-- name: put_league_division
-- How far a division of a season has come; what is not given stays.
INSERT INTO league_division AS d (league_id, season, division, tournament_id, status, sides, standings)
VALUES (%(league_id)s, %(season)s, %(division)s, %(tournament_id)s, %(status)s, %(sides)s::jsonb, %(standings)s::jsonb)
ON CONFLICT (league_id, season, division) DO UPDATE
SET tournament_id = coalesce(excluded.tournament_id, d.tournament_id), status = excluded.status,
    sides = coalesce(excluded.sides, d.sides), standings = coalesce(excluded.standings, d.standings);

-- name: league_season
-- A season of a league: how far it has come, where everybody came from, and where the next season that was begun took
-- them.
SELECT s.status, s.starts_at, s.ended_at, s.moves, (
    SELECT n.moves FROM league_season AS n
    WHERE n.league_id = s.league_id AND n.season > s.season AND n.moves IS NOT NULL ORDER BY n.season LIMIT 1
) FROM league_season AS s WHERE s.league_id = %(league_id)s AND s.season = %(season)s;

-- name: league_divisions
-- The divisions of a season, the highest first.
SELECT division, tournament_id, status, sides, standings FROM league_division
WHERE league_id = %(league_id)s AND season = %(season)s ORDER BY division;

-- name: leagues_of_tournaments
-- The leagues to which these tournaments belong.
SELECT DISTINCT league_id FROM league_division WHERE tournament_id = ANY(%(tournaments)s);

-- name: note_league_work
-- Somebody has to look at these leagues, since something has happened there or in these tournaments.
INSERT INTO shengji.league_work AS w (league_id, world, moment)
SELECT l.id, h.world, greatest(h.updated_at, (
    SELECT max(of_it.updated_at) FROM league_division AS d
    JOIN shengji.head AS of_it ON of_it.stream = 'tournament-' || d.tournament_id
    WHERE d.tournament_id = ANY(%(tournaments)s) AND d.league_id = l.id
))
FROM unnest(%(leagues)s::text[]) AS l (id) JOIN shengji.head AS h ON h.stream = 'league-' || l.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (league_id) DO UPDATE SET mark = w.mark + 1, moment = greatest(w.moment, excluded.moment);

-- name: league_work
-- The leagues that somebody has to look at, and for how long they have waited; in no order, likewise. Those of sandboxes
-- are found by their worlds.
SELECT league_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.league_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: league_mark
SELECT mark FROM shengji.league_work WHERE league_id = %(league_id)s;

-- name: drop_league_work
-- What there was to do is done, unless more has come meanwhile.
DELETE FROM shengji.league_work WHERE league_id = %(league_id)s AND mark = %(mark)s;
