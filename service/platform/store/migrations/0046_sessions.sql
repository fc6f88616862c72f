-- Sessions of browsers: tokens that are sent in a cookie.
ALTER TABLE shengji.token ADD COLUMN browser boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN shengji.token.browser IS 'whether a browser keeps the token in a cookie';
