-- Templates of tournaments that organisers have saved, and rehearsals of tournaments in sandboxes.
CREATE TABLE shengji.tournament_template (
    player_id text NOT NULL REFERENCES shengji.player (id),
    name text NOT NULL,
    settings jsonb NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (player_id, name)
);

COMMENT ON COLUMN shengji.tournament_template.settings IS 'the settings of a tournament, as the API shows them';

CREATE TABLE shengji.rehearsal (
    world text PRIMARY KEY REFERENCES shengji.world (id),
    tournament_id text NOT NULL,
    changed text[] NOT NULL,
    made_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    ended_at timestamptz
);

CREATE INDEX rehearsal_going_on ON shengji.rehearsal (world) WHERE ended_at IS NULL;

COMMENT ON TABLE shengji.rehearsal IS 'sandboxes whose clocks the service moves, until their tournament is over';
COMMENT ON COLUMN shengji.rehearsal.changed IS 'the settings that differ from those that were given';
COMMENT ON COLUMN shengji.rehearsal.ended_at IS 'when it ended, in real time; null while it goes on';
