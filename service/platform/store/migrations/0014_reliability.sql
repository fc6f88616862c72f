-- A read model, maintained by the subscription `reliability`: the record of each player's last turns and hands.

CREATE TABLE shengji_read.reliability (
    player_id text PRIMARY KEY,
    turns text NOT NULL,
    hands text NOT NULL
);

COMMENT ON COLUMN shengji_read.reliability.turns IS 'the last turns, the newest at the end: 1 answered in time, 0 missed';
COMMENT ON COLUMN shengji_read.reliability.hands IS 'the last hands, the newest at the end: 1 finished, 0 not';
