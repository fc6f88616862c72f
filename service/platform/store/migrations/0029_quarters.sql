-- Besides the seasons that tournaments name, each calendar quarter (UTC) is a season of every pool.
CREATE FUNCTION shengji.quarter_of(in_at timestamptz)
    RETURNS text
    LANGUAGE sql STABLE
    AS $$
SELECT to_char(in_at AT TIME ZONE 'UTC', 'YYYY"-Q"Q')
$$;

COMMENT ON FUNCTION shengji.quarter_of IS 'the same as in domain/ratings';

CREATE INDEX rated_game_ended ON shengji_read.rated_game (pool, ended_at) WHERE place IS NOT NULL AND NOT is_annulled;

-- Adds the quarters of games that were rated before.
INSERT INTO shengji_read.rating_season (pool, season, place)
SELECT pool, shengji.quarter_of(ended_at), min(place) FROM shengji_read.rated_game WHERE place IS NOT NULL GROUP BY 1, 2
ON CONFLICT (pool, season) DO UPDATE SET place = least(rating_season.place, excluded.place);

INSERT INTO shengji_read.rating AS r (player_id, pool, season, at, elo, elo_games, elo_won, elo_provisional, mu, sigma,
    shown, team_games, team_won, team_provisional)
SELECT c.player_id, c.pool, shengji.quarter_of(c.at) AS quarter, (array_agg(c.at ORDER BY c.place DESC))[1],
    (array_agg(c.elo ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    count(c.elo), count(*) FILTER (WHERE c.elo_won),
    (array_agg(c.elo_provisional ORDER BY c.place DESC) FILTER (WHERE c.elo IS NOT NULL))[1],
    (array_agg(c.mu ORDER BY c.place DESC))[1], (array_agg(c.sigma ORDER BY c.place DESC))[1],
    (array_agg(c.shown ORDER BY c.place DESC))[1], count(*), count(*) FILTER (WHERE c.team_won),
    (array_agg(c.team_provisional ORDER BY c.place DESC))[1]
FROM shengji_read.rating_change AS c WHERE c.unrated IS NULL
GROUP BY c.player_id, c.pool, quarter
ON CONFLICT (player_id, pool, season) DO NOTHING;
