-- Read models, maintained by the subscription `tables`. They have a schema of their own, so that `shengji projections
-- rebuild` can fill a second one and then replace the first.

CREATE SCHEMA shengji_read;

CREATE TABLE shengji_read.table_summary (
    opened_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL,
    free_seats integer NOT NULL,
    listed boolean NOT NULL,
    id text PRIMARY KEY,
    status text NOT NULL,
    players text[] NOT NULL,
    summary jsonb NOT NULL
);

CREATE INDEX table_summary_listed ON shengji_read.table_summary (id) WHERE listed;
CREATE INDEX table_summary_players ON shengji_read.table_summary USING gin (players);

COMMENT ON COLUMN shengji_read.table_summary.players IS 'the host and all seated players';

CREATE TABLE shengji_read.turn (
    since timestamptz NOT NULL,
    version integer NOT NULL,
    seat integer NOT NULL,
    player_id text NOT NULL,
    table_id text NOT NULL,
    asked text NOT NULL,
    PRIMARY KEY (player_id, table_id, seat)
);

CREATE INDEX turn_table ON shengji_read.turn (table_id);
