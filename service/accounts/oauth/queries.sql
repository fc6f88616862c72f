-- name: add_client
INSERT INTO shengji.oauth_client (id, player_id, name, redirect_uris)
SELECT %(id)s, p.id, %(name)s, %(redirect_uris)s
FROM shengji.player AS p WHERE p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING created_at;

-- name: client
SELECT id, name, redirect_uris, created_at FROM shengji.oauth_client WHERE id = %(id)s;

-- name: client_of_player
SELECT id, name, redirect_uris, created_at FROM shengji.oauth_client
WHERE id = %(id)s AND player_id = %(player_id)s;

-- name: clients
SELECT id, name, redirect_uris, created_at FROM shengji.oauth_client
WHERE player_id = %(player_id)s AND id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: drop_client
-- Deletes a client with all grants to it.
DELETE FROM shengji.oauth_client WHERE id = %(id)s AND player_id = %(player_id)s RETURNING id;

-- name: add_code
INSERT INTO shengji.oauth_code (hash, client_id, player_id, redirect_uri, challenge, scopes, expires_at)
SELECT %(hash)s, c.id, p.id, %(redirect_uri)s, %(challenge)s, %(scopes)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s)
FROM shengji.oauth_client AS c, shengji.player AS p
WHERE c.id = %(client_id)s AND p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING hash;

-- name: code
SELECT player_id, redirect_uri, challenge, scopes, grant_id, expires_at <= statement_timestamp() FROM shengji.oauth_code
WHERE hash = %(hash)s AND client_id = %(client_id)s;

-- name: use_code
-- No row if the code was already used.
UPDATE shengji.oauth_code SET grant_id = %(grant_id)s WHERE hash = %(hash)s AND grant_id IS NULL RETURNING hash;

-- name: add_device
INSERT INTO shengji.oauth_device (hash, user_code, client_id, scopes, interval_s, expires_at)
SELECT %(hash)s, %(user_code)s, c.id, %(scopes)s, %(interval_s)s,
    statement_timestamp() + make_interval(secs => %(lives_s)s)
FROM shengji.oauth_client AS c WHERE c.id = %(client_id)s FOR SHARE
ON CONFLICT DO NOTHING RETURNING hash;

-- name: device
SELECT player_id, allowed, scopes, grant_id, expires_at <= statement_timestamp() FROM shengji.oauth_device
WHERE hash = %(hash)s AND client_id = %(client_id)s;

-- name: waiting_device
-- Returns a device by its user code, as long as no player has decided about it.
SELECT c.name, d.scopes FROM shengji.oauth_device AS d JOIN shengji.oauth_client AS c ON c.id = d.client_id
WHERE d.user_code = %(user_code)s AND d.allowed IS NULL AND d.expires_at > statement_timestamp();

-- name: decide_device
UPDATE shengji.oauth_device SET allowed = %(allowed)s, player_id = %(player_id)s
WHERE user_code = %(user_code)s AND allowed IS NULL AND expires_at > statement_timestamp() RETURNING hash;

-- name: poll_device
-- Records a poll of a device. Returns whether it came too soon, which lengthens the interval (RFC 8628, section
-- 3.5).
WITH before AS (
    SELECT hash, coalesce(polled_at > statement_timestamp() - make_interval(secs => interval_s), false) AS too_soon
    FROM shengji.oauth_device WHERE hash = %(hash)s FOR UPDATE
)
UPDATE shengji.oauth_device AS d
SET polled_at = statement_timestamp(), interval_s = interval_s + CASE WHEN too_soon THEN %(longer_s)s ELSE 0 END
FROM before WHERE d.hash = before.hash RETURNING too_soon;

-- name: use_device
UPDATE shengji.oauth_device SET grant_id = %(grant_id)s
WHERE hash = %(hash)s AND grant_id IS NULL AND allowed RETURNING hash;

-- name: add_grant
-- Locks the client and the account, so that neither is deleted without this grant.
INSERT INTO shengji.oauth_grant (id, client_id, player_id, scopes)
SELECT %(id)s, c.id, p.id, %(scopes)s FROM shengji.oauth_client AS c, shengji.player AS p
WHERE c.id = %(client_id)s AND p.id = %(player_id)s AND p.closed_at IS NULL FOR SHARE
RETURNING id;

-- name: hold_grant
SELECT id FROM shengji.oauth_grant WHERE id = %(id)s AND revoked_at IS NULL FOR UPDATE;

-- name: revoke_grant
-- Revokes a grant. Returns the hashes of its tokens.
WITH ended AS (
    UPDATE shengji.oauth_grant SET revoked_at = coalesce(revoked_at, statement_timestamp()) WHERE id = %(id)s RETURNING id
)
SELECT t.hash FROM shengji.token AS t JOIN ended ON ended.id = t.grant_id;

-- name: replace_tokens
-- Revokes the current tokens of a grant, because new ones replace them. Returns their hashes.
UPDATE shengji.token SET revoked_at = statement_timestamp() WHERE grant_id = %(grant_id)s AND revoked_at IS NULL RETURNING hash;

-- name: add_refresh
INSERT INTO shengji.oauth_refresh (hash, grant_id, expires_at)
VALUES (%(hash)s, %(grant_id)s, statement_timestamp() + make_interval(secs => %(lives_s)s));

-- name: refresh
SELECT r.grant_id, g.client_id, g.player_id, g.scopes, r.used_at IS NOT NULL,
    g.revoked_at IS NOT NULL OR r.expires_at <= statement_timestamp(), r.expires_at
FROM shengji.oauth_refresh AS r JOIN shengji.oauth_grant AS g ON g.id = r.grant_id
WHERE r.hash = %(hash)s;

-- name: use_refresh
UPDATE shengji.oauth_refresh SET used_at = statement_timestamp() WHERE hash = %(hash)s AND used_at IS NULL RETURNING hash;

-- name: token_by_hash
-- Returns a token with its grant, and whether it has ended.
SELECT t.player_id, t.scopes, t.created_at, t.expires_at, t.grant_id, g.client_id,
    t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL OR coalesce(t.expires_at <= statement_timestamp(), false)
FROM shengji.token AS t LEFT JOIN shengji.oauth_grant AS g ON g.id = t.grant_id
WHERE t.hash = %(hash)s;

-- name: sweep_oauth
-- Deletes codes and refresh tokens a day after they expired. Until then their reuse is detected.
WITH codes AS (DELETE FROM shengji.oauth_code WHERE expires_at < now() - interval '1 day'),
    devices AS (DELETE FROM shengji.oauth_device WHERE expires_at < now() - interval '1 day')
DELETE FROM shengji.oauth_refresh WHERE expires_at < now() - interval '1 day';

-- name: drop_codes
WITH devices AS (DELETE FROM shengji.oauth_device WHERE player_id = %(player_id)s)
DELETE FROM shengji.oauth_code WHERE player_id = %(player_id)s;

-- name: drop_grants
DELETE FROM shengji.oauth_grant WHERE player_id = %(player_id)s;

-- name: drop_clients
DELETE FROM shengji.oauth_client WHERE player_id = %(player_id)s;
