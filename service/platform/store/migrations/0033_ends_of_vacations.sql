-- A player whose turn waits is notified when a vacation ends, with the time that is left.

ALTER TABLE shengji.reminder ADD COLUMN left_s integer;
ALTER TABLE shengji.reminder DROP CONSTRAINT reminder_left_share_check;
ALTER TABLE shengji.reminder ADD CONSTRAINT reminder_left_share_check CHECK (left_share IN ('half', 'fifth', 'vacation'));

COMMENT ON COLUMN shengji.reminder.left_share IS
    'the share of the time that is left; vacation: a vacation of the player ends';
COMMENT ON COLUMN shengji.reminder.left_s IS 'the seconds that the clock runs on after the vacation, without pauses';
