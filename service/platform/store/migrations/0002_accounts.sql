-- Players and their tokens. Personal data is in tables like these and never in an event.

CREATE TABLE shengji.player (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    id text PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('human', 'bot', 'house'))
);

COMMENT ON COLUMN shengji.player.kind IS 'human; bot: a program of a third party; house: a bot of this server';

CREATE TABLE shengji.token (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    expires_at timestamptz,
    revoked_at timestamptz,
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    name text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    scopes text[] NOT NULL
);

CREATE INDEX token_player ON shengji.token (player_id, id);

COMMENT ON COLUMN shengji.token.hash IS
    'SHA-256 of the token, which has 256 random bits; the token itself is shown once and not stored';
