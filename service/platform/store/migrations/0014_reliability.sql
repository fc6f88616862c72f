-- A read model, maintained by the subscription `reliability`: the record of each player's last turns and hands.

CREATE TABLE shengji_read.reliability (
    player_id text PRIMARY KEY,
    turns text NOT NULL,
    hands text NOT NULL
);

COMMENT ON COLUMN shengji_read.reliability.turns IS 'the last turns, newest last: 1 for answered in time, 0 for missed';
COMMENT ON COLUMN shengji_read.reliability.hands IS 'the last hands, newest last: 1 for finished, 0 for not';
