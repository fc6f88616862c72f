-- Guests of tournaments: staff act for them, until a claim code makes the account a person's own.

ALTER TABLE shengji.player ADD COLUMN guest_of text, ADD COLUMN claim_hash bytea;
COMMENT ON COLUMN shengji.player.guest_of IS 'the tournament whose staff entered the player as a guest; null for all others, and once the account is claimed';
COMMENT ON COLUMN shengji.player.claim_hash IS 'SHA-256 of the claim code, which has 80 random bits; the code itself is shown once and not stored';
CREATE INDEX player_guest ON shengji.player (guest_of) WHERE guest_of IS NOT NULL;
CREATE UNIQUE INDEX player_claim ON shengji.player (claim_hash) WHERE claim_hash IS NOT NULL;

ALTER TABLE shengji.token ADD COLUMN made_by text REFERENCES shengji.player (id);
COMMENT ON COLUMN shengji.token.made_by IS 'the member of staff who made the token of a guest';
CREATE INDEX token_made_by ON shengji.token (made_by) WHERE made_by IS NOT NULL;
