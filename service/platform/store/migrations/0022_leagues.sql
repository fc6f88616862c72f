-- Leagues: their streams are in the same log, and their heads have the next deadline.

CREATE INDEX head_league_due ON shengji.head (turn_due_at)
    WHERE turn_due_at IS NOT NULL AND stream LIKE 'league-%';

-- Read models, maintained by the subscription `leagues`.
CREATE TABLE shengji_read.league (
    updated_at timestamptz NOT NULL,
    due_at timestamptz,
    version integer NOT NULL,
    season integer NOT NULL,
    members integer NOT NULL,
    id text PRIMARY KEY,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    players text[] NOT NULL
);

CREATE INDEX league_status ON shengji_read.league (status, id);
CREATE INDEX league_players ON shengji_read.league USING gin (players);

COMMENT ON COLUMN shengji_read.league.season IS 'the number of the last season that was settled or cancelled, or 0';
COMMENT ON COLUMN shengji_read.league.players IS 'the staff, and the players who are members or have registered';

CREATE TABLE shengji_read.league_season (
    starts_at timestamptz,
    ended_at timestamptz,
    season integer NOT NULL,
    league_id text NOT NULL,
    status text NOT NULL,
    moves jsonb,
    PRIMARY KEY (league_id, season)
);

COMMENT ON COLUMN shengji_read.league_season.moves IS 'the moves of entrants into the season, once it has begun';

CREATE TABLE shengji_read.league_division (
    season integer NOT NULL,
    division integer NOT NULL,
    league_id text NOT NULL,
    tournament_id text,
    status text NOT NULL,
    sides jsonb,
    standings jsonb,
    PRIMARY KEY (league_id, season, division)
);

CREATE INDEX league_division_tournament ON shengji_read.league_division (tournament_id);

-- Lists of tournaments show the series or league of each. An entry gets it with the next event of its tournament, and
-- all entries when the read models are rebuilt.
ALTER TABLE shengji_read.tournament ADD COLUMN IF NOT EXISTS series text;

-- Leagues with work, like `tournament_work`.
CREATE TABLE shengji.league_work (
    since timestamptz NOT NULL DEFAULT statement_timestamp(),
    mark bigint NOT NULL DEFAULT 1,
    league_id text PRIMARY KEY
);

CREATE INDEX league_work_since ON shengji.league_work (since);

COMMENT ON COLUMN shengji.league_work.mark IS
    'increases with each new event, so that work that arrives during processing is not lost';
