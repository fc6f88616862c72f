-- Tournaments: their streams are in the same log as those of tables, and their heads have the next deadline.

CREATE INDEX head_tournament_due ON shengji.head (turn_due_at)
    WHERE turn_due_at IS NOT NULL AND stream LIKE 'tournament-%';

-- Read models, maintained by the subscription `tournaments`.
CREATE TABLE shengji_read.tournament (
    updated_at timestamptz NOT NULL,
    starts_at timestamptz,
    version integer NOT NULL,
    entrants integer NOT NULL,
    rated boolean NOT NULL,
    id text PRIMARY KEY,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    players text[] NOT NULL
);

CREATE INDEX tournament_status ON shengji_read.tournament (status, id);
CREATE INDEX tournament_players ON shengji_read.tournament USING gin (players);

COMMENT ON COLUMN shengji_read.tournament.entrants IS 'the number of entrants with a place';
COMMENT ON COLUMN shengji_read.tournament.players IS 'the staff, and the players who take part or have registered';

CREATE TABLE shengji_read.tournament_table (
    round integer NOT NULL,
    match integer NOT NULL,
    table_id text PRIMARY KEY,
    tournament_id text NOT NULL
);

CREATE INDEX tournament_table_tournament ON shengji_read.tournament_table (tournament_id, round, match);

COMMENT ON TABLE shengji_read.tournament_table IS 'the tables of matches, including those of cancelled rounds';

-- Tournaments with work, because of new events there or at one of their tables. The projection adds rows, and a row
-- stays until the work is done, even if a job is lost.
CREATE TABLE shengji.tournament_work (
    since timestamptz NOT NULL DEFAULT statement_timestamp(),
    mark bigint NOT NULL DEFAULT 1,
    tournament_id text PRIMARY KEY
);

CREATE INDEX tournament_work_since ON shengji.tournament_work (since);

COMMENT ON COLUMN shengji.tournament_work.mark IS
    'increases with each new event, so that work that arrives during processing is not lost';
