-- Logins, closed accounts, and OAuth 2: clients, grants of players, and the codes that lead to grants. Secrets are
-- stored as hashes: SHA-256 for random ones, argon2id for passwords.

ALTER TABLE shengji.player ALTER COLUMN name DROP NOT NULL, ADD COLUMN closed_at timestamptz;
ALTER TABLE shengji.player ADD CONSTRAINT player_named_until_closed CHECK ((name IS NULL) = (closed_at IS NOT NULL));

COMMENT ON COLUMN shengji.player.closed_at IS
    'when the account was closed; its id stays in events, and all its other data is deleted';

CREATE TABLE shengji.login (
    changed_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    player_id text PRIMARY KEY REFERENCES shengji.player (id),
    login text NOT NULL,
    password text NOT NULL
);

CREATE UNIQUE INDEX login_of_any_case ON shengji.login (lower(login));

COMMENT ON COLUMN shengji.login.password IS 'argon2id with its parameters, never the password';

CREATE TABLE shengji.oauth_client (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    name text NOT NULL,
    redirect_uris text[] NOT NULL
);

CREATE INDEX oauth_client_player ON shengji.oauth_client (player_id, id);

-- The access that a player has granted to a client. All tokens of a grant end with it.
CREATE TABLE shengji.oauth_grant (
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    revoked_at timestamptz,
    id text PRIMARY KEY,
    client_id text NOT NULL REFERENCES shengji.oauth_client (id) ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES shengji.player (id),
    scopes text[] NOT NULL
);

CREATE INDEX oauth_grant_client ON shengji.oauth_grant (client_id);
CREATE INDEX oauth_grant_player ON shengji.oauth_grant (player_id, id);

ALTER TABLE shengji.token
    ADD COLUMN grant_id text REFERENCES shengji.oauth_grant (id) ON DELETE CASCADE,
    ADD COLUMN last_used_at timestamptz;

CREATE INDEX token_grant ON shengji.token (grant_id) WHERE grant_id IS NOT NULL;

COMMENT ON COLUMN shengji.token.grant_id IS 'the grant of a client''s token';
COMMENT ON COLUMN shengji.token.last_used_at IS 'the hour of the last use; written at most once an hour';

CREATE TABLE shengji.oauth_refresh (
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    hash bytea PRIMARY KEY,
    grant_id text NOT NULL REFERENCES shengji.oauth_grant (id) ON DELETE CASCADE
);

CREATE INDEX oauth_refresh_grant ON shengji.oauth_refresh (grant_id);
CREATE INDEX oauth_refresh_expiry ON shengji.oauth_refresh (expires_at);

COMMENT ON TABLE shengji.oauth_refresh IS
    'each can be used once; a second use means that it was stolen, and ends its grant';

CREATE TABLE shengji.oauth_code (
    expires_at timestamptz NOT NULL,
    hash bytea PRIMARY KEY,
    client_id text NOT NULL REFERENCES shengji.oauth_client (id) ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES shengji.player (id),
    redirect_uri text NOT NULL,
    challenge text NOT NULL,
    scopes text[] NOT NULL,
    grant_id text REFERENCES shengji.oauth_grant (id) ON DELETE CASCADE
);

CREATE INDEX oauth_code_expiry ON shengji.oauth_code (expires_at);

COMMENT ON COLUMN shengji.oauth_code.grant_id IS 'the grant for which it was exchanged; null before';

CREATE TABLE shengji.oauth_device (
    expires_at timestamptz NOT NULL,
    polled_at timestamptz,
    interval_s integer NOT NULL,
    allowed boolean,
    hash bytea PRIMARY KEY,
    user_code bytea NOT NULL UNIQUE,
    client_id text NOT NULL REFERENCES shengji.oauth_client (id) ON DELETE CASCADE,
    player_id text REFERENCES shengji.player (id),
    scopes text[] NOT NULL,
    grant_id text REFERENCES shengji.oauth_grant (id) ON DELETE CASCADE
);

CREATE INDEX oauth_device_expiry ON shengji.oauth_device (expires_at);

COMMENT ON COLUMN shengji.oauth_device.user_code IS 'SHA-256 of what the person types; valid for minutes';
COMMENT ON COLUMN shengji.oauth_device.allowed IS 'the decision of the person; null before';
