-- Series of tournaments: their streams are in the same log, and their heads have the time at which the next tournament
-- opens.

CREATE INDEX head_series_due ON shengji.head (turn_due_at)
    WHERE turn_due_at IS NOT NULL AND stream LIKE 'series-%';

-- A read model, maintained by the subscription `series`.
CREATE TABLE shengji_read.series (
    updated_at timestamptz NOT NULL,
    opens_next_at timestamptz,
    version integer NOT NULL,
    rated boolean NOT NULL,
    id text PRIMARY KEY,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    game text NOT NULL,
    format text NOT NULL,
    rule text NOT NULL,
    zone text NOT NULL
);

CREATE INDEX series_owner ON shengji_read.series (owner, id);
CREATE INDEX series_status ON shengji_read.series (status, id);

COMMENT ON COLUMN shengji_read.series.opens_next_at IS 'when the tournament after the open ones opens';
