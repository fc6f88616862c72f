-- Settings of clients that players find again on every device.
CREATE TABLE shengji.preference (
    player_id text PRIMARY KEY REFERENCES shengji.player (id),
    settings jsonb NOT NULL
);

COMMENT ON TABLE shengji.preference IS 'settings of clients, which the service does not interpret';
