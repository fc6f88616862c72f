-- name: match_ends
-- Returns when the matches at these tables ended. The search is short, because a match ends near the end of its
-- stream.
SELECT s.stream, ended.recorded_at FROM unnest(%(streams)s::text[]) AS s (stream) CROSS JOIN LATERAL (
    SELECT recorded_at FROM shengji.event AS e
    WHERE e.stream = s.stream AND e.type = 'match_ended' ORDER BY version DESC LIMIT 1
) AS ended;

-- name: programs
-- Returns those of the players who are bots or house players.
SELECT id FROM shengji.player WHERE id = ANY(%(ids)s) AND kind <> 'human';

-- name: add_rated_game
-- Adds a game of a match. It counts once it has a place. Nothing is added if its sandbox has ended.
INSERT INTO rated_game (game, tournament_id, round, match, part, pool, season, players, ended_at, result)
SELECT %(game)s, %(tournament_id)s, %(round)s, %(match)s, %(part)s, %(pool)s, %(season)s, %(players)s, %(ended_at)s,
    %(result)s::jsonb
WHERE %(sandbox)s::text IS NULL OR EXISTS (
    SELECT FROM shengji.world WHERE id = %(sandbox)s AND ended_at IS NULL AND expires_at > statement_timestamp()
)
ON CONFLICT (game) DO NOTHING;

-- name: call_off_rated_game
-- Removes a game from its match, because the match was cancelled.
UPDATE rated_game SET part = %(part)s WHERE game = %(game)s AND part > 0;

-- name: count_rated_game
-- Gives a game the next place, unless it has one.
WITH counted AS (
    UPDATE rated_game SET place = (SELECT coalesce(max(place), 0) + 1 FROM rated_game),
        transaction = %(transaction)s, position = %(position)s
    WHERE game = %(game)s AND place IS NULL RETURNING pool, season, place, ended_at
), span AS (
    INSERT INTO rating_season (pool, season, place)
    SELECT pool, season, place FROM counted WHERE season IS NOT NULL
    UNION SELECT pool, shengji.quarter_of(ended_at), place FROM counted
    ON CONFLICT (pool, season) DO NOTHING
)
INSERT INTO rating_pool (pool, newest) SELECT pool, place FROM counted
ON CONFLICT (pool) DO UPDATE SET newest = excluded.newest;

-- name: games_counted_later
-- Returns the pool of a game that was applied late, and the place of the first game in that pool that follows it in
-- the log.
SELECT g.pool, min(later.place) FROM rated_game AS g
JOIN rated_game AS later ON later.pool = g.pool AND (later.transaction, later.position) > (g.transaction, g.position)
WHERE g.game = %(game)s AND later.place IS NOT NULL GROUP BY g.pool;

-- name: lift_games
-- Removes the games of a pool from a place on from the order, by negating their places.
UPDATE rated_game SET place = -place WHERE pool = %(pool)s AND place >= %(place)s;

-- name: lower_games
-- Puts these games back in order, with the given game before all others.
UPDATE rated_game AS r SET place = free.place
FROM (
    SELECT game, row_number() OVER (ORDER BY game <> %(game)s, place DESC) AS nth FROM rated_game
    WHERE pool = %(pool)s AND place < 0
) AS ordered JOIN (
    SELECT -place AS place, row_number() OVER (ORDER BY place DESC) AS nth FROM rated_game
    WHERE pool = %(pool)s AND place < 0
) AS free USING (nth)
WHERE r.game = ordered.game;

-- name: uncounted_games
-- Returns the games of a round that have no place yet, match by match.
SELECT game FROM rated_game WHERE tournament_id = %(tournament_id)s AND round = %(round)s AND place IS NULL
ORDER BY match, part;

-- name: last_game_of_match
SELECT pool, place, is_annulled, result, recorded FROM rated_game
WHERE tournament_id = %(tournament_id)s AND round = %(round)s AND match = %(match)s AND part > 0
ORDER BY part DESC LIMIT 1;

-- name: correct_rated_game
-- Corrects the result of a game. The recorded result is kept as long as it differs.
UPDATE rated_game SET is_annulled = %(is_annulled)s, result = %(result)s::jsonb,
    recorded = nullif(coalesce(recorded, result), %(result)s::jsonb)
WHERE game = %(game)s;

-- name: put_pool_back
-- Moves a pool back before a place, if it is beyond it. A process that is rating its games has to start again.
UPDATE rating_pool SET rated = least(rated, %(place)s - 1), mark = mark + 1 WHERE pool = %(pool)s;

-- name: drop_ratings_since
-- Deletes all ratings that games at or after a place of a pool have changed, for all time and for seasons.
DELETE FROM rating WHERE pool = %(pool)s AND player_id IN (
    SELECT player_id FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s
);

