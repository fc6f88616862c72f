-- When rows were written that are only kept for some time. Account events have the time of their sandbox, and snapshots
-- had none. Rows from before this step count as written now.

ALTER TABLE shengji.account_event ADD COLUMN written_at timestamptz NOT NULL DEFAULT statement_timestamp();
ALTER TABLE shengji.view_snapshot ADD COLUMN written_at timestamptz NOT NULL DEFAULT statement_timestamp();

COMMENT ON COLUMN shengji.account_event.written_at IS 'in real time; recorded_at is the time of the sandbox, if there is one';
