-- Passkeys: public keys with which browsers sign in without a password.
CREATE TABLE shengji.passkey (
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES shengji.player (id),
    credential_id bytea NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    last_used_at timestamptz
);

CREATE INDEX passkey_player ON shengji.passkey (player_id, id);

COMMENT ON TABLE shengji.passkey IS 'public keys with which browsers sign in';
COMMENT ON COLUMN shengji.passkey.credential_id IS 'the id by which the device finds its private key';
COMMENT ON COLUMN shengji.passkey.public_key IS 'the public key, as COSE writes it';
COMMENT ON COLUMN shengji.passkey.sign_count IS 'how often the device has signed; 0 for a device that does not count';
