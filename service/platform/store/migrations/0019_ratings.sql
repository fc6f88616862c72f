-- Read models, maintained by the subscription `ratings`: the results of rated games, and the ratings that follow from
-- them.

CREATE TABLE shengji_read.rated_game (
    ended_at timestamptz NOT NULL,
    place bigint UNIQUE,
    round integer NOT NULL,
    match integer NOT NULL,
    part integer NOT NULL,
    is_annulled boolean NOT NULL DEFAULT false,
    game text PRIMARY KEY,
    tournament_id text NOT NULL,
    pool text NOT NULL,
    season text,
    handicap text,
    unrated text,
    players text NOT NULL,
    result jsonb NOT NULL,
    handicap_skill jsonb
);

CREATE INDEX rated_game_match ON shengji_read.rated_game (tournament_id, round, match, part);
CREATE INDEX rated_game_pool ON shengji_read.rated_game (pool, place);
CREATE INDEX rated_game_players ON shengji_read.rated_game (pool, players, ended_at);
CREATE INDEX rated_game_season ON shengji_read.rated_game (pool, season, ended_at)
    WHERE season IS NOT NULL AND place IS NOT NULL AND NOT is_annulled;
CREATE INDEX rated_game_handicap ON shengji_read.rated_game (pool, handicap, place DESC) WHERE handicap_skill IS NOT NULL;

COMMENT ON COLUMN shengji_read.rated_game.place IS
    'the order in which games of all pools count; null until it is known how the game ended';
COMMENT ON COLUMN shengji_read.rated_game.part IS 'the number of the table in its match, from 1';
COMMENT ON COLUMN shengji_read.rated_game.players IS 'their ids in order, separated by spaces';
COMMENT ON COLUMN shengji_read.rated_game.unrated IS 'why the game has changed no rating, once it has been processed';
COMMENT ON COLUMN shengji_read.rated_game.handicap IS
    'the role and size of the side with an offset, and the size of the other side';
COMMENT ON COLUMN shengji_read.rated_game.handicap_skill IS 'the estimate of that offset after the game';

-- The place up to which the games of each pool are rated. A correction moves the pool back before that game.
CREATE TABLE shengji_read.rating_pool (
    newest bigint NOT NULL,
    rated bigint NOT NULL DEFAULT 0,
    mark bigint NOT NULL DEFAULT 1,
    pool text PRIMARY KEY
);

CREATE INDEX rating_pool_behind ON shengji_read.rating_pool (pool) WHERE rated < newest;

COMMENT ON COLUMN shengji_read.rating_pool.newest IS 'the place of its last game';
COMMENT ON COLUMN shengji_read.rating_pool.rated IS 'the place up to which its games are rated';
COMMENT ON COLUMN shengji_read.rating_pool.mark IS
    'increases whenever that place moves, so that no process writes results computed from earlier ratings';

CREATE TABLE shengji_read.rating_season (
    place bigint NOT NULL,
    pool text NOT NULL,
    season text NOT NULL,
    PRIMARY KEY (pool, season)
);

COMMENT ON COLUMN shengji_read.rating_season.place IS 'the place of its first game';

CREATE TABLE shengji_read.rating_change (
    at timestamptz NOT NULL,
    place bigint NOT NULL,
    elo integer,
    elo_games integer,
    shown integer,
    mu integer,
    sigma integer,
    team_games integer,
    elo_won boolean,
    team_won boolean,
    elo_provisional boolean,
    team_provisional boolean,
    player_id text NOT NULL,
    pool text NOT NULL,
    game text NOT NULL,
    season text,
    unrated text,
    elo_change jsonb,
    team_change jsonb,
    PRIMARY KEY (player_id, pool, place)
);

CREATE INDEX rating_change_place ON shengji_read.rating_change (pool, place);

COMMENT ON TABLE shengji_read.rating_change IS
    'the changes by each game for each player, with the figures that explain them; the others are those after the game';

-- The current ratings: for all time, and for each season those after its last game.
CREATE TABLE shengji_read.rating (
    at timestamptz NOT NULL,
    elo integer,
    elo_games integer NOT NULL,
    elo_won integer NOT NULL,
    shown integer NOT NULL,
    team_games integer NOT NULL,
    team_won integer NOT NULL,
    mu integer NOT NULL,
    sigma integer NOT NULL,
    elo_provisional boolean,
    team_provisional boolean NOT NULL,
    season text NOT NULL,
    pool text NOT NULL,
    player_id text NOT NULL,
    PRIMARY KEY (player_id, pool, season)
);

CREATE INDEX rating_by_elo ON shengji_read.rating (pool, season, elo DESC, player_id) WHERE elo IS NOT NULL;
CREATE INDEX rating_by_shown ON shengji_read.rating (pool, season, shown DESC, player_id);

COMMENT ON COLUMN shengji_read.rating.season IS 'empty for the ratings of all time';
COMMENT ON COLUMN shengji_read.rating.elo_games IS 'the number in the season, like the other numbers of games';
