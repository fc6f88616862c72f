-- name: due_leagues
-- Leagues where a deadline has passed, in random order, see `due_tournaments`.
SELECT stream, extract(epoch FROM turn_due_at)::float8, extract(epoch FROM now() - turn_due_at)::float8
FROM shengji.head WHERE world IS NULL AND turn_due_at <= now() AND stream LIKE 'league-%' ORDER BY random() LIMIT %(limit)s;

-- name: put_league
-- Writes the list entry of a league. An entry of the same version is overwritten, see `put_summary`.
INSERT INTO league AS l (id, version, updated_at, due_at, season, members, owner, name, status, game, players, world,
    staff, is_public)
VALUES (%(id)s, %(version)s, %(updated_at)s, %(due_at)s, %(season)s, %(members)s, %(owner)s, %(name)s, %(status)s,
    %(game)s, %(players)s, %(sandbox)s, %(staff)s::jsonb, %(is_public)s)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, updated_at = excluded.updated_at, due_at = excluded.due_at, season = excluded.season,
    members = excluded.members, name = excluded.name, status = excluded.status, game = excluded.game,
    players = excluded.players, owner = excluded.owner, staff = excluded.staff, is_public = excluded.is_public
WHERE l.version <= excluded.version;

-- name: leagues
-- reads: late
-- Returns a page of leagues, the newest first: those of a sandbox, or those that a player runs or plays in,
-- optionally of one status, or only what can be read without a token.
SELECT id, version, name, status, game, season, members, due_at, owner, updated_at FROM league
WHERE id < %(before)s AND (%(player_id)s::text IS NOT NULL OR coalesce(world, '') = coalesce(%(sandbox)s, ''))
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (%(player_id)s::text IS NULL OR players @> ARRAY[%(player_id)s::text])
    AND (is_public OR NOT %(public_only)s)
ORDER BY id DESC LIMIT %(limit)s;

-- name: put_league_season
-- Writes the progress of a season of a league. Null leaves a column unchanged.
INSERT INTO league_season AS s (league_id, season, status, starts_at, ended_at, moves)
VALUES (%(league_id)s, %(season)s, %(status)s, %(starts_at)s, %(ended_at)s, %(moves)s::jsonb)
ON CONFLICT (league_id, season) DO UPDATE
SET status = excluded.status, starts_at = coalesce(excluded.starts_at, s.starts_at),
    ended_at = coalesce(excluded.ended_at, s.ended_at), moves = coalesce(excluded.moves, s.moves);

-- name: put_league_division
-- Writes the progress of a division of a season. Null leaves a column unchanged.
INSERT INTO league_division AS d (league_id, season, division, tournament_id, status, sides, standings)
VALUES (%(league_id)s, %(season)s, %(division)s, %(tournament_id)s, %(status)s, %(sides)s::jsonb, %(standings)s::jsonb)
ON CONFLICT (league_id, season, division) DO UPDATE
SET tournament_id = coalesce(excluded.tournament_id, d.tournament_id), status = excluded.status,
    sides = coalesce(excluded.sides, d.sides), standings = coalesce(excluded.standings, d.standings);

-- name: league_season
-- Returns a season of a league: its status, the moves into it, and the moves into the next season that has begun.
SELECT s.status, s.starts_at, s.ended_at, s.moves, (
    SELECT n.moves FROM league_season AS n
    WHERE n.league_id = s.league_id AND n.season > s.season AND n.moves IS NOT NULL ORDER BY n.season LIMIT 1
) FROM league_season AS s WHERE s.league_id = %(league_id)s AND s.season = %(season)s;

-- name: league_divisions
-- Returns the divisions of a season, the highest first.
SELECT division, tournament_id, status, sides, standings FROM league_division
WHERE league_id = %(league_id)s AND season = %(season)s ORDER BY division;

-- name: leagues_of_tournaments
-- Returns the leagues of these tournaments.
SELECT DISTINCT league_id FROM league_division WHERE tournament_id = ANY(%(tournaments)s);

-- name: note_league_work
-- Queues work for these leagues, because of new events there or in these tournaments.
INSERT INTO shengji.league_work AS w (league_id, world, moment)
SELECT l.id, h.world, greatest(h.updated_at, (
    SELECT max(of_it.updated_at) FROM league_division AS d
    JOIN shengji.head AS of_it ON of_it.stream = 'tournament-' || d.tournament_id
    WHERE d.tournament_id = ANY(%(tournaments)s) AND d.league_id = l.id
))
FROM unnest(%(leagues)s::text[]) AS l (id) JOIN shengji.head AS h ON h.stream = 'league-' || l.id
LEFT JOIN shengji.world AS of_it ON of_it.id = h.world WHERE of_it.ended_at IS NULL
ON CONFLICT (league_id) DO UPDATE SET mark = nextval('shengji.work_mark'), moment = greatest(w.moment, excluded.moment);

-- name: league_work
-- Returns leagues with queued work and the seconds they have waited, in random order, see `due_tournaments`. Those
-- of sandboxes are left out, see `due_sandboxes`.
SELECT league_id, mark, extract(epoch FROM now() - since)::float8 FROM shengji.league_work
WHERE world IS NULL ORDER BY random() LIMIT %(limit)s;

-- name: league_mark
SELECT mark FROM shengji.league_work WHERE league_id = %(league_id)s;

-- name: drop_league_work
-- Removes finished work, unless more was queued meanwhile.
DELETE FROM shengji.league_work WHERE league_id = %(league_id)s AND mark = %(mark)s;
