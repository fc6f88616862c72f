-- Tokens with all scopes get the new scopes too, because players had no other way to grant them.
UPDATE shengji.token SET scopes = scopes || '{tournament:write,tournament:manage}'
WHERE scopes @> '{account:read,account:write,table:create,table:play,table:read,webhook:manage}'
    AND NOT scopes && '{tournament:write,tournament:manage}';
