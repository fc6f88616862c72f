-- What a player has seen of each table, and until when its entry in the inbox rests.
CREATE TABLE shengji.inbox_mark (
    snoozed_until timestamptz,
    seen_version integer NOT NULL DEFAULT 0,
    snoozed_version integer,
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text NOT NULL,
    PRIMARY KEY (player_id, table_id)
);

COMMENT ON COLUMN shengji.inbox_mark.seen_version IS 'the version up to which the player has seen the table';
COMMENT ON COLUMN shengji.inbox_mark.snoozed_version IS
    'the version of the table for which its entry is snoozed; null if it is not';
COMMENT ON COLUMN shengji.inbox_mark.snoozed_until IS
    'when the snooze ends; null for an hour before the deadline';

-- A player is warned a day before a vacation ends, once for each end.
ALTER TABLE shengji.vacation ADD COLUMN is_warned boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN shengji.vacation.is_warned IS 'whether the player has been warned that it ends soon';
CREATE INDEX vacation_to_warn ON shengji.vacation (ends_at) WHERE NOT is_warned AND came_back_at IS NULL;
