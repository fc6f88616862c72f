"""Sessions of browsers: tokens that are kept in a cookie, which no script can read."""
