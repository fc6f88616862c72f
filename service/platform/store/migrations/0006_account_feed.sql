-- The feed of an account: the events that concern a player, across all tables, numbered without gaps. The subscription
-- `accounts` writes it once. It is never rebuilt, because clients use its numbers as cursors.

ALTER TABLE shengji.player ADD COLUMN events integer NOT NULL DEFAULT 0;

COMMENT ON COLUMN shengji.player.events IS 'the number of the last event in the feed of the account';

CREATE TABLE shengji.account_event (
    recorded_at timestamptz NOT NULL,
    number integer NOT NULL,
    player_id text NOT NULL REFERENCES shengji.player (id),
    table_id text,
    type text NOT NULL,
    data jsonb NOT NULL,
    PRIMARY KEY (player_id, number)
);

COMMENT ON COLUMN shengji.account_event.data IS 'the public data of the event, never a card';