-- name: restore_ratings
-- Restores these ratings as they were before the place.
INSERT INTO rating (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, shown, team_games,
    team_won, team_provisional)
SELECT c.player_id, c.pool, span.season, (array_agg(c.at ORDER BY c.place DESC))[1],
    (array_agg(c.elo ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    count(c.elo), count(*) FILTER (WHERE c.elo_won),
    (array_agg(c.elo_provisional ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    (array_agg(c.mu ORDER BY c.place DESC))[1], (array_agg(c.sigma ORDER BY c.place DESC))[1],
    (array_agg(c.shown ORDER BY c.place DESC))[1], count(*), count(*) FILTER (WHERE c.team_won),
    (array_agg(c.team_provisional ORDER BY c.place DESC))[1]
FROM rating_change AS c CROSS JOIN LATERAL (SELECT '' UNION ALL SELECT c.season WHERE c.season IS NOT NULL
    UNION SELECT shengji.quarter_of(c.at)) AS span (season)
WHERE c.pool = %(pool)s AND c.place < %(place)s AND c.unrated IS NULL AND c.player_id IN (
    SELECT player_id FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s
)
GROUP BY c.player_id, c.pool, span.season;

-- name: drop_changes_since
DELETE FROM rating_change WHERE pool = %(pool)s AND place >= %(place)s;

-- name: unrate_games_since
UPDATE rated_game SET unrated = NULL, handicap = NULL, handicap_skill = NULL
WHERE pool = %(pool)s AND place >= %(place)s AND (unrated IS NOT NULL OR handicap IS NOT NULL);

-- name: ratings_behind
-- Returns the pool with the fewest unrated games, but at least one.
SELECT pool, newest, rated, mark FROM rating_pool WHERE rated < newest ORDER BY newest - rated, pool LIMIT 1;

-- name: games_to_rate
SELECT place, game, season, is_annulled, result FROM rated_game
WHERE pool = %(pool)s AND place > %(after)s ORDER BY place LIMIT %(limit)s;

-- name: ratings_in_pool
-- Returns the all-time ratings of players.
SELECT player_id, elo, elo_games, mu, sigma, team_games, at FROM rating
WHERE pool = %(pool)s AND season = '' AND player_id = ANY(%(players)s);

-- name: meetings_of
-- Returns the times of rated games with exactly these players, up to a place and after a time.
SELECT players, ended_at FROM rated_game
WHERE pool = %(pool)s AND players = ANY(%(players)s) AND ended_at > %(since)s AND place <= %(until)s
    AND unrated IS NULL AND NOT is_annulled;

-- name: handicap_skills
-- Returns the estimated skill of handicaps, from the last game of each up to a place.
SELECT h.handicap, last.handicap_skill FROM unnest(%(handicaps)s::text[]) AS h (handicap) CROSS JOIN LATERAL (
    SELECT handicap_skill FROM rated_game AS g
    WHERE g.pool = %(pool)s AND g.handicap = h.handicap AND g.handicap_skill IS NOT NULL AND g.place <= %(until)s
    ORDER BY g.place DESC LIMIT 1
) AS last;

-- name: move_pool
-- Succeeds only if the pool has not changed since it was read.
UPDATE rating_pool SET rated = %(to)s, mark = mark + 1 WHERE pool = %(pool)s AND rated = %(after)s AND mark = %(mark)s
RETURNING pool;

-- name: note_rated_games
-- Records why games are not rated, and the skill estimate of their handicaps.
UPDATE rated_game AS g SET unrated = t.unrated, handicap = t.handicap, handicap_skill = t.handicap_skill
FROM jsonb_to_recordset(%(games)s::jsonb) AS t (game text, unrated text, handicap text, handicap_skill jsonb)
WHERE g.game = t.game;

-- name: add_rating_changes
INSERT INTO rating_change (player_id, pool, place, game, season, at, unrated, elo, elo_games, elo_won, elo_provisional,
    mu, sigma, shown, team_games, team_won, team_provisional, elo_change, team_change)
SELECT c.player_id, %(pool)s, c.place, c.game, c.season, c.at, c.unrated, c.elo, c.elo_games, c.elo_won,
    c.elo_provisional, c.mu, c.sigma, c.shown, c.team_games, c.team_won, c.team_provisional, c.elo_change, c.team_change
FROM jsonb_to_recordset(%(changes)s::jsonb) AS c (player_id text, place bigint, game text, season text, at timestamptz,
    unrated text, elo integer, elo_games integer, elo_won boolean, elo_provisional boolean, mu integer, sigma integer,
    shown integer, team_games integer, team_won boolean, team_provisional boolean, elo_change jsonb, team_change jsonb);

-- name: put_ratings
-- Writes ratings after some games. The counts are added to the stored ones, and all else is replaced.
INSERT INTO rating AS r (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, shown,
    team_games, team_won, team_provisional)
SELECT n.player_id, %(pool)s, n.season, n.at, n.elo, n.elo_games, n.elo_won, n.elo_provisional, n.mu, n.sigma, n.shown,
    n.team_games, n.team_won, n.team_provisional
FROM jsonb_to_recordset(%(ratings)s::jsonb) AS n (player_id text, season text, at timestamptz, elo integer,
    elo_games integer, elo_won integer, elo_provisional boolean, mu integer, sigma integer, shown integer,
    team_games integer, team_won integer, team_provisional boolean)
ON CONFLICT (player_id, pool, season) DO UPDATE
SET at = excluded.at, elo = coalesce(excluded.elo, r.elo), elo_games = r.elo_games + excluded.elo_games,
    elo_won = r.elo_won + excluded.elo_won, elo_provisional = coalesce(excluded.elo_provisional, r.elo_provisional),
    mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown, team_games = r.team_games + excluded.team_games,
    team_won = r.team_won + excluded.team_won, team_provisional = excluded.team_provisional;

-- name: rating_pools
-- reads: late
-- Returns the pools of a sandbox that have games, each with its last seasons, the newest first.
SELECT p.pool, ARRAY(
    SELECT season FROM rating_season AS s WHERE s.pool = p.pool ORDER BY s.place DESC, s.season LIMIT %(seasons)s
) FROM rating_pool AS p WHERE split_part(p.pool, '/', 2) = coalesce(%(sandbox)s, '') ORDER BY p.pool;

-- name: rating_season
-- reads: late
-- Returns the first and the last end of a game in a season. A quarter includes all games that ended in it.
SELECT min(g.first), max(g.last) FROM (
    SELECT min(ended_at) AS first, max(ended_at) AS last FROM rated_game
    WHERE pool = %(pool)s AND season = %(season)s AND place IS NOT NULL AND NOT is_annulled
    UNION ALL
    SELECT min(ended_at), max(ended_at) FROM rated_game
    WHERE pool = %(pool)s AND ended_at >= %(begins)s AND ended_at < %(ends)s AND place IS NOT NULL AND NOT is_annulled
) AS g;

-- name: leaderboard_by_elo
-- reads: late
-- Returns a page of the Elo leaderboard after a rating and a player. Closed accounts are left out.
SELECT r.player_id, r.elo, r.elo_games, r.elo_won, r.elo_provisional, r.at
FROM rating AS r JOIN shengji.player AS p ON p.id = r.player_id
WHERE r.pool = %(pool)s AND r.season = %(season)s AND r.elo IS NOT NULL AND p.closed_at IS NULL
    AND r.elo <= %(figure)s AND (r.elo < %(figure)s OR r.player_id > %(after)s)
ORDER BY r.elo DESC, r.player_id LIMIT %(limit)s;

-- name: leaderboard_by_shown
-- reads: late
-- Returns a page of the leaderboard by the displayed team rating, see `leaderboard_by_elo`.
SELECT r.player_id, r.shown, r.team_games, r.team_won, r.team_provisional, r.at
FROM rating AS r JOIN shengji.player AS p ON p.id = r.player_id
WHERE r.pool = %(pool)s AND r.season = %(season)s AND p.closed_at IS NULL
    AND r.shown <= %(figure)s AND (r.shown < %(figure)s OR r.player_id > %(after)s)
ORDER BY r.shown DESC, r.player_id LIMIT %(limit)s;

-- name: ratings_of_player
-- reads: late
-- Returns the all-time ratings of a player, in one pool or all.
SELECT pool, at, elo, elo_games, elo_won, elo_provisional, mu, sigma, team_games, team_won, team_provisional FROM rating
WHERE player_id = %(player_id)s AND season = '' AND (%(pool)s::text IS NULL OR pool = %(pool)s) ORDER BY pool;

-- name: rating_changes
-- reads: late
-- Returns a page of the rating changes of a player, the newest first, before a given game.
SELECT c.game, c.at, c.unrated, c.elo_change, c.team_change, g.tournament_id, g.round, g.match, g.season
FROM rating_change AS c JOIN rated_game AS g ON g.game = c.game
WHERE c.player_id = %(player_id)s AND c.pool = %(pool)s AND (
    %(before)s::text IS NULL OR c.place < (SELECT place FROM rated_game WHERE game = %(before)s)
)
ORDER BY c.place DESC LIMIT %(limit)s;
